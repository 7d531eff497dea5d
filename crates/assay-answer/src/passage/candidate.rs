//! The sentences and rows of a passage, each with what stands around it.

use std::collections::BTreeSet;
use std::ops::Range;

use assay_claims::{Meaning, MeaningKind, meanings};
use assay_domain::Evidence;
use assay_figures::{
    Above, Block, Figure, Part, Period, Row, Span, blocks, carried_header, cut, figures_under,
    ideas_in, is_note_number, is_section_row, periods, sentences, table, unit_note,
};

use super::unit::{han_unit, in_unit};
use crate::frame::names_part;
use crate::kindred::{Group, groups_in};
use crate::measure::metrics_in;

/// A piece of evidence, with what its document is.
#[derive(Clone, Debug)]
pub struct Passage<'e> {
    pub evidence: &'e Evidence,
    /// The company that the document is about: a place among those of the library.
    pub company: Option<usize>,
    /// Its name.
    pub owner: Option<&'e str>,
    /// The year in which the period that the document reports on ends.
    pub year: Option<i16>,
    /// A table that a machine made of filed facts: figures that no text explains.
    pub is_extract: bool,
}

/// A sentence or a row that may answer.
pub(crate) struct Candidate<'p> {
    pub(crate) passage: &'p Passage<'p>,
    /// As it is shown.
    pub(crate) shown: String,
    pub(crate) is_row: bool,
    /// The label of a row as it is printed.
    pub(crate) row_label: String,
    /// The part of the table that a row stands in.
    pub(crate) part: String,
    /// What stands above its table: the line before it, then the headings, the nearest first.
    pub(crate) above: Vec<String>,
    /// What each column of a row says: its head and its cell.
    pub(crate) columns: Vec<(String, String)>,
    /// In what a row is counted, as its table says.
    pub(crate) unit: String,
    /// The numbers of a row as they are printed, parted by semicolons.
    pub(crate) cells: String,
    pub(crate) own: Vec<Meaning>,
    /// What the columns of a row are called.
    pub(crate) heads: Vec<Meaning>,
    /// Headings, the part of the table, the sentence before.
    pub(crate) around: Vec<Meaning>,
    pub(crate) title: Vec<Meaning>,
    /// What it speaks of in words that mean the same in both languages.
    pub(crate) ideas: BTreeSet<&'static str>,
    /// Groups of words of one matter that it has a word of, and that what stands around it has.
    pub(crate) kin: BTreeSet<Group>,
    pub(crate) kin_around: BTreeSet<Group>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) periods: Vec<Period>,
}

impl Candidate<'_> {
    /// A row of a table that names things and counts nothing.
    pub(crate) fn is_name_row(&self) -> bool {
        self.is_row && self.figures.is_empty() && self.cells.is_empty()
    }

    /// Whether a row is what is asked for, or one kind of it: `Freight`, `Sea freight`, not `Freight
    /// receivable`. The last word of a name says what it is.
    pub(crate) fn is_only_about(&self, terms: &[Meaning]) -> bool {
        let label = match self.row_label.as_str() {
            "" => self.label(),
            label => label,
        };
        let words = meanings(label);
        let beside = |word: &&Meaning| {
            word.kind >= MeaningKind::Thing && !terms.iter().any(|term| term.is_same_as(word))
        };
        let narrowed = words.iter().filter(beside).count();
        let is_other = words.last().is_some_and(|word| beside(&word));
        !self.is_row || (narrowed <= 1 && !is_other)
    }

    /// Whether two rows stand under the same heads.
    pub(crate) fn has_heads_of(&self, other: &Candidate<'_>) -> bool {
        let heads = self.columns.iter().map(|(head, _)| head);
        heads.eq(other.columns.iter().map(|(head, _)| head))
    }

    /// What a row is called, without the part of the table that it stands in.
    pub(crate) fn own_label(&self) -> &str {
        &self.row_label
    }

    /// The metric that a row is of, as it is written: in its label, in the part of the table that it
    /// stands in, or in what stands nearest above the table. `None` where nothing says it.
    pub(crate) fn stated_metric(&self) -> Option<(&'static str, String)> {
        let said = [self.row_label.as_str(), self.part.as_str()];
        let said = said
            .into_iter()
            .chain(self.above.iter().map(String::as_str));
        said.filter_map(|text| {
            let (range, metric) = metrics_in(text).into_iter().next()?;
            Some((metric, text.get(range)?.to_owned()))
        })
        .next()
    }

    /// The same row with some of its columns.
    pub(crate) fn with_columns(&self, columns: &[(String, String)]) -> (String, String) {
        let lead = match self.part.as_str() {
            "" => self.row_label.clone(),
            part => format!("{part}, {}", self.row_label),
        };
        let values: Vec<&str> = columns.iter().map(|(_, cell)| cell.as_str()).collect();
        let shown = format!("{lead}: {}{}", shown_cells(columns), self.unit);
        (shown, digits_of(&values).join(";"))
    }

    /// What a row is called.
    pub(crate) fn label(&self) -> &str {
        self.shown.split(':').next().unwrap_or(&self.shown)
    }
}

