//! What a table says of all its rows, or of all periods of one: which has the most, which alone went
//! up. A sentence that calls something the highest, the only one or says it of all of them claims that of
//! every figure beside it, so every figure is looked at.

use std::collections::BTreeMap;

use assay_domain::Decimal;
use assay_figures::{Direction, cut, periods};

use super::course::way_of_row;
use super::marks::Mark;
use super::reading::terms;
use super::statement::Statement;
use super::term::{Kind, Term};
use super::{Claim, WordProblem, Wording};
use crate::numeral::{
    Kept, Page, PeriodFit, Place, Value, fit_of, later, same_unit, signed_amount,
};
use crate::operand::is_total;

static HIGHEST: assay_domain::WordList = assay_domain::word_list!("wording/over_rows/highest");
const LOWEST: [&str; 9] = [
    "lowest", "smallest", "fewest", "weakest", "bottomed", "最低", "最小", "最少", "最弱",
];
const ALONE: [&str; 8] = [
    "only", "sole", "solely", "alone", "唯一", "仅有", "只有", "仅",
];

/// What is said of a whole table.
enum Said {
    /// One figure is beyond all others beside it.
    Extreme(Direction),
    /// One row goes a way that no other goes.
    Alone(Direction),
    /// All rows go a way.
    All(Direction),
}

/// What tables say of a claim that speaks of all their rows or periods: that it holds, with the word, or
/// what is wrong. `None` where it speaks of no such thing.
pub(super) struct OverRows {
    /// The word by which the claim speaks of all.
    pub(super) word: String,
    /// Whether a table shows it; `None` where no table can.
    pub(super) holds: Option<bool>,
}

pub(super) fn over_rows(claim: Claim<'_>, pages: &[&Page<'_>]) -> Option<OverRows> {
    let (said, at) = said(claim)?;
    let word = claim.terms.get(at)?;
    let told = tables(pages).into_iter().find_map(|cells| {
        let asked = asked(claim, at);
        Table {
            claim,
            cells,
            asked,
        }
        .shows(&said)
    });
    let told = told.or_else(|| match said {
        Said::Extreme(way) => among_list(&asked(claim, at), pages, way),
        Said::Alone(_) | Said::All(_) => None,
    });
    Some(OverRows {
        word: cut(claim.text, word.range.clone()).to_owned(),
        holds: told,
    })
}

impl OverRows {
    /// Takes this into what is known of the words of the claim.
    pub(super) fn settle(self, claim: Claim<'_>, pages: &[&Page<'_>], wording: &mut Wording) {
        let is_width = |problem: &WordProblem| matches!(problem, WordProblem::Quantifier(_));
        match self.holds {
            Some(true) => wording.problems.retain(|problem| !is_width(problem)),
            Some(false) => wording.problems.push(WordProblem::Quantifier(self.word)),
            None if self.is_stated(claim, pages) || wording.problems.iter().any(is_width) => {}
            None => wording.problems.push(WordProblem::Quantifier(self.word)),
        }
    }

    /// A sentence of the evidence says as much, in a word of the same kind.
    fn is_stated(&self, claim: Claim<'_>, pages: &[&Page<'_>]) -> bool {
        let lower = self.word.to_lowercase();
        let kinds: [&[&str]; 3] = [&HIGHEST, &LOWEST, &ALONE];
        let Some(kind) = kinds.iter().find(|kind| kind.contains(&lower.as_str())) else {
            // all, every: what a sentence says is held against it elsewhere
            return true;
        };
        let own = claim
            .terms
            .iter()
            .find(|term| cut(claim.text, term.range.clone()) == self.word);
        pages.iter().any(|page| {
            page.statements().iter().any(|statement| {
                let text = cut(page.source.text, statement.range.clone());
                statement.terms.iter().any(|term| {
                    let written = cut(text, term.range.clone()).to_lowercase();
                    kind.contains(&written.as_str()) || own.is_some_and(|own| own.means(term))
                })
            })
        })
    }
}

