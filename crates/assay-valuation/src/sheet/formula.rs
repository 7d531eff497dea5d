use rust_decimal::Decimal;
use thiserror::Error;

use super::exact::{ArithmeticFault, add, divide, multiply, power, quartile, root, subtract};

/// One step of a formula in postfix order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Op {
    Number(Decimal),
    /// The line at this place of the sheet.
    Line(usize),
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Power(u32),
    Root,
    Max,
    Min,
    /// Fourths of so many values: `median` is the second.
    Quartile {
        quarters: u32,
        count: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormulaFault {
    #[error("`{formula}` names `{id}`, which no line above it defines")]
    UnknownLine { formula: String, id: String },
    #[error("`{formula}` cannot be read at character {at}")]
    Syntax { formula: String, at: usize },
}

/// Reads `a * (1 + b) ^ 3 - max(0, c)`; `line` finds the place of an id.
pub(crate) fn parse(
    formula: &str,
    line: &dyn Fn(&str) -> Option<usize>,
) -> Result<Vec<Op>, FormulaFault> {
    let mut reader = Reader {
        formula,
        rest: formula,
        line,
        ops: Vec::new(),
    };
    reader.sum()?;
    reader.skip_blank();
    if reader.rest.is_empty() {
        Ok(reader.ops)
    } else {
        Err(reader.fault())
    }
}

/// The ids a formula names, in order of appearance and once each.
pub(crate) fn named_ids(formula: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for word in formula.split(|c: char| !is_id_character(c)) {
        let is_id = word.starts_with(|c: char| c.is_ascii_lowercase());
        if is_id && function(word).is_none() && !ids.iter().any(|id| id == word) {
            ids.push(word.to_owned());
        }
    }
    ids
}

pub(crate) fn is_id_character(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '.'
}

#[derive(Clone, Copy)]
enum Function {
    Root,
    Max,
    Min,
    Quartile(u32),
}

fn function(name: &str) -> Option<Function> {
    match name {
        "sqrt" => Some(Function::Root),
        "max" => Some(Function::Max),
        "min" => Some(Function::Min),
        "quartile1" => Some(Function::Quartile(1)),
        "median" => Some(Function::Quartile(2)),
        "quartile3" => Some(Function::Quartile(3)),
        _ => None,
    }
}

struct Reader<'a> {
    formula: &'a str,
    rest: &'a str,
    line: &'a dyn Fn(&str) -> Option<usize>,
    ops: Vec<Op>,
}

impl<'a> Reader<'a> {
    fn fault(&self) -> FormulaFault {
        FormulaFault::Syntax {
            formula: self.formula.to_owned(),
            at: self.formula.len() - self.rest.len(),
        }
    }

    fn skip_blank(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, symbol: char) -> bool {
        self.skip_blank();
        let Some(rest) = self.rest.strip_prefix(symbol) else {
            return false;
        };
        self.rest = rest;
        true
    }

