//! A made-up company and what runs about it left behind.

use std::collections::BTreeMap;

use assay_domain::{
    Author, Date, DocumentId, Evidence, EvidenceId, Failure, FailureCode, Finding, Language,
    LeftOut, Outcome, PassageId, Plan, QualityNote, Reading, ResearchType, Section, Task, TaskId,
    Tier,
};
use assay_report::{Layout, Part, Release, Report, ReportInput, compose};

/// Owns what a `ReportInput` borrows.
pub(crate) struct Sample {
    pub plan: Plan,
    pub language: Language,
    pub outcome: Outcome,
    pub reasons: Vec<String>,
    pub parts: Vec<Part>,
    pub evidence: BTreeMap<EvidenceId, Evidence>,
    pub findings: Vec<Finding>,
    pub summary: Vec<String>,
    pub transitions: BTreeMap<TaskId, String>,
    pub assumptions: Vec<(String, String)>,
    pub release: Release,
    pub left_out: Vec<LeftOut>,
}

impl Sample {
    pub(crate) fn report(&self) -> Report {
        compose(&ReportInput {
            plan: &self.plan,
            language: self.language,
            outcome: self.outcome,
            reasons: &self.reasons,
            parts: &self.parts,
            evidence: &self.evidence,
            findings: &self.findings,
            summary: &self.summary,
            transitions: &self.transitions,
            assumptions: &self.assumptions,
            release: self.release,
            left_out: &self.left_out,
            method: &[],
            layout: Layout::Sections,
        })
    }

    /// One section with this Markdown and nothing else.
    pub(crate) fn of_section(markdown: &str) -> Self {
        let mut sample = completed(Language::En);
        sample.parts = vec![section(1, "Under test", markdown, Language::En)];
        sample.plan.tasks.truncate(1);
        sample.summary.clear();
        sample.transitions.clear();
        sample
    }
}

pub(crate) fn id(text: &str) -> EvidenceId {
    EvidenceId::new(text)
}

pub(crate) fn evidence(
    name: &str,
    source: &str,
    headings: &[&str],
    tier: Tier,
    as_of: Option<Date>,
    quote: &str,
) -> (EvidenceId, Evidence) {
    let document = DocumentId::new("doc_5ad1f0c2b7e9");
    let record = Evidence {
        id: id(name),
        passage: PassageId::from_range(&document, 120, 480),
        document,
        source: source.to_owned(),
        origin: match tier {
            Tier::C => "https://press.example/lumora?page=2&lang=en".to_owned(),
            _ => "library/lumora.md".to_owned(),
        },
        headings: headings.iter().map(|text| (*text).to_owned()).collect(),
        place: None,
        quote: quote.to_owned(),
        tier,
        as_of,
    };
    (id(name), record)
}

fn date(year: i16, month: i8, day: i8) -> Option<Date> {
    Some(Date::constant(year, month, day))
}

fn library(language: Language) -> BTreeMap<EvidenceId, Evidence> {
    let en = language == Language::En;
    let pick = |english: &'static str, chinese: &'static str| if en { english } else { chinese };
    BTreeMap::from([
        evidence(
            "ev_aa01",
            pick("Lumora annual report 2024", "流光储能 2024 年年度报告"),
            &[pick("Results", "经营业绩"), pick("Revenue", "营业收入")],
            Tier::A,
            date(2025, 3, 14),
            pick(
                "Revenue for fiscal 2024 was $4.61 billion, up 24% from $3.72 billion.\nGross margin was 31.2%.",
                "2024 财年营业收入为 46.1 亿美元，较上年的 37.2 亿美元增长 24%。\n毛利率为 31.2%。",
            ),
        ),
        evidence(
            "ev_aa02",
            pick("Lumora Q4 letter", "流光储能四季度致股东信"),
            &[pick("Outlook", "展望")],
            Tier::B,
            date(2025, 2, 2),
            pick(
                "We shipped 9.4 GWh of storage in 2024.",
                "2024 年我们交付储能系统 9.4 吉瓦时。",
            ),
        ),
        evidence(
            "ev_aa03",
            pick("Grid Weekly: storage makers", "《电网周刊》：储能厂商"),
            &[],
            Tier::C,
            date(2025, 1, 20),
            pick(
                "Analysts at the fair put Lumora's 2024 revenue at $4.8 billion [7].",
                "展会上的分析师估计流光 2024 年收入为 48 亿美元 [7]。",
            ),
        ),
        evidence(
            "ev_aa04",
            pick("Forum thread on storage", "储能论坛帖子"),
            &[],
            Tier::D,
            None,
            pick(
                "| year | GWh |\n|---|---|\n| 2022 | 4.1 |",
                "| 年份 | 吉瓦时 |\n|---|---|\n| 2022 | 4.1 |",
            ),
        ),
    ])
}

