//! Text in terminal columns, where a Chinese character takes two.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Breaks `text` into lines of at most `width` columns: at spaces, between Chinese characters, and
/// anywhere in a word that is wider than a line. Control characters become spaces, so that a plan
/// cannot steer the terminal that shows it.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        let fits = line.width() + piece.trim_end().width() <= width;
        if !fits && !line.is_empty() {
            lines.push(line.trim_end().to_owned());
            line.clear();
        }
        if piece.trim_end().width() <= width {
            line.push_str(&piece);
            continue;
        }
        for c in piece.chars() {
            if line.width() + c.width().unwrap_or(0) > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Words with the spaces behind them; wide characters one by one, each with the closing
/// punctuation that must not begin a line.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.trim().chars() {
        let c = if c.is_control() { ' ' } else { c };
        let wide = |c: char| c.width() == Some(2);
        let opens_piece = (before == ' ' && c != ' ')
            || (wide(c) && !is_closing(c))
            || (wide(before) && c != ' ' && !is_closing(c));
        match pieces.last_mut() {
            Some(piece) if !opens_piece => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        before = c;
    }
    pieces
}

fn is_closing(c: char) -> bool {
    "，。、；：！？）》」』】”’％,.;:!?)".contains(c)
}
