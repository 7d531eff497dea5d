use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_domain::{
    ArtifactName, Author, CallKind, Claim, Envelope, Event, EvidenceId, Plan, Section, TaskId,
    cited_evidence,
};
use assay_plan::plan::built_on_older;
use assay_plan::{RunState, TaskState};
use assay_store::Store;

use crate::engine::sections;
use crate::{EngineError, Reuse, RunContext};

/// Copies the journaled results of the reused tasks, so that the new run stands by itself.
pub(crate) fn reused(store: &Store, plan: &Plan, reuse: &Reuse) -> Result<Vec<Event>, EngineError> {
    let base = store.load(&reuse.base, 0)?;
    let old = RunState::from_events(base.iter().map(|envelope| &envelope.event));
    let sections = sections(store, &base)?;
    let mut copied = Vec::new();
    for id in &reuse.tasks {
        let refuse = |why: &str| EngineError::CannotReuse {
            run: reuse.base.clone(),
            task: id.0,
            why: why.to_owned(),
        };
        let then = old.plan().and_then(|plan| plan.task(*id));
        let now = plan.task(*id);
        if then.map(|task| &task.description) != now.map(|task| &task.description) {
            return Err(refuse("its description changed; re-run it as well"));
        }
        let section = sections.get(id);
        let Some(section) = section.filter(|_| old.tasks().get(id) == Some(&TaskState::Finished))
        else {
            return Err(refuse("it has no finished section there"));
        };
        copied.extend(tool_calls_of(*id, &base));
        copied.extend(results_of(*id, &section.markdown, &base));
        copied.push(Event::TaskReused {
            task: *id,
            from: reuse.base.clone(),
        });
        if let Author::Fallback { because, .. } = &section.author {
            copied.push(Event::Degraded {
                reason: because.clone(),
            });
        }
    }
    Ok(copied)
}

/// What a reader must know of reused sections that build on tasks whose text is another now: which,
/// and on what, in words.
pub(crate) fn older_grounds(
    context: &RunContext,
    plan: &Plan,
    written: &[Arc<Section>],
) -> Result<Vec<(String, String)>, EngineError> {
    let reused = context.memory().reused.clone();
    let Some(base) = reused.values().next() else {
        return Ok(Vec::new());
    };
    let then = sections(context.store(), &context.store().load(base, 0)?)?;
    let is_same = |section: &&Arc<Section>| {
        let old = then.get(&section.task);
        old.is_some_and(|old| old.markdown == section.markdown)
    };
    let same: BTreeSet<TaskId> = written.iter().filter(is_same).map(|one| one.task).collect();
    let all = plan.tasks.iter().map(|task| task.id);
    let changed = all.filter(|task| !same.contains(task)).collect();
    let kept = reused.keys().copied().collect();
    let language = context.settings.language;
    let older = built_on_older(plan, &kept, &changed);
    let told = older.into_iter().map(|(task, on)| {
        let on: Vec<String> = on.iter().map(ToString::to_string).collect();
        let on = on.join(language.pick(", ", "、"));
        (
            language.pick(format!("section {task}"), format!("第 {task} 节")),
            language.pick(
                format!("still holds: it is reused from {base}, where it was written from an older text of task {on}; --from instead of --only writes it anew"),
                format!("仍然成立：沿用自 {base}，当时依据的是任务 {on} 的旧文本；改用 --from 代替 --only 可重新撰写"),
            ),
        )
    });
    Ok(told.collect())
}

/// What the task's tools returned: contradictions are looked for in all of it, cited or not. Its
/// model calls stay behind; they were paid for in the earlier run.
fn tool_calls_of(task: TaskId, base: &[Envelope]) -> Vec<Event> {
    let mut keys = BTreeSet::new();
    let events = base.iter().map(|envelope| &envelope.event);
    let calls = events.filter(|event| match event {
        Event::CallStarted {
            key,
            task: Some(of),
            call: CallKind::Tool { .. },
            ..
        } if *of == task => keys.insert(key.clone()),
        Event::CallReplied { key, .. } => keys.contains(key),
        _ => false,
    });
    calls.cloned().collect()
}

/// The events that make up a task's section in the journal of an earlier run.
fn results_of(task: TaskId, markdown: &str, base: &[Envelope]) -> Vec<Event> {
    let claims: Vec<&Claim> = base
        .iter()
        .filter_map(|envelope| match &envelope.event {
            Event::ClaimRegistered { claim } if claim.task == task => Some(claim),
            _ => None,
        })
        .collect();
    let mut cited: BTreeSet<EvidenceId> = cited_evidence(markdown).into_iter().collect();
    cited.extend(claims.iter().flat_map(|claim| claim.evidence_ids.clone()));
    let evidence: BTreeMap<_, _> = base
        .iter()
        .filter_map(|envelope| match &envelope.event {
            Event::EvidenceAttached { evidence } if cited.contains(&evidence.id) => {
                Some((evidence.id.clone(), evidence.clone()))
            }
            _ => None,
        })
        .collect();
    let mut events: Vec<Event> = evidence
        .into_values()
        .map(|evidence| Event::EvidenceAttached { evidence })
        .collect();
    events.extend(claims.into_iter().map(|claim| Event::ClaimRegistered {
        claim: claim.clone(),
    }));
    events.extend(written(task, base));
    events
}

/// The newest section of a task, as the first version in another run.
fn written(task: TaskId, base: &[Envelope]) -> Option<Event> {
    let name = ArtifactName::section(task);
    let written = base.iter().rev().map(|envelope| &envelope.event);
    let mut section = written
        .filter(|event| event.artifact().is_some_and(|one| *one.name == name))
        .cloned();
    let mut section = section.next()?;
    if let Event::ArtifactWritten { version, .. } = &mut section {
        *version = 1;
    }
    Some(section)
}
