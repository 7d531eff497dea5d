use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::embedded::{cut, pattern};

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

type Reader = fn(&Captures<'_>) -> Option<Period>;

const MONTHS: &str =
    "January|February|March|April|May|June|July|August|September|October|November|December";
const SHORT_MONTHS: &str = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec";

/// In order of preference: where two overlap, the earlier pattern wins.
static PATTERNS: LazyLock<Vec<(Regex, Reader)>> = LazyLock::new(|| {
    let month = format!(r"(?:{MONTHS}|(?:{SHORT_MONTHS})\.?)");
    let date = format!(
        r"(?:(?P<d>\d{{1,2}}) (?P<m>{month})|(?P<m2>{month}) (?P<d2>\d{{1,2}})),? (?P<y>\d{{4}})(?-u:\b)"
    );
    let readers: [(String, Reader); 17] = [
        (format!(r"(?i)(?-u:\b)(?:years?|twelve months|12 months|52 weeks|53 weeks) end(?:ed|ing) {date}"), fiscal_year),
        (format!(r"(?i)(?-u:\b)(?:(?P<n>three|six|nine|3|6|9) months|quarter|13 weeks) end(?:ed|ing) {date}"), months),
        (r"(?P<y>\d{4})年(?P<m>\d{1,2})月(?P<d>\d{1,2})日止(?P<n>三|六|九)个月".into(), months),
        (r"(?i)(?-u:\b)nine months (?:of |to September )?(?P<f>FY ?|fiscal )?(?P<y>\d{4})(?-u:\b)|(?-u:\b)9M ?(?P<f2>FY)?(?P<y2>\d{4})(?-u:\b)|(?P<y3>\d{4})年前三季度".into(), nine_months),
        (r"(?i)(?-u:\b)Q(?P<q>[1-4])[ -]?(?:of )?(?P<f>FY ?|fiscal )?(?P<y>\d{4})(?-u:\b)".into(), quarter),
        (r"(?i)(?-u:\b)(?P<f>FY ?)?(?P<y>\d{4})年?[ -]?Q(?P<q>[1-4])(?:(?-u:\b)|季度)?".into(), quarter),
        (r"(?i)(?-u:\b)(?P<q>first|second|third|fourth)[ -]quarter (?:of |in )?(?P<f>FY ?|fiscal(?: year)? )?(?P<y>\d{4})(?-u:\b)".into(), quarter),
        (r"(?P<y>\d{4})年?(?P<f>财年|财政年度)?第?(?P<q>[一二三四1234])季度?".into(), quarter),
        (r"(?i)(?-u:\b)(?:H(?P<h>[12]) ?|(?P<h2>[12])H ?|(?P<h3>first|second) half (?:of )?)(?P<f>FY ?|fiscal )?(?P<y>\d{4})(?-u:\b)|(?P<y2>\d{4})年?(?P<h4>上|下)半年|(?P<y3>\d{4}) ?H(?P<h5>[12])(?-u:\b)".into(), half),
        (format!(r"(?i)(?-u:\b)(?P<d>\d{{1,2}}) (?P<m>{month}),? (?P<y>\d{{4}})(?-u:\b)"), day),
        (format!(r"(?i)(?-u:\b)(?P<m>{month}) (?P<d>\d{{1,2}}), (?P<y>\d{{4}})(?-u:\b)"), day),
        (r"(?-u:\b)(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?-u:\b)|(?P<y2>\d{4})年(?P<m2>\d{1,2})月(?P<d2>\d{1,2})日".into(), day),
        (format!(r"(?i)(?-u:\b)(?P<m>{month}) (?P<y>\d{{4}})(?-u:\b)|(?P<y2>\d{{4}})年(?P<m2>\d{{1,2}})月"), month_of_year),
        (r"(?i)(?-u:\b)(?:FY|fiscal(?: years?)?) ?(?P<y>\d{4}|\d{2})(?-u:\b)|(?P<y2>\d{4})(?:财年|财政年度)".into(), fiscal_year),
        (r"(?P<y>(?:19|20)\d{2})年(?:度|全年|末|底)?".into(), calendar_year),
        (r"(?i)(?-u:\b)(?:full[- ]year|calendar(?: year)?) (?P<y>(?:19|20)\d{2})(?-u:\b)".into(), calendar_year),
        (r"(?-u:\b)(?P<y>(?:19|20)\d{2})(?-u:\b)".into(), calendar_year),
    ];
    readers
        .into_iter()
        .map(|(source, reader)| (pattern(&source), reader))
        .collect()
});

/// The periods named in a text, in order.
pub fn periods(text: &str) -> Vec<PeriodSpan> {
    let mut found: Vec<PeriodSpan> = Vec::new();
    let digits = text.bytes().filter(u8::is_ascii_digit);
    if digits.take(2).count() < 2 {
        return found;
    }
    for (regex, reader) in PATTERNS.iter() {
        for captures in regex.captures_iter(text) {
            let Some(range) = captures.get(0).map(|whole| whole.range()) else {
                continue;
            };
            let taken = found
                .iter()
                .any(|known| known.range.start < range.end && range.start < known.range.end);
            if taken || is_part_of_a_number(text, &range) {
                continue;
            }
            if let Some(period) = reader(&captures) {
                found.push(PeriodSpan { period, range });
            }
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

fn first<'c>(captures: &'c Captures<'_>, names: &[&str]) -> Option<&'c str> {
    names
        .iter()
        .find_map(|name| captures.name(name))
        .map(|found| found.as_str())
}

fn year_of(captures: &Captures<'_>) -> Option<i16> {
    let text = first(captures, &["y", "y2", "y3"])?;
    let year: i16 = text.parse().ok()?;
    let year = if text.len() == 2 { 2000 + year } else { year };
    (1900..=2100).contains(&year).then_some(year)
}

fn build(captures: &Captures<'_>, span: Span) -> Option<Period> {
    Some(Period {
        year: year_of(captures)?,
        span,
        fiscal: first(captures, &["f", "f2"]).is_some(),
    })
}

fn fiscal_year(captures: &Captures<'_>) -> Option<Period> {
    Some(Period {
        year: year_of(captures)?,
        span: Span::Year,
        fiscal: true,
    })
}

fn calendar_year(captures: &Captures<'_>) -> Option<Period> {
    build(captures, Span::Year)
}

fn nine_months(captures: &Captures<'_>) -> Option<Period> {
    build(captures, Span::NineMonths)
}

fn quarter(captures: &Captures<'_>) -> Option<Period> {
    build(captures, Span::Quarter(ordinal(first(captures, &["q"])?)?))
}

fn half(captures: &Captures<'_>) -> Option<Period> {
    let half = ordinal(first(captures, &["h", "h2", "h3", "h4", "h5"])?)?;
    build(captures, Span::Half(half))
}

fn months(captures: &Captures<'_>) -> Option<Period> {
    let month = month_of(first(captures, &["m", "m2"])?)?;
    let count = first(captures, &["n"]).map_or(Some(3), month_count)?;
    build(captures, Span::Months(count, month))
}

fn month_count(word: &str) -> Option<i8> {
    Some(match word.to_lowercase().as_str() {
        "three" | "3" | "三" => 3,
        "six" | "6" | "六" => 6,
        "nine" | "9" | "九" => 9,
        _ => return None,
    })
}

fn month_of_year(captures: &Captures<'_>) -> Option<Period> {
    build(
        captures,
        Span::Month(month_of(first(captures, &["m", "m2"])?)?),
    )
}

fn day(captures: &Captures<'_>) -> Option<Period> {
    let month = month_of(first(captures, &["m", "m2"])?)?;
    let day: i8 = first(captures, &["d", "d2"])?.parse().ok()?;
    build(captures, Span::Day(month, day))
}

fn ordinal(text: &str) -> Option<i8> {
    Some(match text.to_lowercase().as_str() {
        "1" | "first" | "一" | "上" => 1,
        "2" | "second" | "二" | "下" => 2,
        "3" | "third" | "三" => 3,
        "4" | "fourth" | "四" => 4,
        _ => return None,
    })
}

fn month_of(text: &str) -> Option<i8> {
    let number = match text.parse::<i8>() {
        Ok(number) => number,
        Err(_) => {
            let lower = text.to_lowercase();
            let start = lower.get(..3)?;
            let position = MONTHS
                .split('|')
                .position(|month| month.to_lowercase().starts_with(start))?;
            i8::try_from(position + 1).ok()?
        }
    };
    (1..=12).contains(&number).then_some(number)
}
