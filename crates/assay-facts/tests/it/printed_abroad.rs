//! Statements of invented companies outside of the United States, as their reports print them.

use assay_domain::Date;
use assay_facts::{PrintedFiling, facts_in_statements, names_years_by_start};

fn filing(form: &'static str, end: (i16, i8, i8)) -> PrintedFiling<'static> {
    PrintedFiling {
        entity: "Skarvik",
        form,
        period_end: Some(Date::constant(end.0, end.1, end.2)),
    }
}

/// Name, last day, value and unit of each fact.
fn read(text: &str, filing: &PrintedFiling<'_>) -> Vec<String> {
    let facts = facts_in_statements(text, filing);
    let shown = facts.iter().map(|fact| {
        let name = fact.concept.trim_start_matches("stated:");
        format!("{name} {} {} {}", fact.end, fact.value, fact.unit)
    });
    shown.collect()
}

fn has(found: &[String], wanted: &[&str]) {
    for wanted in wanted {
        assert!(
            found.iter().any(|fact| fact == wanted),
            "{wanted} is not in\n{}",
            found.join("\n")
        );
    }
}

#[test]
fn a_british_profit_and_loss_account_is_read() {
    let text = "## Consolidated profit and loss account\n\nfor the year ended 30 April 2031\n\n\
        | | Note | 2031 £'000 | 2030 £'000 |\n| --- | --- | --- | --- |\n| **Turnover** | 2 | **41,200** | **38,900** |\n\
        | Cost of sales |  | (25,100) | (24,000) |\n| Administrative expenses | 11 | (9,800) | (9,200) |\n\
        | Operating profit | 3 | 6,300 | 5,700 |\n| Profit on ordinary activities before taxation |  | 6,000 | 5,400 |\n| Taxation | 6 | (1,400) | (1,300) |\n| Profit for the financial year |  | 4,600 | 4,100 |\n\
        | Basic earnings per share (pence) | 8 | 31.5 | 28.1 |\n\n## Company balance sheet\n\n| £'000 | 2031 | 2030 |\n| --- | --- | --- |\n\
        | Stocks | 7 | 6 |\n| Trade debtors | 5 | 4 |\n| Cash at bank and in hand | 3 | 2 |\n| Total assets | 15 | 12 |\n";
    let found = read(text, &filing("Annual report", (2031, 4, 30)));
    has(
        &found,
        &[
            "revenue 2031-04-30 41200000 GBP",
            "revenue 2030-04-30 38900000 GBP",
            "operating_income 2031-04-30 6300000 GBP",
            "income_tax 2031-04-30 1400000 GBP",
            "net_income 2031-04-30 4600000 GBP",
            "eps_basic 2031-04-30 0.315 GBP/shares",
        ],
    );
    // the parent's own balance sheet is not the group's, and a note's number is no amount
    assert!(!found.iter().any(|fact| fact.starts_with("inventory")));
    assert!(!found.iter().any(|fact| fact.contains(" 11000 ")));
}

#[test]
fn debtors_are_no_debts() {
    let text = "## Group balance sheet\n\n| (£m) | 31 March 2031 | 31 March 2030 |\n| --- | --- | --- |\n| Trade and other debtors | 110 | 90 |\n\
        | Creditors: amounts falling due within one year |  |  |\n| Bank overdrafts | 12 | 9 |\n\
        | Creditors: amounts falling due after more than one year |  |  |\n| Bank loans | 70 | 75 |\n";
    let found = read(text, &filing("Annual report", (2031, 3, 31)));
    has(
        &found,
        &[
            "short_term_debt 2031-03-31 12000000 GBP",
            "long_term_debt 2031-03-31 70000000 GBP",
            "receivables 2031-03-31 110000000 GBP",
        ],
    );
}

#[test]
fn units_signs_and_days_are_read_as_each_country_writes_them() {
    type Case = (
        &'static str,
        &'static str,
        (i16, i8, i8),
        &'static [&'static str],
    );
    let cases: [Case; 4] = [
        (
            "Switzerland",
            "## Consolidated balance sheet\n\nin CHF million\n\n| | 31.12.2031 | 31.12.2030 |\n| --- | --- | --- |\n| Inventories | 1’204.5 | 998.0 |\n\
             | Goodwill | 10.0 | 10.0 |\n| Cash and cash equivalents | 80.0 | 70.0 |\n| Total assets | 2’000.0 | 1’900.0 |\n",
            (2031, 12, 31),
            &["inventory 2031-12-31 1204500000 CHF"],
        ),
        (
            "India",
            "## Consolidated Cash Flow Statement\n\nfor the year ended 31st March, 2031 (₹ in crore)\n\n| | 2030-31 | 2029-30 |\n| --- | --- | --- |\n\
             | Profit before tax | 50.00 | 40.00 |\n| Net cash generated from operating activities | 61.25 | 44.10 |\n\
             | Purchase of property, plant and equipment | (20.50) | (18.00) |\n| Dividend paid | (5.00) | (4.00) |\n",
            (2031, 3, 31),
            &[
                "ocf 2031-03-31 612500000 INR",
                "ocf 2030-03-31 441000000 INR",
                "capex 2031-03-31 205000000 INR",
            ],
        ),
        (
            "Japan",
            "Amounts are in millions of yen.\n\n## Consolidated Statement of Cash Flows\n\n(Millions of yen)\n\n| | FY2029 | FY2030 |\n| --- | --- | --- |\n\
             | Profit before income taxes | 900 | 1,000 |\n| Net cash provided by operating activities | 800 | 950 |\n\
             | Purchase of property, plant and equipment | △400 | △520 |\n| Net cash used in investing activities | △410 | △530 |\n",
            (2031, 3, 31),
            &[
                "ocf 2031-03-31 950000000 JPY",
                "ocf 2030-03-31 800000000 JPY",
                "investing_cash_flow 2031-03-31 -530000000 JPY",
            ],
        ),
        (
            "Australia",
            "All amounts are in Australian dollars.\n\n## Consolidated income statement\n\nFor the year ended 30 June 2031, $'000\n\n| | 2031 | 2030 |\n\
             | --- | --- | --- |\n| Revenue from contracts with customers | 5,200 | 4,900 |\n| Cost of goods sold | (3,000) | (2,900) |\n\
             | Results from operating activities | 900 | 800 |\n| Profit after income tax | 600 | 500 |\n",
            (2031, 6, 30),
            &[
                "revenue 2031-06-30 5200000 AUD",
                "operating_income 2031-06-30 900000 AUD",
            ],
        ),
    ];
    for (country, text, end, wanted) in cases {
        let found = read(text, &filing("Annual report", end));
        assert!(!found.is_empty(), "{country}");
        has(&found, wanted);
    }
}

