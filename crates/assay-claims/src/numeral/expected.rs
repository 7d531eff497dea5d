//! Figures that the evidence only expects, stated as facts.

use std::sync::LazyLock;

use assay_figures::{Needles, WordSet};

use super::words::tokens;

/// Whether a sentence of a source speaks of what is to come, and of nothing that came.
pub(crate) fn is_expectation(sentence: &str) -> bool {
    const COMING: [&str; 18] = [
        "we expect",
        "expects ",
        "is expected to",
        "are expected to",
        "expect to",
        "expecting",
        "anticipates ",
        "we anticipate",
        "guidance",
        "outlook",
        "forecasts ",
        "we forecast",
        "we target",
        "预计",
        "展望",
        "指引",
        "有望",
        "预期将",
    ];
    const CAME: [&str; 14] = [
        "than expected",
        "exceed",
        "beat ",
        "above our",
        "below our",
        "in line with",
        "compared with",
        "compared to",
        "as expected",
        "超出",
        "超预期",
        "高于",
        "低于",
        "此前",
    ];
    static COMES: LazyLock<Needles> = LazyLock::new(|| Needles::of(COMING));
    static DONE: LazyLock<Needles> = LazyLock::new(|| Needles::of(CAME));
    COMES.is_any_in(sentence) && !DONE.is_any_in(sentence)
}

/// Whether a claim says that something is or was so, and hedges nothing.
pub(crate) fn is_plain_fact(sentence: &str) -> bool {
    const FACTS: &str = "was were is are had has achieved reported posted recorded reached generated earned rose \
        fell grew increased decreased made totaled totalled came stood delivered";
    const FACTS_HAN: [&str; 8] = ["实现", "达到", "录得", "完成", "取得", "为", "达", "是"];
    const HEDGES: [&str; 32] = [
        "expect",
        "anticipat",
        "guid",
        "forecast",
        "outlook",
        "target",
        "estimat",
        "project",
        "plan",
        "aim",
        "will",
        "would",
        "could",
        "should",
        "may ",
        "might",
        "intend",
        "budget",
        "sees ",
        "next year",
        "range",
        "预",
        "指引",
        "目标",
        "展望",
        "有望",
        "计划",
        "拟",
        "将",
        "料",
        "估",
        "或",
    ];
    static VERBS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(FACTS.split_whitespace()));
    static DOUBTS: LazyLock<Needles> = LazyLock::new(|| Needles::of(HEDGES));
    let is_past = |word: &&str| VERBS.contains(word) || word.len() > 4 && word.ends_with("ed");
    let is_fact = tokens(sentence).iter().any(is_past)
        || FACTS_HAN.iter().any(|word| sentence.contains(word));
    is_fact && !DOUBTS.is_any_in(sentence)
}
