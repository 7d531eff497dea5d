//! Arithmetic over named values: what a derived point says is what is computed, and what is
//! computed again whenever it is read.

use std::collections::BTreeMap;

use assay_domain::Decimal;
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormulaError {
    #[error("the formula `{0}` cannot be read; it may have names, numbers, + - * / and brackets")]
    Syntax(String),
    #[error("the formula names `{0}`, which is not among its source values")]
    UnknownName(String),
    #[error("the formula `{0}` divides by nothing or leaves the range of decimals")]
    Range(String),
}

/// The value of `formula` over `values`.
pub fn evaluate(
    formula: &str,
    values: &BTreeMap<String, Decimal>,
) -> Result<Decimal, FormulaError> {
    let mut reader = Reader {
        formula,
        rest: formula,
        values,
    };
    let value = reader.sum()?;
    if reader.peek().is_some() {
        return Err(reader.syntax());
    }
    Ok(value)
}

struct Reader<'a> {
    formula: &'a str,
    rest: &'a str,
    values: &'a BTreeMap<String, Decimal>,
}

impl Reader<'_> {
    fn syntax(&self) -> FormulaError {
        FormulaError::Syntax(self.formula.to_owned())
    }

    fn range(&self) -> FormulaError {
        FormulaError::Range(self.formula.to_owned())
    }

    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.rest = self.rest.get(wanted.len_utf8()..).unwrap_or_default();
        }
        is_next
    }

    fn sum(&mut self) -> Result<Decimal, FormulaError> {
        let mut value = self.product()?;
        loop {
            let next = if self.take('+') {
                value.checked_add(self.product()?)
            } else if self.take('-') {
                value.checked_sub(self.product()?)
            } else {
                return Ok(value);
            };
            value = next.ok_or_else(|| self.range())?;
        }
    }

    fn product(&mut self) -> Result<Decimal, FormulaError> {
        let mut value = self.factor()?;
        loop {
            let next = if self.take('*') {
                value.checked_mul(self.factor()?)
            } else if self.take('/') {
                value.checked_div(self.factor()?)
            } else {
                return Ok(value);
            };
            value = next.ok_or_else(|| self.range())?;
        }
    }

    fn factor(&mut self) -> Result<Decimal, FormulaError> {
        if self.take('-') {
            return Ok(-self.factor()?);
        }
        if self.take('(') {
            let value = self.sum()?;
            return if self.take(')') {
                Ok(value)
            } else {
                Err(self.syntax())
            };
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        if word.is_empty() {
            return Err(self.syntax());
        }
        if let Some(value) = self.values.get(word) {
            return Ok(*value);
        }
        word.parse()
            .map_err(|_| FormulaError::UnknownName(word.to_owned()))
    }
}
