use std::collections::BTreeSet;

use crate::anchor::is_anchor;
use crate::doc::{Block, Cite, Doc, FigureId, Inline, Picture, Table};
use crate::error::ExportError;
use crate::link::safe_link;
use crate::svg;

impl Doc {
    /// That every figure, citation and link leads somewhere, tables are whole and pictures are quiet.
    /// Every writer asks for it first.
    pub fn check(&self) -> Result<(), ExportError> {
        let mut check = Check {
            doc: self,
            figures: BTreeSet::new(),
            anchors: BTreeSet::new(),
        };
        check.notes()?;
        for item in &self.meta {
            check.inlines(&format!("`{}`", item.label), &item.value)?;
        }
        self.blocks.iter().try_for_each(|block| check.block(block))
    }
}

struct Check<'d> {
    doc: &'d Doc,
    figures: BTreeSet<&'d FigureId>,
    anchors: BTreeSet<&'d str>,
}

impl<'d> Check<'d> {
    fn notes(&mut self) -> Result<(), ExportError> {
        for note in &self.doc.figures {
            if note.id.as_str().is_empty() {
                return Err(ExportError::EmptyFigure);
            }
            if !self.figures.insert(&note.id) {
                return Err(ExportError::TwiceFigure {
                    id: note.id.to_string(),
                });
            }
        }
        for note in &self.doc.figures {
            let place = format!("figure `{}`", note.id);
            for input in &note.inputs {
                self.figure(&place, input)?;
            }
            self.link(&place, note.url.as_deref())?;
        }
        let mut numbers = BTreeSet::new();
        for source in &self.doc.sources {
            let number = source.number;
            if !numbers.insert(number) {
                return Err(ExportError::TwiceSource { number });
            }
            self.link(&format!("source {number}"), source.url.as_deref())?;
        }
        Ok(())
    }

    fn block(&mut self, block: &'d Block) -> Result<(), ExportError> {
        match block {
            Block::Heading {
                level,
                anchor,
                text,
            } => self.heading(*level, anchor, text),
            Block::Paragraph { text } => self.inlines("a paragraph", text),
            Block::List { items, .. } => {
                let mut items = items.iter();
                items.try_for_each(|item| self.inlines("a list", item))
            }
            Block::Table(table) => self.table(table),
            Block::Picture(picture) => self.picture(picture),
            Block::Callout {
                title, paragraphs, ..
            } => {
                let place = format!("callout `{title}`");
                let mut paragraphs = paragraphs.iter();
                paragraphs.try_for_each(|text| self.inlines(&place, text))
            }
            Block::PageBreak => Ok(()),
        }
    }

    fn heading(
        &mut self,
        level: u8,
        anchor: &'d str,
        text: &'d [Inline],
    ) -> Result<(), ExportError> {
        if !(2..=4).contains(&level) {
            return Err(ExportError::HeadingLevel {
                text: plain(text),
                level,
            });
        }
        let anchor_text = || anchor.to_owned();
        if !is_anchor(anchor) {
            return Err(ExportError::BadAnchor {
                anchor: anchor_text(),
            });
        }
        if !self.anchors.insert(anchor) {
            return Err(ExportError::TwiceAnchor {
                anchor: anchor_text(),
            });
        }
        self.inlines("a heading", text)
    }

    fn picture(&self, picture: &Picture) -> Result<(), ExportError> {
        svg::examine(&picture.svg).map_err(|reason| ExportError::Picture {
            caption: picture.caption.clone(),
            reason,
        })?;
        picture
            .data
            .as_ref()
            .map_or(Ok(()), |data| self.table(data))
    }

    fn table(&self, table: &Table) -> Result<(), ExportError> {
        let name = || {
            table
                .caption
                .clone()
                .unwrap_or_else(|| "without caption".to_owned())
        };
        let place = format!("table `{}`", name());
        for (row, number) in table.rows.iter().zip(1..) {
            if row.cells.len() != table.columns.len() {
                return Err(ExportError::Ragged {
                    table: name(),
                    row: number,
                    cells: row.cells.len(),
                    columns: table.columns.len(),
                });
            }
            for cell in &row.cells {
                match (&cell.figure, cell.value) {
                    (Some(id), _) => self.figure(&place, id)?,
                    (None, Some(_)) => {
                        return Err(ExportError::NumberWithoutFigure {
                            table: name(),
                            text: cell.text.clone(),
                        });
                    }
                    (None, None) => {}
                }
                cell.cites
                    .iter()
                    .try_for_each(|cite| self.cite(&place, cite))?;
            }
        }
        Ok(())
    }

    fn inlines(&self, place: &str, inlines: &[Inline]) -> Result<(), ExportError> {
        inlines.iter().try_for_each(|inline| match inline {
            Inline::Text { .. } => Ok(()),
            Inline::Strong { text } | Inline::Emphasis { text } => self.inlines(place, text),
            Inline::Figure { id, .. } => self.figure(place, id),
            Inline::Cite(cite) => self.cite(place, cite),
            Inline::Link { to, .. } => self.link(place, Some(to)),
        })
    }

    fn figure(&self, place: &str, id: &FigureId) -> Result<(), ExportError> {
        if self.figures.contains(id) {
            return Ok(());
        }
        Err(ExportError::UnknownFigure {
            place: place.to_owned(),
            id: id.to_string(),
        })
    }

    fn cite(&self, place: &str, cite: &Cite) -> Result<(), ExportError> {
        let mut sources = self.doc.sources.iter();
        if sources.any(|one| one.number == cite.number && one.evidence == cite.evidence) {
            return Ok(());
        }
        Err(ExportError::UnknownSource {
            place: place.to_owned(),
            number: cite.number,
            evidence: cite.evidence.to_string(),
        })
    }

    fn link(&self, place: &str, address: Option<&str>) -> Result<(), ExportError> {
        match address {
            Some(address) if safe_link(address).is_none() => Err(ExportError::UnsafeLink {
                place: place.to_owned(),
                address: address.to_owned(),
            }),
            _ => Ok(()),
        }
    }
}

/// The words without their form.
pub(crate) fn plain(inlines: &[Inline]) -> String {
    let mut out = String::new();
    for inline in inlines {
        match inline {
            Inline::Text { text } | Inline::Figure { text, .. } | Inline::Link { text, .. } => {
                out.push_str(text);
            }
            Inline::Strong { text } | Inline::Emphasis { text } => out.push_str(&plain(text)),
            Inline::Cite(_) => {}
        }
    }
    out
}
