//! What is set so close that it reads as one: a label and its figure, the periods of a head.

use std::sync::LazyLock;

use regex::Regex;

use super::super::grid::is_year;
use super::cells::{Cell, CellKind, compiled, is_figure};
use super::lines::{Word, joined};
use super::table::{Row, Span};

/// A figure stands in its column, within this, in sizes of the font: letters are not all as wide.
const IN_COLUMN: f32 = 1.2;

/// `2025June` as the two words that it is: a year ends a period, and the next begins.
pub(super) fn apart_after_year(word: &Word) -> Vec<Word> {
    let found = YEAR_AND_MORE.captures(&word.text);
    let Some((year, rest)) = found.and_then(|found| Some((found.get(1)?, found.get(2)?))) else {
        return vec![word.clone()];
    };
    let [year, rest] = parted(word, year.as_str(), rest.as_str());
    let mut words = vec![year];
    words.extend(apart_after_year(&rest));
    words
}

/// Two words in place of one, with the border where their letters have it.
pub(super) fn parted(word: &Word, first: &str, second: &str) -> [Word; 2] {
    let share = first.chars().count() as f32 / word.text.chars().count().max(1) as f32;
    let border = word.left + share * (word.right - word.left);
    let part = |text: &str, left: f32, right: f32| Word {
        text: text.to_owned(),
        left,
        right,
        is_bold: word.is_bold,
    };
    [
        part(first, word.left, border),
        part(second, border, word.right),
    ]
}

/// The words of a cell, or of the several that it is: `Fiscal 2025 Fiscal 2024` heads two columns.
pub(super) fn periods_apart(words: &[Word]) -> Vec<&[Word]> {
    let pieces: Vec<&[Word]> = words.split_inclusive(|word| is_year(&word.text)).collect();
    let are_periods = pieces.iter().all(|piece| PERIOD.is_match(&joined(piece)));
    match pieces.len() > 1 && are_periods {
        true => pieces,
        false => vec![words],
    }
}

/// Rows whose labels run into the first figure, with both apart: `Selling and administrative180.8`.
pub(super) fn labels_apart(body: &[Row], columns: &[Span]) -> Vec<Row> {
    let rows = body.iter().map(|row| {
        let mut row = row.clone();
        if let Some((label, figure)) = row.cells.first().and_then(label_and_figure) {
            let others = row.cells.get(1..).unwrap_or_default();
            let reach = IN_COLUMN * row.size;
            let is_free = columns.iter().any(|column| {
                let is_in =
                    figure.left > column.left - reach && figure.right < column.right + reach;
                is_in && !others.iter().any(|other| column.is_over(other))
            });
            // a line without other figures is prose that ends with a number
            if is_free && others.iter().any(Cell::is_figure) {
                row.cells.splice(..1, [label, figure]);
            }
        }
        row
    });
    rows.collect()
}

fn label_and_figure(cell: &Cell) -> Option<(Cell, Cell)> {
    let found = LABEL_AND_FIGURE.captures(&cell.text)?;
    let (label, figure) = (found.get(1)?.as_str().trim_end(), found.get(2)?.as_str());
    if cell.kind != CellKind::Words || !is_figure(figure) || is_year(figure) {
        return None;
    }
    let share = figure.chars().count() as f32 / cell.text.chars().count().max(1) as f32;
    let border = cell.right - share * (cell.right - cell.left);
    let label = Cell {
        text: label.to_owned(),
        right: border,
        ..cell.clone()
    };
    let figure = Cell {
        text: figure.to_owned(),
        left: border,
        kind: CellKind::Figure,
        ..cell.clone()
    };
    Some((label, figure))
}

static YEAR_AND_MORE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"^((?:19|20)\d\d)((?:[A-Z]\p{Ll}{2}|Q[1-4]\b|FY|(?:19|20)\d\d\b).*)$")
});
static PERIOD: LazyLock<Regex> = LazyLock::new(|| {
    let month = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?";
    compiled(&format!(
        r"(?i)^(?:(?:fiscal|calendar|financial)(?:\s+year)?|fy|q[1-4]|[1-4]q|[1-4]h|h[1-2]|{month}(?:\s?[-–]\s?{month})?(?:\s+\d{{1,2}},?)?|\d{{1,2}}\.?\s+{month})?\s*(?:19|20)\d\d$"
    ))
});
static LABEL_AND_FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"^(.*\p{L}[^\d$€£¥(−–—-]*?)\s*([$€£¥]?[(−–-]?[$€£¥]?\d[\d,]*(?:\.\d+)?%?\)?%?)$")
});
