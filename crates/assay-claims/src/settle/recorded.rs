//! Arithmetic that was recorded with a claim, bound to the figures that the claim names.

use assay_domain::Decimal;
use assay_figures::Unit;

use super::Bench;
use crate::numeral::{Value, evaluate_recorded, later};
use crate::operand::{NAMED, Operand};

/// Least that a claim must share with a sentence whose figure it reckons with.
const NAMED_IN_PROSE: f64 = 0.35;

/// Powers of ten by which a formula may shorten the numbers of the evidence.
const EXPONENTS: [u32; 9] = [0, 3, 4, 5, 6, 7, 8, 9, 12];

/// Words by which a claim puts a part to its whole.
const SHARES: [&str; 13] = [
    "% of ",
    "percent of ",
    "per cent of ",
    "share of",
    "proportion of",
    "ratio of",
    "margin",
    "accounted for",
    "made up",
    "占",
    "比例",
    "份额",
    "率",
];

/// What a formula makes of two figures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `(a − b) / b`.
    Growth,
    /// `a / b`.
    Ratio,
    Other,
}

impl<'p> Bench<'p, '_> {
    /// The figures that a recorded formula reckons with, where the claim names them and its words say
    /// what the formula does.
    pub(crate) fn bound_by_formula(
        &self,
        value: &Value,
        formula: &str,
    ) -> Option<Vec<Operand<'p>>> {
        let recorded = evaluate_recorded(formula)?;
        // a mean divides by how many it is of
        let count = Decimal::from(recorded.operands.len().saturating_sub(1));
        let mut numbers: Vec<Decimal> = Vec::new();
        for number in recorded.operands {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        let printed = std::iter::once(None);
        let mut ways = printed.chain(EXPONENTS.iter().copied().map(Some));
        ways.find_map(|exponent| {
            let (mut places, mut sets) = (Vec::new(), Vec::new());
            for number in &numbers {
                let set = self.figures_of(*number, exponent);
                match () {
                    () if set.is_empty() || numbers.len() > 2 && is_of_form(*number) => {
                        is_constant(*number, count).then_some(())?;
                    }
                    () => {
                        places.push(*number);
                        sets.push(set);
                    }
                }
            }
            let form = form_of(&places, recorded.result);
            let mut all = assignments(&sets).into_iter();
            all.find(|operands| self.fits(value, form, operands))
        })
    }

    /// The figures that a number of a formula may be: as they are printed, or in units of a power of ten.
    fn figures_of(&self, number: Decimal, exponent: Option<u32>) -> Vec<Operand<'p>> {
        let factor = exponent.and_then(|exponent| 10_u64.checked_pow(exponent));
        let amount = factor.and_then(|factor| number.checked_mul(Decimal::from(factor)));
        let is_it = |operand: &&Operand<'p>| {
            let figure = operand.value;
            let is_same = match exponent {
                None => figure.magnitude == number,
                Some(_) => figure.amount() == amount,
            };
            !figure.in_name && is_same
        };
        self.operands.iter().filter(is_it).copied().collect()
    }

    fn fits(&self, value: &Value, form: Form, operands: &[Operand<'p>]) -> bool {
        let is_bound = operands.iter().all(|operand| {
            self.is_named_itself(operand)
                || operands.iter().any(|other| {
                    self.is_named_itself(other)
                        && (operand.is_in_row_of(other)
                            || std::ptr::eq(operand.statement, other.statement)
                            || operand.is_total && operand.is_beside(other))
                })
        });
        let is_rate = value.unit == Unit::Percent;
        let says_share = SHARES.iter().any(|words| self.text.contains(words));
        let is_asked = |operand: &Operand<'p>| self.is_asked(value, operand.value);
        let is_of_form = match (form, operands) {
            (Form::Growth, [a, b]) => !says_share && is_one_in_two_periods(a, b) && is_asked(a),
            (Form::Ratio, [a, b]) => {
                let moves = is_rate && value.direction.is_some() && !says_share;
                !moves && !a.is_in_row_of(b) && a.is_beside(b) && is_asked(a)
            }
            _ => operands.iter().any(is_asked),
        };
        is_bound && is_of_form
    }

    fn is_named_itself(&self, operand: &Operand<'p>) -> bool {
        let least = match operand.statement.row {
            Some(_) => NAMED,
            None => NAMED_IN_PROSE,
        };
        operand.named >= least
    }
}

/// `a / b - 1`, `a / b * 100`.
fn is_of_form(number: Decimal) -> bool {
    number == Decimal::ONE || number == Decimal::ONE_HUNDRED
}

/// A number that need not stand in the evidence.
fn is_constant(number: Decimal, count: Decimal) -> bool {
    is_of_form(number) || number == count
}

/// Every way to give each number of a formula one of the figures that it may be.
fn assignments<'p>(sets: &[Vec<Operand<'p>>]) -> Vec<Vec<Operand<'p>>> {
    const MOST: usize = 256;
    let mut all: Vec<Vec<Operand<'p>>> = vec![Vec::new()];
    for set in sets {
        let longer = all.iter().flat_map(|before| {
            set.iter().map(move |operand| {
                let mut next = before.clone();
                next.push(*operand);
                next
            })
        });
        all = longer.take(MOST).collect();
    }
    all.retain(|operands| !operands.is_empty());
    all
}

/// Two figures of one row, or of running text, the first of a later period where both have one.
fn is_one_in_two_periods(a: &Operand<'_>, b: &Operand<'_>) -> bool {
    let is_one = match (a.statement.row, b.statement.row) {
        (Some(_), Some(_)) => a.is_in_row_of(b) || a.is_continued_by(b),
        _ => true,
    };
    let periods = a.value.period.zip(b.value.period);
    is_one && periods.is_none_or(|(newer, older)| later(older, newer) || newer.year > older.year)
}

/// What a formula of two numbers comes to.
fn form_of(numbers: &[Decimal], result: Decimal) -> Form {
    let [a, b] = numbers else {
        return Form::Other;
    };
    let ratio = a.checked_div(*b);
    let is = |exact: Option<Decimal>| {
        let plain = exact.is_some_and(|exact| (exact - result).abs() < Decimal::new(1, 9));
        let percent = exact.and_then(|exact| exact.checked_mul(Decimal::ONE_HUNDRED));
        plain || percent.is_some_and(|exact| (exact - result).abs() < Decimal::new(1, 9))
    };
    match () {
        () if is(ratio) => Form::Ratio,
        () if is(ratio.map(|ratio| ratio - Decimal::ONE)) => Form::Growth,
        () => Form::Other,
    }
}
