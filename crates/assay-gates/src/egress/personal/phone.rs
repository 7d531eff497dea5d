use std::ops::Range;

use super::context::{Around, Topic};
use super::digits::is_amount;
use super::groups::Group;

const LABELS: [&str; 9] = [
    "office", "fax", "mobile", "cell", "home", "desk", "work", "phone", "手机",
];

/// The phone number that begins at a run, with its sign, brackets and extension, and its last run.
pub(crate) fn at_run(
    text: &str,
    group: &Group,
    from: usize,
    around: &Around<'_>,
) -> Option<(Range<usize>, usize)> {
    let last = group.runs.len().saturating_sub(1);
    if is_date(group, from) {
        return None;
    }
    let lead = lead(text, group.range(from, from).start);
    let named = around.before(Topic::Phone) || (from == 0 && around.follows(&LABELS));
    let hinted = named || around.before(Topic::Conversation);
    for to in (from..=last).rev() {
        let digits = group.digits(from, to);
        if !(7..=15).contains(&digits.len()) || is_amount(group, to, around) {
            continue;
        }
        let is_figure = || is_years(group, from, to) || is_decimal(text, &group.range(from, to));
        let is_spoken = || to > from && digits.len() <= 13 && !is_reference(group, from, to);
        let accepted = is_unmistakable(text, group, from, to, lead)
            || (named && !is_figure())
            || (hinted && is_spoken() && !is_figure());
        if accepted && !is_of_company(text, &group.range(from, to)) {
            let range = group.range_with_extension(from, to);
            return Some((range.start - lead.len()..range.end, to));
        }
    }
    None
}

/// The number on the cover of a filing, which the law has the company print.
fn is_of_company(text: &str, range: &Range<usize>) -> bool {
    const REACH: usize = 200;
    let from = text.floor_char_boundary(range.start.saturating_sub(REACH));
    let to = text.ceil_char_boundary((range.end + REACH).min(text.len()));
    let around = text.get(from..to).unwrap_or_default().to_ascii_lowercase();
    let has = |words: &str| around.contains(words);
    has("including area code") && (has("registrant") || has("principal executive offices"))
}

/// `+`, `(`, `+(` or `(+` before the first digit.
fn lead(text: &str, start: usize) -> &str {
    let before = text.get(..start).unwrap_or_default();
    let signs = before.trim_end_matches(['+', '(']);
    let lead = before.get(signs.len()..).unwrap_or_default();
    let from = lead.len().saturating_sub(2);
    lead.get(from..).unwrap_or_default()
}

/// International with a plus, North American with its grouping, or a Chinese mobile number.
fn is_unmistakable(text: &str, group: &Group, from: usize, to: usize, lead: &str) -> bool {
    let digits = group.digits(from, to);
    if lead.contains('+') {
        return digits.len() >= 9 && digits.first() != Some(&0);
    }
    let written = group.range(from, to);
    let written = text.get(written).unwrap_or_default();
    let joined = written.contains(['-', '.', ')']);
    let american = |from: usize| {
        let area = group.digits(from, from).first().is_some_and(|d| *d >= 2);
        let exchange = group
            .digits(from + 1, from + 1)
            .first()
            .is_some_and(|d| *d >= 2);
        group.has_lengths(from, to, &[3, 3, 4]) && area && exchange && joined
    };
    let prefixed = matches!(group.digits(from, from), [1] | [0, 0, 1]);
    american(from) || (prefixed && american(from + 1)) || is_chinese_mobile(text, group, from, to)
}

fn is_chinese_mobile(text: &str, group: &Group, from: usize, to: usize) -> bool {
    let digits = group.digits(from, to);
    let digits = match digits {
        [8, 6, rest @ ..] if rest.len() == 11 => rest,
        [0, 0, 8, 6, rest @ ..] if rest.len() == 11 => rest,
        digits => digits,
    };
    let is_one = from == to;
    let is_grouped = group.has_lengths(from, to, &[3, 4, 4])
        || group.has_lengths(from, to, &[2, 3, 4, 4])
        || group.has_lengths(from, to, &[2, 11]);
    let is_number = matches!(digits, [1, 3..=9, ..]) && digits.len() == 11;
    is_number && (is_grouped || (is_one && stands_free(text, &group.range(from, to))))
}

/// A bare number in a table cell or after an equals sign can be any figure.
fn stands_free(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default().trim_end();
    let after = text.get(range.end..).unwrap_or_default().trim_start();
    let odd = |c: char| matches!(c, '|' | '=' | '$' | '¥' | '￥' | '-' | '+' | '/' | '*');
    let rest = text.as_bytes().get(range.end..).unwrap_or_default();
    let is_decimal = matches!(rest, [b'.', next, ..] if next.is_ascii_digit());
    !before.ends_with(odd) && !after.starts_with(odd) && !is_decimal
}

/// Runs that begin with a day of the calendar.
fn is_date(group: &Group, from: usize) -> bool {
    let to = from + 2;
    let is_day = |year: usize, month: usize, day: usize| {
        (1900..2100).contains(&number(group, year))
            && (1..=12).contains(&number(group, month))
            && (1..=31).contains(&number(group, day))
    };
    if group.has_lengths(from, to, &[4, 2, 2]) {
        is_day(from, from + 1, to)
    } else {
        group.has_lengths(from, to, &[2, 2, 4])
            && (is_day(to, from, from + 1) || is_day(to, from + 1, from))
    }
}

/// The value of a run of at most four digits.
fn number(group: &Group, run: usize) -> u32 {
    let digits = group.digits(run, run);
    digits.iter().take(4).fold(0, |n, d| n * 10 + u32::from(*d))
}

/// `2024 2023 2022` is the head of a table.
fn is_years(group: &Group, from: usize, to: usize) -> bool {
    (from..=to).all(|at| matches!(group.digits(at, at), [1, 9, _, _] | [2, 0, _, _]))
}

/// `102.375 101.25` is a list of prices; a phone number with dots has no other gaps, and two of them.
fn is_decimal(text: &str, range: &Range<usize>) -> bool {
    let written = text.get(range.clone()).unwrap_or_default();
    let dots = written.matches('.').count();
    dots == 1 || (dots > 0 && written.contains([' ', '-']))
}

/// File numbers of the SEC (`001-34756`) and numbers of employers (`91-2197729`).
fn is_reference(group: &Group, from: usize, to: usize) -> bool {
    group.has_lengths(from, to, &[3, 5]) || group.has_lengths(from, to, &[2, 7])
}
