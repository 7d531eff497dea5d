//! Single quarters from cumulative statements, where that is sound.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_domain::Date;

use super::figure::{Basis, Figure, Operation, Origin};
use super::metric_series::{ConceptSeries, MetricSeries};
use super::observation::Observation;
use crate::metric::MetricSpec;
use crate::note::{Refusal, RefusalReason};
use crate::{Length, Period};

type Quarters<'a> = BTreeMap<Date, Rc<Figure<'a>>>;

/// The whole, the part that begins with it, and what they are called in the formula.
const STEPS: &[(Length, Length, &str, &str)] = &[
    (Length::Half, Length::Quarter, "6M", "Q1"),
    (Length::NineMonths, Length::Half, "9M", "6M"),
    (Length::Year, Length::NineMonths, "FY", "9M"),
];

/// Discrete quarters as filed, and those that follow from cumulative values: Q2 = 6M - Q1,
/// Q3 = 9M - 6M, Q4 = FY - 9M. Only for what adds up, only within one vintage, and only from parts
/// that begin on the same day, so that no quarter of another year can get in.
pub(crate) fn quarters<'a>(
    spec: &'static MetricSpec,
    series: &MetricSeries<'a>,
    refusals: &mut Vec<Refusal>,
) -> Quarters<'a> {
    let mut found: Quarters<'a> = BTreeMap::new();
    // What another concept states of a quarter may be something else, a note beside the statement:
    // where it contradicts the concept that counts, a difference of that one goes before it.
    let (first, others) = agreeing_first(series);
    for concept in &first {
        file_quarters(spec, concept, &mut found);
    }
    for whole in first.iter().chain(&others) {
        file_quarters(spec, whole, &mut found);
        if !spec.is_additive() {
            continue;
        }
        for part in with_itself_first(series, whole) {
            for step in STEPS {
                subtract(spec, whole, part, step, &mut found, refusals);
            }
        }
    }
    if !spec.is_additive() {
        return found;
    }
    for whole in &series.concepts {
        less_three_quarters(spec, series, whole, &mut found);
    }
    refusals.retain(|refusal| refusal.metric != spec.name || !found.contains_key(&refusal.end));
    found
}

/// The concepts that contradict none before them, and the rest.
fn agreeing_first<'s, 'a>(
    series: &'s MetricSeries<'a>,
) -> (Vec<&'s ConceptSeries<'a>>, Vec<&'s ConceptSeries<'a>>) {
    let (mut first, mut others): (Vec<&ConceptSeries<'a>>, Vec<&ConceptSeries<'a>>) =
        Default::default();
    for concept in &series.concepts {
        if first.iter().any(|known| known.contradicts(concept)) {
            others.push(concept);
        } else {
            first.push(concept);
        }
    }
    (first, others)
}

fn file_quarters<'a>(
    spec: &'static MetricSpec,
    concept: &ConceptSeries<'a>,
    found: &mut Quarters<'a>,
) {
    let quarters = concept.periods.range((Length::Quarter, Date::MIN)..);
    for ((length, end), observation) in quarters {
        if *length == Length::Quarter {
            let filed = || Rc::new(Figure::filed(spec.name, Basis::Q, observation));
            found.entry(*end).or_insert_with(filed);
        }
    }
}

/// A concept, and others that state the same wherever both are used.
fn with_itself_first<'s, 'a>(
    series: &'s MetricSeries<'a>,
    concept: &'s ConceptSeries<'a>,
) -> impl Iterator<Item = &'s ConceptSeries<'a>> {
    let others = series
        .concepts
        .iter()
        .filter(|other| other.concept != concept.concept && MetricSeries::do_agree(concept, other));
    std::iter::once(concept).chain(others)
}

