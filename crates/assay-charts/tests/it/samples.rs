//! Charts as a research note would have them, in either language.

use assay_charts::{
    Basis, Bin, Bridge, BridgeStep, Caption, ChartError, Colours, EdgeState, Fan, FanBand, FanPath,
    FootballField, Graph, GraphEdge, GraphEdgeKind, GraphGroup, GraphNode, Head, HeatCell, HeatMap,
    Histogram, History, HistoryLine, Lines, Mark, NumberFormat, Period, RangeRow, Reference,
    Series, SeriesWords, Side, StepKind,
};
use rust_decimal::Decimal;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tongue {
    English,
    Chinese,
}

impl Tongue {
    fn pick(self, english: &str, chinese: &str) -> String {
        match self {
            Self::English => english.to_owned(),
            Self::Chinese => chinese.to_owned(),
        }
    }

    fn words(self) -> SeriesWords {
        match self {
            Self::English => SeriesWords::english(),
            Self::Chinese => SeriesWords::chinese(),
        }
    }
}

pub(crate) fn decimal(text: &str) -> Decimal {
    text.parse().expect("a number")
}

pub(crate) fn caption(id: &str, title: &str, unit: &str) -> Caption {
    Caption {
        id: id.to_owned(),
        title: title.to_owned(),
        description: format!("{title} ({unit})"),
        unit: unit.to_owned(),
        note: None,
    }
}

pub(crate) fn periods(labels: &[&str]) -> Vec<Period> {
    let basis = |label: &str| {
        if label.ends_with('E') {
            Basis::Estimate
        } else {
            Basis::Actual
        }
    };
    labels
        .iter()
        .map(|label| Period {
            label: (*label).to_owned(),
            basis: basis(label),
        })
        .collect()
}

/// Values apart by spaces; `-` is a gap.
pub(crate) fn series(label: &str, values: &str) -> Series {
    let mark = |(n, value): (usize, &str)| {
        (value != "-").then(|| Mark {
            id: format!("dp_{label}_{n}"),
            value: decimal(value),
        })
    };
    Series {
        label: label.to_owned(),
        marks: values.split(' ').enumerate().map(mark).collect(),
    }
}

pub(crate) fn marks(prefix: &str, values: &str) -> Vec<Mark> {
    series(prefix, values).marks.into_iter().flatten().collect()
}

pub(crate) fn reference(label: &str, value: &str) -> Reference {
    Reference {
        id: format!("dp_{label}"),
        label: label.to_owned(),
        value: decimal(value),
    }
}

pub(crate) fn history(tongue: Tongue) -> History {
    let mut caption = caption(
        "history",
        &tongue.pick("Revenue and net income", "营业收入与归母净利润"),
        &tongue.pick(
            "USD bn, fiscal years to January; margin on the right axis",
            "十亿美元，财年截至一月；净利率为右轴",
        ),
    );
    caption.note = Some(tongue.pick(
        "Source: company filings (10-K), estimates: base case. As of 2025-03-01.",
        "资料来源：公司公告（10-K）；预测为基准情景。截至 2025-03-01。",
    ));
    History {
        caption,
        periods: periods(&[
            "FY2021A", "FY2022A", "FY2023A", "FY2024A", "FY2025A", "FY2026E", "FY2027E",
        ]),
        bars: vec![
            series(
                &tongue.pick("Revenue", "营业收入"),
                "16675000000 26914000000 26974000000 60922000000 130497000000 190000000000 231000000000",
            ),
            series(
                &tongue.pick("Net income", "归母净利润"),
                "4332000000 9752000000 4368000000 29760000000 72880000000 104000000000 126000000000",
            ),
        ],
        line: Some(HistoryLine {
            series: series(
                &tongue.pick("Net margin", "净利率"),
                "0.2598 0.3623 0.1619 0.4885 0.5585 0.5474 0.5455",
            ),
            format: NumberFormat::percent(1),
        }),
        format: NumberFormat {
            scale: 9,
            decimals: 1,
            ..NumberFormat::default()
        },
        words: tongue.words(),
    }
}

/// Losses, a gap, and more periods than labels fit under.
pub(crate) fn quarters(tongue: Tongue) -> History {
    let labels: Vec<String> = (0..16)
        .map(|n| format!("Q{} {}", n % 4 + 1, 2021 + n / 4))
        .collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    History {
        caption: caption(
            "quarters",
            &tongue.pick("Free cash flow by quarter", "单季度自由现金流"),
            &tongue.pick("USD m", "百万美元"),
        ),
        periods: periods(&labels),
        bars: vec![series(
            &tongue.pick("Free cash flow", "自由现金流"),
            "-120 45 60 -80 12 - 150 210 180 -35 90 240 260 275 -310 330",
        )],
        line: None,
        format: NumberFormat::plain(0),
        words: tongue.words(),
    }
}

