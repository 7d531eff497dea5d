use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{
    ArtifactKind, Event, Evidence, EvidenceId, Finding, Outcome, Section, cited_ids,
};
use assay_report::{Layout, Part, ReportInput, compose};

use super::delivery::Delivery;
use super::switches::{self, Switches};
use super::{Researchers, disputed, summary, table, whole_draft};
use crate::RunContext;
use crate::artifacts::ArtifactWriter;
use crate::workshop::{Done, IntegrateJob, WorkError};

/// What a report is written from beside its sections: as the journal has it, so that a process that
/// takes the step up finds the same.
pub(super) struct Found {
    /// Parameter and what was assumed for it.
    pub(super) assumptions: Vec<(String, String)>,
    pub(super) evidence: BTreeMap<EvidenceId, Evidence>,
    pub(super) findings: Vec<Finding>,
}

impl Found {
    pub(super) fn of(context: &RunContext) -> Self {
        let memory = context.memory();
        Self {
            assumptions: memory.assumptions(context.settings.language),
            evidence: memory.evidence.clone(),
            findings: memory.findings.clone(),
        }
    }
}

/// Joins the sections to a report and ends the run.
pub(super) async fn join_sections(
    researchers: &Researchers,
    job: &IntegrateJob,
    found: Found,
    layout: Layout,
) -> Result<Done, WorkError> {
    let Found {
        assumptions,
        evidence,
        mut findings,
    } = found;
    let context = &job.context;
    let language = context.settings.language;
    let sections = table::sections(job)?.into_iter();
    let sections = sections.map(|section| (*section).clone()).collect();
    let draft = whole_draft::read(researchers, job, sections).await?;
    let sections = draft.sections;
    let mut events = draft.events;
    findings.extend(draft.conflicts);
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
    Ok(Done::end(events, outcome, reasons))
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

/// The evidence that a set of sections cites.
pub(super) fn cited_in(sections: &[Section]) -> BTreeSet<&str> {
    sections
        .iter()
        .flat_map(|section| cited_ids(&section.markdown))
        .collect()
}
