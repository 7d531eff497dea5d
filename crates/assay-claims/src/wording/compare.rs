//! Two rows of a table held against each other, for a sentence that says which is more without printing
//! either.

use std::cmp::Ordering;
use std::ops::Range;

use assay_domain::Decimal;
use assay_figures::{Direction, Unit, cut};

use super::marks::Mark;
use super::statement::Statement;
use super::term::Term;
use super::{Claim, WordProblem, Wording};
use crate::numeral::{Kept, Page, PeriodFit, Value, fit_of, later, same_unit, signed_amount};

/// What is compared, and which side is to be more.
#[derive(Clone, Copy)]
struct Comparison {
    of_growth: bool,
    way: Direction,
}

/// Words between the two sides; of two that fit the longer comes first.
const WORDS: [(&str, Comparison); 24] = {
    const fn growth(way: Direction) -> Comparison {
        Comparison {
            of_growth: true,
            way,
        }
    }
    const fn level(way: Direction) -> Comparison {
        Comparison {
            of_growth: false,
            way,
        }
    }
    [
        ("more quickly than", growth(Direction::Up)),
        ("more rapidly than", growth(Direction::Up)),
        ("more strongly than", growth(Direction::Up)),
        ("more slowly than", growth(Direction::Down)),
        ("less quickly than", growth(Direction::Down)),
        ("faster than", growth(Direction::Up)),
        ("slower than", growth(Direction::Down)),
        ("outgrew", growth(Direction::Up)),
        ("outpaced", growth(Direction::Up)),
        ("增速高于", growth(Direction::Up)),
        ("增速快于", growth(Direction::Up)),
        ("增长快于", growth(Direction::Up)),
        ("增速低于", growth(Direction::Down)),
        ("增速慢于", growth(Direction::Down)),
        ("增长慢于", growth(Direction::Down)),
        ("larger than", level(Direction::Up)),
        ("greater than", level(Direction::Up)),
        ("bigger than", level(Direction::Up)),
        ("higher than", level(Direction::Up)),
        ("smaller than", level(Direction::Down)),
        ("lower than", level(Direction::Down)),
        ("exceeded", level(Direction::Up)),
        ("高于", level(Direction::Up)),
        ("低于", level(Direction::Down)),
    ]
};

/// What the rows say of a claim that compares two of them; `None` where it does not, or where they
/// cannot be told.
pub(super) fn of_rows(claim: Claim<'_>, pages: &[&Page<'_>]) -> Option<Wording> {
    let lower = claim.text.to_lowercase();
    let (at, word, comparison) = WORDS
        .iter()
        .find_map(|(word, comparison)| Some((lower.find(word)?, *word, *comparison)))?;
    let sides = claim.terms.iter();
    let left: Vec<&Term> = sides.clone().filter(|term| term.range.end <= at).collect();
    let right = sides.filter(|term| term.range.start >= at + word.len());
    let right: Vec<&Term> = right.collect();
    // of two that fell, which is the faster is not plain
    let falls = |term: &&&Term| term.mark == Some(Mark::Way(Direction::Down));
    if left.iter().any(|term| falls(&term)) {
        return None;
    }
    pages.iter().find_map(|page| {
        let table = Table { claim, page };
        let (first, second) = table.rows(&left, &right)?;
        let order = table.compared(first, second, comparison.of_growth)?;
        let holds = match comparison.way {
            Direction::Up => order == Ordering::Greater,
            Direction::Down => order == Ordering::Less,
        };
        let span = |row: &Statement| (page.source.evidence.clone(), row.range.clone());
        Some(Wording {
            problems: (!holds)
                .then_some(WordProblem::Direction)
                .into_iter()
                .collect(),
            spans: vec![span(first), span(second)],
            ..Wording::default()
        })
    })
}

struct Table<'a> {
    claim: Claim<'a>,
    page: &'a Page<'a>,
}

impl<'a> Table<'a> {
    /// The one row of a table that each side names.
    fn rows(&self, left: &[&Term], right: &[&Term]) -> Option<(&'a Statement, &'a Statement)> {
        let statements = self.page.statements();
        let only = |side: &[&Term]| {
            let mut named = statements.iter().filter(|row| is_named(row, side));
            let first = named.next()?;
            named.next().is_none().then_some(first)
        };
        let (first, second) = (only(left)?, only(right)?);
        let table = |row: &Statement| row.row.map(|(table, _)| table);
        let is_pair = table(first) == table(second) && first.range != second.range;
        is_pair.then_some((first, second))
    }

