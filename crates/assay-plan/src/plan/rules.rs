//! What a plan must be beyond its shape. Both doors, a user's file and a typed plan, end here.

use std::collections::{BTreeMap, BTreeSet};

use assay_domain::TaskId;

use super::cycle::cycles;
use super::draft::{Draft, DraftHints, DraftTask, Texts};
use super::graph::Graph;
use super::problem::{PlanProblem, PlanProblemKind};

/// More tasks than any plan needs, few enough that every check stays instant.
pub const MAX_TASKS: usize = 10_000;

pub(super) fn broken_rules(draft: &Draft) -> Vec<PlanProblem> {
    let mut problems = Vec::new();
    blank_texts(draft, &mut problems);
    match draft.tasks.as_deref() {
        Some([]) => problems.push(PlanProblem::at("/tasks", PlanProblemKind::NoTasks)),
        Some(tasks) if tasks.len() > MAX_TASKS => {
            let found = tasks.len();
            problems.push(PlanProblem::at(
                "/tasks",
                PlanProblemKind::TooManyTasks { found },
            ));
        }
        Some(tasks) => {
            bad_ids(tasks, &mut problems);
            bad_dependencies(tasks, &mut problems);
            circular_dependencies(tasks, &mut problems);
        }
        None => {}
    }
    problems
}

fn blank_texts(draft: &Draft, problems: &mut Vec<PlanProblem>) {
    let mut blank = |pointer: String, text: &Option<String>| {
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            problems.push(PlanProblem::at(pointer, PlanProblemKind::Blank));
        }
    };
    let mut blank_items = |pointer: String, list: &Option<Texts>| {
        for (index, text) in list.iter().flatten().enumerate() {
            blank(format!("{pointer}/{index}"), text);
        }
    };
    blank_items("/objectives".to_owned(), &draft.objectives);
    for (index, task) in draft.tasks().iter().enumerate() {
        for (name, list) in task.hints.iter().flatten().flat_map(DraftHints::lists) {
            blank_items(format!("/tasks/{index}/hints/{name}"), list);
        }
    }
    blank("/topic".to_owned(), &draft.topic);
    for (index, task) in draft.tasks().iter().enumerate() {
        blank(format!("/tasks/{index}/description"), &task.description);
    }
}

fn bad_ids(tasks: &[DraftTask], problems: &mut Vec<PlanProblem>) {
    let mut first_use: BTreeMap<u32, usize> = BTreeMap::new();
    for (index, task) in tasks.iter().enumerate() {
        let Some(id) = task.id else {
            continue;
        };
        let kind = if let Some(first) = first_use.get(&id) {
            PlanProblemKind::DuplicateId {
                id: TaskId(id),
                first_pointer: format!("/tasks/{first}/id"),
            }
        } else {
            first_use.insert(id, index);
            if id > 0 {
                continue;
            }
            let found = id.to_string();
            PlanProblemKind::IdOutOfRange { found }
        };
        problems.push(PlanProblem::at(format!("/tasks/{index}/id"), kind));
    }
    gaps(tasks.len(), &first_use, problems);
}

/// A gap that a duplicate or unreadable id explains is not reported again: only ids beyond the
/// number of tasks prove a gap.
fn gaps(tasks: usize, first_use: &BTreeMap<u32, usize>, problems: &mut Vec<PlanProblem>) {
    let Ok(highest) = u32::try_from(tasks) else {
        return;
    };
    let mut too_high = first_use.range(highest.saturating_add(1)..).peekable();
    let Some((_, index)) = too_high.peek() else {
        return;
    };
    let pointer = format!("/tasks/{index}/id");
    let too_high = too_high.map(|(id, _)| TaskId(*id)).collect();
    let missing = (1..=highest)
        .filter(|id| !first_use.contains_key(id))
        .map(TaskId)
        .collect();
    problems.push(PlanProblem::at(
        pointer,
        PlanProblemKind::NonConsecutiveIds {
            tasks,
            missing,
            too_high,
        },
    ));
}

fn bad_dependencies(tasks: &[DraftTask], problems: &mut Vec<PlanProblem>) {
    let known: BTreeSet<u32> = tasks.iter().filter_map(|task| task.id).collect();
    // with an id unread, a dependency on it would be called unknown though it is not
    let all_ids_read = tasks.iter().all(|task| task.id.is_some());
    for (index, task) in tasks.iter().enumerate() {
        let mut seen = BTreeSet::new();
        for (place, dependency) in task.dependencies.iter().flatten().enumerate() {
            let Some(dependency) = *dependency else {
                continue;
            };
            let task_id = task.id.map(TaskId);
            let kind = if Some(dependency) == task.id {
                PlanProblemKind::SelfDependency {
                    task: TaskId(dependency),
                }
            } else if !seen.insert(dependency) {
                PlanProblemKind::DuplicateDependency {
                    task: task_id,
                    dependency: TaskId(dependency),
                }
            } else if all_ids_read && !known.contains(&dependency) {
                PlanProblemKind::UnknownDependency {
                    task: task_id,
                    dependency: TaskId(dependency),
                }
            } else {
                continue;
            };
            let pointer = format!("/tasks/{index}/dependencies/{place}");
            problems.push(PlanProblem::at(pointer, kind));
        }
    }
}

fn circular_dependencies(tasks: &[DraftTask], problems: &mut Vec<PlanProblem>) {
    let graph = Graph::new(
        tasks
            .iter()
            .map(|task| (task.id, task.named_dependencies())),
    );
    for cycle in cycles(&graph) {
        let Some(first) = cycle.first() else {
            continue;
        };
        let pointer = format!("/tasks/{first}/dependencies");
        let ids = cycle
            .iter()
            .filter_map(|index| tasks.get(*index)?.id.map(TaskId))
            .collect();
        problems.push(PlanProblem::at(
            pointer,
            PlanProblemKind::Cycle { tasks: ids },
        ));
    }
}
