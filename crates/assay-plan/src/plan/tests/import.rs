use super::super::{ImportProblem, check, import_markdown};

fn imported(text: &str) -> String {
    let imported = import_markdown(text).unwrap();
    assert_eq!(check(&imported.plan), []);
    let plan = serde_json::to_string_pretty(&imported.plan).unwrap();
    format!("{}\n\n{plan}", imported.remarks.join("\n"))
}

#[test]
fn a_chinese_plan_with_phases() {
    insta::assert_snapshot!(imported(
        "# 研究计划：特斯拉公司深度分析\n\n\
         **日期**: 2026-01-20\n\
         **研究类型**: 公司研究\n\n\
         ## 研究目标\n\n\
         1. 评估业务模式\n\
         2. 分析财务表现\n\n\
         ## 阶段一：基础信息收集（并行）\n\n\
         目标：建立事实基础\n\n\
         - [ ] **公司概况**：背景、主营业务、商业模式（`info_search_finance_db`）\n\
         - [x] 使用 `info_search_stock_db` 获取近3年财务数据\n\
         \x20\x20- 关键问题：盈利能力趋势如何；负债是否安全\n\
         \x20\x20- 毛利率为何下降？\n\n\
         ## 第二阶段 深入分析\n\n\
         1. 竞争格局与市场地位\n\
         \x20\x20\x20- 数据需求：市场份额、主要对手\n\
         \x20\x20\x20- 工具：`web_search`, `info_search_finance_db`\n\
         2. 风险因素\n\n\
         ## 阶段三：综合\n\n\
         汇总以上内容并给出结论。\n\n\
         ## 报告格式\n\n\
         - Markdown\n\
         - 含目录\n"
    ));
}

#[test]
fn an_english_plan_with_task_headings_and_named_phases() {
    insta::assert_snapshot!(imported(
        "# Plan - The European battery industry\n\n\
         Objectives:\n\
         - Size the market\n\
         - Find who earns money\n\n\
         ## Phase 1: Market\n\
         Tools: `web_search`\n\n\
         ### Task 1.1: Size and growth\n\
         - Capacity by country\n\
         - Which forecasts disagree?\n\n\
         ### 1.2 Prices and\n\
         ## Phase 2: Players\n\
         Depends on: none\n\
         * Cell makers, using `filings_search`\n\
         * Car makers that\n\
         build their own cells\n\n\
         ```json\n{\"tasks\": []}\n```\n\n\
         **Phase 3: Verdict**\n\
         Depends on: Phase 1 and phase 2, phase 9\n\
         Tasks:\n\
         - Margins along the chain\n\
         - Outlook\n"
    ));
}

#[test]
fn a_list_without_phases_runs_at_once() {
    insta::assert_snapshot!(imported(
        "# Nvidia\n\n## Tasks\n\n- Data centre demand\n- Supply\n  - wafer capacity\n"
    ));
}

#[test]
fn what_cannot_be_imported_says_why() {
    for (text, problem) in [
        ("  \n", ImportProblem::Empty),
        ("{\"topic\": 1}", ImportProblem::AlreadyJson),
        ("## Phase 1: Data\n- a\n", ImportProblem::NoTitle),
        ("# Title\n\nSome words.\n", ImportProblem::NoTasks),
    ] {
        assert_eq!(import_markdown(text), Err(problem), "{text}");
    }
}
