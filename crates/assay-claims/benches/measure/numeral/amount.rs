//! Amounts as tables print them and as sentences say them.

use std::sync::LazyLock;

use regex::Regex;

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) negative: bool,
    /// As printed, with separators.
    pub(crate) digits: String,
    pub(crate) unit: Unit,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Percent,
    /// Sign and power of ten, as far as the table gives them.
    Money(Option<char>, u32),
}

static AMOUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<cur>[$€£¥])? ?(?P<neg>[-(])?(?P<cur2>[$€£¥])? ?(?P<num>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?) ?\)? ?(?P<pct>%)?\)?$").ok()
});

pub(crate) fn amount_of(cell: &str) -> Option<Amount> {
    let found = AMOUNT.as_ref()?.captures(cell)?;
    let digits = found.name("num")?.as_str();
    let is_year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    let sign = found.name("cur").or_else(|| found.name("cur2"));
    let percent = found.name("pct").is_some();
    if is_year && sign.is_none() && !percent {
        return None;
    }
    Some(Amount {
        negative: found.name("neg").is_some(),
        digits: digits.to_owned(),
        unit: if percent {
            Unit::Percent
        } else {
            Unit::Money(sign.and_then(|sign| sign.as_str().chars().next()), 0)
        },
    })
}

/// The amount with the scale and sign that the header over it, its row or the corner of the table
/// states. `None` where it is not plain that they hold for this row: for rates, counts and prices,
/// and where the header makes exceptions.
pub(crate) fn with_unit(amount: Amount, label: &str, heading: &str, notes: &str) -> Option<Amount> {
    let Unit::Money(own, _) = amount.unit else {
        return Some(amount);
    };
    const PLAIN: [&str; 24] = [
        "per ",
        "share",
        "number",
        "rate",
        "ratio",
        "percent",
        "%",
        "day",
        "year",
        "month",
        "employee",
        "unit",
        "price",
        "yield",
        "weighted",
        "basic",
        "diluted",
        "margin",
        "no.",
        "headcount",
        "multiple",
        "cents",
        "eps",
        "change",
    ];
    let near = format!("{label} {heading}").to_lowercase();
    let lower = notes.to_lowercase();
    let has = |list: &[&str]| list.iter().any(|word| lower.contains(word));
    let exponent = if has(&["thousand", "'000", "’000", "‘000", "000s", "$000"]) {
        3
    } else if has(&["million", "$m", "£m", "€m"]) {
        6
    } else if has(&["billion", "$bn", "£bn", "€bn"]) {
        9
    } else {
        0
    };
    let is_plain = PLAIN.iter().any(|word| near.contains(word));
    let is_mixed = has(&["except", "%", "percent"]);
    if is_plain || is_mixed {
        return (exponent == 0).then_some(amount);
    }
    let signs: Vec<char> = notes.chars().filter(|c| "$€£".contains(*c)).collect();
    let stated = signs
        .first()
        .copied()
        .filter(|sign| signs.iter().all(|s| s == sign));
    Some(Amount {
        unit: Unit::Money(own.or(stated), exponent),
        ..amount
    })
}

impl Amount {
    pub(crate) fn english(&self) -> String {
        let minus = if self.negative { "-" } else { "" };
        match self.unit {
            Unit::Percent => format!("{minus}{}%", self.digits),
            Unit::Money(sign, exponent) => {
                let sign = sign.map(String::from).unwrap_or_default();
                let scale = match exponent {
                    3 => " thousand",
                    6 => " million",
                    9 => " billion",
                    _ => "",
                };
                format!("{minus}{sign}{}{scale}", self.digits)
            }
        }
    }

    pub(crate) fn chinese(&self) -> String {
        let minus = if self.negative { "-" } else { "" };
        match self.unit {
            Unit::Percent => format!("{minus}{}%", self.digits),
            Unit::Money(sign, exponent) => {
                let scale = match exponent {
                    3 => "千",
                    6 => "百万",
                    9 => "十亿",
                    _ => "",
                };
                let name = match sign {
                    Some('$') => "美元",
                    Some('€') => "欧元",
                    Some('£') => "英镑",
                    Some(_) => "元",
                    None => "",
                };
                format!("{minus}{}{scale}{name}", self.digits)
            }
        }
    }
}
