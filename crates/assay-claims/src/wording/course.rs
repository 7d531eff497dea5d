//! Which way the figures of a row go, for a sentence that says so without printing them.

use assay_figures::Direction;

use super::Claim;
use super::marks::Mark;
use super::statement::Statement;
use crate::numeral::{Kept, Page, PeriodFit, Value, fit_of, later, same_unit, signed_amount};

/// The one way that a claim without numbers says something went.
pub(super) fn way_of(claim: Claim<'_>) -> Option<Direction> {
    let ways = claim.terms.iter().filter_map(|term| match term.mark {
        Some(Mark::Way(way)) => Some(way),
        _ => None,
    });
    let mut ways = ways.collect::<Vec<_>>();
    ways.dedup();
    match ways.as_slice() {
        [only] => Some(*only).filter(|_| !claim.states_numbers()),
        _ => None,
    }
}

/// Which way the figures of a row went up to the period that the claim names, or to the last.
pub(super) fn way_of_row(
    claim: Claim<'_>,
    statement: &Statement,
    page: &Page<'_>,
) -> Option<Direction> {
    statement.row?;
    let values = page.reading.values.iter();
    let inside = |value: &&Value| statement.range.contains(&value.range.start) && !value.in_name;
    let values: Vec<&Value> = values.filter(inside).collect();
    let first = values.first()?;
    let asked: Vec<_> = claim.own.periods.iter().map(|mark| mark.period).collect();
    let is_asked = |value: &Value| {
        let mut asked = asked.iter();
        asked.any(|period| fit_of(Some(*period), value.period, Kept::AtMoment) == PeriodFit::Same)
    };
    let alike = || values.iter().filter(|value| same_unit(value, first));
    let mut pairs: Vec<(&Value, &Value)> = Vec::new();
    for new in alike() {
        let times = |old: &&&Value| {
            let periods = old.period.zip(new.period);
            periods.is_some_and(|(old, new)| later(old, new))
        };
        let last = alike()
            .filter(times)
            .max_by_key(|old| old.period.map(|period| period.year));
        pairs.extend(last.map(|old| (*old, *new)));
    }
    let named = pairs.iter().filter(|(_, new)| is_asked(new));
    let by_year = |(_, new): &&(&Value, &Value)| new.period.map(|period| period.year);
    let (old, new) = match asked.is_empty() {
        true => pairs.iter().max_by_key(by_year)?,
        false => named.max_by_key(by_year)?,
    };
    if old.negative || new.negative {
        return None;
    }
    let (old, new) = (signed_amount(old)?, signed_amount(new)?);
    match () {
        () if new > old => Some(Direction::Up),
        () if new < old => Some(Direction::Down),
        () => None,
    }
}
