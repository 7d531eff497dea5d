use assay_domain::Plan;

use super::{Advice, AdviceKind};
use crate::plan::graph::Graph;

/// P-004: a dependency that another one already brings. It changes neither the order nor the
/// waiting, but its section is handed to the worker a second time.
pub(super) fn lint(plan: &Plan) -> Vec<Advice> {
    let id_at = |index: usize| plan.tasks.get(index).map(|task| task.id);
    Graph::of_plan(plan)
        .implied()
        .into_iter()
        .filter_map(|found| {
            let kind = AdviceKind::ImpliedDependency {
                dependency: id_at(found.dependency)?,
                through: id_at(found.through)?,
            };
            Some(Advice::on_task(id_at(found.task)?, kind))
        })
        .collect()
}
