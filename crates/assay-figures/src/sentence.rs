use std::ops::Range;

use crate::embedded::cut;

/// A line or paragraph of a text, told apart by what can be done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Heading(Range<usize>),
    /// Running text: one paragraph or one list item, without its bullet.
    Prose(Range<usize>),
    /// Consecutive lines `| a | b |` or `a | b | c`, one range a line.
    Table(Vec<Range<usize>>),
    /// `key: value; key: value`
    Record(Range<usize>),
    /// A lone short `Key: value` line, such as a document's date.
    Label(Range<usize>),
}

/// Cuts a text into blocks. Blank lines, bullets, headings and tables end a paragraph.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph: Option<Range<usize>> = None;
    let mut table: Vec<Range<usize>> = Vec::new();
    for line in lines(text) {
        let content = cut(text, line.clone());
        let is_row = is_table_row(content);
        if !is_row && !table.is_empty() {
            blocks.push(Block::Table(std::mem::take(&mut table)));
        }
        let bullet = bullet_length(content).max(path_length(content));
        let starts_anew = content.is_empty() || bullet > 0 || is_row;
        let alone = standalone(content, line.clone());
        if (starts_anew || alone.is_some())
            && let Some(range) = paragraph.take()
        {
            blocks.push(Block::Prose(range));
        }
        if is_row {
            table.push(line);
        } else if let Some(block) = alone {
            blocks.push(block);
        } else if !content.is_empty() {
            let start = paragraph
                .as_ref()
                .map_or(line.start + bullet, |range| range.start);
            paragraph = Some(start..line.end);
        }
    }
    if !table.is_empty() {
        blocks.push(Block::Table(table));
    }
    blocks.extend(paragraph.map(Block::Prose));
    blocks
}

/// Trimmed lines as byte ranges.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let trimmed = line.trim();
        let lead = line.len() - line.trim_start().len();
        let from = start + lead.min(line.len());
        start += line.len();
        if trimmed.is_empty() {
            from..from
        } else {
            from..from + trimmed.len()
        }
    })
}

fn standalone(line: &str, range: Range<usize>) -> Option<Block> {
    if line.starts_with('#') {
        Some(Block::Heading(range))
    } else if !(line.contains(':') || line.contains('：')) {
        // Neither of the others, and most lines of prose.
        None
    } else if is_record(line) {
        Some(Block::Record(range))
    } else if is_label(line) {
        Some(Block::Label(range))
    } else {
        None
    }
}