/// Whether a row that has all words of a claim went the other way than the claim says, which prints no
/// figure.
pub(super) fn went_otherwise(claim: Claim<'_>, pages: &[&Page<'_>], way: Direction) -> bool {
    let at = claim.terms.len();
    tables(pages).into_iter().any(|cells| {
        let table = Table {
            claim,
            cells,
            asked: asked(claim, at),
        };
        let Some(row) = table.named_row().filter(|row| table.has_all_words(*row)) else {
            return false;
        };
        let by_heads = || {
            let mut ways = table.ways(Some(row)).into_iter();
            ways.find(|(one, _)| *one == row).and_then(|(_, went)| went)
        };
        let went = way_of_row(claim, row.statement, row.page).or_else(by_heads);
        went.is_some_and(|went| went != way)
    })
}

/// The word that speaks of all, and what it says.
fn said(claim: Claim<'_>) -> Option<(Said, usize)> {
    let way = || {
        let mut ways = claim.terms.iter().filter_map(|term| match term.mark {
            Some(Mark::Way(way)) => Some(way),
            _ => None,
        });
        let first = ways.next()?;
        ways.all(|way| way == first).then_some(first)
    };
    claim.terms.iter().enumerate().find_map(|(at, term)| {
        let word = cut(claim.text, term.range.clone()).to_lowercase();
        let is = |list: &[&str]| list.contains(&word.as_str());
        // `最高可达5亿元` sets a limit
        let behind = cut(claim.text, term.range.end..claim.text.len());
        let is_limit = behind.starts_with(|c: char| c.is_ascii_digit())
            || ["可", "达", "相当", "不", "约", "人民币"]
                .iter()
                .any(|word| behind.starts_with(word));
        let said = match () {
            () if is_limit => return None,
            () if is(&HIGHEST) => Said::Extreme(Direction::Up),
            () if is(&LOWEST) => Said::Extreme(Direction::Down),
            () if term.mark != Some(Mark::Universal) => return None,
            () if is(&ALONE) => Said::Alone(way()?),
            () => Said::All(way()?),
        };
        Some((said, at))
    })
}

/// The words that say of what it is said.
fn asked(claim: Claim<'_>, at: usize) -> Vec<&Term> {
    let terms = claim.terms.iter().enumerate();
    let content =
        terms.filter(|(place, term)| *place != at && term.is_content() && term.mark.is_none());
    content.map(|(_, term)| term).collect()
}

/// A cell with the row that it stands in.
#[derive(Clone, Copy)]
struct Cell<'a> {
    value: &'a Value,
    column: usize,
    row: Row<'a>,
}

#[derive(Clone, Copy)]
struct Row<'a> {
    page: &'a Page<'a>,
    statement: &'a Statement,
}

impl PartialEq for Row<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.statement, other.statement)
    }
}

impl<'a> Row<'a> {
    fn label(self) -> &'a str {
        let row = cut(self.page.source.text, self.statement.range.clone());
        let cells = row.trim_start_matches(['|', ' ']);
        cells.split('|').next().unwrap_or_default()
    }

    /// The words of the part of the table that it belongs to.
    fn part(self) -> &'a [Term] {
        let inherited = &self.statement.inherited;
        inherited
            .get(self.statement.part.clone())
            .unwrap_or_default()
    }

    fn is_whole(self) -> bool {
        is_total(self.page.source.text, self.statement)
    }

    /// `Other`, `Eliminations`, `Corporate`: what is left over when the rows that have names are taken
    /// out.
    fn is_rest(self) -> bool {
        static REST: assay_domain::WordList = assay_domain::word_list!("wording/over_rows/rest");
        let label = self.label().to_lowercase();
        REST.iter().any(|word| label.contains(word))
    }
}

