use assay_domain::Decimal;
use unicode_normalization::UnicodeNormalization as _;

use super::FormulaError;
use super::units::{Currency, Percentage, Scale, prefix_currency, suffix};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(Literal),
    Name(String),
    Step(usize),
    /// `+ - * / ^ ( ) , > < =`, or `≥` and `≤`.
    Sign(char),
    /// Before a bracket or sign; before a number it is part of the [`Literal`].
    Currency(Currency),
    /// After a bracket; after a number it is part of the [`Literal`].
    Percent(Percentage),
    /// The row that a table function works on.
    Row(String),
}

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) number: Decimal,
    /// Digits after the decimal point.
    pub(super) places: u32,
    pub(super) percentage: Option<Percentage>,
    pub(super) scale: Option<Scale>,
    pub(super) currency: Option<Currency>,
}

/// A token and the character it begins at, counted from 1.
pub(super) type Placed = (Token, usize);

const MAX_CHARACTERS: usize = 4_000;

pub(super) fn tokens(formula: &str) -> Result<Vec<Placed>, FormulaError> {
    let characters: Vec<char> = formula.chars().map(folded).collect();
    if characters.len() > MAX_CHARACTERS {
        return Err(FormulaError::TooLong {
            characters: characters.len(),
            limit: MAX_CHARACTERS,
        });
    }
    let mut scanner = Scanner {
        characters,
        at: 0,
        found: Vec::new(),
    };
    while scanner.skip_space() {
        scanner.token()?;
    }
    Ok(scanner.found)
}

/// One spelling for each operator; full-width characters become narrow ones.
fn folded(character: char) -> char {
    match character {
        '−' | '–' | '—' | '‐' | '‑' | '‒' => '-',
        '×' | '·' | '⋅' | '∙' => '*',
        '÷' | '∕' | '⁄' => '/',
        '[' | '{' | '【' | '［' | '｛' => '(',
        ']' | '}' | '】' | '］' | '｝' => ')',
        '、' => ',',
        '；' => ';',
        _ => {
            let mut narrow = std::iter::once(character).nfkc();
            match (narrow.next(), narrow.next()) {
                (Some(one), None) => one,
                _ => character,
            }
        }
    }
}

struct Scanner {
    characters: Vec<char>,
    at: usize,
    found: Vec<Placed>,
}

