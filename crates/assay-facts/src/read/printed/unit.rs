//! In what a statement is counted.

use assay_domain::Decimal;
use assay_figures::first_currency;

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
    /// What is said above a statement, and the sign of a currency in it.
    pub(super) fn stated(said: &str, body: &[&str]) -> Option<Self> {
        let lower = said.to_lowercase();
        let (main, except) = match lower.find("except") {
            Some(at) => lower.split_at(at),
            None => (lower.as_str(), ""),
        };
        let money = scale_in(main)?;
        let currency =
            named_currency(main).or_else(|| body.iter().find_map(|line| first_currency(line)))?;
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

fn scale_in(text: &str) -> Option<u32> {
    const SCALES: [(&str, u32); 7] = [
        ("thousand", 3),
        ("million", 6),
        ("billion", 9),
        ("000s", 3),
        ("'000", 3),
        ("’000", 3),
        ("000's", 3),
    ];
    let found = SCALES
        .iter()
        .filter_map(|(word, power)| Some((text.find(word)?, *power)));
    found.min_by_key(|(at, _)| *at).map(|(_, power)| power)
}

/// A currency in words. A bare `dollar` is that of the country whose form it is.
fn named_currency(text: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 9] = [
        ("euro", "EUR"),
        ("pounds sterling", "GBP"),
        ("yen", "JPY"),
        ("renminbi", "CNY"),
        ("rmb", "CNY"),
        ("swiss franc", "CHF"),
        ("canadian dollar", "CAD"),
        ("hong kong dollar", "HKD"),
        ("dollars", "USD"),
    ];
    NAMES
        .iter()
        .find(|(name, _)| text.contains(name))
        .map(|(_, code)| *code)
}

/// The value of a cell in whole units, and to which power of ten it is rounded.
pub(super) fn cell_value(cell: &str, scale: u32) -> Option<(Decimal, i32)> {
    if cell.contains('%') {
        return None;
    }
    let plain = cell.replace(['€', '£'], "");
    let value = number(plain.trim())?;
    let factor = Decimal::from(10_u64.checked_pow(scale)?);
    let places = i32::try_from(value.scale()).ok()?;
    let decimals = places - i32::try_from(scale).ok()?;
    Some((value.checked_mul(factor)?.normalize(), decimals))
}
