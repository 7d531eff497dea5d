//! The arithmetic that was recorded with a claim.

use std::ops::Range;

use assay_domain::Decimal;

use super::book::Entry;
use super::derive::matches;
use super::value::Value;

/// A recorded formula whose numbers are in the evidence.
pub(crate) struct Formula<'a> {
    pub(crate) text: &'a str,
    recorded: Recorded,
    /// Where the claim prints it.
    pub(crate) at: Option<Range<usize>>,
    /// Power of ten of its numbers.
    exponents: Vec<u32>,
}

impl<'a> Formula<'a> {
    pub(crate) fn of(formula: &'a str, claim: &str, entries: &[Entry<'_>]) -> Option<Self> {
        let recorded = evaluate(formula)?;
        let count = Decimal::from(recorded.operands.len().saturating_sub(1));
        let is_constant = |operand: &Decimal| *operand == count || *operand == Decimal::ONE_HUNDRED;
        let fits = |exponent: u32| {
            let factor = 10_u64.checked_pow(exponent).map(Decimal::from);
            recorded.operands.iter().all(|operand| {
                let amount = factor.and_then(|factor| operand.checked_mul(factor));
                let stated = entries.iter().any(|entry| {
                    let value = entry.value;
                    let open = value.exponent.is_none() || value.may_be_plain;
                    value.amount() == amount && amount.is_some()
                        || (open && value.magnitude == *operand)
                });
                stated || is_constant(operand)
            })
        };
        let exponents: Vec<u32> = [0, 3, 4, 5, 6, 7, 8, 9, 12]
            .into_iter()
            .filter(|e| fits(*e))
            .collect();
        let at = claim
            .find(formula)
            .map(|start| start..start + formula.len());
        (!exponents.is_empty()).then_some(Self {
            text: formula,
            recorded,
            at,
            exponents,
        })
    }

    pub(crate) fn gives(&self, value: &Value) -> bool {
        let result = self.recorded.result;
        let percent = result.checked_mul(Decimal::ONE_HUNDRED);
        let mut exact: Vec<Decimal> = vec![result];
        exact.extend(percent);
        for exponent in &self.exponents {
            let factor = 10_u64.checked_pow(*exponent).map(Decimal::from);
            exact.extend(factor.and_then(|factor| result.checked_mul(factor)));
        }
        exact.into_iter().any(|exact| matches(value, exact))
    }
}

/// A formula's result and the numbers that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recorded {
    pub(crate) result: Decimal,
    pub(crate) operands: Vec<Decimal>,
}

/// Evaluates numbers, `+ − × /` and brackets. `None` where the text is anything else, or where the
/// result does not exist.
pub(crate) fn evaluate(formula: &str) -> Option<Recorded> {
    let mut parser = Parser {
        rest: formula.trim(),
        operands: Vec::new(),
        depth: 0,
    };
    let result = parser.sum()?;
    parser.rest.trim().is_empty().then_some(Recorded {
        result,
        operands: parser.operands,
    })
}

struct Parser<'a> {
    rest: &'a str,
    operands: Vec<Decimal>,
    depth: usize,
}

/// More brackets than any sum of accounts has.
const DEEPEST: usize = 32;

impl Parser<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let next = self.peek().filter(|c| wanted.contains(c))?;
        self.rest = self.rest.get(next.len_utf8()..)?;
        Some(next)
    }

    fn sum(&mut self) -> Option<Decimal> {
        let mut total = self.product()?;
        while let Some(sign) = self.take(&['+', '-', '−', '–']) {
            let next = self.product()?;
            total = if sign == '+' {
                total.checked_add(next)?
            } else {
                total.checked_sub(next)?
            };
        }
        Some(total)
    }

    fn product(&mut self) -> Option<Decimal> {
        let mut total = self.factor()?;
        while let Some(sign) = self.take(&['*', '×', '·', '/', '÷']) {
            let next = self.factor()?;
            total = if matches!(sign, '/' | '÷') {
                total.checked_div(next)?
            } else {
                total.checked_mul(next)?
            };
        }
        Some(total)
    }

    fn factor(&mut self) -> Option<Decimal> {
        if self.take(&['-', '−', '–']).is_some() {
            return self.factor().map(|value| -value);
        }
        if self.take(&['(', '（']).is_some() {
            self.depth += 1;
            if self.depth > DEEPEST {
                return None;
            }
            let inner = self.sum()?;
            self.take(&[')', '）'])?;
            self.depth -= 1;
            return Some(inner);
        }
        self.number()
    }

    fn number(&mut self) -> Option<Decimal> {
        self.peek()?;
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at_checked(length)?;
        let value: Decimal = digits.replace(',', "").parse().ok()?;
        self.rest = rest;
        self.operands.push(value);
        if self.take(&['%', '％']).is_some() {
            return value.checked_div(Decimal::ONE_HUNDRED);
        }
        Some(value)
    }
}
