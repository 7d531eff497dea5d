//! The supervisor of an investment research: data, relations, thesis, gate, valuation, document.
//!
//! The tasks of the plan are the research; when they are settled, what they state is put beside the
//! company's data points and judged. Everything that decides is pure and lies in crates of its own;
//! here documents are read, and what came out is journaled.

mod archive;
mod ground;
mod held_back;
mod judgement;
mod peers;
mod pursuit;
mod sentences;

use std::sync::Arc;

use assay_domain::{Evidence, Finding, Investment, Language, Outcome, Section, Timestamp};
use assay_ecosystem::{EcosystemPackage, UpdatePolicy};
use assay_gates::{EgressPolicy, OfRun};

use super::delivery::Delivery;
use super::integrator::{Delivered, Found, deliver};
use super::{Researchers, examination};
use crate::workshop::{Done, IntegrateJob, WorkError};
use crate::{CompanyFile, FactPlaces, RunContext, SystemClock};
use held_back::HeldBack;
use judgement::Pursued;
use pursuit::{Material, Pursuit};

pub(super) async fn integrate(
    researchers: &Researchers,
    job: &IntegrateJob,
    investment: &Investment,
    sections: &[Arc<Section>],
    found: Found,
) -> Result<Done, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    let doing = |en: &'static str, zh: &'static str| {
        context.doing(None, || language.pick(en, zh).to_owned());
    };
    doing("reading the company's figures", "读取公司数据");
    let companies = researchers.library.companies()?;
    let file = companies.open(&investment.company)?;
    doing("reading whom it deals with", "梳理产业链关系");
    let ecosystem = relations(researchers, &file, investment, language).await?;
    doing("weighing the evidence", "评估证据");
    let places = FactPlaces::of(&researchers.library, &file)?;
    let claims = context.memory().claims.values().cloned().collect();
    let (seen, later): (Vec<Evidence>, Vec<Evidence>) = examination::seen(researchers, context)?
        .into_iter()
        .partition(|passage| pursuit::was_known(passage, investment.as_of));
    let mut findings = found.findings;
    findings.retain(|finding| !rests_on(finding, &later));
    let cited = found.evidence.clone();
    let material = Material {
        library: &researchers.library,
        file: &file,
        places: &places,
        settings: &context.settings,
        investment,
        language,
        run: &context.run,
        now: created_at(context)?,
        ecosystem: ecosystem.as_ref(),
        claims,
        sections,
        seen,
        evidence: found.evidence,
        findings: &findings,
        shortfalls: &job.reasons,
        previous: archive::previous_valuation(context, investment)?,
        peers: peers::of(&companies, &file, investment.as_of, language)?,
    };
    let pursued = Pursuit::of(material).run()?;
    let mut events = pursued.attached();
    events.extend(archive::archived(context, &pursued, ecosystem.as_ref()).await?);
    let delivery = researchers.judge_document(&pursued, language);
    let delivered = deliver(delivery, context, &mut events).await?;
    let (outcome, reasons) = match delivered {
        Delivered::Out => {
            let held_back = HeldBack {
                sections,
                evidence: &cited,
                findings: &findings,
                pursued: &pursued,
            };
            held_back.ended(researchers, job, &mut events).await?
        }
        Delivered::Blocked(reasons) => (Outcome::Blocked, reasons),
    };
    Ok(Done::end(events, outcome, reasons))
}

impl Researchers {
    /// Judges a document before it is written anywhere, by the counts of its run.
    fn judge_document(&self, pursued: &Pursued, language: Language) -> Delivery {
        let policy = EgressPolicy {
            allowed_links: pursued.document.links(),
            ..EgressPolicy::default()
        };
        let round = &pursued.judged.round;
        let run = OfRun {
            switches: &round.decision.switches,
            delivered: pursued.delivered.output_type,
            unresolved_citations: round.measured.sentences.unresolved_citations,
        };
        self.judged(
            pursued.markdown.clone(),
            pursued.html.clone(),
            run,
            policy,
            language,
        )
    }
}

/// Whether a finding reads one of these passages.
fn rests_on(finding: &Finding, passages: &[Evidence]) -> bool {
    let read = examination::evidence_of(finding);
    passages.iter().any(|passage| read.contains(&&passage.id))
}

/// The day and time that documents of the run carry: a resumed run writes the same.
fn created_at(context: &RunContext) -> Result<Timestamp, WorkError> {
    let row = context.store().run(&context.run)?;
    Ok(row.map_or_else(|| context.clock().now(), |row| row.created_at))
}

async fn relations(
    researchers: &Researchers,
    file: &CompanyFile,
    investment: &Investment,
    language: Language,
) -> Result<Option<EcosystemPackage>, WorkError> {
    let policy = UpdatePolicy::standard(language);
    let library = &researchers.library;
    let refreshed = library
        .refresh_graph(file, &policy, investment.as_of, &SystemClock)
        .await?;
    let graph = refreshed.graph;
    Ok((!graph.edges.is_empty()).then(|| EcosystemPackage::new(graph, policy, investment.as_of)))
}
