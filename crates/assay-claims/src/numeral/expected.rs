//! Figures that the evidence only expects, stated as facts.

use std::sync::LazyLock;

use assay_figures::{Needles, WordSet};

use super::words::tokens;

/// Whether a sentence of a source speaks of what is to come, and of nothing that came.
pub(crate) fn is_expectation(sentence: &str) -> bool {
    static COMING: assay_domain::WordList = assay_domain::word_list!("numeral/expected/coming");
    static CAME: assay_domain::WordList = assay_domain::word_list!("numeral/expected/came");
    static COMES: LazyLock<Needles> = LazyLock::new(|| Needles::of(COMING.iter().copied()));
    static DONE: LazyLock<Needles> = LazyLock::new(|| Needles::of(CAME.iter().copied()));
    COMES.is_any_in(sentence) && !DONE.is_any_in(sentence)
}

/// Whether a claim says that something is or was so, and hedges nothing.
pub(crate) fn is_plain_fact(sentence: &str) -> bool {
    const FACTS: &str = "was were is are had has achieved reported posted recorded reached generated earned rose \
        fell grew increased decreased made totaled totalled came stood delivered";
    const FACTS_HAN: [&str; 8] = ["实现", "达到", "录得", "完成", "取得", "为", "达", "是"];
    static HEDGES: assay_domain::WordList = assay_domain::word_list!("numeral/expected/hedges");
    static VERBS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(FACTS.split_whitespace()));
    static DOUBTS: LazyLock<Needles> = LazyLock::new(|| Needles::of(HEDGES.iter().copied()));
    let is_past = |word: &&str| VERBS.contains(word) || word.len() > 4 && word.ends_with("ed");
    let is_fact = tokens(sentence).iter().any(is_past)
        || FACTS_HAN.iter().any(|word| sentence.contains(word));
    is_fact && !DOUBTS.is_any_in(sentence)
}
