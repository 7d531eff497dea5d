use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Plan, Repair, TaskId};

use super::graph::Graph;
use super::problem::{PlanProblem, PlanProblemKind};
use super::read::{Reading, parse_tree, read_plan};
use super::rules::broken_rules;
use super::tree::Tree;

/// Reads a planner's plan and mends what can be mended in only one way: unknown, repeated, circular
/// to itself and indirect dependencies are dropped, ids are renumbered. Repairs speak of the
/// planner's own numbers; the renumbering comes last.
///
/// What is left over (a cycle, a missing field, a wrong type, no tasks) is for the planner to read.
pub fn repair(json: &str) -> Result<(Plan, Vec<Repair>), Vec<PlanProblem>> {
    let object =
        object_text(json).ok_or_else(|| vec![PlanProblem::at("", PlanProblemKind::NoObject)])?;
    let tree = parse_tree(object).map_err(|problem| vec![problem])?;
    let (draft, mut problems) = read_plan(unwrapped(tree), Reading::Lenient);
    problems.extend(broken_rules(&draft));
    problems.retain(|problem| !problem.kind.is_repairable());
    problems.sort_by_key(PlanProblem::task_index);
    match draft.complete() {
        Some(plan) if problems.is_empty() => Ok(mend(plan)),
        _ => Err(problems),
    }
}

/// The object inside a code fence or a sentence. One without an end is left for the parser to judge.
fn object_text(text: &str) -> Option<&str> {
    let start = text.find('{')?;
    let end = text.rfind('}').filter(|end| start < *end);
    text.get(start..end.map_or(text.len(), |end| end + 1))
}

/// `{"plan": {"tasks": …}}` can mean only the inner object.
fn unwrapped(tree: Tree) -> Tree {
    match tree {
        Tree::Object(mut fields) => match fields.as_mut_slice() {
            [(_, Tree::Object(inner))] if inner.iter().any(|(name, _)| name == "tasks") => {
                Tree::Object(std::mem::take(inner))
            }
            _ => Tree::Object(fields),
        },
        other => other,
    }
}

fn mend(mut plan: Plan) -> (Plan, Vec<Repair>) {
    let mut repairs = Vec::new();
    drop_false_dependencies(&mut plan, &mut repairs);
    drop_indirect_dependencies(&mut plan, &mut repairs);
    renumber(&mut plan, &mut repairs);
    (plan, repairs)
}

fn drop_false_dependencies(plan: &mut Plan, repairs: &mut Vec<Repair>) {
    let known: BTreeSet<TaskId> = plan.tasks.iter().map(|task| task.id).collect();
    for task in &mut plan.tasks {
        let id = task.id;
        let mut seen = BTreeSet::new();
        task.dependencies.retain(|dependency| {
            let dependency = *dependency;
            let repair = if dependency == id {
                Repair::DroppedSelfDependency { task: id }
            } else if !known.contains(&dependency) {
                Repair::DroppedUnknownDependency {
                    task: id,
                    dependency,
                }
            } else if !seen.insert(dependency) {
                Repair::DroppedDuplicateDependency {
                    task: id,
                    dependency,
                }
            } else {
                return true;
            };
            repairs.push(repair);
            false
        });
    }
}

pub(super) fn drop_indirect_dependencies(plan: &mut Plan, repairs: &mut Vec<Repair>) {
    let ids: Vec<TaskId> = plan.tasks.iter().map(|task| task.id).collect();
    let id_at = |index: usize| ids.get(index).copied();
    let mut dropped: BTreeMap<TaskId, BTreeSet<TaskId>> = BTreeMap::new();
    for found in Graph::of_plan(plan).implied() {
        let (Some(task), Some(dependency), Some(through)) = (
            id_at(found.task),
            id_at(found.dependency),
            id_at(found.through),
        ) else {
            continue;
        };
        dropped.entry(task).or_default().insert(dependency);
        repairs.push(Repair::DroppedIndirectDependency {
            task,
            dependency,
            through,
        });
    }
    for task in &mut plan.tasks {
        if let Some(dropped) = dropped.get(&task.id) {
            task.dependencies.retain(|id| !dropped.contains(id));
        }
    }
}

/// By rank, so that the tasks keep their order among each other.
fn renumber(plan: &mut Plan, repairs: &mut Vec<Repair>) {
    let ids: BTreeSet<TaskId> = plan.tasks.iter().map(|task| task.id).collect();
    let new_id: BTreeMap<TaskId, TaskId> = ids.into_iter().zip((1..).map(TaskId)).collect();
    repairs.extend(
        new_id
            .iter()
            .filter(|(from, to)| from != to)
            .map(|(from, to)| Repair::RenumberedTask {
                from: *from,
                to: *to,
            }),
    );
    let renumbered = |id: &mut TaskId| {
        if let Some(to) = new_id.get(id) {
            *id = *to;
        }
    };
    for task in &mut plan.tasks {
        renumbered(&mut task.id);
        task.dependencies.iter_mut().for_each(renumbered);
    }
}
