//! Quotations: found in a text, and looked for letter by letter in the passages it cites.
//!
//! There is no measure of likeness. What a typesetter changes is folded away on both sides; after
//! that a quotation is in its source or it is not.

mod align;
mod find;
mod fold;
mod nearest;
mod pattern;

use std::ops::Range;

use thiserror::Error;

use fold::{BREAK, Unit, fold};
use pattern::{Item, Pattern, literal, negation, scholarly};

pub use find::{Quotation, QuotationStyle, QuotationWeight, quotations};
pub use pattern::MIN_PART_WORDS;

/// What the sources say to a quotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuoteVerdict {
    /// It is there.
    Verbatim {
        /// The place of the source in the list.
        source: usize,
        /// Bytes of that source, from the first quoted character to the last.
        range: Range<usize>,
        /// The bytes of each part, more than one where the quotation leaves something out.
        parts: Vec<Range<usize>>,
    },
    /// No source has it.
    NotFound {
        /// The sentence of the sources that shares the most words with it, for the writer to see.
        nearest: Option<String>,
    },
    /// Its letters are there, but what was left out or put in can turn the meaning.
    AltersMeaning {
        /// `None` where the quotation by itself shows it.
        source: Option<usize>,
        change: Alteration,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Alteration {
    #[error("the ellipsis leaves out `{word}`; quote the words with it")]
    LeavesOut { word: String },
    #[error("the quotation begins right after `{word}`; quote the words with it")]
    CutsOff { word: String },
    #[error("`{word}` in brackets is not in the source; take it out of the quotation")]
    InsertsWord { word: String },
    #[error("`[{insertion}]` changes a word of the source; quote the word as it stands")]
    ChangesWord { insertion: String },
    #[error("`[{insertion}]` is not in the cited source; take it out of the quotation")]
    ForeignInsertion { insertion: String },
    #[error(
        "`{part}` between ellipses is too short to prove; quote at least {MIN_PART_WORDS} words together"
    )]
    PartTooShort { part: String },
}

/// Looks for a quotation in the passages that its sentence cites.
///
/// An ellipsis parts it into pieces that must follow each other in one paragraph. In brackets it may
/// have the first letter of a word in the other case, notes such as `[sic]`, and up to six words in
/// place of a pronoun or as a gloss, if the source has these words elsewhere and none of them is a
/// number or turns the statement. A comma or point at its end may be the writer's.
pub fn check_quote(quote: &str, sources: &[&str]) -> QuoteVerdict {
    let quoted = fold(quote);
    let quoted = trimmed(&quoted);
    if !quoted.iter().any(|unit| unit.character.is_alphanumeric()) {
        return QuoteVerdict::NotFound { nearest: None };
    }
    let folded: Vec<Vec<Unit>> = sources.iter().map(|source| fold(source)).collect();
    if let Some(verdict) = as_it_stands(quoted, &folded) {
        return verdict;
    }
    let scholarly = match scholarly(quoted) {
        Some(Ok(pattern)) => as_scholars_quote(&pattern, &folded),
        Some(Err(change)) => Some(QuoteVerdict::AltersMeaning {
            source: None,
            change,
        }),
        None => None,
    };
    scholarly.unwrap_or_else(|| QuoteVerdict::NotFound {
        nearest: nearest::sentence(quote, sources),
    })
}

/// The same for a quotation with its context: one that begins right after a negation of its source
/// alters the meaning, unless the sentence around it negates too.
pub fn check_quotation(quotation: &Quotation, sources: &[&str]) -> QuoteVerdict {
    let verdict = check_quote(&quotation.text, sources);
    let QuoteVerdict::Verbatim { source, range, .. } = &verdict else {
        return verdict;
    };
    let before = sources
        .get(*source)
        .and_then(|text| text.get(..range.start))
        .unwrap_or_default();
    match cut_negation(before) {
        Some(word) if negation(&quotation.lead).is_none() => QuoteVerdict::AltersMeaning {
            source: Some(*source),
            change: Alteration::CutsOff { word },
        },
        _ => verdict,
    }
}

/// The negation that `before` ends with.
fn cut_negation(before: &str) -> Option<String> {
    let tail = before.trim_end();
    let chinese = tail.chars().last()?;
    if "不未没无非勿".contains(chinese) {
        return Some(chinese.to_string());
    }
    let word = tail
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next()
        .filter(|word| word.chars().all(|c| c.is_alphabetic() || "'’".contains(c)))?;
    negation(word)
}

fn trimmed(units: &[Unit]) -> &[Unit] {
    let mut units = units;
    while let [first, rest @ ..] = units
        && first.character.is_whitespace()
    {
        units = rest;
    }
    while let [rest @ .., last] = units
        && last.character.is_whitespace()
    {
        units = rest;
    }
    units
}

