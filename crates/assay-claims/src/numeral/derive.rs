//! Arithmetic that a sentence announces, searched for among the figures that it can mean.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use assay_domain::Decimal;
use assay_figures::{
    Direction, Needles, Period, Span, Unit, WordSet, direction_behind, direction_in_han,
};
use rust_decimal::RoundingStrategy;

use super::bind::Asked;
use super::book::Entry;
use super::ratio::NamedRatio;
use super::value::{Hedge, Place, Value, is_hedged};
use super::when::{PeriodFit, fit};
use super::words::{Words, tokens};

/// What kind of arithmetic a sentence speaks of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Announced {
    change: bool,
    share: bool,
    total: bool,
    mean: bool,
    compound: bool,
    /// Of a quarter, without saying which.
    quarter: bool,
}

/// Beside the words of direction.
const CHANGE: &str = "difference change changed left";
const SHARE: &str = "margin share percentage proportion accounted represented representing accounting \
    ratio comprised constituted times multiple";
const TOTAL: &str =
    "total totaled totalled totalling combined sum together aggregate altogether add";
const MEAN: &str = "average averaged mean averaging";
const COMPOUND: &str = "cagr compound annualized annualised";

fn listed(words: &'static str) -> WordSet {
    WordSet::of(words.split(' '))
}

static CHANGES: LazyLock<WordSet> = LazyLock::new(|| listed(CHANGE));
static SHARES: LazyLock<WordSet> = LazyLock::new(|| listed(SHARE));
static TOTALS: LazyLock<WordSet> = LazyLock::new(|| listed(TOTAL));
static MEANS: LazyLock<WordSet> = LazyLock::new(|| listed(MEAN));
static COMPOUNDS: LazyLock<WordSet> = LazyLock::new(|| listed(COMPOUND));
static RATES: LazyLock<Needles> = LazyLock::new(|| {
    Needles::of([
        "% of ",
        "percent of ",
        "half of ",
        "third of ",
        "thirds of ",
        "quarter of ",
        "quarters of ",
        "fifth of ",
        "fifths of ",
        "sixth of ",
        "eighth of ",
        "tenth of ",
    ])
});

impl Announced {
    pub(crate) fn by(sentence: &str) -> Self {
        let words = tokens(sentence);
        let any = |list: &WordSet| words.iter().any(|word| list.contains(word));
        let moves = || words.iter().any(|word| direction_behind(word).is_some());
        let han = |list: &[&str]| list.iter().any(|word| sentence.contains(word));
        Self {
            change: any(&CHANGES)
                || moves()
                || direction_in_han(sentence).is_some()
                || han(&["增", "减", "升", "降", "跌", "涨", "变动", "差", "余"]),
            share: any(&SHARES)
                || RATES.is_any_in(sentence)
                || han(&["占", "率", "比例", "份额", "倍", "分之", "一半", "成"]),
            total: any(&TOTALS) || han(&["合计", "总计", "共计", "总额", "累计"]),
            mean: any(&MEANS) || han(&["平均", "均值"]),
            compound: any(&COMPOUNDS) || han(&["复合", "年均"]),
            quarter: words
                .iter()
                .any(|word| word.eq_ignore_ascii_case("quarterly")),
        }
    }
}

/// Most pairs of figures that are tried; a row of accounts has a few dozen.
const MOST_PAIRS: usize = 400;

pub(crate) struct Derivation<'a> {
    pub(crate) asked: Asked<'a>,
    pub(crate) announced: Announced,
    /// The figures of the evidence behind the other numbers of the sentence.
    pub(crate) operands: &'a [&'a Value],
    pub(crate) entries: &'a [Entry<'a>],
}

