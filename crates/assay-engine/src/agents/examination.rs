//! What all evidence of a run says against itself, and what of it the reader must know.

use std::collections::BTreeSet;

use assay_analyst::examine_with;
use assay_domain::{
    Event, Evidence, EvidenceId, Finding, GateName, IngestVerdict, PassageId, Verdict,
};

use super::{Researchers, table};
use crate::RunContext;
use crate::retrieval::SearchResult;
use crate::reuse::older_grounds;
use crate::workshop::{IntegrateJob, WorkError};

/// Quarantined passages that one report names; `assay ingest` names them all.
const MOST_QUARANTINED: usize = 10;

/// Looks through everything the run read. What it finds, with the passages that show it, comes back
/// as events.
pub(super) fn examine(
    researchers: &Researchers,
    job: &IntegrateJob,
) -> Result<Vec<Event>, WorkError> {
    let context = &job.context;
    let seen = table::seen(researchers, context)?;
    let language = context.settings.language;
    let mut findings = examine_with(researchers.library.figures(), &seen, language);
    findings.extend(quarantined(researchers, &seen)?);
    let mut events = attached(context, &seen, &findings);
    events.push(ingest_gate(&findings));
    let older = older_grounds(context, &job.plan, &job.sections)?;
    let findings = findings.into_iter();
    events.extend(findings.map(|finding| Event::FindingRecorded { finding }));
    let older = older.into_iter();
    events.extend(older.map(|(parameter, assumed)| Event::AssumptionMade { parameter, assumed }));
    Ok(events)
}

/// The passages that show what was found and that no section cites.
fn attached(context: &RunContext, seen: &[Evidence], findings: &[Finding]) -> Vec<Event> {
    let memory = context.memory();
    let mut known: BTreeSet<&EvidenceId> = memory.evidence.keys().collect();
    let shown = findings.iter().flat_map(evidence_of);
    let new = shown.filter(|id| known.insert(id));
    let new = new.filter_map(|id| seen.iter().find(|item| item.id == *id));
    new.map(|evidence| Event::EvidenceAttached {
        evidence: evidence.clone(),
    })
    .collect()
}

/// Everything the run's searches returned, cited or not: a contradiction counts even if only one side
/// of it was quoted. In the order of passages, whatever order the tasks ran in.
pub(super) fn retrieved(
    researchers: &Researchers,
    context: &RunContext,
) -> Result<Vec<Evidence>, WorkError> {
    let mut passages: BTreeSet<PassageId> = BTreeSet::new();
    {
        let memory = context.memory();
        let examined = memory.examined().into_values();
        passages.extend(examined.map(|item| item.passage));
        for reply in memory.search_replies() {
            passages.extend(serde_json::from_str::<SearchResult>(reply)?.passages);
        }
    }
    let mut found = Vec::new();
    for passage in &passages {
        found.extend(researchers.library.evidence(passage)?);
    }
    Ok(found)
}

/// What the ingest gate took out of documents of the library, those that this run drew on first: a
/// passage that was taken out could not be found, however well it would have fitted.
fn quarantined(researchers: &Researchers, seen: &[Evidence]) -> Result<Vec<Finding>, WorkError> {
    let drawn_on: BTreeSet<_> = seen.iter().map(|evidence| &evidence.document).collect();
    let mut documents = researchers.library.known_documents()?;
    documents.retain(|document| document.verdict == IngestVerdict::Quarantined);
    documents.sort_by_key(|document| {
        (
            !drawn_on.contains(&document.id),
            document.title.clone(),
            document.id.clone(),
        )
    });
    let mut findings: Vec<Finding> = documents
        .iter()
        .flat_map(|document| {
            let seen = document
                .quarantined
                .iter()
                .map(|span| (&span.rule, &span.reason));
            let unseen = document
                .hidden
                .iter()
                .map(|found| (&found.rule, &found.reason));
            seen.chain(unseen)
                .map(|(rule, reason)| Finding::Quarantined {
                    document: document.id.clone(),
                    title: document.title.clone(),
                    rule: rule.clone(),
                    reason: reason.clone(),
                })
        })
        .collect();
    findings.dedup();
    findings.truncate(MOST_QUARANTINED);
    Ok(findings)
}

fn ingest_gate(findings: &[Finding]) -> Event {
    let reasons: Vec<String> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Quarantined {
                title,
                rule,
                reason,
                ..
            } => Some(format!("{title}: {reason} ({rule})")),
            _ => None,
        })
        .collect();
    let verdict = if reasons.is_empty() {
        Verdict::Clean
    } else {
        Verdict::Quarantined
    };
    Event::GateDecided {
        gate: GateName::Ingest,
        verdict,
        reasons,
    }
}

/// The passages that a finding reads.
fn evidence_of(finding: &Finding) -> Vec<&EvidenceId> {
    match finding {
        Finding::Contradiction { readings, .. } => {
            readings.iter().map(|reading| &reading.evidence).collect()
        }
        Finding::Outdated { old, new, .. } => vec![&old.evidence, &new.evidence],
        Finding::Conflict { statements } => {
            statements.iter().flat_map(|one| &one.evidence).collect()
        }
        Finding::MissingPeriod { evidence, .. } => evidence.iter().collect(),
        Finding::Quarantined { .. } => Vec::new(),
    }
}
