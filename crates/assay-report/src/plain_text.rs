use std::borrow::Cow;

use crate::citations::{Citations, Piece, split_marks};
use crate::document::Inline;

/// Text that is not Markdown (a subject, a value), with its citations resolved.
pub(crate) fn plain_inlines(text: &str, citations: &mut Citations<'_>) -> Vec<Inline> {
    let clean = clean(text);
    let inlines = split_marks(&clean)
        .into_iter()
        .map(|piece| match piece {
            Piece::Text(text) => Inline::text(text.replace(['\n', '\t'], " ")),
            Piece::Mark(id) => citations.cite(id),
        })
        .collect();
    finish(inlines)
}

/// A title without citation marks, on one line.
pub(crate) fn title_text(text: &str) -> String {
    let clean = clean(text);
    let words: String = split_marks(&clean)
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Text(text) => Some(text),
            Piece::Mark(_) => None,
        })
        .collect();
    unbracket_numbers(&words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Why something is as it is, on one line. It cites nothing: a mark in it is an example or a model's
/// mistake that the reason is about, and stays to be read.
pub(crate) fn reason_text(text: &str) -> String {
    let clean = clean(text);
    unbracket_numbers(&clean.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Drops what must not reach a page: control characters other than line feed and tab, and the
/// direction overrides that can make a figure read backwards.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    let kept = |c: char| matches!(c, '\n' | '\t') || !is_unwanted(c);
    if text.chars().all(kept) {
        return Cow::Borrowed(text);
    }
    text.replace("\r\n", "\n")
        .chars()
        .map(|c| if c == '\r' { '\n' } else { c })
        .filter(|c| kept(*c))
        .collect()
}

fn is_unwanted(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fdd0}' | '\u{feff}')
}

/// What every run of inlines goes through: citations side by side become one, and numbers in
/// brackets that nobody resolved lose their brackets.
pub(crate) fn finish(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut out: Vec<Inline> = Vec::with_capacity(inlines.len());
    for inline in inlines {
        match inline {
            Inline::Text(text) => push_text(&mut out, &text),
            Inline::Cite(numbers) => push_cite(&mut out, numbers),
            other => out.push(other),
        }
    }
    for inline in &mut out {
        if let Inline::Text(text) = inline
            && text.contains('[')
        {
            *text = unbracket_numbers(text);
        }
    }
    out
}

fn push_text(out: &mut Vec<Inline>, text: &str) {
    match out.last_mut() {
        Some(Inline::Text(before)) => before.push_str(text),
        _ if text.is_empty() => {}
        _ => out.push(Inline::text(text)),
    }
}

fn push_cite(out: &mut Vec<Inline>, numbers: Vec<usize>) {
    let blank_between = matches!(out.last(), Some(Inline::Text(text)) if text.trim().is_empty());
    let blank = if blank_between { out.pop() } else { None };
    if let Some(Inline::Cite(known)) = out.last_mut() {
        for number in numbers {
            if !known.contains(&number) {
                known.push(number);
            }
        }
        return;
    }
    out.extend(blank);
    out.push(Inline::Cite(numbers));
}

/// `[3]`, `[1, 2]` or `[1-3]` in a text would read as a citation that nothing backs, so the
/// brackets become round. Four digits are a year and stay.
pub(crate) fn unbracket_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        match after.split_once(']') {
            Some((inside, tail)) if looks_like_citation(inside) => {
                out.push('(');
                out.push_str(inside);
                out.push(')');
                rest = tail;
            }
            _ => {
                out.push('[');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Bytes; a longer list in brackets is a list, not a citation.
const LONGEST_CITATION: usize = 40;

fn looks_like_citation(inside: &str) -> bool {
    if inside.len() > LONGEST_CITATION {
        return false;
    }
    let mut numbers = 0;
    let parts = inside.split([',', ';', '-', '\u{2013}', '\u{3001}', '\u{ff0c}', ' ', '^']);
    for part in parts.filter(|part| !part.is_empty()) {
        if part.len() > 3 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        numbers += 1;
    }
    numbers > 0
}

#[cfg(test)]
mod tests {
    use super::{clean, unbracket_numbers};

    #[test]
    fn numbers_in_brackets_lose_them_and_other_brackets_stay() {
        for (text, expected) in [
            ("up 4% [3].", "up 4% (3)."),
            ("[1][2]", "(1)(2)"),
            ("[1, 2] [4-6]", "(1, 2) (4-6)"),
            ("[^7]", "(^7)"),
            ("in [2024] and [a] and [", "in [2024] and [a] and ["),
            ("[[3]]", "[(3)]"),
        ] {
            assert_eq!(unbracket_numbers(text), expected);
        }
    }

    #[test]
    fn control_and_direction_characters_are_dropped() {
        assert_eq!(clean("a\0b\r\nc\u{202e}d\te"), "ab\ncd\te");
    }
}
