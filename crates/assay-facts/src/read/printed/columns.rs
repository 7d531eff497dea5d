//! Of which period a column is.

use std::cell::LazyCell;
use std::sync::LazyLock;

use assay_domain::Date;
use assay_figures::pattern;
use regex::Regex;

use super::PrintedFiling;
use crate::FormClass;
use crate::period::{days_between, months_ending, plus_days, plus_months};

/// Of a moment, or from a first to a last day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnPeriod {
    pub(super) start: Option<Date>,
    pub(super) end: Date,
}

static DATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})\s*,?\s+((?:19|20)\d{2})\b",
    )
});
/// `30 September 2033`, as it is written outside of the United States.
static DAY_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(\d{1,2})\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+((?:19|20)\d{2})\b",
    )
});
static DAY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})\b")
});
static YEAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b((?:19|20)\d{2})\b"));
static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(\d{1,2}|three|six|nine|twelve|thirteen|twenty-six|thirty-nine|fifty-two|fifty-three)[\s-]+(months?|weeks?)\b",
    )
});

/// The period of each column, its label column first; `None` where a column says none, or is of changes.
pub(super) fn column_periods(
    days: &LazyCell<Vec<Date>, impl FnOnce() -> Vec<Date>>,
    names: &[&str],
    above: &[&str],
    is_balance: bool,
    filing: &PrintedFiling<'_>,
) -> Vec<Option<ColumnPeriod>> {
    let context = format!(
        "{} · {}",
        above.join(" · "),
        names.first().copied().unwrap_or_default()
    );
    let newest = names
        .iter()
        .skip(1)
        .filter_map(|name| sole_year(name))
        .max();
    let periods: Vec<Option<ColumnPeriod>> = names
        .iter()
        .map(|name| {
            if is_of_changes(name) {
                return None;
            }
            let end = end_of(days, name, &context, newest, filing)?;
            if is_balance {
                return Some(ColumnPeriod { start: None, end });
            }
            let start = start_of(name, end)
                .or_else(|| start_of(&context, end))
                .or_else(|| is_annual(filing.form).then(|| a_year_before(end)))?;
            Some(ColumnPeriod {
                start: Some(start),
                end,
            })
        })
        .collect();
    let is_twice = |period: &ColumnPeriod, place: usize| {
        let others = periods
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        others
            .filter_map(|(_, other)| other.as_ref())
            .any(|other| other == period)
    };
    // two columns of one period are two bases, and which is which is not known
    let unique = periods
        .iter()
        .enumerate()
        .map(|(place, period)| period.clone().filter(|period| !is_twice(period, place)));
    unique.collect()
}

fn is_of_changes(name: &str) -> bool {
    let lower = name.to_lowercase();
    [
        "change",
        "%",
        "variance",
        "increase",
        "pro forma",
        "adjust",
        "vs.",
        "versus",
        "non-gaap",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

fn is_annual(form: &str) -> bool {
    FormClass::of(form) == FormClass::Periodic && !form.starts_with("10-Q") && form != "6-K"
}

/// `At December 31`.
pub(super) fn names_a_day(line: &str) -> bool {
    DAY.is_match(line)
}

/// The days that a text names.
pub(super) fn days_in(text: &str) -> Vec<Date> {
    let found = DATE.find_iter(text);
    found.filter_map(|found| date_in(found.as_str())).collect()
}

/// The one year that a head names.
fn sole_year(name: &str) -> Option<i16> {
    let mut years: Vec<i16> = YEAR
        .find_iter(name)
        .filter_map(|found| found.as_str().parse().ok())
        .collect();
    years.dedup();
    match years.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

fn date_in(text: &str) -> Option<Date> {
    let named = |month_at: usize, day_at: usize, pattern: &Regex| {
        let found = pattern.captures(text)?;
        let year = found.get(3)?.as_str().parse().ok()?;
        let day = found.get(day_at)?.as_str().parse().ok()?;
        Date::new(year, month(found.get(month_at)?.as_str())?, day).ok()
    };
    named(1, 2, &DATE).or_else(|| named(2, 1, &DAY_FIRST))
}

fn month(name: &str) -> Option<i8> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let lower = name.to_lowercase();
    let place = MONTHS.iter().position(|own| lower.starts_with(own))?;
    i8::try_from(place + 1).ok()
}

/// The last day of a column: as it says, or the day that is said for all columns in its year, or the
/// day of the report in an earlier year.
fn end_of(
    days: &LazyCell<Vec<Date>, impl FnOnce() -> Vec<Date>>,
    name: &str,
    context: &str,
    newest: Option<i16>,
    filing: &PrintedFiling<'_>,
) -> Option<Date> {
    if let Some(date) = date_in(name) {
        return Some(date);
    }
    let year = sole_year(name)?;
    let day_of = |said: &str| {
        let days: Vec<(i8, i8)> = DAY
            .captures_iter(said)
            .filter_map(|found| {
                Some((
                    month(found.get(1)?.as_str())?,
                    found.get(2)?.as_str().parse().ok()?,
                ))
            })
            .collect();
        let first = *days.first()?;
        days.iter().all(|day| *day == first).then_some(first)
    };
    if let Some((month, day)) = day_of(name).or_else(|| day_of(context)) {
        return Date::new(year, month, day).ok();
    }
    let own = filing.period_end.filter(|_| is_annual(filing.form))?;
    let newest = newest?;
    // a year that ends in January may be called after the one before
    if !(0..=1).contains(&(own.year() - newest)) {
        return None;
    }
    let about = plus_months(own, i32::from(year - newest) * 12);
    if own.day() == own.days_in_month() {
        return Some(about.last_of_month());
    }
    if year == newest {
        return Some(own);
    }
    stated_near(days, about)
}

/// A year of weeks ends on another day each year: the day near this one that the report itself names.
fn stated_near(days: &[Date], about: Date) -> Option<Date> {
    let near = days
        .iter()
        .filter(|day| days_between(**day, about).abs() <= NEAR);
    let count = |day: &Date| days.iter().filter(|other| *other == day).count();
    near.max_by_key(|day| count(day)).copied()
}

/// A year of weeks ends within so many days of the same day.
const NEAR: i32 = 8;

/// The first day of a stretch that is said to end on a day.
fn start_of(said: &str, end: Date) -> Option<Date> {
    let lower = said.to_lowercase();
    if let Some(found) = LENGTH.captures(&lower) {
        let count = match found.get(1)?.as_str() {
            "three" => 3,
            "six" => 6,
            "nine" => 9,
            "twelve" => 12,
            "thirteen" => 13,
            "twenty-six" => 26,
            "thirty-nine" => 39,
            "fifty-two" => 52,
            "fifty-three" => 53,
            digits => digits.parse::<i32>().ok()?,
        };
        if found.get(2)?.as_str().starts_with("week") {
            return Some(plus_days(end, 1 - 7 * count));
        }
        return months_ending(end, count).start;
    }
    if lower.contains("quarter") {
        return months_ending(end, 3).start;
    }
    let says_year = [
        "year ended",
        "years ended",
        "year-ended",
        "fiscal year",
        "fiscal years",
        "year ending",
    ];
    says_year
        .iter()
        .any(|words| lower.contains(words))
        .then(|| a_year_before(end))
}

fn a_year_before(end: Date) -> Date {
    months_ending(end, 12).start.unwrap_or(end)
}