fn plan(language: Language) -> Plan {
    let topic = language.pick(
        "Lumora Energy: business, results and risks",
        "流光储能公司深度分析",
    );
    let descriptions = language.pick(
        [
            "Company overview",
            "Financial performance",
            "Competition",
            "Overall assessment",
        ],
        [
            "公司概况与业务模式",
            "财务表现与关键指标",
            "竞争格局与市场地位",
            "综合评估",
        ],
    );
    let tasks = descriptions
        .iter()
        .zip(1..)
        .map(|(description, number)| Task {
            id: TaskId(number),
            description: (*description).to_owned(),
            dependencies: if number == 4 {
                vec![TaskId(2), TaskId(3)]
            } else {
                vec![]
            },
            hints: None,
        })
        .collect();
    Plan {
        research_type: ResearchType::Company,
        topic: topic.to_owned(),
        objectives: vec![],
        tasks,
    }
}

pub(crate) fn section(task: u32, title: &str, markdown: &str, language: Language) -> Part {
    Part::Section(Section {
        task: TaskId(task),
        title: title.to_owned(),
        markdown: markdown.to_owned(),
        language,
        author: Author::OfflineAnalyst,
        notes: vec![],
        left_out: vec![],
        labels: vec![],
    })
}

const OVERVIEW: [&str; 2] = [
    "# Company overview\n\nLumora builds grid storage. It shipped **9.4 GWh** in 2024 [[ev_aa02]] [[ev_aa02]][[ev_aa01]].\n\n## What it sells\n\n- Battery blocks for utilities\n- Software that trades the stored power[[ev_aa02]]\n  - sold as a service\n\n#### Where\n\nIn *three* countries; see [the site](https://lumora.example/a_(b)).\n",
    "# 公司概况与业务模式\n\n流光生产电网级储能系统，2024 年交付 **9.4 吉瓦时** [[ev_aa02]] [[ev_aa02]][[ev_aa01]]。\n\n## 主要产品\n\n- 面向电力公司的电池模块\n- 交易所储电力的软件[[ev_aa02]]\n  - 以服务形式销售\n\n#### 市场\n\n业务遍及*三个*国家，见[公司网站](https://lumora.example/a_(b))。\n",
];

const RESULTS: [&str; 2] = [
    "Revenue grew 24% in fiscal 2024[[ev_aa01]].\n\n| Fiscal year | Revenue, $ billion | Change |\n|---|---|---|\n| 2023 | 3.72 | – |\n| 2024 | 4.61 [[ev_aa01]] | +23.9% |\n\n> Gross margin was 31.2%.[[ev_aa01]]\n\nComputed: 4.61 / 3.72 - 1 = 23.9%.\n",
    "2024 财年收入增长 24%[[ev_aa01]]。\n\n| 财年 | 收入（亿美元） | 变动 |\n|---|---|---|\n| 2023 | 37.2 | – |\n| 2024 | 46.1 [[ev_aa01]] | +23.9% |\n\n> 毛利率为 31.2%。[[ev_aa01]]\n\n计算：46.1 / 37.2 - 1 = 23.9%。\n",
];

const COMPETITION: [&str; 2] = [
    "The trade press puts 2024 revenue at $4.8 billion[[ev_aa03]], a forum lists shipments by year[[ev_aa04]].\n",
    "行业媒体估计 2024 年收入为 48 亿美元[[ev_aa03]]，论坛列出了各年出货量[[ev_aa04]]。\n",
];

const ASSESSMENT: [&str; 2] = [
    "1. Growth is on file[[ev_aa01]].\n2. Shipments are the company's own figure[[ev_aa02]].\n",
    "1. 增长有监管文件佐证[[ev_aa01]]。\n2. 出货量为公司自报数据[[ev_aa02]]。\n",
];

/// Every task finished, written by the offline analyst.
pub(crate) fn completed(language: Language) -> Sample {
    let plan = plan(language);
    let texts = [OVERVIEW, RESULTS, COMPETITION, ASSESSMENT];
    let parts = plan
        .tasks
        .iter()
        .zip(texts)
        .map(|(task, [english, chinese])| {
            let markdown = language.pick(english, chinese);
            section(task.id.0, &task.description, markdown, language)
        })
        .collect();
    let summary = language.pick(
        [
            "Revenue for fiscal 2024 was $4.61 billion, up 24%[[ev_aa01]].",
            "The company shipped 9.4 GWh of storage[[ev_aa02]].",
        ],
        [
            "2024 财年营业收入为 46.1 亿美元，增长 24%[[ev_aa01]]。",
            "公司全年交付储能系统 9.4 吉瓦时[[ev_aa02]]。",
        ],
    );
    let lead_in = language.pick(
        "The overview named the products; what they earned is next.",
        "上一节介绍了产品，以下说明其收益。",
    );
    Sample {
        plan,
        language,
        outcome: Outcome::Completed,
        reasons: vec![],
        parts,
        evidence: library(language),
        findings: vec![],
        summary: summary.iter().map(|text| (*text).to_owned()).collect(),
        transitions: BTreeMap::from([(TaskId(2), lead_in.to_owned())]),
        assumptions: vec![],
        release: Release::Answer,
        left_out: vec![],
    }
}

