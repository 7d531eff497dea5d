//! One number of a true sentence changed so that the sentence is false.
//!
//! A mutant counts only if the change makes the sentence false, told by how it was made:
//!
//! - a digit, scale word, unit or year that is changed gives another number or period than the one
//!   that the sentence, or the cell it was made from, prints; a year is not changed to one under
//!   which the same row prints the same number;
//! - a sign is turned on a number that is printed with its sign, or by the word that says up or down
//!   right before it; not in rows whose own name says loss or outlay, where accounts print either
//!   sign, and not on zero;
//! - a swapped cell is one of the same row or column that prints other digits, in the same unit.
//!
//! Numbers that say nothing about the world are left alone: days of a month, references such as
//! `Note 12`, digits that are part of a name.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Case;
use super::amount::{Amount, Unit};
use super::tables::{Cell, year_of};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Digit,
    Scale,
    Sign,
    Unit,
    Year,
    Row,
    Column,
}

impl Kind {
    pub(crate) const NUMERAL: [Self; 5] =
        [Self::Digit, Self::Scale, Self::Sign, Self::Unit, Self::Year];
    pub(crate) const BINDING: [Self; 2] = [Self::Row, Self::Column];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Digit => "digit",
            Self::Scale => "scale",
            Self::Sign => "sign",
            Self::Unit => "unit",
            Self::Year => "year",
            Self::Row => "swapped-row",
            Self::Column => "swapped-column",
        }
    }
}

/// Numbers drawn by a fixed rule, the same on every machine.
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn of(text: &str) -> Self {
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self::seeded(hash)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or_default() % limit.max(1)
    }

    fn pick<'t, T>(&mut self, list: &'t [T]) -> Option<&'t T> {
        list.get(self.below(list.len()))
    }

    /// At most `most` of a list, in its order.
    pub(crate) fn sample<T>(&mut self, list: Vec<T>, most: usize) -> Vec<T> {
        let mut left = list.len();
        let mut wanted = most.min(left);
        let mut kept = Vec::with_capacity(wanted);
        for item in list {
            if self.below(left) < wanted {
                kept.push(item);
                wanted -= 1;
            }
            left -= 1;
        }
        kept
    }
}

pub(crate) fn mutant(case: &Case, kind: Kind) -> Option<String> {
    let mut draw = Draw::of(&format!("{} {}", kind.name(), case.text));
    match &case.cell {
        Some(cell) => of_cell(cell, kind, &mut draw),
        None => of_prose(&case.text, kind, &mut draw),
    }
    .filter(|text| *text != case.text)
}

fn of_cell(cell: &Cell, kind: Kind, draw: &mut Draw) -> Option<String> {
    let with = |amount: Amount| Some(cell.sentence(&amount, &cell.heading));
    let amount = cell.amount.clone();
    match kind {
        Kind::Digit => with(Amount {
            digits: other_digit(&amount.digits, draw)?,
            ..amount
        }),
        Kind::Scale => match amount.unit {
            Unit::Money(sign, exponent) if exponent > 0 => {
                let others: Vec<u32> = [3, 6, 9].into_iter().filter(|e| *e != exponent).collect();
                let exponent = *draw.pick(&others)?;
                with(Amount {
                    unit: Unit::Money(sign, exponent),
                    ..amount
                })
            }
            _ => None,
        },
        Kind::Sign => {
            let zero = amount.digits.chars().all(|c| matches!(c, '0' | '.' | ','));
            (!zero && !names_outlay(&cell.label)).then_some(())?;
            with(Amount {
                negative: !amount.negative,
                ..amount
            })
        }
        Kind::Unit => match amount.unit {
            Unit::Money(Some(sign), exponent) => {
                let others: Vec<char> =
                    ['$', '€', '£'].into_iter().filter(|c| *c != sign).collect();
                let sign = *draw.pick(&others)?;
                with(Amount {
                    unit: Unit::Money(Some(sign), exponent),
                    ..amount
                })
            }
            Unit::Percent => {
                let text = cell.sentence(&amount, &cell.heading);
                let points = if cell.chinese {
                    "个百分点"
                } else {
                    " percentage points"
                };
                let at = text.find(&format!("{}%", amount.digits))? + amount.digits.len();
                Some(format!(
                    "{}{points}{}",
                    text.get(..at)?,
                    text.get(at + 1..)?
                ))
            }
            Unit::Money(None, _) => None,
        },
        Kind::Year => {
            let year = year_of(&cell.heading)?;
            let new = other_year(year, draw)?;
            let heading = cell.heading.replace(year, &new);
            let is_true = cell.twins.contains(&heading);
            (!is_true).then(|| cell.sentence(&amount, &heading))
        }
        Kind::Row => with(draw.pick(&cell.column)?.clone()),
        Kind::Column => with(draw.pick(&cell.row)?.clone()),
    }
}

