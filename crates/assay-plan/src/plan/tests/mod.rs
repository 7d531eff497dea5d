mod import;
mod lint;
mod parse;
mod picture;
mod properties;
mod repair;
mod schema;

use assay_domain::{Hints, Plan, ResearchType, Task, TaskId};

/// A plan of the given `(id, dependencies)`, valid but for what those make of it.
fn plan(tasks: &[(u32, &[u32])]) -> Plan {
    Plan {
        research_type: ResearchType::Company,
        topic: "Tesla in depth".to_owned(),
        objectives: vec!["Judge the margins".to_owned()],
        tasks: tasks.iter().map(|(id, after)| task(*id, after)).collect(),
    }
}

fn task(id: u32, dependencies: &[u32]) -> Task {
    const CHAPTERS: [&str; 8] = [
        "Business model and products",
        "Financial performance",
        "Competitive position",
        "Overall assessment",
        "Supply chain",
        "Regulation",
        "Management and governance",
        "Valuation",
    ];
    let chapter = CHAPTERS[id as usize % CHAPTERS.len()];
    Task {
        id: TaskId(id),
        description: format!("{chapter} {id}"),
        dependencies: dependencies.iter().copied().map(TaskId).collect(),
        hints: None,
    }
}

fn data_need(need: &str) -> Option<Hints> {
    Some(Hints {
        data_needs: vec![need.to_owned()],
        ..Hints::default()
    })
}

fn json(plan: &Plan) -> String {
    serde_json::to_string(plan).unwrap()
}

fn ids(ids: &[u32]) -> Vec<TaskId> {
    ids.iter().copied().map(TaskId).collect()
}

/// One line per item, under the name of the case.
fn lines<T: ToString>(name: &str, items: &[T]) -> String {
    let mut out = format!("== {name}\n");
    for item in items {
        out.push_str(&item.to_string());
        out.push('\n');
    }
    out
}

/// S0's own example.
const TESLA: &str = r#"{
  "research_type": "company",
  "topic": "特斯拉公司深度分析",
  "objectives": ["全面评估特斯拉的业务模式和竞争优势", "分析财务表现和增长驱动因素", "评估风险因素和未来展望"],
  "tasks": [
    {"id": 1, "description": "公司概况与业务模式分析", "dependencies": [], "hints": {
      "data_needs": ["公司背景", "主营业务", "商业模式"],
      "key_questions": ["核心产品线是什么", "收入结构如何"],
      "suggested_tools": ["info_search_finance_db"]}},
    {"id": 2, "description": "财务表现与关键指标分析", "dependencies": [], "hints": {
      "data_needs": ["近3年营收利润", "ROE", "毛利率", "现金流"],
      "key_questions": ["盈利能力趋势", "财务健康度"],
      "suggested_tools": ["info_search_stock_db", "info_search_finance_db"]}},
    {"id": 3, "description": "竞争格局与市场地位", "dependencies": [], "hints": {
      "data_needs": ["行业竞争对手", "市场份额", "技术优势"],
      "key_questions": ["主要竞争对手有哪些", "差异化优势"],
      "suggested_tools": ["info_search_finance_db"]}},
    {"id": 4, "description": "综合评估与投资建议", "dependencies": [1, 2, 3], "hints": {
      "data_needs": ["最新研报观点", "分析师评级"],
      "key_questions": ["综合评价", "投资价值判断"],
      "suggested_tools": ["info_search_finance_db"]}}
  ]
}"#;
