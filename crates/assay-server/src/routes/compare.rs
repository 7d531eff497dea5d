use std::collections::BTreeSet;

use assay_domain::{Claim, Event, Evidence, Plan, RunId, Task};
use assay_engine::RunRecord;
use assay_valuation::{Outcome, Valuation, difference};
use serde_json::{Value, json};

use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, answer};

pub(crate) async fn show(call: Call) -> Answer {
    let (a, b) = (named(&call, "a")?, named(&call, "b")?);
    let desk = call.desk;
    Ok(answer::ok(&aside(move || compared(&desk, &a, &b)).await?))
}

fn named(call: &Call, name: &str) -> Result<RunId, Problem> {
    let run = call.query(name).map(RunId::new);
    let missing = || format!("`{name}` is missing; name two runs: ?a=…&b=…");
    run.ok_or_else(|| Problem::bad_request(missing()))
}

struct Side {
    row: Value,
    plan: Option<Plan>,
    claims: Vec<Claim>,
    evidence: Vec<Evidence>,
    valuation: Option<Valuation>,
}

impl Side {
    fn load(desk: &Desk, run: &RunId) -> Result<Self, Problem> {
        let row = json!(desk.row(run)?);
        let record = RunRecord::load(desk.store(), run)?;
        let (mut claims, mut evidence) = (Vec::new(), Vec::new());
        for envelope in record.journal() {
            match &envelope.event {
                Event::ClaimRegistered { claim } => claims.push(claim.clone()),
                Event::EvidenceAttached { evidence: item } => evidence.push(item.clone()),
                _ => {}
            }
        }
        let outcome = record.artifact("valuation")?;
        let outcome = outcome.map(|text| serde_json::from_str::<Outcome>(&text));
        let valuation = match outcome.transpose()? {
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

fn compared(desk: &Desk, a: &RunId, b: &RunId) -> Result<Value, Problem> {
    let (a, b) = (Side::load(desk, a)?, Side::load(desk, b)?);
    let (change, trouble) = match (&a.valuation, &b.valuation) {
        (Some(a), Some(b)) => match difference(a, b) {
            Ok(change) => (Some(change), None),
            Err(fault) => (None, Some(fault.to_string())),
        },
        _ => (None, None),
    };
    Ok(json!({
        "plan": plans(a.plan.as_ref(), b.plan.as_ref()),
        "claims": differing(&a.claims, &b.claims, |claim| claim.text.trim().to_owned()),
        "evidence": differing(&a.evidence, &b.evidence, |item| item.id.to_string()),
        "valuation": change,
        "valuation_trouble": trouble,
        "a": a.row,
        "b": b.row,
    }))
}

/// What only the second has, what only the first has, and what both have.
fn differing<T: serde::Serialize>(a: &[T], b: &[T], key: impl Fn(&T) -> String) -> Value {
    let keys = |side: &[T]| -> BTreeSet<String> { side.iter().map(&key).collect() };
    let (of_a, of_b) = (keys(a), keys(b));
    let once = |side: &[T], keep: &dyn Fn(&str) -> bool| -> Vec<Value> {
        let mut seen = BTreeSet::new();
        let kept = side.iter().filter(|item| {
            let key = key(item);
            keep(&key) && seen.insert(key)
        });
        kept.map(|item| json!(item)).collect()
    };
    json!({
        "added": once(b, &|key| !of_a.contains(key)),
        "removed": once(a, &|key| !of_b.contains(key)),
        "kept": once(b, &|key| of_a.contains(key)),
    })
}

/// Tasks are the same where they say the same; of the rest, those with the same number changed.
fn plans(a: Option<&Plan>, b: Option<&Plan>) -> Value {
    let tasks = |plan: Option<&Plan>| plan.map(|plan| plan.tasks.clone()).unwrap_or_default();
    let (mut old, mut new): (Vec<Task>, Vec<Task>) = (tasks(a), tasks(b));
    let same = |a: &Task, b: &Task| a.description.trim() == b.description.trim();
    let (all_old, all_new) = (old.clone(), new.clone());
    old.retain(|task| !all_new.iter().any(|other| same(task, other)));
    new.retain(|task| !all_old.iter().any(|other| same(task, other)));
    let mut changed = Vec::new();
    for task in &old {
        if let Some(other) = new.iter().find(|other| other.id == task.id) {
            changed.push(json!({"task": task.id, "from": task, "to": other}));
        }
    }
    let is_in = |side: &[Task], task: &Task| side.iter().any(|other| other.id == task.id);
    let added: Vec<&Task> = new.iter().filter(|task| !is_in(&old, task)).collect();
    let removed: Vec<&Task> = old.iter().filter(|task| !is_in(&new, task)).collect();
    json!({"added": added, "removed": removed, "changed": changed})
}