/// A row of more cells is no answer to anything.
const MOST_CELLS: usize = 14;
/// Who wrote when and to whom takes no more characters.
const LONGEST_SENDER: usize = 400;
/// A cell with more characters is a text.
const LONGEST_CELL: usize = 90;
/// Longest sentence, in characters: more is no sentence but a text that lost its stops.
const LONGEST: usize = 900;

pub(crate) fn candidates<'p>(passage: &'p Passage<'p>) -> Vec<Candidate<'p>> {
    let evidence = passage.evidence;
    let text = evidence.quote.as_str();
    let headings = headings(evidence);
    let title = meanings(&evidence.source);
    let above = Above::of(&evidence.headings);
    let figures = figures_under(text, &evidence.headings, &above, None);
    let reader = Reader {
        passage,
        text,
        headings: &headings,
        title: &title,
        figures: &figures,
    };
    let mut found = Vec::new();
    let mut before = String::new();
    for (place, block) in blocks(text).into_iter().enumerate() {
        match block {
            Block::Prose(range) => {
                for sentence in sentences(text, range) {
                    found.extend(reader.sentence(sentence.clone(), &before));
                    before = cut(text, sentence).to_owned();
                }
            }
            Block::Record(range) | Block::Label(range) => {
                found.extend(reader.sentence(range.clone(), &before));
                // `单位：万元` above a table
                before = cut(text, range).to_owned();
            }
            Block::Heading(range) => before = cut(text, range).to_owned(),
            Block::Table(lines) => {
                let carried = carried_header(&evidence.headings);
                let carried: &[&str] = if place == 0 { &carried } else { &[] };
                found.extend(reader.rows(&lines, carried, &before));
            }
        }
    }
    found
}

/// Whether cells are those of a table and not of a text in columns.
fn is_read_as_row(values: &[&str]) -> bool {
    let filled = values.iter().filter(|cell| !cell.is_empty()).count();
    let is_talk = values.iter().any(|cell| {
        let ends = cell.ends_with(['.', '。']) && cell.split_whitespace().count() > 3;
        ends || cell.contains(". ") || cell.chars().count() > LONGEST_CELL
    });
    (1..=MOST_CELLS).contains(&filled) && !is_talk
}

