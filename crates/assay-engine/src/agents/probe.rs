//! A sentence that is known to be false, put among those that a verifier judges: one that passes it
//! is not believed.

use assay_domain::{Evidence, EvidenceId};
use assay_figures::{Block, blocks, cut, sentences};

/// A sentence of a passage with one figure changed.
pub(super) struct Probe {
    pub(super) text: String,
    pub(super) evidence: EvidenceId,
}

/// Characters of a sentence that can stand among others.
const LENGTHS: std::ops::RangeInclusive<usize> = 30..=300;

impl Probe {
    /// Made from the first sentence with an amount that these passages have; `None` where none has.
    pub(super) fn of<'e>(passages: impl Iterator<Item = &'e Evidence> + Clone) -> Option<Self> {
        let is_stated = |amount: &str| passages.clone().any(|one| one.quote.contains(amount));
        passages.clone().find_map(|evidence| {
            let mut lines = prose(&evidence.quote).into_iter();
            lines.find_map(|line| {
                let (before, amount, after) = amount_of(line)?;
                let changed = changed(amount);
                (!is_stated(&changed)).then(|| Self {
                    text: format!("{before}{changed}{after}"),
                    evidence: evidence.id.clone(),
                })
            })
        })
    }
}

fn prose(text: &str) -> Vec<&str> {
    let ranges = blocks(text).into_iter().filter_map(|block| match block {
        Block::Prose(range) => Some(range),
        _ => None,
    });
    let lines = ranges.flat_map(|range| sentences(text, range));
    let lines = lines.map(|range| cut(text, range).trim());
    lines
        .filter(|line| LENGTHS.contains(&line.chars().count()) && !line.contains('\n'))
        .collect()
}

/// The first number of at least two digits that is no year, with what stands around it.
fn amount_of(line: &str) -> Option<(&str, &str, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut from = 0;
    while let Some(start) = line.get(from..)?.find(is_digit).map(|at| from + at) {
        let rest = line.get(start..)?;
        let length = rest
            .find(|c: char| !(is_digit(c) || matches!(c, '.' | ',')))
            .unwrap_or(rest.len());
        let amount = rest.get(..length)?.trim_end_matches(['.', ',']);
        let digits = amount.chars().filter(|c| is_digit(*c)).count();
        let is_year = amount.len() == 4
            && digits == 4
            && (amount.starts_with("19") || amount.starts_with("20"));
        let is_joined = line
            .get(..start)?
            .ends_with(|c: char| c.is_alphanumeric() || c == '-');
        if digits >= 2 && !is_year && !is_joined {
            return Some((
                line.get(..start)?,
                amount,
                line.get(start + amount.len()..)?,
            ));
        }
        from = start + length;
    }
    None
}

/// The same number of digits, each another one.
fn changed(amount: &str) -> String {
    let other = |c: char| match c.to_digit(10) {
        Some(digit) => char::from_digit((digit + 3) % 9 + 1, 10).unwrap_or(c),
        None => c,
    };
    amount.chars().map(other).collect()
}

#[cfg(test)]
mod tests {
    use super::{amount_of, changed};

    #[test]
    fn an_amount_is_changed_and_a_year_or_a_name_is_not() {
        let line = "In 2024 the RTX-4090 line brought in $1,234.5 million.";
        let (before, amount, after) = amount_of(line).unwrap_or_default();
        assert_eq!(amount, "1,234.5");
        assert_eq!(
            format!("{before}{}{after}", changed(amount)).len(),
            line.len()
        );
        assert_ne!(changed(amount), amount);
        assert_eq!(amount_of("In 2024 and 2025 it rose 5 times."), None);
    }
}
