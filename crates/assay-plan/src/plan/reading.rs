//! What a plan's graph says: waves, time, what hangs on what.

use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Plan, TaskId};
use schemars::JsonSchema;
use serde::Serialize;

use super::graph::Graph;

/// S0: a task takes two to four minutes.
const MINUTES_PER_TASK: (u32, u32) = (2, 4);

/// How long a plan takes if nothing but its dependencies holds it up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Estimate {
    pub waves: usize,
    /// A longest chain, first task first.
    pub critical_path: Vec<TaskId>,
    pub low_minutes: u32,
    pub high_minutes: u32,
}

/// The tasks by the length of the longest chain before them, each wave in order of id. A reading of
/// the graph, not a barrier: a task starts the moment its own dependencies are done.
/// Tasks on a cycle, or behind one, are in no wave.
pub fn waves(plan: &Plan) -> Vec<Vec<TaskId>> {
    let mut waves: Vec<Vec<TaskId>> = Vec::new();
    for (task, wave) in Graph::of_plan(plan).order() {
        let Some(task) = plan.tasks.get(task) else {
            continue;
        };
        if waves.len() <= wave {
            waves.resize_with(wave + 1, Vec::new);
        }
        if let Some(wave) = waves.get_mut(wave) {
            wave.push(task.id);
        }
    }
    for wave in &mut waves {
        wave.sort_unstable();
    }
    waves
}

pub fn estimate(plan: &Plan) -> Estimate {
    let critical_path = critical_path(plan);
    let tasks = u32::try_from(critical_path.len()).unwrap_or(u32::MAX);
    let (low, high) = MINUTES_PER_TASK;
    Estimate {
        // every task counts alike, so the longest chain has one task in each wave
        waves: critical_path.len(),
        low_minutes: tasks.saturating_mul(low),
        high_minutes: tasks.saturating_mul(high),
        critical_path,
    }
}

/// The task and everything that depends on it, directly or not. Empty if there is no such task.
pub fn downstream(plan: &Plan, from: TaskId) -> BTreeSet<TaskId> {
    let Some(from) = plan.tasks.iter().position(|task| task.id == from) else {
        return BTreeSet::new();
    };
    Graph::of_plan(plan)
        .downstream(from)
        .into_iter()
        .filter_map(|index| plan.tasks.get(index).map(|task| task.id))
        .collect()
}

/// Tasks of `kept` that build on one of `changed`, directly or not, each with those it builds on: what
/// is kept was written from their older text.
pub fn built_on_older(
    plan: &Plan,
    kept: &BTreeSet<TaskId>,
    changed: &BTreeSet<TaskId>,
) -> BTreeMap<TaskId, BTreeSet<TaskId>> {
    let mut older: BTreeMap<TaskId, BTreeSet<TaskId>> = BTreeMap::new();
    for task in changed {
        let below = downstream(plan, *task);
        for dependant in below.intersection(kept).filter(|below| *below != task) {
            older.entry(*dependant).or_default().insert(*task);
        }
    }
    older
}

/// Of several longest chains the one with the lowest ids, read from its end.
fn critical_path(plan: &Plan) -> Vec<TaskId> {
    let graph = Graph::of_plan(plan);
    let id_at = |index: usize| plan.tasks.get(index).map(|task| task.id);
    let mut wave_of = vec![None; graph.len()];
    let mut last = None;
    for (task, wave) in graph.order() {
        if let Some(slot) = wave_of.get_mut(task) {
            *slot = Some(wave);
        }
        let deeper = last.is_none_or(|(best, best_wave)| {
            wave > best_wave || wave == best_wave && id_at(task) < id_at(best)
        });
        if deeper {
            last = Some((task, wave));
        }
    }
    let mut path = Vec::new();
    while let Some((task, wave)) = last {
        path.extend(id_at(task));
        last = wave.checked_sub(1).and_then(|before| {
            let on_path = |d: &&usize| wave_of.get(**d).is_some_and(|w| *w == Some(before));
            let dependency = graph.dependencies(task).iter().filter(on_path);
            dependency.min_by_key(|d| id_at(**d)).map(|d| (*d, before))
        });
    }
    path.reverse();
    path
}
