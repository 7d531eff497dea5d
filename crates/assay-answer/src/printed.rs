//! Amounts, ratios and periods in the words of a language.

use assay_domain::{Date, Decimal, Language, grouped};
use assay_facts::{Basis, DataPoint, derived_metric, metric, metric_title};
use assay_figures::{Period, Span};
use rust_decimal::RoundingStrategy;

const MILLION: i64 = 1_000_000;
const BILLION: i64 = 1_000_000_000;
const WAN: i64 = 10_000;
const YI: i64 = 100_000_000;

/// A value with its unit as a reader would write it.
pub(crate) fn value(value: Decimal, unit: &str, language: Language) -> String {
    match unit.split_once('/') {
        Some((currency, "shares")) => match language {
            Language::En => format!("{}{}", sign_of(currency), fixed(value, 2)),
            Language::Zh => format!("{}{}", fixed(value, 2), name_of(currency)),
        },
        _ if unit == "pure" => format!("{}%", fixed(value * Decimal::ONE_HUNDRED, 1)),
        _ if unit == "shares" => match language {
            Language::En => format!("{} shares", scaled(value, language)),
            Language::Zh => format!("{}股", scaled(value, language)),
        },
        _ => money(value, unit, language),
    }
}

pub(crate) fn money(value: Decimal, currency: &str, language: Language) -> String {
    let sign = if value.is_sign_negative() && !value.is_zero() {
        "-"
    } else {
        ""
    };
    let amount = scaled(value.abs(), language);
    match language {
        Language::En => format!("{sign}{}{amount}", sign_of(currency)),
        Language::Zh => format!("{sign}{amount}{}", name_of(currency)),
    }
}

/// In millions or billions, in 万 or 亿: to two places, and without zeros where that is all of it.
fn scaled(value: Decimal, language: Language) -> String {
    let steps: &[(i64, &str)] = match language {
        Language::En => &[(BILLION, " billion"), (MILLION, " million")],
        Language::Zh => &[(YI, "亿"), (WAN, "万")],
    };
    let fits = |(step, _): &&(i64, &str)| value.abs() >= Decimal::from(*step);
    let Some((step, word)) = steps.iter().find(fits) else {
        return grouped(&value.normalize().to_string());
    };
    let shown = (value / Decimal::from(*step)).normalize();
    match shown.scale() <= 2 {
        true => format!("{}{word}", grouped(&shown.to_string())),
        false => format!("{}{word}", fixed(shown, 2)),
    }
}

/// With so many places and groups of digits.
pub(crate) fn fixed(value: Decimal, places: u32) -> String {
    let mut value = value.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
    value.rescale(places);
    grouped(&value.to_string())
}

fn sign_of(currency: &str) -> String {
    match currency {
        "USD" => "$".to_owned(),
        "EUR" => "€".to_owned(),
        "GBP" => "£".to_owned(),
        other => format!("{other} "),
    }
}

fn name_of(currency: &str) -> &str {
    match currency {
        "USD" => "美元",
        "EUR" => "欧元",
        "GBP" => "英镑",
        "CNY" => "元",
        "JPY" => "日元",
        "HKD" => "港元",
        other => other,
    }
}

/// What a metric is called inside of a sentence.
pub(crate) fn title(name: &str, language: Language) -> String {
    let title = metric_title(name, language);
    let first_word = title.split(' ').next().unwrap_or_default();
    let is_acronym = first_word.chars().filter(|c| c.is_uppercase()).count() > 1;
    if is_acronym {
        title.to_owned()
    } else {
        title.to_lowercase()
    }
}

/// The period of a point: its fiscal year by name, and its last day where that is not the year's.
pub(crate) fn period(point: &DataPoint, language: Language) -> String {
    let end = point.period.end;
    let is_year_end = (end.month(), end.day()) == (12, 31);
    let label = point.period.fiscal_label.as_deref().unwrap_or_default();
    let year = label
        .strip_prefix("FY")
        .or_else(|| label.strip_prefix("TTM FY"))
        .and_then(|rest| rest.get(..4));
    match (point.period.basis, year) {
        (Basis::Fy, Some(year)) if is_year_end => {
            language.pick(year.to_owned(), format!("{year}年"))
        }
        (Basis::Fy, Some(year)) => language.pick(
            format!("fiscal {year} (to {end})"),
            format!("{year}财年（截至{}）", day(end, language)),
        ),
        (Basis::Instant, _) => {
            language.pick(format!("at {end}"), format!("截至{}", day(end, language)))
        }
        _ if let Some(weeks) = odd_weeks(point) => language.pick(
            format!("the {weeks} weeks to {end}"),
            format!("截至{}的{weeks}周", day(end, language)),
        ),
        (Basis::Q, _) => language.pick(
            format!("the quarter to {end}"),
            format!("截至{}的单季", day(end, language)),
        ),
        (Basis::H1, _) => language.pick(
            format!("the six months to {end}"),
            format!("截至{}的六个月", day(end, language)),
        ),
        (Basis::NineMonths, _) => language.pick(
            format!("the nine months to {end}"),
            format!("截至{}的九个月", day(end, language)),
        ),
        _ => language.pick(
            format!("the period to {end}"),
            format!("截至{}", day(end, language)),
        ),
    }
}

/// Weeks of a period that is called neither a quarter nor so many months.
fn odd_weeks(point: &DataPoint) -> Option<i32> {
    let days = point.period.days;
    let is_usual = [91, 182, 273].iter().any(|usual| (days - usual).abs() <= 8);
    let is_part = matches!(point.period.basis, Basis::Q | Basis::H1 | Basis::NineMonths);
    (is_part && days % 7 == 0 && !is_usual).then_some(days / 7)
}

pub(crate) fn day(date: Date, language: Language) -> String {
    match language {
        Language::En => date.to_string(),
        Language::Zh => format!("{}年{}月{}日", date.year(), date.month(), date.day()),
    }
}

pub(crate) fn is_balance(name: &str) -> bool {
    metric(name).map_or_else(
        || derived_metric(name).is_some_and(|spec| spec.is_stock),
        |spec| spec.is_stock,
    )
}

/// A stated period: `2024`, 2024年, `Q2 2024`.
pub(crate) fn stated(period: Period, language: Language) -> String {
    match (language, period.span) {
        (Language::Zh, Span::Year) => format!("{period}年"),
        _ => period.to_string(),
    }
}
