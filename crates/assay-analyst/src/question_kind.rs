use std::collections::BTreeMap;
use std::sync::LazyLock;

use assay_domain::{Language, ResearchType};
use assay_figures::periods;

use crate::workflow::workflow;

/// The type of research that a question speaks for, whatever language its plan is written in; a
/// company where nothing speaks for another.
pub(crate) fn question_kind(question: &str) -> ResearchType {
    let tokens = tokens(&without_periods(question));
    let mut points: BTreeMap<ResearchType, usize> = BTreeMap::new();
    let mut at = 0;
    // The longest sign at each place counts and hides what it contains: 毛利率 says nothing of 利率.
    while at < tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        let met = SIGNS
            .iter()
            .filter(|sign| (at == 0 || !sign.is_opening) && sign.begins(rest))
            .max_by_key(|sign| (sign.tokens.len(), sign.points));
        if let Some(sign) = met {
            *points.entry(sign.kind).or_default() += sign.points;
        }
        at += met.map_or(1, |sign| sign.tokens.len());
    }
    let mut best = (0, ResearchType::Company);
    for kind in ResearchType::ALL {
        let points = points.get(&kind).copied().unwrap_or_default();
        if points > best.0 {
            best = (points, kind);
        }
    }
    best.1
}

/// The words of a period (`fiscal 2025`) speak for nothing.
fn without_periods(question: &str) -> String {
    let mut plain = question.replace('’', "'");
    for span in periods(&plain.clone()) {
        plain.replace_range(span.range.clone(), &" ".repeat(span.range.len()));
    }
    plain
}

/// A word or a phrase that speaks for a type.
struct Sign {
    kind: ResearchType,
    tokens: Vec<String>,
    points: usize,
    /// Counts only where the question begins with it.
    is_opening: bool,
}

/// What a sign that settles the type by itself adds to its length.
const SETTLES: usize = 3;

static SIGNS: LazyLock<Vec<Sign>> = LazyLock::new(|| {
    let mut signs = Vec::new();
    for kind in ResearchType::ALL {
        for language in [Language::En, Language::Zh] {
            let workflow = workflow(kind, language);
            for (texts, extra, is_opening) in [
                (&workflow.keywords, 0, false),
                (&workflow.decisive, SETTLES, false),
                (&workflow.openings, SETTLES, true),
            ] {
                signs.extend(texts.iter().map(|text| {
                    let tokens = tokens(text);
                    Sign {
                        kind,
                        points: weight(&tokens) + extra,
                        tokens,
                        is_opening,
                    }
                }));
            }
        }
    }
    signs
});

/// One for a word; a phrase is worth more than its words. A Chinese word has two characters.
fn weight(tokens: &[String]) -> usize {
    let is_chinese = tokens.iter().any(|token| !token.is_ascii());
    if is_chinese {
        tokens.len().saturating_sub(1).max(1)
    } else {
        (2 * tokens.len()).saturating_sub(1)
    }
}

impl Sign {
    fn begins(&self, question: &[String]) -> bool {
        question.len() >= self.tokens.len()
            && self
                .tokens
                .iter()
                .zip(question)
                .all(|(sign, word)| is_word(sign, word))
    }
}

/// Whether a word of a question is the one of a sign, in the singular or in the plural. One that is
/// written with a capital is a name and is met as it is written: `Fed`, not `fed`.
fn is_word(sign: &str, word: &str) -> bool {
    if sign.starts_with(|c: char| c.is_ascii_uppercase()) {
        return sign == word;
    }
    let lower = word.to_lowercase();
    let singular = if sign.is_ascii() && sign.len() > 2 {
        lower.strip_suffix('s')
    } else {
        None
    };
    lower == sign || singular == Some(sign)
}

/// English words without a possessive, and single characters of a script that does not part words.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || (matches!(c, '\'' | '&') && !word.is_empty()) {
            word.push(c);
            continue;
        }
        end_word(&mut word, &mut found);
        if c.is_alphanumeric() {
            found.push(c.to_string());
        }
    }
    end_word(&mut word, &mut found);
    found
}

fn end_word(word: &mut String, found: &mut Vec<String>) {
    let bare = word.strip_suffix("'s").unwrap_or(word);
    let bare = bare.trim_end_matches(['\'', '&']);
    if !bare.is_empty() {
        found.push(bare.to_owned());
    }
    word.clear();
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::SIGNS;

    #[test]
    fn no_sign_speaks_for_two_types() {
        let mut known = BTreeMap::new();
        for sign in SIGNS.iter().filter(|sign| !sign.is_opening) {
            assert!(!sign.tokens.is_empty());
            let before = known.insert(sign.tokens.clone(), sign.kind);
            assert!(
                before.is_none_or(|kind| kind == sign.kind),
                "{:?}",
                sign.tokens
            );
        }
    }
}
