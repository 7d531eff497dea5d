//! What lies between two rows of one table: the same column at two times.

use assay_claims::Meaning;
use assay_domain::{ClaimKind, Decimal, Language, grouped};

use super::Said;
use super::figures::percent_change;
use crate::frame::Frame;
use crate::passage::{Candidate, Chosen, is_of};

/// A cell of a row that is a plain number.
struct Cell<'c> {
    head: &'c str,
    shown: &'c str,
    number: Decimal,
}

/// How the figure that is asked for went from one of two periods to the other, where each is a row of
/// its own.
pub(super) fn between(
    frame: &Frame,
    terms: &[Meaning],
    all: &[Candidate<'_>],
    chosen: &[Chosen],
) -> Option<Said> {
    let [one, other] = frame.when.periods.as_slice() else {
        return None;
    };
    let (early, late) = if one < other {
        (one, other)
    } else {
        (other, one)
    };
    let rows = || {
        chosen
            .iter()
            .filter_map(|chosen| all.get(chosen.place))
            .filter(|row| row.is_row)
    };
    let of = |period| rows().find(|row| row.periods.iter().any(|own| is_of(*own, period)));
    let (first, last) = (of(*early)?, of(*late)?);
    let head = best_head(last, terms)?;
    let (before, now) = (cell(first, &head)?, cell(last, &head)?);
    if first.shown == last.shown || before.number.is_zero() {
        return None;
    }
    let difference = grouped(&(now.number - before.number).abs().normalize().to_string());
    let change = percent_change(before.number, now.number)?;
    let is_up = now.number > before.number;
    let name = head.replace('_', " ");
    let (a, b) = (before.shown, now.shown);
    let text = match frame.language {
        Language::En => format!(
            "{name}: {a} ({early}) to {b} ({late}), {} of {difference} or {change}%.",
            if is_up { "an increase" } else { "a decrease" }
        ),
        Language::Zh => format!(
            "{name}：{a}（{early}）至{b}（{late}），{}{difference}，即{change}%。",
            if is_up { "增加" } else { "减少" }
        ),
    };
    let mut evidence = vec![last.passage.evidence.id.clone()];
    if first.passage.evidence.id != last.passage.evidence.id {
        evidence.push(first.passage.evidence.id.clone());
    }
    let (a, b) = (before.number, now.number);
    let formula = format!("{a};{b};{b} / {a} - 1;{b} - {a}");
    Some(Said {
        text,
        evidence,
        kind: ClaimKind::Computed { formula },
    })
}

/// The column whose head the question names best.
fn best_head(row: &Candidate<'_>, terms: &[Meaning]) -> Option<String> {
    let scored = row.columns.iter().filter_map(|(head, cell)| {
        number(cell)?;
        let words = assay_claims::meanings(&head.replace('_', " "));
        let met = terms
            .iter()
            .filter(|term| words.iter().any(|word| word.is_same_as(term)));
        let met = met.count();
        (met > 0).then_some((met, std::cmp::Reverse(words.len()), head))
    });
    scored.max().map(|(_, _, head)| head.clone())
}

fn cell<'c>(row: &'c Candidate<'_>, head: &str) -> Option<Cell<'c>> {
    let (head, shown) = row.columns.iter().find(|(own, _)| own == head)?;
    Some(Cell {
        number: number(shown)?,
        head,
        shown,
    })
    .filter(|cell| !cell.head.is_empty())
}

fn number(cell: &str) -> Option<Decimal> {
    let plain: String = cell
        .chars()
        .filter(|c| !matches!(c, ',' | '$' | '€' | '£' | '¥' | ' '))
        .collect();
    plain.parse().ok()
}
