//! One entry for every figure of a document: what it is, how it was computed, where it comes from.

mod assumptions;
mod lines;
mod made;
mod points;
mod roots;
mod sources;

pub(crate) use made::Made;

use std::collections::BTreeMap;

use assay_domain::Language;
use assay_exports::{FigureId, FigureNote, SourceNote};
use assay_facts::DataPoint;
use assay_valuation::{Method, Traced};

use crate::dossier::Dossier;
use crate::error::MemoError;

/// The tables of a valuation by the name that stands before their lines.
pub(crate) const TARGET: &str = "target";
pub(crate) const COMPARABLES: &str = "comparables";

pub(crate) fn table_of(method: Method) -> &'static str {
    match method {
        Method::Dcf => "dcf",
        Method::ExcessReturn => "excess_return",
        Method::ReitAffo => "reit_affo",
        Method::SalesAndFailure => "sales_and_failure",
        Method::SumOfParts => "sum_of_parts",
        Method::Comparables => COMPARABLES,
        Method::ReverseDcf => "reverse_dcf",
        Method::Target => TARGET,
    }
}

/// The figures and sources that a document names, in the order in which it first names them.
pub(crate) struct Ledger<'a> {
    pub(crate) dossier: Dossier<'a>,
    points: BTreeMap<&'a str, &'a DataPoint>,
    lines: BTreeMap<(&'static str, &'a str), &'a Traced>,
    notes: Vec<FigureNote>,
    places: BTreeMap<FigureId, usize>,
    sources: Vec<SourceNote>,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(dossier: &Dossier<'a>) -> Self {
        let points = dossier.package.data_points.iter();
        let points = points.chain(dossier.further_points);
        let mut lines = BTreeMap::new();
        if let Some(valuation) = dossier.valuation() {
            let methods = valuation.results.iter();
            let methods = methods.map(|result| (table_of(result.method), result.lines.as_slice()));
            let target = valuation.target.iter();
            let target = target.map(|target| (TARGET, target.lines.as_slice()));
            let peers = valuation.comparables.iter();
            let peers = peers.map(|peers| (COMPARABLES, peers.lines.as_slice()));
            for (table, all) in methods.chain(target).chain(peers) {
                lines.extend(all.iter().map(|line| ((table, line.id.as_str()), line)));
            }
        }
        Self {
            dossier: *dossier,
            points: points.map(|point| (point.id.as_str(), point)).collect(),
            lines,
            notes: Vec::new(),
            places: BTreeMap::new(),
            sources: Vec::new(),
        }
    }

    pub(crate) fn language(&self) -> Language {
        self.dossier.language
    }

    pub(crate) fn finish(mut self) -> (Vec<FigureNote>, Vec<SourceNote>) {
        self.name_roots();
        (self.notes, self.sources)
    }

    /// Puts an entry in its place, once; `false` where it has been there.
    fn begin(&mut self, note: FigureNote) -> bool {
        if self.places.contains_key(&note.id) {
            return false;
        }
        self.places.insert(note.id.clone(), self.notes.len());
        self.notes.push(note);
        true
    }

    /// The inputs of an entry, which come after it so that a figure stands before what it rests on.
    fn set_inputs(&mut self, id: &FigureId, inputs: Vec<FigureId>) {
        let place = self.places.get(id);
        if let Some(note) = place.and_then(|place| self.notes.get_mut(*place)) {
            note.inputs = inputs;
        }
    }

    /// A figure that a sentence names: a data point, a line of the valuation or the price.
    pub(crate) fn resolve(&mut self, place: &str, id: &str) -> Result<FigureId, MemoError> {
        if let Some(point) = self.points.get(id).copied() {
            return self.point(point);
        }
        if let Some(quote) = self.price_named(id) {
            return Ok(quote);
        }
        let qualified = id.split_once('/');
        let tables = self.lines.keys().map(|(table, _)| *table);
        let mut tables: Vec<&'static str> = tables.collect();
        tables.dedup();
        let lead = self.dossier.valuation().and_then(|one| one.leading());
        let lead = lead.map(|result| table_of(result.method));
        if let Some((table, line)) = qualified {
            if let Some(scenario) = self.scenario_named(table) {
                return self.scenario(scenario);
            }
            if let Some(table) = tables.iter().find(|known| **known == table) {
                return self.line(table, line);
            }
        }
        let order = lead.into_iter().chain(tables);
        for table in order {
            if self.lines.contains_key(&(table, id)) {
                return self.line(table, id);
            }
        }
        Err(MemoError::UnknownId {
            place: place.to_owned(),
            id: id.to_owned(),
        })
    }

    pub(crate) fn find_line(&self, table: &'static str, id: &str) -> Option<&'a Traced> {
        self.lines.get(&(table, id)).copied()
    }
}
