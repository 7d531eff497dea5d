//! After which calendar year a report calls its fiscal years.

use std::sync::LazyLock;

use assay_figures::pattern;
use regex::Regex;

/// Whether a report calls a year after the calendar year in which it begins: `FY2024 (year ended March 31,
/// 2025)`, `fiscal 2024 ended on February 1, 2025`. Decided by what it says more often.
pub fn names_years_by_start(text: &str) -> bool {
    let mut by_start = 0_usize;
    let mut by_end = 0_usize;
    for found in [&*NAMED, &*NAMED_BEHIND]
        .into_iter()
        .flat_map(|pattern| pattern.captures_iter(text))
    {
        let year = |name: &str| found.name(name)?.as_str().parse::<i16>().ok();
        match year("called").zip(year("end")) {
            Some((called, end)) if end == called + 1 => by_start += 1,
            Some((called, end)) if end == called => by_end += 1,
            _ => {}
        }
    }
    by_start > by_end
}

/// A fiscal year, and behind it the day on which it ended.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:FY|fiscal(?:\s+year)?)\s?(?P<called>20\d\d)\b[^.;|\d]{0,40}\bend(?:ed|ing|s)\b[^.;|\d]{0,24}\d{1,2},?\s+(?:[a-z]+\s+)?(?P<end>20\d\d)\b",
    )
});
/// A day, and behind it what the year that ended on it is called.
static NAMED_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\byear\s+end(?:ed|ing)\b[^.;|\d]{0,24}\d{1,2},?\s+(?:[a-z]+\s+)?(?P<end>20\d\d)\b[^.;|\da-z]{0,6}(?:hereinafter\s+|referred\s+to\s+as\s+)?[^.;|\da-z]{0,3}(?:FY|fiscal(?:\s+year)?)\s?(?P<called>20\d\d)\b",
    )
});
