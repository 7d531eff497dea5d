//! A memo about a company that does not exist.

use assay_domain::{Decimal, EvidenceId, Language};
use assay_exports::{
    Align, Block, Cell, CheckNote, CheckResult, Cite, Column, Doc, FigureId, FigureNote, Inline,
    ListKind, MetaItem, Picture, Row, RowKind, SourceNote, Table, Tone,
};

const YEARS: usize = 8;

pub(crate) fn id(text: &str) -> FigureId {
    FigureId::new(text)
}

fn cite(number: u32) -> Cite {
    Cite {
        evidence: EvidenceId::new(format!("ev_{number:010}")),
        number,
    }
}

fn column(title: impl Into<String>, align: Align, unit: Option<&str>) -> Column {
    Column {
        title: title.into(),
        align,
        unit: unit.map(str::to_owned),
    }
}

pub(crate) fn memo(language: Language) -> Doc {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    Doc {
        kind: say("Investment memo", "研究备忘"),
        title: say(
            "Lumora (LMRA): margins carry the value",
            "流光科技（LMRA）：价值由利润率支撑",
        ),
        language,
        meta: vec![
            MetaItem {
                label: say("Gate", "门禁"),
                value: vec![Inline::text("PASS")],
            },
            MetaItem {
                label: say("Price on 2026-11-13", "2026-11-13 收盘价"),
                value: vec![Inline::figure(id("price"), "USD 41.20")],
            },
            MetaItem {
                label: say("Value per share", "每股价值"),
                value: vec![Inline::figure(id("value_per_share"), "USD 48.31")],
            },
            MetaItem {
                label: say("Data as of", "数据截至"),
                value: vec![Inline::text("2026-09-30")],
            },
        ],
        blocks: blocks(language),
        figures: [revenue_notes(language), other_notes(language)].concat(),
        sources: vec![
            SourceNote {
                number: 1,
                evidence: EvidenceId::new("ev_0000000001"),
                title: say("Annual report for FY2025", "2025 年年度报告"),
                detail: say(
                    "Tier A, filed 2026-02-20, Item 7",
                    "A 级，2026-02-20 披露，第七节",
                ),
                quote: Some(say(
                    "Revenue was $4,210 million.",
                    "营业收入为 42.10 亿美元。",
                )),
                url: Some("https://filings.example/lmra/10-k-2025.htm".to_owned()),
            },
            SourceNote {
                number: 2,
                evidence: EvidenceId::new("ev_0000000002"),
                title: say("Quarterly report, Q3 2026", "2026 年第三季度报告"),
                detail: say("Tier A, filed 2026-10-30", "A 级，2026-10-30 披露"),
                quote: None,
                url: None,
            },
        ],
        disclaimer: say(
            "Written by a machine from the sources listed. This is not investment advice.",
            "本文由机器依据所列来源撰写，仅供研究参考，不构成投资建议，也不是证券研究报告。",
        ),
    }
}

fn blocks(language: Language) -> Vec<Block> {
    let mut blocks = thesis(language);
    blocks.extend(history_and_picture(language));
    blocks.extend(risks(language));
    blocks
}

fn thesis(language: Language) -> Vec<Block> {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    vec![
        Block::Callout {
            tone: Tone::Warning,
            title: say(
                "Some core data is older than 90 days",
                "部分核心数据时效超过 90 天",
            ),
            paragraphs: vec![vec![
                Inline::text(say(
                    "The oldest is revenue at ",
                    "其中最旧的是营业收入，已有 ",
                )),
                Inline::figure(id("core_age"), say("100 days", "100 天")),
                Inline::text(say(".", "。")),
            ]],
        },
        Block::heading(2, "thesis", say("Thesis", "核心观点")),
        Block::Paragraph {
            text: vec![
                Inline::text(say(
                    "Revenue of the last four quarters was ",
                    "最近四个季度营业收入为 ",
                )),
                Inline::figure(id("revenue_ttm"), say("USD 4,480 m", "44.80 亿美元")),
                Inline::Cite(cite(1)),
                Inline::Cite(cite(2)),
                Inline::text(say(", and ", "，")),
                Inline::Strong {
                    text: vec![
                        Inline::text(say("the operating margin reached ", "营业利润率达到 ")),
                        Inline::figure(id("margin_ttm"), "21.4 %"),
                    ],
                },
                Inline::text(say(
                    ". Wrong if it falls under 18 %",
                    "；若跌破 18% 则判断不成立",
                )),
                Inline::Emphasis {
                    text: vec![Inline::text(say(" for two quarters", "（连续两个季度）"))],
                },
                Inline::text(say(". See ", "。参见")),
                Inline::Link {
                    to: "https://ir.example/lmra?q=1&r=2".to_owned(),
                    text: say("investor relations", "投资者关系网站"),
                },
                Inline::text(say(".", "。")),
            ],
        },
        Block::List {
            kind: ListKind::Numbered,
            items: vec![
                vec![Inline::text(say(
                    "New plant opens in 2027",
                    "新工厂 2027 年投产",
                ))],
                vec![Inline::text(say(
                    "Price list rises in March",
                    "三月上调价目表",
                ))],
            ],
        },
    ]
}

fn history_and_picture(language: Language) -> Vec<Block> {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    vec![
        Block::heading(2, "history", say("Financial history", "财务历史")),
        Block::Table(history(language)),
        Block::Picture(Picture {
            svg: PICTURE.to_owned(),
            caption: say("Revenue by year", "历年营业收入"),
            description: say(
                "Bars that rise from 2019 to 2026",
                "2019 至 2026 年逐年上升的柱形图",
            ),
            data: Some(Table {
                caption: None,
                columns: vec![
                    column(say("Year", "年度"), Align::Left, None),
                    column(say("Revenue", "营业收入"), Align::Right, Some("USD m")),
                ],
                rows: vec![Row {
                    kind: RowKind::Plain,
                    cells: vec![
                        Cell::text("FY2025"),
                        Cell::figure(id("revenue_2025"), Decimal::from(4210), "4,210"),
                    ],
                }],
            }),
        }),
    ]
}

