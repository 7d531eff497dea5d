//! Lines written backwards or with a shifted alphabet.

use std::ops::Range;

/// The lines that hold a word of [`turned_words`], turned round.
pub(crate) fn turned_lines(
    text: &str,
    words: impl IntoIterator<Item = (Range<usize>, u32)>,
) -> Vec<(Range<usize>, String)> {
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    let mut turns: Vec<(Range<usize>, u32)> = Vec::new();
    for (word, turn) in words {
        let is_done = |(line, done): &(Range<usize>, u32)| *done == turn && word.end <= line.end;
        if turns.iter().rev().take(TURNS as usize).any(is_done) {
            continue;
        }
        let line = line_around(text, &word);
        let content = text.get(line.clone()).unwrap_or_default();
        let turned = match turn {
            0 => content.chars().rev().collect(),
            shift => content.chars().map(|c| shifted(c, 26 - shift)).collect(),
        };
        turns.push((line.clone(), turn));
        found.push((line, turned));
    }
    found
}

/// Backwards, and every shift of the alphabet.
pub(crate) const TURNS: u32 = 26;

/// A longer line is not turned whole.
const MAX_LINE: usize = 2_000;

fn line_around(text: &str, hit: &Range<usize>) -> Range<usize> {
    let floor = text.floor_char_boundary(hit.start.saturating_sub(MAX_LINE));
    let ceiling = text.ceil_char_boundary((hit.end + MAX_LINE).min(text.len()));
    let before = text.get(floor..hit.start).unwrap_or_default();
    let after = text.get(hit.end..ceiling).unwrap_or_default();
    let start = before.rfind('\n').map_or(floor, |at| floor + at + 1);
    let end = after.find('\n').map_or(ceiling, |at| hit.end + at);
    start..end
}

fn shifted(c: char, by: u32) -> char {
    if !c.is_ascii_lowercase() {
        return c;
    }
    let letter = (u32::from(c) - u32::from('a') + by) % 26;
    char::from_u32(u32::from('a') + letter).unwrap_or(c)
}

/// Words that tell an order, long enough to be rare when turned.
pub(crate) static TELLING: assay_domain::WordList = assay_domain::word_list!("turned/telling");

/// The telling words backwards (turn 0) and with the alphabet shifted by one letter (turn 1), by two
/// and so on.
pub(crate) fn turned_words() -> impl Iterator<Item = (String, u32)> {
    let backwards = TELLING.iter().map(|word| (word.chars().rev().collect(), 0));
    let by = |shift: u32| {
        let turned = move |word: &str| word.chars().map(|c| shifted(c, shift)).collect();
        TELLING.iter().map(move |word| (turned(word), shift))
    };
    backwards.chain((1..TURNS).flat_map(by))
}
