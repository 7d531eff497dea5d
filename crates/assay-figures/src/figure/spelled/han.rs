//! `一千三百零五亿`, `十二万六千`, `一点三万亿`, `百分之七点五`.

use assay_domain::Decimal;

use super::super::number::exponent_of;
use super::{Needs, Spelled};
use crate::embedded::cut;

fn digit(c: char) -> Option<u64> {
    let place = "零一二三四五六七八九".chars().position(|known| known == c);
    match c {
        '〇' => Some(0),
        '两' => Some(2),
        _ => place.and_then(|place| u64::try_from(place).ok()),
    }
}

fn unit(c: char) -> Option<u64> {
    Some(match c {
        '十' => 10,
        '百' => 100,
        '千' => 1_000,
        '万' => 10_000,
        '亿' => 100_000_000,
        _ => return None,
    })
}

fn is_numeral(c: char) -> bool {
    digit(c).is_some() || unit(c).is_some() || c == '点'
}

/// All numbers that a text writes in Chinese characters.
pub(super) fn all(text: &str) -> Vec<Spelled> {
    const PERCENT: &str = "百分之";
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(step) = cut(text, at..text.len()).find(is_numeral) {
        let start = at + step;
        let rest = cut(text, start..text.len());
        let percent = rest.strip_prefix(PERCENT);
        let body = percent.unwrap_or(rest);
        let length = body.find(|c| !is_numeral(c)).unwrap_or(body.len());
        let run = cut(body, 0..length).trim_end_matches('点');
        let lead = rest.len() - body.len();
        let end = start + lead + run.len();
        at = (start + lead + length).max(start + 1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
        let before = cut(text, 0..start).chars().next_back();
        let after = cut(text, end..text.len()).chars().next();
        let read = match percent {
            Some(_) => amount(run).map(|(value, exponent)| (value, exponent, Needs::IsPercent)),
            None if is_part_of_another(before, after) => None,
            None => amount_with_unit(run),
        };
        if let Some((value, exponent, needs)) = read {
            found.push(Spelled {
                range: start..end,
                value,
                exponent,
                needs,
            });
        }
    }
    found
}

/// `第一百`, `数十亿`, `一百多亿`, `十二月`, `三千分之一`
fn is_part_of_another(before: Option<char>, after: Option<char>) -> bool {
    let leads = |c: char| "第数几上好多每.,".contains(c) || c.is_ascii_digit();
    let follows = |c: char| "年月日号季届期级多余几来强分岁倍".contains(c);
    before.is_some_and(leads) || after.is_some_and(follows)
}

fn amount_with_unit(run: &str) -> Option<(Decimal, u32, Needs)> {
    let is_large = run.contains(['万', '亿']);
    let has_unit = run.chars().any(|c| unit(c).is_some());
    if !has_unit {
        return None;
    }
    let (value, exponent) = amount(run)?;
    let needs = match is_large {
        true => Needs::Nothing,
        false if value >= Decimal::ONE_HUNDRED => Needs::UnitOrCount,
        false => Needs::Unit,
    };
    Some((value, exponent, needs))
}

fn amount(run: &str) -> Option<(Decimal, u32)> {
    let Some((whole, rest)) = run.split_once('点') else {
        return whole_number(run);
    };
    let (whole, power) = whole_number(whole)?;
    let length = rest.find(|c| digit(c).is_none()).unwrap_or(rest.len());
    let (fraction, scale) = rest.split_at_checked(length)?;
    let exponent = exponent_of(scale);
    let is_scale = scale.is_empty() || exponent > 0;
    let is_plain = power == 0 && is_scale && !fraction.is_empty();
    let mut value = whole;
    for c in fraction.chars() {
        value = value
            .checked_mul(Decimal::TEN)?
            .checked_add(Decimal::from(digit(c)?))?;
    }
    // As many places as there are digits, a last zero included.
    value
        .set_scale(u32::try_from(fraction.chars().count()).ok()?)
        .ok()?;
    is_plain.then_some((value, exponent))
}

/// `None` for `一万五`, which leaves its last scale out, and for digits without scales (`二〇二四`).
fn whole_number(run: &str) -> Option<(Decimal, u32)> {
    let mut tally = Tally::default();
    for c in run.chars() {
        match (digit(c), unit(c)) {
            (Some(0), _) if tally.open.is_none() => tally.is_padded = true,
            (Some(value), _) if tally.open.is_none() => tally.open = Some(value),
            (None, Some(unit)) => {
                tally.multiply(unit)?;
                tally.last_unit = unit;
                tally.is_padded = false;
            }
            _ => return None,
        }
    }
    if let Some(value) = tally.open {
        let is_shortened = tally.last_unit > 10 && !tally.is_padded;
        tally.section += (!is_shortened).then_some(value)?;
    }
    let small = tally.ten_thousands.checked_add(tally.section)?;
    let sum = tally.hundred_millions.checked_add(small)?;
    let exponent = match run {
        _ if run.ends_with("万亿") => 12,
        _ if run.ends_with('亿') => 8,
        _ if run.ends_with('万') => 4,
        _ if run.ends_with('千') && run.contains(['万', '亿']) => 3,
        _ => 0,
    };
    let value = Decimal::from(sum).checked_div(Decimal::from(10_u64.checked_pow(exponent)?))?;
    (sum > 0).then_some((value, exponent))
}

/// In single units.
#[derive(Default)]
struct Tally {
    hundred_millions: u64,
    ten_thousands: u64,
    section: u64,
    /// The digit that waits for its scale.
    open: Option<u64>,
    last_unit: u64,
    /// A zero stands before what comes.
    is_padded: bool,
}

impl Tally {
    fn multiply(&mut self, unit: u64) -> Option<()> {
        if unit < 10_000 {
            let ten_alone = unit == 10 && self.section == 0;
            let count = self.open.take().or(ten_alone.then_some(1))?;
            self.section = self.section.checked_add(count.checked_mul(unit)?)?;
            return Some(());
        }
        let section =
            std::mem::take(&mut self.section).checked_add(self.open.take().unwrap_or(0))?;
        if unit == 10_000 {
            let is_first = section > 0 && self.ten_thousands == 0;
            self.ten_thousands = is_first.then_some(section.checked_mul(unit)?)?;
        } else {
            let base = std::mem::take(&mut self.ten_thousands).checked_add(section)?;
            let is_first = base > 0 && self.hundred_millions == 0;
            self.hundred_millions = is_first.then_some(base.checked_mul(unit)?)?;
        }
        Some(())
    }
}
