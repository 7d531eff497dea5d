use assay_domain::Decimal;
use rust_decimal::RoundingStrategy;

use super::compute::Outcome;
use super::quantity::{Kind, Quantity};
use super::token::{Literal, Token, tokens};
use super::units::Percentage;
use super::{FormulaError, FormulaVerdict};

/// A result as a text states it.
pub(super) enum Printed {
    Number(Literal),
    Truth(bool),
}

const TRUE: &[&str] = &["yes", "true", "是"];
const FALSE: &[&str] = &["no", "false", "否"];

impl Printed {
    pub(super) fn read(text: &str) -> Result<Self, FormulaError> {
        let bad = || FormulaError::BadPrinted {
            printed: text.to_owned(),
        };
        let word = text.trim().to_lowercase();
        if TRUE.contains(&word.as_str()) {
            return Ok(Self::Truth(true));
        }
        if FALSE.contains(&word.as_str()) {
            return Ok(Self::Truth(false));
        }
        let tokens = tokens(&sign_first(text)).map_err(|_| bad())?;
        let mut rest = tokens.iter().map(|(token, _)| token).peekable();
        let mut negative = false;
        let mut bracket = false;
        while let Some(Token::Sign(sign @ ('+' | '-' | '('))) = rest.peek() {
            negative |= *sign != '+';
            bracket |= *sign == '(';
            rest.next();
        }
        let Some(Token::Number(literal)) = rest.next() else {
            return Err(bad());
        };
        let mut literal = *literal;
        if bracket && rest.next() != Some(&Token::Sign(')')) {
            return Err(bad());
        }
        for token in rest {
            match token {
                Token::Percent(percentage) => literal.percentage = Some(*percentage),
                // What is counted: `shares`, `MWh`, `倍`. A formula knows nothing of it. `12x` is
                // twelve times.
                Token::Name(_) | Token::Sign('*') => {}
                _ => return Err(bad()),
            }
        }
        literal.number.set_sign_negative(negative);
        Ok(Self::Number(literal))
    }

    pub(super) fn judge(&self, outcome: Outcome) -> Result<FormulaVerdict, FormulaError> {
        match (self, outcome) {
            (Self::Truth(stated), Outcome::Truth(holds)) if *stated == holds => {
                Ok(FormulaVerdict::Agrees)
            }
            (Self::Truth(_), Outcome::Truth(holds)) => Ok(FormulaVerdict::Differs {
                expected: if holds { "yes" } else { "no" }.to_owned(),
            }),
            (Self::Truth(_), Outcome::Number(_)) => Err(FormulaError::NotAComparison),
            (Self::Number(_), Outcome::Truth(_)) => Err(FormulaError::NotANumber),
            (Self::Number(literal), Outcome::Number(quantity)) => compare(literal, quantity),
        }
    }
}

/// `$(13)` and `$ -13` with the currency after the sign, where the scanner wants it.
pub(super) fn sign_first(text: &str) -> String {
    let trimmed = text.trim();
    for currency in ["US$", "HK$", "$", "€", "£", "¥"] {
        if let Some(rest) = trimmed.strip_prefix(currency).map(str::trim_start)
            && let Some(sign) = rest.chars().next().filter(|c| "-−(".contains(*c))
        {
            let number = rest.get(sign.len_utf8()..).unwrap_or_default().trim_start();
            return format!("{sign}{currency}{number}");
        }
    }
    trimmed.to_owned()
}

pub(super) fn compare(
    printed: &Literal,
    computed: Quantity,
) -> Result<FormulaVerdict, FormulaError> {
    if let (Some(left), Some(right)) = (computed.currency, printed.currency)
        && !left.agrees_with(right)
    {
        return Err(FormulaError::MixedCurrencies {
            left: left.0.to_owned(),
            right: right.0.to_owned(),
        });
    }
    let value = in_unit_of(printed, computed)?;
    let is_printed = |value| roundings(value, printed.places).contains(&printed.number);
    if is_printed(value) {
        return Ok(FormulaVerdict::Agrees);
    }
    if is_printed(-value) {
        return Ok(FormulaVerdict::AgreesInSize);
    }
    let [mut expected, _] = roundings(value, printed.places);
    expected.rescale(printed.places);
    Ok(FormulaVerdict::Differs {
        expected: expected.to_string(),
    })
}

fn roundings(value: Decimal, places: u32) -> [Decimal; 2] {
    [
        RoundingStrategy::MidpointNearestEven,
        RoundingStrategy::MidpointAwayFromZero,
    ]
    .map(|strategy| value.round_dp_with_strategy(places, strategy))
}

/// The computed value as a number of what is printed: per cent, millions, units.
fn in_unit_of(printed: &Literal, computed: Quantity) -> Result<Decimal, FormulaError> {
    let mut value = computed.value;
    if let Some(percentage) = printed.percentage {
        let shown_of_one = Decimal::from(percentage.per_whole());
        let percent = Decimal::from(Percentage::Percent.per_whole());
        let factor = match computed.kind {
            Kind::Ratio => Some(shown_of_one),
            Kind::Amount | Kind::Hundredths => shown_of_one.checked_div(percent),
        };
        value = factor
            .and_then(|factor| value.checked_mul(factor))
            .ok_or(FormulaError::Overflow)?;
    }
    if computed.scaled {
        let zeros = printed.scale.map_or(0, |scale| scale.0);
        let unit = 10_u64.checked_pow(zeros).ok_or(FormulaError::Overflow)?;
        value = value
            .checked_div(Decimal::from(unit))
            .ok_or(FormulaError::Overflow)?;
    }
    Ok(value)
}
