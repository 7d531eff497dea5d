use std::collections::BTreeSet;

use super::fold::is_cjk;

/// A longer hint is cut.
const MAX_CHARACTERS: usize = 400;

/// The sentence of the sources that shares the most words with the quotation, if it shares half of
/// them. It is shown to the writer and decides nothing.
pub(super) fn sentence(quote: &str, sources: &[&str]) -> Option<String> {
    let wanted = words(quote);
    let mut best: Option<(usize, &str)> = None;
    for source in sources {
        for sentence in sentences(source) {
            let shared = words(sentence).intersection(&wanted).count();
            if shared * 2 >= wanted.len().max(1) && best.is_none_or(|(most, _)| shared > most) {
                best = Some((shared, sentence));
            }
        }
    }
    best.map(|(_, sentence)| sentence.chars().take(MAX_CHARACTERS).collect())
}

fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for run in text.split(|c: char| !c.is_alphanumeric()) {
        let mut latin = String::new();
        for character in run.chars() {
            if is_cjk(character) {
                words.insert(character.to_string());
            } else {
                latin.extend(character.to_lowercase());
            }
        }
        if !latin.is_empty() {
            words.insert(latin);
        }
    }
    words
}

fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let ends = match character {
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            '。' | '！' | '？' | '\n' => true,
            _ => false,
        };
        if ends {
            let end = at + character.len_utf8();
            found.extend(text.get(start..end));
            start = end;
        }
    }
    found.extend(text.get(start..));
    found.retain(|sentence| !sentence.trim().is_empty());
    found.iter().map(|sentence| sentence.trim()).collect()
}
