//! Numbers in words: `ninety-seven million dollars`, `一千三百零五亿美元`, `百分之七点五`.
//!
//! Only a number with a scale, a currency or a rate is a figure: `one of the`, `twelve months`, `一些`
//! and `第一` measure nothing.

mod english;
mod han;

pub use english::number_word;

use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::Decimal;

use super::number::{Number, Scale, Unit, bound_before, counted, currency_of};
use super::period::PeriodSpan;
use super::printed::{Tail, tail};
use crate::embedded::cut;
use crate::scan::Needles;

/// A number read from words, before its unit is known.
struct Spelled {
    range: Range<usize>,
    value: Decimal,
    exponent: u32,
    /// What must stand behind it, so that it is a figure.
    needs: Needs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// A currency or a rate.
    Unit,
    /// The same, or something that is counted.
    UnitOrCount,
    /// It is one of hundred already.
    IsPercent,
}

/// One of them stands in every number in words. They begin with pairs of letters that are rare, so
/// that a text without them is passed over quickly.
const SIGNS: [&str; 13] = [
    "undred", "ousand", "illion", "percent", "per cent", "ollar", "euro", "yuan", "百", "千", "万",
    "亿", "十",
];

static SIGN_NEEDLES: LazyLock<Needles> = LazyLock::new(|| Needles::of(SIGNS));

/// Whether a text may have numbers in words; most have none.
pub(crate) fn may_spell(text: &str) -> bool {
    SIGN_NEEDLES.is_any_in(text)
}

/// The numbers in words of a sentence, in order, without those that are part of a period.
pub(super) fn spelled(sentence: &str, periods: &[PeriodSpan]) -> Vec<Number> {
    if !may_spell(sentence) {
        return Vec::new();
    }
    let mut found = english::all(sentence);
    if !sentence.is_ascii() {
        found.extend(han::all(sentence));
        found.sort_by_key(|spelled| spelled.range.start);
    }
    let is_dated = |range: &Range<usize>| {
        let mut spans = periods.iter().map(|span| &span.range);
        spans.any(|span| span.start < range.end && range.start < span.end)
    };
    found.retain(|spelled| !is_dated(&spelled.range));
    found
        .into_iter()
        .filter_map(|spelled| figure(sentence, spelled))
        .collect()
}

fn figure(sentence: &str, spelled: Spelled) -> Option<Number> {
    let start = spelled.range.start;
    let (behind, end) = tail(sentence, spelled.range.end);
    let (unit, end) = match (spelled.needs, behind) {
        (Needs::IsPercent, _) => (Unit::Percent, spelled.range.end),
        (_, Tail::Percent) => (Unit::Percent, end),
        (_, Tail::Points) => (Unit::PercentagePoint, end),
        (_, Tail::Basis) => (Unit::BasisPoint, end),
        (_, Tail::Multiple | Tail::Amount { scale: Some(_), .. }) => return None,
        (needs, Tail::Amount { scale: None, after }) => {
            let code = after.and_then(|range| currency_of(cut(sentence, range).trim()));
            let noun = || counted(cut(sentence, end..sentence.len()));
            match (code, needs) {
                (Some(code), _) => (Unit::Currency(code), end),
                (None, Needs::Unit) => return None,
                (None, Needs::UnitOrCount) => (Unit::Count(noun()?), end),
                (None, _) => (noun().map_or(Unit::Bare, Unit::Count), end),
            }
        }
    };
    // `a million-dollar house`
    let is_glued = cut(sentence, end..sentence.len()).starts_with('-');
    (!is_glued).then(|| Number {
        value: spelled.value,
        unit,
        scale: Scale {
            exponent: spelled.exponent,
        },
        bound: bound_before(cut(sentence, 0..start)),
        range: start..end,
    })
}
