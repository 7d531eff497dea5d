//! What a table says when its rows are taken together: a column over several periods, what lies
//! between two of them, who has the most.

use std::collections::BTreeMap;

use assay_claims::{Meaning, MeaningKind, meanings};
use assay_domain::{ClaimKind, Decimal, Language, grouped};
use assay_figures::{Period, Span};

use super::Said;
use super::figures::percent_change;
use crate::frame::{Frame, Wanted, has};
use crate::passage::{Candidate, is_of};
use crate::printed;

/// Share of what is asked, by weight, that a column with its table must speak of.
const LEAST_COVER: f64 = 0.7;
/// What a heading or title speaks of counts less than what the column is called.
const ABOVE: f64 = 0.75;

static SUM: assay_domain::WordList = assay_domain::word_list!("answer/tabled/sum");
pub(super) const MOST: [&str; 9] = [
    "most", "highest", "largest", "biggest", "greatest", "最多", "最高", "最大", "最长",
];
pub(super) const LEAST: [&str; 8] = [
    "least", "lowest", "smallest", "fewest", "shortest", "最少", "最低", "最小",
];

/// A number of a table with the row that it stands in.
struct Cell<'c> {
    row: &'c Candidate<'c>,
    number: Decimal,
    shown: &'c str,
}

/// A column of a table and how well it is what was asked for.
struct Column<'c> {
    head: &'c str,
    cells: Vec<Cell<'c>>,
    cover: f64,
}

/// What the rows of a table say together; nothing where no column is what was asked for.
pub(super) fn taken_together(
    frame: &Frame,
    terms: &[Meaning],
    all: &[Candidate<'_>],
) -> Option<Vec<Said>> {
    let lower = frame.question.to_lowercase();
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    let column = best_column(frame, terms, all)?;
    match frame.when.periods.as_slice() {
        [one, other] => change(frame, &column, *one.min(other), *one.max(other)),
        [] | [_] if says(&MOST) || says(&LEAST) => {
            let cells = column.within(frame.when.periods.first().copied());
            let most = says(&MOST).then(|| extreme(&column, &cells, true));
            let least = says(&LEAST).then(|| extreme(&column, &cells, false));
            let said = most.into_iter().chain(least).flatten();
            let said: Vec<Said> = said.collect();
            (!said.is_empty()).then_some(said)
        }
        [one] if says(&SUM) => sum(frame, &column, Some(*one)),
        [one] => complete_year(frame, &column, *one),
        [] if says(&SUM) => sum(frame, &column, None),
        _ => None,
    }
}

/// The column that speaks of most of what is asked.
fn best_column<'c>(
    frame: &Frame,
    terms: &[Meaning],
    all: &'c [Candidate<'_>],
) -> Option<Column<'c>> {
    let mut tables: BTreeMap<_, Vec<&Candidate<'_>>> = BTreeMap::new();
    for row in all
        .iter()
        .filter(|row| row.is_row && !row.columns.is_empty())
    {
        let heads: Vec<&str> = row.columns.iter().map(|(head, _)| head.as_str()).collect();
        let key = (row.passage.evidence.document.clone(), heads);
        tables.entry(key).or_default().push(row);
    }
    let columns = tables.values().flat_map(|rows| columns(terms, rows));
    let good = columns.filter(|column| column.cover >= LEAST_COVER);
    // a share is told where one is asked for, and an amount otherwise
    let is_share = |column: &Column<'_>| column.cells.iter().any(|cell| cell.shown.contains('%'));
    // between two times the growth of an amount is computed, not looked up
    let wants_share = frame.wanted == Wanted::Percent && frame.when.periods.len() < 2;
    let fits = |column: &Column<'_>| is_share(column) == wants_share;
    good.max_by(|a, b| {
        let covers = a.cover.total_cmp(&b.cover);
        fits(a).cmp(&fits(b)).then(covers)
    })
}

fn columns<'c>(terms: &[Meaning], rows: &[&'c Candidate<'c>]) -> Vec<Column<'c>> {
    let Some(first) = rows.first() else {
        return Vec::new();
    };
    let heads = first.columns.iter().enumerate();
    let columns = heads.filter_map(|(place, (head, _))| {
        let cells = rows.iter().filter_map(|row| {
            let (_, shown) = row.columns.get(place)?;
            Some(Cell {
                row,
                number: number(shown)?,
                shown,
            })
        });
        let cells: Vec<Cell<'c>> = cells.collect();
        let own = meanings(&head.replace('_', " "));
        let cover = cover(terms, &own, first);
        (cells.len() > 1 && cover > 0.0).then_some(Column { head, cells, cover })
    });
    columns.collect()
}

