use crate::document::Inline;
use crate::plain_text::finish;

/// What every run of inlines from Markdown goes through.
pub(crate) fn finish_markup(inlines: Vec<Inline>) -> Vec<Inline> {
    strengthen(finish(inlines))
}

const MARK: &str = "**";

/// CommonMark leaves `**毛利率：**同比` as it is, because its rules of where bold may end expect
/// spaces between words. Chinese has none, and its writers mean bold.
fn strengthen(inlines: Vec<Inline>) -> Vec<Inline> {
    let has_mark = |inline: &Inline| matches!(inline, Inline::Text(text) if text.contains(MARK));
    if !inlines.iter().any(has_mark) {
        return inlines;
    }
    let mut out: Vec<Inline> = Vec::new();
    // Where the bold text that is open begins in `out`.
    let mut open: Option<usize> = None;
    for inline in inlines {
        let Inline::Text(text) = inline else {
            out.push(inline);
            continue;
        };
        let mut before: Option<char> = None;
        let mut pieces = text.split(MARK).peekable();
        while let Some(piece) = pieces.next() {
            if !piece.is_empty() {
                out.push(Inline::text(piece));
            }
            before = piece.chars().next_back().or(before);
            let Some(next) = pieces.peek() else { break };
            let after = next.chars().next();
            match open {
                Some(start) if closes(before, after) && start < out.len() => {
                    let inner = out.split_off(start);
                    out.push(Inline::Strong(inner));
                    open = None;
                }
                None if opens(after) => open = Some(out.len()),
                _ => out.push(Inline::text(MARK)),
            }
        }
    }
    if let Some(start) = open {
        out.insert(start, Inline::text(MARK));
    }
    finish(out)
}

fn opens(after: Option<char>) -> bool {
    after.is_none_or(|c| !c.is_whitespace())
}

/// Only beside a character that is not ASCII: elsewhere CommonMark's own rules are the author's.
fn closes(before: Option<char>, after: Option<char>) -> bool {
    let is_wide = |c: Option<char>| c.is_some_and(|c| !c.is_ascii());
    before.is_none_or(|c| !c.is_whitespace()) && (is_wide(before) || is_wide(after))
}

#[cfg(test)]
mod tests {
    use super::strengthen;
    use crate::document::Inline;

    fn shown(text: &str) -> String {
        let mut out = String::new();
        for inline in strengthen(vec![Inline::text(text)]) {
            match inline {
                Inline::Strong(inner) => {
                    out.push_str(&format!("<{}>", crate::document::plain(&inner)))
                }
                other => out.push_str(&crate::document::plain(&[other])),
            }
        }
        out
    }

    #[test]
    fn chinese_bold_ends_beside_punctuation() {
        for (text, expected) in [
            ("**毛利率：**同比上升", "<毛利率：>同比上升"),
            ("**“甲”**与**“乙”**并列", "<“甲”>与<“乙”>并列"),
            ("2**3**4", "2**3**4"),
            ("2 ** 3 ** 4", "2 ** 3 ** 4"),
            ("**未完", "**未完"),
            ("****", "****"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }
}
