//! What may stand before or after a number: currencies, scales, percentages.

/// A currency by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Currency(pub(super) &'static str);

/// Zeros that a word such as `million` stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale(pub(super) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Percentage {
    Percent,
    PerMille,
    BasisPoint,
}

impl Percentage {
    /// How many of them make one whole.
    pub(super) fn per_whole(self) -> u32 {
        match self {
            Self::Percent => 100,
            Self::PerMille => 1_000,
            Self::BasisPoint => 10_000,
        }
    }
}

/// One sign for two currencies.
const YEN_OR_YUAN: &str = "¥";

impl Currency {
    pub(super) fn agrees_with(self, other: Self) -> bool {
        let either = |a: &str, b: &str| a == YEN_OR_YUAN && matches!(b, "CNY" | "JPY");
        self == other || either(self.0, other.0) || either(other.0, self.0)
    }
}

/// Longer spellings before shorter ones.
const CURRENCIES_BEFORE: &[(&str, &str)] = &[
    ("US$", "USD"),
    ("HK$", "HKD"),
    ("NT$", "TWD"),
    ("CA$", "CAD"),
    ("A$", "AUD"),
    ("C$", "CAD"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("USD", "USD"),
    ("EUR", "EUR"),
    ("GBP", "GBP"),
    ("JPY", "JPY"),
    ("CNY", "CNY"),
    ("RMB", "CNY"),
    ("人民币", "CNY"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("¥", YEN_OR_YUAN),
];

const CURRENCIES_AFTER: &[(&str, &str)] = &[
    ("人民币", "CNY"),
    ("美元", "USD"),
    ("欧元", "EUR"),
    ("英镑", "GBP"),
    ("日元", "JPY"),
    ("港元", "HKD"),
    ("元", "CNY"),
    ("USD", "USD"),
    ("EUR", "EUR"),
    ("GBP", "GBP"),
    ("JPY", "JPY"),
    ("CNY", "CNY"),
    ("RMB", "CNY"),
];

const SCALES: &[(&str, u32)] = &[
    ("trillions", 12),
    ("trillion", 12),
    ("billions", 9),
    ("billion", 9),
    ("millions", 6),
    ("million", 6),
    ("thousands", 3),
    ("thousand", 3),
    ("hundred", 2),
    ("crores", 7),
    ("crore", 7),
    ("lakhs", 5),
    ("lakh", 5),
    ("bn", 9),
    ("mn", 6),
    ("万亿", 12),
    ("千亿", 11),
    ("百亿", 10),
    ("十亿", 9),
    ("亿", 8),
    ("千万", 7),
    ("百万", 6),
    ("十万", 5),
    ("万", 4),
    ("千", 3),
];

const PERCENTAGES: &[(&str, Percentage)] = &[
    ("%", Percentage::Percent),
    ("‰", Percentage::PerMille),
    ("percentage points", Percentage::Percent),
    ("percentage point", Percentage::Percent),
    ("percent", Percentage::Percent),
    ("per cent", Percentage::Percent),
    ("个百分点", Percentage::Percent),
    ("百分点", Percentage::Percent),
    ("个基点", Percentage::BasisPoint),
    ("基点", Percentage::BasisPoint),
    ("basis points", Percentage::BasisPoint),
    ("basis point", Percentage::BasisPoint),
    ("bps", Percentage::BasisPoint),
    ("bp", Percentage::BasisPoint),
    ("pp", Percentage::Percent),
];

/// The currency that `text` begins with, if a number, sign or bracket follows it.
pub(super) fn prefix_currency(text: &[char]) -> Option<(Currency, usize)> {
    CURRENCIES_BEFORE.iter().find_map(|(spelling, code)| {
        let length = begins(text, spelling)?;
        let mut after = text.get(length..)?.iter().skip_while(|c| c.is_whitespace());
        let number = after
            .next()
            .is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | '(' | '-'));
        number.then_some((Currency(code), length))
    })
}

/// How many characters of `text` spell `word`, without regard to case.
fn begins(text: &[char], word: &str) -> Option<usize> {
    let mut length = 0;
    for wanted in word.chars() {
        let found = text.get(length)?;
        if !found.eq_ignore_ascii_case(&wanted) {
            return None;
        }
        length += 1;
    }
    let latin = |c: &char| c.is_ascii_alphabetic();
    let cut = word.ends_with(|c| latin(&c)) && text.get(length).is_some_and(latin);
    (!cut).then_some(length)
}

pub(super) mod suffix {
    use super::{CURRENCIES_AFTER, Currency, PERCENTAGES, Percentage, SCALES, Scale, begins};
    use crate::formula::token::Literal;

    pub(in crate::formula) fn percentage(text: &[char]) -> Option<(Percentage, usize)> {
        find(text, PERCENTAGES)
    }

    /// Reads a percentage, or a scale and a currency, into `literal` and says how many characters
    /// they take.
    pub(in crate::formula) fn read(text: &[char], literal: &mut Literal) -> usize {
        let mut taken = 0;
        let mut next = |taken: usize| -> Option<usize> {
            let rest = text.get(taken..)?;
            let blank = rest.iter().take_while(|c| c.is_whitespace()).count();
            let rest = rest.get(blank..)?;
            if literal.percentage.is_none()
                && literal.scale.is_none()
                && let Some((percentage, length)) = find(rest, PERCENTAGES)
            {
                literal.percentage = Some(percentage);
                return Some(taken + blank + length);
            }
            if literal.scale.is_none()
                && let Some((zeros, length)) = find(rest, SCALES)
            {
                literal.scale = Some(Scale(zeros));
                return Some(taken + blank + length);
            }
            let (code, length) = find(rest, CURRENCIES_AFTER)?;
            if literal.currency.is_some() {
                return None;
            }
            literal.currency = Some(Currency(code));
            Some(taken + blank + length)
        };
        while let Some(further) = next(taken) {
            taken = further;
        }
        taken
    }

    fn find<T: Copy>(text: &[char], table: &[(&str, T)]) -> Option<(T, usize)> {
        table
            .iter()
            .find_map(|(word, meaning)| Some((*meaning, begins(text, word)?)))
    }
}
