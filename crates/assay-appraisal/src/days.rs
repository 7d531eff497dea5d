use std::time::Duration;

use assay_domain::Date;

pub(crate) fn days_between(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours().div_euclid(24)
}

/// The day `days` later; the last day of the calendar where there is none.
pub(crate) fn days_later(from: Date, days: u64) -> Date {
    from.saturating_add(Duration::from_secs(days * 86_400))
}

/// Days between the ends of periods that are a year apart: 52 or 53 weeks, or a calendar year.
const YEAR: std::ops::RangeInclusive<i64> = 350..=380;

pub(crate) fn is_year_apart(before: Date, after: Date) -> bool {
    YEAR.contains(&days_between(before, after))
}