pub(crate) fn margins(tongue: Tongue) -> Lines {
    Lines {
        caption: caption(
            "margins",
            &tongue.pick("Margins", "盈利能力"),
            &tongue.pick("% of revenue", "占营业收入比重（%）"),
        ),
        periods: periods(&[
            "FY2020A", "FY2021A", "FY2022A", "FY2023A", "FY2024A", "FY2025E",
        ]),
        series: vec![
            series(
                &tongue.pick("Gross", "毛利率"),
                "0.6199 0.6234 0.6493 0.5693 0.7272 0.7499",
            ),
            series(
                &tongue.pick("Operating", "营业利润率"),
                "0.2606 0.2717 0.3731 0.1566 0.5412 0.6242",
            ),
            series(
                &tongue.pick("Net", "净利率"),
                "0.2561 0.2598 0.3623 0.1619 0.4885 0.5585",
            ),
            series(
                &tongue.pick("Free cash flow", "自由现金流率"),
                "0.3890 - 0.2993 0.1407 0.4422 0.4665",
            ),
        ],
        format: NumberFormat::percent(1),
        words: tongue.words(),
    }
}

pub(crate) fn football(tongue: Tongue) -> FootballField {
    let row =
        |english: &str, chinese: &str, low: &str, middle: Option<&str>, high: &str| RangeRow {
            id: format!("val_{english}"),
            label: tongue.pick(english, chinese),
            low: decimal(low),
            high: decimal(high),
            middle: middle.map(decimal),
        };
    FootballField {
        caption: caption(
            "football",
            &tongue.pick("Valuation by method", "各估值方法结果区间"),
            &tongue.pick("USD per share", "美元/股"),
        ),
        rows: vec![
            row(
                "DCF, perpetual growth",
                "DCF（永续增长法）",
                "88.4",
                Some("121.7"),
                "163.2",
            ),
            row(
                "DCF, exit multiple",
                "DCF（退出倍数法）",
                "97.1",
                Some("134"),
                "171.9",
            ),
            row(
                "EV/EBITDA of comparable companies, 25th to 75th percentile",
                "可比公司 EV/EBITDA（25–75 分位）",
                "74.25",
                Some("92"),
                "118.6",
            ),
            row("P/E of comparables", "可比公司市盈率", "81", None, "126.35"),
            row("52-week range", "52 周股价区间", "66.25", None, "153.13"),
        ],
        references: vec![
            reference(&tongue.pick("Price", "现价"), "124.92"),
            reference(&tongue.pick("Target", "目标价"), "131.4"),
        ],
        format: NumberFormat {
            decimals: 2,
            prefix: "$".to_owned(),
            ..NumberFormat::default()
        },
    }
}

pub(crate) fn heat(tongue: Tongue) -> HeatMap {
    let rows = ["8.0%", "8.5%", "9.0%", "9.5%", "10.0%"];
    let columns = ["2.0%", "2.5%", "3.0%", "3.5%", "8.5%"];
    let cells = (0..5i64)
        .map(|r| {
            (0..5i64)
                .map(|c| {
                    if c == 4 && r < 2 {
                        HeatCell::Blank {
                            reason: tongue
                                .pick("growth is not below WACC", "永续增长率不低于 WACC"),
                        }
                    } else {
                        HeatCell::Value(Mark {
                            id: format!("grid_{r}_{c}"),
                            value: Decimal::new(15_500 - 1_350 * r + 820 * c + 37 * r * c, 2),
                        })
                    }
                })
                .collect()
        })
        .collect();
    HeatMap {
        caption: caption(
            "heat",
            &tongue.pick(
                "Value per share by WACC and terminal growth",
                "每股价值对 WACC 与永续增长率的敏感性",
            ),
            &tongue.pick(
                "USD per share; the base case is framed",
                "美元/股；粗框为基准情景",
            ),
        ),
        row_title: "WACC".to_owned(),
        column_title: tongue.pick("Terminal growth", "永续增长率"),
        row_labels: rows.map(str::to_owned).to_vec(),
        column_labels: columns.map(str::to_owned).to_vec(),
        cells,
        centre: Some((2, 2)),
        reference: Some(reference(&tongue.pick("price", "现价"), "138.5")),
        above: tongue.pick("above", "高于"),
        below: tongue.pick("below", "低于"),
        format: NumberFormat::plain(2),
    }
}