fn risks(language: Language) -> Vec<Block> {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    vec![
        Block::PageBreak,
        Block::heading(2, "risks", say("Risks", "风险提示")),
        Block::List {
            kind: ListKind::Bulleted,
            items: vec![vec![Inline::text(say(
                "One customer is 31 % of revenue",
                "单一客户占收入 31%",
            ))]],
        },
        Block::heading(3, "bear", say("The strongest case against", "最强反方论证")),
        Block::paragraph(say(
            "Capacity grows faster than demand.",
            "产能增速快于需求。",
        )),
    ]
}

/// As wide as a memo's table gets: a year a column.
fn history(language: Language) -> Table {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    let mut columns = vec![column(say("Line", "科目"), Align::Left, None)];
    columns.extend(
        (0..YEARS).map(|year| column(format!("FY{}", 2018 + year), Align::Right, Some("USD m"))),
    );
    let row = |kind, name: String, start: i64| Row {
        kind,
        cells: std::iter::once(Cell::text(name))
            .chain((0..YEARS as i64).map(|year| {
                let value = start + year * start / 10;
                Cell::figure(id("revenue_2025"), Decimal::from(value), value.to_string())
            }))
            .collect(),
    };
    let mut group = row(RowKind::Group, say("Income statement", "利润表"), 0);
    group.cells = std::iter::once(Cell::text(say("Income statement", "利润表")))
        .chain((0..YEARS).map(|_| Cell::default()))
        .collect();
    let mut revenue = row(RowKind::Plain, say("Revenue", "营业收入"), 2100);
    if let Some(name) = revenue.cells.first_mut() {
        name.cites = vec![cite(1)];
    }
    Table {
        caption: Some(say("Income statement, as filed", "利润表（原始披露）")),
        columns,
        rows: vec![
            group,
            revenue,
            row(RowKind::Plain, say("Cost of revenue", "营业成本"), 1300),
            row(RowKind::Total, say("Gross profit", "毛利"), 800),
        ],
    }
}

fn note(id: &str, label: String, value: &str, source: String) -> FigureNote {
    FigureNote {
        id: FigureId::new(id),
        label,
        value: value.to_owned(),
        formula: None,
        inputs: Vec::new(),
        source,
        locator: None,
        url: None,
        checks: Vec::new(),
    }
}

fn revenue_notes(language: Language) -> Vec<FigureNote> {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    let filed = say(
        "10-K for FY2025, filed 2026-02-20",
        "2025 年年度报告（2026-02-20 披露）",
    );
    vec![
        FigureNote {
            formula: Some("FY2025 + 9M 2026 − 9M 2025".to_owned()),
            inputs: vec![id("revenue_2025"), id("revenue_9m@2026-09-30")],
            checks: vec![
                CheckNote {
                    name: say("Quarters add up to the year", "四季合计等于全年"),
                    result: CheckResult::Passed,
                    detail: say("difference 0", "差额 0"),
                },
                CheckNote {
                    name: say("Second source", "第二来源"),
                    result: CheckResult::Failed,
                    detail: say("vendor gives 4,479", "数据商为 4,479"),
                },
            ],
            ..note(
                "revenue_ttm",
                say("Revenue, TTM to 2026-09-30", "营业收入，TTM 至 2026-09-30"),
                "USD 4,480 m",
                say("computed", "计算得出"),
            )
        },
        FigureNote {
            locator: Some("us-gaap:Revenues, 0001-26-000012".to_owned()),
            url: Some("https://filings.example/lmra/10-k-2025.htm".to_owned()),
            ..note(
                "revenue_2025",
                say("Revenue, FY2025", "营业收入，2025 财年"),
                "USD 4,210 m",
                filed.clone(),
            )
        },
        note(
            "revenue_9m@2026-09-30",
            say(
                "Revenue, nine months to 2026-09-30",
                "营业收入，2026 年前三季度",
            ),
            "USD 3,390 m",
            filed,
        ),
    ]
}

fn other_notes(language: Language) -> Vec<FigureNote> {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    vec![
        note(
            "margin_ttm",
            say("Operating margin, TTM", "营业利润率，TTM"),
            "21.4 %",
            say("computed", "计算得出"),
        ),
        note(
            "price",
            say("Closing price, 2026-11-13", "收盘价，2026-11-13"),
            "USD 41.20",
            say("prices.csv, line 812", "prices.csv 第 812 行"),
        ),
        note(
            "value_per_share",
            say("Value per share, weighted", "每股价值（加权）"),
            "USD 48.31",
            say("valuation run v-7", "估值运行 v-7"),
        ),
        note(
            "core_age",
            say("Age of the oldest core figure", "最旧核心数据的时效"),
            "100",
            say("gate decision", "门禁裁决"),
        ),
    ]
}

const PICTURE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 220" width="640" height="220"><style>.bar{fill:#4a7fb5}</style><g font-family="sans-serif" font-size="12"><rect class="bar" x="20" y="120" width="60" height="80"/><rect class="bar" x="110" y="95" width="60" height="105"/><rect class="bar" x="200" y="70" width="60" height="130"/><a href="#fig-revenue_2025"><rect class="bar" x="290" y="40" width="60" height="160"/></a><text x="300" y="30" fill="currentColor">4,210</text></g></svg>"##;