/// The line `| --- | :--: |` under a table's header.
pub fn is_rule(row: &str) -> bool {
    row.contains("--") && row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn is_table_row(line: &str) -> bool {
    // One byte is looked for many times faster than three.
    (line.starts_with('|') && line.len() > 1)
        || (line.contains('|') && line.matches(" | ").count() >= 2)
}

fn is_record(line: &str) -> bool {
    let mut parts = line
        .split(['；', ';'])
        .filter(|part| !part.trim().is_empty())
        .map(|part| key_and_value(part).is_some());
    parts.next() == Some(true) && parts.next() == Some(true) && parts.all(|is_pair| is_pair)
}

/// `key: value` with a short key.
pub fn key_and_value(part: &str) -> Option<(&str, &str)> {
    let has_colon = part.contains(':');
    let spaced = has_colon.then(|| part.split_once(": ")).flatten();
    let (key, value) = spaced
        .or_else(|| part.split_once('：'))
        .or_else(|| part.split_once(':'))?;
    let (key, value) = (key.trim(), value.trim());
    let short = key.chars().count() <= 48 && key.split_whitespace().count() <= 6;
    // `ferries 4.6 million (H1 2024: 4.4 million)`: the colon belongs to what is in the brackets
    let opened = |open: char, close: char| key.matches(open).count() > key.matches(close).count();
    let short = short && !opened('(', ')') && !opened('（', '）');
    (short && !key.is_empty() && !value.is_empty()).then_some((key, value))
}

fn is_label(line: &str) -> bool {
    let ends_like_a_sentence = line.ends_with(['.', '。', '!', '！', '?', '？', ':', '：']);
    !ends_like_a_sentence
        && line.chars().count() <= 90
        && !line.contains("[[")
        && key_and_value(line).is_some_and(|(key, _)| {
            key.split_whitespace().count() <= 3 && key.chars().count() <= 24
        })
}

/// Bytes of a list marker at the start of a line: `- `, `* `, `• `, `3. `, `(2) `, `> `.
fn bullet_length(line: &str) -> usize {
    for marker in ["- ", "* ", "• ", "•", "+ ", "> "] {
        if line.starts_with(marker) {
            return marker.len();
        }
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after = line.get(digits..).unwrap_or_default();
    if (1..=2).contains(&digits) && (after.starts_with(". ") || after.starts_with(") ")) {
        return digits + 2;
    }
    0
}

/// Bytes of a data path at the start of a line: `suppliers[1].relation: `. What follows is prose.
fn path_length(line: &str) -> usize {
    let in_path = |c: char| c.is_ascii_alphanumeric() || "_.[]".contains(c);
    let rest = line.trim_start_matches(in_path);
    let path = cut(line, 0..line.len() - rest.len());
    if rest.starts_with(": ") && path.contains(['.', '[']) {
        path.len() + 2
    } else {
        0
    }
}

/// The header rows of a table that a passage continues: its last headings are the table's first
/// lines. In older journals they are one heading, joined by blanks.
pub fn carried_header(headings: &[String]) -> Vec<&str> {
    let is_row = |heading: &&String| heading.starts_with('|');
    let mut rows: Vec<&str> = Vec::new();
    let mut carried: Vec<&String> = headings.iter().rev().take_while(is_row).collect();
    carried.reverse();
    for header in carried {
        rows.extend(joined_rows(header));
    }
    rows
}

fn joined_rows(header: &str) -> Vec<&str> {
    let end = ["| ---", "|---", "| :--", "|:--"]
        .iter()
        .filter_map(|rule| header.find(rule))
        .min()
        .unwrap_or(header.len());
    let mut rest = cut(header, 0..end).trim_end();
    // one row, whose first cell may be blank
    if cut(rest, 1..rest.len()).matches("| |").count() == 0 || rest.starts_with("| |") {
        return vec![rest];
    }
    let mut rows = Vec::new();
    while let Some(at) = rest
        .match_indices("| |")
        .map(|(at, _)| at)
        .find(|at| *at > 0)
    {
        rows.push(cut(rest, 0..at + 1));
        rest = cut(rest, at + 2..rest.len());
    }
    if rest.len() > 1 {
        rows.push(rest);
    }
    rows
}

/// The sentences of running text, each with the citation marks and the bracketed attribution that
/// follow its end.
pub fn sentences(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = within.start;
    let mut depth: usize = 0;
    let mut next = within.start;
    while let Some((at, c)) = next_mark(text, next..within.end) {
        next = at + c.len_utf8();
        match c {
            '(' | '（' if closes_soon(cut(text, next..within.end)) => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            '。' | '！' | '？' | '.' | '!' | '?' if depth == 0 => {
                let rest = cut(text, next..within.end);
                if ends_sentence(c, cut(text, start..at), rest) {
                    let end = next + trailing_length(rest);
                    push_trimmed(text, start..end, &mut found);
                    start = end;
                    next = end;
                }
            }
            _ => {}
        }
    }
    push_trimmed(text, start..within.end, &mut found);
    found
}

/// First bytes of what may be a bracket or end a sentence; the full-width marks begin with one of two
/// that few other characters of prose begin with.
#[expect(
    clippy::indexing_slicing,
    reason = "worked out by the compiler, which refuses an index out of bounds"
)]
const MAY_MARK: [bool; 256] = {
    let mut may = [false; 256];
    let marks = [b'(', b')', b'.', b'!', b'?', 0xe3, 0xef];
    let mut at = 0;
    while at < marks.len() {
        may[marks[at] as usize] = true;
        at += 1;
    }
    may
};