/// Task 3 failed, so task 4 was blocked.
pub(crate) fn partial(language: Language) -> Sample {
    let mut sample = completed(language);
    sample.outcome = Outcome::Partial;
    sample.reasons = vec![
        language
            .pick(
                "task 3 failed, task 4 was blocked",
                "任务 3 失败，任务 4 受阻",
            )
            .to_owned(),
    ];
    sample.parts.truncate(2);
    for task in sample.plan.tasks.iter().skip(2) {
        let title = task.description.clone();
        sample.parts.push(match task.id {
            TaskId(3) => Part::Failed {
                task: task.id,
                title,
                failure: no_evidence(language),
            },
            task => Part::Blocked {
                task,
                title,
                by: TaskId(3),
            },
        });
    }
    sample
}

pub(crate) fn no_evidence(language: Language) -> Failure {
    let message = language.pick(
        "the library holds nothing about competitors",
        "资料库中没有关于竞争对手的内容",
    );
    Failure::new(FailureCode::NoEvidence, message)
}

/// A model wrote the first section, then could not be reached.
pub(crate) fn degraded(language: Language) -> Sample {
    let mut sample = completed(language);
    sample.outcome = Outcome::Degraded;
    sample.reasons = vec![
        language
            .pick(
                "the offline analyst stood in for 3 tasks",
                "离线分析员代写了 3 项任务",
            )
            .to_owned(),
    ];
    for part in &mut sample.parts {
        let Part::Section(section) = part else {
            continue;
        };
        section.author = if section.task == TaskId(1) {
            Author::Model {
                model: "local/qwen3-8b".to_owned(),
            }
        } else {
            Author::Fallback {
                instead_of: "local/qwen3-8b".to_owned(),
                because: Failure::new(
                    FailureCode::ModelUnreachable,
                    "cannot connect to localhost:8080",
                ),
            }
        };
        section.notes = match section.task.0 {
            1 => vec![
                QualityNote::Uncited { sentences: 2 },
                QualityNote::UnknownCitations {
                    ids: vec!["ev_dead".to_owned(), "ev_beef".to_owned()],
                },
            ],
            3 => vec![
                QualityNote::Short { characters: 112 },
                QualityNote::CutShort {
                    reason: "step limit of 12 reached".to_owned(),
                },
            ],
            4 => vec![QualityNote::NoFigures],
            _ => vec![],
        };
    }
    sample
}

/// Completed, with every kind of finding, an assumption and a citation that resolves to nothing.
pub(crate) fn with_findings(language: Language) -> Sample {
    let mut sample = completed(language);
    let pick = |english: &str, chinese: &str| language.pick(english, chinese).to_owned();
    let reading = |value: String, source: String, name: &str| Reading {
        value,
        source,
        evidence: id(name),
    };
    let filing = pick("Lumora annual report 2024", "流光储能 2024 年年度报告");
    let press = pick("Grid Weekly: storage makers", "《电网周刊》：储能厂商");
    let letter = pick("Lumora Q4 letter", "流光储能四季度致股东信");
    sample.findings = vec![
        Finding::Contradiction {
            subject: pick("Revenue", "营业收入"),
            period: "FY2024".to_owned(),
            readings: vec![
                reading(pick("$4.61 billion", "46.1 亿美元"), filing, "ev_aa01"),
                reading(pick("$4.8 billion", "48 亿美元"), press, "ev_aa03"),
            ],
        },
        Finding::Outdated {
            subject: pick("Headcount", "员工人数"),
            period: "2024".to_owned(),
            old: reading(pick("5,100", "5100 人"), letter.clone(), "ev_aa04"),
            new: reading(pick("5,840", "5840 人"), letter, "ev_aa02"),
        },
        Finding::MissingPeriod {
            subject: pick("Shipments", "出货量"),
            missing: vec!["2023".to_owned()],
            present: vec!["2022".to_owned(), "2024".to_owned()],
            evidence: vec![id("ev_aa04"), id("ev_aa02"), id("ev_aa04")],
        },
        Finding::Quarantined {
            document: DocumentId::new("doc_0badc0ffee00"),
            title: pick("Forum thread on storage", "储能论坛帖子"),
            rule: "G-001".to_owned(),
            reason: pick(
                "text that addresses the reader as a model",
                "含有对模型下达指令的文字",
            ),
        },
    ];
    sample.assumptions = vec![(pick("period", "期间"), pick("fiscal 2024", "2024 财年"))];
    let extra = pick(
        "An id nobody returned[[ev_dead]], and a number nobody resolved [3].",
        "无人返回的编号[[ev_dead]]，以及未经解析的数字 [3]。",
    );
    if let Some(Part::Section(section)) = sample.parts.get_mut(2) {
        section.markdown.push('\n');
        section.markdown.push_str(&extra);
    }
    sample
}
