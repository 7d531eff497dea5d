//! Letters to words and lines, by the baseline they stand on.

use super::pages::Letter;

/// Letters whose baselines are nearer than this stand on one line, in sizes of the font.
const SAME_LINE: f32 = 0.3;
/// A small letter, as of a footnote's number, may stand this far above or below.
const SMALL_ON_LINE: f32 = 0.6;
/// Two pieces that are nearer than this and do not stand above each other are one line: figures may
/// be set in the middle between the two lines of their label.
const BETWEEN_LINES: f32 = 0.62;
/// A wider gap between two letters is a space, in sizes of the font.
const SPACE: f32 = 0.19;
/// The same where the line has spaces of its own.
const SPACE_BESIDE_SPACES: f32 = 0.3;
/// The same letter drawn again within this share of its width makes it bold.
const DRAWN_AGAIN: f32 = 0.45;

/// Pieces of a line that are compared with those of another; no line that a person reads has more.
const MOST_COMPARED: usize = 256;

#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) is_bold: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) words: Vec<Word>,
    pub(super) baseline: f32,
    /// Of most of its letters.
    pub(super) size: f32,
}

impl Line {
    pub(super) fn left(&self) -> f32 {
        self.words.first().map_or(0.0, |word| word.left)
    }

    pub(super) fn right(&self) -> f32 {
        let rights = self.words.iter().map(|word| word.right);
        rights.fold(f32::MIN, f32::max)
    }

    pub(super) fn text(&self) -> String {
        joined(&self.words)
    }

    pub(super) fn is_bold(&self) -> bool {
        let said = |word: &&Word| word.text.chars().any(char::is_alphanumeric);
        let mut words = self.words.iter().filter(said).peekable();
        words.peek().is_some() && words.all(|word| word.is_bold)
    }
}

/// Words with one space between them, none between two that a script writes without.
pub(super) fn joined(words: &[Word]) -> String {
    let mut text = String::new();
    for word in words {
        append(&mut text, &word.text);
    }
    text
}

/// Puts a word after a text, apart by a space where the script has spaces.
pub(super) fn append(text: &mut String, word: &str) {
    let is_open = text.chars().next_back().is_none_or(is_unspaced);
    let is_close = word.chars().next().is_none_or(is_unspaced);
    if !(text.is_empty() || is_open && is_close) {
        text.push(' ');
    }
    text.push_str(word);
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}')
}

/// A stretch of letters that are drawn one after the other on one baseline.
struct Run {
    letters: Vec<Letter>,
    baseline: f32,
    size: f32,
    left: f32,
    right: f32,
}

/// The lines of a page from its top down, each from left to right.
pub(super) fn lines_of(letters: &[Letter]) -> Vec<Line> {
    let mut runs = runs_of(letters);
    runs.sort_by(|a, b| b.baseline.total_cmp(&a.baseline));
    let mut rows: Vec<Vec<Run>> = Vec::new();
    for run in runs {
        let row = rows
            .iter_mut()
            .rev()
            .take(3)
            .find(|row| stands_on(&run, row));
        match row {
            Some(row) => row.push(run),
            None => rows.push(vec![run]),
        }
    }
    let rows = between_lines(rows);
    rows.into_iter().filter_map(line_of).collect()
}

fn runs_of(letters: &[Letter]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for letter in letters {
        if letter.size <= 0.0 {
            continue;
        }
        let mut letter = *letter;
        if letter.c.is_whitespace() {
            letter.c = ' ';
        }
        let size = letter.size;
        let open = runs.last_mut().filter(|run| {
            let is_level = (run.baseline - letter.baseline).abs() < 0.05 * size;
            let is_alike = (run.size - size).abs() < 0.05 * size;
            let gap = letter.left - run.right;
            is_level && is_alike && gap > -2.0 * size && gap < 0.8 * size
        });
        match open {
            Some(run) => {
                // a space that is drawn wide reaches over the letter after it
                if let Some(space) = run.letters.last_mut().filter(|last| last.c == ' ') {
                    space.left = space.left.min(letter.left - 0.01);
                }
                run.left = run.left.min(letter.left);
                run.right = letter.right;
                run.letters.push(letter);
            }
            None if letter.c == ' ' => {}
            None => runs.push(Run {
                letters: vec![letter],
                baseline: letter.baseline,
                size,
                left: letter.left,
                right: letter.right,
            }),
        }
    }
    runs
}

fn stands_on(run: &Run, row: &[Run]) -> bool {
    row.iter().take(MOST_COMPARED).any(|other| {
        let apart = (run.baseline - other.baseline).abs();
        let larger = run.size.max(other.size);
        let is_small = run.size.min(other.size) < 0.8 * larger;
        let reach = if is_small { SMALL_ON_LINE } else { SAME_LINE };
        apart < reach * larger && (apart < 0.1 * larger || beside(run, other))
    })
}

