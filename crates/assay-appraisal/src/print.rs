//! How a figure reads, and whether a text is the reading of a figure.

use assay_domain::{Decimal, Language, grouped};
use assay_facts::DataPoint;
use assay_valuation::Unit;
use rust_decimal::RoundingStrategy;

/// What kind of number a reader sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Style {
    /// With its ISO code.
    Money(String),
    PerShare(String),
    Shares,
    Percent,
    /// With its sign: growth.
    SignedPercent,
    /// A difference of percentages, with its sign.
    Points,
    Times,
    /// A difference of multiples, with its sign.
    SignedTimes,
}

/// Ratios that read as multiples rather than as percentages.
const TIMES: &[&str] = &[
    "cash_conversion",
    "interest_cover",
    "asset_turnover",
    "equity_multiplier",
    "net_debt_to_ebitda",
    "reserves_to_equity",
    "beta",
    "exit.multiple",
    "implied.multiple",
];
/// More digits than a reader compares.
const MOST_PLACES: u32 = 4;

impl Style {
    pub fn of_point(point: &DataPoint) -> Self {
        let unit = point.unit.as_str();
        if let Some(code) = unit.strip_suffix("/shares") {
            return Self::PerShare(code.to_owned());
        }
        match unit {
            "shares" => Self::Shares,
            "pure" => Self::of_ratio(&point.canonical_metric),
            code => Self::Money(code.to_owned()),
        }
    }

    pub fn of_line(id: &str, unit: &Unit) -> Self {
        match unit {
            Unit::Money(currency) => Self::Money(currency.code().to_owned()),
            Unit::MoneyPerShare(currency) => Self::PerShare(currency.code().to_owned()),
            Unit::Shares => Self::Shares,
            Unit::Years => Self::Times,
            Unit::Ratio => Self::of_ratio(id),
        }
    }

    fn of_ratio(metric: &str) -> Self {
        let base = metric.strip_suffix("_quartile1").unwrap_or(metric);
        if let Some(of) = base.strip_suffix("_change") {
            return if TIMES.contains(&of) {
                Self::SignedTimes
            } else {
                Self::Points
            };
        }
        if TIMES.contains(&base) {
            Self::Times
        } else if base.ends_with("_growth") || base.ends_with("_cagr") {
            Self::SignedPercent
        } else {
            Self::Percent
        }
    }
}

/// A value as a reader sees it.
pub fn printed(value: Decimal, style: &Style, language: Language) -> String {
    let scale = usual_scale(value, style, language);
    let places = usual_places(value, style, scale);
    shown(value, style, language, scale, places)
}

/// Whether `text` is `value` in this style, in either language, correctly rounded to any number of
/// places that keeps two digits.
pub fn is_printed(text: &str, value: Decimal, style: &Style) -> bool {
    [Language::En, Language::Zh].into_iter().any(|language| {
        printed(value, style, language) == text
            || scales(style, language).iter().any(|scale| {
                (0..=MOST_PLACES).any(|places| {
                    keeps_two_digits(value, style, *scale, places)
                        && shown(value, style, language, *scale, places) == text
                })
            })
    })
}

/// Power of ten of each word of scale.
fn scales(style: &Style, language: Language) -> &'static [u32] {
    match (style, language) {
        (Style::Money(_) | Style::Shares, Language::En) => &[0, 6, 9, 12],
        (Style::Money(_) | Style::Shares, Language::Zh) => &[0, 4, 6, 8, 12],
        _ => &[0],
    }
}

fn usual_scale(value: Decimal, style: &Style, language: Language) -> u32 {
    let usable = scales(style, language).iter().copied();
    usable
        .filter(|scale| *scale != 4 && value.abs() >= power_of_ten(*scale))
        .max()
        .unwrap_or(0)
}

