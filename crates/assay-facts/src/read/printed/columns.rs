//! Of which period a column is.

use std::cell::LazyCell;
use std::sync::LazyLock;

use assay_domain::Date;
use assay_figures::pattern;
use regex::{Captures, Regex};

use super::PrintedFiling;
use crate::fact::is_annual;
use crate::period::{days_between, months_ending, plus_days, plus_months};

/// Of a moment, or from a first to a last day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnPeriod {
    pub(super) start: Option<Date>,
    pub(super) end: Date,
}

const MONTH: &str = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?";
const YEAR_DIGITS: &str = r"((?:19|20)\d{2})";

/// The ways to write a day, each with the groups of its year, month and day: `March 31, 2025`,
/// `31 March 2025`, `31.03.2025`, `2025-03-31`, `2025年3月31日`.
static DATES: LazyLock<[(Regex, [usize; 3]); 5]> = LazyLock::new(|| {
    let day = r"(\d{1,2})(?:st|nd|rd|th)?";
    [
        (
            pattern(&format!(r"(?i)\b{MONTH}\s+{day}\s*,?\s+{YEAR_DIGITS}\b")),
            [3, 1, 2],
        ),
        (
            pattern(&format!(r"(?i)\b{day}\s+{MONTH},?\s+{YEAR_DIGITS}\b")),
            [3, 2, 1],
        ),
        (
            pattern(&format!(r"\b(\d{{1,2}})\.(\d{{1,2}})\.{YEAR_DIGITS}\b")),
            [3, 2, 1],
        ),
        (
            pattern(&format!(r"\b{YEAR_DIGITS}-(\d{{1,2}})-(\d{{1,2}})\b")),
            [1, 2, 3],
        ),
        (
            pattern(&format!(
                r"{YEAR_DIGITS}\s*年\s*(\d{{1,2}})\s*月\s*(\d{{1,2}})\s*日"
            )),
            [1, 2, 3],
        ),
    ]
});
/// The ways to write a day without its year, each with the groups of its month and day.
static DAYS: LazyLock<[(Regex, [usize; 2]); 3]> = LazyLock::new(|| {
    [
        (pattern(&format!(r"(?i)\b{MONTH}\s+(\d{{1,2}})\b")), [1, 2]),
        (
            pattern(&format!(
                r"(?i)\b(\d{{1,2}})(?:st|nd|rd|th)?\s+{MONTH}(?:\W|$)"
            )),
            [2, 1],
        ),
        (pattern(r"(\d{1,2})\s*月\s*(\d{1,2})\s*日"), [1, 2]),
    ]
});
/// A year, and that in which one ends which is called after two: `2024/25`.
static YEAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:^|[^\d.,]){YEAR_DIGITS}(?:\s?[-/–]\s?((?:20)?\d{{2}})(?:\D|$))?"
    ))
});
/// `FY25`.
static FISCAL: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\bFY\s?['’]?(\d{2})\b"));
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
        let others = periods.iter().zip(names).enumerate();
        let mut twins =
            others.filter(|(other, (of, _))| *other != place && of.as_ref() == Some(period));
        let is_total = |name: &str| name.to_lowercase().contains("total");
        match names.get(place).is_some_and(|name| is_total(name)) {
            true => twins.any(|(_, (_, name))| is_total(name)),
            false => twins.next().is_some(),
        }
    };
    // two columns of one period are two bases, and which is which is not known unless one is their total
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
        "变动",
        "增减",
        "同比",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

/// `At December 31`.
pub(super) fn names_a_day(line: &str) -> bool {
    DAYS.iter().any(|(pattern, _)| pattern.is_match(line))
}

/// The days that a text names.
pub(super) fn days_in(text: &str) -> Vec<Date> {
    let found = DATES.iter().flat_map(|(pattern, groups)| {
        let days = pattern.captures_iter(text);
        days.filter_map(|day| date_of(&day, *groups))
    });
    found.collect()
}

/// The one year that a head names.
fn sole_year(name: &str) -> Option<i16> {
    let years = YEAR.captures_iter(name).filter_map(|found| {
        let first: i16 = found.get(1)?.as_str().parse().ok()?;
        let second = found
            .get(2)
            .and_then(|second| second.as_str().parse::<i16>().ok());
        // `2024-25` goes on for a year; `2024-31` is no year
        let is_next = second.is_some_and(|second| second % 100 == (first + 1) % 100);
        Some(first + i16::from(is_next))
    });
    let short = FISCAL.captures_iter(name).filter_map(|found| {
        let digits: i16 = found.get(1)?.as_str().parse().ok()?;
        Some(2000 + digits)
    });
    let mut years: Vec<i16> = years.chain(short).collect();
    years.dedup();
    match years.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

fn date_of(found: &Captures<'_>, [year, month, day]: [usize; 3]) -> Option<Date> {
    let year = found.get(year)?.as_str().parse().ok()?;
    let day = found.get(day)?.as_str().parse().ok()?;
    Date::new(year, month_of(found.get(month)?.as_str())?, day).ok()
}

/// A month by its name or number.
fn month_of(name: &str) -> Option<i8> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    if let Ok(number) = name.parse() {
        return Some(number);
    }
    let lower = name.to_lowercase();
    let place = MONTHS.iter().position(|own| lower.starts_with(own))?;
    i8::try_from(place + 1).ok()
}

/// The month and day that a text names, if it is one.
fn sole_day(said: &str) -> Option<(i8, i8)> {
    let days = DAYS.iter().flat_map(|(pattern, [month, day])| {
        let found = pattern.captures_iter(said);
        found.filter_map(|found| {
            let day = found.get(*day)?.as_str().parse().ok()?;
            Some((month_of(found.get(*month)?.as_str())?, day))
        })
    });
    let days: Vec<(i8, i8)> = days.collect();
    let first = *days.first()?;
    days.iter().all(|day| *day == first).then_some(first)
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
    let mut own_days = days_in(name);
    own_days.dedup();
    match own_days.as_slice() {
        [] => {}
        [only] => return Some(*only),
        // the heads of several columns in one
        _ => return None,
    }
    let year = sole_year(name)?;
    let own = filing.period_end.filter(|_| is_annual(filing.form));
    if let Some((month, day)) = sole_day(name).or_else(|| sole_day(context)) {
        let called = |own: Date| (own.month(), own.day()) == (month, day);
        // a year that ends in spring may be called after the one before
        let late = own.filter(|own| called(*own)).zip(newest);
        let late = late.is_some_and(|(own, newest)| own.year() - newest == 1);
        return day_in_year(year + i16::from(late), month, day);
    }
    let own = own?;
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

/// A day of another year; the last of February is that of each year. A day that no year has is none.
fn day_in_year(year: i16, month: i8, day: i8) -> Option<Date> {
    if (month, day) == (2, 29) {
        return Date::new(year, 2, 1).ok().map(Date::last_of_month);
    }
    Date::new(year, month, day).ok()
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
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if says(&["half year", "half-year", "六个月", "六個月", "半年度"]) {
        return months_ending(end, 6).start;
    }
    if says(&["quarter", "三个月", "三個月", "季度"]) {
        return months_ending(end, 3).start;
    }
    let says_year = [
        "year ended",
        "years ended",
        "year-ended",
        "fiscal year",
        "fiscal years",
        "year ending",
        "financial year",
        "年度",
    ];
    says(&says_year).then(|| a_year_before(end))
}

fn a_year_before(end: Date) -> Date {
    months_ending(end, 12).start.unwrap_or(end)
}
