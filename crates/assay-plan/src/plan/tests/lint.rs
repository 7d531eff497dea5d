use assay_domain::{Language, Plan};

use super::super::{lint, parse};
use super::{TESLA, data_need, plan};

fn report(name: &str, plan: &Plan) -> String {
    let mut out = format!("== {name}\n");
    for advice in lint(plan) {
        for language in [Language::En, Language::Zh] {
            out += &format!("{} {}\n", advice.code(), advice.text(language));
        }
    }
    out
}

#[test]
fn advice_in_both_languages() {
    let six: &[(u32, &[u32])] = &[(1, &[]), (2, &[]), (3, &[]), (4, &[]), (5, &[]), (6, &[])];
    let mut dictated = plan(&[(1, &[]), (2, &[]), (3, &[]), (4, &[])]);
    dictated.tasks[0].hints = data_need("使用info_search_stock_db查询特斯拉2021-2024年ROE");
    dictated.tasks[1].hints = data_need("SELECT roe FROM ratios");
    dictated.tasks[2].hints = data_need("search for Tesla margins");
    dictated.tasks[3].hints = data_need("查询特斯拉的毛利率");
    let mut alike = plan(six);
    alike.tasks[1].description = "Key metrics and financial performance".to_owned();
    alike.tasks[3].description = "Financial performance, and the key metrics".to_owned();
    alike.tasks[4].description = "财务表现与关键指标分析".to_owned();
    alike.tasks[5].description = "财务表现与关键指标研究".to_owned();
    let mut aimless = plan(&six[..4]);
    aimless.objectives.clear();
    let mut wordy = plan(&six[..4]);
    wordy.tasks[2].description = "很长的描述".repeat(13);
    let all: Vec<(u32, &[u32])> = [six, &[(7, &[1, 2, 3, 4, 5, 6])]].concat();
    let cases = [
        ("few", plan(&[(1, &[]), (2, &[]), (3, &[])])),
        ("one", plan(&[(1, &[])])),
        ("many", plan(&[six, &[(7, &[]), (8, &[])]].concat())),
        (
            "deep",
            plan(&[(1, &[]), (2, &[1]), (3, &[2]), (4, &[3]), (5, &[])]),
        ),
        (
            "nothing but a chain",
            plan(&[(1, &[]), (2, &[1]), (3, &[2])]),
        ),
        (
            "implied",
            plan(&[(1, &[]), (2, &[1]), (3, &[1, 2]), (4, &[])]),
        ),
        ("dictated", dictated),
        ("alike", alike),
        ("aimless", aimless),
        ("waits for all", plan(&all)),
        ("wordy", wordy),
    ];
    let report: String = cases
        .iter()
        .map(|(name, plan)| report(name, plan))
        .collect();
    insta::assert_snapshot!(report);
}

#[test]
fn a_good_plan_gets_no_advice() {
    assert_eq!(lint(&parse(TESLA).unwrap()), []);
}

#[test]
fn a_hint_that_names_a_need_is_left_alone() {
    for need in [
        "近3年财务数据，重点关注营收和ROE",
        "搜索引擎市场份额",
        "用户增长与留存",
        "通过率与审批时间",
        "search engine market share",
        "free_cash_flow of the last three years",
        "use of proceeds",
        "call options outstanding",
        "R&D and capital expenditure",
    ] {
        let mut plan = plan(&[(1, &[]), (2, &[]), (3, &[]), (4, &[])]);
        plan.tasks[0].hints = data_need(need);
        assert_eq!(lint(&plan), [], "{need}");
    }
}

#[test]
fn chapters_that_differ_in_a_year_or_a_word_are_not_alike() {
    for (one, other) in [
        ("Results of 2023", "Results of 2024"),
        ("Revenue in Europe", "Revenue in Asia"),
        ("行业规模与增长", "行业格局与增长"),
    ] {
        let mut plan = plan(&[(1, &[]), (2, &[]), (3, &[]), (4, &[])]);
        plan.tasks[0].description = one.to_owned();
        plan.tasks[1].description = other.to_owned();
        assert_eq!(lint(&plan), [], "{one}");
    }
}