#[test]
fn a_bare_sign_without_a_country_is_told_of_none() {
    let text = "## Income statement\n\n(¥ million)\n\n| | 2031 | 2030 |\n| --- | --- | --- |\n| Net sales | 5 | 4 |\n| Cost of sales | 3 | 2 |\n\
        | Operating profit | 1 | 1 |\n| Net profit | 1 | 1 |\n";
    assert!(read(text, &filing("Annual report", (2031, 12, 31))).is_empty());
}

#[test]
fn chinese_statements_are_read_by_the_names_of_their_standards() {
    let mainland = "### 合并利润表\n\n2031年度　单位：万元\n\n| 项目 | 2031年度 | 2030年度 |\n| --- | --- | --- |\n| 一、营业总收入 | 9,100.50 | 8,000.00 |\n\
        | 其中：营业成本 | 5,000.00 | 4,500.00 |\n| 三、营业利润 | 1,200.00 | 1,000.00 |\n| 五、净利润 | 900.00 | 800.00 |\n\
        | 归属于母公司股东的净利润 | 850.00 | 760.00 |\n\n### 母公司资产负债表\n\n单位：万元\n\n| 项目 | 2031年12月31日 |\n| --- | --- |\n| 存货 | 5.00 |\n\
        | 货币资金 | 3.00 |\n| 商誉 | 1.00 |\n| 资产总计 | 9.00 |\n";
    let found = read(mainland, &filing("年报", (2031, 12, 31)));
    has(
        &found,
        &[
            "revenue 2031-12-31 91005000 CNY",
            "operating_income 2031-12-31 12000000 CNY",
            "net_income 2031-12-31 8500000 CNY",
            "net_income_incl_nci 2031-12-31 9000000 CNY",
        ],
    );
    assert!(!found.iter().any(|fact| fact.starts_with("inventory")));
    let hong_kong = "### 綜合財務狀況表\n\n於12月31日，人民币百万元\n\n| | 2031年 | 2030年 |\n| --- | --- | --- |\n| 存貨 | 57 | 50 |\n| 流動資產總值 | 400 | 380 |\n\
        | 資產總值 | 900 | 850 |\n| 權益總額 | 500 | 480 |\n";
    let found = read(hong_kong, &filing("年报", (2031, 12, 31)));
    has(
        &found,
        &[
            "current_assets 2031-12-31 400000000 CNY",
            "total_assets 2030-12-31 850000000 CNY",
            "equity_incl_nci 2031-12-31 500000000 CNY",
        ],
    );
}

