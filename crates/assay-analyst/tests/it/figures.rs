use assay_analyst::{Basis, Bound, Figure, Unit, figures};

fn unit(figure: &Figure) -> String {
    match &figure.unit {
        Unit::Currency(code) => (*code).to_owned(),
        Unit::Percent => "%".to_owned(),
        Unit::PercentagePoint => "pp".to_owned(),
        Unit::BasisPoint => "bps".to_owned(),
        Unit::Multiple => "x".to_owned(),
        Unit::Count(noun) => noun.clone(),
        Unit::Bare => "-".to_owned(),
    }
}

/// `entity metric[change] {qualifiers} value e+scale unit @period bound basis`, what is usual left out.
fn shown(figure: &Figure) -> String {
    let subject = &figure.subject;
    let mut parts: Vec<String> = Vec::new();
    parts.extend(subject.entity.clone());
    let metric = subject.metric.map_or("?", |metric| metric.id.as_str());
    let change = if subject.is_change { "~" } else { "" };
    parts.push(format!("{metric}{change}"));
    if subject.metric.is_some() && !subject.qualifiers.is_empty() {
        let words: Vec<&str> = subject.qualifiers.iter().map(String::as_str).collect();
        parts.push(format!("{{{}}}", words.join(",")));
    }
    let exponent = figure.scale.exponent;
    let scale = if exponent > 0 {
        format!("e{exponent}")
    } else {
        String::new()
    };
    parts.push(format!("{}{scale} {}", figure.value, unit(figure)));
    parts.extend(figure.period.map(|period| format!("@{period}")));
    match figure.bound {
        Bound::Exact => {}
        other => parts.push(format!("{other:?}").to_lowercase()),
    }
    if figure.basis == Basis::Forecast {
        parts.push("forecast".to_owned());
    }
    parts.join(" ")
}

