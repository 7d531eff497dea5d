use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::canonical_combining_class;

use super::{ELLIPSIS, Unit};

/// One unit for each character that means something; line ends are kept as `\n`.
pub(super) fn folded(text: &str) -> Vec<Unit> {
    let mut units = Vec::with_capacity(text.len());
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        let mut end = start + first.len_utf8();
        let mut marked = false;
        while let Some((at, _)) = rest.next_if(|(_, next)| joins(*next)) {
            end = text.ceil_char_boundary(at + 1);
            marked = true;
        }
        if first == '\r' && rest.peek().is_some_and(|(_, next)| *next == '\n') {
            continue;
        }
        let push = |character| {
            units.push(Unit {
                character,
                start,
                end,
                optional: 0,
            });
        };
        if marked {
            let cluster = text.get(start..end).unwrap_or_default();
            cluster.nfkc().filter(|c| !is_invisible(*c)).for_each(push);
        } else if let Some(character) = special(first) {
            character.into_iter().for_each(push);
        } else {
            std::iter::once(first).nfkc().map(narrow).for_each(push);
        }
    }
    units
}

/// Whether the character belongs to the one before it.
fn joins(character: char) -> bool {
    canonical_combining_class(character) != 0
        || matches!(character, '\u{1160}'..='\u{11FF}' | '\u{FE00}'..='\u{FE0F}')
}

/// Characters that say nothing. Direction overrides are not among them: they change what a reader
/// sees, so they must not pass.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}'
    )
}

/// Characters with a rule of their own; `Some(None)` says nothing.
fn special(character: char) -> Option<Option<char>> {
    Some(Some(match character {
        _ if is_invisible(character) => return Some(None),
        '\n' | '\u{B}' | '\u{C}' | '\r' | '\u{85}' | '\u{2028}' => '\n',
        '\u{2029}' => '\n',
        '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' | '｢' | '｣' | '〝' | '〞' => {
            QUOTE
        }
        '‘' | '’' | '‚' | '‛' | '´' | '＇' | '＂' | '‹' | '›' | 'ʼ' => QUOTE,
        '‐' | '‑' | '‒' | '–' | '−' | '﹣' | '－' => '-',
        '—' | '―' | '﹘' | '─' | '⸺' => '—',
        '…' | '⋯' => ELLIPSIS,
        '。' | '｡' | '．' => '.',
        '‧' | '・' | '•' => '•',
        // NFKC would turn 10² into 102 and 1½ into 11⁄2.
        '²' | '³' | '¹' | 'ª' | 'º' | '⁰'..='\u{207F}' => character,
        '¼'..='¾' | '⅐'..='⅟' | '↉' | '①'..='⓿' | '™' | '℠' => character,
        _ if character.is_whitespace() => ' ',
        _ => return None,
    }))
}

/// The one mark for every quotation mark: inner marks change with the outer ones.
pub(super) const QUOTE: char = '\'';

fn narrow(character: char) -> char {
    match character {
        '"' => '"',
        _ if character.is_whitespace() => ' ',
        other => other,
    }
}
