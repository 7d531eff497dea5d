use std::ops::Range;

use super::number::{Number, Unit};
use super::period::{Period, PeriodSpan, is_list_joint};
use crate::embedded::cut;

/// What a list says about one of its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// The number stands alone.
    No,
    /// Numbers and periods pair off in order.
    At(Period),
    /// A list whose members pair off with something else, or not at all: nothing is known.
    Unclear,
}

/// `$11.3 billion and $8.9 billion for 2024 and 2023, respectively`, `2023年和2024年分别为41亿元和46亿元`:
/// which member of the one list belongs to which of the other.
pub(super) fn listed(sentence: &str, numbers: &[Number], periods: &[PeriodSpan]) -> Vec<Listed> {
    let mut found = vec![Listed::No; numbers.len()];
    let clauses = clauses(sentence);
    let paired = clauses.len() > 1 || has_period_list(sentence, periods);
    if !paired {
        return found;
    }
    for run in runs(sentence, numbers) {
        let Some(members) = numbers.get(run.clone()) else {
            continue;
        };
        let at = members.first().map_or(0, |number| number.range.start);
        let near: Vec<Period> = periods
            .iter()
            .filter(|span| same_clause(&clauses, at, span.range.start))
            .map(|span| span.period)
            .collect();
        let all: Vec<Period> = periods.iter().map(|span| span.period).collect();
        let partners = [near, all]
            .into_iter()
            .find(|list| list.len() == run.len() && is_distinct(list));
        for (place, slot) in found.iter_mut().skip(run.start).take(run.len()).enumerate() {
            let partner = partners.as_ref().and_then(|list| list.get(place));
            *slot = partner.map_or(Listed::Unclear, |period| Listed::At(*period));
        }
    }
    found
}

/// Where each stretch up to a `respectively` ends; the last is the sentence's end.
fn clauses(sentence: &str) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    for word in ["respectively", "分别"] {
        ends.extend(sentence.match_indices(word).map(|(at, _)| at));
    }
    ends.sort_unstable();
    ends.push(sentence.len());
    ends
}

fn same_clause(ends: &[usize], left: usize, right: usize) -> bool {
    let clause = |at: usize| ends.iter().position(|end| at <= *end);
    clause(left) == clause(right)
}

fn has_period_list(sentence: &str, periods: &[PeriodSpan]) -> bool {
    periods.windows(2).any(|pair| match pair {
        [a, b] => is_list_joint(cut(sentence, a.range.end..b.range.start)),
        _ => false,
    })
}

/// Neighbouring numbers of one unit with nothing but a joint between them.
fn runs(sentence: &str, numbers: &[Number]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for index in 1..=numbers.len() {
        let joined = match numbers.get(index - 1..=index) {
            Some([a, b]) => {
                // `86 and 62 employees`: what is counted stands behind the last
                let is_alike =
                    a.unit == b.unit || matches!((&a.unit, &b.unit), (Unit::Bare, Unit::Count(_)));
                is_alike && is_list_joint(cut(sentence, a.range.end..b.range.start))
            }
            _ => false,
        };
        if !joined {
            if index - start >= 2 {
                found.push(start..index);
            }
            start = index;
        }
    }
    found
}

fn is_distinct(list: &[Period]) -> bool {
    list.iter()
        .enumerate()
        .all(|(place, period)| !list.iter().skip(place + 1).any(|other| other == period))
}
