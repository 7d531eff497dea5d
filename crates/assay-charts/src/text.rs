use unicode_width::UnicodeWidthChar as _;

/// The width of a text in pixels as a common sans-serif sets it, rather too wide than too narrow.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| advance(c) * size).sum()
}

/// In em.
fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' | '"' => 0.40,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.92,
        'A'..='Z' | '&' => 0.70,
        '0'..='9' | '\u{2212}' | '+' | '$' => 0.60,
        '…' | '—' => 1.0,
        _ => match c.width() {
            None | Some(0) => 0.0,
            Some(1) => 0.58,
            Some(_) => 1.0,
        },
    }
}

/// The text, or as much of it as fits and an ellipsis.
pub(crate) fn fit(text: &str, room: f64, size: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = advance('…') * size;
    for c in text.chars() {
        used += advance(c) * size;
        if used > room {
            break;
        }
        kept.push(c);
    }
    format!("{}…", kept.trim_end())
}

/// Lines no wider than `room`, at most `most` of them; what is left over is cut with an ellipsis.
/// Breaks at spaces, between wide characters and, where a word is wider than a line, inside it.
pub(crate) fn wrap(text: &str, room: f64, size: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut pieces = pieces(text, room, size).into_iter().peekable();
    while let Some(piece) = pieces.next() {
        let joined = format!("{line}{piece}");
        if line.is_empty() || width(joined.trim_end(), size) <= room {
            line = joined;
            continue;
        }
        if lines.len() + 1 == most {
            let rest: String = std::iter::once(piece).chain(pieces.by_ref()).collect();
            line = fit(&format!("{line}{rest}"), room, size);
            break;
        }
        lines.push(line.trim_end().to_owned());
        line = piece.trim_start().to_owned();
    }
    if !line.trim().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The widest part of a text that no line break can divide well.
pub(crate) fn longest_word(text: &str, size: f64) -> f64 {
    pieces(text, f64::INFINITY, size)
        .iter()
        .map(|piece| width(piece.trim_end(), size))
        .fold(0.0, f64::max)
}

/// The smallest parts between which a line may end; a space belongs to the part before it.
fn pieces(text: &str, room: f64, size: f64) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut previous: Option<char> = None;
    for c in text.chars() {
        let c = if c.is_whitespace() { ' ' } else { c };
        let breaks = previous.is_some_and(|before| may_break(before, c))
            || width(&piece, size) + advance(c) * size > room;
        if breaks && !piece.is_empty() {
            pieces.push(std::mem::take(&mut piece));
        }
        piece.push(c);
        previous = Some(c);
    }
    pieces.push(piece);
    pieces
}

fn may_break(before: char, after: char) -> bool {
    if before == ' ' {
        return after != ' ';
    }
    let is_wide = |c: char| c.width() == Some(2);
    let closes = matches!(
        after,
        '，' | '。' | '、' | '；' | '：' | '）' | '」' | '》' | '％' | '！' | '？' | ' '
    );
    let opens = matches!(before, '（' | '「' | '《');
    (is_wide(before) || is_wide(after)) && !closes && !opens
}

#[cfg(test)]
mod tests {
    use super::{fit, width, wrap};

    #[test]
    fn chinese_is_twice_as_wide_and_breaks_between_characters() {
        assert!(width("贵州茅台", 10.0) > width("abcd", 10.0));
        assert_eq!(
            wrap("经营活动现金流", 40.0, 10.0, 2),
            ["经营活动", "现金流"]
        );
        assert_eq!(wrap("net cash", 40.0, 10.0, 2), ["net", "cash"]);
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        let cut = fit("a very long label indeed", 60.0, 10.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0) <= 60.0, "{cut}");
        let lines = wrap("one two three four five six seven", 50.0, 10.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…'), "{lines:?}");
    }
}
