/// How sure the first digits and the length alone make it that a number is a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Issuer {
    /// A common scheme with its usual length: the check digit is enough.
    Usual,
    /// A rare or short form: a word beside it must say so.
    Unusual,
}

/// Who issued a card with these digits, by the published ranges.
pub(crate) fn issuer(digits: &[u8]) -> Option<Issuer> {
    let first = digits.get(..6)?;
    let six = first.iter().fold(0_u32, |n, d| n * 10 + u32::from(*d));
    let (four, three, two) = (six / 100, six / 1_000, six / 10_000);
    let length = digits.len();
    let usual = match (four, three, two) {
        (_, _, 34 | 37) => length == 15,
        (_, _, 40..=49 | 51..=55) | (2221..=2720, _, _) => length == 16,
        (3528..=3589, _, _) | (6011, _, _) | (_, 644..=649, _) | (_, _, 65) => length == 16,
        // A number of 18 digits is far more often a resident id.
        (_, _, 62) => matches!(length, 16 | 17 | 19),
        _ => false,
    };
    if usual {
        return Some(Issuer::Usual);
    }
    let unusual = match (four, three, two) {
        (_, _, 40..=49) => matches!(length, 13 | 19),
        (_, 300..=305, _) | (3095, _, _) | (_, _, 36 | 38 | 39) => (14..=19).contains(&length),
        (1800 | 2131, _, _) => length == 15,
        (_, _, 35) | (2200..=2204, _, _) => (16..=19).contains(&length),
        (_, _, 50 | 56..=69) => (12..=19).contains(&length),
        (_, _, 81 | 82) | (9792, _, _) => (16..=19).contains(&length),
        // Debit cards of Chinese banks from before the common range.
        (_, _, 90 | 94 | 95 | 98) => (16..=19).contains(&length),
        _ => false,
    };
    unusual.then_some(Issuer::Unusual)
}
