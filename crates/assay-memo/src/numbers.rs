//! Numbers inside sentences that others wrote.

/// A piece of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Words(&'a str),
    Number(&'a str),
}

/// Splits a sentence at its numbers. What is part of a name or a code (`FY2025`, `Q-001`, `10-K`),
/// a day and a calendar year are words.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut words_from = 0;
    let mut at = 0;
    while let Some(found) = text
        .get(at..)
        .and_then(|rest| rest.find(|c: char| c.is_ascii_digit()))
    {
        let digits = at + found;
        let start = digits - sign_length(text.get(..digits).unwrap_or_default());
        let end = digits + token_length(text.get(digits..).unwrap_or_default());
        let token = text.get(start..end).unwrap_or_default();
        let before = text.get(..start).unwrap_or_default().chars().next_back();
        let after = text.get(end..).unwrap_or_default().chars().next();
        let is_part = before.is_some_and(is_name_character) || after.is_some_and(is_name_character);
        at = end;
        if is_part || !is_number(token) {
            at = end_of_name(text, end);
            continue;
        }
        if let Some(words) = text
            .get(words_from..start)
            .filter(|words| !words.is_empty())
        {
            pieces.push(Piece::Words(words));
        }
        pieces.push(Piece::Number(token));
        words_from = end;
    }
    if let Some(words) = text.get(words_from..).filter(|words| !words.is_empty()) {
        pieces.push(Piece::Words(words));
    }
    pieces
}

pub(crate) fn has_number(text: &str) -> bool {
    pieces(text)
        .iter()
        .any(|piece| matches!(piece, Piece::Number(_)))
}

fn is_name_character(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '-' | '/' | '@' | '#')
}

fn end_of_name(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let is_kept = |c: char| is_name_character(c) || c.is_ascii_digit();
    from + rest.find(|c| !is_kept(c)).unwrap_or(rest.len())
}

/// Digits with thousands, a decimal point and what joins days and codes.
fn token_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    while is_digit(at)
        || (matches!(bytes.get(at), Some(b',' | b'.' | b'-' | b':')) && is_digit(at + 1))
    {
        at += 1;
    }
    at
}

/// The bytes of a minus that belongs to the number after it, and not to a name or a range.
fn sign_length(before: &str) -> usize {
    let mut back = before.chars().rev();
    let sign = back.next().filter(|c| matches!(c, '-' | '\u{2212}'));
    let is_free = back
        .next()
        .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '（' | '：'));
    sign.filter(|_| is_free).map_or(0, char::len_utf8)
}

fn is_number(token: &str) -> bool {
    let token = token.trim_start_matches(['-', '\u{2212}']);
    let is_day_or_code = token.contains('-') || token.contains(':');
    let is_year = token.len() == 4 && (token.starts_with("19") || token.starts_with("20"));
    !is_day_or_code && !is_year
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Piece, pieces};

    proptest! {
        #[test]
        fn a_sentence_keeps_its_words(text in "[a-zA-Z0-9 ,.:()%<>=−\\-年月Q_]{0,60}") {
            let joined: String = pieces(&text)
                .into_iter()
                .map(|piece| match piece {
                    Piece::Number(text) | Piece::Words(text) => text,
                })
                .collect();
            prop_assert_eq!(joined, text);
        }
    }

    #[test]
    fn numbers_are_told_from_days_codes_and_names() {
        for (text, numbers) in [
            ("growth of 12.5 % against 1,300", vec!["12.5", "1,300"]),
            ("filed 2025-02-26 in the 10-K for FY2025 Q3", vec![]),
            ("Q-001 and ks_005 fired", vec![]),
            ("by 2026 at the latest", vec![]),
            ("干预率降至<2次/万英里", vec!["2"]),
            ("3 conflicts unresolved", vec!["3"]),
            ("dp_0123456789abcdef is 5", vec!["5"]),
            ("at 10:30, 7 of 9", vec!["7", "9"]),
            ("the metric is -20", vec!["-20"]),
            ("from 3-4 to (−5)", vec!["−5"]),
            ("没有数字", vec![]),
        ] {
            let found: Vec<&str> = pieces(text)
                .into_iter()
                .filter_map(|piece| match piece {
                    Piece::Number(number) => Some(number),
                    Piece::Words(_) => None,
                })
                .collect();
            assert_eq!(found, numbers, "{text}");
            let joined: String = pieces(text)
                .into_iter()
                .map(|piece| match piece {
                    Piece::Number(text) | Piece::Words(text) => text,
                })
                .collect();
            assert_eq!(joined, text);
        }
    }
}
