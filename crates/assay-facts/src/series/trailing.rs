//! The last four quarters.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_domain::Date;

use super::figure::{Basis, Figure, Operation, Origin};
use crate::Period;
use crate::metric::{MetricSpec, UnitKind};
use crate::note::{Refusal, RefusalReason};
use crate::period::{days_between, plus_months};

type Figures<'a> = BTreeMap<Date, Rc<Figure<'a>>>;

/// For each quarter, the sum with the three before it, if they follow one another without a gap and
/// cover a year. Flows of money are summed, and earnings per share; balances and counts never are.
pub(crate) fn trailing_sums<'a>(
    spec: &'static MetricSpec,
    quarters: &Figures<'a>,
    years: &Figures<'a>,
    refusals: &mut Vec<Refusal>,
) -> Figures<'a> {
    if !spec.is_additive() && spec.unit != UnitKind::PerShare {
        return BTreeMap::new();
    }
    let all: Vec<&Rc<Figure<'a>>> = quarters.values().collect();
    let mut sums = BTreeMap::new();
    for (at, last) in all.iter().enumerate() {
        let window = at.checked_sub(3).and_then(|from| all.get(from..=at));
        if let Some(sum) = window.and_then(|window| sum(spec, window)) {
            sums.insert(last.period.end, Rc::new(sum));
            continue;
        }
        if let Some(year) = years.get(&last.period.end) {
            let trailing = Figure {
                basis: Basis::Ttm,
                ..(**year).clone()
            };
            sums.insert(last.period.end, Rc::new(trailing));
            continue;
        }
        refusals.push(Refusal {
            metric: spec.name.to_owned(),
            basis: Basis::Ttm,
            end: last.period.end,
            reason: RefusalReason::GapInQuarters {
                missing: missing_before(last.period, &all),
            },
        });
    }
    for (end, year) in years {
        sums.entry(*end).or_insert_with(|| {
            Rc::new(Figure {
                basis: Basis::Ttm,
                ..(**year).clone()
            })
        });
    }
    sums
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
