use assay_domain::Date;
use jiff::ToSpan as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which days a value is about. Two facts are about the same period when their days are the same,
/// whatever fiscal year or quarter their filing calls itself.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Period {
    /// The first day of a duration; `None` for a moment in time.
    pub start: Option<Date>,
    pub end: Date,
}

/// How long a period is, as far as statements have such lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Length {
    Instant,
    Quarter,
    Half,
    NineMonths,
    Year,
    /// A stub, a transition period or several years: never a quarter and never a year.
    Other,
}

/// Starts of one period differ by this many days between careless filings.
const START_SLACK: i32 = 10;

impl Period {
    pub fn instant(end: Date) -> Self {
        Self { start: None, end }
    }

    pub fn duration(start: Date, end: Date) -> Self {
        Self {
            start: Some(start),
            end,
        }
    }

    /// Days from the first to the last, both counted; 0 for a moment.
    pub fn days(&self) -> i32 {
        self.start
            .map_or(0, |start| days_between(start, self.end) + 1)
    }

    pub fn length(&self) -> Length {
        if self.start.is_none() {
            return Length::Instant;
        }
        match self.days() {
            70..=120 => Length::Quarter,
            140..=229 => Length::Half,
            230..=329 => Length::NineMonths,
            330..=420 => Length::Year,
            _ => Length::Other,
        }
    }

    /// The same days, up to a start that filings state a few days apart.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.end == other.end && self.starts_with(other)
    }

    /// Both begin on the same day, up to the slack.
    pub fn starts_with(&self, other: &Self) -> bool {
        match (self.start, other.start) {
            (None, None) => true,
            (Some(a), Some(b)) => days_between(a, b).abs() <= START_SLACK,
            _ => false,
        }
    }

    /// What remains of this period after an earlier part that begins with it.
    pub fn after(&self, part: &Self) -> Option<Self> {
        if !self.starts_with(part) || self.start.is_none() || part.end >= self.end {
            return None;
        }
        let start = part.end.tomorrow().ok()?;
        Some(Self::duration(start, self.end))
    }

    /// `later` begins on the day after this one ends, up to the slack.
    pub fn is_followed_by(&self, later: &Self) -> bool {
        later
            .start
            .is_some_and(|start| (days_between(self.end, start) - 1).abs() <= START_SLACK)
    }
}

/// Positive when `to` is later.
pub(crate) fn days_between(from: Date, to: Date) -> i32 {
    let hours = to.duration_since(from).as_hours();
    i32::try_from(hours / 24).unwrap_or(i32::MAX)
}

pub(crate) fn plus_days(date: Date, days: i32) -> Date {
    date.saturating_add(days.days())
}

pub(crate) fn plus_months(date: Date, months: i32) -> Date {
    date.saturating_add(months.months())
}

/// The three months, half year, nine months or year that end on `end`, for sources that state only
/// the last day.
pub(crate) fn months_ending(end: Date, months: i32) -> Period {
    let is_month_end = end.day() == end.days_in_month();
    let before = plus_months(end, -months);
    let before = if is_month_end {
        before.last_of_month()
    } else {
        before
    };
    Period::duration(plus_days(before, 1), end)
}

/// `2024-10-27`, `20241027`, `2024/10/27` or `2024年10月27日`.
pub(crate) fn parse_date(text: &str) -> Option<Date> {
    let mut parts = [0_i32; 3];
    let text = text.trim();
    let text = text.split(['T', ' ']).next().unwrap_or(text);
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        let year = text.get(..4)?.parse().ok()?;
        let month = text.get(4..6)?.parse().ok()?;
        let day = text.get(6..)?.parse().ok()?;
        return Date::new(year, month, day).ok();
    }
    let mut words = text
        .split(['-', '/', '.', '年', '月', '日'])
        .filter(|word| !word.is_empty());
    for part in &mut parts {
        *part = words.next()?.parse().ok()?;
    }
    if words.next().is_some() {
        return None;
    }
    let [year, month, day] = parts;
    Date::new(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    )
    .ok()
}
