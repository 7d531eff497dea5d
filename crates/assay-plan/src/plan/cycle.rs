use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::graph::Graph;

/// One shortest cycle through the first task of each knot of tasks that wait for each other.
/// In a cycle each task is a dependency of the next, and the last of the first.
pub(super) fn cycles(graph: &Graph) -> Vec<Vec<usize>> {
    let done: BTreeSet<usize> = graph.order().into_iter().map(|(task, _)| task).collect();
    let stuck: BTreeSet<usize> = (0..graph.len()).filter(|t| !done.contains(t)).collect();
    knots(graph, &stuck)
        .into_iter()
        .filter(|knot| knot.len() > 1)
        .filter_map(|knot| shortest_cycle(graph, &knot))
        .collect()
}

/// Strongly connected parts of the stuck tasks (Kosaraju), by their first task.
fn knots(graph: &Graph, stuck: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    let mut finished = finish_order(graph, stuck);
    let mut left = stuck.clone();
    let mut knots = Vec::new();
    while let Some(root) = finished.pop() {
        if !left.remove(&root) {
            continue;
        }
        let mut knot = BTreeSet::from([root]);
        let mut stack = vec![root];
        while let Some(task) = stack.pop() {
            for next in graph.dependencies(task) {
                if left.remove(next) {
                    knot.insert(*next);
                    stack.push(*next);
                }
            }
        }
        knots.push(knot);
    }
    knots.sort();
    knots
}

/// Tasks in the order in which a depth-first walk along the dependants leaves them.
fn finish_order(graph: &Graph, stuck: &BTreeSet<usize>) -> Vec<usize> {
    let mut unseen = stuck.clone();
    let mut finished = Vec::with_capacity(stuck.len());
    for root in stuck {
        if !unseen.remove(root) {
            continue;
        }
        let mut stack = vec![(*root, graph.dependants(*root).iter())];
        while let Some((task, nexts)) = stack.last_mut() {
            match nexts.next() {
                Some(next) => {
                    if unseen.remove(next) {
                        stack.push((*next, graph.dependants(*next).iter()));
                    }
                }
                None => {
                    finished.push(*task);
                    stack.pop();
                }
            }
        }
    }
    finished
}

fn shortest_cycle(graph: &Graph, knot: &BTreeSet<usize>) -> Option<Vec<usize>> {
    let start = *knot.first()?;
    let mut came_from = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(task) = queue.pop_front() {
        for next in graph.dependants(task) {
            if *next == start {
                return Some(walk_back(&came_from, task));
            }
            if knot.contains(next) && !came_from.contains_key(next) {
                came_from.insert(*next, task);
                queue.push_back(*next);
            }
        }
    }
    None
}

fn walk_back(came_from: &BTreeMap<usize, usize>, end: usize) -> Vec<usize> {
    let mut path = vec![end];
    let mut task = end;
    while let Some(before) = came_from.get(&task) {
        path.push(*before);
        task = *before;
    }
    path.reverse();
    path
}
