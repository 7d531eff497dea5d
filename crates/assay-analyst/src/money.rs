//! Amounts of money in the words of a language.

use assay_domain::{Decimal, Language};

fn scale_word(exponent: u32, language: Language) -> &'static str {
    match (exponent, language) {
        (3, Language::En) => " thousand",
        (6, Language::En) => " million",
        (9, Language::En) => " billion",
        (12, Language::En) => " trillion",
        (3, Language::Zh) => "千",
        (4, Language::Zh) => "万",
        (6, Language::Zh) => "百万",
        (8, Language::Zh) => "亿",
        (9, Language::Zh) => "十亿",
        (12, Language::Zh) => "万亿",
        _ => "",
    }
}

/// `$516 million`, `5.16亿美元`
pub(crate) fn money(number: &str, exponent: u32, code: &str, language: Language) -> String {
    let scale = scale_word(exponent, language);
    match language {
        Language::En => format!("{}{number}{scale}", currency_sign(code)),
        Language::Zh => format!("{number}{scale}{}", currency_name(code)),
    }
}

fn currency_sign(code: &str) -> String {
    match code {
        "USD" => "$".to_owned(),
        "EUR" => "€".to_owned(),
        "GBP" => "£".to_owned(),
        other => format!("{other} "),
    }
}

fn currency_name(code: &str) -> &str {
    match code {
        "USD" => "美元",
        "EUR" => "欧元",
        "GBP" => "英镑",
        "CNY" => "元",
        "JPY" => "日元",
        "HKD" => "港元",
        other => other,
    }
}

/// The same amount at a power of ten that the language counts in: English has no word for 万 and 亿,
/// and a Chinese reader reckons in them alone. Digits are moved, none is added or lost.
pub(crate) fn at_scale_of(
    value: Decimal,
    exponent: u32,
    language: Language,
) -> Option<(Decimal, u32)> {
    match (exponent, language) {
        (4, Language::En) => {
            let millions = value.checked_div(Decimal::ONE_HUNDRED)?;
            Some((millions.normalize(), 6))
        }
        (8, Language::En) => Some((shifted(value, 2)?, 6)),
        (9, Language::Zh) => Some((shifted(value, 1)?, 8)),
        (6, Language::Zh) if value.abs() >= Decimal::ONE_HUNDRED => Some((unshifted(value, 2)?, 8)),
        (6, Language::Zh) => Some((shifted(value, 2)?, 4)),
        (3, Language::Zh) if value.abs() >= Decimal::from(100_000) => {
            Some((unshifted(value, 5)?, 8))
        }
        (3, Language::Zh) => Some((unshifted(value, 1)?, 4)),
        _ => Some((value, exponent)),
    }
}

/// The value divided by a power of ten, with the digits that were printed.
fn unshifted(mut value: Decimal, places: u32) -> Option<Decimal> {
    value.set_scale(value.scale() + places).ok()?;
    Some(value)
}

/// The value times a power of ten, with the digits that were printed and no more.
fn shifted(value: Decimal, places: u32) -> Option<Decimal> {
    let mut shifted = value;
    match value.scale().checked_sub(places) {
        Some(scale) => shifted.set_scale(scale).ok()?,
        None => {
            let factor = Decimal::from(10_u64.checked_pow(places)?);
            shifted = value.checked_mul(factor)?.normalize();
        }
    }
    Some(shifted)
}
