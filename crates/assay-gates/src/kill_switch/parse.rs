use std::str::FromStr;

use assay_domain::Decimal;
use thiserror::Error;

use crate::quality::{MetricUnit, RunMetric};

use super::condition::{Comparison, Condition, Operator};

/// Brackets inside brackets, before a condition counts as malformed.
const DEEPEST: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConditionError {
    #[error("the condition is empty; write for instance `core_data_age_days > 90`")]
    Empty,
    #[error("unknown metric `{name}`; known are {}", known())]
    UnknownMetric { name: String },
    #[error(
        "`{found}` stands where {wanted} must stand; write for instance \
         `basis_conflicts > 3 or core_data_missing > 0`"
    )]
    Unexpected { found: String, wanted: &'static str },
    #[error("the condition ends where {wanted} must stand")]
    Unfinished { wanted: &'static str },
    #[error("`{number}` is no number that can be compared; write digits and at most one point")]
    BadNumber { number: String },
    #[error(
        "`{metric}` is a share: write its threshold with a percent sign, for instance `{metric} > 50%`"
    )]
    NeedsPercent { metric: &'static str },
    #[error("`{metric}` is no share: write its threshold without a percent sign")]
    NoPercent { metric: &'static str },
    #[error("`{comparison}` is the same for every run, so it could never tell one from another")]
    NeverTells { comparison: String },
    #[error("brackets inside brackets more than {DEEPEST} deep")]
    TooDeep,
}

fn known() -> String {
    RunMetric::ALL.map(RunMetric::name).join(", ")
}

/// `any := all ("or" all)*`, `all := term ("and" term)*`, `term := "(" any ")" | metric sign number`.
impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let mut parser = Parser { rest: text };
        if parser.peek().is_none() {
            return Err(ConditionError::Empty);
        }
        let condition = parser.any(0)?;
        match parser.next() {
            None => Ok(condition),
            Some(found) => Err(unexpected(found, "`and`, `or` or the end")),
        }
    }
}

fn unexpected(found: &str, wanted: &'static str) -> ConditionError {
    ConditionError::Unexpected {
        found: found.to_owned(),
        wanted,
    }
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn any(&mut self, depth: usize) -> Result<Condition, ConditionError> {
        let first = self.all(depth)?;
        self.joined("or", first, Condition::Any, |parser| parser.all(depth))
    }

    fn all(&mut self, depth: usize) -> Result<Condition, ConditionError> {
        let first = self.term(depth)?;
        self.joined("and", first, Condition::All, |parser| parser.term(depth))
    }

    /// `first` alone, or `first` and every further part that `word` joins to it.
    fn joined(
        &mut self,
        word: &str,
        first: Condition,
        join: fn(Vec<Condition>) -> Condition,
        part: impl Fn(&mut Self) -> Result<Condition, ConditionError>,
    ) -> Result<Condition, ConditionError> {
        let mut parts = vec![first];
        while self.peek() == Some(word) {
            self.next();
            parts.push(part(self)?);
        }
        Ok(match parts.pop() {
            Some(only) if parts.is_empty() => only,
            last => join(parts.into_iter().chain(last).collect()),
        })
    }

    fn term(&mut self, depth: usize) -> Result<Condition, ConditionError> {
        if self.peek() == Some("(") {
            self.next();
            if depth == DEEPEST {
                return Err(ConditionError::TooDeep);
            }
            let inner = self.any(depth + 1)?;
            let wanted = "`)`";
            return match self.next() {
                Some(")") => Ok(inner),
                Some(found) => Err(unexpected(found, wanted)),
                None => Err(ConditionError::Unfinished { wanted }),
            };
        }
        self.comparison().map(Condition::Compare)
    }

    fn comparison(&mut self) -> Result<Comparison, ConditionError> {
        let name = self.expect("the name of a metric")?;
        if !name.starts_with(|c: char| c.is_alphabetic()) || matches!(name, "and" | "or") {
            return Err(unexpected(name, "the name of a metric"));
        }
        let metric = RunMetric::of_name(name).ok_or_else(|| ConditionError::UnknownMetric {
            name: name.to_owned(),
        })?;
        let sign = self.expect("one of > >= < <= == !=")?;
        let operator = Operator::ALL.into_iter().find(|one| one.sign() == sign);
        let operator = operator.ok_or_else(|| unexpected(sign, "one of > >= < <= == !="))?;
        let digits = self.expect("a number")?;
        let number = digits
            .parse::<Decimal>()
            .map_err(|_| ConditionError::BadNumber {
                number: digits.to_owned(),
            })?;
        let has_percent = self.peek() == Some("%");
        if has_percent {
            self.next();
        }
        let metric_name = metric.name();
        match (metric.unit(), has_percent) {
            (MetricUnit::Percent, false) => {
                return Err(ConditionError::NeedsPercent {
                    metric: metric_name,
                });
            }
            (MetricUnit::Count | MetricUnit::Days | MetricUnit::Flag, true) => {
                return Err(ConditionError::NoPercent {
                    metric: metric_name,
                });
            }
            _ => {}
        }
        let comparison = Comparison {
            metric,
            operator,
            number,
        };
        if comparison.can_tell() {
            Ok(comparison)
        } else {
            Err(ConditionError::NeverTells {
                comparison: comparison.to_string(),
            })
        }
    }

    fn expect(&mut self, wanted: &'static str) -> Result<&'t str, ConditionError> {
        self.next().ok_or(ConditionError::Unfinished { wanted })
    }

    fn peek(&self) -> Option<&'t str> {
        token(self.rest).map(|(token, _)| token)
    }

    fn next(&mut self) -> Option<&'t str> {
        let (token, rest) = token(self.rest)?;
        self.rest = rest;
        Some(token)
    }
}

/// The first token of a text and what follows it: a word, a number, a sign of comparison, or one
/// other character.
fn token(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    let is_sign = |c: char| matches!(c, '<' | '>' | '=' | '!');
    let end = if is_sign(first) {
        text.find(|c: char| !is_sign(c))
    } else if is_word(first) {
        text.find(|c: char| !is_word(c))
    } else {
        Some(first.len_utf8())
    };
    Some(text.split_at(end.unwrap_or(text.len())))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+')
}