#[test]
fn a_year_is_called_as_the_report_calls_it() {
    for (text, by_start) in [
        (
            "Net sales in FY2030 (year ended March 31, 2031) rose.",
            true,
        ),
        (
            "Fiscal 2030, which ended on February 1, 2031, had 52 weeks.",
            true,
        ),
        ("Fiscal 2031 ended on January 26, 2031.", false),
        (
            "The year ended 30 June 2031 (FY2031) was a good one.",
            false,
        ),
        ("Sales rose in 2031.", false),
    ] {
        assert_eq!(names_years_by_start(text), by_start, "{text}");
    }
}

#[test]
fn a_head_with_the_days_of_several_columns_is_of_none() {
    let text = |head: &str| {
        format!(
            "## Consolidated balance sheet\n\nin EUR million\n\n| | {head} | 30 June 2030 |\n| --- | --- | --- |\n\
             | Inventories | 12 | 10 |\n| Goodwill | 9 | 9 |\n| Cash and cash equivalents | 7 | 6 |\n| Total assets | 40 | 38 |\n"
        )
    };
    let read = |head: &str| read(&text(head), &filing("Annual report", (2031, 6, 30)));
    has(
        &read("30 June 2031"),
        &["inventory 2031-06-30 12000000 EUR"],
    );
    for head in ["30 June 2031 29 June 2032", "2031-06-30 2029-06-30"] {
        let found = read(head);
        has(&found, &["inventory 2030-06-30 10000000 EUR"]);
        assert!(
            !found.iter().any(|fact| fact.contains(" 12000000 ")),
            "{head}"
        );
    }
}

#[test]
fn the_main_figures_of_a_short_form_are_figures() {
    let filing = PrintedFiling {
        entity: "南屿船舶股份有限公司",
        form: "年报",
        period_end: Some(assay_domain::Date::constant(2031, 12, 31)),
    };
    let main = "## 二、主要会计数据和财务指标\n\n单位：万元 币种：人民币\n\n\
        | 项目 | 2031年 | 2030年 | 本年比上年增减(%) |\n| --- | --- | --- | --- |\n\
        | 营业收入 | 71,204.50 | 64,110.20 | 11.07 |\n| 归属于上市公司股东的净利润 | 6,120.40 | 7,015.90 | -12.76 |\n\
        | 总资产 | 150,330.00 | 141,020.10 | 6.60 |\n";
    let quarters = "## 三、分季度的主要会计数据\n\n单位：万元\n\n| 项目 | 第一季度 | 第二季度 |\n| --- | --- | --- |\n| 营业收入 | 15,000.00 | 16,000.00 |\n";
    let found = read(&format!("{main}\n{quarters}"), &filing);
    has(&found, &["revenue 2031-12-31 712045000 CNY"]);
    has(&found, &["revenue 2030-12-31 641102000 CNY"]);
    assert_eq!(
        found.iter().filter(|fact| fact.contains("revenue")).count(),
        2
    );
    // beside a statement they must agree with it, as every summary must
    let statement = "## 合并利润表\n\n2031年1-12月\n\n单位：万元\n\n| 项目 | 2031年度 | 2030年度 |\n| --- | --- | --- |\n\
        | 一、营业总收入 | 70,000.00 | 64,110.20 |\n| 营业收入 | 70,000.00 | 64,110.20 |\n| 营业成本 | 50,000.00 | 49,000.00 |\n| 净利润 | 6,000.00 | 7,000.00 |\n";
    let found = read(&format!("{main}\n{statement}"), &filing);
    has(&found, &["revenue 2031-12-31 700000000 CNY"]);
}
