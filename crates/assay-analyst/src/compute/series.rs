use std::collections::BTreeSet;

use assay_domain::{Decimal, Language};
use assay_figures::{MetricClass, Period, Span, Unit, metric};

use super::{Computed, Desk};
use crate::arithmetic::{amount_text, operands, rounded};
use crate::datum::Datum;
use crate::topic::capital;

impl Desk<'_, '_> {
    /// Four quarters of a flow.
    pub(super) fn sums(&self) -> Vec<Computed> {
        let mut found = Vec::new();
        for (key, series) in &self.table {
            let flow = metric(key.metric).is_some_and(|metric| metric.class == MetricClass::Flow);
            if !flow || !matches!(key.unit, Unit::Currency(_)) {
                continue;
            }
            let years: BTreeSet<(i16, bool)> =
                series.keys().map(|when| (when.year, when.fiscal)).collect();
            for (year, fiscal) in years.into_iter().rev() {
                let quarters: Vec<&Datum<'_>> = (1..=4)
                    .filter_map(|quarter| {
                        let span = Span::Quarter(quarter);
                        series.get(&Period { year, span, fiscal }).copied()
                    })
                    .collect();
                if let [q1, q2, q3, q4] = quarters.as_slice() {
                    found.extend(self.sum_sentence([q1, q2, q3, q4]));
                }
            }
        }
        found
    }

    fn sum_sentence(&self, quarters: [&Datum<'_>; 4]) -> Option<Computed> {
        let values = operands(quarters, self.language)?;
        let mut total = Decimal::ZERO;
        for value in values {
            total = total.checked_add(value)?;
        }
        let formula = values.map(|value| value.to_string()).join(" + ");
        let [first, .., last] = quarters;
        let total = amount_text(total, [first, last], self.language)?;
        let name = self.named(first);
        let text = match self.language {
            Language::En => format!(
                "The four quarters {} to {} add up to {name} of {total}: {formula}.",
                first.period, last.period
            ),
            Language::Zh => format!(
                "{}{}至{}四个季度的{}合计{total}：{formula}。",
                self.owner(first),
                first.period,
                last.period,
                first.subject(self.language)
            ),
        };
        Some(self.computed(text, formula, &quarters))
    }

    /// The mean of a ratio over three or more consecutive years.
    pub(super) fn averages(&self) -> Vec<Computed> {
        let mut found = Vec::new();
        for (key, series) in &self.table {
            let ratio = metric(key.metric).is_some_and(|metric| metric.class == MetricClass::Ratio);
            let years: Vec<&Datum<'_>> = series
                .iter()
                .filter(|(when, _)| when.span == Span::Year)
                .map(|(_, datum)| *datum)
                .collect();
            let consecutive = years
                .windows(2)
                .all(|pair| matches!(pair, [a, b] if b.when.year_before() == a.when));
            if ratio && key.unit == Unit::Percent && years.len() >= 3 && consecutive {
                found.extend(self.average_sentence(&years));
            }
        }
        found
    }

    fn average_sentence(&self, years: &[&Datum<'_>]) -> Option<Computed> {
        let (first, last) = (years.first()?, years.last()?);
        let mut total = Decimal::ZERO;
        for datum in years {
            total = total.checked_add(datum.figure.value)?;
        }
        let count = Decimal::from(years.len());
        let mean = rounded(total.checked_div(count)?);
        let terms: Vec<String> = years.iter().map(|d| d.figure.value.to_string()).collect();
        let formula = format!("({}) / {count}", terms.join(" + "));
        let name = self.named(first);
        let text = match self.language {
            Language::En => format!(
                "{} averaged {mean} % over {} to {}: {formula}.",
                capital(&name),
                first.period,
                last.period
            ),
            Language::Zh => format!(
                "{}{}至{}{}平均为{mean}%：{formula}。",
                self.owner(first),
                first.period,
                last.period,
                first.subject(self.language)
            ),
        };
        Some(self.computed(text, formula, years))
    }
}
