//! Statements as a filing prints them, where it has no tags: the tables below `Consolidated balance
//! sheets` and the like.
//!
//! A figure is taken only where its row, its column's last day and length, its currency and its scale
//! are all printed, and the statement is the company's own and whole. What is not printed is left out:
//! a row that means two things, a column without a period, a table without a unit, the statements of a
//! subsidiary in the same report.

mod columns;
mod label;
mod naming;
mod title;
mod unit;

use std::cell::LazyCell;
use std::ops::Range;

use assay_domain::{Date, Decimal, TaggedFact};
use assay_figures::{cut, is_section_row, table};

pub use self::naming::names_years_by_start;

use self::columns::{ColumnPeriod, column_periods};
use self::label::{Row, row};
use self::title::{Owner, is_main_figures, is_summary, owner_in, statement_in};
use self::unit::{Report, Units, cell_value, is_in_hundredths};
use crate::metric::{Statement, UnitKind, metric};

/// What a filing says of itself.
#[derive(Clone, Copy, Debug)]
pub struct PrintedFiling<'f> {
    /// Whose statements it prints, for instance `Acme Corporation`.
    pub entity: &'f str,
    /// For instance `10-K`.
    pub form: &'f str,
    pub period_end: Option<Date>,
}

/// The figures of a filing's own statements, each with the bytes of `text` that show it. Of the concept
/// `stated:revenue` is the metric `revenue`.
pub fn facts_in_statements(text: &str, filing: &PrintedFiling<'_>) -> Vec<TaggedFact> {
    let mut reader = Reader {
        text,
        filing,
        facts: Vec::new(),
        units: None,
        has_no_statements: false,
    };
    let mut main_figures: Vec<(Title<'_>, Vec<Range<usize>>)> = Vec::new();
    let mut owner = None;
    let mut open: Option<Title<'_>> = None;
    let mut table: Vec<Range<usize>> = Vec::new();
    for line in lines_of(text) {
        let content = cut(text, line.clone());
        if content.starts_with('|') {
            table.push(line);
            continue;
        }
        if !table.is_empty() {
            let lines = std::mem::take(&mut table);
            if let Some(title) = open.as_ref().filter(|title| title.owner == Owner::Own) {
                reader.read(title, &lines);
                main_figures.extend(title.is_main.then(|| (title.clone(), lines)));
            }
            owner = None;
        }
        if content.is_empty() {
            continue;
        }
        let is_heading = content.starts_with('#');
        let named = owner_in(content, filing.entity);
        let kind = statement_in(content).map(TitleKind::Statement);
        let summary = is_summary(content).then_some(TitleKind::Summary);
        if let Some(kind) = kind.or(summary) {
            open = Some(Title {
                kind,
                owner: owner.unwrap_or(Owner::Own),
                above: Vec::new(),
                is_main: is_main_figures(content),
            });
        } else if let Some(named) = named {
            // the name stands above the title, or below it
            owner = Some(named);
            if let Some(title) = open.as_mut().filter(|title| title.above.is_empty()) {
                title.owner = named;
            }
        } else if is_heading && !title::is_about_time(content) {
            open = None;
        } else {
            if content.split_whitespace().count() > LONGEST_NOTE {
                owner = None;
            }
            if let Some(title) = &mut open {
                title.above.push(content);
            }
        }
    }
    if let Some(title) = open.as_ref().filter(|title| title.owner == Owner::Own) {
        reader.read(title, &table);
        main_figures.extend(title.is_main.then(|| (title.clone(), table)));
    }
    if reader.facts.is_empty() {
        reader.has_no_statements = true;
        for (title, lines) in &main_figures {
            reader.read(title, lines);
        }
    }
    reader.facts
}

/// A line of more words says something of its own.
const LONGEST_NOTE: usize = 12;

/// The title that a table stands under.
#[derive(Clone)]
struct Title<'t> {
    kind: TitleKind,
    owner: Owner,
    /// Lines between the title and the table: the periods, the unit.
    above: Vec<&'t str>,
    /// Whether it is that of the main figures which every report of the mainland must state of its group.
    is_main: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TitleKind {
    Statement(Statement),
    /// Figures of all statements over several years.
    Summary,
}

/// The lines of a text without what surrounds them.
fn lines_of(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let lead = line.len() - line.trim_start().len();
        let from = start + lead;
        start += line.len();
        from..from + line.trim().len()
    })
}

struct Reader<'r> {
    text: &'r str,
    filing: &'r PrintedFiling<'r>,
    facts: Vec<TaggedFact>,
    /// What the last statement was counted in, for a statement that goes on on the next page.
    units: Option<Units>,
    /// Whether the filing prints main figures and no statement that they could be held against, as the short
    /// form of a report does.
    has_no_statements: bool,
}

/// A row that is called like a metric, with what its columns say.
struct Read {
    row: Row,
    cells: Vec<Cell>,
}

