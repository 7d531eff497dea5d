//! By how much a thing changed, where one sentence states it for two periods: `4.2 million passengers
//! in 2024, against 3.9 million in 2023`.

use assay_claims::Meaning;
use assay_domain::{ClaimKind, Decimal};
use assay_figures::{Basis, Figure, Period, Unit};

use super::Said;
use super::figures::percent_change;
use super::quoted::quote;
use crate::frame::{Frame, has};
use crate::passage::{Candidate, figure_of, is_of};
use crate::printed::stated;

/// Words that ask for a change.
static CHANGE: assay_domain::WordList = assay_domain::word_list!("answer/between/change");

/// The sentence that states what is asked for the period that is asked for and for one before it,
/// quoted, and what lies between the two.
pub(super) fn change(frame: &Frame, terms: &[Meaning], all: &[Candidate<'_>]) -> Option<Vec<Said>> {
    let lower = frame.question.to_lowercase();
    if !CHANGE.iter().any(|word| has(&lower, word)) {
        return None;
    }
    let sentences = all.iter().filter(|candidate| !candidate.is_row);
    sentences
        .filter_map(|candidate| told(frame, candidate, ends(frame, terms, candidate)?))
        .next()
}

/// The figures of the two periods: the earlier one first.
fn ends<'c>(
    frame: &Frame,
    terms: &[Meaning],
    candidate: &'c Candidate<'_>,
) -> Option<[&'c Figure; 2]> {
    let late = figure_of(candidate, terms, &frame.when)?;
    let end = late.period?;
    let is_wanted = |period: Period| match frame.when.periods.as_slice() {
        [] | [_] => period.year == end.year - 1 && period.span == end.span,
        periods => periods.iter().any(|wanted| is_of(period, *wanted)),
    };
    let is_before = |figure: &&Figure| {
        figure.period.is_some_and(|own| own < end && is_wanted(own)) && is_alike(figure, late)
    };
    let mut before = candidate.figures.iter().filter(is_before);
    // two earlier figures of one kind are figures of two things
    let early = before.next().filter(|_| before.next().is_none())?;
    Some([early, late])
}

/// Whether two figures of a sentence measure the same: what is left out at one is that of the other.
fn is_alike(one: &Figure, other: &Figure) -> bool {
    let units = match (&one.unit, &other.unit) {
        (Unit::Bare, Unit::Count(_)) | (Unit::Count(_), Unit::Bare) => true,
        (one, other) => one == other,
    };
    let names = match (one.subject.metric, other.subject.metric) {
        (Some(one), Some(other)) => std::ptr::eq(one, other),
        _ => true,
    };
    units && names && one.basis == Basis::Actual && other.basis == Basis::Actual
}

fn told(
    frame: &Frame,
    candidate: &Candidate<'_>,
    [early, late]: [&Figure; 2],
) -> Option<Vec<Said>> {
    let (a, b) = (early.amount()?, late.amount()?);
    if a <= Decimal::ZERO || b <= Decimal::ZERO || a == b {
        return None;
    }
    let by = percent_change(a, b)?;
    let with_time = |figure: &Figure| {
        let period = figure.period.map(|period| stated(period, frame.language));
        let period = period.unwrap_or_default();
        frame.language.pick(
            format!("{} ({period})", figure.raw),
            format!("{}（{period}）", figure.raw),
        )
    };
    let (before, now) = (with_time(early), with_time(late));
    let (english, chinese) = match b > a {
        true => ("an increase of", "增长"),
        false => ("a decrease of", "下降"),
    };
    let text = frame.language.pick(
        format!("From {before} to {now}, {english} {by}%."),
        format!("从{before}到{now}，{chinese}{by}%。"),
    );
    let source = quote(candidate);
    let computed = Said {
        text,
        evidence: source.evidence.clone(),
        kind: ClaimKind::Computed {
            formula: format!("{a};{b};{b} / {a} - 1"),
        },
    };
    Some(vec![computed, source])
}
