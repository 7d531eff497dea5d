//! Identities that figures must satisfy, and what follows where one does not.

use std::collections::BTreeSet;

use assay_facts::{Check, CheckId, DataPoint};

use crate::days::days_between;
use crate::dossier::Dossier;

/// Identities whose failure means that two figures cannot both be right.
const ALWAYS: &[CheckId] = &[
    CheckId::BalanceSheet,
    CheckId::BalanceTotals,
    CheckId::CashFlow,
    CheckId::QuartersMakeYear,
    CheckId::OrderOfMagnitude,
    CheckId::NotNegative,
    CheckId::PartWithinWhole,
];
/// Identities that the statements of some companies never satisfy, because a line is drawn
/// elsewhere: costs without depreciation, earnings after preferred dividends. Where a company's own
/// other periods satisfy one, a period that does not has a wrong figure.
const WHERE_USUAL: &[CheckId] = &[
    CheckId::GrossProfit,
    CheckId::EarningsPerShare,
    CheckId::CashRoll,
];
/// Other periods that must satisfy an identity for it to be usual.
const ENOUGH: usize = 2;

/// The identities that a point breaks.
pub(crate) fn broken<'a>(
    dossier: &'a Dossier,
    point: &'a DataPoint,
) -> impl Iterator<Item = &'a Check> {
    let failed = point.checks.iter().filter(|check| !check.pass);
    failed.filter(|check| {
        ALWAYS.contains(&check.id)
            || (WHERE_USUAL.contains(&check.id) && is_usual(dossier, point, check.id))
    })
}

/// Whether the period is one of the newest, and most others of the same metric satisfy an identity.
fn is_usual(dossier: &Dossier, point: &DataPoint, id: CheckId) -> bool {
    let basis = point.period.basis;
    let is_recent = dossier
        .frame()
        .is_some_and(|frame| days_between(point.as_of_date, frame.end) <= MOST_OF_TWO_YEARS);
    if !is_recent {
        return false;
    }
    let others = dossier
        .index()
        .ends(&point.canonical_metric, basis)
        .into_iter()
        .filter(|end| *end != point.as_of_date)
        .filter_map(|end| dossier.find(&point.canonical_metric, basis, end));
    let results: Vec<bool> = others
        .filter_map(|other| other.checks.iter().find(|check| check.id == id))
        .map(|check| check.pass)
        .collect();
    let passed = results.iter().filter(|pass| **pass).count();
    passed >= ENOUGH && passed * 2 > results.len()
}

/// The points and, through their formulas, all that they rest on.
pub(crate) fn rested_on(dossier: &Dossier, ids: Vec<String>) -> Vec<&DataPoint> {
    let mut waiting = ids;
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(id) = waiting.pop() {
        let Some(point) = dossier.point(&id) else {
            continue;
        };
        if seen.insert(id) {
            let inputs = point.lineage.source_values.values();
            waiting.extend(inputs.map(|input| input.point.clone()));
            found.push(point);
        }
    }
    found.sort_by(|a, b| (&a.metric, a.as_of_date).cmp(&(&b.metric, b.as_of_date)));
    found
}

/// Whether a point rests on a figure that breaks an identity. What a typical year is taken from may
/// hold one wrong year: that is no ground to doubt the median.
pub(crate) fn rests_on_broken(dossier: &Dossier, point: &DataPoint) -> bool {
    let inputs = rested_on(dossier, vec![point.id.clone()]);
    let mut of_its_period = inputs.into_iter().filter(|input| {
        let apart = days_between(input.as_of_date, point.as_of_date);
        (0..=MOST_OF_TWO_YEARS).contains(&apart)
    });
    of_its_period.any(|input| broken(dossier, input).next().is_some())
}

/// Days from the end of a period to the end of those that it is put together from or compared with.
const MOST_OF_TWO_YEARS: i64 = 740;
