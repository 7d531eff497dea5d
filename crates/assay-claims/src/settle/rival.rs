//! Whether the claim names a figure, and no other one better.

use assay_figures::{Span, cut};

use super::Bench;
use crate::numeral::{Page, Value};
use crate::operand::{Operand, Reach, beside};
use crate::wording::{Term, weight};

/// Share of a row's words below which a figure of it is not what the claim speaks of.
const LEAST_NAMED: f64 = 0.34;
/// The share from which a claim has its whole name, but for rounding.
const WHOLE_NAME: f64 = 0.99;

impl<'p> Bench<'p, '_> {
    /// The claim names the figure, and no other one better.
    pub(super) fn is_meant(&self, value: &Value, operand: &Operand<'p>) -> bool {
        let is_named = operand.statement.row.is_none()
            || operand.named >= LEAST_NAMED
            || self.is_in_span(operand);
        is_named && !self.is_outdone(value, operand) && !self.is_of_base(value, operand)
    }

    /// Another figure of the same kind and period, with another value, is what the words beside the
    /// claim's number name.
    pub(super) fn is_outdone(&self, value: &Value, operand: &Operand<'p>) -> bool {
        if self.is_outdone_in_row(value, operand) || self.is_half_dated(value, operand) {
            return true;
        }
        let is_other = |other: &&Operand<'p>| value.compare(other.value).is_err();
        let mut others = self.operands.iter().filter(is_other);
        if others.any(|other| self.is_narrower(other, operand)) {
            return true;
        }
        // a row whose whole name the claim has is what it says
        if operand.statement.row.is_some() && operand.named >= WHOLE_NAME {
            return false;
        }
        let own = self.likeness(operand);
        let margin = match operand.statement.row {
            // a number in digits that is the only one has all words of the sentence for its name
            Some(_) if self.amounts == 1 && value.slack.is_none() => 0.2,
            Some(_) => 0.5,
            None if self.amounts == 1 => 1.0,
            None => 2.0,
        };
        let is_rival = |other: &&Operand<'p>| {
            let same_place = match (operand.statement.row, other.statement.row) {
                (Some((a, _)), Some((b, _))) => a == b && other.page == operand.page,
                (None, None) => other.page == operand.page && !lists(self.pages, operand),
                _ => false,
            };
            let same_period = match operand.statement.row {
                Some(_) => operand.value.period == other.value.period,
                None => true,
            };
            same_place
                && same_period
                && !other.value.in_name
                && operand.value.unit == other.value.unit
                && value.compare(other.value).is_err()
        };
        let mut rivals = self.operands.iter().filter(is_rival);
        rivals.any(|other| {
            self.is_named_instead(other, operand)
                || self.likeness(other) > own + margin && self.has_all_of(other, operand)
        })
    }

    /// The claim names a part of a year, of which the row has two figures and does not say which is which.
    fn is_half_dated(&self, value: &Value, operand: &Operand<'p>) -> bool {
        let Some(period) = operand.value.period.filter(|one| one.span == Span::Year) else {
            return false;
        };
        let mut named = value.mentions.iter();
        let is_part = named.any(|one| {
            matches!(one.span, Span::Quarter(_) | Span::Half(_)) && one.year == period.year
        });
        let is_twin = |other: &&Operand<'p>| {
            other.is_in_row_of(operand)
                && other.value.period == Some(period)
                && other.value.signed() != operand.value.signed()
                && other.value.head == operand.value.head
        };
        is_part && self.operands.iter().any(|other| is_twin(&other))
    }

    /// The claim has the whole name of another row, and of this one a part.
    fn is_named_instead(&self, other: &Operand<'p>, operand: &Operand<'p>) -> bool {
        let is_named = |one: &Operand<'p>| one.named >= WHOLE_NAME && !one.is_total;
        operand.statement.row.is_some()
            && self.amounts == 1
            && is_named(other)
            && operand.named < WHOLE_NAME
            && other
                .statement
                .terms
                .iter()
                .any(|term| term.is_content() && !term.is_generic())
    }

    /// The words beside the number have the whole name of another row of the table and period, of which
    /// this row's name is but a part: `Specific allowance for losses` beside `Total allowance for losses`.
    fn is_narrower(&self, other: &Operand<'p>, operand: &Operand<'p>) -> bool {
        let is_of_table = other.page == operand.page
            && other.cell().is_some()
            && other.cell().map(|cell| cell.1) == operand.cell().map(|cell| cell.1)
            && other.value.period == operand.value.period
            && !other.is_in_row_of(operand);
        if !is_of_table || other.is_total || other.named < WHOLE_NAME {
            return false;
        }
        let (wide, narrow) = (label_of(operand), label_of(other));
        narrow.len() > wide.len()
            && wide
                .iter()
                .all(|own| narrow.iter().any(|term| term.is_same(own)))
            && narrow
                .iter()
                .all(|term| self.near.iter().any(|own| own.means(term)))
    }

    /// A figure's name has every word beside the claim's number that another figure's has.
    fn has_all_of(&self, other: &Operand<'p>, operand: &Operand<'p>) -> bool {
        let has = |operand: &Operand<'p>, own: &Term| {
            let terms = operand.statement.terms.iter();
            terms
                .chain(&operand.statement.inherited)
                .any(|term| own.means(term))
        };
        let mut near = self.near.iter();
        near.all(|own| has(other, own) || !has(operand, own))
    }

    /// How well the words beside the claim's number fit those beside a figure: what they share, less
    /// what the figure's own name has besides.
    fn likeness(&self, operand: &Operand<'p>) -> f64 {
        let label: Vec<&Term> = match operand.statement.row {
            Some(_) => operand
                .statement
                .terms
                .iter()
                .filter(|term| term.is_content())
                .collect(),
            None => beside(
                &operand.statement.terms,
                operand.value.range.start - operand.statement.range.start,
                Reach::Name,
            ),
        };
        let has = |own: &&&Term| {
            label.iter().any(|term| own.means(term))
                || operand
                    .statement
                    .inherited
                    .iter()
                    .any(|term| own.means(term))
        };
        let shared: f64 = self.near.iter().filter(has).map(|term| weight(term)).sum();
        let beyond = label
            .iter()
            .filter(|term| !self.near.iter().any(|own| own.means(term)))
            .count();
        let cost = if operand.statement.row.is_some() {
            0.3
        } else {
            0.02
        };
        shared - cost * beyond as f64
    }
}

/// The words of a row that say what it is.
fn label_of<'p>(operand: &Operand<'p>) -> Vec<&'p Term> {
    let terms = operand.statement.terms.iter();
    terms
        .filter(|term| term.is_content() && !term.is_generic())
        .collect()
}

/// `38% and 62%, respectively`: what a number belongs to does not stand beside it.
fn lists(pages: &[&Page<'_>], operand: &Operand<'_>) -> bool {
    let statement = pages
        .get(operand.page)
        .map(|page| cut(page.source.text, operand.statement.range.clone()));
    statement.is_some_and(|text| text.contains("respectively") || text.contains("分别"))
}