/// The first character that may be a bracket or end a sentence, and where it stands.
fn next_mark(text: &str, within: Range<usize>) -> Option<(usize, char)> {
    let rest = cut(text, within.clone());
    let may_mark = |byte: u8| MAY_MARK.get(usize::from(byte)).is_some_and(|may| *may);
    let offset = rest.bytes().position(may_mark)?;
    let c = rest.get(offset..)?.chars().next()?;
    Some((within.start + offset, c))
}

/// An opening bracket counts only if it is closed within the length of an attribution.
fn closes_soon(rest: &str) -> bool {
    rest.chars().take(240).any(|c| matches!(c, ')' | '）'))
}

fn push_trimmed(text: &str, range: Range<usize>, into: &mut Vec<Range<usize>>) {
    let piece = cut(text, range.clone());
    let lead = piece.len() - piece.trim_start().len();
    let trimmed = piece.trim();
    if !trimmed.is_empty() {
        let start = range.start + lead;
        into.push(start..start + trimmed.len());
    }
}

const CLOSERS: [char; 9] = ['”', '’', '"', '\'', '」', '』', ')', '）', '*'];

fn ends_sentence(c: char, before: &str, rest: &str) -> bool {
    match c {
        '。' | '！' | '？' => true,
        '.' | '!' | '?' => {
            let after = rest.trim_start_matches(CLOSERS);
            let spaced = after.is_empty() || after.starts_with(char::is_whitespace);
            if !spaced && !after.starts_with("[[") {
                return false;
            }
            let next = after.trim_start();
            let goes_on = next.starts_with(char::is_lowercase);
            let is_short = || c == '.' && (is_abbreviation(before) || is_item(before, next));
            !goes_on && !is_short()
        }
        _ => false,
    }
}

const ABBREVIATIONS: [&str; 28] = [
    "inc", "ltd", "corp", "co", "vs", "no", "nos", "mr", "mrs", "ms", "dr", "prof", "st", "e.g",
    "i.e", "u.s", "u.k", "approx", "fig", "est", "dept", "jan", "feb", "aug", "sept", "oct", "nov",
    "dec",
];

fn is_abbreviation(before: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '“' | '"'))
        .next()
        .unwrap_or_default();
    let initial = word.chars().count() == 1 && word.starts_with(char::is_uppercase);
    initial || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// `Item 1A. Risk Factors`: the number of a part of a filing, with its title behind it.
fn is_item(before: &str, next: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    let is_number = words
        .next()
        .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let name = words.next().unwrap_or_default();
    let bare = name.trim_start_matches(['“', '"', '(']);
    if !is_number || !bare.eq_ignore_ascii_case("item") {
        return false;
    }
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let is_title = next.split_whitespace().nth(1).is_some_and(is_capital);
    name != bare || next.starts_with(['“', '"']) || is_title
}

/// Closing quotes, then citation marks and one bracketed attribution, all part of the sentence.
fn trailing_length(rest: &str) -> usize {
    let mut length = rest.len() - rest.trim_start_matches(CLOSERS).len();
    let closed_quote = cut(rest, 0..length).contains(['”', '"', '」']);
    if closed_quote {
        length += attribution_length(cut(rest, length..rest.len()));
    }
    loop {
        let tail = cut(rest, length..rest.len());
        let trimmed = tail.trim_start_matches(' ');
        let Some(end) = trimmed
            .starts_with("[[")
            .then(|| trimmed.find("]]"))
            .flatten()
        else {
            return length;
        };
        length += tail.len() - trimmed.len() + end + 2;
    }
}

fn attribution_length(rest: &str) -> usize {
    let trimmed = rest.trim_start_matches(' ');
    let lead = rest.len() - trimmed.len();
    for (open, close) in [('(', ')'), ('（', '）')] {
        if trimmed.starts_with(open)
            && let Some(end) = trimmed.find(close)
        {
            return lead + end + close.len_utf8();
        }
    }
    0
}
