use assay_domain::{Author, Failure, Language, Outcome, QualityNote, ResearchType, TaskId, Tier};

use crate::document::Inline;
use crate::plain_text::reason_text;

/// What stands in a report where a section could not be written.
pub fn placeholder(language: Language, failure: &Failure) -> String {
    match language {
        Language::En => format!("[Data could not be obtained: {failure}]"),
        Language::Zh => format!("[数据获取失败：{}]", failure.told(language)),
    }
}

/// What stands in a report where a section waited for one that has no result.
pub(crate) fn blocked_placeholder(language: Language, by: TaskId, title: Option<&str>) -> String {
    match (language, title) {
        (Language::En, Some(title)) => {
            format!(
                "[Not written: it needed task {by}, \u{201c}{title}\u{201d}, which has no result]"
            )
        }
        (Language::En, None) => {
            format!("[Not written: it needed task {by}, which has no result]")
        }
        (Language::Zh, Some(title)) => {
            format!("[未撰写：所依赖的任务 {by}“{title}”没有结果]")
        }
        (Language::Zh, None) => format!("[未撰写：所依赖的任务 {by} 没有结果]"),
    }
}

/// One line that tells how a run ended and what it left, for instance
/// `Partial: 3 of 4 sections, 12 sources`.
pub fn summary_line(
    language: Language,
    outcome: Outcome,
    sections_written: usize,
    sections_planned: usize,
    sources: usize,
) -> String {
    let name = outcome_name(language, outcome);
    match language {
        Language::En => format!(
            "{name}: {sections_written} of {sections_planned} {}, {sources} {}",
            if sections_planned == 1 {
                "section"
            } else {
                "sections"
            },
            if sources == 1 { "source" } else { "sources" },
        ),
        Language::Zh => {
            format!("{name}：{sections_written}/{sections_planned} 节，{sources} 条来源")
        }
    }
}

pub(crate) fn outcome_name(language: Language, outcome: Outcome) -> &'static str {
    let (english, chinese) = match outcome {
        Outcome::Completed => ("Completed", "已完成"),
        Outcome::Partial => ("Partial", "部分完成"),
        Outcome::Degraded => ("Degraded", "降级完成"),
        Outcome::Failed => ("Failed", "失败"),
        Outcome::Blocked => ("Blocked", "已拦截"),
        Outcome::Cancelled => ("Cancelled", "已取消"),
    };
    language.pick(english, chinese)
}

/// What an ingest rule looks for. Reasons are journaled in English when a document comes in, before
/// any report has a language; a Chinese report tells the rule in its own words.
pub(crate) fn gate_rule_in_chinese(rule: &str) -> Option<&'static str> {
    match rule {
        "G-001" => Some("对读取文本的程序下达指令"),
        "G-002" => Some("以不可见字符夹带文字"),
        "G-003" => Some("冒充对话模板或角色标记"),
        "G-004" => Some("在注释或隐藏内容中夹带指令"),
        _ => None,
    }
}

pub(crate) fn outcome_meaning(language: Language, outcome: Outcome) -> &'static str {
    let (english, chinese) = match outcome {
        Outcome::Completed => (
            "Every task of the plan finished as asked.",
            "计划中的每项任务均按要求完成。",
        ),
        Outcome::Partial => (
            "Some tasks failed or had to wait for one that failed. What is missing is named below.",
            "部分任务失败，或因所依赖的任务失败而未能执行。缺失的内容在下文逐项列出。",
        ),
        Outcome::Degraded => (
            "Every task has a section, but something stood in for what was asked.",
            "每项任务都有成文的章节，但部分工作由替代方式完成，与原本的要求不同。",
        ),
        Outcome::Failed => ("No section could be written.", "未能写出任何一节内容。"),
        Outcome::Blocked => (
            "A gate forbids the delivery of this report.",
            "本报告未通过关卡检查，不得交付。",
        ),
        Outcome::Cancelled => (
            "The run was cancelled. What was finished by then is below.",
            "运行已被取消。以下为取消之前完成的内容。",
        ),
    };
    language.pick(english, chinese)
}

/// What stands over sections that are not the answer of their run.
pub(crate) fn held_back(language: Language) -> &'static str {
    language.pick(
        "Not released: the quality gate let no judgement rest on this text, for the reasons below. Each section was written and checked against its evidence; read it as notes, not as the answer.",
        "未放行：质量门禁不允许以下文字作为结论依据，原因如下。各节均已写成并与证据核对，仅可作为资料阅读，不是本次研究的答案。",
    )
}

/// What stands over a report whose summary a kill switch kept in.
pub(crate) fn without_summary(language: Language) -> &'static str {
    language.pick(
        "Not a full report: more of what was written lacks support than the rules allow, so nothing is summed up. The sections hold what the evidence bears; the rest stands under “Not supported by the evidence”.",
        "并非完整报告：已写内容中缺乏证据支持的部分超过规则所允许的限度，因此不作摘要。各节只保留证据支持的内容，其余见“证据不支持的陈述”。",
    )
}

pub(crate) fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::A => "A",
        Tier::B => "B",
        Tier::C => "C",
        Tier::D => "D",
    }
}

/// What a tier stands for. What was not fetched may be anybody's paper, and is not called press.
pub(crate) fn tier_meaning(language: Language, tier: Tier, origin: &str) -> &'static str {
    let (english, chinese) = match tier {
        Tier::A => (
            "regulator filing or audited statement",
            "监管文件或经审计报表",
        ),
        Tier::B => (
            "company investor relations or licensed data",
            "公司投资者关系材料或授权数据",
        ),
        Tier::C if origin.contains("://") => ("press or broker research", "媒体或券商研究"),
        Tier::C => (
            "press, broker research or a file without proof of its origin",
            "媒体、券商研究或来源未证实的文件",
        ),
        Tier::D => ("social media or unknown origin", "社交媒体或来源不明"),
    };
    language.pick(english, chinese)
}

