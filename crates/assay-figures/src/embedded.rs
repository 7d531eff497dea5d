use regex::Regex;
use serde::de::DeserializeOwned;

/// A pattern that is a constant of this crate.
#[expect(
    clippy::expect_used,
    reason = "the pattern is compiled in; the figure tests run every one of them"
)]
pub fn pattern(source: &str) -> Regex {
    Regex::new(source).expect("a constant pattern is valid")
}

/// A data file of this crate.
#[expect(
    clippy::expect_used,
    reason = "the file is compiled in; the plan tests read every one of them"
)]
pub fn data<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).expect("a compiled-in data file is valid")
}

/// The part of `text` in `range`; empty where the range is not on character boundaries.
pub fn cut(text: &str, range: std::ops::Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}
