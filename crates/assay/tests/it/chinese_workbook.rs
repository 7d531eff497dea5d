//! Statements of a Chinese company from a workbook, laid out as data vendors lay them out, give what
//! the same statements give as CSV.

use std::collections::BTreeMap;

use assay_domain::{Decimal, Language};
use assay_exports::{CellRole, NumberFormat, Sheet, SheetCell, Workbook, xlsx};

use crate::home::Home;

const DAY: &str = "2025-04-30";

/// Last day, kind of report, day of its announcement, hundredths of the year that it covers.
const REPORTS: &[(&str, &str, &str, i64)] = &[
    ("2020-12-31", "年报", "2021-03-31", 100),
    ("2021-12-31", "年报", "2022-03-31", 100),
    ("2022-12-31", "年报", "2023-03-31", 100),
    ("2023-12-31", "年报", "2024-04-03", 100),
    ("2024-03-31", "一季报", "2024-04-27", 25),
    ("2024-06-30", "半年报", "2024-08-09", 50),
    ("2024-09-30", "三季报", "2024-10-26", 75),
    ("2024-12-31", "业绩预告", "2025-01-03", 100),
    ("2024-12-31", "业绩快报", "2025-02-15", 100),
    ("2024-12-31", "年报", "2025-04-03", 100),
];

/// The item as a vendor's sheet has it and as a plain table has it; yuan of 2020; percent a year.
type Item = (&'static str, &'static str, i64, i64);

const INCOME: &[Item] = &[
    ("一、营业总收入", "营业总收入", 98_000_000_000, 15),
    ("减：营业成本", "营业成本", 8_000_000_000, 15),
    (
        "三、营业利润（亏损以“－”号填列）",
        "营业利润",
        66_000_000_000,
        15,
    ),
    ("四、利润总额", "利润总额", 66_000_000_000, 15),
    ("减：所得税费用", "所得税费用", 16_600_000_000, 15),
    (
        "五、净利润（净亏损以“－”号填列）",
        "净利润",
        49_400_000_000,
        15,
    ),
    (
        "1.归属于母公司股东的净利润",
        "归属于母公司股东的净利润",
        46_600_000_000,
        15,
    ),
    (
        "扣除非经常性损益后的净利润",
        "扣非净利润",
        47_000_000_000,
        15,
    ),
];

const BALANCE: &[Item] = &[
    ("货币资金", "货币资金", 36_000_000_000, 10),
    ("流动资产合计", "流动资产合计", 185_000_000_000, 10),
    ("资产总计", "资产总计", 213_000_000_000, 10),
    ("流动负债合计", "流动负债合计", 45_000_000_000, 10),
    ("负债合计", "负债合计", 45_600_000_000, 10),
    (
        "归属于母公司所有者权益合计",
        "归属于母公司股东权益合计",
        161_000_000_000,
        10,
    ),
    ("少数股东权益", "少数股东权益", 6_400_000_000, 10),
    ("总股本（亿股）", "总股本", 1_256_000_000, 0),
];

const CASH: &[Item] = &[
    (
        "经营活动产生的现金流量净额",
        "经营活动产生的现金流量净额",
        51_000_000_000,
        14,
    ),
    (
        "购建固定资产、无形资产和其他长期资产支付的现金",
        "购建固定资产、无形资产和其他长期资产支付的现金",
        2_000_000_000,
        10,
    ),
];

const WAN: i64 = 10_000;
const YI: i64 = 100_000_000;

/// What a report states of an item, in yuan; a forecast states a range of the net income alone.
fn amount(item: &Item, report: &(&str, &str, &str, i64), is_flow: bool) -> Option<i64> {
    let (end, kind, _, covered) = report;
    if *kind == "业绩预告" || (*kind == "业绩快报" && !item.1.contains("总")) {
        return None;
    }
    let year: i64 = end[..4].parse().unwrap();
    let mut value = item.2;
    for _ in 2020..year {
        value += value / 100 * item.3;
    }
    // the flash report was a little off
    let value = if *kind == "业绩快报" {
        value / 100 * 99
    } else {
        value
    };
    Some(if is_flow {
        value / 100 * covered
    } else {
        value
    })
}

fn text(text: impl Into<String>) -> SheetCell {
    SheetCell::Text {
        text: text.into(),
        role: CellRole::Plain,
        note: None,
    }
}

fn value(yuan: i64, unit: i64) -> SheetCell {
    SheetCell::Value {
        value: Decimal::from(yuan) / Decimal::from(unit),
        format: NumberFormat::Number(2),
        role: CellRole::Plain,
        note: None,
    }
}

fn sheet(name: &str, rows: Vec<Vec<SheetCell>>) -> Sheet {
    Sheet {
        name: name.to_owned(),
        widths: Vec::new(),
        frozen: (0, 0),
        rows,
    }
}

