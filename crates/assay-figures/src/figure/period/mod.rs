mod forms;
mod readers;

use std::fmt;
use std::ops::Range;

use crate::embedded::cut;
use forms::forms;

/// The stretch or moment of time a figure speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Period {
    pub year: i16,
    pub span: Span,
    /// A fiscal year, which may not be the calendar year.
    pub fiscal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Span {
    Year,
    Half(i8),
    Quarter(i8),
    NineMonths,
    /// So many months up to the end of a month: three and six months ended in June are two things.
    Months(i8, i8),
    Month(i8),
    Day(i8, i8),
}

impl Period {
    pub fn year_before(self) -> Self {
        Self {
            year: self.year - 1,
            ..self
        }
    }

    /// The same stretch if fiscal and calendar years are known to be the same.
    pub fn as_calendar(self) -> Self {
        Self {
            fiscal: false,
            ..self
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let year = self.year;
        let prefix = if self.fiscal { "FY" } else { "" };
        match self.span {
            Span::Year => write!(f, "{prefix}{year}"),
            Span::Half(half) => write!(f, "H{half} {prefix}{year}"),
            Span::Quarter(quarter) => write!(f, "Q{quarter} {prefix}{year}"),
            Span::NineMonths => write!(f, "9M {prefix}{year}"),
            Span::Months(count, month) => write!(f, "{count} months to {year}-{month:02}"),
            Span::Month(month) => write!(f, "{year}-{month:02}"),
            Span::Day(month, day) => write!(f, "{year}-{month:02}-{day:02}"),
        }
    }
}

#[derive(Clone, Debug)]
pub struct PeriodSpan {
    pub period: Period,
    pub range: Range<usize>,
}

/// The periods named in a text, in order.
pub fn periods(text: &str) -> Vec<PeriodSpan> {
    let mut found: Vec<PeriodSpan> = Vec::new();
    let digits = text.bytes().filter(u8::is_ascii_digit);
    if digits.take(2).count() < 2 {
        return found;
    }
    for form in forms(text) {
        let range = &form.range;
        let taken = found
            .iter()
            .any(|known| known.range.start < range.end && range.start < known.range.end);
        if !taken && !is_part_of_a_number(text, range) {
            found.push(form);
        }
    }
    add_shorter_stretches(text, &mut found);
    found.sort_by_key(|span| span.range.start);
    share_stretches(text, &mut found);
    found
}

/// `three and six months ended June 30, 2025` names two stretches that end on one day.
fn add_shorter_stretches(text: &str, found: &mut Vec<PeriodSpan>) {
    let mut more = Vec::new();
    for known in found.iter() {
        let Span::Months(_, month) = known.period.span else {
            continue;
        };
        let before = cut(text, 0..known.range.start).trim_end();
        let lower = before.to_ascii_lowercase();
        let Some(head) = lower.strip_suffix(" and") else {
            continue;
        };
        let word = head.rsplit(' ').next().unwrap_or_default();
        if let Some(count) = month_count(word) {
            let end = head.len();
            more.push(PeriodSpan {
                period: Period {
                    span: Span::Months(count, month),
                    ..known.period
                },
                range: end - word.len()..end,
            });
        }
    }
    found.extend(more);
}

/// `years ended December 31, 2024 and 2023`, `fiscal years 2025, 2024 and 2023`: a bare year in a
/// list means the same stretch as the first of the list.
fn share_stretches(text: &str, found: &mut [PeriodSpan]) {
    for index in 1..found.len() {
        let Some([before, this]) = found.get_mut(index - 1..=index) else {
            continue;
        };
        let bare = this.range.len() == 4 && this.period.span == Span::Year && !this.period.fiscal;
        let gap = cut(text, before.range.end..this.range.start);
        if bare && is_list_joint(gap) {
            this.period = Period {
                year: this.period.year,
                ..before.period
            };
        }
    }
}

/// What stands between the members of a list.
pub(super) fn is_list_joint(gap: &str) -> bool {
    matches!(
        gap.trim(),
        "," | "and" | ", and" | "or" | "&" | "、" | "和" | "及" | "与" | "，" | "以及"
    )
}

/// `2,024`, `$2024`, `2024.5`, `2024 units`: four digits that are no year.
fn is_part_of_a_number(text: &str, range: &Range<usize>) -> bool {
    let before = cut(text, 0..range.start).chars().next_back();
    let mut after = cut(text, range.end..text.len()).chars();
    let next = after.next();
    let digit_follows = after.next().is_some_and(|c| c.is_ascii_digit());
    before.is_some_and(|c| matches!(c, ',' | '.' | '$' | '€' | '£' | '¥'))
        && cut(text, range.clone()).len() == 4
        || (matches!(next, Some('.' | ',')) && digit_follows)
        || matches!(next, Some('%' | '％' | '万' | '亿' | '元'))
}

fn month_count(word: &str) -> Option<i8> {
    Some(match word.to_lowercase().as_str() {
        "three" | "3" | "三" => 3,
        "six" | "6" | "六" => 6,
        "nine" | "9" | "九" => 9,
        _ => return None,
    })
}
