use std::collections::BTreeMap;

use assay_domain::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::input::Input;
use crate::sheet::divide;

/// A yearly figure of the statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    Revenue,
    OperatingIncome,
    /// Depreciation and amortisation, positive.
    Depreciation,
    /// Paid for property and equipment, positive.
    CapitalExpenditure,
    /// Operating current assets less operating current liabilities, without cash and debt.
    WorkingCapital,
    PretaxIncome,
    IncomeTax,
    /// Book equity and gross debt less cash.
    InvestedCapital,
    OperatingCashFlow,
    NetIncome,
    /// Of the parent's owners.
    BookEquity,
    /// Paid to common shareholders, positive.
    Dividends,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiscalYear {
    pub end: Date,
    pub figures: BTreeMap<Metric, Input>,
}

/// Fiscal years, in any order. A year that is missing stays missing: growth is taken between years
/// that follow each other only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    pub years: Vec<FiscalYear>,
}

/// A ratio of one year and the inputs it is of.
#[derive(Clone, Debug)]
pub(crate) struct YearRatio {
    pub(crate) value: Decimal,
    pub(crate) evidence: Vec<String>,
}

/// Days between the ends of years that follow each other: 52 or 53 weeks, or a calendar year.
const YEAR_DAYS: std::ops::RangeInclusive<i32> = 350..=380;

impl History {
    pub(crate) fn sorted(&self) -> Vec<&FiscalYear> {
        let mut years: Vec<&FiscalYear> = self.years.iter().collect();
        years.sort_by_key(|year| year.end);
        years.dedup_by_key(|year| year.end);
        years
    }

    /// `above / below` of each year that has both and in which the divisor is above zero.
    pub(crate) fn ratios(&self, above: Metric, below: Metric) -> Vec<YearRatio> {
        let years = self.sorted().into_iter();
        years
            .filter_map(|year| ratio(year.figures.get(&above)?, year.figures.get(&below)?))
            .collect()
    }

    /// `above` over `below` of the year before.
    pub(crate) fn ratios_to_year_before(&self, above: Metric, below: Metric) -> Vec<YearRatio> {
        let years = self.sorted();
        let pairs = years.iter().zip(years.iter().skip(1));
        pairs
            .filter(|(before, year)| follows(before, year))
            .filter_map(|(before, year)| {
                ratio(year.figures.get(&above)?, before.figures.get(&below)?)
            })
            .collect()
    }

    pub(crate) fn last(&self) -> Option<&FiscalYear> {
        self.years.iter().max_by_key(|year| year.end)
    }
}

fn follows(before: &FiscalYear, year: &FiscalYear) -> bool {
    YEAR_DAYS.contains(&crate::models::days_between(before.end, year.end))
}

fn ratio(above: &Input, below: &Input) -> Option<YearRatio> {
    let comparable = above.unit() == below.unit() && below.value() > Decimal::ZERO;
    let value = comparable.then(|| divide(above.value(), below.value()).ok())??;
    let evidence = [above, below].into_iter().flat_map(|i| i.basis().ids());
    Some(YearRatio {
        value,
        evidence: evidence.collect(),
    })
}
