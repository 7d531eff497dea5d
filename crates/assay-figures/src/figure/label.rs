use std::collections::BTreeSet;

use super::Subject;
use super::number;
use super::words::{self, change_of, is_function_word, is_han, stem_of};
use crate::embedded::cut;
use crate::lexicon::{Measure, Metric, measures_in, sole_metric};

/// Collects the words that narrow a metric.
#[derive(Default)]
pub(super) struct Detail {
    pub(super) words: BTreeSet<String>,
    pub(super) phrase: Vec<String>,
}

impl Detail {
    pub(super) fn add(&mut self, text: &str) {
        for piece in
            text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | '&')))
        {
            for word in piece.split('-') {
                self.add_word(word);
            }
        }
    }

    fn add_word(&mut self, word: &str) {
        if word.is_empty() || is_function_word(word) {
            return;
        }
        let word = word.trim_end_matches("'s").trim_end_matches("’s");
        if word.starts_with(is_han) {
            let rest = words::without_function_han(word);
            if !rest.is_empty() && self.words.insert(rest.clone()) {
                self.phrase.push(rest);
            }
            return;
        }
        let lower = word.to_lowercase();
        let stem = stem_of(&lower);
        let counts = stem.contains(char::is_alphabetic)
            && !is_function_word(stem)
            && !is_function_word(&lower);
        if counts && !self.words.contains(stem) {
            self.words.insert(stem.to_owned());
            self.phrase.push(word.to_owned());
        }
    }

    /// Words that change what a number means wherever they stand in the sentence.
    pub(super) fn add_modifiers(&mut self, modifiers: &[&str]) {
        self.words
            .extend(modifiers.iter().map(|word| (*word).to_owned()));
    }
}

