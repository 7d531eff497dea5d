use assay_domain::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::period::{days_between, plus_days, plus_months};

/// Whom facts are about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Company {
    pub name: String,
    /// The SEC's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cik: Option<u64>,
    /// 统一社会信用代码.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uscc: Option<String>,
    /// The first is the main one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tickers: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exchanges: Vec<String>,
    /// Former names, short names, names in another language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_names: Vec<String>,
    /// Standard Industrial Classification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sic: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sic_description: Option<String>,
    /// Month and day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fiscal_year_end: Option<(i8, i8)>,
    /// It calls a fiscal year after the calendar year in which it begins: the year to March 2025 is FY2024.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub names_years_by_start: bool,
}

impl Company {
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// What identifies it for ids and the wire: CIK, else credit code, ticker or name.
    pub fn key(&self) -> String {
        match (self.cik, &self.uscc, self.tickers.first()) {
            (Some(cik), _, _) => format!("CIK{cik:010}"),
            (None, Some(uscc), _) => uscc.clone(),
            (None, None, Some(ticker)) => ticker.clone(),
            (None, None, None) => self.name.clone(),
        }
    }
}

/// The days on which fiscal years end. They come from the annual periods that were filed and go on
/// from there by whole years, so that 52- and 53-week years keep their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FiscalCalendar {
    year_ends: Vec<Date>,
    is_named_by_start: bool,
}

/// A year end moves by this many days in a 52/53-week calendar.
const DRIFT: i32 = 10;

impl FiscalCalendar {
    /// `stated` is the month and day that the company states.
    pub fn new(mut year_ends: Vec<Date>, stated: Option<(i8, i8)>, around: Date) -> Self {
        year_ends.sort();
        year_ends.dedup();
        if year_ends.is_empty()
            && let Some((month, day)) = stated
            && let Ok(first) = Date::new(around.year(), month, 1)
        {
            let day = day.min(first.days_in_month());
            year_ends.extend(Date::new(around.year(), month, day));
        }
        Self {
            year_ends,
            is_named_by_start: false,
        }
    }

    /// The same calendar with years that are called after their first day.
    pub fn named_by_start(mut self, is_so: bool) -> Self {
        self.is_named_by_start = is_so;
        self
    }

    /// The end of the fiscal year that a period ending on `end` belongs to.
    pub fn year_end_of(&self, end: Date) -> Option<Date> {
        let from = plus_days(end, -DRIFT);
        let last = *self.year_ends.last()?;
        if let Some(known) = self.year_ends.iter().copied().find(|&at| at >= from) {
            return Some(step_back(known, from));
        }
        let mut at = last;
        while at < from {
            at = plus_months(at, 12);
        }
        Some(at)
    }

    /// The year a fiscal year is called by: the calendar year in which it ends, where the first
    /// week of January belongs to the year before; or that in which it begins, if the company says so.
    pub fn fiscal_year(&self, end: Date) -> Option<i16> {
        self.year_and_quarter(end).map(|(year, _)| year)
    }

    /// 1 to 4: where in its fiscal year a period that ends on `end` lies.
    pub fn quarter(&self, end: Date) -> Option<i8> {
        self.year_and_quarter(end).map(|(_, quarter)| quarter)
    }

    /// Both at once.
    pub fn year_and_quarter(&self, end: Date) -> Option<(i16, i8)> {
        let year_end = self.year_end_of(end)?;
        let left = days_between(end, year_end).max(0);
        // Half a quarter to each side decides to which quarter's end it is nearest.
        let quarters_left = (left + 45) / 91;
        let quarter = i8::try_from(4 - quarters_left.min(3)).ok()?;
        let called = match self.is_named_by_start {
            true => plus_days(plus_months(year_end, -12), 7).year(),
            false => plus_days(year_end, -7).year(),
        };
        Some((called, quarter))
    }
}

/// Whole years back from a year end, as long as it stays on or after `from`.
fn step_back(year_end: Date, from: Date) -> Date {
    let mut at = year_end;
    // Most year ends are the first on or after the day, which needs no calendar arithmetic.
    if days_between(from, at) < 365 {
        return at;
    }
    loop {
        let earlier = plus_months(at, -12);
        if earlier < from {
            return at;
        }
        at = earlier;
    }
}
