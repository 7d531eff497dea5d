use assay_domain::{Language, TaskId};

use crate::document::Inline;
use crate::words;

/// Writes inlines as CommonMark.
pub(crate) struct TextWriter<'d> {
    pub(crate) language: Language,
    /// The heading of each chapter, to link to.
    pub(crate) chapters: &'d [(TaskId, String)],
}

/// Where the text stands, which decides what must be escaped and how a line ends.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) in_table: bool,
    /// The text must stay on one line.
    pub(crate) one_line: bool,
    pub(crate) in_link: bool,
}

impl Place {
    pub(crate) const LINE: Self = Self {
        in_table: false,
        one_line: true,
        in_link: false,
    };
    pub(crate) const CELL: Self = Self {
        in_table: true,
        one_line: true,
        in_link: false,
    };

    fn inside_link(self) -> Self {
        Self {
            in_link: true,
            ..self
        }
    }
}

impl TextWriter<'_> {
    pub(crate) fn write(&self, inlines: &[Inline], place: Place) -> String {
        let mut out = String::new();
        self.push(inlines, place, &mut out);
        out
    }

    /// Appends to `out`, whose end decides whether the text opens a line.
    pub(crate) fn push(&self, inlines: &[Inline], place: Place, out: &mut String) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => push_escaped(text, place, out),
                Inline::Emphasis(inner) => self.wrap("*", inner, place, out),
                Inline::Strong(inner) => self.wrap("**", inner, place, out),
                Inline::Struck(inner) => self.wrap("~~", inner, place, out),
                Inline::Code(text) => push_code(text, place, out),
                Inline::Link { to, text } => {
                    out.push('[');
                    self.push(text, place.inside_link(), out);
                    out.push_str(&format!("]({to})"));
                }
                Inline::Chapter { task, text } => self.push_chapter(*task, text, place, out),
                Inline::SoftBreak if !place.one_line => out.push('\n'),
                Inline::SoftBreak => out.push(' '),
                Inline::Break if !place.one_line => out.push_str("\\\n"),
                Inline::Break => out.push_str(if place.in_table { "<br>" } else { " " }),
                Inline::Cite(numbers) => {
                    for number in numbers {
                        out.push_str(&format!("[[{number}]](#s{number})"));
                    }
                }
                Inline::Unresolved(id) => {
                    push_escaped(&words::unresolved(self.language, id), place, out);
                }
            }
        }
    }

    /// Marks that touch a space do not open or close, so spaces move outside.
    fn wrap(&self, mark: &str, inner: &[Inline], place: Place, out: &mut String) {
        let mut text = mark.to_owned();
        self.push(inner, place, &mut text);
        let text = text.split_off(mark.len());
        let trimmed = text.trim();
        if trimmed.is_empty() {
            out.push_str(&text);
            return;
        }
        let start = text.len() - text.trim_start().len();
        out.push_str(text.get(..start).unwrap_or_default());
        out.push_str(mark);
        out.push_str(trimmed);
        out.push_str(mark);
        out.push_str(text.get(start + trimmed.len()..).unwrap_or_default());
    }

    fn push_chapter(&self, task: TaskId, text: &str, place: Place, out: &mut String) {
        let heading = self.chapters.iter().find(|(known, _)| *known == task);
        match heading {
            Some((_, heading)) => {
                out.push('[');
                push_escaped(text, place.inside_link(), out);
                out.push_str(&format!("](#{})", slug(heading)));
            }
            None => push_escaped(text, place, out),
        }
    }
}

/// The anchor that Markdown viewers give a heading.
pub(crate) fn slug(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .collect()
}

/// Escapes what CommonMark, or its common tables and strike-through, would read as markup. What is
/// harmless where it stands is left alone, because people read this file as it is.
pub(crate) fn push_escaped(text: &str, place: Place, out: &mut String) {
    out.reserve(text.len());
    let mut previous = out.chars().next_back();
    let mut at_line_start = previous.is_none_or(|c| c == '\n');
    let mut rest = text.chars();
    loop {
        if !at_line_start {
            let text = rest.as_str();
            let harmless = text.bytes().position(may_be_markup).unwrap_or(text.len());
            let (harmless, after) = text.split_at(harmless);
            out.push_str(harmless);
            previous = harmless.chars().next_back().or(previous);
            rest = after.chars();
        }
        let Some(c) = rest.next() else {
            break;
        };
        let next = rest.clone().next();
        if c == '\n' || c == '\t' {
            out.push(' ');
            previous = Some(' ');
            continue;
        }
        let starts_block = at_line_start && opens_block(c, rest.as_str());
        if starts_block || is_markup(c, previous, next, rest.as_str(), place) {
            out.push('\\');
        }
        out.push(c);
        at_line_start = at_line_start && (c.is_whitespace() || c.is_ascii_digit());
        previous = Some(c);
    }
}

/// Whether [`is_markup`] has to look, or the character is written as another one.
fn may_be_markup(byte: u8) -> bool {
    matches!(
        byte,
        b'\\'
            | b'`'
            | b'<'
            | b'*'
            | b'_'
            | b'~'
            | b'!'
            | b'['
            | b']'
            | b'('
            | b':'
            | b'&'
            | b'|'
            | b'\n'
            | b'\t'
    )
}

fn is_markup(
    c: char,
    previous: Option<char>,
    next: Option<char>,
    rest: &str,
    place: Place,
) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    match c {
        '\\' | '`' | '<' => true,
        '*' => !(is_space(previous) && next == Some(' ')),
        '_' => !(is_word(previous) && is_word(next)),
        '~' => !(is_space(previous) && is_space(next)),
        '!' => next.is_none_or(|next| next == '['),
        '[' => place.in_link || next == Some('['),
        ']' => place.in_link,
        '(' | ':' => previous == Some(']'),
        '&' => looks_like_entity(rest),
        '|' => place.in_table,
        _ => false,
    }
}

fn looks_like_entity(rest: &str) -> bool {
    rest.split_once(';').is_some_and(|(name, _)| {
        let name = name.strip_prefix('#').unwrap_or(name);
        !name.is_empty() && name.len() < 33 && name.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// Whether `c`, first on its line but for spaces and digits, would make the line a heading, a list,
/// a quotation, a rule or a fence.
fn opens_block(c: char, rest: &str) -> bool {
    match c {
        '#' | '>' | '=' | '~' | '|' => true,
        '-' | '+' | '*' => rest.starts_with([' ', c]) || rest.is_empty(),
        '.' | ')' => rest.starts_with(' ') || rest.is_empty(),
        _ => false,
    }
}

fn push_code(text: &str, place: Place, out: &mut String) {
    let text = text.replace('\n', " ");
    let text = if place.in_table {
        text.replace('|', "\\|")
    } else {
        text
    };
    let mut fence = "`".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    out.push_str(&format!("{fence}{pad}{text}{pad}{fence}"));
}
