//! Who a company deals with, as its documents state it.

use assay_domain::{Body, Date, Document, Event, RunId, RunSettings, Tier};
use assay_ecosystem::{Found, Graph, MergeReport, Source, Subject, UpdatePolicy, extract};
use assay_facts::Company;
use assay_store::Store;

use crate::companies::is_about;
use crate::{Clock, CompanyFile, EngineError, Library};

/// A graph after its company's documents were read again.
#[derive(Debug)]
pub struct RefreshedGraph {
    pub graph: Graph,
    pub report: MergeReport,
}

/// The update policy of a run: the user's, or the built-in one.
pub(crate) fn policy_of(settings: &RunSettings) -> Result<UpdatePolicy, EngineError> {
    Ok(match &settings.graph_policy {
        Some(own) => UpdatePolicy::from_json(own)?,
        None => UpdatePolicy::standard(settings.language),
    })
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

    /// The relations that the documents of a company state which were there on a day. Each is as old as
    /// the document that states it, whoever reads it when.
    pub fn graph_on(
        &self,
        file: &CompanyFile,
        policy: &UpdatePolicy,
        day: Date,
    ) -> Result<Graph, EngineError> {
        let subject = subject_of(&file.company);
        let mut graph = Graph::new(&subject);
        graph.merge(self.relations(file, &subject, day)?, policy);
        graph.last_full_refresh = Some(day);
        Ok(graph)
    }

    /// Reads the documents of a company that were there on a day and journals what they state, unless
    /// it is known, or known from a later day.
    pub async fn refresh_graph(
        &self,
        file: &CompanyFile,
        policy: &UpdatePolicy,
        day: Date,
        clock: &dyn Clock,
    ) -> Result<RefreshedGraph, EngineError> {
        let graph = self.graph_on(file, policy, day)?;
        let known = self.graph(&file.company)?;
        let report = graph.changes_since(known.as_ref());
        let is_newest = known
            .as_ref()
            .is_none_or(|known| known.last_full_refresh <= graph.last_full_refresh);
        if is_newest && known.as_ref() != Some(&graph) {
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
        day: Date,
    ) -> Result<Vec<Found>, EngineError> {
        let mut found = Vec::new();
        for document in &file.texts {
            let Some(date) = document.date.filter(|date| *date <= day) else {
                continue;
            };
            let passages = self.passages(document)?;
            let source = Source {
                passages: &passages,
                date,
                tier: document.tier,
                is_own: is_own(document, &file.company),
            };
            found.extend(extract(subject, &source)?);
        }
        Ok(found)
    }
}

/// Whether the company itself speaks in a document: it is said to, or the paper is proven to be a
/// filing or the company's.
fn is_own(document: &Document, company: &Company) -> bool {
    let mut names = std::iter::once(&company.name).chain(&company.other_names);
    match document.subject.entity.as_deref() {
        Some(speaker) => names.any(|name| is_about(speaker, name)),
        None => matches!(document.tier, Tier::A | Tier::B),
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