fn line(label: &str, cells: impl Iterator<Item = String>) -> Vec<SheetCell> {
    std::iter::once(text(label))
        .chain(cells.map(text))
        .collect()
}

/// Reports as columns, the newest first, under a title and the unit.
fn across(
    title: &str,
    unit: (&str, i64),
    items: &[Item],
    is_flow: bool,
    has_days: bool,
) -> Vec<Vec<SheetCell>> {
    let reports = || REPORTS.iter().rev();
    let mut rows = vec![vec![text(title)], vec![text(format!("单位：{}", unit.0))]];
    if has_days {
        rows.push(line("报告期", reports().map(|one| one.0.to_owned())));
        rows.push(line("公告日期", reports().map(|one| one.2.to_owned())));
        rows.push(line("报告类型", reports().map(|one| one.1.to_owned())));
    } else {
        // one column a period, named as the report is called, and no word about announcements
        rows.push(line("报告期", formal().map(|one| called(one.0, one.1))));
    }
    for item in items {
        let mut row = vec![text(item.0)];
        let stated: Vec<&(&str, &str, &str, i64)> = if has_days {
            reports().collect()
        } else {
            formal().collect()
        };
        for report in stated {
            let is_income = item.1 == "归属于母公司股东的净利润";
            row.push(match amount(item, report, is_flow) {
                Some(yuan) => value(yuan, unit.1),
                None if is_income && report.1 == "业绩预告" => text("8500000~8600000"),
                None => text("--"),
            });
        }
        rows.push(row);
    }
    rows
}

/// Reports of a period that came last, the newest period first.
fn formal() -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str, i64)> {
    let is_formal = |kind: &str| !kind.starts_with("业绩");
    REPORTS.iter().rev().filter(move |one| is_formal(one.1))
}

fn called(end: &str, kind: &str) -> String {
    format!("{}{kind}", &end[..4])
}

fn workbook() -> Vec<u8> {
    let cover = vec![
        vec![text("公司名称"), text("贵州茅台")],
        vec![text("证券代码"), text("600519")],
    ];
    let quarters = single_quarters();
    let of_parent = across(
        "贵州茅台（600519）母公司利润表",
        ("万元", WAN),
        &[("一、营业总收入", "营业总收入", 30_000_000_000, 5)],
        true,
        true,
    );
    let income = across(
        "贵州茅台（600519）合并利润表",
        ("万元", WAN),
        INCOME,
        true,
        true,
    );
    let balance = across(
        "贵州茅台（600519）合并资产负债表",
        ("亿元", YI),
        BALANCE,
        false,
        false,
    );
    let cash = across(
        "贵州茅台（600519）合并现金流量表",
        ("人民币元", 1),
        CASH,
        true,
        true,
    );
    let workbook = Workbook {
        title: "贵州茅台 财务报表".to_owned(),
        language: Language::Zh,
        sheets: vec![
            sheet("封面", cover),
            sheet("合并利润表", income),
            sheet("单季利润表", quarters),
            sheet("母公司利润表", of_parent),
            sheet("合并资产负债表", balance),
            sheet("合并现金流量表", cash),
        ],
        names: Vec::new(),
    };
    xlsx(&workbook).unwrap()
}

/// The second quarter of 2024 alone, which is the half-year less the first quarter.
fn single_quarters() -> Vec<Vec<SheetCell>> {
    let half = amount(&INCOME[0], &REPORTS[5], true).unwrap();
    let first = amount(&INCOME[0], &REPORTS[4], true).unwrap();
    vec![
        vec![text("贵州茅台（600519）合并利润表（单季）")],
        vec![text("单位：万元")],
        line("报告期", ["2024-06-30".to_owned()].into_iter()),
        line("公告日期", ["2024-08-09".to_owned()].into_iter()),
        vec![text("一、营业总收入"), value(half - first, WAN)],
    ]
}

/// The consolidated statements as one plain table, a row a report.
fn csv() -> String {
    let items: Vec<(&Item, bool)> = INCOME
        .iter()
        .chain(CASH)
        .map(|item| (item, true))
        .chain(BALANCE.iter().map(|item| (item, false)))
        .collect();
    let names: Vec<&str> = items.iter().map(|(item, _)| item.1).collect();
    let mut table = format!(
        "单位：元\n报告期,公告日期,报告类型,报表类型,{}\n",
        names.join(",")
    );
    for report in REPORTS {
        let cells = items.iter().map(|(item, is_flow)| {
            // a balance sheet comes with the report, and with nothing before it
            let is_early = report.1.starts_with("业绩") && !is_flow;
            let stated = amount(item, report, *is_flow).filter(|_| !is_early);
            match stated {
                Some(yuan) => yuan.to_string(),
                None if item.1 == "归属于母公司股东的净利润" && report.1 == "业绩预告" => {
                    "85000000000~86000000000".to_owned()
                }
                None => "--".to_owned(),
            }
        });
        let cells: Vec<String> = cells.collect();
        let (end, kind, day, _) = report;
        table.push_str(&format!(
            "{end},{day},{kind},合并期末,{}\n",
            cells.join(",")
        ));
    }
    table
}

