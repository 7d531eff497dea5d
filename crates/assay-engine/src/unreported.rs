//! The sections of a run that has no report: they are written and paid for, and can be read.

use std::collections::BTreeMap;

use assay_domain::{ArtifactKind, Envelope, Event, Language, Outcome, Plan, TaskId, artifacts_of};
use assay_plan::{RunState, TaskState};
use assay_report::{Layout, Part, Release, ReportInput, compose};
use assay_store::Store;

use crate::EngineError;
use crate::engine::sections;

pub(crate) fn has_sections(journal: &[Envelope]) -> bool {
    artifacts_of(journal, ArtifactKind::Section)
        .next()
        .is_some()
}

/// The sections as a report without a summary, in Markdown; `None` where none is written.
pub(crate) fn compose_unreported(
    store: &Store,
    journal: &[Envelope],
    state: &RunState,
) -> Result<Option<String>, EngineError> {
    let (Some(plan), true) = (state.plan(), has_sections(journal)) else {
        return Ok(None);
    };
    let settings = state.settings();
    let language = settings.map_or(Language::En, |settings| settings.language);
    let (mut evidence, mut findings) = (BTreeMap::new(), Vec::new());
    for envelope in journal {
        if let Event::FindingRecorded { finding } = &envelope.event {
            findings.push(finding.clone());
        }
        for item in envelope.event.evidence() {
            evidence.insert(item.id.clone(), item.clone());
        }
    }
    let (_, mut reasons) = state.verdict();
    let no_report = language.pick(
        "no report was written; these are the sections as they stand in the journal",
        "报告未能写成；以下是日志中已写成的各节",
    );
    reasons.insert(0, no_report.to_owned());
    let written = sections(store, journal)?;
    let mut parts: BTreeMap<TaskId, Part> = written
        .into_iter()
        .map(|(task, section)| (task, Part::Section((*section).clone())))
        .collect();
    parts.extend(missing_parts(plan, state));
    let report = compose(&ReportInput {
        plan,
        language,
        outcome: Outcome::Partial,
        reasons: &reasons,
        parts: &parts.into_values().collect::<Vec<_>>(),
        evidence: &evidence,
        findings: &findings,
        summary: &[],
        transitions: &BTreeMap::new(),
        assumptions: &[],
        release: Release::Answer,
        left_out: &[],
        method: &[],
        layout: Layout::Sections,
    });
    Ok(Some(report.markdown))
}

/// What became of the tasks that have no section.
fn missing_parts(plan: &Plan, state: &RunState) -> Vec<(TaskId, Part)> {
    let title = |task: TaskId| {
        let task = plan.task(task);
        task.map(|task| task.description.clone())
            .unwrap_or_default()
    };
    let missing = state.tasks().iter().filter_map(|(task, state)| {
        let (task, title) = (*task, title(*task));
        let part = match state {
            TaskState::Failed(failure) => Part::Failed {
                task,
                title,
                failure: failure.clone(),
            },
            TaskState::Blocked { by } => Part::Blocked {
                task,
                title,
                by: *by,
            },
            _ => return None,
        };
        Some((task, part))
    });
    missing.collect()
}