/// Whether two runs do not stand above each other.
fn beside(a: &Run, b: &Run) -> bool {
    let overlap = a.right.min(b.right) - a.left.max(b.left);
    overlap < 0.3 * a.size.min(b.size)
}

/// Joins rows that are nearer than two lines can be and have their pieces beside each other.
fn between_lines(rows: Vec<Vec<Run>>) -> Vec<Vec<Run>> {
    let mut joined: Vec<Vec<Run>> = Vec::new();
    for row in rows {
        let few = |above: &[Run]| above.len() + row.len() < MOST_COMPARED;
        let fits = joined.last().is_some_and(|above| {
            let first = above.first().zip(row.first());
            first.is_some_and(|(a, b)| {
                let apart = (a.baseline - b.baseline).abs();
                apart < BETWEEN_LINES * a.size.min(b.size)
            }) && few(above)
                && above.iter().all(|a| row.iter().all(|b| beside(a, b)))
        });
        match joined.last_mut().filter(|_| fits) {
            Some(above) => above.extend(row),
            None => joined.push(row),
        }
    }
    joined
}

fn line_of(row: Vec<Run>) -> Option<Line> {
    let widest = row.iter().max_by_key(|run| run.letters.len())?;
    let (baseline, size) = (widest.baseline, widest.size);
    let mut letters: Vec<Letter> = row.into_iter().flat_map(|run| run.letters).collect();
    letters.sort_by(|a, b| a.left.total_cmp(&b.left));
    let letters = drawn_once(letters);
    let words = words_of(&letters);
    (!words.is_empty()).then_some(Line {
        words,
        baseline,
        size,
    })
}

/// A letter that is drawn twice at its place is one letter.
fn drawn_once(letters: Vec<Letter>) -> Vec<Letter> {
    let mut once: Vec<Letter> = Vec::with_capacity(letters.len());
    for letter in letters {
        let again = once.iter_mut().rev().take(3).find(|other| {
            let width = (letter.right - letter.left).max(0.1 * letter.size);
            other.c == letter.c && (letter.left - other.left).abs() < DRAWN_AGAIN * width
        });
        match again {
            Some(other) => other.is_bold = true,
            None => once.push(letter),
        }
    }
    once
}

fn words_of(letters: &[Letter]) -> Vec<Word> {
    let has_spaces = letters.iter().any(|letter| letter.c == ' ');
    let space = if has_spaces {
        SPACE_BESIDE_SPACES
    } else {
        SPACE
    };
    let mut words: Vec<Word> = Vec::new();
    let mut before: Option<&Letter> = None;
    for letter in letters {
        if letter.c == ' ' {
            before = None;
            continue;
        }
        let open = words
            .last_mut()
            .filter(|word| before.is_some() && letter.left - word.right < space * letter.size);
        match open {
            Some(word) => {
                if before.is_some_and(|before| is_mark_on(letter, before)) {
                    word.text.push('(');
                    word.text.push(letter.c);
                    word.text.push(')');
                    word.right = word.right.max(letter.right);
                    continue;
                }
                spell(&mut word.text, letter.c);
                word.right = word.right.max(letter.right);
                word.is_bold &= letter.is_bold;
            }
            None => {
                let mut text = String::new();
                spell(&mut text, letter.c);
                words.push(Word {
                    text,
                    left: letter.left,
                    right: letter.right,
                    is_bold: letter.is_bold,
                });
            }
        }
        before = Some(letter);
    }
    words.retain(|word| !word.text.is_empty());
    as_spoken(words)
}

/// Whether a digit is a footnote's mark on the digit before it, and no part of the number.
fn is_mark_on(letter: &Letter, before: &Letter) -> bool {
    letter.c.is_ascii_digit()
        && before.c.is_ascii_digit()
        && letter.size < 0.8 * before.size
        && letter.baseline > before.baseline + 0.1 * before.size
}

/// A line of a script that runs to the left, in the order in which it is read.
fn as_spoken(mut words: Vec<Word>) -> Vec<Word> {
    let leftward = words.iter().filter(|word| runs_left(&word.text)).count();
    if leftward == 0 {
        return words;
    }
    for word in words.iter_mut().filter(|word| runs_left(&word.text)) {
        word.text = word.text.chars().rev().collect();
    }
    if 2 * leftward > words.len() {
        words.reverse();
    }
    words
}

fn runs_left(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fefc}'))
}

/// Letters that a font joins are letters again, and a hyphen that only breaks a line is gone.
fn spell(text: &mut String, c: char) {
    match c {
        'ﬀ' => text.push_str("ff"),
        'ﬁ' => text.push_str("fi"),
        'ﬂ' => text.push_str("fl"),
        'ﬃ' => text.push_str("ffi"),
        'ﬄ' => text.push_str("ffl"),
        'ﬅ' | 'ﬆ' => text.push_str("st"),
        '\u{ad}' | '\u{200b}' | '\u{feff}' => {}
        c => text.push(c),
    }
}
