use std::collections::{BTreeMap, BTreeSet, VecDeque};

use assay_domain::{Plan, TaskId};

/// Who waits for whom.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    dependants: BTreeMap<TaskId, Vec<TaskId>>,
}

impl Graph {
    pub(super) fn of(plan: &Plan) -> Self {
        let mut dependants: BTreeMap<TaskId, Vec<TaskId>> = BTreeMap::new();
        for task in &plan.tasks {
            for dependency in &task.dependencies {
                dependants.entry(*dependency).or_default().push(task.id);
            }
        }
        Self { dependants }
    }

    pub(super) fn dependants(&self, task: TaskId) -> &[TaskId] {
        self.dependants.get(&task).map_or(&[], Vec::as_slice)
    }

    /// Every task that needs `task`, directly or not, in order of their numbers.
    pub(super) fn downstream(&self, task: TaskId) -> BTreeSet<TaskId> {
        let mut found = BTreeSet::new();
        let mut queue = VecDeque::from([task]);
        while let Some(next) = queue.pop_front() {
            for dependant in self.dependants(next) {
                if found.insert(*dependant) {
                    queue.push_back(*dependant);
                }
            }
        }
        found
    }
}