/// How much of what is asked a column speaks of. One whose own name says nothing of it is another.
fn cover(terms: &[Meaning], own: &[Meaning], row: &Candidate<'_>) -> f64 {
    let holds = |words: &[Meaning], term: &Meaning| words.iter().any(|word| word.is_same_as(term));
    let weight = |term: &Meaning| match term.kind {
        MeaningKind::Name | MeaningKind::Thing if term.is_unread() => 0.3,
        MeaningKind::Name | MeaningKind::Thing => 1.0,
        MeaningKind::Said => 0.3,
        MeaningKind::Light => 0.15,
    };
    let is_named = terms
        .iter()
        .any(|term| term.kind > MeaningKind::Light && holds(own, term));
    let total: f64 = terms.iter().map(weight).sum();
    if !is_named || total == 0.0 {
        return 0.0;
    }
    let met = terms.iter().map(|term| {
        let how = match () {
            () if holds(own, term) => 1.0,
            () if [&row.around, &row.title, &row.heads]
                .iter()
                .any(|words| holds(words, term)) =>
            {
                ABOVE
            }
            () => 0.0,
        };
        how * weight(term)
    });
    met.sum::<f64>() / total
}

fn number(cell: &str) -> Option<Decimal> {
    let plain: String = cell
        .chars()
        .filter(|c| !matches!(c, ',' | '$' | '€' | '£' | '¥' | ' ' | '%'))
        .collect();
    plain
        .parse::<Decimal>()
        .ok()
        .map(|number| number.normalize())
}

impl<'c> Column<'c> {
    fn name(&self) -> String {
        self.head.replace('_', " ")
    }

    /// Percentages and averages do not add up.
    fn adds_up(&self) -> bool {
        let lower = self.head.to_lowercase();
        let is_rate = [
            "rate", "average", "avg", "percent", "share", "score", "率", "平均", "占比",
        ]
        .iter()
        .any(|word| lower.contains(word));
        !is_rate && !self.cells.iter().any(|cell| cell.shown.contains('%'))
    }

    /// The cells of a period, or of the parts of it.
    fn within(&self, period: Option<Period>) -> Vec<&Cell<'c>> {
        let mut found: Vec<&Cell<'c>> = Vec::new();
        for cell in &self.cells {
            let own = &cell.row.periods;
            let is_in = period.is_none_or(|wanted| own.iter().any(|own| lies_in(*own, wanted)));
            let is_known = found.iter().any(|known| known.row.shown == cell.row.shown);
            if is_in && !is_known {
                found.push(cell);
            }
        }
        found
    }

    /// The sign before the numbers, where all have the same.
    fn currency(&self) -> &'c str {
        let first = self.cells.first().map_or("", |cell| cell.shown);
        let sign = ["$", "€", "£", "¥"]
            .into_iter()
            .find(|sign| first.starts_with(sign));
        sign.unwrap_or_default()
    }
}

/// Whether a period is part of another, or the same.
fn lies_in(own: Period, wanted: Period) -> bool {
    if own.year != wanted.year {
        return false;
    }
    match (own.span, wanted.span) {
        (Span::Quarter(quarter), Span::NineMonths) => quarter <= 3,
        (Span::Quarter(quarter), Span::Half(half)) => (quarter + 1) / 2 == half,
        (Span::Month(month), Span::Half(half)) => (month + 5) / 6 == half,
        (Span::Month(month), Span::Quarter(quarter)) => (month + 2) / 3 == quarter,
        (Span::Quarter(_) | Span::Month(_) | Span::Half(_), Span::Year) => true,
        _ => is_of(own, wanted),
    }
}

/// A year of which a table gives only the quarters.
fn complete_year(frame: &Frame, column: &Column<'_>, wanted: Period) -> Option<Vec<Said>> {
    let cells = column.within(Some(wanted));
    let quarters = cells.iter().filter(|cell| {
        let mut own = cell.row.periods.iter();
        own.any(|own| matches!(own.span, Span::Quarter(_)))
    });
    let is_whole = wanted.span == Span::Year && cells.len() == 4 && quarters.count() == 4;
    is_whole.then(|| sum(frame, column, Some(wanted))).flatten()
}

