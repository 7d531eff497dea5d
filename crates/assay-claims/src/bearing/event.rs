//! Several events of one sentence, each with its date: a claim must give each the date that it has there.

use assay_figures::cut;

use super::{Bearing, is_thing, segments};
use crate::numeral::{Kept, Page, PeriodFit, PeriodMark, fit_of};
use crate::wording::{Mark, Statement, Term, weight};

impl<'p> Bearing<'_, 'p> {
    /// The one period of a claim, where the sentence that has its words gives them another.
    pub(super) fn misdated(&self, marks: &[PeriodMark]) -> Option<String> {
        let [own] = marks else {
            return None;
        };
        // `the May 2023 rules` are named by their date and not said to be of it
        let before = cut(self.text, 0..own.range.start).trim_end();
        let dates = [" in", " on", " since", " until", " by", "于", "在"];
        let is_said = dates.iter().any(|word| before.ends_with(word));
        let is_plain = |term: &Term| {
            !matches!(
                term.mark,
                Some(Mark::Hedge(_) | Mark::Condition | Mark::Not | Mark::Exception)
            )
        };
        if !is_said || !self.claim.iter().all(is_plain) {
            return None;
        }
        let (page, statement) = self.nearest_statement()?;
        let theirs = page.reading.periods.iter();
        let theirs: Vec<&PeriodMark> = theirs
            .filter(|mark| statement.range.contains(&mark.range.start))
            .collect();
        let is_own = |mark: &PeriodMark| {
            fit_of(Some(own.period), Some(mark.period), Kept::AtMoment) != PeriodFit::Conflict
        };
        let places: Vec<usize> = theirs
            .iter()
            .map(|mark| mark.range.start - statement.range.start)
            .collect();
        let segments = segments(&statement.terms, &places);
        let mut fitting = theirs
            .iter()
            .zip(&segments)
            .filter(|(mark, _)| is_own(mark));
        let (Some((_, segment)), None) = (fitting.next(), fitting.next()) else {
            return None;
        };
        let here = statement.terms.get(segment.clone()).unwrap_or_default();
        let has = |list: &[Term], term: &Term| list.iter().any(|own| own.means(term));
        let things: Vec<&Term> = self
            .claim
            .iter()
            .filter(|term| term.is_content() && term.mark.is_none() && is_thing(term))
            .filter(|term| has(&statement.terms, term))
            .collect();
        let is_left_out = |own: &Term| {
            own.is_content() && is_thing(own) && !self.claim.iter().any(|term| term.means(own))
        };
        let mut elsewhere = theirs
            .iter()
            .zip(&segments)
            .filter(|(mark, _)| !is_own(mark));
        let alone = |list: &[Term], other: &[Term]| -> f64 {
            let own = things
                .iter()
                .filter(|term| has(list, term) && !has(other, term));
            own.map(|term| weight(term)).sum()
        };
        let is_elsewhere = elsewhere.any(|(_, segment)| {
            let there = statement.terms.get(segment.clone()).unwrap_or_default();
            alone(there, here) > alone(here, there)
        });
        (is_elsewhere && here.iter().any(is_left_out))
            .then(|| cut(self.text, own.range.clone()).to_owned())
    }

    /// The sentence that shares the most with the claim.
    fn nearest_statement(&self) -> Option<(&'p Page<'p>, &'p Statement)> {
        let shared = |statement: &Statement| -> f64 {
            let own = self.claim.iter().filter(|term| term.is_content());
            let met = own.filter(|term| statement.terms.iter().any(|own| own.means(term)));
            met.map(weight).sum()
        };
        let statements = self.pages.iter().flat_map(|page| {
            let prose = page.statements().iter().filter(|one| one.row.is_none());
            prose.map(|statement| (*page, statement))
        });
        statements.max_by(|(_, a), (_, b)| shared(a).total_cmp(&shared(b)))
    }
}
