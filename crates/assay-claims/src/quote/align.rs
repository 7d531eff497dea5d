//! Finding a pattern in a folded source, exactly.

use std::collections::BTreeSet;
use std::ops::Range;

use super::fold::{BREAK, Unit, is_cjk};
use super::pattern::Item;

/// Words that an insertion in brackets may stand for, longer ones first in Chinese.
const PRONOUNS: &[&str] = &[
    "it", "its", "itself", "he", "his", "him", "she", "her", "hers", "they", "their", "theirs",
    "them", "we", "our", "ours", "us", "i", "my", "mine", "me", "you", "your", "this", "that",
    "these", "those",
];
static CHINESE_PRONOUNS: assay_domain::WordList =
    assay_domain::word_list!("quote/align/chinese_pronouns");

/// Where the pattern first stands in `source` from unit `from` on, at word boundaries.
pub(super) fn find(items: &[Item], source: &[Unit], from: usize) -> Option<Range<usize>> {
    let first = items.iter().find_map(|item| match item {
        Item::Is {
            character,
            optional: 0,
        } => Some(Some(*character)),
        Item::Is { .. } => None,
        Item::Letter(_) | Item::Insertion => Some(None),
    })?;
    (from..source.len()).find_map(|start| {
        let here = source.get(start)?.character;
        let may_begin = first.is_none_or(|first| first == here);
        if !may_begin || !begins_word(source, start) {
            return None;
        }
        let end = end_of_match(items, source, start)?;
        (end > start).then_some(start..end)
    })
}

/// The unit after the pattern if it stands at `start`. Where either side may lack something, both
/// ways are tried, each from one place once: a hostile source must not multiply them.
fn end_of_match(items: &[Item], source: &[Unit], start: usize) -> Option<usize> {
    let mut open = vec![(0, start)];
    let mut tried = BTreeSet::new();
    while let Some((mut item, mut unit)) = open.pop() {
        if !tried.insert((item, unit)) {
            continue;
        }
        loop {
            let Some(wanted) = items.get(item) else {
                if ends_word(source, unit) {
                    return Some(unit);
                }
                break;
            };
            if *wanted == Item::Insertion {
                open.extend(after_insertion(items, item, source, unit));
                break;
            }
            let found = source.get(unit);
            if let Some(found) = found.filter(|found| found.optional > 0) {
                open.push((item, unit + found.optional));
            }
            if let Item::Is { optional, .. } = wanted
                && *optional > 0
            {
                open.push((item + optional, unit));
            }
            if !found.is_some_and(|found| agrees(wanted, found.character)) {
                break;
            }
            item += 1;
            unit += 1;
        }
    }
    None
}

fn agrees(wanted: &Item, found: char) -> bool {
    match wanted {
        Item::Is { character, .. } => *character == found,
        Item::Letter(letter) => letter.to_lowercase().eq(found.to_lowercase()),
        Item::Insertion => false,
    }
}

/// The ways to go on after an insertion: it stands for nothing, or for the pronoun that is there.
fn after_insertion(
    items: &[Item],
    item: usize,
    source: &[Unit],
    unit: usize,
) -> Vec<(usize, usize)> {
    let mut ways = Vec::new();
    if let Some(length) = pronoun(source, unit) {
        ways.push((item + 1, unit + length));
    }
    let space = |item: Option<&Item>| matches!(item, Some(Item::Is { character: ' ', .. }));
    let before = item.checked_sub(1).and_then(|before| items.get(before));
    if space(before) && space(items.get(item + 1)) {
        ways.push((item + 2, unit));
    } else if space(before) && source.get(unit.wrapping_sub(1)).is_some_and(is_space) {
        // Before a punctuation mark the space belongs to the insertion.
        ways.push((item + 1, unit - 1));
    } else if before.is_none() && space(items.get(item + 1)) {
        ways.push((item + 2, unit));
    }
    ways.push((item + 1, unit));
    ways
}

fn is_space(unit: &Unit) -> bool {
    unit.character == ' '
}

fn pronoun(source: &[Unit], at: usize) -> Option<usize> {
    let rest = source.get(at..)?;
    for chinese in CHINESE_PRONOUNS.iter() {
        let length = chinese.chars().count();
        let head = rest.iter().take(length).map(|unit| unit.character);
        if head.eq(chinese.chars()) {
            return Some(length);
        }
    }
    let letters = rest
        .iter()
        .take_while(|unit| unit.character.is_alphabetic());
    let word: String = letters
        .flat_map(|unit| unit.character.to_lowercase())
        .collect();
    PRONOUNS
        .contains(&word.as_str())
        .then(|| word.chars().count())
}

fn at(source: &[Unit], place: Option<usize>) -> char {
    place
        .and_then(|place| source.get(place))
        .map_or(BREAK, |unit| unit.character)
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() && !is_cjk(character)
}

/// Whether a quotation may begin here: not inside a word, a compound such as `non-GAAP` or a number,
/// and not after a number's sign.
fn begins_word(source: &[Unit], start: usize) -> bool {
    let first = at(source, Some(start));
    let before = at(source, start.checked_sub(1));
    let earlier = at(source, start.checked_sub(2));
    let point = first == '.' && at(source, Some(start + 1)).is_ascii_digit();
    if !is_word(first) && !point {
        return true;
    }
    if is_word(before) {
        return false;
    }
    if first.is_alphabetic() {
        let in_compound = before == '-' || before == '\'';
        return !(in_compound && is_word(earlier));
    }
    let inside = matches!(before, '.' | ',') && earlier.is_ascii_digit();
    let signed = before == '-' && !is_word(earlier);
    !inside && !signed
}

/// Scale words and units that a number must not lose.
static NUMBER_TAILS: assay_domain::WordList = assay_domain::word_list!("quote/align/number_tails");
const CHINESE_TAILS: &str = "十百千万亿兆个%‰";

/// Whether a quotation may end here: not inside a word, and not inside a number or before its scale.
fn ends_word(source: &[Unit], mut end: usize) -> bool {
    // Before an insertion the pattern ends in a space.
    while end > 0 && at(source, end.checked_sub(1)) == ' ' {
        end -= 1;
    }
    let last = at(source, end.checked_sub(1));
    let next = at(source, Some(end));
    let then = at(source, Some(end + 1));
    if !last.is_alphanumeric() {
        return true;
    }
    let is_mark = source.get(end).is_some_and(|unit| unit.optional > 0);
    if is_word(last) && is_word(next) && !is_mark {
        return false;
    }
    // `company's` and `long-term` are one word; `2019-2020` is two numbers.
    let compound = next == '\'' || (next == '-' && !(last.is_numeric() && then.is_numeric()));
    if is_word(last) && compound && is_word(then) {
        return false;
    }
    if !last.is_ascii_digit() {
        return true;
    }
    let inside = matches!(next, '.' | ',') && then.is_ascii_digit();
    let scaled = CHINESE_TAILS.contains(next);
    let rest = source.get(end..).unwrap_or_default();
    let word = rest
        .iter()
        .map(|unit| unit.character)
        .skip_while(|c| *c == ' ' || *c == '-')
        .take_while(|c| c.is_alphabetic());
    let word: String = word.collect();
    !inside && !scaled && !NUMBER_TAILS.contains(&word.to_lowercase().as_str())
}

/// The unit at which the paragraph of `place` ends.
pub(super) fn paragraph_end(source: &[Unit], place: usize) -> usize {
    let rest = source.get(place..).unwrap_or_default();
    let end = rest.iter().position(|unit| unit.character == BREAK);
    end.map_or(source.len(), |end| place + end)
}
