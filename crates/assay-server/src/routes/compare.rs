use std::collections::BTreeSet;

use assay_domain::{Claim, Event, Evidence, Plan, RunId, Task, TaskId};
use assay_engine::RunRecord;
use assay_engine::artifacts::VALUATION;
use assay_store::RunRow;
use assay_valuation::{Outcome, Valuation, ValueChange, difference};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Problem;
use crate::call::{Call, aside};
use crate::desk::Desk;

/// What differs between two runs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Comparison {
    plan: PlanDifference,
    /// By what they say.
    claims: Differing<Claim>,
    evidence: Differing<Evidence>,
    /// Why the value of the second is another; null where one of them has none.
    valuation: Option<ValueChange>,
    /// Why the two values cannot be compared.
    valuation_trouble: Option<String>,
    a: RunRow,
    b: RunRow,
}

/// What only the second run has, what only the first has, and what both have.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Differing{T}")]
struct Differing<T> {
    added: Vec<T>,
    removed: Vec<T>,
    kept: Vec<T>,
}

/// Tasks are the same where they say the same; of the rest, those with the same number changed.
#[derive(Serialize, JsonSchema)]
struct PlanDifference {
    added: Vec<Task>,
    removed: Vec<Task>,
    changed: Vec<ChangedTask>,
}

#[derive(Serialize, JsonSchema)]
struct ChangedTask {
    task: TaskId,
    from: Task,
    to: Task,
}

pub(crate) async fn show(call: Call) -> Result<Comparison, Problem> {
    let (a, b) = (named(&call, "a")?, named(&call, "b")?);
    let desk = call.desk;
    aside(move || compared(&desk, &a, &b)).await
}

fn named(call: &Call, name: &str) -> Result<RunId, Problem> {
    let run = call.query(name).map(RunId::new);
    let missing = || format!("`{name}` is missing; name two runs: ?a=…&b=…");
    run.ok_or_else(|| Problem::bad_request(missing()))
}

struct Side {
    row: RunRow,
    plan: Option<Plan>,
    claims: Vec<Claim>,
    evidence: Vec<Evidence>,
    valuation: Option<Valuation>,
}

impl Side {
    fn load(desk: &Desk, run: &RunId) -> Result<Self, Problem> {
        let row = desk.row(run)?;
        let record = RunRecord::load(desk.store(), run)?;
        let (mut claims, mut evidence) = (Vec::new(), Vec::new());
        for envelope in record.journal() {
            match &envelope.event {
                Event::ClaimRegistered { claim } => claims.push(claim.clone()),
                Event::EvidenceAttached { evidence: item } => evidence.push(item.clone()),
                _ => {}
            }
        }
        let valuation = match record.artifacts().read(VALUATION)? {
            Some(Outcome::Valued(valuation)) => Some(*valuation),
            Some(Outcome::NotRunnable(_)) | None => None,
        };
        Ok(Self {
            row,
            plan: record.state().plan().cloned(),
            claims,
            evidence,
            valuation,
        })
    }
}

fn compared(desk: &Desk, a: &RunId, b: &RunId) -> Result<Comparison, Problem> {
    let (a, b) = (Side::load(desk, a)?, Side::load(desk, b)?);
    let (change, trouble) = match (&a.valuation, &b.valuation) {
        (Some(a), Some(b)) => match difference(a, b) {
            Ok(change) => (Some(change), None),
            Err(fault) => (None, Some(fault.to_string())),
        },
        _ => (None, None),
    };
    Ok(Comparison {
        plan: PlanDifference::between(a.plan.as_ref(), b.plan.as_ref()),
        claims: Differing::between(&a.claims, &b.claims, |claim| claim.text.trim().to_owned()),
        evidence: Differing::between(&a.evidence, &b.evidence, |item| item.id.to_string()),
        valuation: change,
        valuation_trouble: trouble,
        a: a.row,
        b: b.row,
    })
}

impl<T: Clone> Differing<T> {
    fn between(a: &[T], b: &[T], key: impl Fn(&T) -> String) -> Self {
        let keys = |side: &[T]| -> BTreeSet<String> { side.iter().map(&key).collect() };
        let (of_a, of_b) = (keys(a), keys(b));
        let once = |side: &[T], keep: &dyn Fn(&str) -> bool| -> Vec<T> {
            let mut seen = BTreeSet::new();
            let kept = side.iter().filter(|item| {
                let key = key(item);
                keep(&key) && seen.insert(key)
            });
            kept.cloned().collect()
        };
        Self {
            added: once(b, &|key| !of_a.contains(key)),
            removed: once(a, &|key| !of_b.contains(key)),
            kept: once(b, &|key| of_a.contains(key)),
        }
    }
}

impl PlanDifference {
    fn between(a: Option<&Plan>, b: Option<&Plan>) -> Self {
        let tasks = |plan: Option<&Plan>| plan.map(|plan| plan.tasks.clone()).unwrap_or_default();
        let (mut old, mut new): (Vec<Task>, Vec<Task>) = (tasks(a), tasks(b));
        let same = |a: &Task, b: &Task| a.description.trim() == b.description.trim();
        let (all_old, all_new) = (old.clone(), new.clone());
        old.retain(|task| !all_new.iter().any(|other| same(task, other)));
        new.retain(|task| !all_old.iter().any(|other| same(task, other)));
        let mut changed = Vec::new();
        for task in &old {
            if let Some(other) = new.iter().find(|other| other.id == task.id) {
                changed.push(ChangedTask {
                    task: task.id,
                    from: task.clone(),
                    to: other.clone(),
                });
            }
        }
        let is_changed = |task: &Task| changed.iter().any(|change| change.task == task.id);
        old.retain(|task| !is_changed(task));
        new.retain(|task| !is_changed(task));
        Self {
            added: new,
            removed: old,
            changed,
        }
    }
}
