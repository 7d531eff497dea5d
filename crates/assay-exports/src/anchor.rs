use crate::doc::FigureId;

/// The id of a figure's entry, the same in HTML and Markdown. Two figures never share one: what is
/// no letter, digit, `_`, `.` or `-` is written as its code between tildes.
pub(crate) fn figure_anchor(id: &FigureId) -> String {
    let mut anchor = String::with_capacity(id.as_str().len() + 4);
    anchor.push_str("fig-");
    for c in id.as_str().chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') {
            anchor.push(c);
        } else {
            anchor.push_str(&format!("~{:x}~", u32::from(c)));
        }
    }
    anchor
}

/// Where the figure is used for the `nth` time.
pub(crate) fn use_anchor(id: &FigureId, nth: usize) -> String {
    format!("at-{}-{nth}", figure_anchor(id))
}

pub(crate) fn is_anchor(text: &str) -> bool {
    let is_kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    // The prefixes belong to figures, their uses and sources.
    let is_reserved = ["fig-", "at-", "src-"].iter().any(|p| text.starts_with(p));
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_kept) && !is_reserved
}
