//! Figures that follow from others by a formula of the table.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use assay_domain::{Date, Decimal};

use super::analysis::Analysis;
use super::figure::{Basis, Figure, Operation, Origin};
use super::proof::is_shown;
use crate::formula::evaluate;
use crate::metric::{DERIVED, DerivedSpec, Timing, UnitKind};
use crate::note::Note;
use crate::period::{days_between, plus_days};
use crate::{PER_SHARE_PLACES, Period, RATIO_PLACES};

/// A balance that was not reported for this many days is one the company no longer has.
pub(super) const GONE_AFTER: i32 = 730;
/// A balance sheet date and the start of a period may lie this far apart.
const NEAR: i32 = 10;

const FLOW_BASES: &[Basis] = &[
    Basis::Q,
    Basis::H1,
    Basis::NineMonths,
    Basis::Fy,
    Basis::Ttm,
];

type Inputs<'a> = Vec<(String, Rc<Figure<'a>>)>;

pub(crate) fn compute(analysis: &mut Analysis<'_>) {
    for spec in DERIVED {
        let bases: &[Basis] = match (spec.is_stock, spec.timing) {
            (true, _) => &[Basis::Instant],
            (false, Timing::Same) => FLOW_BASES,
            (false, Timing::FlowOverAverage) => &[Basis::Fy, Basis::Ttm],
        };
        for basis in bases {
            for figure in computed(analysis, spec, *basis) {
                analysis.insert(spec.name, *basis, figure.period.end, Rc::new(figure));
            }
        }
    }
}

fn computed<'a>(
    analysis: &Analysis<'a>,
    spec: &'static DerivedSpec,
    basis: Basis,
) -> Vec<Figure<'a>> {
    let required = spec
        .inputs
        .iter()
        .find(|input| !spec.optional.contains(input));
    let Some(leader) = required.and_then(|input| analysis.table.get(&(*input, basis))) else {
        return Vec::new();
    };
    let existing = analysis.table.get(&(spec.name, basis));
    let unclear = spec
        .unless
        .and_then(|name| analysis.table.get(&(name, basis)));
    let is_open = |end: &Date| {
        let mut known = existing.into_iter().chain(unclear);
        !known.any(|figures| figures.contains_key(end))
    };
    leader
        .iter()
        .filter(|(end, _)| is_open(end) && is_shown(analysis, spec, basis, **end))
        .filter_map(|(end, leader)| {
            let (inputs, formula, notes) = match spec.timing {
                Timing::Same => same_period(analysis, spec, basis, *end)?,
                Timing::FlowOverAverage => over_average(analysis, spec, leader)?,
            };
            figure(spec, basis, leader.period, inputs, formula, notes)
        })
        .collect()
}

fn same_period<'a>(
    analysis: &Analysis<'a>,
    spec: &DerivedSpec,
    basis: Basis,
    end: Date,
) -> Option<(Inputs<'a>, String, Vec<Note>)> {
    let mut inputs = Vec::new();
    let mut notes = Vec::new();
    let mut formula = spec.formula.to_owned();
    for name in spec.inputs {
        let known = analysis.table.get(&(*name, basis));
        if let Some(figure) = known.and_then(|figures| figures.get(&end)) {
            inputs.push(((*name).to_owned(), figure.clone()));
            continue;
        }
        let before = known.and_then(|figures| figures.range(..end).next_back());
        let after = known.and_then(|figures| figures.range(end..).next());
        let since = before.map(|(day, _)| *day);
        let is_gone =
            after.is_none() && since.is_none_or(|day| days_between(day, end) > GONE_AFTER);
        if !spec.optional.contains(name) || !is_gone {
            return None;
        }
        formula = without(&formula, name);
        notes.push(Note::TermLeftOut {
            term: (*name).to_owned(),
            since,
        });
    }
    Some((inputs, formula, notes))
}

/// The formula without one of its terms.
fn without(formula: &str, term: &str) -> String {
    let mut words: Vec<&str> = formula.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == term) {
        words.remove(at);
        let sign = at.saturating_sub(1);
        if !words.is_empty() {
            words.remove(sign);
        }
    }
    words.join(" ")
}

fn over_average<'a>(
    analysis: &Analysis<'a>,
    spec: &DerivedSpec,
    flow: &Rc<Figure<'a>>,
) -> Option<(Inputs<'a>, String, Vec<Note>)> {
    let [flow_name, stock_name] = spec.inputs else {
        return None;
    };
    let balances = analysis.table.get(&(*stock_name, Basis::Instant))?;
    let near = |day: Date| {
        balances
            .range(plus_days(day, -NEAR)..=plus_days(day, NEAR))
            .min_by_key(|(at, _)| days_between(**at, day).abs())
            .map(|(_, figure)| figure.clone())
    };
    let start = near(plus_days(flow.period.start?, -1))?;
    let end = near(flow.period.end)?;
    // a return on equity that is not there says nothing
    if start.value <= Decimal::ZERO || end.value <= Decimal::ZERO {
        return None;
    }
    let inputs = vec![
        ((*flow_name).to_owned(), flow.clone()),
        (format!("{stock_name}_start"), start),
        (format!("{stock_name}_end"), end),
    ];
    Some((inputs, spec.formula.to_owned(), Vec::new()))
}

fn figure<'a>(
    spec: &'static DerivedSpec,
    basis: Basis,
    period: Period,
    inputs: Inputs<'a>,
    formula: String,
    notes: Vec<Note>,
) -> Option<Figure<'a>> {
    let money: Vec<&Arc<str>> = inputs.iter().map(|(_, figure)| &figure.unit).collect();
    let first = *money.first()?;
    let is_one_unit = money.iter().all(|unit| *unit == first);
    if !is_one_unit || inputs.iter().any(|(_, figure)| figure.is_suspect) {
        return None;
    }
    let values: BTreeMap<String, Decimal> = inputs
        .iter()
        .map(|(name, figure)| (name.clone(), figure.value))
        .collect();
    let value = evaluate(&formula, &values).ok()?;
    let (value, unit) = match spec.unit {
        UnitKind::Ratio => (value.round_dp(RATIO_PLACES), Arc::from("pure")),
        UnitKind::PerShare => (value.round_dp(PER_SHARE_PLACES), first.clone()),
        UnitKind::Money | UnitKind::Shares => (value, first.clone()),
    };
    Some(Figure {
        metric: spec.name,
        basis,
        period,
        value,
        unit,
        notes,
        is_suspect: false,
        origin: Origin::Derived {
            operation: Operation::Formula,
            formula,
            inputs,
        },
    })
}