impl Derivation<'_> {
    /// The formula by which the number follows from the evidence.
    pub(crate) fn formula(&self) -> Option<String> {
        let Announced {
            change,
            share,
            total,
            mean,
            compound,
            ..
        } = self.announced;
        let claim = self.asked.value;
        let is_rate = claim.unit == Unit::Percent;
        let by_change = || change.then(|| self.change()).flatten();
        let by_growth = || compound.then(|| self.compound_growth()).flatten();
        let by_share = || share.then(|| self.share()).flatten();
        let by_joint = || {
            (total && !is_rate)
                .then(|| self.first_sum(self.columns(), false))
                .flatten()
        };
        let by_total = || total.then(|| self.sum(false)).flatten();
        let by_mean = || mean.then(|| self.sum(true)).flatten();
        let is_stated_otherwise = self.is_stated_otherwise();
        if is_rate && is_stated_otherwise {
            return None;
        }
        by_change()
            .or_else(by_growth)
            .or_else(by_joint)
            .or_else(|| {
                if is_stated_otherwise {
                    return None;
                }
                let by_name = || NamedRatio::of(claim)?.formula(&self.asked, self.entries);
                by_name()
                    .or_else(by_share)
                    .or_else(by_total)
                    .or_else(by_mean)
            })
    }

    /// A cell that is named by the claim in full has another value.
    fn is_stated_otherwise(&self) -> bool {
        let claim = self.asked.value;
        self.entries.iter().any(|entry| {
            // by how much it changed is not what it is
            let is_change = entry.value.is_change() && claim.direction.is_none();
            if !entry.value.place.is_cell() || claim.is_other_kind(entry.value) || is_change {
                return false;
            }
            let support = self.asked.support(entry.value);
            let is_named = support.missing == 0 && !support.hits.is_empty();
            is_named && support.period != PeriodFit::Conflict
        })
    }

    fn change(&self) -> Option<String> {
        let claim = self.asked.value;
        for (old, new) in self.series_pairs() {
            let (Some(a), Some(b)) = (signed_amount(old), signed_amount(new)) else {
                continue;
            };
            let Some(difference) = b.checked_sub(a) else {
                continue;
            };
            let (a_text, b_text) = (printed(old), printed(new));
            let found = match claim.unit {
                Unit::Percent if old.unit != Unit::Percent => {
                    let growth = difference
                        .checked_div(a.abs())
                        .and_then(|ratio| ratio.checked_mul(Decimal::ONE_HUNDRED));
                    growth
                        .filter(|growth| matches(claim, *growth))
                        .map(|_| format!("({b_text} − {a_text}) / {a_text}"))
                }
                Unit::PercentagePoint if old.unit == Unit::Percent => {
                    matches(claim, difference).then(|| format!("{b_text} − {a_text}"))
                }
                Unit::BasisPoint if old.unit == Unit::Percent => difference
                    .checked_mul(Decimal::ONE_HUNDRED)
                    .filter(|points| matches(claim, *points))
                    .map(|_| format!("({b_text} − {a_text}) × 100")),
                _ if same_unit(claim, old) => {
                    matches(claim, difference).then(|| format!("{b_text} − {a_text}"))
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// `(1 + r)ⁿ` must carry the old figure to the new one, within the digits printed.
    fn compound_growth(&self) -> Option<String> {
        let claim = self.asked.value;
        if claim.unit != Unit::Percent {
            return None;
        }
        let rate = if claim.negative || claim.direction == Some(Direction::Down) {
            -claim.magnitude
        } else {
            claim.magnitude
        };
        let half = Decimal::new(5, claim.magnitude.scale() + 1);
        self.series_pairs().into_iter().find_map(|(old, new)| {
            let years = u32::try_from(new.period?.year - old.period?.year).ok()?;
            let (a, b) = (signed_amount(old)?, signed_amount(new)?);
            let low = compounded(a, rate.checked_sub(half)?, years)?;
            let high = compounded(a, rate.checked_add(half)?, years)?;
            (years >= 2 && a > Decimal::ZERO && low <= b && b <= high)
                .then(|| format!("({} / {})^(1/{years}) − 1", printed(new), printed(old)))
        })
    }

    fn share(&self) -> Option<String> {
        let claim = self.asked.value;
        let factor = match claim.unit {
            Unit::Percent => Decimal::ONE_HUNDRED,
            Unit::Multiple => Decimal::ONE,
            _ => return None,
        };
        self.part_pairs().into_iter().find_map(|(part, whole)| {
            let (a, b) = (signed_amount(part)?, signed_amount(whole)?);
            let ratio = a.checked_div(b)?.checked_mul(factor)?;
            matches(claim, ratio).then(|| format!("{} / {}", printed(part), printed(whole)))
        })
    }

    /// The sum or mean of the other numbers of the sentence, or of the cells of a row that the
    /// sentence names.
    fn sum(&self, is_mean: bool) -> Option<String> {
        let claim = self.asked.value;
        let own: Vec<&Value> = self
            .operands
            .iter()
            .copied()
            .filter(|value| same_unit(claim, value))
            .collect();
        let mut groups = vec![own];
        groups.extend(self.rows().into_iter().map(|row| {
            let cells = row.into_iter();
            cells.filter(|value| same_unit(claim, value)).collect()
        }));
        self.first_sum(groups, is_mean)
    }

    fn first_sum(&self, groups: Vec<Vec<&Value>>, is_mean: bool) -> Option<String> {
        let claim = self.asked.value;
        groups.into_iter().find_map(|group: Vec<&Value>| {
            if group.len() < 2 {
                return None;
            }
            let mut total = Decimal::ZERO;
            for value in &group {
                total = total.checked_add(signed_amount(value)?)?;
            }
            let terms: Vec<String> = group
                .iter()
                .map(|value| printed(value).to_string())
                .collect();
            let terms = terms.join(" + ");
            if is_mean {
                let count = Decimal::from(group.len());
                let mean = total.checked_div(count)?;
                matches(claim, mean).then(|| format!("({terms}) / {count}"))
            } else {
                matches(claim, total).then_some(terms)
            }
        })
    }

    /// Older and newer figure of one series.
    fn series_pairs(&self) -> Vec<(&Value, &Value)> {
        let mut found: Vec<(&Value, &Value)> = Vec::new();
        let mut groups: Vec<Vec<&Value>> = vec![self.operands.to_vec()];
        groups.extend(self.rows());
        groups.push(self.same_metric());
        for (place, group) in groups.iter().enumerate() {
            for old in group {
                for new in group {
                    let ordered = match (old.period, new.period) {
                        (Some(a), Some(b)) => later(a, b),
                        // In one sentence the words give the order.
                        _ => place == 0,
                    };
                    let is_asked = place == 0
                        || self.asks_for(old, new) && !self.skips_a_year(old, new, group);
                    let is_pair = !std::ptr::eq(*old, *new) && same_unit(new, old);
                    if ordered && is_asked && is_pair && found.len() < MOST_PAIRS {
                        found.push((*old, *new));
                    }
                }
            }
        }
        found
    }

    /// The newer figure is of a period that the sentence names, if it names one; the older one too,
    /// if it names several.
    fn asks_for(&self, old: &Value, new: &Value) -> bool {
        let mentions = &self.asked.value.mentions;
        let named = |value: &Value| {
            let mut fits = mentions
                .iter()
                .map(|mention| fit(Some(*mention), value.period));
            fits.any(|fit| fit != PeriodFit::Conflict)
        };
        let is_longer = |value: &Value| {
            let span = value.period.map(|period| period.span);
            matches!(span, Some(Span::Months(4.., _)))
        };
        if self.announced.quarter && is_longer(new) {
            return false;
        }
        mentions.is_empty() || (named(new) && (mentions.len() < 2 || named(old)))
    }

    /// A sentence that names one year compares it with the year before, where the series has it.
    fn skips_a_year(&self, old: &Value, new: &Value, group: &[&Value]) -> bool {
        let Some((old, new)) = old.period.zip(new.period) else {
            return false;
        };
        let is_before = |value: &&Value| value.period == Some(new.year_before());
        self.asked.value.mentions.len() == 1
            && !self.announced.compound
            && old.year + 1 < new.year
            && group.iter().any(is_before)
    }

    /// The cells of each row that the claim names in full.
    fn rows(&self) -> Vec<Vec<&Value>> {
        let mut rows: BTreeMap<(usize, usize, usize), Vec<&Value>> = BTreeMap::new();
        for (page, entry) in self.paged() {
            let Place::Cell { table, row, .. } = entry.value.place else {
                continue;
            };
            let support = self.asked.support(entry.value);
            if support.missing > 0 || support.hits.is_empty() {
                continue;
            }
            let key = (page, table, row);
            rows.entry(key).or_default().push(entry.value);
        }
        rows.into_values().collect()
    }

    /// The cells under each column, of the rows that the claim names in full: `A and B together`.
    fn columns(&self) -> Vec<Vec<&Value>> {
        let mut columns: BTreeMap<(usize, usize, usize), Vec<&Value>> = BTreeMap::new();
        for (page, entry) in self.paged() {
            let value = entry.value;
            let Place::Cell { table, column, .. } = value.place else {
                continue;
            };
            let support = self.asked.support(value);
            let is_named = support.missing == 0 && !support.hits.is_empty();
            let fits = support.period != PeriodFit::Conflict && same_unit(self.asked.value, value);
            if is_named && fits && !value.row.has("total") {
                columns
                    .entry((page, table, column))
                    .or_default()
                    .push(value);
            }
        }
        columns.into_values().collect()
    }

    fn same_metric(&self) -> Vec<&Value> {
        let Some(metric) = self.asked.value.metric else {
            return Vec::new();
        };
        let entries = self.entries.iter().map(|entry| entry.value);
        entries
            .filter(|value| value.metric.is_some_and(|other| other.id == metric.id))
            .filter(|value| value.period.is_some())
            .collect()
    }

    /// A part and the whole that it may be a part of.
    fn part_pairs(&self) -> Vec<(&Value, &Value)> {
        let mut found = Vec::new();
        for part in self.operands {
            for whole in self.operands {
                if !std::ptr::eq(*part, *whole) && same_unit(part, whole) {
                    found.push((*part, *whole));
                }
            }
        }
        for (part_page, part) in self.paged() {
            let Place::Cell { table, column, row } = part.value.place else {
                continue;
            };
            let support = self.asked.support(part.value);
            if support.hits.is_empty() || support.period == PeriodFit::Conflict {
                continue;
            }
            for (page, whole) in self.paged() {
                let beside = matches!(whole.value.place, Place::Cell { table: t, column: c, row: r }
                    if t == table && c == column && r != row);
                let may_be = beside && page == part_page && same_unit(part.value, whole.value);
                if !may_be || support.missing > 0 || found.len() >= MOST_PAIRS {
                    continue;
                }
                let named = self.asked.support(whole.value);
                let is_whole =
                    named.missing == 0 && !named.hits.is_empty() || is_total(&whole.value.label);
                if is_whole {
                    found.push((part.value, whole.value));
                }
            }
        }
        found
    }

    fn paged(&self) -> impl Iterator<Item = (usize, &Entry<'_>)> {
        let mut page = 0;
        let mut last: Option<*const u8> = None;
        self.entries.iter().map(move |entry| {
            let text = entry.page.source.text.as_ptr();
            if last != Some(text) {
                page += 1;
                last = Some(text);
            }
            (page, entry)
        })
    }
}

fn is_total(words: &Words) -> bool {
    ["total", "revenue", "sale", "合计", "总计", "营业收入"]
        .iter()
        .any(|word| words.covers(word))
}

/// Whether the newer period can be compared with the older one: the same part of a later year, or
/// a later part of the same year. Of two days the later one, since years that end on a certain
/// weekday end on another date each.
pub(crate) fn later(old: Period, new: Period) -> bool {
    match (old.span, new.span) {
        (Span::Day(..), Span::Day(..)) => (old.year, old.span) < (new.year, new.span),
        _ if old.year < new.year => old.span == new.span,
        _ => old.year == new.year && old.span < new.span,
    }
}

pub(crate) fn same_unit(a: &Value, b: &Value) -> bool {
    a.unit == b.unit || (a.unit_is_open() && b.unit_is_open()) || {
        let money = |value: &Value| matches!(value.unit, Unit::Currency(_));
        (money(a) && b.unit_is_open()) || (a.unit_is_open() && money(b))
    }
}

pub(crate) fn signed_amount(value: &Value) -> Option<Decimal> {
    let amount = value.amount()?;
    Some(if value.negative { -amount } else { amount })
}

fn compounded(base: Decimal, percent: Decimal, years: u32) -> Option<Decimal> {
    let factor = percent
        .checked_div(Decimal::ONE_HUNDRED)?
        .checked_add(Decimal::ONE)?;
    let mut value = base;
    for _ in 0..years.min(60) {
        value = value.checked_mul(factor)?;
    }
    Some(value)
}

pub(crate) fn printed(value: &Value) -> Decimal {
    value.signed()
}

/// Whether an exact result, in single units, is what the claim prints.
pub(crate) fn matches(claim: &Value, exact: Decimal) -> bool {
    let is_fall = claim.negative || claim.direction == Some(Direction::Down);
    let is_rise = !claim.negative && claim.direction == Some(Direction::Up);
    if (is_fall && exact > Decimal::ZERO) || (is_rise && exact < Decimal::ZERO) {
        return false;
    }
    let is_signed = exact < Decimal::ZERO && !is_fall && claim.direction.is_none();
    if is_signed {
        return false;
    }
    is_size(claim, exact.abs())
}

/// As [`matches`], whatever way the claim goes.
pub(crate) fn is_size(claim: &Value, exact: Decimal) -> bool {
    if exact < Decimal::ZERO {
        return false;
    }
    if let Some(holds) = claim.holds_roughly(exact) {
        return holds;
    }
    let exponent = claim.exponent.unwrap_or_default();
    let factor = 10_u64.checked_pow(exponent).map(Decimal::from);
    let Some(shown) = factor.and_then(|factor| exact.checked_div(factor)) else {
        return false;
    };
    let digits = claim.magnitude.scale();
    // what is nearly 60 is not 51, while 67 is more than 60
    let last_digit = Decimal::new(1, digits);
    let is_near = match claim.hedge {
        Hedge::Below => shown < claim.magnitude && claim.magnitude - shown < last_digit,
        hedge => is_hedged(shown, claim.magnitude, hedge, digits),
    };
    if is_near {
        return true;
    }
    [
        RoundingStrategy::MidpointNearestEven,
        RoundingStrategy::MidpointAwayFromZero,
    ]
    .into_iter()
    .any(|strategy| shown.round_dp_with_strategy(digits, strategy) == claim.magnitude)
}
