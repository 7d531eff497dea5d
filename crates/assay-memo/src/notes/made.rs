use assay_domain::Decimal;
use assay_exports::{Cell, FigureId, FigureNote, Inline};
use assay_gates::MetricReading;

use super::Ledger;
use crate::amount;
use crate::error::MemoError;
use crate::numbers::{Piece, has_number, pieces};
use crate::words;

/// A figure that is neither a data point nor a line: a cell of a grid, a threshold, a count.
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) formula: Option<String>,
    pub(crate) inputs: Vec<FigureId>,
    pub(crate) source: String,
    pub(crate) locator: Option<String>,
}

impl Ledger<'_> {
    pub(crate) fn made(&mut self, made: Made) -> FigureId {
        let id = FigureId::new(made.id);
        self.begin(FigureNote {
            id: id.clone(),
            label: made.label,
            value: made.value,
            formula: made.formula,
            inputs: made.inputs,
            source: made.source,
            locator: made.locator,
            url: None,
            checks: Vec::new(),
        });
        id
    }

    /// The company's own price.
    pub(crate) fn quote(&mut self) -> Result<FigureId, MemoError> {
        let own = self.dossier.price.map(|quote| quote.id.as_str());
        own.and_then(|id| self.price_named(id))
            .ok_or_else(|| MemoError::UnknownId {
                place: "dossier".to_owned(),
                id: "price".to_owned(),
            })
    }

    /// The entry of a price by its id; none where the dossier has no such price.
    pub(super) fn price_named(&mut self, id: &str) -> Option<FigureId> {
        let language = self.language();
        let (quote, peer) = self.dossier.price_named(id)?;
        let id = FigureId::new(&quote.id);
        let day = quote.date;
        let label = match peer {
            None => language.pick(format!("Price of {day}"), format!("{day} 股价")),
            Some(name) => language.pick(
                format!("Price of {name}, {day}"),
                format!("{name} {day} 股价"),
            ),
        };
        self.begin(FigureNote {
            id: id.clone(),
            label,
            value: amount::per_share(quote.value, &quote.currency, language),
            formula: None,
            inputs: Vec::new(),
            source: quote.source.clone(),
            locator: Some(quote.id.clone()),
            url: quote.url.clone(),
            checks: Vec::new(),
        });
        Some(id)
    }

    /// A figure of the run that a gate looked at.
    pub(crate) fn metric(&mut self, reading: &MetricReading) -> Result<FigureId, MemoError> {
        let language = self.language();
        let metric = reading.metric;
        let mut inputs = Vec::new();
        for id in &reading.ids {
            if let Some(point) = self.points.get(id.as_str()).copied() {
                inputs.push(self.point(point)?);
            }
        }
        let others = reading.ids.iter();
        let others = others.filter(|id| !self.points.contains_key(id.as_str()));
        let others: Vec<&str> = others.map(String::as_str).collect();
        Ok(self.made(Made {
            id: format!("metric/{}", metric.name()),
            label: metric.description(language).to_owned(),
            value: words::reading(reading.value, metric.unit(), language),
            formula: None,
            inputs,
            source: metric.origin(language).to_owned(),
            locator: (!others.is_empty()).then(|| others.join(", ")),
        }))
    }

    /// A sentence that another part of the run wrote; each number in it leads to where it was said.
    pub(crate) fn said(&mut self, key: &str, text: &str, origin: &str) -> Vec<Inline> {
        let mut inlines = Vec::new();
        let mut count = 0;
        for piece in pieces(text) {
            match piece {
                Piece::Words(words) => inlines.push(Inline::text(words)),
                Piece::Number(number) => {
                    count += 1;
                    let id = self.made(Made {
                        id: format!("said/{key}.{count}"),
                        label: text.to_owned(),
                        value: number.to_owned(),
                        formula: None,
                        inputs: Vec::new(),
                        source: origin.to_owned(),
                        locator: Some(key.to_owned()),
                    });
                    inlines.push(Inline::figure(id, number));
                }
            }
        }
        inlines
    }

    /// The same in a cell of a table.
    pub(crate) fn said_cell(&mut self, key: &str, text: &str, origin: &str) -> Cell {
        let mut cell = Cell::text(text);
        if has_number(text) {
            cell.figure = Some(self.made(Made {
                id: format!("said/{key}"),
                label: text.to_owned(),
                value: text.to_owned(),
                formula: None,
                inputs: Vec::new(),
                source: origin.to_owned(),
                locator: Some(key.to_owned()),
            }));
        }
        cell
    }

    /// A count of things that the dossier lists.
    pub(crate) fn count(
        &mut self,
        key: &str,
        label: &str,
        number: usize,
        of: &str,
    ) -> (FigureId, Decimal) {
        let value = Decimal::from(number);
        let id = self.made(Made {
            id: format!("count/{key}"),
            label: label.to_owned(),
            value: number.to_string(),
            formula: Some(self.language().pick("count", "计数").to_owned()),
            inputs: Vec::new(),
            source: of.to_owned(),
            locator: None,
        });
        (id, value)
    }
}
