//! Words that say nothing about what a passage is about.

pub(super) static ENGLISH_STOP_WORDS: assay_domain::WordList =
    assay_domain::word_list!("index/stop_words/english_stop_words");

pub(super) static CHINESE_STOP_WORDS: assay_domain::WordList =
    assay_domain::word_list!("index/stop_words/chinese_stop_words");
