//! The cells of a line: words that stand together, and figures with the signs that belong to them.

use std::sync::LazyLock;

use regex::Regex;

use super::super::grid::is_year;
use super::glued::{apart_after_year, parted, periods_apart};
use super::lines::{Line, Word, joined};

/// A wider gap parts two cells, in sizes of the font.
const CELL_GAP: f32 = 1.1;
/// The same before or after a figure: text is not set as wide as this, figures beside it are.
const FIGURE_GAP: f32 = 0.62;
/// A sign after its figure stands nearer than this.
const SIGN_GAP: f32 = 1.6;
/// A sign before its figure may stand at the other end of the column.
const LEAD_GAP: f32 = 9.0;

/// A minus stands at its figure; farther away a dash is a figure itself.
const MINUS_GAP: f32 = 0.3;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) kind: CellKind,
    /// The width of its first word.
    pub(super) first: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellKind {
    Words,
    Year,
    /// An amount, or the dash that stands for none.
    Figure,
}

impl Cell {
    pub(super) fn is_figure(&self) -> bool {
        self.kind == CellKind::Figure
    }

    pub(super) fn middle(&self) -> f32 {
        f32::midpoint(self.left, self.right)
    }
}

pub(super) fn cells_of(line: &Line) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut open: Vec<Word> = Vec::new();
    for word in figures_whole(line) {
        let gap = open.last().map_or(0.0, |last| word.left - last.right);
        let is_new = is_figure(&word.text);
        let was_figure = open.last().is_some_and(|last| is_figure(&last.text));
        let most = if is_new || was_figure {
            FIGURE_GAP
        } else {
            CELL_GAP
        };
        // two figures are two cells, however near; `5 - 6` is one
        let is_next = is_new && was_figure && !is_dash_between(&open, &word);
        if gap > most * line.size || is_next {
            cells.extend(cells_in(&open));
            open.clear();
        }
        open.push(word);
    }
    cells.extend(cells_in(&open));
    cells
}

fn cells_in(words: &[Word]) -> impl Iterator<Item = Cell> {
    periods_apart(words).into_iter().filter_map(cell)
}

/// Whether a dash at the end of `open`, or `word` itself, joins two figures.
fn is_dash_between(open: &[Word], word: &Word) -> bool {
    let is_dash = |text: &str| text.chars().all(is_dash);
    let last = open.last().is_some_and(|last| is_dash(&last.text));
    (last && open.len() > 1) || is_dash(&word.text)
}

fn cell(words: &[Word]) -> Option<Cell> {
    let (first, last) = (words.first()?, words.last()?);
    let text = joined(words);
    let kind = if is_year(&text) {
        CellKind::Year
    } else if is_figure(&text) {
        CellKind::Figure
    } else {
        CellKind::Words
    };
    Some(Cell {
        left: first.left,
        right: last.right,
        first: first.right - first.left,
        text,
        kind,
    })
}

/// The words of a line, each figure one of them: `$ ( 5 ) %` is `$(5)%`.
fn figures_whole(line: &Line) -> Vec<Word> {
    let mut whole: Vec<Word> = Vec::with_capacity(line.words.len());
    let words = line.words.iter().flat_map(apart_after_year);
    for word in words.flat_map(|word| apart_from_next_sign(&word)) {
        let word = &word;
        let last = whole.last_mut();
        let gap = last.as_ref().map_or(0.0, |last| word.left - last.right) / line.size.max(1.0);
        let joins = last.as_ref().is_some_and(|last| {
            let reach = if last.text.chars().all(is_dash) {
                MINUS_GAP
            } else {
                LEAD_GAP
            };
            let leads = LEAD.is_match(&last.text)
                && gap < reach
                && (FIGURE_TAIL.is_match(&word.text) || LEAD.is_match(&word.text));
            let follows = TRAIL.is_match(&word.text)
                && gap < SIGN_GAP
                && last
                    .text
                    .contains(|c: char| c.is_ascii_digit() || is_dash(c))
                && (is_figure(&last.text) || FIGURE_OPEN.is_match(&last.text));
            leads || follows
        });
        match last.filter(|_| joins) {
            Some(last) => {
                last.text.push_str(&word.text);
                last.right = word.right;
            }
            None => whole.push(word.clone()),
        }
    }
    for word in &mut whole {
        // a footnote's mark is no part of the figure that it is set on
        if let Some(marked) = MARKED.captures(&word.text)
            && let (Some(figure), Some(mark)) = (marked.get(1), marked.get(2))
        {
            word.text = format!("{} {}", figure.as_str(), mark.as_str());
        }
    }
    whole
}

