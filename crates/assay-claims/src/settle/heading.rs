//! Figures of one row that their headings tell apart.

use super::Bench;
use crate::numeral::Value;
use crate::operand::Operand;
use crate::wording::{Term, terms};

impl<'p> Bench<'p, '_> {
    /// Another figure of the row, of the same period, stands under a heading that the claim names better:
    /// of `Gross` and `Net of reinsurance` the second, where it says net.
    pub(super) fn is_outdone_in_row(&self, value: &Value, operand: &Operand<'p>) -> bool {
        let Some((page, table, row, _)) = operand.cell() else {
            return false;
        };
        let is_rival = |other: &&Operand<'p>| {
            other
                .cell()
                .is_some_and(|(p, t, r, _)| (p, t, r) == (page, table, row))
                && other.value.period == operand.value.period
                && other.value.unit == operand.value.unit
                && !other.value.is_change()
                && value.compare(other.value).is_err()
        };
        let mut rivals = self.operands.iter().filter(is_rival).peekable();
        if rivals.peek().is_none() {
            return false;
        }
        let own = terms(&operand.value.head);
        rivals.any(|other| self.is_headed_better(&terms(&other.value.head), &own))
    }

    /// One heading has a word beside the claim's number that the other has not, and the other has none:
    /// `GAAP` beside `Non-GAAP`.
    fn is_headed_better(&self, head: &[Term], other: &[Term]) -> bool {
        let lacks = |terms: &[Term], term: &Term| !terms.iter().any(|own| own.is_same(term));
        let is_said = |term: &Term| self.near.iter().any(|own| own.is_same(term));
        let says = |term: &&Term| term.is_content() && !term.is_generic() && is_said(term);
        let more = head.iter().filter(says).any(|term| lacks(other, term));
        let less = other.iter().filter(says).any(|term| lacks(head, term));
        more && !less
    }
}
