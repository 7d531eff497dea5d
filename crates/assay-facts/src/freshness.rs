use assay_domain::{Date, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::period::{days_between, plus_days, plus_months};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Staleness {
    /// Nothing newer can be expected yet.
    Fresh,
    /// The next report is due.
    Aging,
    /// Older than half a year: a report was missed, or the concept was abandoned.
    Stale,
    /// Older than a year.
    Expired,
}

/// How old a value is on the day it is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Freshness {
    pub data_as_of: Date,
    /// The day its newest source was filed.
    pub source_updated_at: Date,
    pub retrieved_at: Timestamp,
    pub staleness_days: i32,
    pub staleness_status: Staleness,
    /// The day by which the next period is due.
    pub expected_next: Option<Date>,
    pub policy_id: String,
}

/// Days after a period's end by which a large filer reports: an interim and an annual report.
const INTERIM_DEADLINE: i32 = 45;
const ANNUAL_DEADLINE: i32 = 75;
const STALE_AFTER: i32 = 185;
const EXPIRED_AFTER: i32 = 370;
const POLICY: &str = "periodic-reports-1";

impl Freshness {
    /// `year_end` is the end of the fiscal year that the next quarter belongs to.
    pub(crate) fn new(
        data_as_of: Date,
        source_updated_at: Date,
        as_of: Date,
        retrieved_at: Timestamp,
        year_end: Option<Date>,
    ) -> Self {
        let next_end = plus_months(data_as_of, 3);
        let is_annual = year_end.is_some_and(|at| days_between(at, next_end).abs() <= 20);
        let deadline = if is_annual {
            ANNUAL_DEADLINE
        } else {
            INTERIM_DEADLINE
        };
        let expected_next = plus_days(next_end, deadline);
        let age = days_between(data_as_of, as_of);
        let staleness_status = if age > EXPIRED_AFTER {
            Staleness::Expired
        } else if age > STALE_AFTER {
            Staleness::Stale
        } else if as_of > expected_next {
            Staleness::Aging
        } else {
            Staleness::Fresh
        };
        Self {
            data_as_of,
            source_updated_at,
            retrieved_at,
            staleness_days: age,
            staleness_status,
            expected_next: Some(expected_next),
            policy_id: POLICY.to_owned(),
        }
    }
}