fn sum(frame: &Frame, column: &Column<'_>, wanted: Option<Period>) -> Option<Vec<Said>> {
    let cells = column.within(wanted);
    if cells.len() < 2 || !column.adds_up() {
        return None;
    }
    let total: Decimal = cells.iter().map(|cell| cell.number).sum();
    let terms: Vec<String> = cells.iter().map(|cell| cell.number.to_string()).collect();
    let shown: Vec<&str> = cells.iter().map(|cell| cell.shown).collect();
    let (name, sign) = (column.name(), column.currency());
    let total = format!("{sign}{}", grouped(&total.normalize().to_string()));
    let when = wanted.map(|period| printed::stated(period, frame.language));
    let when = when.unwrap_or_default();
    let text = match (frame.language, wanted.is_some()) {
        (Language::En, true) => format!("{name} in {when}: {total} ({}).", shown.join(" + ")),
        (Language::En, false) => format!("{name}: {total} in all ({}).", shown.join(" + ")),
        (Language::Zh, _) => format!("{when} {name} 合计 {total}（{}）。", shown.join(" + ")),
    };
    Some(vec![said(text, &cells, terms.join(" + "))])
}

/// How a column went from one period to another.
fn change(frame: &Frame, column: &Column<'_>, early: Period, late: Period) -> Option<Vec<Said>> {
    let of = |period: Period| {
        let cells = column.within(Some(period));
        match cells.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    };
    let (first, last) = (of(early)?, of(late)?);
    let (a, b) = (first.number, last.number);
    if a.is_zero() || first.row.shown == last.row.shown {
        return None;
    }
    let sign = column.currency();
    let difference = grouped(&(b - a).abs().normalize().to_string());
    let change = percent_change(a, b)?;
    let (name, before, now) = (column.name(), first.shown, last.shown);
    let is_rate = first.shown.contains('%');
    let by = match (is_rate, frame.language) {
        (true, Language::En) => format!("{difference} percentage points"),
        (true, Language::Zh) => format!("{difference}个百分点"),
        (false, Language::En) => format!("{sign}{difference} or {change}%"),
        (false, Language::Zh) => format!("{sign}{difference}，即{change}%"),
    };
    let text = match (frame.language, b > a) {
        (Language::En, true) => {
            format!("{name}: {before} ({early}) to {now} ({late}), an increase of {by}.")
        }
        (Language::En, false) => {
            format!("{name}: {before} ({early}) to {now} ({late}), a decrease of {by}.")
        }
        (Language::Zh, true) => format!("{name}：{before}（{early}）至{now}（{late}），增加{by}。"),
        (Language::Zh, false) => {
            format!("{name}：{before}（{early}）至{now}（{late}），减少{by}。")
        }
    };
    let formula = format!("{a};{b};{b} / {a} - 1;{b} - {a}");
    Some(vec![said(text, &[last, first], formula)])
}

/// The row that has the most or the least.
fn extreme(column: &Column<'_>, cells: &[&Cell<'_>], is_most: bool) -> Option<Said> {
    let by = |cell: &&&Cell<'_>| cell.number;
    let best = match is_most {
        true => cells.iter().max_by_key(by),
        false => cells.iter().min_by_key(by),
    }?;
    let text = format!("{}: {} ({}).", called(best.row), best.shown, column.name());
    Some(said(text, &[*best], best.number.to_string()))
}

/// What a row is called: its label, with the quarter or month that stands in a cell of its own.
fn called(row: &Candidate<'_>) -> String {
    let is_quarter = |cell: &&str| matches!(cell.as_bytes(), [b'Q' | b'H', b'1'..=b'4']);
    let mut cells = row.columns.iter().map(|(_, cell)| cell.as_str());
    match cells.find(is_quarter) {
        Some(quarter) => format!("{quarter} {}", row.own_label()),
        None => row.own_label().to_owned(),
    }
}

fn said(text: String, cells: &[&Cell<'_>], formula: String) -> Said {
    let mut evidence = Vec::new();
    for cell in cells {
        let id = &cell.row.passage.evidence.id;
        if !evidence.contains(id) {
            evidence.push(id.clone());
        }
    }
    Said {
        text,
        evidence,
        kind: ClaimKind::Computed { formula },
    }
}
