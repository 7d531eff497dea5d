//! A figure that companies state in their accounts, where no filed facts are at hand: the row of a
//! statement that is called like it.

use assay_domain::Decimal;
use assay_figures::periods;

use crate::frame::Frame;
use crate::measure::{Measure, Operand, is_only};
use crate::passage::{Candidate, is_of};

/// The rows that state what is asked, one for each measure. A total is at least its parts, so of
/// several rows of one name the largest is the company's.
pub(super) fn rows<'a, 'p>(frame: &Frame, all: &'a [Candidate<'p>]) -> Vec<&'a Candidate<'p>> {
    let metrics = frame.measures.iter().filter_map(|measure| match measure {
        Measure::Level(Operand::Filed(metric)) => Some(*metric),
        Measure::Level(Operand::Worded(_)) | Measure::Ratio(..) | Measure::Sum(..) => None,
    });
    let best = metrics.filter_map(|metric| {
        let called = all
            .iter()
            .filter(|row| row.is_row && is_only(row.own_label(), metric));
        let valued = called.filter_map(|row| Some((value(row, frame)?, row)));
        let largest = valued.max_by(|(a, _), (b, _)| a.cmp(b));
        largest.map(|(_, row)| row)
    });
    best.collect()
}

/// What the row says for the first period that is asked for; its first number where none is.
fn value(row: &Candidate<'_>, frame: &Frame) -> Option<Decimal> {
    let wanted = frame.when.periods.first();
    let of_time = |head: &str| {
        wanted.is_none_or(|wanted| periods(head).iter().any(|own| is_of(own.period, *wanted)))
    };
    let cells = row
        .columns
        .iter()
        .filter(|(head, cell)| of_time(head) && !cell.contains('%'));
    let numbers = cells.filter_map(|(_, cell)| {
        let plain: String = cell
            .chars()
            .filter(|c| c.is_ascii_digit() || *c == '.')
            .collect();
        plain.parse::<Decimal>().ok()
    });
    numbers.into_iter().next()
}
