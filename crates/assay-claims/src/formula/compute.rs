use assay_domain::Decimal;

use super::function::Function;
use super::parse::{Expression, Operator, Order, parse};
use super::printed::{compare, sign_first};
use super::quantity::{Kind, Quantity, operate};
use super::{FormulaError, FormulaVerdict};

/// What a bare number in brackets means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brackets {
    Group,
    /// As accounts print it.
    Negative,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Number(Quantity),
    Truth(bool),
}

/// The outcome of the last step; of comparisons that are listed, whether all of them hold.
pub(super) fn compute(
    steps: &[Expression],
    table: &[Vec<String>],
    brackets: Brackets,
) -> Result<Outcome, FormulaError> {
    let mut sheet = Sheet {
        table,
        brackets,
        results: Vec::new(),
    };
    let mut all_hold = true;
    for step in steps {
        let outcome = sheet.outcome(step)?;
        if matches!(step, Expression::Comparison(..)) {
            all_hold &= outcome == Outcome::Truth(true);
        }
        sheet.results.push(outcome);
    }
    match sheet.results.last() {
        Some(Outcome::Truth(holds)) => Ok(Outcome::Truth(*holds && all_hold)),
        Some(number) => Ok(*number),
        None => Err(FormulaError::Empty),
    }
}

pub(super) fn has_bracketed(expression: &Expression) -> bool {
    match expression {
        Expression::Bracketed(_) => true,
        Expression::Number(_) | Expression::Step(_) | Expression::OfRow(..) => false,
        Expression::Negated(inner)
        | Expression::Percent(inner, _)
        | Expression::Equation(inner, _)
        | Expression::Money(_, inner) => has_bracketed(inner),
        Expression::Operation(_, left, right) => has_bracketed(left) || has_bracketed(right),
        Expression::Call(_, arguments) => arguments.iter().any(has_bracketed),
        Expression::Comparison(first, others) => {
            has_bracketed(first) || others.iter().any(|(_, other)| has_bracketed(other))
        }
    }
}

struct Sheet<'a> {
    table: &'a [Vec<String>],
    brackets: Brackets,
    /// Of the steps so far.
    results: Vec<Outcome>,
}

impl Sheet<'_> {
    fn outcome(&self, step: &Expression) -> Result<Outcome, FormulaError> {
        match step {
            Expression::Comparison(first, others) => {
                let mut left = self.number(first)?;
                let mut holds = true;
                for (order, right) in others {
                    let right = self.number(right)?;
                    left.comparable_with(right)?;
                    holds &= is_ordered(left.value, *order, right.value);
                    left = right;
                }
                Ok(Outcome::Truth(holds))
            }
            Expression::Call(Function::Greater, arguments) => match arguments.as_slice() {
                [left, right] => {
                    let (left, right) = (self.number(left)?, self.number(right)?);
                    left.comparable_with(right)?;
                    Ok(Outcome::Truth(left.value > right.value))
                }
                _ => Err(FormulaError::NotAComparison),
            },
            Expression::Equation(left, stated) => {
                let quantity = self.number(left)?;
                match compare(stated, quantity)? {
                    FormulaVerdict::Differs { expected } => Err(FormulaError::FalseEquation {
                        stated: stated.number.to_string(),
                        expected,
                    }),
                    _ => Ok(Outcome::Number(quantity)),
                }
            }
            number => Ok(Outcome::Number(self.number(number)?)),
        }
    }

    fn number(&self, expression: &Expression) -> Result<Quantity, FormulaError> {
        match expression {
            Expression::Number(literal) => Quantity::of(*literal),
            Expression::Bracketed(literal) => {
                let quantity = Quantity::of(*literal)?;
                Ok(match self.brackets {
                    Brackets::Group => quantity,
                    Brackets::Negative => quantity.with(-quantity.value),
                })
            }
            Expression::Step(number) => match self.results.get(*number) {
                Some(Outcome::Number(quantity)) => Ok(*quantity),
                Some(Outcome::Truth(_)) => Err(FormulaError::NotANumber),
                None => Err(FormulaError::UnknownStep { number: *number }),
            },
            Expression::Negated(inner) => {
                let inner = self.number(inner)?;
                Ok(inner.with(-inner.value))
            }
            Expression::Money(currency, inner) => {
                let amount = self.number(inner)?;
                let money = Quantity {
                    value: Decimal::ZERO,
                    currency: Some(*currency),
                    scaled: amount.scaled,
                    ..amount
                };
                let amount = operate(Operator::Add, money, amount)?;
                Ok(Quantity { terms: 1, ..amount })
            }
            Expression::Percent(inner, percentage) => {
                let inner = self.number(inner)?;
                let whole = Quantity::count(percentage.per_whole() as usize);
                let part = operate(Operator::Divide, inner, whole)?;
                Ok(Quantity {
                    kind: Kind::Ratio,
                    ..part
                })
            }
            Expression::Operation(operator, left, right) => {
                operate(*operator, self.number(left)?, self.number(right)?)
            }
            Expression::Call(function, arguments) => {
                let arguments: Result<Vec<_>, _> =
                    arguments.iter().map(|one| self.number(one)).collect();
                function.apply(&arguments?)
            }
            Expression::OfRow(function, row) => function.apply(&self.row(row)?),
            Expression::Comparison(..) | Expression::Equation(..) => Err(FormulaError::NotANumber),
        }
    }

    fn row(&self, name: &str) -> Result<Vec<Quantity>, FormulaError> {
        let wanted = folded(name);
        let row = self.table.iter().find_map(|row| {
            let (label, cells) = row.split_first()?;
            (folded(label) == wanted).then_some(cells)
        });
        let Some(cells) = row else {
            return Err(FormulaError::UnknownRow {
                row: name.to_owned(),
            });
        };
        cells.iter().map(|text| cell(name, text)).collect()
    }
}

fn folded(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// `$ 1,234`, `(13)`, and `-13 ( 13 )`, where the bracket repeats the number as it was printed.
fn cell(row: &str, text: &str) -> Result<Quantity, FormulaError> {
    let bad = || FormulaError::BadCell {
        row: row.to_owned(),
        cell: text.to_owned(),
    };
    let before = text.split('(').next().unwrap_or(text).trim();
    let bare = |part: &str| part.trim_matches(|c: char| !c.is_alphanumeric()).is_empty();
    let (shown, brackets) = if bare(before) {
        (text, Brackets::Negative)
    } else {
        (before, Brackets::Group)
    };
    let steps = parse(&sign_first(shown)).map_err(|_| bad())?;
    match compute(&steps, &[], brackets) {
        Ok(Outcome::Number(quantity)) if steps.len() == 1 => Ok(quantity),
        _ => Err(bad()),
    }
}

fn is_ordered(left: Decimal, order: Order, right: Decimal) -> bool {
    match order {
        Order::Greater => left > right,
        Order::Less => left < right,
        Order::AtLeast => left >= right,
        Order::AtMost => left <= right,
    }
}