fn names_outlay(label: &str) -> bool {
    const WORDS: [&str; 32] = [
        "loss",
        "used",
        "purchase",
        "payment",
        "paid",
        "repay",
        "expense",
        "cost",
        "dividend",
        "repurchase",
        "depreciation",
        "amorti",
        "impairment",
        "tax",
        "provision",
        "decrease",
        "reduction",
        "decline",
        "deduction",
        "outflow",
        "charge",
        "disposal",
        "less",
        "deficit",
        "vested",
        "lapsed",
        "forfeited",
        "cancelled",
        "canceled",
        "exercised",
        "expired",
        "losse",
    ];
    let lower = label.to_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

static NUMERAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?P<cur>US\$|[$€£])?(?P<num>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<after> ?%| percent\b| million\b| billion\b| thousand\b| trillion\b)?").ok()
});

pub(crate) fn has_numeral(text: &str) -> bool {
    !numerals(text).is_empty()
}

/// The numbers of a text that say something about the world.
fn numerals(text: &str) -> Vec<Captures<'_>> {
    let Some(pattern) = NUMERAL.as_ref() else {
        return Vec::new();
    };
    pattern
        .captures_iter(text)
        .filter(|found| counts(text, found))
        .collect()
}

const MONTHS: &str = " january february march april may june july august september october november december jan feb \
    mar apr jun jul aug sep sept oct nov dec ";
const REFERENCES: &str = " note notes item items section sections part level rule form no exhibit table page pages \
    article schedule chapter topic asu asc ifrs ias number title and or ";

