//! What the figures of a company show about one another, where tags alone do not tell a part from
//! the whole.

use assay_domain::{Date, Decimal};

use super::analysis::Analysis;
use super::computed::GONE_AFTER;
use super::figure::{Basis, Figure};
use crate::amount::power_of_ten;
use crate::metric::{DerivedSpec, Proof};
use crate::note::RefusalReason;
use crate::period::days_between;

/// Principal and carrying amount of debt differ by its discount: up to 2 % are no part of it.
const DISCOUNT: Decimal = Decimal::from_parts(2, 0, 0, false, 2);

pub(crate) fn is_shown(
    analysis: &Analysis<'_>,
    spec: &DerivedSpec,
    basis: Basis,
    end: Date,
) -> bool {
    let Some(proof) = spec.proof else {
        return true;
    };
    let at = |name: &'static str, basis| {
        let figures = analysis.table.get(&(name, basis));
        figures.and_then(|figures| figures.get(&end))
    };
    match proof {
        Proof::ShortIsCurrentPart => short_term(analysis, end) == ShortTerm::CurrentPart,
        Proof::ShortIsSeparate => short_term(analysis, end) == ShortTerm::Separate,
        Proof::SameAsReported => continues(analysis, spec, end),
        Proof::Beside(name) => at(name, basis).is_some(),
        Proof::WholeDepreciation => {
            let is_refused = analysis.refusals.iter().any(|refusal| {
                let is_of_parts = matches!(
                    refusal.reason,
                    RefusalReason::PartsExceedWhole { .. } | RefusalReason::PartNotStated { .. }
                );
                let is_here = refusal.basis == basis && refusal.end == end;
                refusal.metric == spec.name && is_here && is_of_parts
            });
            let intangibles = at("intangibles", Basis::Instant);
            let is_amortised = at("amortization", basis).is_some();
            let has_none = intangibles.is_none_or(|figure| figure.value.is_zero());
            !is_refused && (is_amortised || has_none)
        }
    }
}

/// Whether the sum of a formula is the line that the company stated before. A report has last year's
/// balance sheet under the tags of this year's: on that day both are known.
fn continues(analysis: &Analysis<'_>, spec: &DerivedSpec, end: Date) -> bool {
    let of = |name: &'static str| analysis.table.get(&(name, Basis::Instant));
    let Some(series) = analysis.series.get(spec.name) else {
        return true;
    };
    // only what was filed under a name of its own says what the line was
    let stated = series
        .merged
        .values()
        .filter(|stated| stated.period.end < end);
    let recent: Vec<_> = stated
        .filter(|stated| days_between(stated.period.end, end) <= GONE_AFTER)
        .collect();
    if recent.is_empty() {
        return true;
    }
    let mut compared = recent.iter().filter_map(|stated| {
        let parts = spec
            .inputs
            .iter()
            .map(|name| of(name)?.get(&stated.period.end));
        let parts: Vec<_> = parts.collect::<Option<_>>()?;
        let sum: Decimal = parts.iter().map(|part| part.value).sum();
        let slack: Decimal = parts.iter().map(|part| part.rounding_error()).sum();
        Some((sum - stated.value).abs() <= slack + power_of_ten(stated.step)?)
    });
    compared.next_back().unwrap_or(false)
}

/// What a line of short-term borrowings holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShortTerm {
    /// The part of long-term debt that is due within a year, and nothing else.
    CurrentPart,
    Separate,
    /// It may hold that part among others.
    Unclear,
}

fn short_term(analysis: &Analysis<'_>, end: Date) -> ShortTerm {
    let shown = shown_on(analysis, end);
    if let Some(shown) = shown {
        return shown;
    }
    // a company that tags the same line on other days means the same by it today
    let Some(days) = analysis.table.get(&("short_term_debt", Basis::Instant)) else {
        return ShortTerm::Separate;
    };
    let others: Vec<ShortTerm> = days
        .keys()
        .filter_map(|day| shown_on(analysis, *day))
        .collect();
    let is_part = others.contains(&ShortTerm::CurrentPart);
    if is_part && others.iter().all(|other| *other == ShortTerm::CurrentPart) {
        ShortTerm::CurrentPart
    } else {
        ShortTerm::Separate
    }
}

/// What the balance sheet of one day shows, if it shows anything: two debts that are equal to the
/// last digit are one, tagged twice.
fn shown_on(analysis: &Analysis<'_>, end: Date) -> Option<ShortTerm> {
    let at = |name: &'static str| {
        let figures = analysis.table.get(&(name, Basis::Instant))?;
        figures.get(&end).map(|figure| &**figure)
    };
    let short = at("short_term_debt").filter(|figure| !figure.value.is_zero())?;
    if let Some(current) = at("current_long_term_debt") {
        let is_same = is_equal(short, current.value, &[current]);
        return Some(if is_same {
            ShortTerm::CurrentPart
        } else {
            ShortTerm::Separate
        });
    }
    let (whole, rest) = (at("long_term_debt_total")?, at("long_term_debt")?);
    let part = whole.value - rest.value;
    if part <= whole.value * DISCOUNT {
        return None;
    }
    if is_equal(short, part, &[whole, rest]) {
        Some(ShortTerm::CurrentPart)
    } else if part < short.value {
        // the part must be in a line of the balance sheet, and this one has room for it
        Some(ShortTerm::Unclear)
    } else {
        None
    }
}

fn is_equal(figure: &Figure<'_>, value: Decimal, of: &[&Figure<'_>]) -> bool {
    let slack: Decimal = of.iter().map(|one| one.rounding_error()).sum();
    (figure.value - value).abs() <= slack + figure.rounding_error()
}
