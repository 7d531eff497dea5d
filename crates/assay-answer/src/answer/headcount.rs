//! How many people a company employs: the total of a table that counts them.

use assay_domain::Decimal;
use assay_figures::periods;

use super::Said;
use super::parts_table::{is_sum, number};
use super::quoted::quote;
use crate::frame::has;
use crate::passage::Candidate;

static PEOPLE: assay_domain::WordList = assay_domain::word_list!("answer/headcount/people");

/// What the people that a company employs are called.
pub(crate) fn people_words() -> &'static assay_domain::WordList {
    &PEOPLE
}

/// Whether words ask for, or name, the people that a company employs.
pub(super) fn is_about_people(text: &str) -> bool {
    let lower = text.to_lowercase();
    PEOPLE.iter().any(|word| has(&lower, word))
}

/// A row of a table that counts all people, with its newest number.
pub(super) struct Headcount<'c, 'p> {
    pub(super) row: &'c Candidate<'p>,
    pub(super) number: Decimal,
}

impl Headcount<'_, '_> {
    /// The row with what it counts, where it does not say so itself.
    pub(super) fn said(&self) -> Said {
        let quoted = quote(self.row);
        let owner = self.row.passage.owner.unwrap_or_default();
        let line = self.row.above.iter().find(|line| counts_people(line));
        match line.filter(|_| !is_called_people(&self.row.row_label)) {
            Some(line) => Said {
                text: format!("{owner}, {}, {}.", line.trim_matches('*'), self.row.shown),
                ..quoted
            },
            None => quoted,
        }
    }
}

/// The row that counts all of them: it is called so, or it is the total of a table under a line that says
/// that people are counted.
pub(super) fn headcount<'c, 'p>(
    all: &'c [Candidate<'p>],
    year: Option<i16>,
) -> Option<Headcount<'c, 'p>> {
    let rows = || {
        all.iter()
            .filter(|row| row.is_row && row.passage.owner.is_some())
    };
    let is_total = |row: &&Candidate<'_>| {
        let label = row.row_label.to_lowercase();
        let mut nearest = row.above.iter().take(2);
        nearest.any(|line| counts_people(line)) && is_sum(row, all)
            || is_called_people(&label) && row.part.is_empty()
    };
    let counted = rows().filter(is_total).filter_map(|row| {
        let number = newest(row, year)?;
        Some(Headcount { row, number })
    });
    // a whole is at least its parts
    counted.max_by(|a, b| a.number.cmp(&b.number))
}

/// `Average number of employees`, `Employees at 30 June`, `在职员工`: a line that counts people, and does not
/// speak of what they cost.
fn counts_people(line: &str) -> bool {
    static OTHER: assay_domain::WordList = assay_domain::word_list!("answer/headcount/other");
    let lower = line.to_lowercase();
    is_about_people(&lower) && !OTHER.iter().any(|word| has(&lower, word))
}

/// `Number of employees`, `Full-time equivalents (average)`: a label that names people and nothing else.
fn is_called_people(label: &str) -> bool {
    static BESIDE: assay_domain::WordList = assay_domain::word_list!("answer/headcount/beside");
    let lower = label.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '-');
    let mut words = words.filter(|word| !word.is_empty());
    is_about_people(&lower)
        && words.all(|word| {
            !word.is_ascii()
                || word.bytes().all(|byte| byte.is_ascii_digit())
                || BESIDE.contains(&word)
                || PEOPLE.contains(&word)
        })
}

/// The whole number in the column of a year, or in the newest one.
fn newest(row: &Candidate<'_>, year: Option<i16>) -> Option<Decimal> {
    let dated = row.columns.iter().filter_map(|(head, cell)| {
        let own = periods(head).first().map(|span| span.period.year);
        let is_count = !cell.contains(['%', '$', '€', '£', '¥', '₹']);
        let number = number(cell).filter(|_| is_count)?;
        (year.is_none() || own == year).then_some((own, number))
    });
    dated.max_by_key(|(own, _)| *own).map(|(_, number)| number)
}