impl Scanner {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.at + ahead).copied()
    }

    fn rest(&self) -> &[char] {
        self.characters.get(self.at..).unwrap_or_default()
    }

    /// Whether anything follows.
    fn skip_space(&mut self) -> bool {
        while self.peek(0).is_some_and(char::is_whitespace) {
            self.at += 1;
        }
        self.at < self.characters.len()
    }

    fn push(&mut self, token: Token, start: usize) {
        self.found.push((token, start + 1));
    }

    fn token(&mut self) -> Result<(), FormulaError> {
        let start = self.at;
        let Some(first) = self.peek(0) else {
            return Ok(());
        };
        if let Some((currency, length)) = prefix_currency(self.rest()) {
            self.at += length;
            self.skip_space();
            if matches!(self.peek(0), Some('(' | '-')) {
                self.push(Token::Currency(currency), start);
                return Ok(());
            }
            return self.number(start, Some(currency));
        }
        if first.is_ascii_digit() || (first == '.' && self.peek(1).is_some_and(is_digit)) {
            return self.number(start, None);
        }
        if let Some((percentage, length)) = suffix::percentage(self.rest()) {
            self.at += length;
            self.push(Token::Percent(percentage), start);
            return Ok(());
        }
        if first == '#' {
            return self.step(start);
        }
        if let Some((sign, length)) = sign(first, self.peek(1)) {
            self.at += length;
            self.push(Token::Sign(sign), start);
            return Ok(());
        }
        if first.is_alphabetic() {
            return self.name(start);
        }
        Err(FormulaError::Unexpected {
            found: first.to_string(),
            at: start + 1,
        })
    }

    fn step(&mut self, start: usize) -> Result<(), FormulaError> {
        self.at += 1;
        let digits = self.digits();
        let number = digits.parse().map_err(|_| FormulaError::Unexpected {
            found: format!("#{digits}"),
            at: start + 1,
        })?;
        self.push(Token::Step(number), start);
        Ok(())
    }

    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit) = self.peek(0).filter(|c| is_digit(*c)) {
            digits.push(digit);
            self.at += 1;
        }
        digits
    }

    fn number(&mut self, start: usize, currency: Option<Currency>) -> Result<(), FormulaError> {
        let mut text = self.whole(start)?;
        let mut places = 0;
        if self.peek(0) == Some('.') && self.peek(1).is_some_and(is_digit) {
            self.at += 1;
            let fraction = self.digits();
            places = u32::try_from(fraction.len()).map_err(|_| FormulaError::Overflow)?;
            text.push('.');
            text.push_str(&fraction);
        } else if self.peek(0) == Some('.') && !text.is_empty() {
            // "5." is 5: the point of a sentence or of a careless hand.
            self.at += 1;
        }
        if text.is_empty() {
            return Err(self.bad_number(start));
        }
        let number = Decimal::from_str_exact(&text).map_err(|_| FormulaError::Overflow)?;
        let mut literal = Literal {
            number,
            places,
            percentage: None,
            scale: None,
            currency,
        };
        self.at += suffix::read(self.rest(), &mut literal);
        self.push(Token::Number(literal), start);
        Ok(())
    }

    /// Digits before the point, without their separators.
    fn whole(&mut self, start: usize) -> Result<String, FormulaError> {
        let mut text = self.digits();
        let mut grouped = false;
        while self.peek(0) == Some(',') && self.peek(1).is_some_and(is_digit) {
            let leading = grouped || (1..=3).contains(&text.len());
            let three = (1..=3).all(|ahead| self.peek(ahead).is_some_and(is_digit));
            if !leading || !three || self.peek(4).is_some_and(is_digit) {
                return Err(self.bad_number(start));
            }
            self.at += 1;
            text.push_str(&self.digits());
            grouped = true;
        }
        Ok(text)
    }

    fn bad_number(&self, start: usize) -> FormulaError {
        let rest = self.characters.get(start..).unwrap_or_default();
        let is_part = |c: &&char| is_digit(**c) || matches!(**c, ',' | '.' | '$');
        FormulaError::BadNumber {
            text: rest.iter().take_while(is_part).collect(),
            at: start + 1,
        }
    }

    fn name(&mut self, start: usize) -> Result<(), FormulaError> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut name = String::new();
        while let Some(character) = self.peek(0).filter(|c| is_part(*c)) {
            name.push(character);
            self.at += 1;
        }
        if name.starts_with("const_") && self.peek(0) == Some('.') {
            name.push('.');
            self.at += 1;
            name.push_str(&self.digits());
        }
        if name == "x" {
            self.push(Token::Sign('*'), start);
            return Ok(());
        }
        if let Some(constant) = constant(&name) {
            self.push(Token::Number(constant), start);
            return Ok(());
        }
        let of_table = name.starts_with("table_");
        self.push(Token::Name(name), start);
        if of_table && self.skip_space() && self.peek(0) == Some('(') {
            self.row()?;
        }
        Ok(())
    }

    /// `(a row, none)`: the name of a row may hold commas, brackets and signs.
    fn row(&mut self) -> Result<(), FormulaError> {
        let start = self.at;
        let text: String = self.rest().iter().collect();
        let closing = text.find(", none)").map(|at| (at, ", none)".len()));
        let (end, length) = closing
            .or_else(|| balanced(&text).map(|at| (at, 1)))
            .ok_or(FormulaError::Incomplete)?;
        let row = text.get(1..end).unwrap_or_default();
        let consumed = text.get(..end + length).unwrap_or_default();
        self.at += consumed.chars().count();
        self.push(Token::Row(row.trim().to_owned()), start);
        Ok(())
    }
}

/// The byte at which the bracket that `text` begins with is closed.
fn balanced(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

fn sign(first: char, second: Option<char>) -> Option<(char, usize)> {
    Some(match (first, second) {
        ('*', Some('*')) => ('^', 2),
        ('>', Some('=')) | ('≥', _) => ('≥', if first == '≥' { 1 } else { 2 }),
        ('<', Some('=')) | ('≤', _) => ('≤', if first == '≤' { 1 } else { 2 }),
        (';', _) => (',', 1),
        ('≈' | '≃', _) => ('=', 1),
        ('+' | '-' | '*' | '/' | '^' | '(' | ')' | ',' | '>' | '<' | '=', _) => (first, 1),
        _ => return None,
    })
}

/// `const_100`, and `const_m1` for a negative one.
fn constant(name: &str) -> Option<Literal> {
    let digits = name.strip_prefix("const_")?;
    let (negative, digits) = match digits.strip_prefix('m') {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let mut number = Decimal::from_str_exact(digits).ok()?;
    number.set_sign_negative(negative);
    Some(Literal {
        number,
        places: 0,
        percentage: None,
        scale: None,
        currency: None,
    })
}
