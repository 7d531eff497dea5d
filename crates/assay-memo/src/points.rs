use std::collections::BTreeMap;

use assay_domain::{Date, Decimal};
use assay_facts::{Basis, DataPackage, DataPoint};

/// The points of a package by metric, basis and last day.
pub(crate) struct Points<'a>(BTreeMap<(&'a str, Basis), BTreeMap<Date, &'a DataPoint>>);

impl<'a> Points<'a> {
    pub(crate) fn of(package: &'a DataPackage) -> Self {
        let mut points: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for point in &package.data_points {
            let key = (point.canonical_metric.as_str(), point.period.basis);
            points
                .entry(key)
                .or_default()
                .insert(point.as_of_date, point);
        }
        Self(points)
    }

    pub(crate) fn at(&self, metric: &str, basis: Basis, end: Date) -> Option<&'a DataPoint> {
        self.0.get(&(metric, basis))?.get(&end).copied()
    }

    pub(crate) fn newest(&self, metric: &str, basis: Basis) -> Option<&'a DataPoint> {
        let points = self.0.get(&(metric, basis))?;
        points.values().next_back().copied()
    }

    /// Ends of the last fiscal years for which revenue or net income is known, oldest first.
    pub(crate) fn fiscal_years(&self, most: usize) -> Vec<Date> {
        let ends = |metric| self.0.get(&(metric, Basis::Fy)).map(|points| points.keys());
        let mut all: Vec<Date> = ["revenue", "net_income"]
            .into_iter()
            .filter_map(ends)
            .flatten()
            .copied()
            .collect();
        all.sort_unstable();
        all.dedup();
        let skipped = all.len().saturating_sub(most);
        all.split_off(skipped)
    }

    /// The newest twelve months, where they end after the last fiscal year.
    pub(crate) fn trailing(&self) -> Option<Date> {
        let newest = ["revenue", "net_income"]
            .into_iter()
            .find_map(|metric| self.newest(metric, Basis::Ttm))?;
        let year = self.fiscal_years(1).pop();
        (year.is_none_or(|year| newest.as_of_date > year)).then_some(newest.as_of_date)
    }
}

/// `above / below`; none where it has no value.
pub(crate) fn share(above: Decimal, below: Decimal) -> Option<Decimal> {
    if below.is_zero() {
        return None;
    }
    above.checked_div(below)
}
