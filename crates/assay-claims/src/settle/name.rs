//! Numbers that are part of a name, a date or a stretch of time.

use assay_figures::cut;

use super::Bench;
use crate::check::Place;
use crate::numeral::{Page, Value, names_day, names_month};

impl Bench<'_, '_> {
    /// `9月`, `2日` where the evidence names the month or the day.
    pub(super) fn part_of_date(&self, value: &Value) -> Option<Place> {
        if !may_name(value) {
            return None;
        }
        let digits = value.magnitude.to_string();
        let before = cut(self.text, 0..value.range.start);
        let behind = cut(self.text, value.range.end..self.text.len());
        let month: Option<i8> = digits.parse().ok().filter(|_| behind.starts_with('月'));
        let day = digits.parse().ok().filter(|_| behind.starts_with('日'));
        let page = self.pages.iter().find(|page| {
            let text = page.source.text;
            month.is_some_and(|month| names_month(text, month))
                || day.is_some_and(|day| names_day(text, before, day))
        })?;
        Some(place_in(page))
    }

    /// `12 weeks`, `120 days` where the evidence says `12 Weeks Ended` or `120-day`.
    pub(super) fn stretch_of_time(&self, value: &Value) -> Option<Place> {
        let behind = cut(self.text, value.range.end..self.text.len())
            .trim_start_matches([' ', '-'])
            .to_lowercase();
        const UNITS: [(&str, &[&str]); 5] = [
            ("week", &["week", "周", "星期"]),
            ("month", &["month", "个月"]),
            ("day", &["day", "天"]),
            ("year", &["year"]),
            ("hour", &["hour", "小时"]),
        ];
        let mut units = UNITS.iter();
        let (unit, _) =
            units.find(|(_, names)| names.iter().any(|name| behind.starts_with(name)))?;
        let digits = value.magnitude.to_string();
        let forms = [format!("{digits} {unit}"), format!("{digits}-{unit}")];
        let page = self.pages.iter().find(|page| {
            let mut lines = page
                .source
                .headings
                .iter()
                .map(String::as_str)
                .chain([page.source.text]);
            lines.any(|line| {
                let lower = line.to_lowercase();
                forms.iter().any(|form| lower.contains(form.as_str()))
            })
        })?;
        Some(place_in(page))
    }
}

fn place_in(page: &Page<'_>) -> Place {
    Place {
        evidence: page.source.evidence.clone(),
        range: None,
    }
}

/// Digits without a unit or a scale.
fn may_name(value: &Value) -> bool {
    value.unit_is_open() && value.exponent.unwrap_or_default() == 0
}

/// `RTX 4090`, `Model 3`: the evidence has the digits behind the same word, and they measure nothing.
pub(crate) fn part_of_name(text: &str, value: &Value, pages: &[&Page<'_>]) -> Option<Place> {
    let printed = cut(text, value.range.clone());
    if let Some(page) = pages
        .iter()
        .find(|page| owns_something(page.source.text, printed))
    {
        return Some(place_in(page));
    }
    if !may_name(value) || value.place.is_cell() {
        return None;
    }
    let before = cut(text, 0..value.range.start);
    let word = before
        .trim_end()
        .rsplit(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    let is_name =
        before.ends_with([' ', '-']) && word.starts_with(|c: char| c.is_ascii_uppercase());
    let name = format!("{word} {}", value.magnitude);
    let mut pages = pages.iter().filter(|_| is_name);
    let page = pages.find(|page| has_name(page.source.text, &name))?;
    Some(place_in(page))
}

/// `4F's plants`: no amount owns anything, so that digits with a letter that do are a name.
fn owns_something(text: &str, printed: &str) -> bool {
    let is_mixed = printed.len() > 1
        && printed.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && printed.bytes().any(|byte| byte.is_ascii_uppercase());
    let owns = |(at, _): (usize, &str)| {
        let is_whole =
            !cut(text, 0..at).ends_with(|c: char| c.is_alphanumeric() || "$€£¥.,".contains(c));
        let behind = cut(text, at + printed.len()..text.len());
        is_whole && (behind.starts_with("'s ") || behind.starts_with("’s "))
    };
    is_mixed && text.match_indices(printed).any(owns)
}

/// The name stands there, and its digits end there: `Model 3` is not in `Model 30`.
fn has_name(text: &str, name: &str) -> bool {
    let ends = |at: usize| {
        let mut behind = cut(text, at + name.len()..text.len()).chars();
        let next = behind.next();
        let goes_on = next.is_some_and(|c| matches!(c, ',' | '.'))
            && behind.next().is_some_and(|c| c.is_ascii_digit());
        !goes_on && !next.is_some_and(char::is_alphanumeric)
    };
    text.match_indices(name).any(|(at, _)| ends(at))
}