/// Each cell with the head of its column.
fn shown_cells(columns: &[(String, String)]) -> String {
    let filled = columns.iter().filter(|(_, cell)| !cell.is_empty());
    let shown = filled.map(|(head, cell)| match head.as_str() {
        "" => signed(cell),
        head => format!("{} ({})", signed(cell), one_line(head)),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// The cells of a row with the heads of their columns.
fn columns_of(values: &[&str], heads: &[&str], note: Option<&str>) -> Vec<(String, String)> {
    let cells = values.iter().enumerate().map(|(place, cell)| {
        let head = heads.get(place + 1).copied().unwrap_or_default();
        (head.trim().to_owned(), one_line(cell))
    });
    let cells = cells.filter(|(head, cell)| !is_note_number(head, cell));
    cells
        .map(|(head, cell)| in_unit(head, cell, note))
        .collect()
}

/// The cells of a row that say of which time it is, as one date: `Q2` and `2024` in columns of their
/// own.
fn dated(label: &str, values: &[&str]) -> String {
    let is_quarter = |cell: &str| {
        let bytes = cell.as_bytes();
        matches!(bytes, [b'Q' | b'q' | b'H' | b'h', b'1'..=b'4'])
    };
    let is_year = |cell: &str| {
        cell.len() == 4 && cell.starts_with("20") && cell.bytes().all(|b| b.is_ascii_digit())
    };
    let cells = || values.iter().copied().chain([label]).map(str::trim);
    let quarter = cells().find(|cell| is_quarter(cell));
    let year = cells().find(|cell| is_year(cell));
    let whole = cells().filter(|cell| cell.len() > 4 && !periods(cell).is_empty());
    let mut parts: Vec<&str> = quarter.into_iter().chain(year).collect();
    if parts.is_empty() {
        parts.extend(whole.take(1));
    }
    parts.join(" ")
}

/// A cell that is a month: `2025-03`.
fn month_of(cell: &str) -> Option<Period> {
    let (year, month) = cell.trim().split_once('-')?;
    let is_month = year.len() == 4 && month.len() == 2;
    let (year, month) = (year.parse().ok()?, month.parse::<i8>().ok()?);
    (is_month && (1..=12).contains(&month)).then_some(Period {
        year,
        span: Span::Month(month),
        fiscal: false,
    })
}

/// The digits of each cell that has a number.
fn digits_of(values: &[&str]) -> Vec<String> {
    let digits = values.iter().map(|cell| {
        let kept = cell.chars().filter(|c| c.is_ascii_digit() || *c == '.');
        kept.collect::<String>()
    });
    digits
        .filter(|digits| digits.contains(|c: char| c.is_ascii_digit()))
        .collect()
}

/// The headings above a passage, without the head of a table that it continues.
fn headings(evidence: &Evidence) -> String {
    let plain = evidence.headings.iter().filter(|line| !line.contains('|'));
    let plain: Vec<&str> = plain.map(String::as_str).collect();
    plain.join(" · ")
}

struct Reader<'p, 't> {
    passage: &'p Passage<'p>,
    text: &'t str,
    headings: &'t str,
    title: &'t [Meaning],
    figures: &'t [Figure],
}

impl<'p> Reader<'p, '_> {
    fn sentence(&self, range: Range<usize>, before: &str) -> Option<Candidate<'p>> {
        let shown = without_sender(cut(self.text, range.clone()).trim());
        let letters = shown.chars().filter(|c| c.is_alphabetic()).count();
        if letters < 8 || shown.chars().count() > LONGEST {
            return None;
        }
        Some(Candidate {
            passage: self.passage,
            shown: one_line(shown),
            is_row: false,
            row_label: String::new(),
            part: String::new(),
            above: Vec::new(),
            columns: Vec::new(),
            unit: String::new(),
            cells: String::new(),
            own: meanings(shown),
            heads: Vec::new(),
            around: meanings(&format!("{} · {before}", self.headings)),
            title: self.title.to_vec(),
            ideas: ideas_in(shown),
            kin: groups_in(shown),
            kin_around: groups_in(self.headings),
            figures: self.figures_in(&range),
            periods: periods(&one_line(shown))
                .into_iter()
                .map(|span| span.period)
                .collect(),
        })
    }

    fn rows(&self, lines: &[Range<usize>], carried: &[&str], before: &str) -> Vec<Candidate<'p>> {
        let table = table(self.text, lines, carried);
        let names = table
            .columns
            .columns
            .iter()
            .map(|column| column.name.as_str());
        let heads = self.dated_heads(&names.collect::<Vec<_>>(), before);
        let mut part = Part::None;
        let mut found = Vec::new();
        for row in &table.rows {
            part = part.at(self.text, row);
            if !is_section_row(self.text, row) {
                let named = match &part {
                    Part::Named(name) => name.as_str(),
                    Part::None | Part::Unseen => "",
                };
                let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
                found.extend(self.row(row, named, &heads, &table.columns.note, before));
            }
            part = part.after(self.text, row);
        }
        tell_totals(&mut found);
        found
    }

    fn row(
        &self,
        row: &Row,
        part: &str,
        heads: &[&str],
        note: &str,
        before: &str,
    ) -> Option<Candidate<'p>> {
        let cells: Vec<&str> = row
            .cells
            .iter()
            .map(|cell| cut(self.text, cell.clone()))
            .collect();
        let (label, values) = cells.split_first()?;
        let values = &joined_signs(values);
        if self.passage.is_extract {
            return self.fact(
                row,
                label,
                values.first()?,
                heads.get(1).copied().unwrap_or_default(),
            );
        }
        if label.is_empty() || !is_read_as_row(values) {
            return None;
        }
        let label = one_line(label);
        let lead = match part {
            "" => label.clone(),
            part => format!("{}, {label}", one_line(part)),
        };
        let above = unit_note(before).or_else(|| unit_note(self.headings));
        let note = Some(note).filter(|note| !note.is_empty()).or(above);
        let columns = columns_of(values, heads, note);
        let unit = match note.filter(|note| han_unit(note).is_none()) {
            None => String::new(),
            Some(note) => format!(" {}", one_line(note)),
        };
        let label_head = heads.first().copied().unwrap_or_default();
        let heads = heads.join(" ");
        let figures = self.figures_in(&row.range);
        let dated_cells = dated(&label, values);
        let named = periods(&format!("{label} · {heads} · {dated_cells}")).into_iter();
        let months = std::iter::once(label.as_str()).chain(values.iter().copied());
        let months = months.filter_map(month_of);
        let dated = figures.iter().filter_map(|figure| figure.period);
        Some(Candidate {
            passage: self.passage,
            row_label: label.clone(),
            part: one_line(part),
            above: self.above(label_head, before),
            shown: format!("{lead}: {}{unit}", shown_cells(&columns)),
            is_row: true,
            unit,
            cells: digits_of(values).join(";"),
            columns,
            own: meanings(&format!("{label} {}", values.join(" "))),
            heads: meanings(&heads.replace('_', " ")),
            around: meanings(&format!("{part} · {} · {before}", self.headings)),
            title: self.title.to_vec(),
            ideas: ideas_in(&format!("{part} {label} {heads}")),
            kin: groups_in(&format!("{label} {heads}")),
            kin_around: groups_in(&format!("{part} · {}", self.headings)),
            periods: dated
                .chain(named.map(|span| span.period))
                .chain(months)
                .collect(),
            figures,
        })
    }

    /// The heads of a table, with the year of those that name a quarter without one: that above the labels or
    /// above the table, else that on which the document reports.
    fn dated_heads(&self, heads: &[&str], before: &str) -> Vec<String> {
        let is_dated = heads.iter().skip(1).any(|head| !periods(head).is_empty());
        let parts = heads
            .iter()
            .skip(1)
            .filter(|head| quarter_in(head).is_some());
        let plain = || heads.iter().map(|head| (*head).to_owned()).collect();
        if is_dated || parts.count() < LEAST_QUARTERS {
            return plain();
        }
        let headings = self.passage.evidence.headings.iter().rev();
        let lines = heads.iter().take(1).copied().chain([before]);
        let mut lines = lines.chain(headings.map(String::as_str));
        let Some(year) = lines.find_map(sole_year).or(self.passage.year) else {
            return plain();
        };
        let dated = heads.iter().map(|head| match quarter_in(head) {
            Some(quarter) => match (names_metric(head), head.is_ascii()) {
                (false, true) => format!("Q{quarter} {year}"),
                (false, false) => format!("{year}年{quarter}季度"),
                (true, _) => format!("{head} (Q{quarter} {year})"),
            },
            None => (*head).to_owned(),
        });
        dated.collect()
    }

    /// A row of an extract of facts: the heading says what it is, its label the period.
    fn fact(&self, row: &Row, period: &str, value: &str, unit: &str) -> Option<Candidate<'p>> {
        let heading = self.headings.rsplit(" · ").next()?;
        let name = heading.split(" (").next().unwrap_or(heading);
        let figures: Vec<Figure> = self.figures_in(&row.range);
        let end = period.rsplit(' ').next().unwrap_or(period);
        Some(Candidate {
            passage: self.passage,
            shown: format!("{name}: {value} {unit} ({period})"),
            is_row: true,
            row_label: String::new(),
            part: String::new(),
            above: Vec::new(),
            columns: Vec::new(),
            unit: String::new(),
            cells: value.replace(',', ""),
            own: meanings(name),
            heads: Vec::new(),
            around: Vec::new(),
            title: self.title.to_vec(),
            ideas: ideas_in(name),
            kin: groups_in(name),
            kin_around: BTreeSet::new(),
            figures: figures.into_iter().take(1).collect(),
            periods: periods(end).into_iter().map(|span| span.period).collect(),
        })
    }

    /// What stands above the labels of a table, the line before it, then the headings that it stands under.
    fn above(&self, label_head: &str, before: &str) -> Vec<String> {
        let headings = self.passage.evidence.headings.iter().rev();
        let headings = headings.filter(|line| !line.contains('|'));
        let all = [label_head, before]
            .into_iter()
            .chain(headings.map(String::as_str));
        all.filter(|line| !line.is_empty()).map(one_line).collect()
    }

    fn figures_in(&self, range: &Range<usize>) -> Vec<Figure> {
        let inside = self.figures.iter();
        let inside = inside
            .filter(|figure| range.start <= figure.range.start && figure.range.end <= range.end);
        // `3M` of 3M Company counts nothing
        let owner = self.passage.owner.and_then(|owner| owner.split(' ').next());
        let is_name =
            |figure: &&Figure| owner.is_some_and(|owner| figure.raw.eq_ignore_ascii_case(owner));
        inside.filter(|figure| !is_name(figure)).cloned().collect()
    }
}