/// What the rows of a statement say.
#[derive(Default)]
struct Rows {
    found: Vec<Read>,
    /// The amounts of all rows, also of those that are called like nothing.
    printed: Vec<(ColumnPeriod, Decimal)>,
    /// A row of debts of which it is not known which.
    has_unknown_debt: bool,
}

/// Of which period, how much in whole units, rounded to which power of ten, and where it stands.
type Cell = (ColumnPeriod, Decimal, i32, (usize, usize));

/// A statement has more rows than a table that only goes with one.
const LEAST_ROWS: usize = 4;

impl Reader<'_> {
    fn read(&mut self, title: &Title<'_>, lines: &[Range<usize>]) {
        let Title { kind, above, .. } = title;
        let table = table(self.text, lines, &[]);
        if table.rows.len() < LEAST_ROWS && *kind != TitleKind::Summary {
            return;
        }
        let names: Vec<&str> = table
            .columns
            .columns
            .iter()
            .map(|c| c.name.as_str())
            .collect();
        let days = LazyCell::new(|| columns::days_in(self.text));
        let periods = |statement: Statement| {
            let is_balance = statement == Statement::Balance;
            column_periods(&days, &names, above, is_balance, self.filing)
        };
        let whole = lines.iter().map(|line| cut(self.text, line.clone()));
        let body: Vec<&str> = whole.collect();
        let said = std::iter::once(table.columns.note.as_str())
            .chain(names.iter().copied())
            .chain(above.iter().copied())
            .collect::<Vec<_>>()
            .join(" · ");
        let report = Report {
            text: self.text,
            form: self.filing.form,
        };
        let Some(units) = Units::stated(&said, &body, report).or_else(|| self.units.clone()) else {
            return;
        };
        let statement = match kind {
            TitleKind::Statement(statement) => *statement,
            TitleKind::Summary => {
                for statement in [Statement::Income, Statement::CashFlow, Statement::Balance] {
                    let rows = self.rows(&table.rows, statement, &periods(statement), &units);
                    let found = settled(rows.found, &rows.printed);
                    let agrees = |read: &Read| self.has_no_statements || self.agrees(read);
                    let found = found.into_iter().filter(agrees).collect();
                    self.keep(found, &units);
                }
                return;
            }
        };
        let rows = self.rows(&table.rows, statement, &periods(statement), &units);
        let mut found = settled(rows.found, &rows.printed);
        let is_unclear =
            |read: &Read| label::is_debt_metric(read.row.metric()) && read.cells.is_empty();
        // a part of what is owed would be told as all of it
        if rows.has_unknown_debt || found.iter().any(is_unclear) {
            found.retain(|read| !label::is_debt_metric(read.row.metric()));
        }
        self.keep(found, &units);
        self.units = Some(units);
    }

    fn rows(
        &self,
        table: &[assay_figures::Row],
        statement: Statement,
        periods: &[Option<ColumnPeriod>],
        units: &Units,
    ) -> Rows {
        let mut part = "";
        let mut rows = Rows::default();
        for printed in table {
            let Some((first, values)) = printed.cells.split_first() else {
                continue;
            };
            let label = cut(self.text, first.clone());
            if is_section_row(self.text, printed) {
                part = label;
                continue;
            }
            let in_hundredths = is_in_hundredths(label) || is_in_hundredths(part);
            let cells = |unit: UnitKind| -> Vec<Cell> {
                let cells = values.iter().zip(periods.iter().skip(1));
                let cells = cells.filter_map(|(cell, period)| {
                    let scale = units.scale_of(unit)?;
                    let (value, decimals) = cell_value(cut(self.text, cell.clone()), scale)?;
                    let (value, decimals) = match unit == UnitKind::PerShare && in_hundredths {
                        true => (value.checked_mul(Decimal::new(1, 2))?, decimals + 2),
                        false => (value, decimals),
                    };
                    Some((period.clone()?, value, decimals, (cell.start, cell.end)))
                });
                cells.collect()
            };
            let of_money = cells(UnitKind::Money).into_iter();
            rows.printed.extend(of_money.map(|cell| (cell.0, cell.1)));
            let row = row(label, part, statement);
            rows.has_unknown_debt |=
                row.is_none() && statement == Statement::Balance && label::is_debt(label);
            if let Some(row) = row
                && let Some(spec) = metric(row.metric())
            {
                let cells = cells(spec.unit);
                rows.found
                    .extend((!cells.is_empty()).then_some(Read { row, cells }));
            }
            if label.to_lowercase().starts_with("total ") || label.ends_with("合计") {
                part = "";
            }
        }
        rows
    }

    /// Whether a row of a summary says of one period what a statement says, and of none anything else: then
    /// it is the same figure, and the other years can be told.
    fn agrees(&self, read: &Read) -> bool {
        let stated = |cell: &Cell| {
            let same = self.facts.iter().find(|fact| {
                let of_period = (fact.start, fact.end) == (cell.0.start, cell.0.end);
                fact.concept == read.row.concept && of_period
            });
            same.map(|fact| fact.value == read.row.signed(cell.1))
        };
        let checks: Vec<bool> = read.cells.iter().filter_map(stated).collect();
        !checks.is_empty() && checks.iter().all(|agrees| *agrees)
    }

    /// Keeps what no earlier statement of the filing says: the first is the company's.
    fn keep(&mut self, found: Vec<Read>, units: &Units) {
        let known = self.facts.len();
        for read in found {
            let Some(spec) = metric(read.row.metric()) else {
                continue;
            };
            for (period, value, decimals, shown_at) in read.cells {
                let fact = TaggedFact {
                    concept: read.row.concept.to_owned(),
                    value: read.row.signed(value),
                    unit: spec.unit.unit_in(units.currency),
                    start: period.start,
                    end: period.end,
                    dimensions: Vec::new(),
                    decimals: Some(decimals),
                    shown_at: Some(shown_at),
                };
                let is_said = self.facts.iter().take(known).any(|other| {
                    (&other.concept, other.start, other.end)
                        == (&fact.concept, fact.start, fact.end)
                });
                if !is_said {
                    self.facts.push(fact);
                }
            }
        }
    }
}

