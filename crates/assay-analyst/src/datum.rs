use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_domain::{Decimal, Evidence, Language, grouped};
use assay_figures::{
    Basis, Bound, Figure, Metric, MetricClass, Period, Unit, above_each, first_currency,
};

use crate::known::KnownFigures;
use crate::money::{at_scale_of, money};
use crate::owners::Owners;

/// A figure bound to a subject and a period, with the evidence it was read from.
#[derive(Clone, Debug)]
pub(crate) struct Datum<'a> {
    pub(crate) figure: Figure,
    pub(crate) metric: &'static Metric,
    /// As printed.
    pub(crate) period: Period,
    pub(crate) evidence: &'a Evidence,
    pub(crate) key: Key,
    /// Whose figure it is, as it is printed. `None` where neither the figure's own sentence nor its
    /// document names anybody.
    pub(crate) owner: Option<String>,
    /// The period to compare by: fiscal and calendar years are one where the evidence says so.
    pub(crate) when: Period,
}

/// What must be equal for two figures to be about the same thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    /// Lower case; empty where nobody is named.
    pub(crate) entity: String,
    pub(crate) metric: &'static str,
    pub(crate) is_change: bool,
    pub(crate) qualifiers: BTreeSet<String>,
    pub(crate) basis: Basis,
    pub(crate) unit: Unit,
}

impl Datum<'_> {
    /// The power of ten of the last digit that the source prints: 7 for `$11.34 billion`.
    pub(crate) fn precision(&self) -> i64 {
        i64::from(self.figure.scale.exponent) - i64::from(self.figure.value.scale())
    }

    pub(crate) fn amount(&self) -> Option<Decimal> {
        self.figure.amount()
    }

    /// The same value as far as the printed digits can tell.
    pub(crate) fn agrees_with(&self, other: &Datum<'_>) -> bool {
        let difference = self
            .amount()
            .zip(other.amount())
            .and_then(|(a, b)| a.checked_sub(b))
            .map(|difference| difference.abs());
        let tolerance = self.figure.rounding().max(other.figure.rounding());
        match (difference, tolerance) {
            (Some(difference), Some(tolerance)) => difference <= tolerance,
            _ => false,
        }
    }

    /// `market share (global pressure sensors)`
    pub(crate) fn subject(&self, language: Language) -> String {
        let label = self.metric.label(language);
        let mut name = label.to_owned();
        if self.figure.subject.is_change {
            name = language.pick(format!("change in {label}"), format!("{label}变动"));
        }
        let detail = self.figure.subject.detail.trim();
        if self.key.qualifiers.is_empty() || detail.is_empty() {
            name
        } else {
            language.pick(format!("{name} ({detail})"), format!("{name}（{detail}）"))
        }
    }

    /// As [`Datum::printed`], in the words of the language where the source uses those of another.
    pub(crate) fn shown(&self, language: Language) -> String {
        let raw = &self.figure.raw;
        let is_foreign = match language {
            Language::En => raw.chars().any(|c| matches!(c, '\u{4e00}'..='\u{9fff}')),
            Language::Zh => raw.contains(|c: char| c.is_ascii_alphabetic() || "$€£".contains(c)),
        };
        match self.figure.unit {
            Unit::Currency(code) if is_foreign => {
                let is_part = |c: &char| c.is_ascii_digit() || ",.()-−".contains(*c);
                self.in_words(raw.chars().filter(is_part).collect(), code, language)
            }
            _ if self.metric.id == OUTLAY => self.printed(language).replace(['(', ')'], ""),
            _ => self.printed(language),
        }
    }

    /// The value as printed, with the unit and the scale that its table states elsewhere.
    pub(crate) fn printed(&self, language: Language) -> String {
        let raw = &self.figure.raw;
        let is_sign = |c: char| "$€£¥￥".contains(c);
        let is_plain = |c: char| c.is_ascii_digit() || ",.()-−+ ".contains(c);
        let says_unit = raw.chars().any(|c| !is_plain(c) && !is_sign(c));
        match self.figure.unit {
            Unit::Currency(code) if !says_unit => self.in_words(
                raw.chars().filter(|c| !is_sign(*c)).collect(),
                code,
                language,
            ),
            Unit::Percent if raw.chars().all(is_plain) => format!("{raw} %"),
            _ => raw.clone(),
        }
    }

    /// The number as its source prints it, or at the scale that the language counts in.
    fn in_words(&self, printed: String, code: &str, language: Language) -> String {
        let exponent = self.figure.scale.exponent;
        match self.at_scale_of(language) {
            Some((_, own)) if own == exponent => money(&printed, exponent, code, language),
            Some((value, own)) => money(&grouped(&value.to_string()), own, code, language),
            None => self.figure.raw.clone(),
        }
    }

    /// The value and the power of ten that the language has a word for. `None` where the value is too
    /// large to be written so.
    pub(crate) fn at_scale_of(&self, language: Language) -> Option<(Decimal, u32)> {
        let (value, exponent) = (self.figure.value, self.figure.scale.exponent);
        match self.figure.unit {
            Unit::Currency(_) => at_scale_of(value, exponent, language),
            _ => Some((value, exponent)),
        }
    }
}

