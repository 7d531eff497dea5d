//! Text with styles, broken into lines that fit.

use unicode_width::UnicodeWidthChar;

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) dim: bool,
    pub(super) coloured: bool,
}

/// One character as it looks.
type Styled = (char, Look);

/// Text that flows; a line break in it stays one.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    chars: Vec<Styled>,
}

/// A line that fits.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    chars: Vec<Styled>,
}

impl Flow {
    pub(super) fn push(&mut self, text: &str, look: Look) {
        self.chars.extend(text.chars().map(|c| (c, look)));
    }

    /// The end of a line of the source, where the text goes on. Chinese needs no space there.
    pub(super) fn go_on(&mut self, look: Look) {
        if self.chars.last().is_some_and(|(c, _)| !is_wide(*c)) {
            self.chars.push((' ', look));
        }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.chars.iter().all(|(c, _)| c.is_whitespace())
    }

    pub(super) fn text(&self) -> String {
        self.chars.iter().map(|(c, _)| *c).collect()
    }

    /// The lines of the source.
    pub(super) fn lines(&self) -> Vec<Self> {
        let lines = self.chars.split(|(c, _)| *c == '\n');
        let lines = lines.map(|chars| Self {
            chars: chars.to_vec(),
        });
        lines.collect()
    }

    /// Columns of the longest line, if nothing is broken.
    pub(super) fn width(&self) -> usize {
        let lines = self.chars.split(|(c, _)| *c == '\n');
        lines.map(width_of).max().unwrap_or_default()
    }

    /// Columns of the longest part that cannot be broken.
    pub(super) fn least_width(&self) -> usize {
        let words = self.lines();
        let words = words.iter().flat_map(Self::words);
        words.map(|word| width_of(&word)).max().unwrap_or_default()
    }

    /// Lines of at most so many columns. A word that is longer than a line is cut.
    pub(super) fn wrapped(&self, columns: usize) -> Vec<Line> {
        let columns = columns.max(1);
        let mut all = Vec::new();
        for source in self.lines() {
            let mut line: Vec<Styled> = Vec::new();
            for word in source.words() {
                for piece in pieces(&word, columns) {
                    let bare = trimmed(&piece);
                    if width_of(&line) + width_of(bare) > columns && !trimmed(&line).is_empty() {
                        all.push(Line::of(&line));
                        line.clear();
                    }
                    line.extend_from_slice(&piece);
                }
            }
            all.push(Line::of(&line));
        }
        all
    }

    /// Words with the space behind them. A Chinese character is a word, with the marks that may not
    /// begin a line behind it and those that may not end one before it.
    fn words(&self) -> Vec<Vec<Styled>> {
        let mut words: Vec<Vec<Styled>> = Vec::new();
        for &(c, look) in &self.chars {
            let last = words.last().and_then(|word| word.last()).map(|(c, _)| *c);
            let goes_on = last.is_some_and(|last| {
                c.is_whitespace()
                    || clings_to_last(c)
                    || opens(last)
                    || (!last.is_whitespace() && !is_wide(last) && !is_wide(c))
            });
            match words.last_mut() {
                Some(word) if goes_on => word.push((c, look)),
                _ => words.push(vec![(c, look)]),
            }
        }
        words
    }
}

impl Line {
    fn of(chars: &[Styled]) -> Self {
        Self {
            chars: trimmed(chars).to_vec(),
        }
    }

    pub(super) fn width(&self) -> usize {
        width_of(&self.chars)
    }

    /// The line with the codes that a terminal takes for its looks.
    pub(super) fn painted(&self) -> String {
        let mut out = String::with_capacity(self.chars.len());
        let mut now = Look::default();
        for (c, look) in &self.chars {
            if *look != now {
                if now != Look::default() {
                    out.push_str("\u{1b}[0m");
                }
                out.push_str(&code(*look));
                now = *look;
            }
            out.push(*c);
        }
        if now != Look::default() {
            out.push_str("\u{1b}[0m");
        }
        out
    }
}

fn code(look: Look) -> String {
    let codes = [
        (look.bold, "1"),
        (look.dim, "2"),
        (look.italic, "3"),
        (look.coloured, "36"),
    ];
    let codes: Vec<&str> = codes
        .into_iter()
        .filter_map(|(is, code)| is.then_some(code))
        .collect();
    match codes.is_empty() {
        true => String::new(),
        false => format!("\u{1b}[{}m", codes.join(";")),
    }
}

fn width_of(chars: &[Styled]) -> usize {
    chars
        .iter()
        .map(|(c, _)| c.width().unwrap_or_default())
        .sum()
}

fn trimmed(chars: &[Styled]) -> &[Styled] {
    let end = chars.iter().rposition(|(c, _)| !c.is_whitespace());
    chars
        .get(..end.map_or(0, |end| end + 1))
        .unwrap_or_default()
}

/// A word in parts that fit a line.
fn pieces(word: &[Styled], columns: usize) -> Vec<Vec<Styled>> {
    let mut pieces: Vec<Vec<Styled>> = vec![Vec::new()];
    for &one in word {
        let is_full = pieces.last().is_some_and(|piece| {
            !one.0.is_whitespace() && width_of(piece) + width_of(&[one]) > columns
        });
        if is_full {
            pieces.push(Vec::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(one);
        }
    }
    pieces
}

fn is_wide(c: char) -> bool {
    c.width() == Some(2)
}

/// Marks that may not begin a line.
fn clings_to_last(c: char) -> bool {
    matches!(
        c,
        '，' | '。'
            | '、'
            | '；'
            | '：'
            | '？'
            | '！'
            | '）'
            | '》'
            | '」'
            | '』'
            | '】'
            | '”'
            | '’'
            | '％'
    )
}

/// Marks that may not end a line.
fn opens(c: char) -> bool {
    matches!(c, '（' | '《' | '「' | '『' | '【' | '“' | '‘')
}
