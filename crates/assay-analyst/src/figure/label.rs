use std::collections::BTreeSet;

use super::Subject;
use super::number::{self, Scale, Unit};
use super::words::{self, change_of, is_function_word, is_han, stem};
use crate::embedded::cut;
use crate::lexicon::metrics_in;

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
        let word = word.trim_end_matches("'s").trim_end_matches("’s");
        if word.starts_with(is_han) {
            let rest = words::without_function_han(word);
            if !rest.is_empty() && self.words.insert(rest.clone()) {
                self.phrase.push(rest);
            }
            return;
        }
        let lower = stem(&word.to_lowercase());
        let counts = lower.chars().any(char::is_alphabetic) && !is_function_word(&lower);
        if counts && !is_function_word(&word.to_lowercase()) && self.words.insert(lower) {
            self.phrase.push(word.to_owned());
        }
    }

    /// Words that change what a number means wherever they stand in the sentence.
    pub(super) fn add_modifiers(&mut self, sentence: &str) {
        self.words
            .extend(words::modifiers_in(sentence).map(str::to_owned));
    }
}

/// The subject named by a table label, with the words around the metric as qualifiers.
pub(super) fn subject_of_label(label: &str, context: &str) -> Subject {
    let label = label.replace('_', " ");
    let plain = strip_brackets(&label);
    let own = metrics_in(&plain).into_iter().next();
    let metric = own.as_ref().map(|span| span.metric);
    let around = match &own {
        Some(span) => format!(
            "{} {}",
            cut(&plain, 0..span.range.start),
            cut(&plain, span.range.end..plain.len())
        ),
        None => plain,
    };
    let mut detail = Detail::default();
    detail.add(&around);
    let is_change = change_of(&around.to_lowercase(), "").is_some();
    Subject {
        entity: None,
        metric: metric.or_else(|| {
            metrics_in(context)
                .into_iter()
                .next()
                .map(|span| span.metric)
        }),
        is_change,
        qualifiers: detail.words,
        detail: around.trim().to_owned(),
    }
}

/// `Revenue (USD million)` without what is in brackets.
fn strip_brackets(text: &str) -> String {
    match text.find(['(', '（']) {
        Some(open) => cut(text, 0..open).trim().to_owned(),
        None => text.trim().to_owned(),
    }
}

/// Unit and scale named by words such as `USD million`, `$m`, `百万美元`, `%`.
pub(super) fn unit_hint(text: &str) -> Option<(Unit, Scale)> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || "$€£¥%％".contains(c)))
        .filter(|word| !word.is_empty())
        .collect();
    if words
        .iter()
        .any(|w| matches!(*w, "%" | "％" | "percent" | "pct"))
    {
        return Some((Unit::Percent, Scale::default()));
    }
    let mut currency = None;
    let mut exponent = 0;
    for word in words {
        let (sign, rest) = split_currency(word);
        currency = currency.or(sign);
        exponent = exponent.max(number::exponent_of(rest));
    }
    let scale = Scale { exponent };
    currency.map(|code| (Unit::Currency(code), scale))
}

fn split_currency(word: &str) -> (Option<&'static str>, &str) {
    for sign in ["us$", "hk$", "$", "€", "£", "¥"] {
        if let Some(rest) = word.strip_prefix(sign) {
            return (number::currency_of(sign), rest);
        }
    }
    for name in ["美元", "欧元", "英镑", "日元", "港元", "人民币", "元"] {
        if let Some(rest) = word.strip_suffix(name) {
            let rest = rest.rsplit('位').next().unwrap_or(rest);
            return (number::currency_of(name), rest);
        }
    }
    (number::currency_of(word), word)
}