fn usual_places(value: Decimal, style: &Style, scale: u32) -> u32 {
    match style {
        Style::Money(_) | Style::Shares if scale == 0 => 0,
        Style::Money(_) | Style::Shares => {
            let is_small = value.abs() < power_of_ten(scale) * Decimal::TEN;
            if is_small { 2 } else { 1 }
        }
        Style::PerShare(_) | Style::Times | Style::SignedTimes => 2,
        Style::Percent | Style::SignedPercent | Style::Points => 1,
    }
}

/// The number that is printed, before its scale word and unit.
fn rounded(value: Decimal, style: &Style, scale: u32, places: u32) -> Decimal {
    let counted = match style {
        Style::Percent | Style::SignedPercent | Style::Points => {
            value.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(value)
        }
        _ => value.checked_div(power_of_ten(scale)).unwrap_or(value),
    };
    counted.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero)
}

fn keeps_two_digits(value: Decimal, style: &Style, scale: u32, places: u32) -> bool {
    let number = rounded(value, style, scale, places);
    let digits = number.abs().checked_mul(power_of_ten(places));
    digits.is_some_and(|digits| digits >= Decimal::TEN)
}

fn shown(value: Decimal, style: &Style, language: Language, scale: u32, places: u32) -> String {
    let number = rounded(value, style, scale, places);
    let is_signed = matches!(
        style,
        Style::SignedPercent | Style::Points | Style::SignedTimes
    );
    let sign = if number < Decimal::ZERO {
        "-"
    } else if is_signed && number > Decimal::ZERO {
        "+"
    } else {
        ""
    };
    let digits = grouped(&format!("{:.*}", places as usize, number.abs()));
    let word = scale_word(scale, language);
    match (style, language) {
        (Style::Money(code), Language::En) => {
            let space = if word.is_empty() { "" } else { " " };
            format!("{sign}{}{digits}{space}{word}", symbol(code))
        }
        (Style::Money(code) | Style::PerShare(code), Language::Zh) => {
            format!("{sign}{digits}{word}{}", chinese_currency(code))
        }
        (Style::PerShare(code), Language::En) => format!("{sign}{}{digits}", symbol(code)),
        (Style::Shares, Language::En) => {
            let space = if word.is_empty() { "" } else { " " };
            format!("{sign}{digits}{space}{word} shares")
        }
        (Style::Shares, Language::Zh) => format!("{sign}{digits}{word}股"),
        (Style::Percent | Style::SignedPercent, _) => format!("{sign}{digits}%"),
        (Style::Points, Language::En) => format!("{sign}{digits} percentage points"),
        (Style::Points, Language::Zh) => format!("{sign}{digits}个百分点"),
        (Style::Times | Style::SignedTimes, Language::En) => format!("{sign}{digits} times"),
        (Style::Times | Style::SignedTimes, Language::Zh) => format!("{sign}{digits}倍"),
    }
}

fn scale_word(scale: u32, language: Language) -> &'static str {
    match (scale, language) {
        (4, _) => "万",
        (6, Language::En) => "million",
        (6, Language::Zh) => "百万",
        (8, _) => "亿",
        (9, _) => "billion",
        (12, Language::En) => "trillion",
        (12, Language::Zh) => "万亿",
        _ => "",
    }
}

/// What stands before an amount in English.
fn symbol(code: &str) -> String {
    match code {
        "USD" => "$".to_owned(),
        "EUR" => "€".to_owned(),
        "GBP" => "£".to_owned(),
        other => format!("{other} "),
    }
}

/// What stands behind an amount in Chinese.
fn chinese_currency(code: &str) -> &str {
    match code {
        "CNY" => "元",
        "USD" => "美元",
        "HKD" => "港元",
        "EUR" => "欧元",
        "GBP" => "英镑",
        "JPY" => "日元",
        "TWD" => "新台币元",
        other => other,
    }
}

fn power_of_ten(exponent: u32) -> Decimal {
    Decimal::from(10_u64.checked_pow(exponent).unwrap_or(u64::MAX))
}