    fn values(&self, row: &Range<usize>) -> Vec<&'a Value> {
        let values = self.page.reading.values.iter();
        let inside = values.filter(|value| row.contains(&value.range.start) && !value.in_name);
        let dated: Vec<&Value> = inside.filter(|value| value.period.is_some()).collect();
        let first = dated.first().copied();
        let alike = |value: &&Value| first.is_some_and(|first| same_unit(first, value));
        dated.into_iter().filter(alike).collect()
    }

    /// Which of two rows has more, or grew more, in the period that the claim names or in the last.
    fn compared(&self, a: &Statement, b: &Statement, of_growth: bool) -> Option<Ordering> {
        let (a, b) = (self.values(&a.range), self.values(&b.range));
        let (a_new, b_new) = (self.asked(&a)?, self.asked(&b)?);
        let is_pair = a_new.period == b_new.period && same_unit(a_new, b_new);
        let (x, y) = match of_growth {
            true if a_new.unit != Unit::Percent => (growth(&a, a_new)?, growth(&b, b_new)?),
            true => return None,
            false => (signed_amount(a_new)?, signed_amount(b_new)?),
        };
        is_pair.then(|| x.cmp(&y))
    }

    fn asked(&self, values: &[&'a Value]) -> Option<&'a Value> {
        let periods = &self.claim.own.periods;
        let is_asked = |value: &&&Value| {
            let mut periods = periods.iter();
            let mut fits = periods.by_ref().map(|mark| {
                fit_of(Some(mark.period), value.period, Kept::AtMoment) != PeriodFit::Conflict
            });
            fits.next().is_none_or(|first| first || fits.any(|fit| fit))
        };
        let asked = values.iter().filter(is_asked).copied();
        asked.max_by_key(|value| value.period.map(|period| (period.year, period.span)))
    }
}

/// Every word of a side is in the row or over it, and one at least in the row itself.
fn is_named(row: &Statement, side: &[&Term]) -> bool {
    let own = |term: &Term| row.terms.iter().any(|known| known.means(term));
    let over = |term: &Term| row.inherited.iter().any(|known| known.means(term));
    let content = || {
        side.iter()
            .filter(|term| term.is_content() && term.mark.is_none())
    };
    row.row.is_some()
        && content().any(|term| own(term))
        && content().all(|term| own(term) || over(term))
}

/// By how much of itself a figure is above the one before it.
fn growth(row: &[&Value], new: &Value) -> Option<Decimal> {
    let is_older = |old: &&&Value| {
        let periods = old.period.zip(new.period);
        periods.is_some_and(|(old, new)| later(old, new) && old.year + 1 == new.year)
    };
    let old = signed_amount(row.iter().find(is_older)?)?;
    let base = Some(old).filter(|old| *old > Decimal::ZERO)?;
    signed_amount(new)?.checked_sub(old)?.checked_div(base)
}

/// `was 74, more than the 91 of a year earlier`: two numbers of one sentence that it puts in an order.
pub(super) fn of_own_numbers(claim: Claim<'_>) -> Option<WordProblem> {
    const MORE: [&str; 6] = [
        "more than the",
        "higher than the",
        "above the",
        "up from",
        "高于",
        "多于",
    ];
    const LESS: [&str; 6] = [
        "less than the",
        "lower than the",
        "below the",
        "down from",
        "低于",
        "少于",
    ];
    let values: Vec<_> = claim
        .own
        .values
        .iter()
        .filter(|value| !value.in_name)
        .collect();
    let is_turned = |pair: &[&Value]| {
        let [first, second] = pair else { return false };
        let between = cut(claim.text, first.range.end..second.range.start).to_lowercase();
        // without a comma the first may be how much more it is
        let stands = between.contains([',', '，']) && first.unit == second.unit;
        let has = |words: &[&str]| words.iter().any(|word| between.contains(word));
        let amounts = first.amount().zip(second.amount());
        stands
            && amounts.is_some_and(|(first, second)| {
                has(&MORE) && first < second || has(&LESS) && first > second
            })
    };
    values
        .windows(2)
        .any(is_turned)
        .then_some(WordProblem::Direction)
}
