use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_analyst::examine_with;
use assay_domain::{
    ArtifactKind, Event, Evidence, EvidenceId, Finding, GateName, IngestVerdict, Outcome,
    PassageId, Profile, Section, Verdict, cited_ids,
};
use assay_report::{Layout, Part, ReportInput, compose};

use super::delivery::Delivery;
use super::switches::{self, Switches};
use super::{Researchers, autonomous, deep, disputed, investment, summary, whole_draft};
use crate::RunContext;
use crate::artifacts::ArtifactWriter;
use crate::retrieval::SearchResult;
use crate::reuse::older_grounds;
use crate::workshop::{Done, IntegrateJob, WorkError};

/// Quarantined passages that one report names; `assay ingest` names them all.
const MOST_QUARANTINED: usize = 10;

/// Joins the sections into the report. It adds no fact that no section has.
pub(super) async fn integrate(
    researchers: &Researchers,
    job: IntegrateJob,
) -> Result<Done, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    if context.settings.profile == Profile::Deep && context.settings.investment.is_none() {
        deep::read_on(researchers, &job).await?;
    }
    let mut evidence = context.memory().evidence.clone();
    let seen = match context.settings.profile {
        // an answer is warned of what it rests on, not of all that was looked through
        Profile::Answer => evidence.values().cloned().collect(),
        _ => retrieved(researchers, context)?,
    };
    let mut findings = examine_with(researchers.library.figures(), &seen, language);
    findings.extend(quarantined(researchers, &seen)?);
    let mut events = Vec::new();
    for id in findings.iter().flat_map(evidence_of) {
        let found = seen.iter().find(|item| item.id == *id);
        if let Some(found) = found.filter(|_| !evidence.contains_key(id)) {
            evidence.insert(id.clone(), found.clone());
            events.push(Event::EvidenceAttached {
                evidence: found.clone(),
            });
        }
    }
    events.push(ingest_gate(&findings));
    events.extend(findings.iter().map(|finding| Event::FindingRecorded {
        finding: finding.clone(),
    }));

    let older = older_grounds(context, &job.plan, &job.sections)?;
    events.extend(
        older
            .iter()
            .map(|(parameter, assumed)| Event::AssumptionMade {
                parameter: parameter.clone(),
                assumed: assumed.clone(),
            }),
    );
    let mut assumptions = context.memory().assumptions(context.settings.language);
    assumptions.extend(older);
    let found = Found {
        assumptions,
        events,
        evidence,
        seen,
        findings,
    };
    match (&context.settings.investment, context.settings.profile) {
        (Some(investment), profile) => {
            // a task of an agent on its own writes more than one section
            let sections = match profile {
                Profile::Autonomous(_) => autonomous::chapters(&job)?
                    .into_iter()
                    .map(Arc::new)
                    .collect(),
                Profile::Plain | Profile::Answer | Profile::Deep => job.sections.clone(),
            };
            investment::integrate(researchers, &job, investment, &sections, found).await
        }
        (None, Profile::Deep) => deep::integrate(researchers, &job, found).await,
        (None, Profile::Autonomous(_)) => {
            let chapters = autonomous::chapters(&job)?;
            join_sections(researchers, &job, found, chapters).await
        }
        (None, Profile::Plain | Profile::Answer) => {
            let sections = job.sections.iter().map(|section| (**section).clone());
            let sections = sections.collect();
            join_sections(researchers, &job, found, sections).await
        }
    }
}

/// What every integration begins with.
pub(super) struct Found {
    /// Parameter and what was assumed for it.
    pub(super) assumptions: Vec<(String, String)>,
    pub(super) events: Vec<Event>,
    pub(super) evidence: BTreeMap<EvidenceId, Evidence>,
    /// Everything that searches returned, cited or not.
    pub(super) seen: Vec<Evidence>,
    pub(super) findings: Vec<Finding>,
}