pub(crate) fn fan(tongue: Tongue) -> Fan {
    let past = "48 61 47 76 88 112 124 118 131 121 108 125";
    let months = [
        "24-03", "24-04", "24-05", "24-06", "24-07", "24-08", "24-09", "24-10", "24-11", "24-12",
        "25-01", "25-02",
    ];
    Fan {
        caption: caption(
            "fan",
            &tongue.pick("Price and 12-month scenarios", "股价走势与未来 12 个月情景"),
            &tongue.pick(
                "USD per share; bands from 100,000 simulated paths, seed 7",
                "美元/股；区间来自 100,000 次模拟，种子 7",
            ),
        ),
        history_label: tongue.pick("Price", "股价"),
        history: months
            .iter()
            .map(|m| (*m).to_owned())
            .zip(marks("px", past))
            .collect(),
        horizon: ["25-05", "25-08", "25-11", "26-02"]
            .map(str::to_owned)
            .to_vec(),
        paths: vec![
            FanPath {
                label: tongue.pick("Bear", "悲观"),
                marks: marks("bear", "112 98 86 78.2"),
            },
            FanPath {
                label: tongue.pick("Base", "基准"),
                marks: marks("base", "128 131 134 138.4"),
            },
            FanPath {
                label: tongue.pick("Bull", "乐观"),
                marks: marks("bull", "140 158 176 195.9"),
            },
        ],
        bands: vec![
            FanBand {
                label: "P5–P95".to_owned(),
                low: marks("p5", "99 84 72 61"),
                high: marks("p95", "158 186 209 231"),
            },
            FanBand {
                label: "P25–P75".to_owned(),
                low: marks("p25", "115 108 104 101"),
                high: marks("p75", "138 147 156 164"),
            },
        ],
        format: NumberFormat {
            decimals: 0,
            prefix: "$".to_owned(),
            ..NumberFormat::default()
        },
    }
}

pub(crate) fn bridge(tongue: Tongue) -> Bridge {
    let step = |english: &str, chinese: &str, kind, value: &str| BridgeStep {
        id: format!("bridge_{english}"),
        label: tongue.pick(english, chinese),
        kind,
        value: decimal(value),
    };
    Bridge {
        caption: caption(
            "bridge",
            &tongue.pick(
                "From enterprise value to equity value",
                "企业价值至股权价值的调整",
            ),
            &tongue.pick("USD m", "百万美元"),
        ),
        steps: vec![
            step("Enterprise value", "企业价值", StepKind::Total, "48200"),
            step(
                "Cash and marketable securities",
                "现金及短期投资",
                StepKind::Change,
                "9107",
            ),
            step("Debt", "有息负债", StepKind::Change, "-8463"),
            step(
                "Operating leases",
                "经营租赁负债",
                StepKind::Change,
                "-1519",
            ),
            step("Pension deficit", "养老金缺口", StepKind::Change, "-310"),
            step(
                "Minority interest",
                "少数股东权益",
                StepKind::Change,
                "-722.5",
            ),
            step("Equity value", "股权价值", StepKind::Total, "46292.5"),
        ],
        tolerance: Decimal::ZERO,
        format: NumberFormat::plain(0),
    }
}

