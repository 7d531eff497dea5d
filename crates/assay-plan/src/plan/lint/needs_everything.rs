use assay_domain::Plan;

use super::{Advice, AdviceKind};

/// Three or four chapters may well all be needed by a conclusion.
const SUSPICIOUS: usize = 5;

/// P-008: a task that depends on every other one. A conclusion rarely needs them all: each needless
/// one delays it and fills its context.
pub(super) fn lint(plan: &Plan) -> Vec<Advice> {
    plan.tasks
        .iter()
        .filter(|task| {
            let dependencies = task.dependencies.len();
            dependencies >= SUSPICIOUS && dependencies + 1 == plan.tasks.len()
        })
        .map(|task| {
            let dependencies = task.dependencies.len();
            Advice::on_task(task.id, AdviceKind::NeedsEverything { dependencies })
        })
        .collect()
}
