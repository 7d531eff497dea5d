//! One reader for each form in which a period is printed: it reads the form that begins at a place.

use super::{Period, Span};
use crate::scan::Cursor;

/// Where the text of a period ends, and the period, unless it names a year that is none.
pub(super) type Read<'t> = Option<(Cursor<'t>, Option<Period>)>;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn number(digits: &[u8]) -> i16 {
    digits.iter().fold(0, |value: i16, digit| {
        let digit = i16::from(digit.wrapping_sub(b'0'));
        value.saturating_mul(10).saturating_add(digit)
    })
}

fn small(digits: &[u8]) -> i8 {
    i8::try_from(number(digits)).unwrap_or(i8::MAX)
}

fn period(year: i16, span: Span, fiscal: bool) -> Option<Period> {
    let is_year = (1900..=2100).contains(&year);
    is_year.then_some(Period { year, span, fiscal })
}

/// Four digits, whatever follows.
fn four_digits(here: Cursor<'_>) -> Option<(Cursor<'_>, i16)> {
    let end = here.digits(4..=4)?;
    Some((end, number(end.since(here))))
}

/// Four digits at the end of a word.
fn whole_year_number(here: Cursor<'_>) -> Option<(Cursor<'_>, i16)> {
    let (end, year) = four_digits(here)?;
    Some((end.at_edge()?, year))
}

/// Four digits of this century or the last one.
fn near_year(here: Cursor<'_>) -> Option<(Cursor<'_>, i16)> {
    here.first_of(&["19", "20"])?;
    four_digits(here)
}

/// `FY 2024`, `fiscal 2024`: whether the year is a fiscal one.
fn fiscal_mark(here: Cursor<'_>) -> (Cursor<'_>, bool) {
    match here.literal("fy") {
        Some(after) => (after.maybe(" "), true),
        None => match here.literal("fiscal ") {
            Some(after) => (after, true),
            None => (here, false),
        },
    }
}

/// A month's name or its abbreviation.
fn month_name(here: Cursor<'_>) -> Option<(Cursor<'_>, i8)> {
    let number: i8 = match &here.three_letters()? {
        b"jan" => 1,
        b"feb" => 2,
        b"mar" => 3,
        b"apr" => 4,
        b"may" => 5,
        b"jun" => 6,
        b"jul" => 7,
        b"aug" => 8,
        b"sep" => 9,
        b"oct" => 10,
        b"nov" => 11,
        b"dec" => 12,
        _ => return None,
    };
    let place = usize::try_from(number).ok()?.checked_sub(1)?;
    let name = MONTHS.get(place)?;
    let word = here.word();
    let is = |name: &str| word.eq_ignore_ascii_case(name.as_bytes());
    if is(name) {
        return Some((here.after_word(), number));
    }
    (word.len() == 3 || is("sept")).then(|| (here.after_word().maybe("."), number))
}

/// `31 December 2024`, `December 31, 2024` and without the comma: month and year.
fn end_date(here: Cursor<'_>) -> Option<(Cursor<'_>, i8, i16)> {
    let (after, month) = match here.digits(1..=2) {
        Some(day) => month_name(day.exactly(" ")?)?,
        None => {
            let (after, month) = month_name(here)?;
            (after.exactly(" ")?.digits(1..=2)?, month)
        }
    };
    let (end, year) = whole_year_number(after.maybe(",").exactly(" ")?)?;
    Some((end, month, year))
}

