//! Parts of a year that a sentence names away from the year, or by the day on which they end.

use std::ops::Range;
use std::sync::LazyLock;

use assay_figures::{Needles, Period, Span, cut};

use super::reading::Reading;
use super::value::Value;
use super::words::{token_ranges, tokens};

/// What a sentence says beside its years.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Of(Span),
    /// `the quarter`, `year to date`: which part is not said.
    Unclear,
}

/// Gives the numbers of a sentence such as `In 2025 it deployed 20 GWh through the second quarter` the
/// part of the year that they are for. Where a sentence has several numbers, which of them are for
/// the part and which for the year stays open.
pub(crate) fn bind_stretches(text: &str, reading: &mut Reading) {
    for stretch in reading.stretches.clone() {
        if may_name_part(cut(text, stretch.clone())) {
            lengthen_quarters(text, &stretch, reading);
            bind_parts(text, &stretch, reading);
        }
    }
}

fn may_name_part(text: &str) -> bool {
    const SIGNS: [&str; 10] = [
        "quarter", "half", "q1", "q2", "q3", "q4", "date", "so far", "季", "半年",
    ];
    static NEEDLES: LazyLock<Needles> = LazyLock::new(|| Needles::of(SIGNS));
    NEEDLES.is_any_in(text)
}

/// The part of a year that a row or a column is for: `First Quarter`.
pub(crate) fn part_of_year(label: &str) -> Option<Span> {
    if !may_name_part(label) {
        return None;
    }
    match parts_in(label, &(0..label.len()), &[]).as_slice() {
        [Part::Of(span)] => Some(*span),
        _ => None,
    }
}

/// `through the second quarter of 2025` is the first half; `the end of Q2 2025` is a moment.
fn lengthen_quarters(text: &str, stretch: &Range<usize>, reading: &mut Reading) {
    let mut changes: Vec<(Period, Option<Period>)> = Vec::new();
    for mark in &mut reading.periods {
        let is_here = stretch.start <= mark.range.start && mark.range.end <= stretch.end;
        let Span::Quarter(quarter) = mark.period.span else {
            continue;
        };
        if !is_here {
            continue;
        }
        let before = cut(text, stretch.start..mark.range.start);
        let old = mark.period;
        if is_through(before) {
            let span = up_to(quarter);
            mark.period = Period { span, ..old };
            changes.push((old, Some(mark.period)));
        } else if tokens(before)
            .iter()
            .rev()
            .take(3)
            .any(|word| is(word, "end"))
        {
            changes.push((old, None));
        }
    }
    for (old, new) in changes {
        for value in values_in(reading, stretch) {
            if value.period == Some(old) {
                value.period = new;
            }
            let kept = value.mentions.drain(..);
            value.mentions = kept
                .filter_map(|mention| if mention == old { new } else { Some(mention) })
                .collect();
        }
    }
}

fn bind_parts(text: &str, stretch: &Range<usize>, reading: &mut Reading) {
    let marks = reading.periods.iter();
    let marks: Vec<(Period, Range<usize>)> = marks
        .filter(|mark| stretch.start <= mark.range.start && mark.range.end <= stretch.end)
        .map(|mark| (mark.period, mark.range.clone()))
        .collect();
    let is_year = |period: &&(Period, Range<usize>)| period.0.span == Span::Year;
    let mut years: Vec<Period> = marks
        .iter()
        .filter(is_year)
        .map(|(year, _)| *year)
        .collect();
    years.dedup();
    let parts = parts_in(text, stretch, &marks);
    if years.is_empty() || parts.is_empty() {
        return;
    }
    let named = |year: &Period| {
        let year = *year;
        parts.iter().filter_map(move |part| match part {
            Part::Of(span) => Some(Period {
                span: *span,
                ..year
            }),
            Part::Unclear => None,
        })
    };
    let named: Vec<Period> = years.iter().flat_map(named).collect();
    let numbers = values_in(reading, stretch).filter(|value| !value.in_name);
    let is_alone = numbers.count() == 1;
    for value in values_in(reading, stretch) {
        let is_year = |period: &Period| period.span == Span::Year;
        let was_year = value.period.as_ref().is_some_and(is_year);
        let is_unclear = parts.contains(&Part::Unclear);
        if is_unclear || is_alone {
            value.mentions.retain(|mention| !is_year(mention));
        }
        value.mentions.extend(named.iter().copied());
        if was_year || value.period.is_none() {
            value.period = match named.as_slice() {
                [only] if is_alone && !is_unclear => Some(*only),
                _ => None,
            };
        }
    }
}

