use super::characters::QUOTE;
use super::{BREAK, ELLIPSIS, Unit, is_cjk};

type Pass = fn(&[Unit]) -> Vec<Unit>;

/// The order matters: Markdown marks may hide dots and dashes, and spaces are judged last.
const PASSES: &[Pass] = &[markdown, ellipses, quotes, dashes, notes, spaces];

pub(super) fn folded(units: Vec<Unit>) -> Vec<Unit> {
    PASSES.iter().fold(units, |units, pass| pass(&units))
}

/// The character `distance` before or after `at`; a space beyond the ends.
fn near(units: &[Unit], at: usize, distance: isize) -> char {
    let place = at.checked_add_signed(distance);
    place
        .and_then(|place| units.get(place))
        .map_or(' ', |unit| unit.character)
}

/// How often the character at `at` follows itself.
fn run(units: &[Unit], at: usize) -> usize {
    let first = near(units, at, 0);
    let rest = units.get(at..).unwrap_or_default();
    rest.iter()
        .take_while(|unit| unit.character == first)
        .count()
}

fn is_open(character: char) -> bool {
    character == ' ' || character == BREAK
}

/// Drops emphasis, code marks, escapes and the targets of links.
fn markdown(units: &[Unit]) -> Vec<Unit> {
    let mut kept = Vec::with_capacity(units.len());
    let mut at = 0;
    while let Some(unit) = units.get(at) {
        let length = run(units, at);
        let before = near(units, at, -1);
        let after = units.get(at + length).map_or(' ', |unit| unit.character);
        let word = |c: char| c.is_alphanumeric() && !is_cjk(c);
        let dropped = match unit.character {
            '*' => {
                let factor = is_open(before) && is_open(after);
                let product = before.is_ascii_digit() && after.is_ascii_digit();
                !factor && !product
            }
            '_' => !(word(before) && word(after) || is_open(before) && is_open(after)),
            '`' => true,
            '\\' => after.is_ascii_punctuation(),
            _ => false,
        };
        if dropped {
            at += length;
        } else if unit.character == ']' && after == '(' && is_link(units, at) {
            at += 1 + link_length(units, at);
            if let Some(open) = kept.iter().rposition(|unit: &Unit| unit.character == '[') {
                kept.remove(open);
            }
        } else {
            kept.push(*unit);
            at += 1;
        }
    }
    kept
}

/// Whether the `(` after `at` opens an address.
fn is_link(units: &[Unit], at: usize) -> bool {
    let address = units.get(at + 2..at + 10).unwrap_or_default();
    let address: String = address.iter().map(|unit| unit.character).collect();
    ["http:", "https:", "mailto:", "#", "./", "/"]
        .iter()
        .any(|start| address.starts_with(start))
}

/// Units from the bracket after `at` to its end.
fn link_length(units: &[Unit], at: usize) -> usize {
    let rest = units.get(at + 1..).unwrap_or_default();
    let end = rest.iter().position(|unit| unit.character == ')');
    end.map_or(0, |end| end + 1)
}

/// `...`, `. . .`, `……` become one unit; a fourth dot before it ends a sentence.
fn ellipses(units: &[Unit]) -> Vec<Unit> {
    let mut kept: Vec<Unit> = Vec::with_capacity(units.len());
    let mut at = 0;
    while let Some(unit) = units.get(at) {
        let (dots, length) = dots(units, at);
        let marks = run(units, at);
        let (from, length) = match unit.character {
            '.' if dots == 4 => {
                kept.push(*unit);
                (at + 1, length - 1)
            }
            '.' if dots >= 3 => (at, length),
            ELLIPSIS => (at, marks),
            _ => {
                kept.push(*unit);
                at += 1;
                continue;
            }
        };
        let first = units.get(from).unwrap_or(unit);
        at = from + length;
        let last = units.get(at - 1).unwrap_or(unit);
        kept.push(Unit {
            character: ELLIPSIS,
            start: first.start,
            end: last.end,
            optional: 0,
        });
    }
    kept
}

/// How many dots follow, with at most one space between them, and over how many units.
fn dots(units: &[Unit], at: usize) -> (usize, usize) {
    let (mut dots, mut length) = (0, 0);
    loop {
        if near(units, at + length, 0) == '.' && at + length < units.len() {
            dots += 1;
            length += 1;
        } else if dots > 0
            && near(units, at + length, 0) == ' '
            && units
                .get(at + length + 1)
                .is_some_and(|unit| unit.character == '.')
        {
            length += 1;
        } else {
            return (dots, length);
        }
    }
}

/// Straight marks become the one quotation mark, unless they measure feet or inches.
fn quotes(units: &[Unit]) -> Vec<Unit> {
    let mut open = false;
    let mut folded = Vec::with_capacity(units.len());
    for (at, unit) in units.iter().enumerate() {
        let mut unit = *unit;
        let after_digit = near(units, at, -1).is_ascii_digit();
        if unit.character == '"' {
            let inches = after_digit && !open;
            if !inches {
                open = !open;
                unit.character = QUOTE;
            }
        } else if unit.character == BREAK {
            open = false;
        }
        // '' is a quotation mark that was typed as two.
        let doubled = unit.character == QUOTE
            && folded
                .last()
                .is_some_and(|last: &Unit| last.character == QUOTE);
        if !doubled {
            folded.push(unit);
        }
    }
    folded
}

