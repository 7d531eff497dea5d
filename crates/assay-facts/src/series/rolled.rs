//! Twelve months from a year and the report that follows it: the year, with what has flowed since,
//! less what had flowed in the same months of the year before. The report states both.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::analysis::Figures;
use super::figure::{Basis, Figure, Operation, Origin};
use super::metric_series::{ConceptSeries, MetricSeries};
use super::observation::Observation;
use crate::metric::MetricSpec;
use crate::period::days_between;
use crate::{Length, Period};

const PARTS: &[Length] = &[Length::NineMonths, Length::Half, Length::Quarter];
/// Years of 52 and 53 weeks lie this many days apart.
const A_YEAR: std::ops::RangeInclusive<i32> = 355..=375;

pub(super) fn rolled_years<'a>(
    spec: &'static MetricSpec,
    series: &MetricSeries<'a>,
) -> Figures<'a> {
    let mut found = BTreeMap::new();
    for concept in &series.concepts {
        let parts = concept
            .periods
            .iter()
            .filter(|((length, _), _)| PARTS.contains(length));
        for ((length, end), since) in parts {
            let figure = rolled(spec, concept, *length, since);
            if let Some(figure) = figure {
                found.entry(*end).or_insert_with(|| Rc::new(figure));
            }
        }
    }
    found
}

fn rolled<'a>(
    spec: &'static MetricSpec,
    concept: &ConceptSeries<'a>,
    length: Length,
    since: &Rc<Observation<'a>>,
) -> Option<Figure<'a>> {
    let (_, before) = concept.periods.iter().find(|((of, _), before)| {
        *of == length && A_YEAR.contains(&days_between(before.period.end, since.period.end))
    })?;
    let (_, year) = concept.periods.iter().find(|((of, _), year)| {
        *of == Length::Year
            && year.period.is_followed_by(&since.period)
            && year.period.starts_with(&before.period)
    })?;
    let all = [year, since, before];
    let is_one_unit = all.iter().all(|one| one.fact.unit == year.fact.unit);
    let is_sound = all.iter().all(|one| !one.is_suspect);
    let is_one_report = since.fact.accession == before.fact.accession;
    if !is_one_unit || !is_sound || !is_one_report || !year.is_not_left_behind_by(before) {
        return None;
    }
    let period = Period::duration(before.period.end.tomorrow().ok()?, since.period.end);
    if period.length() != Length::Year {
        return None;
    }
    let part = Basis::of_length(length)?;
    let named = |name: &str, basis, observation| {
        let figure = Figure::filed(spec.name, basis, observation);
        (name.to_owned(), Rc::new(figure))
    };
    Some(Figure {
        metric: spec.name,
        basis: Basis::Ttm,
        period,
        value: year.value + since.value - before.value,
        unit: year.fact.unit.clone(),
        notes: Vec::new(),
        is_suspect: false,
        origin: Origin::Derived {
            operation: Operation::Formula,
            formula: "FY + YTD - YTD_before".to_owned(),
            inputs: vec![
                named("FY", Basis::Fy, year),
                named("YTD", part, since),
                named("YTD_before", part, before),
            ],
        },
    })
}
