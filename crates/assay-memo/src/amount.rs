//! Figures as a reader sees them.

use assay_charts::NumberFormat;
use assay_domain::{Decimal, Language};
use assay_valuation::{Traced, Unit};

/// The size of the amounts of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    exponent: i32,
    decimals: u32,
}

impl Scale {
    /// Millions, or whole units where the largest amount has no million.
    pub(crate) fn of(amounts: impl IntoIterator<Item = Decimal>) -> Self {
        let largest = amounts.into_iter().map(|one| one.abs()).max();
        let largest = largest.unwrap_or_default();
        if largest < Decimal::from(1_000_000) {
            Self {
                exponent: 0,
                decimals: 0,
            }
        } else if largest < Decimal::from(1_000_000_000) {
            Self {
                exponent: 6,
                decimals: 1,
            }
        } else {
            Self {
                exponent: 6,
                decimals: 0,
            }
        }
    }

    pub(crate) fn print(self, value: Decimal) -> String {
        self.format().print(value)
    }

    pub(crate) fn format(self) -> NumberFormat {
        NumberFormat {
            scale: self.exponent,
            decimals: self.decimals,
            ..NumberFormat::default()
        }
    }

    /// `USD m`, `百万元`.
    pub(crate) fn unit(self, currency: &str, language: Language) -> String {
        let word = currency_word(currency, language);
        match (self.exponent, language) {
            (0, _) => word,
            (_, Language::En) => format!("{word} m"),
            (_, Language::Zh) => format!("百万{word}"),
        }
    }
}

/// The name of a currency; a code without a name of its own stays.
pub(crate) fn currency_word(code: &str, language: Language) -> String {
    let chinese = match code {
        "CNY" => "元",
        "USD" => "美元",
        "HKD" => "港元",
        "EUR" => "欧元",
        "JPY" => "日元",
        "GBP" => "英镑",
        "TWD" => "新台币",
        other => return other.to_owned(),
    };
    language.pick(code, chinese).to_owned()
}

pub(crate) fn percent(ratio: Decimal) -> String {
    NumberFormat::percent(1).print(ratio)
}

pub(crate) fn percent_exact(ratio: Decimal) -> String {
    NumberFormat::percent(2).print(ratio)
}

pub(crate) fn signed_percent(ratio: Decimal) -> String {
    NumberFormat::percent(1).print_signed(ratio)
}

pub(crate) fn multiple(value: Decimal, language: Language) -> String {
    let number = NumberFormat::plain(1).print(value);
    language.pick(format!("{number}x"), format!("{number} 倍"))
}

pub(crate) fn plain(value: Decimal, decimals: u32) -> String {
    NumberFormat::plain(decimals).print(value)
}

/// All digits, thousands apart.
pub(crate) fn exact(value: Decimal) -> String {
    let value = value.normalize();
    NumberFormat::plain(value.scale().min(8)).print(value)
}

pub(crate) fn per_share(value: Decimal, currency: &str, language: Language) -> String {
    let number = NumberFormat::plain(2).print(value);
    let word = currency_word(currency, language);
    language.pick(format!("{word} {number}"), format!("{number} {word}"))
}

/// Amounts in a sentence: billions in English, 亿 in Chinese.
pub(crate) fn money(value: Decimal, currency: &str, language: Language) -> String {
    let word = currency_word(currency, language);
    let size = value.abs();
    let reaches = |power: u32| size >= Decimal::from(10_u64.pow(power));
    let (scale, decimals, name) = match language {
        Language::En if reaches(9) => (9, 2, " bn"),
        Language::En if reaches(6) => (6, 1, " m"),
        Language::Zh if reaches(10) => (8, 1, "亿"),
        Language::Zh if reaches(8) => (8, 2, "亿"),
        Language::Zh if reaches(4) => (4, 0, "万"),
        Language::En | Language::Zh => (0, 0, ""),
    };
    let format = NumberFormat {
        scale,
        decimals,
        ..NumberFormat::default()
    };
    let number = format.print(value);
    match language {
        Language::En => format!("{word} {number}{name}"),
        Language::Zh => format!("{number} {name}{word}"),
    }
}

pub(crate) fn shares(value: Decimal, language: Language) -> String {
    if value.abs() < Decimal::from(1_000_000) {
        return exact(value.round_dp(2));
    }
    let format = NumberFormat {
        scale: language.pick(6, 8),
        decimals: language.pick(1, 2),
        ..NumberFormat::default()
    };
    let number = format.print(value);
    language.pick(format!("{number} m"), format!("{number} 亿股"))
}

/// What a ratio of the valuation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RatioKind {
    Percent,
    Multiple,
    Plain,
}

pub(crate) fn ratio_kind(id: &str) -> RatioKind {
    let is_peer_multiple = ["ev_ebitda", "ev_ebit", "ev_sales", "pe", "pb"]
        .iter()
        .any(|family| {
            id.strip_prefix(family)
                .is_some_and(|rest| rest.starts_with('.') && !rest.starts_with(".implied"))
        });
    if id.contains("multiple") || id == "upside_to_downside" || is_peer_multiple {
        return RatioKind::Multiple;
    }
    let is_plain = matches!(
        id,
        "beta" | "half_year" | "fx.price" | "adr.ratio" | "implied.m" | "implied.b" | "implied.c"
    ) || id.starts_with("discount");
    if id == "pb.justified" {
        RatioKind::Multiple
    } else if is_plain {
        RatioKind::Plain
    } else {
        RatioKind::Percent
    }
}

/// A value of the valuation with its unit, as it stands in a sentence.
pub(crate) fn in_unit(id: &str, value: Decimal, unit: &Unit, language: Language) -> String {
    match unit {
        Unit::Money(currency) => money(value, currency.code(), language),
        Unit::MoneyPerShare(currency) => per_share(value, currency.code(), language),
        Unit::Shares => shares(value, language),
        Unit::Years => plain(value, 2),
        Unit::Ratio => match ratio_kind(id) {
            RatioKind::Percent => percent_exact(value),
            RatioKind::Multiple => multiple(value, language),
            RatioKind::Plain if id == "beta" => plain(value, 2),
            RatioKind::Plain => plain(value, 4),
        },
    }
}

pub(crate) fn traced(line: &Traced, language: Language) -> String {
    in_unit(&line.id, line.value, &line.unit, language)
}

/// A driver of the valuation, which has no unit of its own where it is moved.
pub(crate) fn driver(id: &str, value: Decimal, language: Language) -> String {
    if id == "stage_one" {
        return plain(value, 0);
    }
    match ratio_kind(id) {
        RatioKind::Percent => percent_exact(value),
        RatioKind::Multiple => multiple(value, language),
        RatioKind::Plain => plain(value, 2),
    }
}

/// A value of a data point with its unit, in a sentence.
pub(crate) fn of_unit(value: Decimal, unit: &str, language: Language) -> String {
    if let Some(currency) = unit
        .strip_suffix("/shares")
        .or_else(|| unit.strip_suffix("/share"))
    {
        return per_share(value, currency, language);
    }
    match unit {
        "pure" | "ratio" => percent(value),
        "shares" => shares(value, language),
        "times" => format!("{}x", value.round_dp(2)),
        "%" => format!("{}%", exact(value)),
        currency if is_currency(currency) => money(value, currency, language),
        other => format!("{} {other}", exact(value)),
    }
}

pub(crate) fn is_currency(unit: &str) -> bool {
    unit.len() == 3 && unit.bytes().all(|byte| byte.is_ascii_uppercase())
}