pub(crate) fn research_type(language: Language, kind: ResearchType) -> &'static str {
    let (english, chinese) = match kind {
        ResearchType::Company => ("Company research", "公司研究"),
        ResearchType::Industry => ("Industry research", "行业研究"),
        ResearchType::Strategy => ("Strategy research", "策略研究"),
        ResearchType::Macro => ("Macro research", "宏观研究"),
        ResearchType::Quantitative => ("Quantitative research", "量化研究"),
        ResearchType::Event => ("Event analysis", "事件分析"),
    };
    language.pick(english, chinese)
}

/// Who wrote, without a full stop: `the model x`, `the offline analyst`, …
pub(crate) fn author(language: Language, author: &Author) -> Vec<Inline> {
    match author {
        Author::Model { model } => vec![
            Inline::text(language.pick("the model ", "模型 ")),
            Inline::Code(model.clone()),
        ],
        Author::OfflineAnalyst => vec![Inline::text(language.pick(
            "the offline analyst (every sentence quoted or computed, no model)",
            "离线分析员（每句话均为引文或计算结果，未使用模型）",
        ))],
        Author::Fallback {
            instead_of,
            because,
        } => vec![
            Inline::text(language.pick(
                "the offline analyst, standing in for the model ",
                "离线分析员，代替模型 ",
            )),
            Inline::Code(instead_of.clone()),
            Inline::text(language.pick(" (", "（")),
            Inline::Code("isFallback".to_owned()),
            Inline::text(language.pick("): ", "）：")),
            Inline::Text(reason_text(&because.told(language))),
        ],
    }
}

pub(crate) fn quality_note(language: Language, note: &QualityNote) -> String {
    match (language, note) {
        (Language::En, QualityNote::Short { characters }) => {
            format!("This section is short ({characters} characters).")
        }
        (Language::Zh, QualityNote::Short { characters }) => {
            format!("本节篇幅过短（{characters} 个字符）。")
        }
        (_, QualityNote::NoFigures) => language
            .pick("This section contains no figures.", "本节没有数据。")
            .to_owned(),
        (Language::En, QualityNote::Uncited { sentences: 1 }) => {
            "1 sentence states something and cites nothing.".to_owned()
        }
        (Language::En, QualityNote::Uncited { sentences }) => {
            format!("{sentences} sentences state something and cite nothing.")
        }
        (Language::Zh, QualityNote::Uncited { sentences }) => {
            format!("有 {sentences} 句陈述没有引用任何证据。")
        }
        (Language::En, QualityNote::UnknownCitations { ids }) => format!(
            "Citations of evidence that no tool returned were removed: {}.",
            ids.join(", ")
        ),
        (Language::Zh, QualityNote::UnknownCitations { ids }) => {
            format!("已移除对不存在证据的引用：{}。", ids.join("、"))
        }
        (Language::En, QualityNote::Unsupported { sentences: 1 }) => {
            "1 sentence is not supported by the evidence; it was moved out of this section."
                .to_owned()
        }
        (Language::En, QualityNote::Unsupported { sentences }) => format!(
            "{sentences} sentences are not supported by the evidence; they were moved out of this section."
        ),
        (Language::Zh, QualityNote::Unsupported { sentences }) => {
            format!("有 {sentences} 句陈述未得到证据支持，已移出本节。")
        }
        (Language::En, QualityNote::CutShort { reason }) => {
            format!(
                "The work was cut short, and the section was written from what there was: {reason}."
            )
        }
        (Language::Zh, QualityNote::CutShort { reason }) => {
            format!("工作提前中止，本节依据当时已有的材料写成：{reason}。")
        }
    }
}

pub(crate) fn disclaimer(language: Language) -> &'static str {
    language.pick(
        "This report is a research aid. It is not investment advice, and it is no better than the sources it cites: check them before you act on it.",
        "本报告仅供研究参考，不构成投资建议。其可靠程度不高于所引用的来源，据此行动之前请核对来源。",
    )
}

/// The report's own headings, each with the anchor the HTML page gives it.
pub(crate) struct Headings {
    pub(crate) summary: &'static str,
    pub(crate) contents: &'static str,
    pub(crate) caveats: &'static str,
    pub(crate) left_out: &'static str,
    pub(crate) labels: &'static str,
    pub(crate) sources: &'static str,
}

pub(crate) fn headings(language: Language) -> Headings {
    match language {
        Language::En => Headings {
            summary: "Executive summary",
            contents: "Contents",
            caveats: "What to know before you rely on this",
            left_out: "Not supported by the evidence",
            labels: "What the labels mean",
            sources: "Sources",
        },
        Language::Zh => Headings {
            summary: "摘要",
            contents: "目录",
            caveats: "使用本报告之前须知",
            left_out: "证据不支持的陈述",
            labels: "标签的含义",
            sources: "来源",
        },
    }
}

pub(crate) fn unresolved(language: Language, id: &str) -> String {
    match language {
        Language::En => format!("[unresolved citation: {id}]"),
        Language::Zh => format!("[无法解析的引用：{id}]"),
    }
}

/// `label: text` in the punctuation of the language.
pub(crate) fn colon(language: Language) -> &'static str {
    language.pick(": ", "：")
}
