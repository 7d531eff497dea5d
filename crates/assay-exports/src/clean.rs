use std::borrow::Cow;

/// Characters that no reader sees and some programs obey: controls, marks that turn the direction of
/// text, and what XML cannot hold.
fn is_dropped(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(
            c,
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}'
                | '\u{feff}' | '\u{fffe}' | '\u{ffff}' | '\u{2028}' | '\u{2029}'
        )
}

pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if text.contains(is_dropped) {
        Cow::Owned(text.chars().filter(|c| !is_dropped(*c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Text as content or as the value of an attribute in double quotes, for HTML and XML alike.
pub(crate) fn escaped(text: &str) -> String {
    let text = clean(text);
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}