/// The cells of each table. Pieces into which a long table is cut have the same heads one after the
/// other, and are one.
fn tables<'a>(pages: &[&'a Page<'a>]) -> Vec<Vec<Cell<'a>>> {
    let mut found: Vec<(BTreeMap<usize, &'a str>, Vec<Cell<'a>>)> = Vec::new();
    for page in pages {
        let mut own: BTreeMap<usize, Vec<Cell<'a>>> = BTreeMap::new();
        for value in page.reading.values.iter().filter(|value| !value.in_name) {
            let Place::Cell { table, row, column } = value.place else {
                continue;
            };
            let mut statements = page.statements().iter();
            if let Some(statement) = statements.find(|one| one.row == Some((table, row))) {
                let row = Row { page, statement };
                let cell = Cell { value, column, row };
                own.entry(table).or_default().push(cell);
            }
        }
        for cells in own.into_values() {
            let heads: BTreeMap<usize, &str> = cells
                .iter()
                .map(|cell| (cell.column, cell.value.head.as_str()))
                .collect();
            match found.last_mut().filter(|(known, _)| *known == heads) {
                Some((_, known)) => known.extend(cells),
                None => found.push((heads, cells)),
            }
        }
    }
    found.into_iter().map(|(_, cells)| cells).collect()
}

struct Table<'a> {
    claim: Claim<'a>,
    cells: Vec<Cell<'a>>,
    asked: Vec<&'a Term>,
}

impl<'a> Table<'a> {
    fn shows(&self, said: &Said) -> Option<bool> {
        match said {
            // `at its highest` is so among periods; of a row that is named the size is so among rows
            Said::Extreme(way) if self.is_of_time() || self.named_row().is_none() => {
                self.among_periods(*way)
            }
            Said::Extreme(way) => self.among_rows(*way).or_else(|| self.among_periods(*way)),
            Said::Alone(way) => {
                let row = self.named_row()?;
                let ways = self.ways(Some(row));
                let (_, own) = ways.iter().find(|(one, _)| *one == row)?;
                let is_other = |(other, went): &(Row<'a>, Option<Direction>)| {
                    *other != row && *went == Some(*way)
                };
                (ways.len() > 1).then(|| *own == Some(*way) && !ways.iter().any(is_other))
            }
            Said::All(way) => {
                let ways = self.ways(None);
                (ways.len() > 1).then(|| ways.iter().all(|(_, went)| *went == Some(*way)))
            }
        }
    }

    /// The claim puts one time above or below the others.
    fn is_of_time(&self) -> bool {
        static OF_TIME: assay_domain::WordList =
            assay_domain::word_list!("wording/over_rows/of_time");
        let lower = self.claim.text.to_lowercase();
        OF_TIME.iter().any(|words| lower.contains(words))
    }

