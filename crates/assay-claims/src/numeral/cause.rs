//! Where a sentence turns from what happened to why.

/// Where a sentence begins to tell the cause of what it says.
pub(super) fn cause_at(sentence: &str) -> Option<usize> {
    const CAUSES: [&str; 9] = [
        " because ",
        " due to ",
        " owing to ",
        " driven by ",
        " as a result of ",
        " thanks to ",
        " caused by ",
        "由于",
        "因为",
    ];
    CAUSES.iter().filter_map(|words| sentence.find(words)).min()
}