const ENGLISH: &[(&str, &[&str])] = &[
    (
        "Revenue was $4.61 billion in FY2024.",
        &["revenue 4.61e9 USD @FY2024"],
    ),
    (
        "Revenue rose 12.4 % to $4.61 billion in FY2024 from $4.10 billion in FY2023.",
        &[
            "revenue~ 12.4 % @FY2024",
            "revenue 4.61e9 USD @FY2024",
            "revenue 4.10e9 USD @FY2023",
        ],
    ),
    (
        "In FY2024, revenue rose 12.4% to $4.61 billion from $4.10 billion in FY2023.",
        &[
            "revenue~ 12.4 % @FY2024",
            "revenue 4.61e9 USD @FY2024",
            "revenue 4.10e9 USD @FY2023",
        ],
    ),
    (
        "Revenue was $4.61 billion (FY2023: $4.10 billion).",
        &["revenue 4.61e9 USD", "revenue 4.10e9 USD @FY2023"],
    ),
    (
        "Revenue was $4.61 billion in FY2024, up from $4.10 billion a year earlier.",
        &["revenue 4.61e9 USD @FY2024", "revenue 4.10e9 USD @FY2023"],
    ),
    (
        "Gross margin was 43.4 % in FY2024, compared with 42.2 % in FY2023 and 41.2 % in FY2022.",
        &[
            "gross_margin 43.4 % @FY2024",
            "gross_margin 42.2 % @FY2023",
            "gross_margin 41.2 % @FY2022",
        ],
    ),
    (
        "Gross margin widened by 1.2 percentage points in FY2024.",
        &["gross_margin~ 1.2 pp @FY2024"],
    ),
    (
        "Operating margin fell 40 basis points in Q3 2024.",
        &["operating_margin~ -40 bps @Q3 2024"],
    ),
    (
        "Net income fell 3.5 % in the third quarter of 2024.",
        &["net_income~ -3.5 % @Q3 2024"],
    ),
    (
        "Net loss widened; net income was $(12.5) million in FY2021.",
        &["net_income -12.5e6 USD @FY2021"],
    ),
    (
        "Net income was -$12.5 million in FY2021.",
        &["net_income -12.5e6 USD @FY2021"],
    ),
    (
        "Net income was €88.2m in H1 2024.",
        &["net_income 88.2e6 EUR @H1 2024"],
    ),
    (
        "Net income for the first half of 2024 was £88.2 million.",
        &["net_income 88.2e6 GBP @H1 2024"],
    ),
    (
        "Free cash flow reached USD 516 million in 2024.",
        &["free_cash_flow 516e6 USD @2024"],
    ),
    (
        "Velmora's revenue was $4.61 billion in FY2024.",
        &["Velmora revenue 4.61e9 USD @FY2024"],
    ),
    (
        "Velmora Sensing reported revenue of $4.61 billion for FY2024.",
        &["Velmora Sensing revenue 4.61e9 USD @FY2024"],
    ),
    (
        "Velmora held an 18 % share of the global market for pressure sensors in 2024.",
        &["Velmora market_share {global,pressure,sensor} 18 % @2024"],
    ),
    (
        "Velmora's share of the global pressure-sensor market was 21 % in 2024.",
        &["Velmora market_share {global,pressure,sensor} 21 % @2024"],
    ),
    (
        "Vision & Motion revenue was $1,480 million in FY2024.",
        &["revenue {motion,vision} 1480e6 USD @FY2024"],
    ),
    (
        "Revenue from Vision & Motion was $1,480 million in FY2024.",
        &["revenue {motion,vision} 1480e6 USD @FY2024"],
    ),
    (
        "Revenue was $4.61 billion in FY2024, including $1.48 billion from Vision & Motion.",
        &[
            "revenue 4.61e9 USD @FY2024",
            "revenue {including,motion,vision} 1.48e9 USD @FY2024",
        ],
    ),
    (
        "Organic revenue growth was 8 % in FY2024.",
        &["revenue~ {organic} 8 % @FY2024"],
    ),
    (
        "Adjusted EBITDA was $940 million in FY2024.",
        &["ebitda {adjusted} 940e6 USD @FY2024"],
    ),
    (
        "For FY2025 we expect revenue of $5.0 billion to $5.2 billion.",
        &[
            "revenue 5.0e9 USD @FY2025 low forecast",
            "revenue 5.2e9 USD @FY2025 high forecast",
        ],
    ),
    (
        "The company guided to revenue of $5.0–5.2 billion in FY2025.",
        &[
            "revenue 5.0e9 USD @FY2025 low forecast",
            "revenue 5.2e9 USD @FY2025 high forecast",
        ],
    ),
    (
        "Management expects an operating margin between 16 and 17 % in FY2025.",
        &[
            "operating_margin 16 % @FY2025 low forecast",
            "operating_margin 17 % @FY2025 high forecast",
        ],
    ),
    (
        "Capital expenditure was about $250 million in FY2024.",
        &["capital_expenditure 250e6 USD @FY2024 approximate"],
    ),
    (
        "Nearly $250 million of capital expenditure was spent in FY2024.",
        &["capital_expenditure 250e6 USD @FY2024 approximate"],
    ),
    (
        "Net debt was $905 million at 31 December 2024.",
        &["net_debt 905e6 USD @2024-12-31"],
    ),
    (
        "Revenue for the year ended 31 December 2024 was $4,610 million.",
        &["revenue 4610e6 USD @FY2024"],
    ),
    (
        "Revenue for the nine months of 2024 was $3,364 million.",
        &["revenue 3364e6 USD @9M 2024"],
    ),
    (
        "Velmora trades at an EV/EBITDA of 13.2x.",
        &["Velmora ev_ebitda 13.2 x"],
    ),
    (
        "Headcount was 12,400 at the end of 2024.",
        &["employees 12400 - @2024"],
    ),
    (
        "The five largest customers accounted for 27 % of revenue in FY2024.",
        &["? 27 % @FY2024"],
    ),
    ("The form 10-K covers the LX-400 and the VX3 camera.", &[]),
    ("On 20 February 2025 the board met.", &[]),
    (
        "Inflation was 2.3 percent in March 2025.",
        &["inflation 2.3 % @2025-03"],
    ),
    (
        "The policy rate stands at 4.25 per cent.",
        &["policy_rate 4.25 %"],
    ),
    (
        "Earnings per share were $2.74 in FY2024.",
        &["earnings_per_share 2.74 USD @FY2024"],
    ),
    (
        "Orders were $1,310 million in Q4 2024, and the order backlog stood at $2,240 million.",
        &["orders 1310e6 USD @Q4 2024", "backlog 2240e6 USD @Q4 2024"],
    ),
    (
        "Operating cash flow for FY2023 was restated to $640 million from $668 million.",
        &[
            "operating_cash_flow 640e6 USD @FY2023",
            "operating_cash_flow 668e6 USD",
        ],
    ),
    (
        "Revenue was $4.61 billion and operating income $730 million in FY2024.",
        &[
            "revenue 4.61e9 USD @FY2024",
            "operating_income 730e6 USD @FY2024",
        ],
    ),
    (
        "Gross margin rose to 43.4 % in FY2024.",
        &["gross_margin 43.4 % @FY2024"],
    ),
    ("The plant employs 2,300 people.", &["? 2300 people"]),
    (
        "Revenue grew 9.2% year on year in 2024.",
        &["revenue~ 9.2 % @2024"],
    ),
    (
        "Real GDP growth was 2.8 % in 2024.",
        &["gdp_growth 2.8 % @2024"],
    ),
];

