//! Clauses of a sentence that are joined and say nothing of each other.

use std::ops::Range;

use assay_figures::{cut, periods};

use super::lexicon::Class;
use super::marks::Mark;
use super::reading::terms;
use super::term::{Kind, Term};

/// Fewer content words make no clause.
const LEAST: usize = 3;

/// What begins a clause that is only put beside the one before it.
static JOINTS: assay_domain::WordList = assay_domain::word_list!("wording/joined/joints");

/// Words by which a clause speaks of the one before it: only together are they what is said.
static RELATING: assay_domain::WordList = assay_domain::word_list!("wording/joined/relating");

/// A clause as a text of its own: all else is blanked, so that every place stays where it is. What
/// leads in (`In 2024, …`) belongs to each.
pub(crate) struct Joined {
    pub(crate) text: String,
}

/// The clauses of a sentence, where it has several with a subject and a verb each and none that
/// relates to another one.
pub(crate) fn joined(text: &str) -> Option<Vec<Joined>> {
    let lead = lead(text);
    let ranges = ranges(text, lead.end);
    let bodies: Vec<&str> = ranges
        .iter()
        .map(|range| cut(text, range.clone()))
        .collect();
    let dated = bodies.iter().filter(|body| !periods(body).is_empty());
    let dated = dated.count();
    let has_lead = !periods(cut(text, lead.clone())).is_empty();
    let are_dated = dated == 0 || dated == bodies.len() || has_lead;
    let stand = |body: &&str| is_clause(body);
    let relates = |body: &&str| {
        let lower = format!(" {} ", body.to_lowercase());
        RELATING.iter().any(|word| match word.is_ascii() {
            true => lower.contains(&format!(" {word} ")),
            false => lower.contains(word),
        })
    };
    let is_apart = bodies.len() > 1
        && are_dated
        && bodies.iter().all(stand)
        && !bodies.iter().skip(1).any(relates);
    is_apart.then(|| {
        let joined = ranges.into_iter().map(|range| Joined {
            text: blanked(text, &lead, &range),
        });
        joined.collect()
    })
}

/// `In fiscal 2024, `: what stands before the first comma and names a time, without a verb.
fn lead(text: &str) -> Range<usize> {
    let end = text.find([',', '，']).map_or(0, |at| {
        let comma = cut(text, at..text.len()).chars().next();
        at + comma.map_or(0, char::len_utf8)
    });
    let words = cut(text, 0..end);
    let is_time = !periods(words).is_empty()
        && !terms(words)
            .iter()
            .any(|term| term.is_content() && term.class() == Some(Class::Verb));
    if is_time { 0..end } else { 0..0 }
}

/// The stretches between joints, each without the joint before it.
fn ranges(text: &str, from: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = from;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < from) {
        let rest = cut(text, at + c.len_utf8()..text.len());
        let behind = rest.len() - rest.trim_start().len();
        let word = joint(rest.trim_start());
        let length = match (c, word) {
            (';' | '；', word) => Some(word.unwrap_or(0)),
            (',' | '，', Some(word)) => Some(word),
            // `rose while costs fell` needs no comma
            (' ', Some(word))
                if ["while ", "whereas "]
                    .iter()
                    .any(|one| rest.starts_with(one)) =>
            {
                Some(word)
            }
            _ => None,
        };
        if let Some(length) = length.filter(|_| at >= start) {
            found.push(start..at);
            start = at + c.len_utf8() + behind + length;
        }
    }
    found.push(start..text.len());
    found
}

/// How long the word is that a clause begins with to be put beside the one before it.
fn joint(rest: &str) -> Option<usize> {
    let ends = |word: &str| {
        let behind = rest.get(word.len()..).unwrap_or_default();
        !word.is_ascii() || behind.starts_with([' ', ','])
    };
    let words = JOINTS
        .iter()
        .filter(|word| rest.starts_with(**word) && ends(word));
    words.map(|word| word.len()).max()
}

/// It has a thing that something is said of, before the verb that says it.
fn is_clause(body: &str) -> bool {
    let own = terms(body);
    let content = own.iter().filter(|term| term.is_content()).count();
    let is_thing = |term: &Term| match term.kind {
        Kind::Name | Kind::Unread => true,
        Kind::Word => term.is_content() && term.class() != Some(Class::Verb),
        Kind::Light | Kind::Number => false,
    };
    let tells = |term: &Term| {
        term.may_be_verb() || matches!(term.mark, Some(Mark::Way(_))) || is_being(body, term)
    };
    let first = own.iter().position(is_thing);
    let told = first.is_some_and(|first| own.iter().skip(first + 1).any(tells));
    content >= LEAST && told
}

fn is_being(text: &str, term: &Term) -> bool {
    let word = cut(text, term.range.clone()).to_lowercase();
    ["is", "are", "was", "were", "had", "has", "have", "为", "是"].contains(&word.as_str())
}

fn blanked(text: &str, lead: &Range<usize>, own: &Range<usize>) -> String {
    let kept = |at: usize| lead.contains(&at) || own.contains(&at);
    let bytes = text.char_indices().flat_map(|(at, c)| match kept(at) {
        true => vec![c],
        false => vec![' '; c.len_utf8()],
    });
    bytes.collect()
}
