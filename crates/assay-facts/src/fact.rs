use std::sync::Arc;

use assay_domain::{Date, Decimal, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Period;

/// One value as one filing states it: a vintage. It is never changed and never replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Taxonomy and name, for instance `us-gaap:Revenues`, `ifrs-full:Revenue`, `cas:营业收入`.
    pub concept: Arc<str>,
    /// For instance `USD`, `shares`, `USD/shares`, `pure`.
    pub unit: Arc<str>,
    pub period: Period,
    /// In whole units.
    pub value: Decimal,
    pub form: Arc<str>,
    pub accession: Arc<str>,
    /// The day it became known. An as-of view before this day cannot see it.
    pub filed: Date,
    pub source: Arc<str>,
    pub publisher: Publisher,
    /// How far the document that states it can be trusted, by where that document is from.
    pub tier: Tier,
    pub scope: Scope,
    /// Rounding as the filer states it: -6 is millions; `None` where the source does not say.
    pub decimals: Option<i32>,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Publisher {
    /// A filing, or the regulator's extract of it.
    Filing,
    /// A licensed data vendor.
    Vendor,
}

impl Publisher {
    /// The best that what is said in its name can be.
    pub fn tier(self) -> Tier {
        match self {
            Self::Filing => Tier::A,
            Self::Vendor => Tier::B,
        }
    }
}

/// Whose accounts a value belongs to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    Consolidated,
    /// The parent company alone (母公司报表).
    Parent,
}

/// What weight a kind of filing has for a value of a period. Less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormClass {
    /// Annual and interim reports and their amendments.
    Periodic,
    /// Current reports, and a preliminary announcement of results (业绩快报).
    Current,
    /// A forecast of results before the period is closed or audited (业绩预告).
    Preview,
    /// Proxy statements, registrations, prospectuses: made for another purpose.
    Other,
}

const PERIODIC: &[&str] = &[
    "10-K",
    "10-Q",
    "10-KT",
    "10-QT",
    "10-K405",
    "10-KSB",
    "10-QSB",
    "20-F",
    "40-F",
    "6-K",
    "Annual report",
    "Half-year report",
    "Quarterly report",
    "年报",
    "半年报",
    "中报",
    "季报",
    "一季报",
    "三季报",
    "正式报告",
    "定期报告",
    "inline",
    "vendor",
];
/// Periodic reports on less than a year.
const INTERIM: &[&str] = &[
    "10-Q",
    "10-QT",
    "10-QSB",
    "6-K",
    "Half-year report",
    "Quarterly report",
    "半年报",
    "中报",
    "季报",
    "一季报",
    "三季报",
];
const CURRENT: &[&str] = &["8-K", "Earnings release", "业绩快报", "快报"];
const PREVIEW: &[&str] = &["业绩预告", "预告"];

impl FormClass {
    pub fn of(form: &str) -> Self {
        let base = form.strip_suffix("/A").unwrap_or(form);
        if PERIODIC.contains(&base) {
            Self::Periodic
        } else if CURRENT.contains(&base) {
            Self::Current
        } else if PREVIEW.contains(&base) {
            Self::Preview
        } else {
            Self::Other
        }
    }
}

/// A report on a whole year, by its form.
pub(crate) fn is_annual(form: &str) -> bool {
    let base = form.strip_suffix("/A").unwrap_or(form);
    FormClass::of(form) == FormClass::Periodic && !INTERIM.contains(&base)
}

/// The form says of itself that it amends another.
pub(crate) fn is_amendment(form: &str) -> bool {
    form.ends_with("/A") || form.contains("更正") || form.contains("修订")
}

impl Fact {
    pub fn class(&self) -> FormClass {
        FormClass::of(&self.form)
    }

    /// It speaks of days after it was filed: a schedule or a forecast, never a result.
    pub fn is_forward(&self) -> bool {
        self.period.end > self.filed
    }
}
