//! Cells that are percentages though only the first and the last of their column print the sign.

use std::collections::BTreeSet;

use assay_domain::Decimal;
use assay_figures::{Table, Unit, cut, value_of};

/// Row and place in the row of each bare cell between two percentages of its column that are printed
/// to as many decimals. Shares are not above a hundred; whole numbers may as well be counts, unless
/// the table `speaks_of_shares`. A table that goes on from another text may have its first sign there.
pub(super) fn bare_percents(
    text: &str,
    table: &Table,
    speaks_of_shares: bool,
) -> BTreeSet<(usize, usize)> {
    let rows = &table.rows;
    let width = rows.iter().map(|row| row.cells.len()).max();
    let mut found = BTreeSet::new();
    for column in 1..width.unwrap_or_default() {
        let mut decimals: Option<u32> = None;
        let mut bare: Vec<usize> = Vec::new();
        let mut is_first = true;
        for (place, row) in rows.iter().enumerate() {
            let cell = row.cells.get(column).cloned().unwrap_or_default();
            let content = cut(text, cell);
            let Some(number) = value_of(content) else {
                continue;
            };
            let own = number.value.scale();
            let is_share = number.value.abs() <= Decimal::ONE_HUNDRED && !content.contains(',');
            if std::mem::take(&mut is_first) && table.is_continued && own > 0 {
                decimals = Some(own);
            }
            match number.unit {
                Unit::Percent if decimals == Some(own) => {
                    found.extend(bare.drain(..).map(|row| (row, column)));
                }
                Unit::Percent => {
                    bare.clear();
                    decimals = Some(own).filter(|own| *own > 0 || speaks_of_shares);
                }
                Unit::Bare if is_share && decimals == Some(own) => bare.push(place),
                _ => {
                    bare.clear();
                    decimals = None;
                }
            }
        }
    }
    found
}