/// What the place of a row says about its metric.
pub(super) enum Context<'a> {
    /// A label that names no metric takes that of the text above, if it is just one.
    Above(&'a str),
    /// All rows here are about a part of the company.
    Within(&'a str),
    OwnOnly,
    /// A part of a metric is not sure: `Automotive sales` may stand among the costs.
    WholesOnly,
    /// As [`Context::WholesOnly`], and a whole may be that of a part of the company.
    Unseen(&'a str),
}

/// The subject named by a table label, with the words around the metric as qualifiers.
pub(super) fn subject_of_label(label: &str, context: &Context<'_>) -> Subject {
    let label = label.replace('_', " ");
    let plain = strip_brackets(&label);
    let own = measures_in(&plain).into_iter().next();
    let mut around = match &own {
        // What a cash flow statement adds to its row of investment tells how it was counted.
        Some(Measure::Known(span))
            if span.metric.id == "capital_expenditure" && span.range.start == 0 =>
        {
            String::new()
        }
        Some(Measure::Known(span)) => format!(
            "{} {}",
            cut(&plain, 0..span.range.start),
            cut(&plain, span.range.end..plain.len())
        ),
        Some(Measure::Other(_)) | None => plain.clone(),
    };
    if let Context::Within(part) = context {
        around = format!("{part} {around}");
    }
    let mut detail = Detail::default();
    detail.add(&around);
    let is_whole = detail.words.is_empty();
    let metric = match (own, context) {
        (Some(Measure::Known(span)), context) => {
            let is_sure = match context {
                Context::Above(above) => !is_whole || is_of_the_company(&plain, span.metric, above),
                Context::Within(_) | Context::OwnOnly => true,
                Context::WholesOnly => is_whole,
                Context::Unseen(above) => {
                    is_whole && (is_statement(above) || is_total(&plain, span.metric))
                }
            };
            Some(span.metric).filter(|_| is_sure)
        }
        (None, Context::Above(text)) => sole_metric(text),
        (Some(Measure::Other(_)), _) | (None, _) => None,
    };
    Subject {
        entity: None,
        metric,
        is_change: change_of(&around, "").is_some(),
        qualifiers: detail.words,
        detail: around.trim().to_owned(),
    }
}

/// `Revenues` below the name of a segment is not the company's.
fn is_of_the_company(label: &str, metric: &Metric, above: &str) -> bool {
    let lower = above.to_lowercase();
    let of_segments = lower.contains("segment") || lower.contains("分部");
    !of_segments || is_total(label, metric)
}

fn is_statement(above: &str) -> bool {
    let lower = above.to_lowercase();
    [
        "statement",
        "per share",
        "per-share",
        "利润表",
        "现金流量表",
        "报表",
    ]
    .iter()
    .any(|words| lower.contains(words))
}

/// A sum, or what only a company as a whole has.
fn is_total(label: &str, metric: &Metric) -> bool {
    let lower = label.to_lowercase();
    let summed = ["total", "consolidated", "合计", "总计", "营业总"]
        .iter()
        .any(|word| lower.contains(word));
    let company_wide = ["operating_cash_flow", "capital_expenditure", "net_income"];
    summed || company_wide.contains(&metric.id.as_str())
}

/// `Revenue (USD million)` without what is in brackets.
fn strip_brackets(text: &str) -> String {
    match text.find(['(', '（']) {
        Some(open) => cut(text, 0..open).trim().to_owned(),
        None => text.trim().to_owned(),
    }
}

/// What a text says about the unit of the numbers near it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitHint {
    pub is_percent: bool,
    /// ISO 4217 code.
    pub currency: Option<&'static str>,
    /// Power of ten.
    pub exponent: Option<u32>,
}

/// Unit and scale named by words such as `USD million`, `$m`, `in millions`, `百万美元`, `%`.
pub fn unit_hint(text: &str) -> Option<UnitHint> {
    if text.is_empty() {
        return None;
    }
    let mut lower = text.to_lowercase();
    // Texts from printed pages lose blanks.
    for (glued, parted) in [
        ("inthousands", "in thousands"),
        ("inmillions", "in millions"),
    ] {
        if lower.contains(glued) {
            lower = lower.replace(glued, parted);
        }
    }
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || "$€£¥₹₩%％".contains(c)))
        .filter(|word| !word.is_empty())
        .collect();
    let percent = |word: &&str| matches!(*word, "%" | "％" | "percent" | "pct");
    if words.iter().any(percent) {
        return Some(UnitHint {
            is_percent: true,
            ..UnitHint::default()
        });
    }
    let mut hint = UnitHint::default();
    for (place, word) in words.iter().enumerate() {
        let (sign, rest) = split_currency(word);
        hint.currency = hint.currency.or(sign);
        let exponent = number::exponent_of(rest);
        if exponent == 0 || hint.exponent.is_some() {
            continue;
        }
        let before = place.checked_sub(1).and_then(|place| words.get(place));
        let beside = [before, words.get(place + 1)];
        let is_currency = |word: &&str| number::currency_of(word).is_some();
        // A lone scale word is part of some other number, except in `in millions`.
        let states = sign.is_some()
            || before == Some(&"in")
            || words.get(place + 1) == Some(&"of")
            || beside.into_iter().flatten().any(is_currency);
        if states {
            hint.exponent = Some(exponent);
            // `USD denominated, RMB million`: counted in what stands at the scale
            let at_scale = sign.or_else(|| before.and_then(|word| number::currency_of(word)));
            hint.currency = at_scale.or(hint.currency);
        }
    }
    (hint != UnitHint::default()).then_some(hint)
}

/// Whether a text says what the numbers near it are counted in.
pub fn states_unit(text: &str) -> bool {
    unit_hint(text).is_some()
}

/// The words of a caption that state the unit of a table, as printed: `in millions`.
pub fn unit_note(caption: &str) -> Option<&str> {
    const LONGEST: usize = 60;
    let states = |text: &&str| {
        text.len() <= LONGEST && unit_hint(text).is_some_and(|hint| hint.exponent.is_some())
    };
    let mut bracketed = caption.split(['(', '（']).skip(1);
    let inner = bracketed.find_map(|rest| rest.split([')', '）']).next().filter(states));
    let said = inner.or(Some(caption).filter(states))?;
    Some(said.trim_matches(|c: char| c.is_whitespace() || c == '*'))
}

fn split_currency(word: &str) -> (Option<&'static str>, &str) {
    const SIGNS: [&str; 11] = [
        "us$", "hk$", "nz$", "a$", "c$", "s$", "$", "€", "£", "¥", "₹",
    ];
    for sign in SIGNS {
        if let Some(rest) = word.strip_prefix(sign) {
            return (number::currency_of(sign), rest);
        }
    }
    for name in ["美元", "欧元", "英镑", "日元", "港元", "人民币", "元"] {
        if let Some(rest) = word.strip_suffix(name) {
            let rest = rest.rsplit('位').next().unwrap_or(rest);
            let rest = rest.trim_start_matches("人民币");
            return (number::currency_of(name), rest);
        }
    }
    (number::currency_of(word), word)
}