fn values_in<'r>(
    reading: &'r mut Reading,
    stretch: &Range<usize>,
) -> impl Iterator<Item = &'r mut Value> {
    let (start, end) = (stretch.start, stretch.end);
    reading.values.iter_mut().filter(move |value| {
        !value.place.is_cell() && start <= value.range.start && value.range.end <= end
    })
}

fn is(word: &str, lower: &str) -> bool {
    word.eq_ignore_ascii_case(lower)
}

fn is_through(before: &str) -> bool {
    let words = tokens(before);
    let mut last = words.iter().rev().filter(|word| !is(word, "the"));
    last.next().is_some_and(|word| is(word, "through"))
}

/// From the start of the year to the end of a quarter.
fn up_to(quarter: i8) -> Span {
    match quarter {
        1 => Span::Quarter(1),
        2 => Span::Half(1),
        3 => Span::NineMonths,
        _ => Span::Year,
    }
}

/// The parts of a year that stand outside of every period that was read.
fn parts_in(text: &str, stretch: &Range<usize>, marks: &[(Period, Range<usize>)]) -> Vec<Part> {
    let sentence = cut(text, stretch.clone());
    let is_free = |range: &Range<usize>| {
        let at = stretch.start + range.start;
        !marks
            .iter()
            .any(|(_, mark)| mark.start <= at && at < mark.end)
    };
    let ranges: Vec<Range<usize>> = token_ranges(sentence).into_iter().filter(is_free).collect();
    let mut found = Vec::new();
    for (place, range) in ranges.iter().enumerate() {
        let word = cut(sentence, range.clone());
        let lead = ranges.get(..place).unwrap_or_default().iter().rev();
        let mut lead = lead.map(|range| cut(sentence, range.clone()));
        let before = lead.next().unwrap_or_default();
        let first = lead.find(|word| !is(word, "the")).unwrap_or_default();
        let head = cut(sentence, 0..range.start);
        found.extend(if word.is_ascii() {
            part_of(word, before, first)
        } else {
            part_in_han(word, head)
        });
    }
    found
}

fn part_of(word: &str, before: &str, first: &str) -> Option<Part> {
    const ORDINALS: [(&str, &str, i8); 4] = [
        ("first", "1", 1),
        ("second", "2", 2),
        ("third", "3", 3),
        ("fourth", "4", 4),
    ];
    let quarter = |number: i8, lead: &str| {
        let is_through = is(lead, "through");
        Part::Of(if is_through {
            up_to(number)
        } else {
            Span::Quarter(number)
        })
    };
    let named = ORDINALS.iter().find(|(name, ..)| is(before, name));
    if let Some((.., number)) = ORDINALS.iter().find(|(_, digit, _)| {
        word.len() == 2 && word.starts_with(['Q', 'q']) && word.ends_with(digit)
    }) {
        let lead = if is(before, "the") { first } else { before };
        return Some(quarter(*number, lead));
    }
    match (named, word.to_ascii_lowercase().as_str()) {
        // Which word stands before the ordinal tells `through the second quarter`.
        (Some((.., number)), "quarter") => Some(quarter(*number, first)),
        (Some((.., number)), "half") if *number <= 2 => Some(Part::Of(Span::Half(*number))),
        (None, "quarter") if is(before, "the") || is(before, "this") => Some(Part::Unclear),
        (None, "date") if is(before, "to") => Some(Part::Unclear),
        (None, "far") if is(before, "so") => Some(Part::Unclear),
        _ => None,
    }
}