fn ended(here: Cursor<'_>) -> Option<Cursor<'_>> {
    here.first_of(&[" ended ", " ending "])
}

pub(super) fn year_ended(here: Cursor<'_>) -> Read<'_> {
    let name = here.first_of(&[
        "years",
        "year",
        "twelve months",
        "12 months",
        "52 weeks",
        "53 weeks",
    ]);
    let (end, _, year) = end_date(ended(name?)?)?;
    Some((end, period(year, Span::Year, true)))
}

pub(super) fn months_ended(here: Cursor<'_>) -> Read<'_> {
    const COUNTS: [(&str, i8); 13] = [
        ("three months", 3),
        ("six months", 6),
        ("nine months", 9),
        ("3 months", 3),
        ("6 months", 6),
        ("9 months", 9),
        ("quarter", 3),
        ("13 weeks", 3),
        ("thirteen weeks", 3),
        ("26 weeks", 6),
        ("twenty-six weeks", 6),
        ("39 weeks", 9),
        ("thirty-nine weeks", 9),
    ];
    let (after, count) = COUNTS
        .iter()
        .find_map(|(name, count)| Some((here.literal(name)?, *count)))?;
    let (end, month, year) = end_date(ended(after)?)?;
    Some((end, period(year, Span::Months(count, month), false)))
}

/// `2025年6月30日`, and without the day: what is behind, the year, the month and the day.
fn han_date(here: Cursor<'_>, has_day: bool) -> Option<(Cursor<'_>, i16, Option<i8>, i8)> {
    let (after, year) = four_digits(here)?;
    let start = after.exactly("年")?;
    let end = start.digits(1..=2)?;
    let month = Some(small(end.since(start))).filter(|month| (1..=12).contains(month));
    let after = end.exactly("月")?;
    if !has_day {
        return Some((after, year, month, 0));
    }
    let end = after.digits(1..=2)?;
    Some((end.exactly("日")?, year, month, small(end.since(after))))
}

pub(super) fn months_ended_han(here: Cursor<'_>) -> Read<'_> {
    let (after, year, month, _) = han_date(here, true)?;
    let after = after.exactly("止")?;
    let counts = [("三", 3), ("六", 6), ("九", 9)];
    let (after, count) = counts
        .iter()
        .find_map(|(name, count)| Some((after.exactly(name)?, *count)))?;
    let span = month.map(|month| Span::Months(count, month));
    Some((
        after.exactly("个月")?,
        span.and_then(|span| period(year, span, false)),
    ))
}

pub(super) fn nine_months(here: Cursor<'_>) -> Read<'_> {
    let in_words = || {
        let after = here.literal("nine months ")?;
        let after = after.first_of(&["of ", "to september "]).unwrap_or(after);
        let (after, fiscal) = fiscal_mark(after);
        Some((whole_year_number(after)?, fiscal))
    };
    let in_short = || {
        let after = here.literal("9m")?.maybe(" ");
        let fiscal = after.literal("fy");
        let year = whole_year_number(fiscal.unwrap_or(after))?;
        Some((year, fiscal.is_some()))
    };
    let ((end, year), fiscal) = in_words().or_else(in_short)?;
    Some((end, period(year, Span::NineMonths, fiscal)))
}

pub(super) fn nine_months_han(here: Cursor<'_>) -> Read<'_> {
    let (after, year) = four_digits(here)?;
    let end = after.exactly("年前三季度")?;
    Some((end, period(year, Span::NineMonths, false)))
}

fn quarter_number(here: Cursor<'_>) -> Option<(Cursor<'_>, i8)> {
    let end = here.one_of(b"1234")?;
    Some((end, small(end.since(here))))
}

pub(super) fn quarter_year(here: Cursor<'_>) -> Read<'_> {
    let (after, quarter) = quarter_number(here.literal("q")?)?;
    let after = after.one_of(b" -").unwrap_or(after).maybe("of ");
    let (after, fiscal) = fiscal_mark(after);
    let (end, year) = whole_year_number(after)?;
    Some((end, period(year, Span::Quarter(quarter), fiscal)))
}

pub(super) fn year_quarter(here: Cursor<'_>) -> Read<'_> {
    let fiscal = here.literal("fy").map(|after| after.maybe(" "));
    let (after, year) = four_digits(fiscal.unwrap_or(here))?;
    let after = after.maybe("年");
    let after = after.one_of(b" -").unwrap_or(after).literal("q")?;
    let (end, quarter) = quarter_number(after)?;
    let span = Span::Quarter(quarter);
    Some((end, period(year, span, fiscal.is_some())))
}

pub(super) fn quarter_in_words(here: Cursor<'_>) -> Read<'_> {
    let names = ["first", "second", "third", "fourth"];
    let (after, quarter) = (1..)
        .zip(names)
        .find_map(|(quarter, name)| Some((here.literal(name)?, quarter)))?;
    let after = after.one_of(b" -")?.literal("quarter ")?;
    let after = after.first_of(&["of ", "in "]).unwrap_or(after);
    let fiscal = after.literal("fiscal year ").map(|after| (after, true));
    let (after, fiscal) = fiscal.unwrap_or_else(|| fiscal_mark(after));
    let (end, year) = whole_year_number(after)?;
    Some((end, period(year, Span::Quarter(quarter), fiscal)))
}

pub(super) fn quarter_han(here: Cursor<'_>) -> Read<'_> {
    const NUMBERS: [(&str, i8); 8] = [
        ("一", 1),
        ("二", 2),
        ("三", 3),
        ("四", 4),
        ("1", 1),
        ("2", 2),
        ("3", 3),
        ("4", 4),
    ];
    let (after, year) = four_digits(here)?;
    let after = after.maybe("年");
    let fiscal = after.first_of(&["财年", "财政年度"]);
    let after = fiscal.unwrap_or(after).maybe("第");
    let (after, quarter) = NUMBERS
        .iter()
        .find_map(|(name, number)| Some((after.exactly(name)?, *number)))?;
    let end = after.exactly("季")?.maybe("度");
    let span = Span::Quarter(quarter);
    Some((end, period(year, span, fiscal.is_some())))
}

fn half_number(here: Cursor<'_>) -> Option<(Cursor<'_>, i8)> {
    let end = here.one_of(b"12")?;
    Some((end, small(end.since(here))))
}

pub(super) fn half(here: Cursor<'_>) -> Read<'_> {
    let behind = || {
        let (after, half) = half_number(here.literal("h")?)?;
        Some((after.maybe(" "), half))
    };
    let before = || {
        let (after, half) = half_number(here)?;
        Some((after.literal("h")?.maybe(" "), half))
    };
    let in_words = || {
        let names = [("first half ", 1), ("second half ", 2)];
        let mut found = names.iter();
        found.find_map(|(name, half)| Some((here.literal(name)?.maybe("of "), *half)))
    };
    let (after, half) = behind().or_else(before).or_else(in_words)?;
    let (after, fiscal) = fiscal_mark(after);
    let (end, year) = whole_year_number(after)?;
    Some((end, period(year, Span::Half(half), fiscal)))
}

pub(super) fn half_han(here: Cursor<'_>) -> Read<'_> {
    let (after, year) = four_digits(here)?;
    let after = after.maybe("年");
    let halves = [("上半年", 1), ("下半年", 2)];
    let (end, half) = halves
        .iter()
        .find_map(|(name, half)| Some((after.exactly(name)?, *half)))?;
    Some((end, period(year, Span::Half(half), false)))
}

/// `2024H1`
pub(super) fn half_behind(here: Cursor<'_>) -> Read<'_> {
    let (after, year) = four_digits(here)?;
    let (end, half) = half_number(after.maybe(" ").literal("h")?)?;
    Some((end.at_edge()?, period(year, Span::Half(half), false)))
}

pub(super) fn day_month(here: Cursor<'_>) -> Read<'_> {
    let day = here.digits(1..=2)?;
    let named = day.first_of(&["st", "nd", "rd", "th"]).unwrap_or(day);
    let (after, month) = month_name(named.exactly(" ")?)?;
    let (end, year) = whole_year_number(after.maybe(",").exactly(" ")?)?;
    let span = Span::Day(month, small(day.since(here)));
    Some((end, period(year, span, false)))
}

pub(super) fn month_day(here: Cursor<'_>) -> Read<'_> {
    let (after, month) = month_name(here)?;
    let start = after.exactly(" ")?;
    let day = start.digits(1..=2)?;
    let (end, year) = whole_year_number(day.exactly(", ")?)?;
    let span = Span::Day(month, small(day.since(start)));
    Some((end, period(year, span, false)))
}

pub(super) fn date(here: Cursor<'_>) -> Read<'_> {
    let (after, year) = four_digits(here)?;
    let start = after.exactly("-")?;
    let month = start.digits(2..=2)?;
    let after = month.exactly("-")?;
    let end = after.digits(2..=2)?.at_edge()?;
    let day = small(end.since(after));
    let month = Some(small(month.since(start))).filter(|month| (1..=12).contains(month));
    let span = month.map(|month| Span::Day(month, day));
    Some((end, span.and_then(|span| period(year, span, false))))
}

/// `31.03.2025`, as it is written on the continent.
pub(super) fn date_dotted(here: Cursor<'_>) -> Read<'_> {
    let day = here.digits(1..=2)?;
    let start = day.exactly(".")?;
    let month = start.digits(1..=2)?;
    let (end, year) = whole_year_number(month.exactly(".")?)?;
    let of_year = Some(small(month.since(start))).filter(|month| (1..=12).contains(month));
    let span = of_year.map(|month| Span::Day(month, small(day.since(here))));
    Some((end, span.and_then(|span| period(year, span, false))))
}

/// `2024-25`, `2024/25`: a year that goes over two is that in which it ends.
pub(super) fn year_over_two(here: Cursor<'_>) -> Read<'_> {
    let (after, first) = near_year(here)?;
    let start = after.first_of(&["-", "/", "–"])?;
    let end = start.digits(2..=2)?.at_edge()?;
    let goes_on = number(end.since(start)) == (first + 1) % 100;
    goes_on.then(|| (end, period(first + 1, Span::Year, false)))
}

pub(super) fn date_han(here: Cursor<'_>) -> Read<'_> {
    let (end, year, month, day) = han_date(here, true)?;
    let span = month.map(|month| Span::Day(month, day));
    Some((end, span.and_then(|span| period(year, span, false))))
}

pub(super) fn month_of_year(here: Cursor<'_>) -> Read<'_> {
    let (after, month) = month_name(here)?;
    let (end, year) = whole_year_number(after.exactly(" ")?)?;
    Some((end, period(year, Span::Month(month), false)))
}

pub(super) fn month_han(here: Cursor<'_>) -> Read<'_> {
    let (end, year, month, _) = han_date(here, false)?;
    let span = month.map(Span::Month);
    Some((end, span.and_then(|span| period(year, span, false))))
}

pub(super) fn fiscal_year(here: Cursor<'_>) -> Read<'_> {
    let in_words = || {
        let after = here.literal("fiscal")?;
        Some(after.first_of(&[" years", " year"]).unwrap_or(after))
    };
    let start = here.literal("fy").or_else(in_words)?.maybe(" ");
    if let Some((end, Some(over_two))) = year_over_two(start) {
        return Some((end, period(over_two.year, Span::Year, true)));
    }
    let four = whole_year_number(start);
    let two = || {
        let end = start.digits(2..=2)?.at_edge()?;
        Some((end, 2000 + number(end.since(start))))
    };
    let (end, year) = four.or_else(two)?;
    Some((end, period(year, Span::Year, true)))
}

pub(super) fn fiscal_year_han(here: Cursor<'_>) -> Read<'_> {
    let (after, year) = four_digits(here)?;
    let end = after.first_of(&["财年", "财政年度"])?;
    Some((end, period(year, Span::Year, true)))
}

pub(super) fn year_han(here: Cursor<'_>) -> Read<'_> {
    let (after, year) = near_year(here)?;
    let end = after.exactly("年")?;
    let end = end.first_of(&["度", "全年", "末", "底"]).unwrap_or(end);
    Some((end, period(year, Span::Year, false)))
}

pub(super) fn whole_year(here: Cursor<'_>) -> Read<'_> {
    let names = ["full-year ", "full year ", "calendar year ", "calendar "];
    let (end, year) = near_year(here.first_of(&names)?)?;
    Some((end.at_edge()?, period(year, Span::Year, false)))
}

pub(super) fn year(here: Cursor<'_>) -> Read<'_> {
    let (end, year) = near_year(here)?;
    Some((end.at_edge()?, period(year, Span::Year, false)))
}