/// Sentences as annual accounts write them: lists, stretches of months, and measures that only look
/// like one of the lexicon.
const ACCOUNTS: &[(&str, &[&str])] = &[
    (
        "Capital expenditures, which were $3.34 billion and $2.90 billion for the years ended December 31, 2024 and 2023, respectively, went into plants.",
        &[
            "capital_expenditure 3.34e9 USD @FY2024",
            "capital_expenditure 2.90e9 USD @FY2023",
        ],
    ),
    (
        "Net income for fiscal years 2025, 2024, and 2023 was $732 million, $457 million, and $377 million, respectively.",
        &[
            "net_income 732e6 USD @FY2025",
            "net_income 457e6 USD @FY2024",
            "net_income 377e6 USD @FY2023",
        ],
    ),
    (
        "Revenue for the three and six months ended June 30, 2025 was $891 million and $1.84 billion, respectively.",
        &[
            "revenue 891e6 USD @3 months to 2025-06",
            "revenue 1.84e9 USD @6 months to 2025-06",
        ],
    ),
    (
        "Revenue and net income were $891 million and $84 million, respectively, in FY2024.",
        &["? 891e6 USD", "? 84e6 USD"],
    ),
    (
        "Revenue was $9 million, $8 million and $7 million in 2024 and 2023, respectively.",
        &["? 9e6 USD", "? 8e6 USD", "? 7e6 USD"],
    ),
    (
        "Gross margin decreased from 18.2% to 16.9% in the year ended December 31, 2024 as compared to the year ended December 31, 2023.",
        &["gross_margin 18.2 %", "gross_margin 16.9 % @FY2024"],
    ),
    (
        "Depreciation included in cost of revenues for the lighting segment was $91 million in FY2024.",
        &["? 91e6 USD @FY2024"],
    ),
    (
        "Revenue rose in FY2024 while depreciation was $91 million.",
        &["? 91e6 USD @FY2024"],
    ),
    (
        "Deferred revenue was $12 million and the percentage of revenue from services was 8 % in FY2024.",
        &["? 12e6 USD @FY2024", "? 8 % @FY2024"],
    ),
    (
        "Net income per share was $2.10 in FY2024.",
        &["? 2.10 USD @FY2024"],
    ),
    (
        "Revenue for the year ended September 28, 2024 was $391 million.",
        &["revenue 391e6 USD @FY2024"],
    ),
    (
        "公司2023年和2024年营业收入分别为41.0亿元和46.1亿元。",
        &["revenue 41.0e8 CNY @2023", "revenue 46.1e8 CNY @2024"],
    ),
    (
        "2024年营业收入和净利润分别为46.1亿元和5.5亿元。",
        &["? 46.1e8 CNY", "? 5.5e8 CNY"],
    ),
    (
        "截至2025年6月30日止六个月营业收入为20.1亿元。",
        &["revenue 20.1e8 CNY @6 months to 2025-06"],
    ),
];