/// `(1.3)$` in narrow columns: the sign is that of the next figure.
fn apart_from_next_sign(word: &Word) -> Vec<Word> {
    let figure = word.text.trim_end_matches(['$', '€', '£', '¥']);
    let is_both = figure.len() < word.text.len() && is_figure(figure);
    if !is_both {
        return vec![word.clone()];
    }
    let sign = word.text.get(figure.len()..).unwrap_or_default();
    parted(word, figure, sign).to_vec()
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '−' | '‑')
}

/// `1,234`, `$(5.6)`, `12%`, `—`, `n/m`; also with the mark of a footnote after it.
pub(super) fn is_figure(text: &str) -> bool {
    // longer than any figure
    text.len() <= 48 && (FIGURE.is_match(text) || is_range(text))
}

/// `$7,255 - $7,355`
fn is_range(text: &str) -> bool {
    let ends = text.split_once(" - ").or_else(|| text.split_once(" – "));
    ends.is_some_and(|(from, to)| FIGURE.is_match(from) && FIGURE.is_match(to))
}

static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)^[~≈<>]?(?:(?:US|C|A|HK)?[$€£¥]\s?)?[(\-–—−+]?(?:[$€£¥]\s?)?[(\-−]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:\s?[x×¢])?(?:\s?%)?\)?(?:\s?%)?\)?(?:\s(?:\([\da-z]\)|\*+|†))?$|^(?:[$€£¥]\s?)?\(?[—–\-−]{1,2}\)?\s?%?$|^(?:n/?m|n/a|nmf)$",
    )
});
/// What may stand before a figure, apart from it.
static LEAD: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^(?:US|C|A|HK)?[$€£¥]\s?\(?$|^\($|^[-−+]$"));
/// A figure, or what is left of it after its opening signs.
static FIGURE_TAIL: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^\(?[-−]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:\)|%|\)%|%\))?(?:\([\da-z]\)|\*+|†)?$|^[—–−-]{1,2}%?$",
    )
});
/// A figure whose bracket is still open.
static FIGURE_OPEN: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^[$€£¥]?\s?\([$€£¥]?\d[\d,.]*%?$"));
static TRAIL: LazyLock<Regex> = LazyLock::new(|| compiled(r"^(?:\)|%|\)\s?%|%\)|¢|\)¢)$"));
static MARKED: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^([$€£¥(]*\d[\d,]*(?:\.\d+)?\)?%?)(\([\da-z]\)|\*+|†)$"));

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of PDF tables compiles"
)]
pub(super) fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_one_with_its_signs() {
        for text in [
            "1,234",
            "$5",
            "$(5.6)",
            "(7)",
            "12%",
            "(3)%",
            "(3%)",
            "—",
            "$—",
            "-",
            "0.07",
            "NM",
            "+5",
            "1.5x",
            "$1,234 (1)",
            "3",
            "US$12",
            ".25",
        ] {
            assert!(is_figure(text), "{text}");
        }
        for text in [
            "31,", "2019,", "A1", "(a)", "Note", "10-K", "1/2", "", "$", "12.5.1",
        ] {
            assert!(!is_figure(text), "{text}");
        }
    }

    #[test]
    fn signs_that_stand_apart_are_joined_to_their_figure() {
        let check = |words: &[(&str, f32)], expected: &[&str]| {
            let words = words.iter().map(|(text, left)| Word {
                text: (*text).to_owned(),
                left: *left,
                right: *left + 5.0 * text.len() as f32,
                is_bold: false,
            });
            let line = Line {
                words: words.collect(),
                baseline: 0.0,
                size: 10.0,
            };
            let cells: Vec<String> = cells_of(&line).into_iter().map(|cell| cell.text).collect();
            assert_eq!(cells, expected);
        };
        check(
            &[
                ("Other", 0.0),
                ("income", 28.0),
                ("$", 150.0),
                ("(", 170.0),
                ("1,234", 176.0),
                (")", 202.0),
            ],
            &["Other income", "$(1,234)"],
        );
        check(
            &[
                ("Margin", 0.0),
                ("12.5", 150.0),
                ("%", 172.0),
                ("(3.1", 220.0),
                (")%", 243.0),
            ],
            &["Margin", "12.5%", "(3.1)%"],
        );
        check(
            &[
                ("Leases", 0.0),
                ("$", 150.0),
                ("—", 190.0),
                ("$", 220.0),
                ("77(1)", 250.0),
            ],
            &["Leases", "$—", "$77 (1)"],
        );
        check(
            &[
                ("Swaps", 0.0),
                ("$", 150.0),
                ("(1.3)$", 156.0),
                ("-", 190.0),
                ("2.0", 200.0),
            ],
            &["Swaps", "$(1.3)", "$-", "2.0"],
        );
        check(
            &[("paid", 0.0), ("$5", 22.0), ("million", 35.0)],
            &["paid $5 million"],
        );
    }
}
