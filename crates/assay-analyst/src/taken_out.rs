//! A text without the sentences that may not stand in it.

use std::collections::BTreeSet;
use std::ops::Range;

use assay_figures::{Block, blocks, cut, is_rule, sentences};

use crate::prose::without_marks;

/// The text without the sentences, table rows and headings for which `why_out` has a reason, by
/// their words without citation marks; and those, as they were written, with it. A table without
/// rows, a bullet without words and a heading over nothing go with them.
pub fn without_sentences<T>(
    markdown: &str,
    why_out: impl Fn(&str) -> Option<T>,
) -> (String, Vec<(String, T)>) {
    let cuts = cuts(markdown, |range| {
        why_out(&without_marks(cut(markdown, range)))
    });
    let kept = without_cuts(markdown, &cuts);
    let taken = cuts.into_iter().filter_map(|one| {
        let text = cut(markdown, one.range).trim().to_owned();
        Some((text, one.why?))
    });
    (kept, taken.collect())
}

/// The text without the sentences that begin at these places, in bytes.
pub fn without_sentences_at(markdown: &str, starts: &BTreeSet<usize>) -> String {
    let cuts = cuts(markdown, |range| {
        starts.contains(&range.start).then_some(())
    });
    without_cuts(markdown, &cuts)
}

fn without_cuts<T>(markdown: &str, cuts: &[Cut<T>]) -> String {
    if cuts.is_empty() {
        return markdown.to_owned();
    }
    let mut kept = String::with_capacity(markdown.len());
    let mut done = 0;
    for one in cuts {
        kept.push_str(cut(markdown, done..one.range.start));
        done = one.range.end;
        if kept.ends_with([' ', '\n']) || kept.is_empty() {
            let rest = cut(markdown, done..markdown.len());
            done += rest.len() - rest.trim_start_matches(' ').len();
        }
        let rest = cut(markdown, done..markdown.len());
        let ends_line = rest.is_empty() || rest.starts_with('\n');
        if ends_line && is_bare(kept.rsplit('\n').next().unwrap_or_default()) {
            kept.truncate(kept.rfind('\n').map_or(0, |at| at + 1));
            done += usize::from(!rest.is_empty());
        }
    }
    kept.push_str(cut(markdown, done..markdown.len()));
    without_bare_headings(kept.trim_end())
}

struct Cut<T> {
    range: Range<usize>,
    /// `None` for the head of a table without rows.
    why: Option<T>,
}

fn cuts<T>(markdown: &str, why_out: impl Fn(Range<usize>) -> Option<T>) -> Vec<Cut<T>> {
    let judged = |range: Range<usize>| {
        let why = why_out(range.clone())?;
        Some(Cut {
            range,
            why: Some(why),
        })
    };
    let mut found = Vec::new();
    for block in blocks(markdown) {
        match block {
            Block::Heading(range) | Block::Record(range) | Block::Label(range) => {
                found.extend(judged(range));
            }
            Block::Prose(range) => {
                found.extend(sentences(markdown, range).into_iter().filter_map(judged));
            }
            Block::Table(rows) => found.extend(row_cuts(markdown, rows, judged)),
        }
    }
    found
}

fn row_cuts<T>(
    markdown: &str,
    rows: Vec<Range<usize>>,
    judged: impl Fn(Range<usize>) -> Option<Cut<T>>,
) -> Vec<Cut<T>> {
    let is_ruled = |row: &Range<usize>| is_rule(cut(markdown, row.clone()));
    let head = match rows.get(1) {
        Some(rule) if is_ruled(rule) => 2,
        _ => 0,
    };
    let body = rows.iter().skip(head).filter(|row| !is_ruled(row));
    let body: Vec<Option<Cut<T>>> = body.cloned().map(judged).collect();
    let is_emptied = !body.is_empty() && body.iter().all(Option::is_some);
    let heads = rows.iter().take(if is_emptied { head } else { 0 });
    let heads = heads.cloned().map(|range| Cut { range, why: None });
    heads.chain(body.into_iter().flatten()).collect()
}