/// A dash between clauses becomes ` - `, whatever its length and spacing; a short one without spaces
/// is a hyphen, minus or range and stays tight, as does any between digits.
fn dashes(units: &[Unit]) -> Vec<Unit> {
    let mut folded: Vec<Unit> = Vec::with_capacity(units.len());
    let mut at = 0;
    while let Some(unit) = units.get(at) {
        let length = run(units, at);
        if unit.character != '-' && unit.character != '—' {
            folded.push(*unit);
            at += 1;
            continue;
        }
        let before = near(units, at, -1);
        let after = units.get(at + length).map_or(' ', |unit| unit.character);
        let last = units.get(at + length - 1).unwrap_or(unit);
        let digits = before.is_ascii_digit() && after.is_ascii_digit();
        let spaced = is_open(before) && is_open(after);
        let long = unit.character == '—' || length > 1;
        let dash = Unit {
            character: '-',
            start: unit.start,
            end: last.end,
            optional: unit.optional,
        };
        if spaced || (long && !digits) {
            let space = |start, end| Unit {
                character: ' ',
                start,
                end,
                optional: 0,
            };
            folded.push(space(unit.start, unit.start));
            folded.push(dash);
            folded.push(space(last.end, last.end));
        } else {
            folded.push(dash);
        }
        at += length;
    }
    folded
}

/// Lengths whose square or cube is another unit: their superscript is no footnote.
const LENGTHS: &[&str] = &["m", "km", "cm", "mm", "ft", "in", "mi", "yd", "nm"];

/// Footnote and trademark marks may be left out of a quotation.
fn notes(units: &[Unit]) -> Vec<Unit> {
    let mut folded = units.to_vec();
    let mut at = 0;
    while at < units.len() {
        let length = note_length(units, at);
        if let Some(unit) = folded.get_mut(at)
            && length > 0
        {
            unit.optional = length;
        }
        at += length.max(1);
    }
    folded
}

/// How many units at `at` are a footnote mark: `¹`, `(1)` or `[1]` tight after a word, ` [1]`, `†`.
fn note_length(units: &[Unit], at: usize) -> usize {
    let before = near(units, at, -1);
    let after_word = before.is_alphabetic() || ".,;:)'\"%".contains(before);
    match near(units, at, 0) {
        '™' | '®' | '℠' | '†' | '‡' => 1,
        '¹' | '²' | '³' | '⁰'..='⁹' if after_word && !after_length(units, at) => {
            let rest = units.get(at..).unwrap_or_default();
            let digits = rest
                .iter()
                .take_while(|unit| is_superscript(unit.character));
            digits.count()
        }
        '(' if after_word && before != ')' => number_in(units, at, ')', 2),
        '[' if after_word => number_in(units, at, ']', 3),
        ' ' if near(units, at, 1) == '[' => match number_in(units, at + 1, ']', 3) {
            0 => 0,
            length => length + 1,
        },
        _ => 0,
    }
}

fn is_superscript(character: char) -> bool {
    matches!(character, '¹' | '²' | '³' | '⁰'..='⁹')
}

fn after_length(units: &[Unit], at: usize) -> bool {
    let before = units.get(..at).unwrap_or_default();
    let from = before
        .iter()
        .rposition(|unit| !unit.character.is_alphabetic());
    let word = before
        .get(from.map_or(0, |at| at + 1)..)
        .unwrap_or_default();
    let word: String = word.iter().map(|unit| unit.character).collect();
    LENGTHS.contains(&word.as_str())
}

/// The length of a bracket that holds a number of at most `digits` digits and nothing else.
fn number_in(units: &[Unit], at: usize, close: char, digits: usize) -> usize {
    let rest = units.get(at + 1..).unwrap_or_default();
    let count = rest
        .iter()
        .take_while(|unit| unit.character.is_ascii_digit())
        .count();
    let closed = rest.get(count).is_some_and(|unit| unit.character == close);
    if closed && (1..=digits).contains(&count) {
        count + 2
    } else {
        0
    }
}

/// One space between words, none where only typography puts one.
fn spaces(units: &[Unit]) -> Vec<Unit> {
    let mut folded: Vec<Unit> = Vec::with_capacity(units.len());
    for (at, unit) in units.iter().enumerate() {
        if unit.character != ' ' || unit.optional > 0 {
            folded.push(*unit);
            continue;
        }
        let before = folded.last().map_or(BREAK, |unit| unit.character);
        let rest = units.get(at + 1..).unwrap_or_default();
        let mut following = rest.iter().skip_while(|unit| unit.character == ' ');
        let after = following.next().map_or(BREAK, |unit| unit.character);
        let then = following.next().map_or(BREAK, |unit| unit.character);
        if !is_typographic(before, after, then) {
            folded.push(*unit);
        }
    }
    folded
}

fn is_typographic(before: char, after: char, then: char) -> bool {
    let silent = |c: char| matches!(c, ' ' | BREAK | ELLIPSIS);
    let closes = matches!(after, ',' | ';' | ':' | '!' | '?' | ')' | ']' | '%' | '‰')
        || (after == '.' && !then.is_ascii_digit());
    silent(before)
        || silent(after)
        || is_cjk(before)
        || is_cjk(after)
        || closes
        || matches!(before, '(' | '[' | '$' | '€' | '£' | '¥')
}
