//! Where a sentence turns from what happened to why.

/// Where a sentence begins to tell the cause of what it says.
pub(super) fn cause_at(sentence: &str) -> Option<usize> {
    static CAUSES: assay_domain::WordList = assay_domain::word_list!("numeral/cause/causes");
    CAUSES.iter().filter_map(|words| sentence.find(words)).min()
}