async fn join_sections(
    researchers: &Researchers,
    job: &IntegrateJob,
    found: Found,
    sections: Vec<Section>,
) -> Result<Done, WorkError> {
    let Found {
        assumptions,
        mut events,
        evidence,
        mut findings,
        ..
    } = found;
    let context = &job.context;
    let language = context.settings.language;
    let draft = whole_draft::read(researchers, job, sections).await?;
    let sections = draft.sections;
    events.extend(draft.events);
    findings.extend(draft.conflicts);
    let layout = match context.settings.profile {
        Profile::Answer => Layout::Answer,
        Profile::Plain | Profile::Deep | Profile::Autonomous(_) => Layout::Sections,
    };
    let written = match layout {
        Layout::Answer => summary::Summary::default(),
        Layout::Sections => {
            let given = summary::Given {
                sections: &sections,
                findings: &findings,
                answers: &draft.answers,
            };
            summary::write(researchers, job, given).await?
        }
    };
    let switches = Switches::of(
        &context.settings,
        &switches::Written {
            claims: context.memory().claims.values().cloned().collect(),
            sections: &sections,
            findings: &findings,
            left_out: &written.left_out,
        },
    )?;
    events.extend(switches.decided());
    let (outcome, reasons) = written.outcome(job, &sections, &switches);
    if let Some(reason) = written.shortfall.clone() {
        events.push(Event::Degraded { reason });
    }
    let report = compose(&ReportInput {
        plan: &job.plan,
        language,
        outcome,
        reasons: &reasons,
        parts: &parts(job, disputed::marked(&sections, &findings, language)),
        evidence: &evidence,
        findings: &findings,
        summary: switches.released(&written.summary),
        transitions: &written.transitions,
        assumptions: &assumptions,
        release: switches.release(),
        left_out: &written.left_out,
        method: &draft.told,
        layout,
    });
    let delivery = researchers.judge(report, &evidence, switches.of_run(), language);
    let (outcome, reasons) = match deliver(delivery, context, &mut events).await? {
        Delivered::Out => (outcome, reasons),
        Delivered::Blocked(why) => (Outcome::Blocked, why),
    };
    events.push(Event::RunFinished { outcome, reasons });
    Ok(Done {
        events,
        section: None,
    })
}

/// What became of a document at the egress gate.
pub(super) enum Delivered {
    Out,
    /// Nothing was written, for these reasons.
    Blocked(Vec<String>),
}

/// Writes what the gate lets out.
pub(super) async fn deliver(
    delivery: Delivery,
    context: &RunContext,
    events: &mut Vec<Event>,
) -> Result<Delivered, WorkError> {
    let (markdown, html, decision) = match delivery {
        Delivery::Safe {
            markdown,
            html,
            decision,
        } => (markdown, html, decision),
        Delivery::Blocked { reasons, decision } => {
            events.push(decision);
            return Ok(Delivered::Blocked(reasons));
        }
    };
    events.push(decision);
    let texts = [
        (ArtifactKind::Report, markdown),
        (ArtifactKind::ReportHtml, html),
    ];
    composed(texts, context, events).await?;
    Ok(Delivered::Out)
}

/// Writes texts that the gate has let out, each as an artifact of its own.
pub(super) async fn composed(
    texts: [(ArtifactKind, String); 2],
    context: &RunContext,
    events: &mut Vec<Event>,
) -> Result<(), WorkError> {
    let writer = ArtifactWriter {
        store: context.store(),
        agent: "report_composer",
    };
    for (kind, text) in texts {
        events.push(writer.text(kind, 1, text).await?);
    }
    Ok(())
}

pub(super) fn parts(job: &IntegrateJob, sections: Vec<Section>) -> Vec<Part> {
    let mut by_task: BTreeMap<_, _> = sections
        .into_iter()
        .map(|section| (section.task, Part::Section(section)))
        .collect();
    let title = |task| {
        job.plan
            .task(task)
            .map(|task| task.description.clone())
            .unwrap_or_default()
    };
    for (task, failure) in &job.failed {
        by_task.insert(
            *task,
            Part::Failed {
                task: *task,
                title: title(*task),
                failure: failure.clone(),
            },
        );
    }
    for (task, by) in &job.blocked {
        by_task.insert(
            *task,
            Part::Blocked {
                task: *task,
                title: title(*task),
                by: *by,
            },
        );
    }
    by_task.into_values().collect()
}

/// Everything the run's searches returned, cited or not: a contradiction counts even if only one side
/// of it was quoted. In the order of passages, whatever order the tasks ran in.
fn retrieved(researchers: &Researchers, context: &RunContext) -> Result<Vec<Evidence>, WorkError> {
    let mut passages: BTreeSet<PassageId> = BTreeSet::new();
    {
        let memory = context.memory();
        passages.extend(memory.evidence.values().map(|item| item.passage.clone()));
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
    let mut documents = researchers.library.documents()?;
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

/// The evidence that a set of sections cites.
pub(super) fn cited_in(sections: &[Section]) -> BTreeSet<&str> {
    sections
        .iter()
        .flat_map(|section| cited_ids(&section.markdown))
        .collect()
}