fn counts(text: &str, found: &Captures<'_>) -> bool {
    let Some(whole) = found.get(0) else {
        return false;
    };
    let before = text.get(..whole.start()).unwrap_or_default();
    let after = text.get(whole.end()..).unwrap_or_default();
    let glued = before.ends_with(|c: char| {
        c.is_alphanumeric()
            || matches!(
                c,
                '.' | ',' | '-' | '–' | '_' | '/' | '#' | '&' | '’' | '\'' | '('
            )
    });
    let mut next = after.chars();
    let first = next.next();
    let second = next.next();
    let goes_on = first.is_some_and(|c| {
        c.is_alphanumeric() || matches!(c, '-' | '–' | '/' | '_' | '®' | '™' | ':')
    }) || (matches!(first, Some('.' | ',')) && second.is_some_and(char::is_numeric));
    let word = before
        .trim_end()
        .rsplit(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let padded = format!(" {} ", word.to_lowercase());
    let bare = found.name("cur").is_none() && found.name("after").is_none();
    let short = found.name("num").is_some_and(|num| num.len() <= 3);
    let is_day = bare && short && MONTHS.contains(&padded);
    let is_day_before_month = bare && short && {
        let following = after
            .trim_start()
            .split(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or_default();
        !following.is_empty() && MONTHS.contains(&format!(" {} ", following.to_lowercase()))
    };
    let is_reference = bare && !word.is_empty() && REFERENCES.contains(&padded) && !is_year(found);
    !(glued || goes_on || is_day || is_day_before_month || is_reference)
}

fn is_year(found: &Captures<'_>) -> bool {
    let bare = found.name("cur").is_none() && found.name("after").is_none();
    let num = found.name("num").map_or("", |num| num.as_str());
    bare && num.len() == 4
        && (num.starts_with("19") || num.starts_with("20"))
        && num.bytes().all(|b| b.is_ascii_digit())
}

fn of_prose(text: &str, kind: Kind, draw: &mut Draw) -> Option<String> {
    let found = numerals(text);
    match kind {
        Kind::Digit => {
            let amounts: Vec<&Captures<'_>> = found.iter().filter(|f| !is_year(f)).collect();
            let num = draw.pick(&amounts)?.name("num")?;
            let new = other_digit(num.as_str(), draw)?;
            spliced(text, num.range(), &new)
        }
        Kind::Scale => {
            const SCALES: [&str; 4] = [" thousand", " million", " billion", " trillion"];
            let scaled: Vec<_> = found
                .iter()
                .filter_map(|f| f.name("after"))
                .filter(|after| SCALES.contains(&after.as_str()))
                .collect();
            let old = draw.pick(&scaled)?;
            let others: Vec<&str> = SCALES.into_iter().filter(|s| *s != old.as_str()).collect();
            spliced(text, old.range(), draw.pick(&others)?)
        }
        Kind::Sign => turned(text, &found, draw),
        Kind::Unit => {
            let units: Vec<(std::ops::Range<usize>, String)> = found
                .iter()
                .filter_map(|f| {
                    if let Some(sign) = f.name("cur") {
                        let new = if sign.as_str() == "€" { "£" } else { "€" };
                        return Some((sign.range(), new.to_owned()));
                    }
                    let after = f.name("after")?;
                    let rate = matches!(after.as_str(), "%" | " %" | " percent");
                    rate.then(|| (after.range(), " basis points".to_owned()))
                })
                .collect();
            let (range, new) = draw.pick(&units)?;
            spliced(text, range.clone(), new)
        }
        Kind::Year => {
            let years: Vec<_> = found
                .iter()
                .filter(|f| is_year(f))
                .filter_map(|f| f.name("num"))
                .collect();
            let year = draw.pick(&years)?;
            spliced(text, year.range(), &other_year(year.as_str(), draw)?)
        }
        Kind::Row | Kind::Column => None,
    }
}

/// The word right before a number that says up or down, in its opposite.
fn turned(text: &str, found: &[Captures<'_>], draw: &mut Draw) -> Option<String> {
    const PAIRS: [(&str, &str); 9] = [
        ("increased", "decreased"),
        ("increase", "decrease"),
        ("rose", "fell"),
        ("grew", "declined"),
        ("growth", "decline"),
        ("higher", "lower"),
        ("net income", "net loss"),
        ("gain", "loss"),
        ("gains", "losses"),
    ];
    const REACH: usize = 30;
    let mut turns: Vec<(std::ops::Range<usize>, &str)> = Vec::new();
    for numeral in found.iter().filter(|f| !is_year(f)) {
        let Some(start) = numeral.get(0).map(|whole| whole.start()) else {
            continue;
        };
        let from = text.floor_char_boundary(start.saturating_sub(REACH));
        let near = text.get(from..start).unwrap_or_default();
        for (a, b) in PAIRS {
            for (old, new) in [(a, b), (b, a)] {
                for (at, _) in near.match_indices(old) {
                    let before = near.get(..at).unwrap_or_default();
                    let after = near.get(at + old.len()..).unwrap_or_default();
                    let whole = !before.ends_with(char::is_alphabetic)
                        && !after.starts_with(char::is_alphabetic);
                    let alone = !after.contains(|c: char| {
                        c.is_ascii_digit() || matches!(c, ',' | ';' | '(' | ')')
                    });
                    if whole && alone {
                        turns.push((from + at..from + at + old.len(), new));
                    }
                }
            }
        }
    }
    let (range, new) = draw.pick(&turns)?;
    spliced(text, range.clone(), new)
}

fn spliced(text: &str, range: std::ops::Range<usize>, new: &str) -> Option<String> {
    Some(format!(
        "{}{new}{}",
        text.get(..range.start)?,
        text.get(range.end..)?
    ))
}

fn other_digit(digits: &str, draw: &mut Draw) -> Option<String> {
    let places: Vec<usize> = digits
        .char_indices()
        .filter(|(_, c)| c.is_ascii_digit())
        .map(|(at, _)| at)
        .collect();
    let at = *draw.pick(&places)?;
    let old = digits.get(at..=at)?.parse::<usize>().ok()?;
    let is_lead = at == 0 && digits.len() > 1;
    let fitting: Vec<usize> = (0..10)
        .filter(|new| *new != old && !(is_lead && *new == 0))
        .collect();
    let new = draw.pick(&fitting)?;
    Some(format!(
        "{}{new}{}",
        digits.get(..at)?,
        digits.get(at + 1..)?
    ))
}

fn other_year(year: &str, draw: &mut Draw) -> Option<String> {
    let year: i32 = year.parse().ok()?;
    let step = *draw.pick(&[-2, -1, 1, 2])?;
    Some((year + step).to_string())
}
