//! What stands over the columns of a table.

use assay_figures::{Table, periods};

use super::words::is_han;

/// What stands over each column, with the period that it is of.
pub(super) fn headers(table: &Table) -> Vec<String> {
    with_periods_of_shares(with_changed_periods(printed(table)))
}

/// The header over each column, the label column included. A heading that stands over several
/// columns is printed over one of them.
fn printed(table: &Table) -> Vec<String> {
    let width = table.header.iter().map(Vec::len).max().unwrap_or_default();
    let is_square = table.header.iter().all(|row| row.len() == width);
    if !is_square {
        let columns = table.columns.columns.iter();
        return columns.map(|column| column.name.clone()).collect();
    }
    let mut headers = vec![String::new(); width];
    for (level, row) in table.header.iter().enumerate() {
        let below = table.header.get(level + 1..).unwrap_or_default();
        for (column, (header, cell)) in headers.iter_mut().zip(spread(row)).enumerate() {
            let is_own = row.get(column).is_some_and(|own| !own.is_empty());
            let is_other = !is_own && compares(cell) && is_period_alone(below, column);
            if !cell.is_empty() && !is_other {
                // `2025年` over `第二季度` is one period
                if header.ends_with("年 ") && cell.starts_with(is_han) {
                    header.pop();
                }
                header.push_str(cell);
                header.push(' ');
            }
        }
    }
    headers
}

/// `Percent Change`, `2021 vs. 2020`: what stands over columns of changes, and not over the periods
/// beside them that are compared.
fn compares(heading: &str) -> bool {
    static SIGNS: assay_domain::WordList = assay_domain::word_list!("numeral/heads/signs");
    let lower = heading.to_lowercase();
    SIGNS.iter().any(|sign| lower.contains(sign))
}

/// The headings under a place name one period and compare nothing.
fn is_period_alone(below: &[Vec<String>], column: usize) -> bool {
    let mut cells = below.iter().filter_map(|row| row.get(column));
    let names_period = |cell: &String| !periods(cell).is_empty();
    cells.clone().any(names_period) && !cells.any(|cell| compares(cell))
}

/// A column of changes is of the period that it ends with: of the column before it where columns of
/// periods and of changes take turns, else of the newest column of the run before it.
fn with_changed_periods(headers: Vec<String>) -> Vec<String> {
    let is_change = |header: &str| {
        let lower = header.to_lowercase();
        ["change", "increase", "变动", "增减", "同比", "variance"]
            .iter()
            .any(|word| lower.contains(word))
            && periods(header).is_empty()
    };
    let mut named = headers.clone();
    for (at, header) in headers.iter().enumerate() {
        if !is_change(header) {
            continue;
        }
        let before = headers.get(..at).unwrap_or_default().iter().rev();
        let run: Vec<&String> = before
            .skip_while(|other| is_change(other))
            .take_while(|other| !is_change(other) && !periods(other).is_empty())
            .collect();
        let newest = run.iter().max_by_key(|other| {
            let period = periods(other).first().map(|span| span.period);
            period.map(|period| (period.year, period.span))
        });
        if let (Some(newest), Some(name)) = (newest, named.get_mut(at)) {
            name.push(' ');
            name.push_str(newest);
        }
    }
    named
}

fn spread(row: &[String]) -> Vec<&str> {
    let cells: Vec<&str> = row.iter().map(String::as_str).collect();
    let Some((corner, rest)) = cells.split_first() else {
        return cells;
    };
    let filled: Vec<&str> = rest
        .iter()
        .copied()
        .filter(|cell| !cell.is_empty())
        .collect();
    let starts_blank = rest.first().is_some_and(|cell| cell.is_empty());
    let spread: Vec<&str> = match filled.as_slice() {
        [only] => rest.iter().map(|_| *only).collect(),
        // Over which columns a centred heading stands is not plain.
        _ if starts_blank => rest.to_vec(),
        _ => {
            let mut last = "";
            rest.iter()
                .copied()
                .map(|cell| {
                    if !cell.is_empty() {
                        last = cell;
                    }
                    last
                })
                .collect()
        }
    };
    std::iter::once(*corner).chain(spread).collect()
}

/// A column of shares is of the period of the column before it, whose figures it puts to their total.
fn with_periods_of_shares(headers: Vec<String>) -> Vec<String> {
    let is_share = |header: &str| {
        let lower = header.to_lowercase();
        ["% of", "as a %", "percent of", "percentage of", "占"]
            .iter()
            .any(|word| lower.contains(word))
            && periods(header).is_empty()
    };
    let mut named = headers.clone();
    for (at, pair) in headers.windows(2).enumerate() {
        let [before, header] = pair else { continue };
        let period = periods(before).into_iter().next();
        if let (true, Some(period), Some(name)) = (is_share(header), period, named.get_mut(at + 1))
        {
            name.push(' ');
            name.push_str(before.get(period.range).unwrap_or_default());
        }
    }
    named
}