/// One row for each metric: a total before its parts, and none where two rows mean it.
fn settled(mut found: Vec<Read>, printed: &[(ColumnPeriod, Decimal)]) -> Vec<Read> {
    label::tell_attribution(found.iter_mut().map(|read| &mut read.row));
    fix_tax_sign(&mut found, printed);
    let mut kept: Vec<Read> = Vec::new();
    for read in found {
        let place = kept
            .iter()
            .position(|known| known.row.concept == read.row.concept);
        match place {
            None => kept.push(read),
            Some(place) => {
                let Some(known) = kept.get_mut(place) else {
                    continue;
                };
                let says_same = known.cells.iter().zip(&read.cells).all(|(a, b)| a.1 == b.1);
                if says_same || known.row.is_total && !read.row.is_total {
                    continue;
                }
                if read.row.is_total && !known.row.is_total {
                    *known = read;
                } else if !read.row.is_first_of_several() {
                    // two rows of one name: neither is told
                    known.cells.clear();
                }
            }
        }
    }
    kept
}

/// A tax is an expense or a benefit: of both signs the one by which the statement itself goes on. Where
/// it goes on by neither, only amounts without a sign are told, as the expense that they are called.
fn fix_tax_sign(found: &mut Vec<Read>, printed: &[(ColumnPeriod, Decimal)]) {
    let cells_of = |concept: &str| {
        let read = found.iter().find(|read| read.row.concept == concept);
        read.map_or(Vec::new(), |read| read.cells.clone())
    };
    let (before, taxes) = (
        cells_of("stated:pretax_income"),
        cells_of("stated:income_tax"),
    );
    let goes_on_with = |sign: Decimal| {
        let mut pairs = taxes.iter().filter_map(|tax| {
            let before = before.iter().find(|before| before.0 == tax.0)?;
            Some((&tax.0, before.1 - sign * tax.1))
        });
        pairs.any(|(period, after)| {
            printed
                .iter()
                .any(|(of, value)| of == period && *value == after)
        })
    };
    let (is_expense, is_benefit) = (goes_on_with(Decimal::ONE), goes_on_with(-Decimal::ONE));
    let is_plain = taxes.iter().all(|tax| tax.1.is_sign_positive()) && !is_benefit;
    if is_expense == is_benefit && !is_plain {
        found.retain(|read| read.row.concept != "stated:income_tax");
    }
    for read in found.iter_mut() {
        read.row.is_negated = is_benefit && read.row.concept == "stated:income_tax";
    }
}

/// Costs and payments are told as amounts, whatever sign a statement prints them with.
fn is_told_without_sign(metric: &str) -> bool {
    const AMOUNTS: [&str; 9] = [
        "cost_of_revenue",
        "rd",
        "sga",
        "selling_marketing",
        "general_admin",
        "interest_expense",
        "capex",
        "dividends",
        "buybacks",
    ];
    AMOUNTS.contains(&metric)
}

impl Row {
    fn metric(&self) -> &'static str {
        self.concept.strip_prefix("stated:").unwrap_or(self.concept)
    }

    /// `Net sales` above `Membership fees` and their total: the first row is not the second.
    fn is_first_of_several(&self) -> bool {
        self.metric() == "revenue"
    }

    fn signed(&self, value: Decimal) -> Decimal {
        if is_told_without_sign(self.metric()) {
            return value.abs();
        }
        let is_loss = self.is_loss && value.is_sign_positive();
        if is_loss || self.is_negated {
            -value
        } else {
            value
        }
    }
}

/// Whether a metric of this unit is told in the statement's scale.
fn is_scaled(unit: UnitKind) -> bool {
    matches!(unit, UnitKind::Money | UnitKind::Shares)
}

/// The concept under which a metric is stated in print.
pub(crate) fn stated_concept(name: &str) -> Option<&'static str> {
    label::concepts().find(|concept| concept.strip_prefix("stated:") == Some(name))
}