    fn rows(&self) -> Vec<Row<'a>> {
        let mut rows: Vec<Row<'a>> = self.cells.iter().map(|cell| cell.row).collect();
        rows.dedup();
        rows
    }

    /// How many of the words that are asked for a row's own name has, and how many the part of the table
    /// that it stands in.
    fn names(&self, row: Row<'a>) -> (usize, usize) {
        let count = |words: &[Term]| {
            let has = |term: &&&Term| words.iter().any(|own| own.means(term));
            self.asked.iter().filter(has).count()
        };
        (count(&row.statement.terms), count(row.part()))
    }

    /// Every word of the claim stands in the row, over it or over its cells.
    fn has_all_words(&self, row: Row<'a>) -> bool {
        let statement = row.statement;
        let known = || statement.terms.iter().chain(&statement.inherited);
        let has = |term: &&&Term| term.kind == Kind::Name || known().any(|own| own.means(term));
        self.asked.iter().all(|term| has(&term))
    }

    /// The one row that the claim names best.
    fn named_row(&self) -> Option<Row<'a>> {
        let rows = self.rows();
        // the whole is named where none of its parts is named as well
        let key = |row: &Row<'a>| (self.names(*row), !row.is_whole());
        let best = rows.iter().max_by_key(|row| key(row))?;
        let alike = rows.iter().filter(|row| key(row) == key(best));
        let is_named = self.names(*best).0 > 0 && alike.count() == 1;
        is_named.then_some(*best).or_else(|| self.sole_whole())
    }

    /// The one row of the whole, where the claim speaks of a total and names no row.
    fn sole_whole(&self) -> Option<Row<'a>> {
        let lower = self.claim.text.to_lowercase();
        let says_total = ["total", "overall", "合计", "总"]
            .iter()
            .any(|word| lower.contains(word));
        let mut wholes = self.rows().into_iter().filter(|row| row.is_whole());
        let first = wholes.next().filter(|_| says_total)?;
        wholes.next().is_none().then_some(first)
    }

    /// Cells that are beside others of what the claim asks for: under heads that have as many of its words
    /// as any.
    fn of_asked_heads(&self) -> Vec<Cell<'a>> {
        let met = |cell: &Cell<'a>| {
            let head = head_words(cell.value);
            let has = |term: &&&Term| head.iter().any(|own| own.means(term));
            self.asked.iter().filter(has).count()
        };
        let most = self.cells.iter().map(met).max().unwrap_or_default();
        let best = self.cells.iter().filter(|cell| met(cell) == most);
        best.copied().collect()
    }

    fn is_asked_time(&self, value: &Value) -> bool {
        let mut marks = self.claim.own.periods.iter();
        marks.any(|mark| {
            fit_of(Some(mark.period), value.period, Kept::AtMoment) != PeriodFit::Conflict
        })
    }

    /// The figure of the period that the claim names, beside those of all other periods.
    fn among_periods(&self, way: Direction) -> Option<bool> {
        let heads = self.of_asked_heads();
        let of_row = |row: Row<'a>| heads.iter().filter(move |cell| cell.row == row);
        let by_row = self.named_row().map(|row| of_row(row).copied().collect());
        let column = heads.first()?.column;
        let is_dated_by_row = heads.iter().all(|cell| cell.value.row.is_empty());
        let by_column = || -> Option<Vec<Cell<'a>>> {
            let cells = heads.iter().filter(|cell| cell.column == column);
            is_dated_by_row.then(|| cells.copied().collect())
        };
        let series: Vec<Cell<'a>> = by_column().or(by_row)?;
        let dated = series.iter().filter(|cell| cell.value.period.is_some());
        let values: Vec<&Value> = dated.map(|cell| cell.value).collect();
        let mut asked = values.iter().filter(|value| self.is_asked_time(value));
        let one = asked.next().filter(|_| asked.next().is_none())?;
        beyond_all(one, &values, way)
    }

    /// The row that the claim names, beside all others of the same column.
    fn among_rows(&self, way: Direction) -> Option<bool> {
        let row = self.named_row()?;
        let heads = self.of_asked_heads();
        let times = !self.claim.own.periods.is_empty();
        let own = heads.iter().filter(|cell| cell.row == row);
        let mut own = own.filter(|cell| !times || self.is_asked_time(cell.value));
        let one = own.next()?;
        let column = heads.iter().filter(|cell| {
            let is_beside = is_same_part(cell.row, row) && !cell.row.is_whole();
            cell.column == one.column && (cell.row == row || is_beside)
        });
        let values: Vec<&Value> = column.map(|cell| cell.value).collect();
        beyond_all(one.value, &values, way)
    }

    /// Which way each row went, of those beside one or of all; the whole of the table apart.
    fn ways(&self, beside: Option<Row<'a>>) -> Vec<(Row<'a>, Option<Direction>)> {
        let heads = self.of_asked_heads();
        let rows = self.rows().into_iter().filter(|row| {
            let is_beside = beside.is_none_or(|one| is_same_part(one, *row));
            is_beside && !row.is_whole() && !row.is_rest()
        });
        let went = rows.filter_map(|row| {
            let cells = heads.iter().filter(|cell| cell.row == row);
            let values: Vec<&Value> = cells.map(|cell| cell.value).collect();
            Some((row, went(&values)?))
        });
        went.collect()
    }
}

fn is_same_part(one: Row<'_>, other: Row<'_>) -> bool {
    let (one, other) = (one.part(), other.part());
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.means(b))
}