    fn word(&mut self, keep: fn(char) -> bool) -> &'a str {
        self.skip_blank();
        let end = self.rest.find(|c| !keep(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn sum(&mut self) -> Result<(), FormulaFault> {
        self.product()?;
        loop {
            let op = if self.take('+') {
                Op::Add
            } else if self.take('-') {
                Op::Subtract
            } else {
                return Ok(());
            };
            self.product()?;
            self.ops.push(op);
        }
    }

    fn product(&mut self) -> Result<(), FormulaFault> {
        self.factor()?;
        loop {
            let op = if self.take('*') {
                Op::Multiply
            } else if self.take('/') {
                Op::Divide
            } else {
                return Ok(());
            };
            self.factor()?;
            self.ops.push(op);
        }
    }

    fn factor(&mut self) -> Result<(), FormulaFault> {
        if self.take('-') {
            self.factor()?;
            self.ops.push(Op::Negate);
            return Ok(());
        }
        self.atom()?;
        if self.take('^') {
            let digits = self.word(|c| c.is_ascii_digit());
            let exponent = digits.parse().map_err(|_| self.fault())?;
            self.ops.push(Op::Power(exponent));
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), FormulaFault> {
        if self.take('(') {
            self.sum()?;
            return if self.take(')') {
                Ok(())
            } else {
                Err(self.fault())
            };
        }
        let word = self.word(is_id_character);
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.parse().map_err(|_| self.fault())?;
            self.ops.push(Op::Number(number));
            return Ok(());
        }
        if word.is_empty() {
            return Err(self.fault());
        }
        match function(word) {
            Some(function) => self.call(function),
            None => self.name(word),
        }
    }

    fn name(&mut self, id: &str) -> Result<(), FormulaFault> {
        let place = (self.line)(id).ok_or_else(|| FormulaFault::UnknownLine {
            formula: self.formula.to_owned(),
            id: id.to_owned(),
        })?;
        self.ops.push(Op::Line(place));
        Ok(())
    }

    fn call(&mut self, function: Function) -> Result<(), FormulaFault> {
        if !self.take('(') {
            return Err(self.fault());
        }
        self.sum()?;
        let mut count = 1;
        while self.take(',') {
            self.sum()?;
            count += 1;
        }
        if !self.take(')') {
            return Err(self.fault());
        }
        let op = match (function, count) {
            (Function::Root, 1) => Op::Root,
            (Function::Max, 2) => Op::Max,
            (Function::Min, 2) => Op::Min,
            (Function::Quartile(quarters), count) => Op::Quartile { quarters, count },
            (Function::Root | Function::Max | Function::Min, _) => return Err(self.fault()),
        };
        self.ops.push(op);
        Ok(())
    }
}

/// The value of a formula over the values of the lines above it.
pub(crate) fn evaluate(
    ops: &[Op],
    values: &[Decimal],
    stack: &mut Vec<Decimal>,
) -> Result<Decimal, ArithmeticFault> {
    stack.clear();
    for op in ops {
        let result = match op {
            Op::Number(number) => *number,
            Op::Line(place) => values.get(*place).copied().ok_or(ArithmeticFault::Empty)?,
            Op::Negate => -pop(stack)?,
            Op::Power(exponent) => power(pop(stack)?, *exponent)?,
            Op::Root => root(pop(stack)?)?,
            Op::Quartile { quarters, count } => {
                let from = stack.len().checked_sub(*count);
                let taken = stack.split_off(from.ok_or(ArithmeticFault::Empty)?);
                quartile(&taken, *quarters)?
            }
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Max | Op::Min => {
                let right = pop(stack)?;
                let left = pop(stack)?;
                pair(op, left, right)?
            }
        };
        stack.push(result);
    }
    pop(stack)
}

/// Places of the lines a formula names.
pub(crate) fn sources(ops: &[Op]) -> impl Iterator<Item = usize> {
    ops.iter().filter_map(|op| match op {
        Op::Line(at) => Some(*at),
        _ => None,
    })
}

fn pop(stack: &mut Vec<Decimal>) -> Result<Decimal, ArithmeticFault> {
    stack.pop().ok_or(ArithmeticFault::Empty)
}

fn pair(op: &Op, left: Decimal, right: Decimal) -> Result<Decimal, ArithmeticFault> {
    match op {
        Op::Add => add(left, right),
        Op::Subtract => subtract(left, right),
        Op::Multiply => multiply(left, right),
        Op::Divide => divide(left, right),
        Op::Max => Ok(left.max(right)),
        Op::Min => Ok(left.min(right)),
        Op::Number(_)
        | Op::Line(_)
        | Op::Negate
        | Op::Power(_)
        | Op::Root
        | Op::Quartile { .. } => Err(ArithmeticFault::Empty),
    }
}

#[cfg(test)]
mod tests {
    use super::{evaluate, named_ids, parse};
    use rust_decimal::Decimal;

    fn value(formula: &str) -> Option<String> {
        let line = |id: &str| match id {
            "a" => Some(0),
            "b.y1" => Some(1),
            _ => None,
        };
        let ops = parse(formula, &line).ok()?;
        let values = [Decimal::from(6), Decimal::from(4)];
        let found = evaluate(&ops, &values, &mut Vec::new()).ok()?;
        Some(found.normalize().to_string())
    }

    #[test]
    fn formulas_follow_the_usual_order() {
        for (formula, expected) in [
            ("1 + 2 * 3", Some("7")),
            ("(1 + 2) * 3", Some("9")),
            ("a - b.y1 - 1", Some("1")),
            ("a / b.y1 / 2", Some("0.75")),
            ("-a + b.y1 ^ 2", Some("10")),
            ("(1 + 0.1) ^ 2", Some("1.21")),
            ("max(0, b.y1 - a)", Some("0")),
            ("sqrt(b.y1)", Some("2")),
            ("median(a, b.y1, 100)", Some("6")),
            ("a / (b.y1 - 4)", None),
            ("a +", None),
            ("missing", None),
            ("max(1)", None),
            ("a b.y1", None),
            ("a ^ b.y1", None),
        ] {
            assert_eq!(value(formula).as_deref(), expected, "{formula}");
        }
    }

    #[test]
    fn ids_are_named_once() {
        assert_eq!(named_ids("max(0, a * b.y1) + a / 365"), ["a", "b.y1"]);
    }
}
