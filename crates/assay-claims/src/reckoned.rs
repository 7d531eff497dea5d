//! Arithmetic that was recorded with a sentence when code wrote it.

use std::collections::BTreeSet;

use assay_domain::Decimal;
use assay_figures::{Figure, Unit, sentence_figures};

use crate::formula::evaluate;

/// Powers of ten by which tables shorten their numbers.
const SCALES: [u32; 9] = [0, 2, 3, 4, 5, 6, 7, 8, 9];
/// Numbers of a formula that are part of its form: `x / y - 1`, a mean of two, the days of a year.
const OF_THE_FORM: [i64; 5] = [0, 1, 2, 100, 365];

/// Whether a text states numbers, each an operand of the formula or a result of it, and every operand
/// stands in a passage. Steps of the formula are parted by semicolons.
pub fn is_reckoned(text: &str, formula: &str, passages: &[&str]) -> bool {
    let steps: Vec<&str> = formula
        .split(';')
        .map(str::trim)
        .filter(|step| !step.is_empty())
        .collect();
    let operands: Vec<Decimal> = steps
        .iter()
        .flat_map(|step| numbers(without_years(step)))
        .collect();
    let stated: BTreeSet<Decimal> = passages
        .iter()
        .flat_map(|passage| numbers(passage))
        .collect();
    if operands.is_empty() || !operands.iter().all(|operand| stands(*operand, &stated)) {
        return false;
    }
    let inner = steps.iter().flat_map(|step| in_brackets(step));
    let results = steps
        .iter()
        .copied()
        .chain(inner)
        .filter_map(|step| evaluate(step).ok());
    let stepped = steps.iter().flat_map(|step| numbers(step));
    let allowed: Vec<Decimal> = stepped.chain(results).collect();
    let figures = sentence_figures(text, 0..text.len());
    let follows = |figure: &Figure| allowed.iter().any(|value| shows(figure, *value));
    !figures.is_empty() && figures.iter().all(follows)
}

/// What stands in brackets, however deep: results on the way.
fn in_brackets(step: &str) -> Vec<&str> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (at, c) in step.char_indices() {
        match c {
            '(' => open.push(at + 1),
            ')' => found.extend(open.pop().and_then(|start| step.get(start..at))),
            _ => {}
        }
    }
    found
}

/// A step without the years over which something grew: periods, and no figure of a passage.
fn without_years(step: &str) -> &str {
    let is_growth = step.starts_with("cagr(");
    match step.rsplit_once(',').filter(|_| is_growth) {
        Some((figures, _)) => figures,
        None => step,
    }
}

/// The numbers of a text as they are printed, without signs.
fn numbers(text: &str) -> Vec<Decimal> {
    let mut found = Vec::new();
    // `1'234` is Swiss for `1,234`
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’');
    for token in text.split(|c: char| !is_part(c)) {
        let plain: String = token
            .trim_matches(['.', ',', '\'', '’'])
            .chars()
            .filter(|c| c.is_ascii_digit() || *c == '.')
            .collect();
        found.extend(
            plain
                .parse::<Decimal>()
                .ok()
                .map(|number| number.normalize()),
        );
    }
    found
}

fn stands(operand: Decimal, stated: &BTreeSet<Decimal>) -> bool {
    let is_form = OF_THE_FORM
        .iter()
        .any(|number| operand == Decimal::from(*number));
    is_form
        || SCALES.iter().any(|scale| {
            let factor = Decimal::from(10_u64.pow(*scale));
            stated.contains(&(operand / factor).normalize())
        })
}

/// Whether a printed figure is the value, at the precision it is printed with.
fn shows(figure: &Figure, value: Decimal) -> bool {
    let value = value.abs();
    let printed = figure.value.abs();
    let half = Decimal::new(5, figure.value.scale() + 1);
    let is_percent = matches!(figure.unit, Unit::Percent | Unit::PercentagePoint);
    let in_percent = is_percent && (printed - value * Decimal::ONE_HUNDRED).abs() <= half;
    let scaled = figure.amount().zip(figure.rounding());
    let as_amount = scaled.is_some_and(|(amount, half)| (amount.abs() - value).abs() <= half);
    in_percent || as_amount || printed == value
}

#[cfg(test)]
mod tests {
    use super::is_reckoned;

    #[test]
    fn every_number_follows_from_what_stands_there() {
        let passage = "| Fares | 1,204 | 980 |\n| Crew | 610 | 555 |";
        for (text, formula, expected) in [
            ("Fares were $1.20 billion.", "1204000000", true),
            (
                "Fares rose 22.9% to $1.204 billion.",
                "1204000000 / 980000000 - 1",
                true,
            ),
            ("Crew took 50.7% of fares.", "610 / 1204", true),
            ("Crew took 51.7% of fares.", "610 / 1204", false),
            ("Crew took 50.7% of fares, 44 boats.", "610 / 1204", false),
            ("Fares were $1.31 billion.", "1310000000", false),
            ("The captain was arrested.", "610 / 1204", false),
            ("Fares were $1.20 billion.", "", false),
            (
                "2024财年（截至2024年1月31日） | 12.04亿美元",
                "1204000000",
                true,
            ),
        ] {
            assert_eq!(is_reckoned(text, formula, &[passage]), expected, "{text}");
        }
    }
}