/// Which way a row went from the last period but one to the last; `None` where it tells of no two.
fn went(values: &[&Value]) -> Option<Option<Direction>> {
    let levels = values.iter().filter(|value| !value.is_change());
    let newest = levels
        .clone()
        .max_by_key(|value| value.period.map(|period| (period.year, period.span)))?;
    let mut olds: Vec<&&Value> = levels
        .filter(|old| {
            let times = old.period.zip(newest.period);
            times.is_some_and(|(old, new)| later(old, new)) && same_unit(old, newest)
        })
        .collect();
    olds.sort_by_key(|old| old.period.map(|period| (period.year, period.span)));
    let old = olds.pop()?;
    let (before, now) = (signed_amount(old)?, signed_amount(newest)?);
    Some(match () {
        () if now > before => Some(Direction::Up),
        () if now < before => Some(Direction::Down),
        () => None,
    })
}

/// The figure that the claim names in a sentence that lists several of one kind, beside all others:
/// `36 in sales, 19 in support, 39 in research`.
fn among_list(asked: &[&Term], pages: &[&Page<'_>], way: Direction) -> Option<bool> {
    /// Fewer are no list.
    const LEAST: usize = 3;
    let sentences = pages.iter().flat_map(|page| {
        let prose = page.statements().iter().filter(|one| one.row.is_none());
        prose.map(move |statement| (*page, statement))
    });
    sentences.into_iter().find_map(|(page, statement)| {
        let inside =
            |value: &&Value| statement.range.contains(&value.range.start) && !value.in_name;
        let values: Vec<&Value> = page.reading.values.iter().filter(inside).collect();
        let named = |place: usize| {
            let start = values.get(place).map_or(0, |value| value.range.end);
            let end = values
                .get(place + 1)
                .map_or(statement.range.end, |next| next.range.start);
            let behind = statement.terms.iter().filter(|term| {
                let at = statement.range.start + term.range.start;
                (start..end).contains(&at) && term.is_content()
            });
            let has = |term: &&Term| asked.iter().any(|own| own.means(term));
            // `research and development` says more than `operations`
            let words = behind.filter(has).map(|term| term.words.len().max(1));
            words.sum::<usize>()
        };
        let best = (0..values.len()).max_by_key(|place| named(*place))?;
        let alike = (0..values.len())
            .filter(|place| named(*place) == named(best))
            .count();
        let one = *values.get(best).filter(|_| named(best) > 0 && alike == 1)?;
        let listed = values.iter().filter(|value| same_unit(value, one));
        let amounts: Vec<_> = listed
            .clone()
            .filter_map(|value| signed_amount(value))
            .collect();
        let sum = amounts.iter().sum::<Decimal>();
        // the whole that is parted stands before its parts
        let is_whole =
            |value: &&&Value| signed_amount(value).is_some_and(|amount| amount + amount >= sum);
        let parts: Vec<&Value> = listed.filter(|value| !is_whole(value)).copied().collect();
        (parts.len() >= LEAST).then(|| beyond_all(one, &parts, way))?
    })
}

fn beyond_all(one: &Value, all: &[&Value], way: Direction) -> Option<bool> {
    let others = all
        .iter()
        .filter(|other| !std::ptr::eq(**other, one) && same_unit(other, one));
    let others: Vec<_> = others.filter_map(|other| signed_amount(other)).collect();
    let own = signed_amount(one)?;
    let is_beyond = |other: &_| match way {
        Direction::Up => own > *other,
        Direction::Down => own < *other,
    };
    (!others.is_empty()).then(|| others.iter().all(is_beyond))
}

/// The words over a cell that are no date.
fn head_words(value: &Value) -> Vec<Term> {
    let dates = periods(&value.head);
    let is_date = |term: &Term| {
        let mut dates = dates.iter().map(|span| &span.range);
        dates.any(|date| date.start < term.range.end && term.range.start < date.end)
    };
    let mut words = terms(&value.head);
    words.retain(|term| term.is_content() && !is_date(term));
    words
}
