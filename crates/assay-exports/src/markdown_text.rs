use crate::anchor::figure_anchor;
use crate::clean::clean;
use crate::doc::{Cite, Inline};
use crate::link::safe_link;

/// Where a text stands, which decides what it must not contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Line,
    Cell,
}

pub(crate) fn inlines(inlines: &[Inline], place: Place) -> String {
    let mut out = String::new();
    push(inlines, place, &mut out);
    // Spaces before a line could make it code, spaces after it a break.
    out.trim().to_owned()
}

fn push(inlines: &[Inline], place: Place, out: &mut String) {
    for (at, inline) in inlines.iter().enumerate() {
        let next = inlines.get(at + 1).and_then(opens_with);
        match inline {
            Inline::Text { text } => out.push_str(&escaped(text, place, out.is_empty())),
            Inline::Strong { text } => wrap("**", text, place, next, out),
            Inline::Emphasis { text } => wrap("*", text, place, next, out),
            Inline::Figure { id, text } => {
                let text = escaped(text, place, false);
                out.push_str(&format!("[{text}](#{})", figure_anchor(id)));
            }
            Inline::Cite(cite) => out.push_str(&citation(cite)),
            Inline::Link { to, text } => {
                let text = escaped(text, place, false);
                match safe_link(to) {
                    Some(to) => out.push_str(&format!("[{text}]({to})")),
                    None => out.push_str(&text),
                }
            }
        }
    }
}

pub(crate) fn citation(cite: &Cite) -> String {
    format!("[[{0}]](#s{0})", cite.number)
}

/// The character with which an inline is written, marks of its own apart. A link is punctuation.
fn opens_with(inline: &Inline) -> Option<char> {
    match inline {
        Inline::Text { text } => text.chars().next(),
        Inline::Strong { text } | Inline::Emphasis { text } => text.first().and_then(opens_with),
        Inline::Figure { .. } | Inline::Cite(_) | Inline::Link { .. } => Some('['),
    }
}

/// Marks that touch a space neither open nor close, so spaces move outside. Between a letter and
/// punctuation they do neither as well, which is common in Chinese, and beside another mark they
/// become one with it: there the text stays plain.
fn wrap(mark: &str, inner: &[Inline], place: Place, next: Option<char>, out: &mut String) {
    // The mark stands first on the line, so the text behind it does not.
    let mut text = mark.to_owned();
    push(inner, place, &mut text);
    let text = text.strip_prefix(mark).unwrap_or(&text);
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let end = start + trimmed.len();
    let (before, after) = (
        text.get(..start).unwrap_or_default(),
        text.get(end..).unwrap_or_default(),
    );
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let outside_left = before.chars().next_back().or(out.chars().next_back());
    let outside_right = after.chars().next().or(next);
    let touches_mark = outside_left == Some('*');
    let opens = !touches_mark && (is_word(trimmed.chars().next()) || !is_word(outside_left));
    let closes = is_word(trimmed.chars().next_back()) || !is_word(outside_right);
    let mark = if opens && closes && !trimmed.is_empty() {
        mark
    } else {
        ""
    };
    out.push_str(&format!("{before}{mark}{trimmed}{mark}{after}"));
}

/// Escapes what Markdown and its tables read as markup. A text stays on its line.
pub(crate) fn escaped(text: &str, place: Place, opens_line: bool) -> String {
    let text = clean(text);
    let text = if opens_line {
        text.trim_start()
    } else {
        &*text
    };
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text.chars();
    let mut before: Option<char> = None;
    let mut opens = opens_line;
    while let Some(c) = rest.next() {
        let after = rest.clone().next();
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_markup = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '~' => true,
            '|' => place == Place::Cell || opens,
            '_' => !(is_word(before) && is_word(after)),
            '&' => after.is_some_and(|c| c == '#' || c.is_ascii_alphabetic()),
            // at the end a link may follow, and would become a picture
            '!' => after.is_none_or(|c| c == '['),
            '#' | '+' | '-' | '=' | ':' => opens && before.is_none(),
            '.' | ')' => opens && before.is_some_and(|c| c.is_ascii_digit()),
            _ => false,
        };
        if matches!(c, '\n' | '\t') {
            out.push(' ');
        } else {
            if is_markup {
                out.push('\\');
            }
            out.push(c);
        }
        opens = opens && c.is_ascii_digit();
        before = Some(c);
    }
    out
}
