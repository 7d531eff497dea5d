use std::collections::{BTreeMap, VecDeque};

use assay_domain::Plan;

/// The dependency graph by position in the task list. Edges that name no task, the task itself or
/// the same task twice are not in it, so that it can be built from any plan, valid or not.
pub(super) struct Graph {
    dependencies: Vec<Vec<usize>>,
    dependants: Vec<Vec<usize>>,
}

/// A dependency that another dependency of the same task already brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Implied {
    pub(super) task: usize,
    pub(super) dependency: usize,
    pub(super) through: usize,
}

impl Graph {
    pub(super) fn of_plan(plan: &Plan) -> Self {
        Self::new(plan.tasks.iter().map(|task| {
            let dependencies = task.dependencies.iter().map(|id| id.0).collect();
            (Some(task.id.0), dependencies)
        }))
    }

    /// From each task's id and the ids it depends on. Of two tasks with one id the first counts.
    pub(super) fn new(tasks: impl Iterator<Item = (Option<u32>, Vec<u32>)>) -> Self {
        let tasks: Vec<_> = tasks.collect();
        let mut position = BTreeMap::new();
        for (index, (id, _)) in tasks.iter().enumerate() {
            if let Some(id) = id {
                position.entry(*id).or_insert(index);
            }
        }
        let mut dependants = vec![Vec::new(); tasks.len()];
        let mut dependencies = Vec::with_capacity(tasks.len());
        for (index, (_, named)) in tasks.iter().enumerate() {
            let mut known: Vec<usize> = named
                .iter()
                .filter_map(|id| position.get(id).copied())
                .filter(|dependency| *dependency != index)
                .collect();
            known.sort_unstable();
            known.dedup();
            for dependency in &known {
                if let Some(list) = dependants.get_mut(*dependency) {
                    list.push(index);
                }
            }
            dependencies.push(known);
        }
        Self {
            dependencies,
            dependants,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.dependencies.len()
    }

    pub(super) fn dependencies(&self, task: usize) -> &[usize] {
        self.dependencies.get(task).map_or(&[], Vec::as_slice)
    }

    pub(super) fn dependants(&self, task: usize) -> &[usize] {
        self.dependants.get(task).map_or(&[], Vec::as_slice)
    }

    /// Tasks in an order that respects the dependencies, each with its wave (0 is the first).
    /// Tasks on a cycle, or behind one, are absent.
    pub(super) fn order(&self) -> Vec<(usize, usize)> {
        let mut waiting: Vec<usize> = self.dependencies.iter().map(Vec::len).collect();
        let mut ready: VecDeque<(usize, usize)> = (0..self.len())
            .filter(|task| self.dependencies(*task).is_empty())
            .map(|task| (task, 0))
            .collect();
        let mut order = Vec::with_capacity(self.len());
        // first in, first out: when the last dependency leaves the queue it is a deepest one
        while let Some((task, wave)) = ready.pop_front() {
            order.push((task, wave));
            for dependant in self.dependants(task) {
                if let Some(left) = waiting.get_mut(*dependant) {
                    *left -= 1;
                    if *left == 0 {
                        ready.push_back((*dependant, wave + 1));
                    }
                }
            }
        }
        order
    }

    /// Everything that depends on `from`, with `from`, in no particular order.
    pub(super) fn downstream(&self, from: usize) -> Vec<usize> {
        let mut seen = vec![false; self.len()];
        let mut found = Vec::new();
        let mut stack = vec![from];
        while let Some(task) = stack.pop() {
            match seen.get_mut(task) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            found.push(task);
            stack.extend_from_slice(self.dependants(task));
        }
        found
    }

    /// Every dependency implied by another of the same task, by task, then dependency.
    /// Tasks on a cycle, or behind one, are left out: nothing can be said of them.
    pub(super) fn implied(&self) -> Vec<Implied> {
        let order = self.order();
        let mut wave_of = vec![0; self.len()];
        let mut ancestors = vec![BitSet::default(); self.len()];
        let mut implied = Vec::new();
        for (task, wave) in order {
            if let Some(slot) = wave_of.get_mut(task) {
                *slot = wave;
            }
            let mut above = BitSet::with_capacity(self.len());
            for dependency in self.dependencies(task) {
                if let Some(more) = ancestors.get(*dependency) {
                    above.union(more);
                }
            }
            // deepest first: the one found is itself implied by no other
            let mut deepest_first = self.dependencies(task).to_vec();
            deepest_first.sort_by_key(|d| (std::cmp::Reverse(wave_of.get(*d)), *d));
            for dependency in self.dependencies(task) {
                if !above.contains(*dependency) {
                    continue;
                }
                let through = deepest_first.iter().find(|other| {
                    ancestors
                        .get(**other)
                        .is_some_and(|set| set.contains(*dependency))
                });
                if let Some(through) = through {
                    implied.push(Implied {
                        task,
                        dependency: *dependency,
                        through: *through,
                    });
                }
            }
            for dependency in self.dependencies(task) {
                above.insert(*dependency);
            }
            if let Some(slot) = ancestors.get_mut(task) {
                *slot = above;
            }
        }
        implied.sort_by_key(|found| (found.task, found.dependency));
        implied
    }
}

#[derive(Clone, Default)]
struct BitSet(Vec<u64>);

impl BitSet {
    fn with_capacity(bits: usize) -> Self {
        Self(vec![0; bits.div_ceil(64)])
    }

    fn insert(&mut self, bit: usize) {
        if let Some(word) = self.0.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    fn contains(&self, bit: usize) -> bool {
        self.0
            .get(bit / 64)
            .is_some_and(|word| word & (1 << (bit % 64)) != 0)
    }

    fn union(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }
}