fn home(name: &str, bytes: &[u8]) -> Home {
    let home = Home::empty();
    let prices = home.write(
        "600519_价格.csv",
        "日期,收盘价,currency\n2025-04-25,1550.00,CNY\n",
    );
    let file = home.write(name, bytes);
    home.must(&[
        "ingest",
        &file.display().to_string(),
        &prices.display().to_string(),
    ]);
    home
}

/// Metric, basis and last day to value.
fn points(home: &Home, day: &str) -> BTreeMap<(String, String, String), String> {
    let package = home.json(&["data", "贵州茅台", "--as-of", day, "--json"]);
    let points = package["data_points"].as_array().unwrap();
    let field = |point: &serde_json::Value, name: &str| point[name].as_str().unwrap().to_owned();
    points
        .iter()
        .map(|point| {
            let basis = point["period"]["basis"].as_str().unwrap().to_owned();
            let metric = field(point, "canonical_metric");
            let key = (metric, basis, field(point, "as_of_date"));
            (key, point["value"].to_string())
        })
        .collect()
}

#[test]
fn a_workbook_gives_the_figures_that_a_table_gives() {
    let from_workbook = home("600519_贵州茅台_财务报表.xlsx", &workbook());
    let from_table = home("600519_贵州茅台_财务报表.csv", csv().as_bytes());
    // before the forecast, after it, after the flash report, after the annual report
    for day in ["2024-12-01", "2025-01-10", "2025-03-01", DAY] {
        let expected = points(&from_table, day);
        let found = points(&from_workbook, day);
        assert!(expected.len() > 20, "{day}: {expected:?}");
        let differ = |key: &&(String, String, String)| found.get(*key) != expected.get(*key);
        let keys = expected.keys().chain(found.keys());
        let differing: Vec<_> = keys.filter(differ).collect();
        assert!(differing.is_empty(), "{day}: {differing:?}");
    }
    let revenue = ["data", "600519", "revenue", "--as-of", DAY, "--basis", "Q"];
    let quarters = from_workbook.must(&revenue).stdout;
    assert!(quarters.contains("2024-06-30"), "{quarters}");
    let newest = ["data", "600519", "--as-of", DAY, "--basis", "Q"];
    let newest = from_workbook.must(&newest).stdout;
    assert!(newest.contains("FY2024 Q4"), "{newest}");
    let checks = from_workbook.must(&["data", "贵州茅台", "--checks"]);
    assert!(checks.stderr.contains(" 0 failed"), "{checks:?}");

    for home in [&from_workbook, &from_table] {
        let ran = home.assay(&["research", "贵州茅台", "--offline", "-y", "--as-of", DAY]);
        assert_eq!(ran.code, Some(4), "{ran:?}");
        for expected in ["观察名单", "归属于母公司股东的净利润", "rf"] {
            assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
        }
        home.must(&["audit", home.newest().as_str()]);
    }
}

/// A sheet that cannot be read is told; the others are read.
#[test]
fn a_sheet_without_a_unit_is_told_beside_those_that_are_read() {
    let income = across("合并利润表", ("万元", WAN), INCOME, true, true);
    let mut balance = across("合并资产负债表", ("亿元", YI), BALANCE, false, true);
    balance.remove(1);
    let workbook = Workbook {
        title: "财务报表".to_owned(),
        language: Language::Zh,
        sheets: vec![
            sheet("合并利润表", income),
            sheet("合并资产负债表", balance),
        ],
        names: Vec::new(),
    };
    let home = home("600519_贵州茅台_财务报表.xlsx", &xlsx(&workbook).unwrap());
    let shown = home.must(&["data", "贵州茅台", "revenue", "--as-of", DAY]);
    assert!(shown.stdout.contains("2024-12-31"), "{shown:?}");
    let ran = home.assay(&["research", "贵州茅台", "--offline", "-y", "--as-of", DAY]);
    assert_eq!(ran.code, Some(5), "{ran:?}");
    for expected in ["合并资产负债表", "Q-003"] {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
    // a question without blanks is no name
    let question = "贵州茅台的应收账款周转如何？";
    home.assay(&["research", question, "--offline", "-y", "--as-of", DAY]);
    let shown = home.assay(&["show"]).stdout;
    assert!(shown.contains(question), "{shown}");
}
