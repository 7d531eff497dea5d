use assay_appraisal::Part;
use assay_domain::Language;
use assay_exports::{Align, Block, Cell, Column, Inline, ListKind, Row, RowKind, Table, Tone};
use assay_facts::DataPoint;
use assay_valuation::Traced;

use crate::amount::{self, Scale};
use crate::dossier::Dossier;
use crate::error::MemoError;
use crate::notes::Ledger;

/// A document under construction.
pub(crate) struct Page<'a> {
    pub(crate) dossier: Dossier<'a>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) blocks: Vec<Block>,
}

/// In a cell that has no value.
pub(crate) const NONE: &str = "–";

impl<'a> Page<'a> {
    pub(crate) fn new(dossier: &Dossier<'a>) -> Self {
        Self {
            dossier: *dossier,
            ledger: Ledger::new(dossier),
            blocks: Vec::new(),
        }
    }

    pub(crate) fn language(&self) -> Language {
        self.dossier.language
    }

    pub(crate) fn pick<T>(&self, english: T, chinese: T) -> T {
        self.language().pick(english, chinese)
    }

    pub(crate) fn heading(&mut self, anchor: &str, english: &str, chinese: &str) {
        let text = self.pick(english, chinese).to_owned();
        self.blocks.push(Block::heading(2, anchor, text));
    }

    pub(crate) fn subheading(&mut self, anchor: &str, english: &str, chinese: &str) {
        let text = self.pick(english, chinese).to_owned();
        self.blocks.push(Block::heading(3, anchor, text));
    }

    /// A paragraph of fixed words.
    pub(crate) fn say(&mut self, english: &str, chinese: &str) {
        let text = self.pick(english, chinese).to_owned();
        self.blocks.push(Block::paragraph(text));
    }

    /// The one line of a section that has no data: what is missing.
    pub(crate) fn lacks(&mut self, english: &str, chinese: &str) {
        let text = self.pick(english, chinese).to_owned();
        let text = vec![Inline::Emphasis {
            text: vec![Inline::text(text)],
        }];
        self.blocks.push(Block::Paragraph { text });
    }

    pub(crate) fn paragraph(&mut self, text: Vec<Inline>) {
        self.blocks.push(Block::Paragraph { text });
    }

    pub(crate) fn bullets(&mut self, items: Vec<Vec<Inline>>) {
        if !items.is_empty() {
            let kind = ListKind::Bulleted;
            self.blocks.push(Block::List { kind, items });
        }
    }

    pub(crate) fn callout(&mut self, tone: Tone, title: &str, paragraphs: Vec<Vec<Inline>>) {
        self.blocks.push(Block::Callout {
            tone,
            title: title.to_owned(),
            paragraphs,
        });
    }

    pub(crate) fn table(&mut self, caption: Option<String>, columns: Vec<Column>, rows: Vec<Row>) {
        self.blocks.push(Block::Table(Table {
            caption,
            columns,
            rows,
        }));
    }

    pub(crate) fn word(&self, english: &str, chinese: &str) -> Inline {
        Inline::text(self.pick(english, chinese))
    }

    /// Sentence of the thesis, number by number.
    pub(crate) fn parts(&mut self, place: &str, parts: &[Part]) -> Result<Vec<Inline>, MemoError> {
        let mut inlines = Vec::new();
        let origin = self
            .pick("research of the run", "本次运行的研究")
            .to_owned();
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Text { text } => {
                    let key = format!("{place}.{at}");
                    inlines.extend(self.ledger.said(&key, text, &origin));
                }
                Part::Figure { id, text } => {
                    let figure = self.ledger.resolve(place, id)?;
                    inlines.push(Inline::figure(figure, text.clone()));
                }
                Part::Cite { evidence } => {
                    inlines.push(Inline::Cite(self.ledger.cite(place, evidence)?));
                }
            }
        }
        Ok(inlines)
    }

    /// A line of the valuation in a sentence.
    pub(crate) fn traced(
        &mut self,
        table: &'static str,
        line: &Traced,
    ) -> Result<Inline, MemoError> {
        let id = self.ledger.line(table, &line.id)?;
        Ok(Inline::figure(id, amount::traced(line, self.language())))
    }

    /// The same in a cell.
    pub(crate) fn traced_cell(
        &mut self,
        table: &'static str,
        line: &Traced,
        scale: Scale,
    ) -> Result<Cell, MemoError> {
        let id = self.ledger.line(table, &line.id)?;
        let text = match &line.unit {
            assay_valuation::Unit::Money(_) => scale.print(line.value),
            assay_valuation::Unit::MoneyPerShare(_) => amount::plain(line.value, 2),
            _ => amount::traced(line, self.language()),
        };
        Ok(Cell::figure(id, line.value, text))
    }

    pub(crate) fn point_cell(
        &mut self,
        point: &'a DataPoint,
        scale: Scale,
    ) -> Result<Cell, MemoError> {
        let id = self.ledger.point(point)?;
        let text = if amount::is_currency(&point.unit) {
            scale.print(point.value)
        } else if point.unit.ends_with("/shares") {
            amount::plain(point.value, 2)
        } else {
            amount::of_unit(point.value, &point.unit, self.language())
        };
        Ok(Cell::figure(id, point.value, text))
    }

    pub(crate) fn point_inline(&mut self, point: &'a DataPoint) -> Result<Inline, MemoError> {
        let id = self.ledger.point(point)?;
        let text = amount::of_unit(point.value, &point.unit, self.language());
        Ok(Inline::figure(id, text))
    }
}

pub(crate) fn left(title: impl Into<String>) -> Column {
    Column {
        title: title.into(),
        align: Align::Left,
        unit: None,
    }
}

pub(crate) fn right(title: impl Into<String>) -> Column {
    Column {
        title: title.into(),
        align: Align::Right,
        unit: None,
    }
}

pub(crate) fn right_in(title: impl Into<String>, unit: impl Into<String>) -> Column {
    Column {
        unit: Some(unit.into()),
        ..right(title)
    }
}

pub(crate) fn row(cells: Vec<Cell>) -> Row {
    Row {
        kind: RowKind::Plain,
        cells,
    }
}

pub(crate) fn total(cells: Vec<Cell>) -> Row {
    Row {
        kind: RowKind::Total,
        cells,
    }
}

/// A heading inside a table.
pub(crate) fn group(title: impl Into<String>, columns: usize) -> Row {
    let mut cells = vec![Cell::text(title)];
    cells.resize_with(columns.max(1), Cell::default);
    Row {
        kind: RowKind::Group,
        cells,
    }
}
