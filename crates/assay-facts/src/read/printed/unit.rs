//! In what a statement is counted.

use std::sync::LazyLock;

use assay_domain::Decimal;
use assay_figures::{currency_of, pattern};
use regex::Regex;

use super::is_scaled;
use crate::metric::UnitKind;
use crate::read::tables::number;

/// Powers of ten, for money and for numbers of shares; `None` where the statement does not say.
#[derive(Clone, Debug)]
pub(super) struct Units {
    pub(super) currency: &'static str,
    money: u32,
    shares: Option<u32>,
}

impl Units {
    /// What is said above a statement, and the sign of a currency in it. `report` tells whose dollar or yen
    /// a bare sign stands for.
    pub(super) fn stated(said: &str, body: &[&str], report: Report<'_>) -> Option<Self> {
        let lower = said.to_lowercase();
        let (main, except) = match lower.find("except") {
            Some(at) => lower.split_at(at),
            None => (lower.as_str(), ""),
        };
        let money = scale_in(main)?;
        let stated = std::iter::once(main).chain(body.iter().copied());
        let currency = stated
            .flat_map(currencies_in)
            .find_map(|sign| meant_by(sign, report))?;
        // `except number of shares, which are in thousands, and per share amounts`
        let of_shares = except.replace("per share", "").replace("per-share", "");
        let shares = match of_shares.contains("share") {
            false => Some(money),
            true if scale_in(&of_shares).is_some() => scale_in(&of_shares),
            true => Some(0),
        };
        Some(Self {
            currency,
            money,
            shares,
        })
    }

    pub(super) fn scale_of(&self, unit: UnitKind) -> Option<u32> {
        match unit {
            UnitKind::Shares => self.shares,
            unit if is_scaled(unit) => Some(self.money),
            UnitKind::Money | UnitKind::PerShare | UnitKind::Ratio => Some(0),
        }
    }
}

/// A whole report, and what it calls itself.
#[derive(Clone, Copy)]
pub(super) struct Report<'r> {
    pub(super) text: &'r str,
    pub(super) form: &'r str,
}

impl Report<'_> {
    /// A form of the regulator of the United States, whose dollar needs no name.
    fn is_american(self) -> bool {
        ["10-", "8-K", "Earnings release"]
            .iter()
            .any(|form| self.form.starts_with(form))
    }
}

/// How many zeros are left out, as it is written first: `in thousands`, `£m`, `RMB'000`, `₹ crore`, `单位：万元`.
fn scale_in(text: &str) -> Option<u32> {
    let found = SCALE.captures(text)?;
    let word = found.get(1).or_else(|| found.get(2))?.as_str();
    if word.ends_with("民币元") || word.starts_with("单位") {
        return Some(0);
    }
    Some(match word.trim_end_matches('s') {
        "thousand" | "'000" | "’000" | "000" | "000'" | "000’" | "teur" | "keur" | "t€"
        | "千元" | "千" => 3,
        "万元" | "萬元" => 4,
        "lakh" => 5,
        "million" | "mio" | "mn" | "m" | "百万" | "百萬" => 6,
        "crore" => 7,
        "亿元" | "億元" => 8,
        "billion" | "bn" => 9,
        _ => return None,
    })
}

static SCALE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(thousands?|['’]000s?|\b000s?['’]?s?|\bteur\b|\bkeur\b|t€|lakhs?|millions?|\bmio\b|\bmn\b|crores?|billions?|\bbn\b|百万|百萬|千元|万元|萬元|亿元|億元|单位[：:]\s*(?:人民币)?元|人民币元)|(?:[£€$¥₹]|\b(?:usd|eur|gbp|chf|inr|sek|nok|dkk|aud|cad|sgd|hkd|rmb|rm|zar|r))\s?['’]?(m)\b",
    )
});

/// Signs, codes and names of currencies in a text, in their order.
fn currencies_in(text: &str) -> impl Iterator<Item = &str> {
    CURRENCY.find_iter(text).map(|found| found.as_str())
}