#[expect(clippy::too_many_lines, reason = "a table of companies")]
pub(crate) fn graph(tongue: Tongue) -> Graph {
    let left = [
        (
            "Taiwan Semiconductor Manufacturing Company Limited",
            "台积电",
            "wafers",
            "晶圆代工",
        ),
        (
            "Samsung Electronics",
            "三星电子",
            "wafers, memory",
            "晶圆、存储",
        ),
        ("SK Hynix", "SK 海力士", "memory", "存储"),
        ("Micron Technology", "美光科技", "memory", "存储"),
        ("Hon Hai Precision", "鸿海精密", "assembly", "组装"),
        ("Wistron", "纬创", "assembly", "组装"),
        ("Fabrinet", "Fabrinet", "assembly", "组装"),
    ];
    let right = [
        "AMD",
        "Intel",
        "Broadcom",
        "Qualcomm",
        "Huawei",
        "Alphabet",
        "Amazon",
        "Microsoft",
        "Alibaba Group",
        "Baidu",
        "Ambarella",
        "Renesas",
        "Marvell",
    ];
    let mut nodes = vec![GraphNode {
        id: "NVDA".to_owned(),
        label: tongue.pick("NVIDIA", "英伟达"),
        detail: String::new(),
        group: 0,
    }];
    let mut edges = Vec::new();
    for (n, (english, chinese, what, zh)) in left.iter().enumerate() {
        let id = format!("s{n}");
        edges.push(GraphEdge {
            id: format!("edge_{id}"),
            from: id.clone(),
            to: "NVDA".to_owned(),
            kind: 0,
            label: tongue.pick(what, zh),
            state: if n == 4 {
                EdgeState::Stale
            } else {
                EdgeState::Verified
            },
        });
        nodes.push(GraphNode {
            id,
            label: tongue.pick(english, chinese),
            detail: tongue.pick(what, zh),
            group: 0,
        });
    }
    for (n, name) in right.iter().enumerate() {
        let id = format!("c{n}");
        edges.push(GraphEdge {
            id: format!("edge_{id}"),
            from: "NVDA".to_owned(),
            to: id.clone(),
            kind: 1,
            label: String::new(),
            state: if n % 5 == 3 {
                EdgeState::Stale
            } else {
                EdgeState::Verified
            },
        });
        nodes.push(GraphNode {
            id,
            label: (*name).to_owned(),
            detail: String::new(),
            group: 1,
        });
    }
    edges.push(GraphEdge {
        id: "edge_both".to_owned(),
        from: "NVDA".to_owned(),
        to: "s1".to_owned(),
        kind: 1,
        label: String::new(),
        state: EdgeState::Verified,
    });
    Graph {
        caption: caption(
            "graph",
            &tongue.pick("Ecosystem", "产业链图谱"),
            &tongue.pick(
                "Relations stated in filings; dashed where not verified for 45 days",
                "公告披露的关系；虚线为超过 45 天未核实",
            ),
        ),
        focus: "NVDA".to_owned(),
        groups: vec![
            GraphGroup {
                label: tongue.pick("Suppliers", "供应商"),
                side: Side::Left,
            },
            GraphGroup {
                label: tongue.pick("Competitors", "竞争对手"),
                side: Side::Right,
            },
        ],
        nodes,
        kinds: vec![
            GraphEdgeKind {
                label: tongue.pick("supplies", "供应"),
                head: Head::Arrow,
            },
            GraphEdgeKind {
                label: tongue.pick("competes", "竞争"),
                head: Head::Diamond,
            },
        ],
        edges,
        stale_label: tongue.pick("unverified", "未核实"),
    }
}

pub(crate) fn histogram(tongue: Tongue) -> Histogram {
    let counts = [
        40, 210, 900, 2600, 6100, 10900, 15200, 17100, 15800, 12300, 8400, 5200, 2900, 1400, 600,
        260, 90,
    ];
    let bins = (0i64..).zip(counts).map(|(n, count)| Bin {
        id: format!("bin_{n}"),
        low: Decimal::from(40 + n * 12),
        high: Decimal::from(52 + n * 12),
        count,
    });
    Histogram {
        caption: caption(
            "histogram",
            &tongue.pick("Simulated value per share", "每股价值模拟分布"),
            &tongue.pick("100,000 paths, seed 7", "100,000 次模拟，种子 7"),
        ),
        bins: bins.collect(),
        references: vec![
            reference("P10", "93.1"),
            reference("P50", "130.6"),
            reference("P90", "178.2"),
            reference(&tongue.pick("Price", "现价"), "124.92"),
        ],
        format: NumberFormat {
            decimals: 0,
            prefix: "$".to_owned(),
            ..NumberFormat::default()
        },
        count_label: tongue.pick("paths", "次"),
        value_label: tongue.pick("Value per share (USD)", "每股价值（美元）"),
    }
}

/// Every kind, by name.
pub(crate) fn all(
    tongue: Tongue,
    colours: Colours,
) -> Vec<(&'static str, Result<String, ChartError>)> {
    vec![
        ("history", history(tongue).svg(colours)),
        ("quarters", quarters(tongue).svg(colours)),
        ("margins", margins(tongue).svg(colours)),
        ("football", football(tongue).svg(colours)),
        ("heat", heat(tongue).svg(colours)),
        ("fan", fan(tongue).svg(colours)),
        ("bridge", bridge(tongue).svg(colours)),
        ("graph", graph(tongue).svg(colours)),
        ("histogram", histogram(tongue).svg(colours)),
    ]
}