/// Tables of annual accounts: headers of several rows, parts with a heading of their own, units in the
/// caption.
const STATEMENTS: &[(&str, &[&str])] = &[
    (
        "Results (dollars in millions):\n\n|  | Year Ended December 31, | 2024 vs. 2023 Change |\n|  | 2024 | 2023 | $ | % |\n| --- | --- | --- | --- | --- |\n| Total revenues | $9,769 | 9,677 | $92 | 1% |",
        &[
            "revenue 9769e6 USD @FY2024",
            "revenue 9677e6 USD @FY2023",
            "? 92e6 USD",
            "? 1 %",
        ],
    ),
    (
        "|  | Three Months Ended June 30, | Six Months Ended June 30, |\n| (Dollars in millions) | 2025 | 2024 | 2025 | 2024 |\n| --- | --- | --- | --- | --- |\n| Gross profit | 19 | 22 | (36) | 42 |",
        &[
            "gross_profit 19e6 USD @3 months to 2025-06",
            "gross_profit 22e6 USD @3 months to 2024-06",
            "gross_profit -36e6 USD @6 months to 2025-06",
            "gross_profit 42e6 USD @6 months to 2024-06",
        ],
    ),
    (
        "|  | Years ended |\n|  | Jan 26, 2025 | Jan 28, 2024 |\n|  | (In millions) |\n| --- | --- | --- |\n| Net sales | $130 | $60 |\n| Gross margin | 9,700 | 4,400 |\n| Inventories | 5 | 4 |",
        &[
            "revenue 130e6 USD @FY2025",
            "revenue 60e6 USD @FY2024",
            "gross_profit 9700e6 USD @FY2025",
            "gross_profit 4400e6 USD @FY2024",
            "? 5e6 USD @FY2025",
            "? 4e6 USD @FY2024",
        ],
    ),
    (
        "In millions:\n\n|  | FY2024 |\n| --- | --- |\n| Revenues |\n| Lamps | $72 |\n| Total revenues | 97 |\n| Cost of revenues |\n| Lamp sales | 61 |\n| Total cost of revenues | 80 |\n| Gross profit | 17 |",
        &[
            "revenue {lamp} 72e6 USD @FY2024",
            "revenue 97e6 USD @FY2024",
            "? 61e6 USD @FY2024",
            "? 80e6 USD @FY2024",
            "gross_profit 17e6 USD @FY2024",
        ],
    ),
    (
        "In millions:\n\n|  | FY2024 |\n| --- | --- |\n| Lighting segment |\n| Revenues | $87 |\n| Storage segment |\n| Revenues | $10 |",
        &[
            "revenue {lighting} 87e6 USD @FY2024",
            "revenue {storage} 10e6 USD @FY2024",
        ],
    ),
    (
        "|  | FY2024 | FY2023 |\n| --- | --- | --- |\n| Total revenues | $9,769 | $9,677 |",
        &["? 9769 USD @FY2024", "? 9677 USD @FY2023"],
    ),
    (
        "In millions:\n\n|  | Three Months Ended June 30, 2024 |\n|  | As Reported | Adjustment | As Adjusted |\n| --- | --- | --- | --- |\n| Net income | $1,478 | $(78) | $1,400 |",
        &[
            "net_income 1478e6 USD",
            "net_income -78e6 USD",
            "net_income 1400e6 USD",
        ],
    ),
    (
        "In millions:\n\n|  | FY2024 | FY2023 |\n| --- | --- | --- |\n| Gross margin | 18.4% | 19.4 | % |\n| Net income | $5 | $4 | $3 |",
        &[
            "gross_margin 18.4 % @FY2024",
            "? 19.4 - @FY2023",
            "net_income 5e6 USD",
            "net_income 4e6 USD",
            "net_income 3e6 USD",
        ],
    ),
];

const CHINESE: &[(&str, &[&str])] = &[
    (
        "公司2024年营业收入为46.1亿美元。",
        &["revenue 46.1e8 USD @2024"],
    ),
    (
        "2024年营业收入46.1亿元，同比增长12.4%。",
        &["revenue 46.1e8 CNY @2024", "revenue~ 12.4 % @2024"],
    ),
    (
        "公司2024年第三季度净利润为1.2亿元。",
        &["net_income 1.2e8 CNY @Q3 2024"],
    ),
    (
        "2024财年毛利率为43.4%，同比提升1.2个百分点。",
        &[
            "gross_margin 43.4 % @FY2024",
            "gross_margin~ 1.2 pp @FY2024",
        ],
    ),
    (
        "2024年上半年净利润同比下降3.5%。",
        &["net_income~ -3.5 % @H1 2024"],
    ),
    (
        "公司预计2025年营业收入为50亿至52亿美元。",
        &[
            "revenue 50e8 USD @2025 low forecast",
            "revenue 52e8 USD @2025 high forecast",
        ],
    ),
    (
        "2024年资本开支约为3.0亿美元。",
        &["capital_expenditure 3.0e8 USD @2024"],
    ),
    (
        "2024年资本开支约3.0亿美元。",
        &["capital_expenditure 3.0e8 USD @2024 approximate"],
    ),
    (
        "截至2024年12月31日，净负债为9.05亿美元。",
        &["net_debt 9.05e8 USD @2024-12-31"],
    ),
    (
        "2024年前三季度营业收入为33.64亿美元。",
        &["revenue 33.64e8 USD @9M 2024"],
    ),
    (
        "公司2024年在中国实现营业收入8.3亿美元，2023年在中国实现营业收入7.1亿美元。",
        &[
            "revenue {中国} 8.3e8 USD @2024",
            "revenue {中国} 7.1e8 USD @2023",
        ],
    ),
    (
        "苏州工厂2024年产能利用率为88%。",
        &["utilisation {苏州工厂} 88 % @2024"],
    ),
    ("二期新增年产能120万台。", &["capacity {二期新增} 120e4 台"]),
    ("工厂现有员工约2,300人。", &["? 2300 人 approximate"]),
    ("市盈率为21.5倍。", &["price_earnings 21.5 x"]),
    (
        "消费者价格CPI同比上涨2.1%。",
        &["inflation {消费者价格} 2.1 %"],
    ),
    ("政策利率下调25个基点。", &["policy_rate~ -25 bps"]),
    (
        "2024年Q4新签订单13.1亿美元。",
        &["orders 13.1e8 USD @Q4 2024"],
    ),
    ("2023年净利润为-0.5亿元。", &["net_income -0.5e8 CNY @2023"]),
    (
        "公司2024年研发费用4.84亿美元，占营业收入的10.5%。",
        &["research_expense 4.84e8 USD @2024", "? 10.5 % @2024"],
    ),
];