fn as_it_stands(quoted: &[Unit], sources: &[Vec<Unit>]) -> Option<QuoteVerdict> {
    let items = literal(quoted);
    // A quotation may be set in more paragraphs than its source.
    let mut flat = items.clone();
    for item in &mut flat {
        if let Item::Is { character, .. } = item
            && *character == BREAK
        {
            *character = ' ';
        }
    }
    sources.iter().enumerate().find_map(|(source, units)| {
        let found = found_or_ended(&items, units, 0).or_else(|| found_or_ended(&flat, units, 0))?;
        let range = bytes(units, &found)?;
        Some(QuoteVerdict::Verbatim {
            source,
            parts: vec![range.clone()],
            range,
        })
    })
}

/// Finds the items; or all but a last comma or point, which may be the writer's. A point may only
/// stand where the source has a pause, and neither may hide a question.
fn found_or_ended(items: &[Item], units: &[Unit], from: usize) -> Option<Range<usize>> {
    if let Some(found) = align::find(items, units, from) {
        return Some(found);
    }
    let (Item::Is { character, .. }, rest) = items.split_last()? else {
        return None;
    };
    if !matches!(character, '.' | ',') || rest.is_empty() {
        return None;
    }
    let mut start = from;
    while let Some(found) = align::find(rest, units, start) {
        let next = units.get(found.end).map_or(BREAK, |unit| unit.character);
        let pauses = matches!(next, ',' | ';' | ':' | '.' | BREAK | ')' | '\'');
        let goes_on = *character == ',' && !matches!(next, '?' | '!');
        if pauses || goes_on {
            return Some(found);
        }
        start = found.start + 1;
    }
    None
}

fn as_scholars_quote(pattern: &Pattern, sources: &[Vec<Unit>]) -> Option<QuoteVerdict> {
    let mut altered = None;
    for (source, units) in sources.iter().enumerate() {
        let foreign = pattern
            .insertions
            .iter()
            .find(|text| !has_words(units, text));
        for parts in alignments(&pattern.parts, units) {
            let left_out = left_out(&parts, units);
            let change = match (left_out, foreign) {
                (Some(word), _) => Some(Alteration::LeavesOut { word }),
                (None, Some(insertion)) => Some(Alteration::ForeignInsertion {
                    insertion: insertion.clone(),
                }),
                (None, None) => None,
            };
            if let Some(change) = change {
                altered.get_or_insert(QuoteVerdict::AltersMeaning {
                    source: Some(source),
                    change,
                });
                continue;
            }
            let parts: Option<Vec<Range<usize>>> =
                parts.iter().map(|part| bytes(units, part)).collect();
            let parts = parts?;
            let range = parts.first()?.start..parts.last()?.end;
            return Some(QuoteVerdict::Verbatim {
                source,
                range,
                parts,
            });
        }
    }
    altered
}

/// For each place of the first part, the next place of each further part in the same paragraph.
fn alignments(parts: &[Vec<Item>], units: &[Unit]) -> Vec<Vec<Range<usize>>> {
    let Some((first, others)) = parts.split_first() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = found_or_ended(first, units, from) {
        from = start.start + 1;
        let paragraph = units
            .get(..align::paragraph_end(units, start.start))
            .unwrap_or(units);
        let mut places = vec![start];
        for other in others {
            let after = places.last().map_or(0, |place: &Range<usize>| place.end);
            places.extend(found_or_ended(other, paragraph, after));
        }
        if places.len() == parts.len() {
            found.push(places);
        }
    }
    found
}

/// A negation in what an ellipsis leaves out of a sentence that it keeps a part of.
fn left_out(parts: &[Range<usize>], units: &[Unit]) -> Option<String> {
    parts.windows(2).find_map(|pair| {
        let [before, after] = pair else {
            return None;
        };
        let gap = units.get(before.end..after.start)?;
        let text: String = gap.iter().map(|unit| unit.character).collect();
        let ends = |c: char| matches!(c, '.' | '!' | '?');
        let first = text.split(ends).next().unwrap_or_default();
        let last = text.rsplit(ends).next().unwrap_or_default();
        negation(first).or_else(|| negation(last))
    })
}

/// Whether every word of `text` is in the source, in whatever case.
fn has_words(units: &[Unit], text: &str) -> bool {
    let lower = |text: &str| text.to_lowercase();
    let source: String = units.iter().map(|unit| unit.character).collect();
    let source = lower(&source);
    let cut = |c: char| !c.is_alphanumeric();
    let words: std::collections::BTreeSet<&str> = source.split(cut).collect();
    lower(text)
        .split(cut)
        .filter(|word| !word.is_empty() && !matches!(*word, "the" | "a" | "an" | "s" | "of"))
        .all(|word| {
            words.contains(word) || (word.chars().any(fold::is_cjk) && source.contains(word))
        })
}

/// The bytes behind a range of units.
fn bytes(units: &[Unit], range: &Range<usize>) -> Option<Range<usize>> {
    let covered = units.get(range.clone())?;
    Some(covered.first()?.start..covered.last()?.end)
}
