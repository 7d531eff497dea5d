//! A figure that companies state in their accounts, where no filed facts are at hand: the row of a
//! statement that is called like it.

use assay_claims::meanings;
use assay_domain::{ClaimKind, Decimal, Language};
use assay_facts::{UnitKind, derived_metric};
use assay_figures::{Period, periods};

use super::Said;
use super::ratio::says_each_word;
use crate::frame::Frame;
use crate::measure::{Measure, Operand, is_only};
use crate::passage::{Candidate, is_of};
use crate::printed::{self, fixed};

/// Shares and margins of two rows of one table, for each that is asked for. Where a company has books,
/// only shares of a total: other rows may be of a part of the company, or of another time.
pub(super) fn ratios(frame: &Frame, all: &[Candidate<'_>], has_book: bool) -> Vec<Said> {
    let asked = frame.measures.iter().filter_map(|measure| match measure {
        Measure::Ratio(part, whole) => Some([part.clone(), whole.clone()]),
        Measure::Level(Operand::Filed(metric)) => {
            let spec = derived_metric(metric).filter(|spec| spec.unit == UnitKind::Ratio)?;
            match spec.inputs {
                [part, whole] => Some([Operand::Filed(part), Operand::Filed(whole)]),
                _ => None,
            }
        }
        Measure::Level(Operand::Worded(_)) | Measure::Sum(..) => None,
    });
    let mut periods: Vec<Option<Period>> = frame.when.periods.iter().copied().map(Some).collect();
    periods.sort_by_key(|period| period.map(|period| period.year));
    if periods.is_empty() {
        periods.push(None);
    }
    let pairs: Vec<[Operand; 2]> = asked.collect();
    let each = pairs.iter().flat_map(|pair| {
        let told = periods
            .iter()
            .map(|period| ratio(frame, *period, pair, all, has_book));
        told.collect::<Vec<_>>()
    });
    each.flatten().collect()
}

fn ratio(
    frame: &Frame,
    period: Option<Period>,
    [part, whole]: &[Operand; 2],
    all: &[Candidate<'_>],
    has_book: bool,
) -> Option<Said> {
    let named = |operand: &Operand, row: &Candidate<'_>| match operand {
        Operand::Filed(metric) => is_only(row.own_label(), metric),
        Operand::Worded(words) => {
            let terms = meanings(words);
            let label = meanings(row.own_label());
            let is_said = terms
                .iter()
                .all(|term| label.iter().any(|word| word.is_same_as(term)));
            !terms.is_empty()
                && is_said
                && says_each_word(row.own_label(), words)
                && row.is_only_about(&terms)
        }
    };
    let rows = || {
        all.iter()
            .filter(|row| row.is_row && !row.passage.is_extract)
    };
    rows().filter(|row| named(part, row)).find_map(|one| {
        let beside = |row: &&Candidate<'_>| {
            let same = row.passage.evidence.id == one.passage.evidence.id;
            let is_total = row.own_label().to_lowercase().starts_with("total");
            let is_whole = row.own_label() != one.own_label() && (is_total || !has_book);
            same && is_whole && row.has_heads_of(one) && named(whole, row)
        };
        let other = rows().find(beside)?;
        let (a, b) = (value(one, period)?, value(other, period)?);
        // a part is at most the whole, and less than a thousandth is a misread scale
        if b.is_zero() || a > b || a < b / Decimal::ONE_THOUSAND {
            return None;
        }
        let share = fixed(a / b * Decimal::ONE_HUNDRED, 1);
        let told = period.or_else(|| newest(one));
        let when = told.map(|period| printed::stated(period, frame.language));
        let (one_label, other_label) = (one.own_label(), other.own_label());
        let owner = one.passage.owner.unwrap_or_default();
        let text = match frame.language {
            Language::En if !owner.is_empty() => {
                let when = when.map_or_else(String::new, |when| format!(" in {when}"));
                format!("{owner}: {one_label} was {share}% of {other_label}{when} ({a} / {b}).")
            }
            Language::En => {
                let when = when.map_or_else(String::new, |when| format!(" in {when}"));
                format!("{one_label} was {share}% of {other_label}{when} ({a} / {b}).")
            }
            Language::Zh => {
                let when = when.map_or_else(String::new, |when| format!("{when} "));
                format!("{owner}{when}{one_label} 占 {other_label} 的{share}%（{a} / {b}）。")
            }
        };
        Some(Said {
            text,
            evidence: vec![one.passage.evidence.id.clone()],
            kind: ClaimKind::Computed {
                formula: format!("{a} / {b}"),
            },
        })
    })
}

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
        let wanted = frame.when.periods.first().copied();
        let valued = called.filter_map(|row| Some((value(row, wanted)?, row)));
        let largest = valued.max_by(|(a, _), (b, _)| a.cmp(b));
        largest.map(|(_, row)| row)
    });
    best.collect()
}

/// The period of a row's first number.
fn newest(row: &Candidate<'_>) -> Option<Period> {
    let mut counted = row.columns.iter().filter(|(_, cell)| !cell.contains('%'));
    let (head, _) = counted.find(|(_, cell)| cell.contains(|c: char| c.is_ascii_digit()))?;
    let named = periods(head);
    named.first().map(|own| own.period)
}

/// What the row says for a period; its first number where none is asked for.
fn value(row: &Candidate<'_>, wanted: Option<Period>) -> Option<Decimal> {
    let of_time = |head: &str| {
        wanted.is_none_or(|wanted| periods(head).iter().any(|own| is_of(own.period, wanted)))
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
