//! A second opinion on the analyst's arithmetic: formulas are read back and recomputed.

use assay_domain::Decimal;

/// The value of a formula of numbers, `+`, `−`, `/` and brackets.
pub(crate) fn evaluate(formula: &str) -> Option<Decimal> {
    let tokens = formula
        .replace('(', " ( ")
        .replace(')', " ) ")
        .split_whitespace()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    let mut at = 0;
    let value = sum(&tokens, &mut at)?;
    (at == tokens.len()).then_some(value)
}

fn sum(tokens: &[String], at: &mut usize) -> Option<Decimal> {
    let mut value = quotient(tokens, at)?;
    while let Some(sign) = tokens
        .get(*at)
        .filter(|token| *token == "+" || *token == "−")
    {
        *at += 1;
        let next = quotient(tokens, at)?;
        value = if sign == "+" {
            value + next
        } else {
            value - next
        };
    }
    Some(value)
}

fn quotient(tokens: &[String], at: &mut usize) -> Option<Decimal> {
    let mut value = atom(tokens, at)?;
    while tokens.get(*at).is_some_and(|token| token == "/") {
        *at += 1;
        value = value.checked_div(atom(tokens, at)?)?;
    }
    Some(value)
}

fn atom(tokens: &[String], at: &mut usize) -> Option<Decimal> {
    let token = tokens.get(*at)?;
    *at += 1;
    if token != "(" {
        return token.parse().ok();
    }
    let value = sum(tokens, at)?;
    *at += 1;
    Some(value)
}

/// Whether the sentence states `result`: as a percentage rounded half-even to one decimal, as a
/// mean of percentages, or as an amount.
pub(crate) fn stated(sentence: &str, result: Decimal) -> Option<bool> {
    let (before, _) = sentence
        .rsplit_once(": ")
        .or_else(|| sentence.rsplit_once('：'))?;
    let numbers: Vec<Decimal> = before
        .split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '-')))
        .filter_map(|token| token.trim_matches(['.', ',']).replace(',', "").parse().ok())
        .collect();
    let percent = (result * Decimal::ONE_HUNDRED).round_dp(1).abs();
    let mean = result.round_dp(1);
    Some(numbers.contains(&percent) || numbers.contains(&mean) || numbers.contains(&result))
}
