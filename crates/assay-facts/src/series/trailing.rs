//! The last four quarters.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use assay_domain::{Date, Decimal};

use super::figure::{Basis, Figure, Operation, Origin};
use super::metric_series::MetricSeries;
use super::rolled::rolled_years;
use crate::Period;
use crate::metric::{MetricSpec, UnitKind};
use crate::note::{Refusal, RefusalReason};
use crate::period::{days_between, plus_months};

type Figures<'a> = BTreeMap<Date, Rc<Figure<'a>>>;

/// For each quarter, the sum with the three before it, if they follow one another without a gap and
/// cover a year; else the last year with what a report has since, less what the same report has of
/// the year before. Flows of money are summed, and earnings per share; balances and counts never
/// are.
pub(crate) fn trailing_sums<'a>(
    spec: &'static MetricSpec,
    series: Option<&MetricSeries<'a>>,
    quarters: &Figures<'a>,
    years: &Figures<'a>,
    refusals: &mut Vec<Refusal>,
) -> Figures<'a> {
    if !spec.is_additive() && spec.unit != UnitKind::PerShare {
        return BTreeMap::new();
    }
    let all: Vec<&Rc<Figure<'a>>> = quarters.values().collect();
    let mut sums = BTreeMap::new();
    let rolled = match series {
        Some(series) if spec.is_additive() => rolled_years(spec, series),
        _ => BTreeMap::new(),
    };
    let apart = if spec.is_additive() {
        quarters_apart(&all, years)
    } else {
        BTreeSet::new()
    };
    for (at, last) in all.iter().enumerate() {
        let end = last.period.end;
        let window = at.checked_sub(3).and_then(|from| all.get(from..=at));
        let is_mixed = window.is_some_and(|window| series.is_some_and(|all| all.do_mix(window)));
        let is_apart = window.is_some_and(|window| {
            let mut ends = window.iter().map(|figure| figure.period.end);
            ends.any(|end| apart.contains(&end))
        });
        let is_known = rolled.contains_key(&end) || years.contains_key(&end);
        let is_unsound = is_mixed || (is_apart && is_known);
        let sum = window
            .filter(|_| !is_unsound)
            .and_then(|window| sum(spec, window));
        if let Some(sum) = sum {
            sums.insert(end, Rc::new(sum));
        } else if !is_known {
            let reason = if is_mixed {
                RefusalReason::MixedTags
            } else {
                RefusalReason::GapInQuarters {
                    missing: missing_before(last.period, &all),
                }
            };
            refusals.push(Refusal {
                metric: spec.name.to_owned(),
                basis: Basis::Ttm,
                end,
                reason,
            });
        }
    }
    for (end, year) in years {
        sums.entry(*end).or_insert_with(|| {
            Rc::new(Figure {
                basis: Basis::Ttm,
                ..(**year).clone()
            })
        });
    }
    for (end, figure) in rolled {
        sums.entry(end).or_insert(figure);
    }
    sums
}

/// Quarters that do not add up to their year as it was filed: they are of another vintage, or of
/// another thing under the same name.
fn quarters_apart(all: &[&Rc<Figure<'_>>], years: &Figures<'_>) -> BTreeSet<Date> {
    let mut apart = BTreeSet::new();
    for window in all.windows(4) {
        let Some(year) = window.last().and_then(|last| years.get(&last.period.end)) else {
            continue;
        };
        if !make(window, year) {
            apart.extend(window.iter().map(|figure| figure.period.end));
        }
    }
    apart
}

/// Whether four quarters are those of a year and sum up to it; where they are not, nothing is said.
fn make(quarters: &[&Rc<Figure<'_>>], year: &Figure<'_>) -> bool {
    let starts = quarters
        .first()
        .is_some_and(|first| year.period.starts_with(&first.period));
    let sum: Decimal = quarters.iter().map(|figure| figure.value).sum();
    let slack: Decimal = quarters.iter().map(|figure| figure.rounding_error()).sum();
    !starts || (sum - year.value).abs() <= slack + year.rounding_error()
}

fn sum<'a>(spec: &'static MetricSpec, window: &[&Rc<Figure<'a>>]) -> Option<Figure<'a>> {
    let [first, second, third, fourth] = window else {
        return None;
    };
    let pairs = [(first, second), (second, third), (third, fourth)];
    let follow = pairs
        .iter()
        .all(|(a, b)| a.period.is_followed_by(&b.period));
    let start = first.period.start?;
    let period = Period::duration(start, fourth.period.end);
    let is_one_unit = window.iter().all(|figure| figure.unit == first.unit);
    let is_sound = window.iter().all(|figure| !figure.is_suspect);
    if !follow || !is_one_unit || !is_sound || period.length() != crate::Length::Year {
        return None;
    }
    let names = ["Q1", "Q2", "Q3", "Q4"];
    Some(Figure {
        metric: spec.name,
        basis: Basis::Ttm,
        period,
        value: window.iter().map(|figure| figure.value).sum(),
        unit: first.unit.clone(),
        notes: Vec::new(),
        is_suspect: false,
        origin: Origin::Derived {
            operation: Operation::Sum,
            formula: "Q1 + Q2 + Q3 + Q4".to_owned(),
            inputs: names
                .iter()
                .zip(window)
                .map(|(name, figure)| ((*name).to_owned(), Rc::clone(figure)))
                .collect(),
        },
    })
}

/// Ends of the quarters that a year to this one would need and that are not there.
fn missing_before(last: Period, all: &[&Rc<Figure<'_>>]) -> Vec<Date> {
    (1..=3)
        .map(|back| quarters_before(last.end, back))
        .filter(|expected| {
            !all.iter()
                .any(|figure| days_between(figure.period.end, *expected).abs() <= 20)
        })
        .collect()
}

/// The last day of a quarter that many quarters before: of its month where this one is.
fn quarters_before(end: Date, back: i32) -> Date {
    let before = plus_months(end, -3 * back);
    if end == end.last_of_month() {
        before.last_of_month()
    } else {
        before
    }
}
