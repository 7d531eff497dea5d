use assay_domain::Decimal;

use super::label::unit_hint;
use super::number::{self, Bound, Number, Scale, Unit};
use super::period::{Period, Span};
use super::{Basis, Figure, Form, Subject};
use crate::lexicon::{Metric, MetricClass, metric};

/// A number of a table with everything that its row, its column and the text around say about it.
pub(super) struct Cell<'a> {
    pub(super) subject: Subject,
    pub(super) number: Number,
    pub(super) period: Option<Period>,
    /// The column holds what happened over a stretch.
    pub(super) is_stretch: bool,
    /// Texts that may name unit and scale, the nearest first.
    pub(super) hints: &'a [&'a str],
    pub(super) currency: Option<&'static str>,
    pub(super) raw: &'a str,
    pub(super) at: usize,
    pub(super) basis: Basis,
}

/// A cell that is a number and nothing else. Accountants write a negative one in brackets.
pub fn value_of(cell: &str) -> Option<Number> {
    if !cell.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let bracketed = cell.strip_prefix('(').and_then(|rest| {
        let (digits, tail) = rest.split_once(')')?;
        matches!(
            tail.trim(),
            "" | "%" | "pts" | "pts." | "pp" | "ppt" | "ppts" | "bp" | "bps"
        )
        .then(|| format!("{digits}{tail}"))
    });
    let digits = bracketed.as_deref().unwrap_or(cell);
    let numbers = number::numbers(digits, &[]);
    let [only] = numbers.as_slice() else {
        return None;
    };
    let noun = match &only.unit {
        Unit::Count(noun) => noun.len() + 1,
        _ => 0,
    };
    // `~$2,100` is about so much; `≥ 8` is a limit, which a plain value would hide
    let limited = digits.trim().trim_start_matches(['~', '≈', ' ']);
    if only.range.len() + noun < limited.len() {
        return None;
    }
    let mut number = only.clone();
    if bracketed.is_some() && number.value > Decimal::ZERO {
        number.value = -number.value;
    }
    Some(number)
}

/// The currency of the first sign in a row, as in `| $97 | 96 |`.
pub fn first_currency(row: &str) -> Option<&'static str> {
    let signs = ['$', '€', '£', '¥', '￥'];
    let at = row.find(signs)?;
    let sign = row.get(at..)?.chars().next()?;
    number::currency_of(&sign.to_string())
}

/// What a cell measures: with its own unit, or the one that is stated nearest to it.
pub(super) fn figure(cell: Cell<'_>) -> Figure {
    let class = cell.subject.metric.map(|metric| metric.class);
    let (unit, scale, is_sure) = measured_in(&cell, class);
    let is_money = matches!(unit, Unit::Currency(_));
    let is_rate = matches!(
        unit,
        Unit::Percent | Unit::PercentagePoint | Unit::BasisPoint
    );
    let named = cell
        .subject
        .metric
        .map(|metric| as_amount(metric, is_money));
    let class = named.map(|metric| metric.class);
    let (fits, is_change) = match class {
        Some(MetricClass::Flow | MetricClass::Stock | MetricClass::PerShare) if is_money => {
            (true, cell.subject.is_change)
        }
        Some(MetricClass::Flow | MetricClass::Stock | MetricClass::PerShare) => {
            (is_rate && cell.subject.is_change, true)
        }
        Some(MetricClass::Ratio) => (is_rate, cell.subject.is_change),
        Some(MetricClass::Count | MetricClass::Multiple) => (!is_money && !is_rate, false),
        None => (false, cell.subject.is_change),
    };
    let in_time = class.is_none_or(|class| suits_column(class, cell.period, cell.is_stretch));
    let bound = named.filter(|_| fits && is_sure && in_time);
    Figure {
        subject: Subject {
            metric: bound,
            is_change: is_change && bound.is_some(),
            ..cell.subject
        },
        value: cell.number.value,
        unit,
        scale,
        period: cell.period,
        bound: match cell.number.bound {
            Bound::Approximate => Bound::Approximate,
            Bound::Exact | Bound::Low | Bound::High => Bound::Exact,
        },
        basis: cell.basis,
        form: Form::Table,
        raw: cell.raw.to_owned(),
        range: cell.at..cell.at + cell.raw.len(),
    }
}

/// An amount under the name of a margin.
fn as_amount(named: &'static Metric, is_money: bool) -> &'static Metric {
    if is_money && named.id == "gross_margin" {
        metric("gross_profit").unwrap_or(named)
    } else {
        named
    }
}

/// A balance is no part of a year's flows, and a flow none of a day's balances: such a row is about
/// something else.
fn suits_column(class: MetricClass, period: Option<Period>, is_stretch: bool) -> bool {
    let is_day = period.is_some_and(|period| matches!(period.span, Span::Day(..)));
    match class {
        MetricClass::Stock => !is_stretch,
        MetricClass::Flow => !is_day,
        MetricClass::Ratio | MetricClass::Count | MetricClass::PerShare | MetricClass::Multiple => {
            true
        }
    }
}

/// Unit and scale, and whether both are certain: an amount beside a mere sign may be in millions.
fn measured_in(cell: &Cell<'_>, class: Option<MetricClass>) -> (Unit, Scale, bool) {
    let number = &cell.number;
    let own_currency = match number.unit {
        Unit::Currency(code) => Some(code),
        Unit::Bare | Unit::Count(_) => None,
        _ => return (number.unit.clone(), number.scale, true),
    };
    let is_money = matches!(
        class,
        Some(MetricClass::Flow | MetricClass::Stock | MetricClass::PerShare) | None
    );
    let is_ratio = matches!(class, Some(MetricClass::Ratio) | None);
    let may_be_amount = is_money || own_currency.is_some() || class == Some(MetricClass::Ratio);
    let hints = cell.hints.iter().enumerate();
    let hints = hints.filter_map(|(place, text)| Some((place, unit_hint(text)?)));
    let mut currency = own_currency;
    let mut exponent = (number.scale.exponent > 0).then_some(number.scale.exponent);
    let mut is_stated = false;
    // The sign beside a number says nothing about its scale.
    for (place, hint) in hints {
        if hint.is_percent && is_ratio && own_currency.is_none() {
            return (Unit::Percent, Scale::default(), true);
        }
        if hint.is_percent || !may_be_amount {
            continue;
        }
        is_stated |= place > 0 && hint.currency.is_some();
        currency = currency.or(hint.currency);
        exponent = exponent.or(hint.exponent);
    }
    let per_share = class == Some(MetricClass::PerShare);
    let known_scale = exponent.is_some() || is_stated || per_share;
    // No ratio is that large: some accounts call the amount itself the gross margin.
    let is_amount = is_money || number.value.abs() > Decimal::ONE_HUNDRED;
    let currency = currency.or(cell.currency.filter(|_| is_amount && exponent.is_some()));
    let Some(code) = currency.filter(|_| may_be_amount) else {
        return (number.unit.clone(), number.scale, true);
    };
    let exponent = exponent.filter(|_| !per_share).unwrap_or_default();
    (Unit::Currency(code), Scale { exponent }, known_scale)
}