const TABLES: &[(&str, &[&str])] = &[
    (
        "Revenue | FY2023: 4.10 billion | FY2024: 4.61 billion",
        &["? 4.10e9 - @FY2023", "? 4.61e9 - @FY2024"],
    ),
    (
        "Revenue (USD) | FY2023: 4.10 billion | FY2024: 4.61 billion",
        &["revenue 4.10e9 USD @FY2023", "revenue 4.61e9 USD @FY2024"],
    ),
    (
        "period: 2024 Q1; revenue: 1,020; unit: USD million",
        &["revenue 1020e6 USD @Q1 2024"],
    ),
    (
        "period: 2024 Q1; company: Velmora; gross_margin: 43.0%; orders: 1120; unit: USD million",
        &[
            "Velmora gross_margin 43.0 % @Q1 2024",
            "Velmora orders 1120e6 USD @Q1 2024",
        ],
    ),
    (
        "| USD million | FY2023 | FY2024 |\n| --- | --- | --- |\n| Revenue | 4,100 | 4,610 |\n| Net income | (12) | 548 |",
        &[
            "revenue 4100e6 USD @FY2023",
            "revenue 4610e6 USD @FY2024",
            "net_income -12e6 USD @FY2023",
            "net_income 548e6 USD @FY2024",
        ],
    ),
    (
        "| Segment revenue (USD million) | FY2024 |\n| --- | --- |\n| Vision & Motion | 1,480 |\n| Total | 4,610 |",
        &[
            "revenue {motion,vision} 1480e6 USD @FY2024",
            "revenue 4610e6 USD @FY2024",
        ],
    ),
    (
        "| Quarter | Revenue (USD million) | Gross margin (%) |\n| --- | --- | --- |\n| Q1 2024 | 1,062 | 43.0 |",
        &[
            "revenue 1062e6 USD @Q1 2024",
            "gross_margin 43.0 % @Q1 2024",
        ],
    ),
    (
        "单位：亿元\n\n| 项目 | 2023年 | 2024年 |\n| --- | --- | --- |\n| 营业收入 | 41.0 | 46.1 |\n| 毛利率 | 42.2% | 43.4% |",
        &[
            "revenue 41.0e8 CNY @2023",
            "revenue 46.1e8 CNY @2024",
            "gross_margin 42.2 % @2023",
            "gross_margin 43.4 % @2024",
        ],
    ),
    (
        "期间: 2024年第一季度；营业收入: 10.62；单位: 亿美元",
        &["revenue 10.62e8 USD @Q1 2024"],
    ),
];

fn check(rows: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (text, expected) in rows {
        let found = figures(text);
        let actual: Vec<String> = found.iter().map(shown).collect();
        if actual != *expected {
            wrong.push(format!(
                "{text}\n  expected {expected:?}\n  found    {actual:?}"
            ));
        }
        for figure in &found {
            assert_eq!(
                text.get(figure.range.clone()),
                Some(figure.raw.as_str()),
                "{text}"
            );
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn english_sentences() {
    check(ENGLISH);
}

#[test]
fn sentences_of_accounts() {
    check(ACCOUNTS);
}

#[test]
fn tables_of_accounts() {
    check(STATEMENTS);
}

#[test]
fn chinese_sentences() {
    check(CHINESE);
}

#[test]
fn tables_and_records() {
    check(TABLES);
}
