//! The numbers of the evidence that a number of a claim may be.

use assay_domain::EvidenceId;

use super::bind::Asked;
use super::book::Entry;
use super::counted::counts_another;
use super::value::{Difference, Equality, Value};
use super::when::PeriodFit;
use crate::check::ProblemKind;

/// A cell named in full comes first, then the period, then exact before rounded.
type Rank = (bool, PeriodFit, Equality, usize);

#[derive(Default)]
pub(crate) struct Search<'a> {
    best: Option<(Rank, &'a Entry<'a>)>,
    objections: Vec<(usize, ProblemKind)>,
    /// A cell that the claim names in full has this value under another period or name.
    is_named_elsewhere: bool,
    /// A cell that the claim names in full has this value with another sign, unit or scale.
    contrary: Option<Difference>,
}

impl<'a> Search<'a> {
    /// In a repetition only cells count that the claim names in full, period included. Documents of
    /// `others` are those of companies that the claim does not speak of.
    pub(crate) fn of(
        asked: &Asked<'_>,
        entries: &'a [Entry<'a>],
        is_repetition: bool,
        others: &[&EvidenceId],
    ) -> Self {
        let values: Vec<&Value> = entries.iter().map(|entry| entry.value).collect();
        let mut search = Self::default();
        for entry in entries {
            let compared = asked.value.compare(entry.value);
            if compared == Err(Difference::Value) {
                continue;
            }
            let support = asked.support(entry.value);
            let is_named =
                entry.value.place.is_cell() && support.missing == 0 && !support.hits.is_empty();
            let equality = match compared {
                Ok(equality) => equality,
                Err(difference) => {
                    if is_named && support.period != PeriodFit::Conflict {
                        search.contrary = search.contrary.or(Some(difference));
                    }
                    continue;
                }
            };
            let is_sure = is_named && support.period >= PeriodFit::Coarse;
            if asked.is_guess(entry.value, equality, &support) || (is_repetition && !is_sure) {
                continue;
            }
            let objection = objection(asked, entry, others);
            match objection.or_else(|| asked.objection(entry.value, &values)) {
                Some(kind) => {
                    search.is_named_elsewhere |= is_named;
                    search.objections.push((support.hits.len(), kind));
                }
                None => {
                    let rank = (is_named, support.period, equality, support.hits.len());
                    if search.best.as_ref().is_none_or(|(most, _)| rank > *most) {
                        search.best = Some((rank, entry));
                    }
                }
            }
        }
        search
    }

    /// What a sentence leaves open does not outweigh a cell that is named in full.
    pub(crate) fn accepted(&self) -> Option<&'a Entry<'a>> {
        let ((is_named, period, ..), entry) = self.best?;
        let outweighs = is_named || self.contrary.is_none();
        let in_time = !self.is_named_elsewhere || period >= PeriodFit::Coarse;
        (outweighs && in_time).then_some(entry)
    }

    /// Why the likeliest of the numbers with this value is not the one.
    pub(crate) fn objection(&self) -> Option<ProblemKind> {
        self.objections
            .iter()
            .max_by_key(|(hits, kind)| (*hits, std::cmp::Reverse(*kind)))
            .map(|(_, kind)| *kind)
            .or(self.contrary.map(kind_of))
    }
}

/// What its document or its sentence has against a number of the right value.
fn objection(asked: &Asked<'_>, entry: &Entry<'_>, others: &[&EvidenceId]) -> Option<ProblemKind> {
    if others.contains(&entry.evidence()) {
        return Some(ProblemKind::WrongSubject);
    }
    if counts_another((asked.value, asked.thing), (entry.value, entry.thing())) {
        return Some(ProblemKind::WrongUnit);
    }
    (asked.is_fact && entry.is_expected()).then_some(ProblemKind::OnlyExpected)
}

pub(crate) fn kind_of(difference: Difference) -> ProblemKind {
    match difference {
        Difference::Sign => ProblemKind::WrongSign,
        Difference::Currency => ProblemKind::WrongCurrency,
        Difference::Unit => ProblemKind::WrongUnit,
        Difference::Scale => ProblemKind::WrongScale,
        Difference::Rounding => ProblemKind::WrongRounding,
        Difference::Value => ProblemKind::NotFound,
    }
}