/// Heads of quarters that make a table one of quarters.
const LEAST_QUARTERS: usize = 2;

/// The quarter that a head names, if it names no other part of a year.
fn quarter_in(head: &str) -> Option<i8> {
    let mut named = (1..=4).filter(|quarter| names_part(head, Span::Quarter(*quarter)));
    let quarter = named.next()?;
    named.next().is_none().then_some(quarter)
}

fn names_metric(head: &str) -> bool {
    !metrics_in(head).is_empty()
}

/// The year that a line names, where it names one.
fn sole_year(line: &str) -> Option<i16> {
    let mut years: Vec<i16> = line
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| {
            digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
        })
        .filter_map(|digits| digits.parse().ok())
        .collect();
    years.dedup();
    match years.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Rows above `Total revenue` that no other row parts from it are revenue.
fn tell_totals(rows: &mut [Candidate<'_>]) {
    let mut total: Option<String> = None;
    for row in rows.iter_mut().rev() {
        let label = row.row_label.to_lowercase();
        let is_total = ["total", "合计", "总"]
            .iter()
            .any(|word| label.starts_with(word));
        let names_metric = !metrics_in(&row.row_label).is_empty();
        match (is_total, names_metric) {
            (true, true) => total = Some(row.row_label.clone()),
            (true, false) | (false, true) => total = None,
            (false, false) => row.above.splice(0..0, total.clone()).for_each(drop),
        }
    }
}

/// A message without who wrote it when to whom: `Ann Lee, 2026-01-12 09:15:00, in planning: …`.
fn without_sender(text: &str) -> &str {
    let head = text
        .get(..text.floor_char_boundary(LONGEST_SENDER))
        .unwrap_or(text);
    let dated = head.match_indices(": ").find(|(at, _)| {
        let before = head.get(..*at).unwrap_or_default();
        let has_clock = before.split([' ', ',']).any(|word| {
            word.len() >= 5
                && word.trim_matches(':').contains(':')
                && word.bytes().all(|b| b.is_ascii_digit() || b == b':')
        });
        has_clock && !periods(before).is_empty()
    });
    dated.and_then(|(at, _)| text.get(at + 2..)).unwrap_or(text)
}

/// Cells in which a sign lost its number: `— | %` is one cell.
fn joined_signs<'c>(cells: &[&'c str]) -> Vec<&'c str> {
    let is_sign = |cell: &str| matches!(cell.trim(), "%" | ")" | ")%" | "％");
    let mut joined: Vec<&str> = Vec::with_capacity(cells.len());
    for cell in cells {
        if !is_sign(cell) || joined.is_empty() {
            joined.push(cell);
        }
    }
    joined
}

/// `(8)%` and `(1,204)` as readers of a sentence expect them.
fn signed(cell: &str) -> String {
    let Some((before, rest)) = cell.split_once('(') else {
        return cell.to_owned();
    };
    let is_number = rest.starts_with(|c: char| c.is_ascii_digit() || "$€£¥".contains(c));
    match rest.split_once(')') {
        Some((inside, after)) if is_number && inside.chars().all(|c| !c.is_alphabetic()) => {
            format!("{before}-{inside}{after}")
        }
        _ => cell.to_owned(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
