//! The supervisor of an investment research: data, relations, thesis, gate, valuation, document.
//!
//! The tasks of the plan are the research; when they are settled, what they state is put beside the
//! company's data points and judged. Everything that decides is pure and lies in crates of its own;
//! here documents are read, and what came out is journaled, a step at a time.

mod archive;
mod case;
mod ground;
mod held_back;
mod judgement;
mod peers;
mod pursuit;
mod sentences;

use assay_domain::{Investment, Language, Outcome};
use assay_gates::{EgressPolicy, OfRun};

use super::Researchers;
use super::delivery::Delivery;
use super::integrator::{Delivered, deliver};
use crate::workshop::{Done, IntegrateJob, WorkError};
use archive::Archive;
pub(crate) use case::OpenedCompany;
use case::{Case, doing};
use held_back::HeldBack;
use judgement::Pursued;

/// Judges the company once. Where the gate sends the judgement back and the library has more, what
/// it has is named and the step comes again.
pub(super) async fn judge(
    researchers: &Researchers,
    job: &IntegrateJob,
    investment: &Investment,
) -> Result<Done, WorkError> {
    let context = &job.context;
    let mut case = Case::open(researchers, job, investment).await?;
    doing(context, "weighing the evidence", "评估证据");
    let has_data = case.has_data;
    let mut pursuit = case.pursuit()?;
    let round = pursuit.judged()?;
    let brought = pursuit.way_back(&round)?;
    let is_sent_back = !brought.is_empty();
    let mut archive = Archive {
        context,
        events: Vec::new(),
    };
    if is_sent_back {
        let known = context.memory().evidence.clone();
        archive.events = pursuit.attached(&round, &known)?;
    }
    if !has_data {
        archive.data(&pursuit).await?;
    }
    if is_sent_back {
        archive.sent_back(&pursuit.dossier, &round).await?;
    }
    match is_sent_back {
        true => Ok(Done::step(archive.events, job.step, job.step, brought)),
        false => job.done(archive.events),
    }
}

/// Values the company where the judgement that stands allows it, and archives both.
pub(super) async fn value(
    researchers: &Researchers,
    job: &IntegrateJob,
    investment: &Investment,
) -> Result<Done, WorkError> {
    let context = &job.context;
    let mut case = Case::open(researchers, job, investment).await?;
    let mut pursuit = case.pursuit()?;
    let judged = pursuit.valued()?;
    let known = context.memory().evidence.clone();
    let mut archive = Archive {
        context,
        events: pursuit.attached(&judged.round, &known)?,
    };
    archive.judgement(&pursuit.dossier, &judged).await?;
    job.done(archive.events)
}

/// Writes the document that the judgement allows, takes it through the last gate and ends the run.
pub(super) async fn compose(
    researchers: &Researchers,
    job: &IntegrateJob,
    investment: &Investment,
) -> Result<Done, WorkError> {
    let context = &job.context;
    let mut case = Case::open(researchers, job, investment).await?;
    let mut pursuit = case.pursuit()?;
    let judged = pursuit.valued()?;
    let pursued = pursuit.composed(judged)?;
    let mut archive = Archive {
        context,
        events: Vec::new(),
    };
    archive.output(&pursued).await?;
    let mut events = archive.events;
    let delivery = researchers.judge_document(&pursued, context.settings.language);
    let (outcome, reasons) = match deliver(delivery, context, &mut events).await? {
        Delivered::Out => {
            let held_back = HeldBack {
                sections: &case.sections,
                evidence: &case.evidence,
                findings: &case.findings,
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