fn part_in_han(run: &str, before: &str) -> Option<Part> {
    const NAMES: [(&str, Span); 11] = [
        ("前三季度", Span::NineMonths),
        ("上半年", Span::Half(1)),
        ("下半年", Span::Half(2)),
        ("一季度", Span::Quarter(1)),
        ("二季度", Span::Quarter(2)),
        ("三季度", Span::Quarter(3)),
        ("四季度", Span::Quarter(4)),
        ("首季", Span::Quarter(1)),
        ("前两季度", Span::Half(1)),
        ("前两个季度", Span::Half(1)),
        ("前三个季度", Span::NineMonths),
    ];
    if let Some((_, span)) = NAMES.iter().find(|(name, _)| run.contains(name)) {
        return Some(Part::Of(*span));
    }
    let digit = before.chars().next_back().and_then(|c| c.to_digit(10));
    match digit {
        Some(digit @ 1..=4) if run.starts_with("季度") => i8::try_from(digit)
            .ok()
            .map(|quarter| Part::Of(Span::Quarter(quarter))),
        _ => (run.contains("季度") || run.contains("当季") || run.contains("单季"))
            .then_some(Part::Unclear),
    }
}

fn month_name(month: i8) -> Option<&'static str> {
    static NAMES: assay_domain::WordList = assay_domain::word_list!("numeral/stretch/names");
    let place = usize::try_from(month - 1).ok()?;
    NAMES.get(place).copied()
}

/// Whether a text names the day whose month stands before it: `5月` and 2 for `May 2`.
pub(crate) fn names_day(text: &str, before: &str, day: i8) -> bool {
    let month = before.strip_suffix('月').and_then(|before| {
        let digits = before.trim_start_matches(|c: char| !c.is_ascii_digit());
        let digits = digits.rsplit(|c: char| !c.is_ascii_digit()).next()?;
        month_name(digits.parse().ok()?)
    });
    let Some(month) = month else {
        return false;
    };
    let words = tokens(text);
    words.windows(2).any(|pair| {
        let is_month =
            |word: &str| word.len() >= 3 && month.starts_with(word.to_ascii_lowercase().as_str());
        let is_day = |word: &str| word.parse() == Ok(day);
        matches!(pair, [a, b] if is_month(a) && is_day(b) || is_day(a) && is_month(b))
    })
}

/// Whether a text names a month of the year, by name or in a date of digits.
pub(crate) fn names_month(text: &str, month: i8) -> bool {
    months_in(text).contains(&month)
}

/// The months that a text names, by name or in dates of digits; sorted, each once.
pub(crate) fn months_in(text: &str) -> Vec<i8> {
    let ranges = token_ranges(text);
    let named = ranges.iter().enumerate();
    let mut months: Vec<i8> = named
        .filter_map(|(place, _)| month_at(text, &ranges, place))
        .collect();
    months.sort_unstable();
    months.dedup();
    months
}

/// The month that the word at a place names.
fn month_at(text: &str, ranges: &[Range<usize>], place: usize) -> Option<i8> {
    let range = ranges.get(place)?;
    let word = cut(text, range.clone());
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let before = cut(text, 0..range.start);
        let after = cut(text, range.end..text.len());
        let is_dated =
            after.starts_with(['月', '.', '/', '-']) || before.ends_with(['.', '/', '-']);
        let number = word.parse().ok().filter(|_| is_dated);
        return number.filter(|month| month_name(*month).is_some());
    }
    if word.len() < 3 || !word.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let is_name = |month: &i8| month_name(*month).is_some_and(|name| name.starts_with(&lower));
    let month = (1..=12).find(is_name)?;
    let around = [place.checked_sub(1), Some(place + 1)];
    let mut beside = around.into_iter().flatten().filter_map(|at| ranges.get(at));
    // three letters alone may be another word, as those of `May` are
    let is_date = word.len() > 3
        || beside.any(|range| cut(text, range.clone()).starts_with(|c: char| c.is_ascii_digit()));
    is_date.then_some(month)
}
