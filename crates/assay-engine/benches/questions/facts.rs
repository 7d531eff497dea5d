//! Whether an answer states a fact, in any scale and notation.

use std::sync::LazyLock;

use anyhow::Result;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Fact {
    #[serde(default)]
    any: Vec<String>,
    number: Option<f64>,
    #[serde(default)]
    number_any: Vec<f64>,
    #[serde(default)]
    unit: String,
    #[serde(default = "usual_tolerance")]
    rel_tol: f64,
    #[serde(default)]
    abs_tol: f64,
    near: Option<String>,
}

fn usual_tolerance() -> f64 {
    0.005
}

/// In an answer of more words a fact must stand near what it is about.
const SHORT_ANSWER: usize = 60;
/// How near, in characters.
const NEAR: usize = 160;

impl Fact {
    pub(super) fn is_wording(&self) -> bool {
        !self.any.is_empty()
    }

    pub(super) fn is_in(&self, text: &str) -> Result<bool> {
        let near = self.near.as_deref().filter(|_| words(text) > SHORT_ANSWER);
        let near = near.map(pattern).transpose()?;
        let is_near = |start: usize, end: usize| {
            near.as_ref()
                .is_none_or(|near| near.is_match(around(text, start, end)))
        };
        for expression in &self.any {
            let found = pattern(expression)?;
            if found
                .find_iter(text)
                .any(|hit| is_near(hit.start(), hit.end()))
            {
                return Ok(true);
            }
        }
        let golds: Vec<f64> = self
            .number
            .into_iter()
            .chain(self.number_any.iter().copied())
            .collect();
        Ok(printed(text).into_iter().any(|number| {
            golds.iter().any(|gold| self.shows(&number, gold.abs()))
                && is_near(number.start, number.end)
        }))
    }

    fn shows(&self, number: &Printed, gold: f64) -> bool {
        match self.unit.as_str() {
            "%" => number.is_percent && self.is_close(number, gold, 1.0),
            _ if number.is_percent => false,
            "USD million" | "EUR million" => self.is_money(number, gold * 1e6),
            "USD thousand" => self.is_money(number, gold * 1e3),
            "USD" => self.is_money(number, gold),
            _ => {
                let thousands = gold >= 1e6 && number.value >= 1000.0 && number.scale == 1.0;
                self.is_close(number, gold, number.scale)
                    || (thousands && self.is_close(number, gold, 1e3))
            }
        }
    }

    fn is_money(&self, number: &Printed, gold: f64) -> bool {
        if number.scale > 1.0 {
            return self.is_close(number, gold, number.scale);
        }
        let scales = [
            (1.0, number.value >= 1000.0),
            (1e6, number.value >= 100.0),
            (1e3, number.value >= 1e4),
        ];
        scales
            .iter()
            .any(|(scale, fits)| *fits && self.is_close(number, gold, *scale))
    }

    /// Within the tolerance, or the gold value rounded as it is shown.
    fn is_close(&self, number: &Printed, gold: f64, scale: f64) -> bool {
        let value = number.value * scale;
        let tolerance = (self.rel_tol * gold).max(self.abs_tol);
        let half = 0.5 * 10_f64.powi(-number.places);
        let is_rounded = (gold / scale - number.value).abs() <= half + 1e-9
            && (value - gold).abs() <= 0.02 * gold;
        (value - gold).abs() <= tolerance + 1e-12 || is_rounded
    }
}

struct Printed {
    start: usize,
    end: usize,
    value: f64,
    places: i32,
    scale: f64,
    is_percent: bool,
}

const SCALES: [(&str, f64); 18] = [
    ("trillion", 1e12),
    ("billion", 1e9),
    ("million", 1e6),
    ("thousand", 1e3),
    ("万亿", 1e12),
    ("千亿", 1e11),
    ("百亿", 1e10),
    ("十亿", 1e9),
    ("亿", 1e8),
    ("千万", 1e7),
    ("百万", 1e6),
    ("万", 1e4),
    ("千", 1e3),
    ("bn", 1e9),
    ("mn", 1e6),
    ("b", 1e9),
    ("m", 1e6),
    ("k", 1e3),
];

fn printed(text: &str) -> Vec<Printed> {
    static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let source = r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:[ -]?(trillion|billion|million|thousand|bn|mn|万亿|千亿|百亿|十亿|亿|千万|百万|万|千|[mbk]\b))?(\s?(?:%|％|percent|个百分点|percentage points))?";
        RegexBuilder::new(source)
            .case_insensitive(true)
            .build()
            .ok()
    });
    let Some(number) = NUMBER.as_ref() else {
        return Vec::new();
    };
    let found = number.captures_iter(text).filter_map(|hit| {
        let digits = hit.get(1)?;
        let before = text.get(..digits.start())?.chars().next_back();
        if before.is_some_and(|c| c.is_ascii_alphanumeric() || "_.,".contains(c)) {
            return None;
        }
        let plain = digits.as_str().replace(',', "");
        let places = plain.split_once('.').map_or(0, |(_, places)| places.len());
        let word = hit.get(2).map(|scale| scale.as_str().to_lowercase());
        let scale = word.and_then(|word| SCALES.iter().find(|(name, _)| *name == word));
        Some(Printed {
            start: digits.start(),
            end: digits.end(),
            value: plain.parse().ok()?,
            places: i32::try_from(places).ok()?,
            scale: scale.map_or(1.0, |(_, scale)| *scale),
            is_percent: hit.get(3).is_some(),
        })
    });
    found.collect()
}

fn pattern(expression: &str) -> Result<Regex> {
    Ok(RegexBuilder::new(expression)
        .case_insensitive(true)
        .build()?)
}

fn around(text: &str, start: usize, end: usize) -> &str {
    let from = text.floor_char_boundary(start.saturating_sub(NEAR));
    let to = text.ceil_char_boundary((end + NEAR).min(text.len()));
    text.get(from..to).unwrap_or(text)
}

/// The words that a reader sees: no citation marks and no rules of tables.
pub(super) fn plain(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some((before, behind)) = rest.split_once("[[") {
        text.push_str(before);
        rest = behind.split_once("]]").map_or("", |(_, behind)| behind);
    }
    text.push_str(rest);
    text.replace(['|', '*', '#', '`'], " ")
}

fn is_han(c: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&c)
}

/// A Chinese character counts for half a word.
pub(super) fn words(text: &str) -> usize {
    let han = text.chars().filter(|c| is_han(*c)).count();
    text.split(|c: char| c.is_whitespace() || is_han(c))
        .filter(|word| word.contains(|c: char| c.is_ascii_alphanumeric()))
        .count()
        + han.div_ceil(2)
}

/// The beginning of a text, up to so many words.
pub(super) fn beginning(text: &str, most: f64) -> &str {
    let mut count = 0.0;
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let is_word = c.is_alphanumeric() && !is_han(c);
        count += match (is_han(c), is_word && !in_word) {
            (true, _) => 0.5,
            (false, true) => 1.0,
            (false, false) => 0.0,
        };
        // a number or a hyphenated word goes on through its signs
        in_word = is_word || (in_word && ".,'’-–/%$€£".contains(c));
        if count > most {
            return text.get(..at).unwrap_or(text);
        }
    }
    text
}

pub(super) fn says_no(text: &str) -> bool {
    text.contains("does not say") || text.contains("资料库没有说明")
}
