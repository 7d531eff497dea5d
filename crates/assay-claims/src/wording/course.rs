//! Which way the figures of a row go, for a sentence that says so without printing them.

use assay_figures::{Direction, Period, Unit, cut};

use super::marks::Mark;
use super::statement::Statement;
use super::term::Term;
use super::{Bound, Candidate, Claim, WordProblem, holds_any};
use crate::numeral::{
    Kept, Page, PeriodFit, Value, fit_of, is_result, later, same_unit, signed_amount,
};

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

/// A claim that says which way something went and how much it is: the row of the figure went the other way.
pub(super) fn turned_level(
    claim: Claim<'_>,
    candidates: &[Candidate<'_>],
    bound: &[Bound],
    pages: &[&Page<'_>],
) -> Option<WordProblem> {
    const COMPARING: [&str; 8] = [
        "than", "above", "below", "exceed", "超过", "高于", "低于", "比",
    ];
    let is_level = |value: &Value| {
        value.in_name || matches!(value.unit, Unit::Currency(_) | Unit::Bare | Unit::Count(_))
    };
    // `同比`, `环比` hold a period against another one
    let plain = claim.text.replace("同比", "").replace("环比", "");
    let compares = COMPARING.iter().any(|word| plain.contains(word));
    let moves = |term: &&Term| {
        matches!(term.mark, Some(Mark::Way(_)))
            && (term.may_be_verb() || !term.is_latin(claim.text))
    };
    let mut ways: Vec<Option<Mark>> = claim
        .terms
        .iter()
        .filter(moves)
        .map(|term| term.mark)
        .collect();
    ways.dedup();
    let [Some(Mark::Way(way))] = ways.as_slice() else {
        return None;
    };
    let mut rows = candidates.iter().filter(|one| holds_any(one, bound));
    let (Some((place, laid)), None) = (rows.next(), rows.next()) else {
        return None;
    };
    let shown = way_of_row(claim, laid.statement, pages.get(*place)?)?;
    let is_plain = !compares && claim.own.values.iter().all(is_level);
    (is_plain && shown != *way).then_some(WordProblem::Direction)
}

/// The word by which a claim says which way it went, where no statement says that anything went.
pub(super) fn untold(claim: Claim<'_>, chosen: &[&Candidate<'_>]) -> Option<WordProblem> {
    let is_way = |term: &Term| matches!(term.mark, Some(Mark::Way(_))) && term.is_content();
    let at = claim.terms.iter().position(is_way)?;
    let term = claim.terms.get(at)?;
    let mut told = chosen.iter().flat_map(|(_, laid)| {
        let statement = laid.statement;
        statement.terms.iter().chain(&statement.inherited)
    });
    let is_told = chosen.iter().any(|(_, laid)| laid.covers(at)) || told.any(is_way);
    (!is_told).then(|| WordProblem::NotStated(vec![cut(claim.text, term.range.clone()).to_owned()]))
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
        asked.any(|period| {
            fit_of(Some(*period), value.period, Kept::AtMoment) != PeriodFit::Conflict
        })
    };
    let alike = || values.iter().filter(|value| same_unit(value, first));
    let is_on_year = compares_years(claim.text);
    let mut ways: Vec<(i16, Option<Direction>)> = Vec::new();
    for new in alike() {
        let is_older = |old: &&&Value| {
            let periods = old.period.zip(new.period);
            periods.is_some_and(|(old, new)| {
                is_before(old, new)
                    && (!is_on_year || old.year + 1 == new.year && old.span == new.span)
            })
        };
        let is_wanted = asked.is_empty() || is_asked(new);
        let year = |value: &Value| value.period.map(|period| period.year);
        let newest = alike().filter(is_older).filter_map(|old| year(old)).max();
        // of two stretches that end alike, the one behind it
        let olds = || alike().filter(is_older).filter(|old| year(old) == newest);
        let old = match olds().count() {
            1 => olds().next(),
            _ => olds().find(|old| old.range.start > new.range.start),
        };
        if let (Some(old), Some(year), true) = (old, year(new), is_wanted) {
            ways.push((year, way_between(old, new)));
        }
    }
    let last = ways.iter().map(|(year, _)| *year).max()?;
    let mut ways = ways
        .iter()
        .filter(|(year, _)| *year == last)
        .map(|(_, way)| *way);
    let way = ways.next()?;
    way.filter(|_| ways.all(|other| other == way))
}

/// The claim holds a period against the like one of the year before, and not against the last one.
fn compares_years(text: &str) -> bool {
    static YEARLY: assay_domain::WordList = assay_domain::word_list!("wording/course/yearly");
    let lower = text.to_lowercase();
    YEARLY.iter().any(|words| lower.contains(words))
}

fn way_between(old: &Value, new: &Value) -> Option<Direction> {
    let is_outlay = old.negative && new.negative && !is_result(&new.row);
    if !is_outlay && (old.negative || new.negative) {
        return None;
    }
    let (old, new) = match is_outlay {
        true => (old.amount()?, new.amount()?),
        false => (signed_amount(old)?, signed_amount(new)?),
    };
    match () {
        () if new > old => Some(Direction::Up),
        () if new < old => Some(Direction::Down),
        () => None,
    }
}

/// The like period of an earlier year. Years that end on a certain weekday end on another date each.
fn is_before(old: Period, new: Period) -> bool {
    later(old, new)
}
