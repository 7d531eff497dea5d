//! Columns of text beside each other, as in a magazine, one after the other.

use super::cells::is_figure;
use super::lines::{Line, Word};

/// A gutter is at least this wide, in sizes of the font.
const GUTTER: f32 = 1.0;
/// Gutters that are sought within what one parts.
const MOST_GUTTERS: usize = 4;
/// Lines that a gutter has to run through.
const LEAST_LINES: usize = 8;
/// A page of more lines is no page that a person reads in columns.
const MOST_LINES: usize = 1_000;
/// Words on either side of the gutter in most of its lines: text, not cells of a table.
const LEAST_WORDS: usize = 4;

/// The lines of a page with columns of text read one after the other. Columns of a table stay
/// beside each other: their cells are figures or a few words.
pub(super) fn in_reading_order(lines: Vec<Line>) -> Vec<Line> {
    parted(lines, MOST_GUTTERS)
}

fn parted(lines: Vec<Line>, most: usize) -> Vec<Line> {
    if most == 0 {
        return lines;
    }
    let Some((first, end, gutter)) = widest_gutter(&lines) else {
        return lines;
    };
    let mut ordered = Vec::with_capacity(lines.len() * 2);
    let mut left_side = Vec::new();
    let mut right_side = Vec::new();
    let mut below = Vec::new();
    for (place, line) in lines.into_iter().enumerate() {
        if place < first {
            ordered.push(line);
        } else if place >= end {
            below.push(line);
        } else {
            let (left, right): (Vec<Word>, Vec<Word>) = line
                .words
                .iter()
                .cloned()
                .partition(|word| word.left < gutter);
            for (words, side) in [(left, &mut left_side), (right, &mut right_side)] {
                if !words.is_empty() {
                    side.push(Line {
                        words,
                        ..line.clone()
                    });
                }
            }
        }
    }
    for part in [left_side, right_side, below] {
        ordered.extend(parted(part, most - 1));
    }
    ordered
}

/// First line, end and place of the gutter that runs through the most lines.
fn widest_gutter(lines: &[Line]) -> Option<(usize, usize, f32)> {
    let mut best: Option<(usize, usize, f32)> = None;
    if lines.len() > MOST_LINES {
        return None;
    }
    for first in 0..lines.len() {
        let Some(line) = lines.get(first) else { break };
        for (left, right) in gaps(line) {
            let (end, middle) = run_of(lines, first, left, right);
            let longer = best.is_none_or(|(from, to, _)| end - first > to - from);
            if end - first >= LEAST_LINES && longer && parts_text(lines.get(first..end)?, middle) {
                best = Some((first, end, middle));
            }
        }
    }
    best
}

fn gaps(line: &Line) -> Vec<(f32, f32)> {
    let pairs = line.words.iter().zip(line.words.iter().skip(1));
    pairs
        .map(|(a, b)| (a.right, b.left))
        .filter(|(left, right)| right - left > GUTTER * line.size)
        .collect()
}

/// How far down a gap goes on, and where its middle is then.
fn run_of(lines: &[Line], first: usize, left: f32, right: f32) -> (usize, f32) {
    let (mut left, mut right) = (left, right);
    let mut end = first;
    for line in lines.iter().skip(first) {
        let narrowed = if line.right() <= right && line.left() < left {
            Some((left.max(line.right()), right))
        } else if line.left() >= left {
            Some((left, right.min(line.left())))
        } else {
            let shared = gaps(line)
                .into_iter()
                .map(|(l, r)| (l.max(left), r.min(right)));
            shared.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))
        };
        match narrowed.filter(|(l, r)| r - l > 0.8 * GUTTER * line.size) {
            Some(kept) => (left, right) = kept,
            None => break,
        }
        end += 1;
    }
    (end, f32::midpoint(left, right))
}

/// Whether running text stands on both sides.
fn parts_text(lines: &[Line], middle: f32) -> bool {
    let is_text = |is_side: &dyn Fn(&Word) -> bool| {
        let mut counts: Vec<usize> = Vec::new();
        let mut figures = 0;
        let mut all = 0;
        for line in lines {
            let words: Vec<&Word> = line.words.iter().filter(|word| is_side(word)).collect();
            if !words.is_empty() {
                counts.push(words.len());
            }
            all += words.len();
            figures += words.iter().filter(|word| is_figure(&word.text)).count();
        }
        counts.sort_unstable();
        let usual = counts.get(counts.len() / 2).copied().unwrap_or(0);
        counts.len() * 10 >= lines.len() * 6 && usual >= LEAST_WORDS && figures * 5 < all
    };
    is_text(&|word| word.left < middle) && is_text(&|word| word.left >= middle)
}