/// Every figure of the evidence that can be compared with another.
pub(crate) fn data<'e>(known: &KnownFigures, evidence: &'e [Evidence]) -> Vec<Datum<'e>> {
    let currencies = currencies(evidence);
    let read: Vec<Arc<[Figure]>> = evidence
        .iter()
        .zip(above_each(evidence))
        .map(|(item, above)| {
            let currency = currencies.get(item.document.as_str()).copied().flatten();
            known.of(item, above, currency)
        })
        .collect();
    let owners = Owners::new(evidence, read.iter().flat_map(|figures| figures.iter()));
    let one_calendar = evidence.iter().any(|item| ends_in_december(&item.quote));
    let mut data = Vec::new();
    for (item, figures) in evidence.iter().zip(&read) {
        let comparable = figures
            .iter()
            .filter_map(|figure| datum(figure, item, &owners, one_calendar));
        data.extend(comparable);
    }
    data
}

/// What each document counts money in; `None` where it uses several signs.
fn currencies(evidence: &[Evidence]) -> BTreeMap<&str, Option<&'static str>> {
    let mut found: BTreeMap<&str, Option<&'static str>> = BTreeMap::new();
    for item in evidence {
        if let Some(code) = first_currency(&item.quote) {
            let known = found.entry(item.document.as_str()).or_insert(Some(code));
            if *known != Some(code) {
                *known = None;
            }
        }
    }
    found
}

/// Cash flow statements print what was spent as a negative number, and texts as a positive one.
const OUTLAY: &str = "capital_expenditure";

fn datum<'a>(
    figure: &Figure,
    evidence: &'a Evidence,
    owners: &Owners,
    one_calendar: bool,
) -> Option<Datum<'a>> {
    let metric = figure.subject.metric?;
    let period = figure.period?;
    if figure.bound != Bound::Exact {
        return None;
    }
    let mut figure = figure.clone();
    if metric.id == OUTLAY {
        figure.value = figure.value.abs();
    }
    let unit = match metric.class {
        MetricClass::Count => Unit::Bare,
        _ => figure.unit.clone(),
    };
    let key = Key {
        entity: owners.entity(&figure, evidence),
        metric: &metric.id,
        is_change: figure.subject.is_change,
        qualifiers: figure.subject.qualifiers.clone(),
        basis: figure.basis,
        unit,
    };
    let when = if one_calendar {
        period.as_calendar()
    } else {
        period
    };
    Some(Datum {
        owner: owners.printed(&figure, evidence),
        figure,
        metric,
        period,
        evidence,
        key,
        when,
    })
}

/// The fiscal year is the calendar year.
fn ends_in_december(quote: &str) -> bool {
    if !quote.contains("31") {
        return false;
    }
    let lower = quote.to_lowercase();
    let fiscal =
        lower.contains("fiscal year") || lower.contains("财年") || lower.contains("会计年度");
    let december = ["31 december", "december 31", "12月31日"];
    fiscal && december.iter().any(|day| lower.contains(day))
}
