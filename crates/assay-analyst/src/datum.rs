use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_domain::{Decimal, Evidence, Language};
use assay_figures::{
    Basis, Bound, Figure, Metric, MetricClass, Period, Unit, above_each, first_currency,
};

use crate::known::KnownFigures;

/// A figure bound to a subject and a period, with the evidence it was read from.
#[derive(Clone, Debug)]
pub(crate) struct Datum<'a> {
    pub(crate) figure: Figure,
    pub(crate) metric: &'static Metric,
    /// As printed.
    pub(crate) period: Period,
    pub(crate) evidence: &'a Evidence,
    pub(crate) key: Key,
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
                let number: String = raw
                    .chars()
                    .filter(|c| c.is_ascii_digit() || ",.()-−".contains(*c))
                    .collect();
                money(&number, self.figure.scale.exponent, code, language)
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
            Unit::Currency(code) if !says_unit => {
                let number: String = raw.chars().filter(|c| !is_sign(*c)).collect();
                money(&number, self.figure.scale.exponent, code, language)
            }
            Unit::Percent if raw.chars().all(is_plain) => format!("{raw} %"),
            _ => raw.clone(),
        }
    }
}

fn scale_word(exponent: u32, language: Language) -> &'static str {
    match (exponent, language) {
        (3, Language::En) => " thousand",
        (6, Language::En) => " million",
        (8, Language::En) => " hundred million",
        (9, Language::En) => " billion",
        (12, Language::En) => " trillion",
        (3, Language::Zh) => "千",
        (4, Language::Zh) => "万",
        (6, Language::Zh) => "百万",
        (8, Language::Zh) => "亿",
        (9, Language::Zh) => "十亿",
        (12, Language::Zh) => "万亿",
        _ => "",
    }
}

/// `$516 million`, `516百万美元`
pub(crate) fn money(number: &str, exponent: u32, code: &str, language: Language) -> String {
    let scale = scale_word(exponent, language);
    match language {
        Language::En => format!("{}{number}{scale}", currency_sign(code)),
        Language::Zh => format!("{number}{scale}{}", currency_name(code)),
    }
}

fn currency_sign(code: &str) -> String {
    match code {
        "USD" => "$".to_owned(),
        "EUR" => "€".to_owned(),
        "GBP" => "£".to_owned(),
        other => format!("{other} "),
    }
}

fn currency_name(code: &str) -> &str {
    match code {
        "USD" => "美元",
        "EUR" => "欧元",
        "GBP" => "英镑",
        "CNY" => "元",
        "JPY" => "日元",
        "HKD" => "港元",
        other => other,
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
        entity: owners.of(&figure, evidence),
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

/// Whose figure it is where the sentence does not say: the company its document is about.
struct Owners {
    known: BTreeSet<String>,
    by_document: BTreeMap<String, String>,
}

impl Owners {
    fn new<'f>(evidence: &[Evidence], read: impl Iterator<Item = &'f Figure>) -> Self {
        let named: BTreeSet<String> = read
            .filter_map(|figure| figure.subject.entity.as_deref())
            .map(str::to_lowercase)
            .collect();
        let titled = evidence
            .iter()
            .filter_map(|item| titled_company(&item.source));
        let named: BTreeSet<String> = named.into_iter().chain(titled).collect();
        let known: BTreeSet<String> = named.iter().map(|name| shortest(name, &named)).collect();
        let mut texts: BTreeMap<&str, String> = BTreeMap::new();
        for item in evidence {
            let text = texts.entry(item.document.as_str()).or_default();
            // The title outweighs passing mentions in the text.
            let weighted = format!("{} ", item.source.to_lowercase()).repeat(20);
            text.push_str(&weighted);
            text.push_str(&item.quote.to_lowercase());
        }
        let everything: String = texts.values().map(String::as_str).collect();
        let overall = most_frequent(&known, &everything);
        let by_document = texts
            .iter()
            .filter_map(|(document, text)| {
                let owner = most_frequent(&known, text).or_else(|| overall.clone())?;
                Some(((*document).to_owned(), owner))
            })
            .collect();
        Self { known, by_document }
    }

    fn of(&self, figure: &Figure, evidence: &Evidence) -> String {
        match &figure.subject.entity {
            Some(name) => shortest(&name.to_lowercase(), &self.known),
            None => self
                .by_document
                .get(evidence.document.as_str())
                .cloned()
                .unwrap_or_default(),
        }
    }
}

/// The company that a title begins with, up to its legal form: `Velmora Sensing plc annual report`.
fn titled_company(title: &str) -> Option<String> {
    const FORMS: &str = " inc corp corporation ltd limited plc llc ag se nv sa co company gmbh ";
    let mut name: Vec<String> = Vec::new();
    for word in title.split_whitespace().take(6) {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        if FORMS.contains(&format!(" {bare} ")) {
            return (!name.is_empty()).then(|| name.join(" "));
        }
        name.push(bare);
    }
    None
}

/// `velmora sensing` is `velmora` where both are used.
fn shortest(name: &str, known: &BTreeSet<String>) -> String {
    known
        .iter()
        .filter(|other| name == other.as_str() || name.starts_with(&format!("{other} ")))
        .min_by_key(|other| other.len())
        .cloned()
        .unwrap_or_else(|| name.to_owned())
}

fn most_frequent(names: &BTreeSet<String>, text: &str) -> Option<String> {
    names
        .iter()
        .map(|name| (text.matches(name.as_str()).count(), name))
        .filter(|(count, _)| *count > 0)
        .max_by_key(|(count, name)| (*count, std::cmp::Reverse(name.as_str())))
        .map(|(_, name)| name.clone())
}
