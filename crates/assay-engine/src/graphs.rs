//! Who a company deals with, kept from run to run.

use std::sync::Arc;

use assay_domain::{Body, Date, Document, Event, RunId};
use assay_ecosystem::{Found, Graph, MergeReport, Source, Subject, UpdatePolicy, extract};
use assay_facts::Company;
use assay_store::Store;

use crate::{Clock, CompanyFile, EngineError, Library};

/// A graph after its company's documents were read again.
#[derive(Debug)]
pub struct RefreshedGraph {
    pub graph: Graph,
    pub report: MergeReport,
}

impl Library {
    /// The relations that were last found for a company.
    pub fn graph(&self, company: &Company) -> Result<Option<Graph>, EngineError> {
        let key = company.key();
        let mut newest = None;
        for envelope in self.store().load(&RunId::companies(), 0)? {
            if let Event::GraphRefreshed { company, graph } = envelope.event
                && company == key
            {
                newest = Some(graph);
            }
        }
        newest.map(|body| read(self.store(), &body)).transpose()
    }

    /// Reads the documents of a company that were there on a day and adds what they say to what was
    /// known. Nothing is journaled where nothing changed.
    pub async fn refresh_graph(
        &self,
        file: &CompanyFile,
        policy: &UpdatePolicy,
        as_of: Date,
        clock: &dyn Clock,
    ) -> Result<RefreshedGraph, EngineError> {
        let subject = subject_of(&file.company);
        let known = self.graph(&file.company)?;
        let mut graph = known.clone().unwrap_or_else(|| Graph::new(&subject));
        let found = self.relations(file, &subject, as_of)?;
        let report = graph.merge(found, policy);
        graph.last_full_refresh = Some(as_of);
        if known.as_ref() != Some(&graph) {
            let body = self.store().body(serde_json::to_string(&graph)?).await?;
            let event = Event::GraphRefreshed {
                company: file.company.key(),
                graph: body,
            };
            self.store()
                .append(&RunId::companies(), clock.now(), vec![event])
                .await?;
        }
        Ok(RefreshedGraph { graph, report })
    }

    fn relations(
        &self,
        file: &CompanyFile,
        subject: &Subject,
        as_of: Date,
    ) -> Result<Vec<Found>, EngineError> {
        let mut found = Vec::new();
        for document in &file.texts {
            let Some(stated) = document.date.filter(|date| *date <= as_of) else {
                continue;
            };
            let date = verified_on(stated, document, &file.texts, as_of);
            let passages = self.passages(document)?;
            let source = Source {
                passages: &passages,
                date,
                tier: document.tier,
            };
            found.extend(extract(subject, &source)?);
        }
        Ok(found)
    }
}

/// Days for which an annual report speaks until the next one is due, with some patience.
const IN_FORCE: i32 = 400;

/// The day on which reading a document confirms what it says: today where it is the newest of its
/// kind and the next is not overdue, else the day it speaks of.
fn verified_on(stated: Date, document: &Document, all: &[Arc<Document>], today: Date) -> Date {
    let form = document.subject.form.as_deref();
    let newer = all.iter().any(|other| {
        other.subject.form.as_deref() == form
            && other
                .date
                .is_some_and(|date| stated < date && date <= today)
    });
    let age = (today - stated).get_days();
    if newer || age > IN_FORCE {
        stated
    } else {
        today
    }
}

fn subject_of(company: &Company) -> Subject {
    let names = std::iter::once(&company.name).chain(&company.other_names);
    let ticker = company.tickers.first();
    Subject {
        names: names.cloned().collect(),
        ticker: ticker.or(company.other_names.first()).cloned(),
    }
}

fn read(store: &Store, body: &Body) -> Result<Graph, EngineError> {
    Ok(serde_json::from_str(&store.text_of(body)?)?)
}
