//! A figure told apart by region, product or segment: the rows of a table that add up to it.

use super::Said;
use super::parts_table::{adds_up, columns_with, is_of_table, is_whole, metric_in};
use crate::frame::{Frame, has};
use crate::passage::Candidate;

/// By what a question wants a figure to be told apart: what stands above such a table.
fn parts_asked(question: &str) -> Option<&'static str> {
    let lower = question.to_lowercase();
    let lines = include_str!("../../lexicon/parts_by.txt").lines();
    let mut lines = lines.filter(|line| !line.starts_with('#'));
    lines.find_map(|line| {
        let (asked, above) = line.split_once(" | ")?;
        let is_asked = asked.split(", ").any(|words| has(&lower, words));
        is_asked.then_some(above)
    })
}

/// Whether a question wants a figure told apart: `sales by region`.
pub(crate) fn asks_for_parts(question: &str) -> bool {
    parts_asked(question).is_some() && metric_in(&question.to_lowercase()).is_some()
}

/// The rows of the table that tells a figure apart as it is asked for, and that add up to it.
pub(super) fn told_apart(frame: &Frame, all: &[Candidate<'_>]) -> Vec<Said> {
    let asked = parts_asked(&frame.question).zip(metric_in(&frame.question.to_lowercase()));
    let Some((lines, metric)) = asked else {
        return Vec::new();
    };
    let is_such = |total: &&Candidate<'_>| {
        let above = total.above.iter().chain([&total.part]);
        let mut above = above.map(|line| line.to_lowercase());
        is_whole(total) && above.any(|line| lines.split(", ").any(|word| has(&line, word)))
    };
    let mut totals = all.iter().filter(is_such);
    let found = totals.find_map(|total| {
        let table: Vec<&Candidate<'_>> = all
            .iter()
            .filter(|other| is_of_table(other, total))
            .collect();
        let mut columns = columns_with(frame, total, metric);
        columns.retain(|column| adds_up(total, &table, column.place));
        columns
            .sort_by_key(|column| std::cmp::Reverse(column.period.map(|own| (own.year, own.span))));
        columns.truncate(frame.when.periods.len().max(1));
        let is_told = |place: usize| columns.iter().any(|column| column.place == place);
        let told = table.iter().filter(|row| row.row_label != total.row_label);
        let told = told.map(|row| {
            let cells = row.columns.iter().enumerate();
            let cells = cells.filter(|(place, _)| is_told(*place));
            let cells: Vec<(String, String)> = cells.map(|(_, cell)| cell.clone()).collect();
            super::quoted::row(row, &cells)
        });
        (!columns.is_empty()).then(|| told.collect::<Vec<_>>())
    });
    found.unwrap_or_default()
}
