use std::ops::Range;

use super::block::without_citations;
use super::{Quotation, QuotationStyle, QuotationWeight, is_cjk, lead};

/// A character of a paragraph and where it stands in the text.
type Placed = (usize, char);

pub(super) fn quotations(text: &str, range: Range<usize>) -> Vec<Quotation> {
    let paragraph = text.get(range.clone()).unwrap_or_default();
    let characters: Vec<Placed> = paragraph
        .char_indices()
        .map(|(at, character)| (range.start + at, character))
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        if let Some(skipped) = code_length(&characters, at) {
            at += skipped;
            continue;
        }
        let Some((style, end)) = opened(&characters, at) else {
            at += 1;
            continue;
        };
        let (quotation, next) = taken(text, &range, &characters, at, style, end);
        found.extend(quotation);
        at = next;
    }
    found
}

/// Where a quotation that opens at `at` is closed.
enum End {
    At(usize),
    Never,
}

fn opened(characters: &[Placed], at: usize) -> Option<(QuotationStyle, End)> {
    let pair =
        |style, open: char, close: char| Some((style, nested_end(characters, at, open, close)));
    match get(characters, at)? {
        '“' => pair(QuotationStyle::Double, '“', '”'),
        '„' => pair(QuotationStyle::Double, '„', '“'),
        '«' => pair(QuotationStyle::Guillemet, '«', '»'),
        '「' => pair(QuotationStyle::Corner, '「', '」'),
        '『' => pair(QuotationStyle::Corner, '『', '』'),
        '"' => straight_double(characters, at),
        '‘' => single(characters, at, '’'),
        '\'' => single(characters, at, '\''),
        _ => None,
    }
}

fn taken(
    text: &str,
    paragraph: &Range<usize>,
    characters: &[Placed],
    at: usize,
    style: QuotationStyle,
    end: End,
) -> (Option<Quotation>, usize) {
    let place = |at: usize| {
        characters
            .get(at)
            .map_or(paragraph.end, |(place, _)| *place)
    };
    let (inner_end, outer_end, next, closed) = match end {
        End::At(end) => (place(end), place(end + 1), end + 1, true),
        End::Never => (paragraph.end, paragraph.end, characters.len(), false),
    };
    let inner = text.get(place(at + 1)..inner_end).unwrap_or_default();
    // A citation after an open quotation, or before the last mark, is not part of it.
    let inner = match (closed, inner.find("[[")) {
        (false, Some(citation)) => inner.get(..citation).unwrap_or(inner),
        _ => without_citations(inner),
    };
    let has_words = inner.chars().any(char::is_alphanumeric);
    let quotation = has_words.then(|| Quotation {
        text: inner.trim().to_owned(),
        range: place(at)..outer_end,
        style,
        weight: QuotationWeight::of(inner),
        lead: lead(text, paragraph.start, place(at)),
        closed,
    });
    (quotation, next)
}

fn get(characters: &[Placed], at: usize) -> Option<char> {
    characters.get(at).map(|(_, character)| *character)
}

/// The character before `at`; a space at the start.
fn before(characters: &[Placed], at: usize) -> char {
    at.checked_sub(1)
        .and_then(|at| get(characters, at))
        .unwrap_or(' ')
}

fn after(characters: &[Placed], at: usize) -> char {
    get(characters, at + 1).unwrap_or(' ')
}

/// The length of a code span that opens at `at`.
fn code_length(characters: &[Placed], at: usize) -> Option<usize> {
    if get(characters, at)? != '`' {
        return None;
    }
    let rest = characters.get(at + 1..)?;
    let end = rest.iter().position(|(_, character)| *character == '`')?;
    Some(end + 2)
}

fn nested_end(characters: &[Placed], at: usize, open: char, close: char) -> End {
    let mut depth = 0_usize;
    for place in at..characters.len() {
        match get(characters, place) {
            Some(character) if character == open => depth += 1,
            Some(character) if character == close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return End::At(place);
                }
            }
            _ => {}
        }
    }
    End::Never
}

fn is_inch(characters: &[Placed], at: usize) -> bool {
    before(characters, at).is_ascii_digit()
}

/// `12"` outside a quotation is a measure. Inside, it is one if the marks after it could not be
/// paired otherwise.
fn straight_double(characters: &[Placed], at: usize) -> Option<(QuotationStyle, End)> {
    let earlier = before(characters, at);
    let in_word = earlier.is_alphanumeric() && !is_cjk(earlier);
    if in_word || after(characters, at).is_whitespace() {
        return None;
    }
    let marks: Vec<usize> = (at + 1..characters.len())
        .filter(|place| get(characters, *place) == Some('"'))
        .filter(|place| !before(characters, *place).is_whitespace())
        .collect();
    let mut left = marks.len();
    for place in marks {
        left -= 1;
        let more = left > 0 && !left.is_multiple_of(2);
        let word_follows = after(characters, place) == ' ';
        if !(is_inch(characters, place) && more && word_follows) {
            return Some((QuotationStyle::Double, End::At(place)));
        }
    }
    Some((QuotationStyle::Double, End::Never))
}

/// Single marks are quotations only where they stand like marks and enclose two words or more;
/// everything else is an apostrophe.
fn single(characters: &[Placed], at: usize, close: char) -> Option<(QuotationStyle, End)> {
    let next = after(characters, at);
    let earlier = before(characters, at);
    let opens = !earlier.is_alphanumeric() || is_cjk(earlier);
    let elision = next.is_ascii_digit()
        && get(characters, at + 2).is_some_and(|c| c.is_ascii_digit())
        && !get(characters, at + 3).is_some_and(char::is_numeric);
    if !opens || !(next.is_alphanumeric() || "[($€£¥…".contains(next)) || elision {
        return None;
    }
    let ends = closing_singles(characters, at, close);
    let mut ends = ends.iter().copied().peekable();
    while let Some(end) = ends.next() {
        let possessive = before(characters, end) == 's'
            && after(characters, end) == ' '
            && get(characters, end + 2).is_some_and(char::is_alphanumeric)
            && ends.peek().is_some();
        if possessive {
            continue;
        }
        let inner = characters.get(at + 1..end).unwrap_or_default();
        let spaced = inner.iter().any(|(_, c)| c.is_whitespace() || is_cjk(*c));
        let curly = close == '’';
        return (spaced || curly).then_some((QuotationStyle::Single, End::At(end)));
    }
    None
}

/// Marks that could close a single quotation before another one opens.
fn closing_singles(characters: &[Placed], at: usize, close: char) -> Vec<usize> {
    let mut found = Vec::new();
    for place in at + 1..characters.len() {
        let Some(character) = get(characters, place) else {
            break;
        };
        let (earlier, next) = (before(characters, place), after(characters, place));
        if character == '‘' {
            break;
        }
        if character != close {
            continue;
        }
        let closes = !earlier.is_whitespace() && (!next.is_alphanumeric() || is_cjk(next));
        let reopens = earlier.is_whitespace() && next.is_alphanumeric();
        if closes {
            found.push(place);
        } else if reopens && !found.is_empty() {
            break;
        }
    }
    found
}