static CURRENCY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:us|hk|au|a|cdn|ca|c|nz|s|nt|r)\$|[$€£¥￥₹₩]|\b(?:usd|eur|t?eur|keur|gbp|chf|inr|jpy|cny|rmb|hkd|aud|cad|nzd|sgd|twd|brl|krw|sek|nok|dkk|pln|zar)\b|\b(?:(?:hong kong|australian|canadian|singapore|new zealand|us|u\.s\.)\s+dollars?|dollars|euros?|pounds sterling|yen|renminbi|swiss francs|rupees|rs)\b|人民币|港元|港币|美元|日元|欧元|元",
    )
});

/// The currency that a sign stands for in a report. A bare dollar is that of the country whose dollars
/// the report speaks of, and a bare `¥` is told by the yen or the renminbi that it names.
fn meant_by(sign: &str, report: Report<'_>) -> Option<&'static str> {
    let lower = sign.to_lowercase();
    let count = |pattern: &Regex| pattern.find_iter(report.text).take(20).count();
    match lower.as_str() {
        "$" | "dollars" if report.is_american() => Some("USD"),
        "$" | "dollars" => {
            let others = OTHER_DOLLARS
                .iter()
                .map(|(code, pattern)| (count(pattern), *code));
            let (most, code) = others.max()?;
            let own = count(&US_DOLLARS);
            Some(if most > own { code } else { "USD" })
        }
        "¥" | "￥" => match (count(&YEN), count(&RENMINBI)) {
            (yen, renminbi) if yen > renminbi => Some("JPY"),
            (yen, renminbi) if renminbi > yen => Some("CNY"),
            _ => None,
        },
        name => {
            let dollar = DOLLAR_NAMES
                .iter()
                .find(|(name, _)| lower.starts_with(name));
            dollar.map(|(_, code)| *code).or_else(|| currency_of(name))
        }
    }
}

const DOLLAR_NAMES: [(&str, &str); 7] = [
    ("hong kong", "HKD"),
    ("australian", "AUD"),
    ("canadian", "CAD"),
    ("singapore", "SGD"),
    ("new zealand", "NZD"),
    ("us ", "USD"),
    ("u.s. ", "USD"),
];
static OTHER_DOLLARS: LazyLock<[(&str, Regex); 5]> = LazyLock::new(|| {
    [
        ("AUD", pattern(r"(?i)\bAU?\$|\bAUD\b|australian dollars?")),
        (
            "CAD",
            pattern(r"(?i)\b(?:C|CA|CDN)\$|\bCAD\b|canadian dollars?"),
        ),
        ("HKD", pattern(r"(?i)\bHK\$|\bHKD\b|hong kong dollars?")),
        ("NZD", pattern(r"(?i)\bNZ\$|\bNZD\b|new zealand dollars?")),
        ("SGD", pattern(r"(?i)\bS\$|\bSGD\b|singapore dollars?")),
    ]
});
static US_DOLLARS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\bUS\$|\bUSD\b|\bU\.?S\.? dollars?"));
static YEN: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\byen\b|\bJPY\b|\bjapan|日元"));
static RENMINBI: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\brmb\b|\brenminbi\b|\byuan\b|\bCNY\b|\bPRC\b|人民币"));

/// The value of a cell in whole units, and to which power of ten it is rounded.
pub(super) fn cell_value(cell: &str, scale: u32) -> Option<(Decimal, i32)> {
    if cell.contains('%') {
        return None;
    }
    let plain = cell.replace(['€', '£', '₹', '₩'], "");
    // `1'234.5` is Swiss, `△` a minus in Japan
    let plain = plain.replace(['\'', '’'], "").replace(['△', '▲'], "-");
    let value = number(plain.trim())?;
    let factor = Decimal::from(10_u64.checked_pow(scale)?);
    let places = i32::try_from(value.scale()).ok()?;
    let decimals = places - i32::try_from(scale).ok()?;
    Some((value.checked_mul(factor)?.normalize(), decimals))
}

/// Whether an amount per share is told in hundredths: `Basic earnings per share (pence)`.
pub(super) fn is_in_hundredths(label: &str) -> bool {
    static HUNDREDTHS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)\b(?:pence|cents?|euro\s?cents?)\b|\(\s*[pc¢]\s*\)|[–—,-]\s*p$")
    });
    HUNDREDTHS.is_match(label)
}