/// A line of which nothing but its bullet, number or quotation sign is left.
fn is_bare(line: &str) -> bool {
    let marks = |c: char| c.is_whitespace() || matches!(c, '-' | '*' | '+' | '•' | '>' | '.' | ')');
    line.trim_matches(|c: char| marks(c) || c.is_ascii_digit())
        .is_empty()
}

/// The text without headings that have nothing under them.
fn without_bare_headings(markdown: &str) -> String {
    let mut text = markdown.to_owned();
    loop {
        let all = blocks(&text);
        let level = |block: &Block| match block {
            Block::Heading(range) => {
                let heading = cut(&text, range.clone());
                Some(heading.len() - heading.trim_start_matches('#').len())
            }
            _ => None,
        };
        let bare = all.iter().enumerate().find_map(|(at, block)| {
            let own = level(block)?;
            let next = all.get(at + 1);
            let is_bare = next.is_none_or(|next| level(next).is_some_and(|next| next <= own));
            match block {
                Block::Heading(range) if is_bare => Some(range.clone()),
                _ => None,
            }
        });
        let Some(range) = bare else {
            return text;
        };
        let after = cut(&text, range.end..text.len()).trim_start_matches('\n');
        text = format!("{}{after}", cut(&text, 0..range.start));
        text.truncate(text.trim_end().len());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{without_sentences, without_sentences_at};

    fn check(text: &str, out: &[&str], expected: &str, taken: &[&str]) {
        let why_out = |sentence: &str| out.iter().position(|one| *one == sentence);
        let (kept, found) = without_sentences(text, why_out);
        assert_eq!(kept, expected, "{text}");
        let found: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(found, taken, "{text}");
    }

    #[test]
    fn a_sentence_goes_and_its_neighbours_stay() {
        let text = "Sales rose [[ev_1]]. Costs fell [[ev_2]]. All is well.\n\n成本下降[[ev_4]]。一切正常。";
        check(
            text,
            &["Costs fell.", "成本下降。"],
            "Sales rose [[ev_1]]. All is well.\n\n一切正常。",
            &["Costs fell [[ev_2]].", "成本下降[[ev_4]]。"],
        );
        check(text, &[], text, &[]);
        check("All is well.", &["All is well."], "", &["All is well."]);
    }

    #[test]
    fn of_two_equal_sentences_the_one_at_its_place_goes() {
        let text = "Sales rose [[ev_1]]. Costs fell. Sales rose [[ev_1]].";
        let later = text.rfind("Sales").unwrap_or_default();
        let kept = without_sentences_at(text, &BTreeSet::from([later]));
        assert_eq!(kept, "Sales rose [[ev_1]]. Costs fell.");
    }

    #[test]
    fn what_is_left_empty_goes_too() {
        let list = "- One holds. [[ev_1]]\n- Two lies.\n- Three holds. [[ev_1]]\n- Four lies.";
        check(
            list,
            &["Two lies.", "Four lies."],
            "- One holds. [[ev_1]]\n- Three holds. [[ev_1]]",
            &["Two lies.", "Four lies."],
        );
        let table =
            "Before. [[ev_1]]\n\n| Item | Value |\n| --- | --- |\n| Cash | 7 |\n| Debt | 9 |";
        check(
            table,
            &["| Cash | 7 |", "| Debt | 9 |"],
            "Before. [[ev_1]]",
            &["| Cash | 7 |", "| Debt | 9 |"],
        );
        check(
            table,
            &["| Cash | 7 |"],
            "Before. [[ev_1]]\n\n| Item | Value |\n| --- | --- |\n| Debt | 9 |",
            &["| Cash | 7 |"],
        );
        let headed = "## Known\n\nIt holds. [[ev_1]]\n\n## Invented\n\nIt lies.\n\n## Also known\n\nYes it does. [[ev_1]]";
        check(
            headed,
            &["It lies."],
            "## Known\n\nIt holds. [[ev_1]]\n\n## Also known\n\nYes it does. [[ev_1]]",
            &["It lies."],
        );
    }
}
