//! Text from documents, plans and questions as a terminal may show it.

use std::borrow::Cow;

/// The text with every character spelt out that a terminal would obey: one that moves the cursor,
/// rings, or turns the direction of what follows. Lines and tabs stay.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    spelt(text, |c| {
        (c.is_control() && !matches!(c, '\n' | '\t')) || turns_direction(c)
    })
}

/// The same as one line, so that a text cannot pass for a line of the program's own.
pub(crate) fn on_one_line(text: &str) -> String {
    harmless(text).replace('\n', " ")
}

/// The same for one line that a reviewer reads: also what a terminal would hide.
pub(crate) fn laid_bare(line: &str) -> Cow<'_, str> {
    spelt(line, |c| {
        c.is_control()
            || matches!(c,
                '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
                | '\u{e0000}'..='\u{e007f}')
            || turns_direction(c)
    })
}

fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn spelt(text: &str, is_spelt: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_spelt) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '\r' && rest.peek() == Some(&'\n') {
            continue;
        }
        if is_spelt(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{harmless, laid_bare};

    #[test]
    fn what_a_terminal_obeys_is_spelt_out() {
        for (text, shown) in [
            ("plain, 中文, e\u{301}", "plain, 中文, e\u{301}"),
            ("a\tb\nc\r\nd", "a\tb\nc\nd"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("\u{9b}2J\u{7}\0\r", "\\u{9b}2J\\u{7}\\u{0}\\u{d}"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
            ("👩\u{200d}🔬", "👩\u{200d}🔬"),
        ] {
            assert_eq!(harmless(text), shown, "{text:?}");
        }
        assert_eq!(laid_bare("a\u{200b}\tb"), "a\\u{200b}\\u{9}b");
    }
}
