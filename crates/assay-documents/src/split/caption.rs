use std::sync::LazyLock;

use regex::Regex;

use crate::date::compiled;

/// In what a table counts: `in millions`, `€ million`, `A$'000`, `£m`, `₹ in crore`, `单位：万元`.
static UNITS: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\bin\s+(?:thousands|millions|billions|crores?|lakhs?)\b|\b(?:thousands|millions|billions)\s+of\s+\p{L}|(?:[£€$¥₹]|\b(?:CHF|EUR|GBP|USD|INR|JPY|CNY|RMB|SEK|NOK|DKK|SGD|HKD|AUD|CAD))\s?(?:m|bn|mn|thousands?|millions?|billions?|crores?|lakhs?|['’]?000)\b|['’]000\b|单位|百万元|万元|千元",
    )
});

/// A longer remark or sentence is prose, not a caption.
const CAPTION_CHARS: usize = 320;

/// `(in millions, except per share data)`, `(unaudited)`, `（单位：百万元）`, `单位：万元`.
pub(super) fn is_remark(text: &str) -> bool {
    let is_bracketed = text.starts_with(['(', '（']) && text.ends_with([')', '）']);
    let is_unit = ["单位：", "单位:", "金额单位", "單位：", "單位:"]
        .iter()
        .any(|label| text.starts_with(label));
    let is_line = !text.contains('\n') && text.chars().count() <= CAPTION_CHARS;
    is_line && (is_bracketed || is_unit)
}

/// `(In thousands)`, `in millions of euros`, `单位：万元`: nothing but what a table counts in.
pub(super) fn is_unit(label: &str) -> bool {
    let lower = label.to_lowercase();
    let starts = ["(", "（", "in ", "$ in ", "单位", "單位"];
    starts.iter().any(|start| lower.starts_with(start)) && UNITS.is_match(label)
}

/// Where the last sentence of a text begins, if it leads up to what follows (it ends with a colon)
/// or states units.
pub(super) fn leading_sentence(text: &str) -> Option<usize> {
    let last_end = |marks: &[&str]| {
        let ends = marks.iter().filter_map(|mark| {
            let before = text.get(..text.len().checked_sub(1)?)?;
            before.rfind(mark).map(|at| at + mark.len())
        });
        ends.max().unwrap_or(0)
    };
    let start = last_end(&[". ", "。", "\n", "! ", "? "]);
    let sentence = text.get(start..)?;
    let leads = sentence.ends_with([':', '：']) || UNITS.is_match(sentence);
    let is_short = sentence.chars().count() <= CAPTION_CHARS;
    // a line in bold begins with a star too, and is no item
    let is_item = text.starts_with(['-', '*', '•', '`']) && !text.starts_with("**");
    (leads && is_short && !is_item && !sentence.trim().is_empty()).then_some(start)
}
