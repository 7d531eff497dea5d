//! Depreciation and amortisation as a whole, where a filer tags a part of it by the name of the whole.
//!
//! The cash flow statement may have one line for both, or one for tangible and one for intangible
//! assets, and the first of two is often tagged as if it were both. The amounts tell: a whole is no
//! less than its parts.

use std::collections::BTreeSet;
use std::rc::Rc;

use assay_domain::{Date, Decimal, grouped};

use super::analysis::Analysis;
use super::figure::{Basis, Figure, Operation, Origin};
use crate::note::{Refusal, RefusalReason};
use crate::period::days_between;

const BASES: &[Basis] = &[Basis::Q, Basis::H1, Basis::NineMonths, Basis::Fy];
/// Notes round what the statement has in full: 2 %.
const ROUNDED_IN_TEXT: Decimal = Decimal::from_parts(2, 0, 0, false, 2);

/// What a figure under the name of the whole turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// No less than both parts.
    Whole,
    /// Without the amortisation of intangible assets.
    Tangible,
    /// It fits neither.
    Contradicted,
    Unknown,
}

/// A figure that is so many times another is no whole of it but another thing, or of another scale.
const OUT_OF_PROPORTION: Decimal = Decimal::from_parts(3, 0, 0, false, 0);
/// Years of a company that say what it means by a tag today: one wrong figure does not.
const NEAR: i32 = 1100;

pub(crate) fn complete_depreciation(analysis: &mut Analysis<'_>) {
    take_largest(analysis);
    let shown = shown(analysis);
    for basis in BASES {
        let Some(whole) = analysis.table.get(&("da", *basis)) else {
            continue;
        };
        let mut figures = whole.clone();
        for (end, figure) in whole {
            let own = meaning(analysis, figure, *basis, *end);
            let amortised = part(analysis, "amortization", *basis, *end);
            let reason = match (usual(&shown, figure), amortised) {
                (Some(Meaning::Tangible), Some(amortised)) => {
                    figures.insert(*end, Rc::new(sum(figure, amortised)));
                    continue;
                }
                (Some(Meaning::Tangible), None) => RefusalReason::PartNotStated {
                    part: "amortization".to_owned(),
                },
                (None, _) if own == Meaning::Contradicted => {
                    contradicted(analysis, figure, *basis, *end)
                }
                _ => continue,
            };
            figures.remove(end);
            analysis.refusals.push(Refusal {
                metric: "da".to_owned(),
                basis: *basis,
                end: *end,
                reason,
            });
        }
        analysis.table.insert(("da", *basis), figures);
    }
}

/// Of several tags for one period the largest is the whole, unless it is out of all proportion: a
/// note on property has its depreciation under the name that the cash flow statement has for both.
fn take_largest(analysis: &mut Analysis<'_>) {
    let Some(series) = analysis.series.get("da") else {
        return;
    };
    let mut larger = Vec::new();
    for ((length, end), first) in &series.merged {
        let Some(basis) = Basis::of_length(*length).filter(|basis| *basis != Basis::Q) else {
            continue;
        };
        let most = first.value * OUT_OF_PROPORTION;
        let others = series
            .concepts
            .iter()
            .filter_map(|concept| concept.periods.get(&(*length, *end)))
            .filter(|other| !other.is_suspect && other.value <= most)
            .filter(|other| other.fact.publisher == first.fact.publisher);
        if let Some(largest) = others.max_by_key(|other| other.value)
            && largest.value > first.value
        {
            larger.push((basis, *end, Rc::new(Figure::filed("da", basis, largest))));
        }
    }
    for (basis, end, figure) in larger {
        analysis.insert("da", basis, end, figure);
    }
}

/// What the parts of each period show of the concepts under which the whole is filed.
fn shown(analysis: &Analysis<'_>) -> Vec<(BTreeSet<String>, Date, Meaning)> {
    let mut found = Vec::new();
    for basis in BASES {
        for (end, figure) in analysis.table.get(&("da", *basis)).into_iter().flatten() {
            let meaning = meaning(analysis, figure, *basis, *end);
            if matches!(meaning, Meaning::Whole | Meaning::Tangible) {
                found.push((concepts(figure), *end, meaning));
            }
        }
    }
    found
}

/// What the company means by the concepts of a figure, by most of what the years around it show.
fn usual(shown: &[(BTreeSet<String>, Date, Meaning)], figure: &Figure<'_>) -> Option<Meaning> {
    let own = concepts(figure);
    let near = shown.iter().filter(|(concepts, end, _)| {
        days_between(*end, figure.period.end).abs() <= NEAR && !own.is_disjoint(concepts)
    });
    let (mut whole, mut tangible) = (0, 0);
    for (_, _, meaning) in near {
        match meaning {
            Meaning::Tangible => tangible += 1,
            _ => whole += 1,
        }
    }
    match (whole, tangible) {
        (0, 0) => None,
        (whole, tangible) if tangible > whole => Some(Meaning::Tangible),
        _ => Some(Meaning::Whole),
    }
}

fn concepts(figure: &Figure<'_>) -> BTreeSet<String> {
    let observations = figure.observations().into_iter();
    observations
        .map(|one| one.fact.concept.to_string())
        .collect()
}

fn part<'f, 'a>(
    analysis: &'f Analysis<'a>,
    name: &'static str,
    basis: Basis,
    end: Date,
) -> Option<&'f Rc<Figure<'a>>> {
    let figures = analysis.table.get(&(name, basis))?;
    figures
        .get(&end)
        .filter(|figure| figure.value > Decimal::ZERO)
}

fn meaning(analysis: &Analysis<'_>, whole: &Figure<'_>, basis: Basis, end: Date) -> Meaning {
    let Some(amortised) = part(analysis, "amortization", basis, end) else {
        return Meaning::Unknown;
    };
    let slack =
        whole.value.abs() * ROUNDED_IN_TEXT + whole.rounding_error() + amortised.rounding_error();
    if whole.value + slack < amortised.value {
        return Meaning::Tangible;
    }
    let Some(depreciated) = part(analysis, "depreciation", basis, end) else {
        return Meaning::Unknown;
    };
    let slack = slack + depreciated.rounding_error();
    let is_tangible = (whole.value - depreciated.value).abs() <= slack;
    if whole.value + slack >= depreciated.value + amortised.value {
        Meaning::Whole
    } else if is_tangible {
        Meaning::Tangible
    } else {
        Meaning::Contradicted
    }
}

fn contradicted(
    analysis: &Analysis<'_>,
    whole: &Figure<'_>,
    basis: Basis,
    end: Date,
) -> RefusalReason {
    let parts = ["depreciation", "amortization"]
        .into_iter()
        .filter_map(|name| part(analysis, name, basis, end))
        .map(|figure| grouped(&figure.value.to_string()));
    RefusalReason::PartsExceedWhole {
        whole: grouped(&whole.value.to_string()),
        parts: parts.collect::<Vec<_>>().join(" + "),
    }
}

fn sum<'a>(tangible: &Rc<Figure<'a>>, amortised: &Rc<Figure<'a>>) -> Figure<'a> {
    Figure {
        metric: "da",
        basis: tangible.basis,
        period: tangible.period,
        value: tangible.value + amortised.value,
        unit: tangible.unit.clone(),
        notes: Vec::new(),
        is_suspect: tangible.is_suspect || amortised.is_suspect,
        origin: Origin::Derived {
            operation: Operation::Sum,
            formula: "depreciation + amortization".to_owned(),
            inputs: vec![
                ("depreciation".to_owned(), Rc::clone(tangible)),
                ("amortization".to_owned(), Rc::clone(amortised)),
            ],
        },
    }
}