fn subtract<'a>(
    spec: &'static MetricSpec,
    wholes: &ConceptSeries<'a>,
    parts: &ConceptSeries<'a>,
    step: &(Length, Length, &'static str, &'static str),
    found: &mut Quarters<'a>,
    refusals: &mut Vec<Refusal>,
) {
    let (whole_length, part_length, whole_name, part_name) = *step;
    let of_length = |series: &ConceptSeries<'a>, length: Length| -> Vec<Rc<Observation<'a>>> {
        let range = (length, Date::MIN)..=(length, Date::MAX);
        series
            .periods
            .range(range)
            .map(|(_, o)| o.clone())
            .collect()
    };
    let parts = of_length(parts, part_length);
    for whole in of_length(wholes, whole_length) {
        if found.contains_key(&whole.period.end) {
            continue;
        }
        let matching = parts.iter().find_map(|part| {
            let rest = whole.period.after(&part.period)?;
            (rest.length() == Length::Quarter).then_some((part, rest))
        });
        let Some((part, rest)) = matching else {
            continue;
        };
        if part.fact.unit != whole.fact.unit {
            continue;
        }
        let mut refuse = |reason| {
            refusals.push(Refusal {
                metric: spec.name.to_owned(),
                basis: Basis::Q,
                end: rest.end,
                reason,
            });
        };
        if part.is_suspect || whole.is_suspect {
            refuse(RefusalReason::ScaleSuspect);
            continue;
        }
        if !whole.is_of_one_vintage_with(part) {
            refuse(RefusalReason::AcrossVintages {
                whole: format!("{whole_name} ({} {})", whole.fact.form, whole.fact.filed),
                part: format!("{part_name} ({} {})", part.fact.form, part.fact.filed),
            });
            continue;
        }
        let inputs = [
            (whole_name, whole_length, &whole),
            (part_name, part_length, part),
        ];
        found.insert(rest.end, Rc::new(difference(spec, rest, &inputs)));
    }
}

fn difference<'a>(
    spec: &'static MetricSpec,
    period: Period,
    inputs: &[(&str, Length, &Rc<Observation<'a>>); 2],
) -> Figure<'a> {
    let [(whole_name, _, whole), (part_name, _, part)] = inputs;
    let inputs = inputs.iter().map(|(name, length, observation)| {
        let basis = Basis::of_length(*length).unwrap_or(Basis::Q);
        let figure = Figure::filed(spec.name, basis, observation);
        ((*name).to_owned(), Rc::new(figure))
    });
    Figure {
        metric: spec.name,
        basis: Basis::Q,
        period,
        value: whole.value - part.value,
        unit: whole.fact.unit.clone(),
        notes: Vec::new(),
        is_suspect: false,
        origin: Origin::Derived {
            operation: Operation::Difference,
            formula: format!("{whole_name} - {part_name}"),
            inputs: inputs.collect(),
        },
    }
}

/// Q4 = FY - (Q1 + Q2 + Q3) where no nine months were filed: three different quarters that follow
/// one another from the first day of the year.
fn less_three_quarters<'a>(
    spec: &'static MetricSpec,
    series: &MetricSeries<'a>,
    years: &ConceptSeries<'a>,
    found: &mut Quarters<'a>,
) {
    for ((length, end), year) in &years.periods {
        if *length != Length::Year || found.contains_key(end) || year.is_suspect {
            continue;
        }
        let inside: Vec<Rc<Figure<'a>>> = found
            .values()
            .filter(|quarter| {
                quarter.period.end < *end && quarter.period.start >= year.period.start
            })
            .cloned()
            .collect();
        let [first, second, third] = inside.as_slice() else {
            continue;
        };
        let follow = year.period.starts_with(&first.period)
            && first.period.is_followed_by(&second.period)
            && second.period.is_followed_by(&third.period);
        let Some(rest) = year.period.start.and_then(|start| {
            Period::duration(start, *end).after(&Period::duration(start, third.period.end))
        }) else {
            continue;
        };
        let of_one_vintage = inside.iter().all(|quarter| {
            quarter.unit == year.fact.unit
                && !quarter.is_suspect
                && quarter
                    .observations()
                    .iter()
                    .all(|observation| year.is_of_one_vintage_with(observation))
        });
        let whole = Rc::new(Figure::filed(spec.name, Basis::Fy, year));
        let all: Vec<&Rc<Figure<'a>>> = inside.iter().chain([&whole]).collect();
        let is_one_thing = of_one_vintage && !series.do_mix(&all);
        if !follow || rest.length() != Length::Quarter || !is_one_thing {
            continue;
        }
        let mut inputs = vec![("FY".to_owned(), whole)];
        let names = ["Q1", "Q2", "Q3"].map(str::to_owned);
        inputs.extend(names.into_iter().zip(inside.iter().cloned()));
        let figure = Figure {
            metric: spec.name,
            basis: Basis::Q,
            period: rest,
            value: year.value - first.value - second.value - third.value,
            unit: year.fact.unit.clone(),
            notes: Vec::new(),
            is_suspect: false,
            origin: Origin::Derived {
                operation: Operation::Difference,
                formula: "FY - (Q1 + Q2 + Q3)".to_owned(),
                inputs,
            },
        };
        found.insert(*end, Rc::new(figure));
    }
}
