//! By how much a thing changed, where one sentence states it for two periods: `4.2 million passengers
//! in 2024, against 3.9 million in 2023`.

use assay_claims::{Meaning, MeaningKind};
use assay_domain::{ClaimKind, Decimal};
use assay_figures::{Basis, Figure, Period, Unit, periods};

use super::Said;
use super::figures::percent_change;
use super::quoted::quote;
use crate::frame::{Frame, has};
use crate::passage::{Candidate, is_of};
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
    // of a company much is told that is none of its lines: what its sentences are of is not known enough, but of
    // those that say nothing else
    let sentences = all.iter().filter(|candidate| {
        let is_known = frame.subjects.is_empty() || bracketed(candidate).is_some();
        !candidate.is_row && is_known
    });
    sentences
        .filter_map(|candidate| told(frame, candidate, ends(frame, terms, candidate)?))
        .next()
}

/// A figure with the period that it is of.
type Dated<'c> = (&'c Figure, Period);

/// The figures of the two periods: the earlier one first.
fn ends<'c>(
    frame: &Frame,
    terms: &[Meaning],
    candidate: &'c Candidate<'_>,
) -> Option<[Dated<'c>; 2]> {
    let speaks_of = |term: &Meaning| candidate.own.iter().any(|own| own.is_same_as(term));
    let asks_change = |term: &Meaning| {
        let word = frame.topic.get(term.range.clone()).unwrap_or_default();
        CHANGE.contains(&word.to_lowercase().as_str())
    };
    let things = terms.iter().filter(|term| term.kind >= MeaningKind::Thing);
    let mut things = things.filter(|term| !asks_change(term)).peekable();
    if things.peek().is_none() || !things.all(speaks_of) {
        return None;
    }
    let [one, other] = dated(candidate).or_else(|| bracketed(candidate))?;
    let (early, late) = if one.1 < other.1 {
        (one, other)
    } else {
        (other, one)
    };
    let is_wanted = match frame.when.periods.as_slice() {
        [] => late.1.year == early.1.year + 1,
        [wanted] => is_of(late.1, *wanted) && late.1.year == early.1.year + 1,
        wanted => [early.1, late.1]
            .iter()
            .all(|own| wanted.iter().any(|wanted| is_of(*own, *wanted))),
    };
    (is_wanted && early.1.span == late.1.span && is_alike(early.0, late.0)).then_some([early, late])
}

/// The two figures of a sentence that states no other, each with the period behind or before it: they
/// take turns.
fn dated<'c>(candidate: &'c Candidate<'_>) -> Option<[Dated<'c>; 2]> {
    let text = candidate.shown.as_str();
    let [one, other] = candidate.figures.as_slice() else {
        return None;
    };
    let spans = periods(text);
    let [first, second] = spans.as_slice() else {
        return None;
    };
    let at = text.find(&one.raw)?;
    let next = at + one.raw.len();
    let then = next + text.get(next..)?.find(&other.raw)?;
    let (a, b) = (first.range.start, second.range.start);
    let is_behind = at < a && a < then && then < b;
    let is_before = a < at && at < b && b < then;
    let is_level = |figure: &Figure| {
        !figure.subject.is_change
            && !matches!(
                figure.unit,
                Unit::Percent | Unit::PercentagePoint | Unit::BasisPoint
            )
    };
    ((is_behind || is_before) && is_level(one) && is_level(other))
        .then_some([(one, first.period), (other, second.period)])
}

/// `Tolls £4.2m (2030: £3.9m)`: what stands in brackets is of the time before that of which the line is.
fn bracketed<'c>(candidate: &'c Candidate<'_>) -> Option<[Dated<'c>; 2]> {
    let text = candidate.shown.as_str();
    let [now, before] = candidate.figures.as_slice() else {
        return None;
    };
    let spans = periods(text);
    let [span] = spans.as_slice() else {
        return None;
    };
    let open = text.find(['(', '（'])?;
    let colon = text.get(span.range.end..)?.trim_start();
    let then = span.range.end + text.get(span.range.end..)?.find(&before.raw)?;
    let is_set_beside = text.find(&now.raw)? < open
        && open < span.range.start
        && span.range.end < then
        && colon.starts_with([':', '：']);
    let period = Period {
        year: span.period.year + 1,
        ..span.period
    };
    is_set_beside.then_some([(before, span.period), (now, period)])
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
    [early, late]: [Dated<'_>; 2],
) -> Option<Vec<Said>> {
    let (a, b) = (early.0.amount()?, late.0.amount()?);
    if a <= Decimal::ZERO || b <= Decimal::ZERO || a == b {
        return None;
    }
    let by = percent_change(a, b)?;
    let with_time = |(figure, period): Dated<'_>| {
        let period = stated(period, frame.language);
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
