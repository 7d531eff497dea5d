//! formula := step (',' step)*; step := sum (compare sum)* | sum '=' signed; sum := product (('+'|'-') product)*;
//! product := signed (('*'|'/') signed)*; signed := '-'* power; power := atom ('^' signed)?;
//! atom := currency signed | number | '#' step | name '(' step (',' step)* ')' | '(' step ')', then '%' at will.

use super::FormulaError;
use super::function::Function;
use super::token::{Literal, Placed, Token, tokens};
use super::units::{Currency, Percentage};

#[derive(Clone, Debug)]
pub(super) enum Expression {
    Number(Literal),
    /// The result of an earlier step.
    Step(usize),
    Negated(Box<Expression>),
    /// A bare number in brackets: the number itself, or a negative one as accounts print it.
    Bracketed(Literal),
    Percent(Box<Expression>, Percentage),
    Money(Currency, Box<Expression>),
    Operation(Operator, Box<Expression>, Box<Expression>),
    Call(Function, Vec<Expression>),
    OfRow(Function, String),
    /// Each neighbouring pair must hold.
    Comparison(Box<Expression>, Vec<(Order, Expression)>),
    /// `5 + 3 = 8`: a computation and what its writer says it gives.
    Equation(Box<Expression>, Literal),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Greater,
    Less,
    AtLeast,
    AtMost,
}

/// Deeper nesting than any person writes; the parser recurses.
const MAX_DEPTH: usize = 64;

pub(super) fn parse(formula: &str) -> Result<Vec<Expression>, FormulaError> {
    let tokens = tokens(formula)?;
    if tokens.is_empty() {
        return Err(FormulaError::Empty);
    }
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
    };
    let mut steps = vec![parser.step()?];
    while parser.take(',') {
        steps.push(parser.step()?);
    }
    if let Some((token, at)) = parser.tokens.get(parser.at) {
        return Err(unexpected(token, *at));
    }
    let computes = |step: &Expression| {
        matches!(
            step,
            Expression::Call(..)
                | Expression::OfRow(..)
                | Expression::Comparison(..)
                | Expression::Equation(..)
        )
    };
    if steps.len() > 1 && !steps.iter().all(computes) {
        return Err(FormulaError::BareList);
    }
    Ok(steps)
}

fn unexpected(token: &Token, at: usize) -> FormulaError {
    let found = match token {
        Token::Number(literal) => literal.number.to_string(),
        Token::Name(name) | Token::Row(name) => name.clone(),
        Token::Step(number) => format!("#{number}"),
        Token::Sign(sign) => sign.to_string(),
        Token::Percent(_) => "%".to_owned(),
        Token::Currency(currency) => currency.0.to_owned(),
    };
    FormulaError::Unexpected { found, at }
}

struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek_sign(&self) -> Option<char> {
        match self.tokens.get(self.at) {
            Some((Token::Sign(sign), _)) => Some(*sign),
            _ => None,
        }
    }

    fn take(&mut self, sign: char) -> bool {
        let here = self.peek_sign() == Some(sign);
        self.at += usize::from(here);
        here
    }

    fn deeper<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, FormulaError>,
    ) -> Result<T, FormulaError> {
        if self.depth == MAX_DEPTH {
            return Err(FormulaError::TooDeep { limit: MAX_DEPTH });
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn step(&mut self) -> Result<Expression, FormulaError> {
        let first = self.sum()?;
        if self.take('=') {
            return self.equation(first);
        }
        let mut others = Vec::new();
        while let Some(order) = self.peek_sign().and_then(order) {
            self.at += 1;
            others.push((order, self.sum()?));
        }
        if others.is_empty() {
            return Ok(first);
        }
        Ok(Expression::Comparison(Box::new(first), others))
    }

    fn equation(&mut self, left: Expression) -> Result<Expression, FormulaError> {
        let negative = self.take('-');
        match self.tokens.get(self.at) {
            Some((Token::Number(literal), _)) => {
                let mut literal = *literal;
                literal.number.set_sign_negative(negative);
                self.at += 1;
                Ok(Expression::Equation(Box::new(left), literal))
            }
            Some((token, at)) => Err(unexpected(token, *at)),
            None => Err(FormulaError::Incomplete),
        }
    }

    fn sum(&mut self) -> Result<Expression, FormulaError> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek_sign() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Subtract,
                _ => return Ok(left),
            };
            self.at += 1;
            left = operation(operator, left, self.product()?);
        }
    }

    fn product(&mut self) -> Result<Expression, FormulaError> {
        let mut left = self.signed()?;
        loop {
            let operator = match self.peek_sign() {
                Some('*') => Operator::Multiply,
                Some('/') => Operator::Divide,
                _ => return Ok(left),
            };
            self.at += 1;
            left = operation(operator, left, self.signed()?);
        }
    }

    fn signed(&mut self) -> Result<Expression, FormulaError> {
        if self.take('-') {
            let inner = self.deeper(Self::signed)?;
            return Ok(Expression::Negated(Box::new(inner)));
        }
        if self.take('+') {
            return self.deeper(Self::signed);
        }
        let base = self.atom()?;
        if self.take('^') {
            let exponent = self.deeper(Self::signed)?;
            return Ok(operation(Operator::Power, base, exponent));
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<Expression, FormulaError> {
        let Some((token, at)) = self.tokens.get(self.at).cloned() else {
            return Err(FormulaError::Incomplete);
        };
        self.at += 1;
        let mut atom = match token {
            Token::Number(literal) => Expression::Number(literal),
            Token::Step(number) => Expression::Step(number),
            Token::Name(name) => self.call(&name)?,
            Token::Sign('(') => self.group()?,
            Token::Currency(currency) => {
                let amount = self.deeper(Self::signed)?;
                Expression::Money(currency, Box::new(amount))
            }
            other => return Err(unexpected(&other, at)),
        };
        while let Some((Token::Percent(percentage), _)) = self.tokens.get(self.at) {
            atom = Expression::Percent(Box::new(atom), *percentage);
            self.at += 1;
        }
        Ok(atom)
    }

    fn group(&mut self) -> Result<Expression, FormulaError> {
        let inner = self.deeper(Self::step)?;
        self.close()?;
        Ok(match inner {
            Expression::Number(literal) => Expression::Bracketed(literal),
            other => other,
        })
    }

    fn close(&mut self) -> Result<(), FormulaError> {
        if self.take(')') {
            return Ok(());
        }
        Err(match self.tokens.get(self.at) {
            Some((token, at)) => unexpected(token, *at),
            None => FormulaError::Incomplete,
        })
    }

    fn call(&mut self, name: &str) -> Result<Expression, FormulaError> {
        let function = Function::named(name).ok_or_else(|| FormulaError::UnknownFunction {
            name: name.to_owned(),
        })?;
        if let Some((Token::Row(row), _)) = self.tokens.get(self.at) {
            let row = row.clone();
            self.at += 1;
            return Ok(Expression::OfRow(function, row));
        }
        if !self.take('(') {
            return Err(match self.tokens.get(self.at) {
                Some((token, at)) => unexpected(token, *at),
                None => FormulaError::Incomplete,
            });
        }
        let mut arguments = vec![self.deeper(Self::sum)?];
        while self.take(',') {
            arguments.push(self.deeper(Self::sum)?);
        }
        self.close()?;
        function.accepts(arguments.len())?;
        Ok(Expression::Call(function, arguments))
    }
}

fn operation(operator: Operator, left: Expression, right: Expression) -> Expression {
    Expression::Operation(operator, Box::new(left), Box::new(right))
}

fn order(sign: char) -> Option<Order> {
    Some(match sign {
        '>' => Order::Greater,
        '<' => Order::Less,
        '≥' => Order::AtLeast,
        '≤' => Order::AtMost,
        _ => return None,
    })
}
