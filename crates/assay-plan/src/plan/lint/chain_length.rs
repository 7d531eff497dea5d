use assay_domain::Plan;

use super::{Advice, AdviceKind};
use crate::plan::reading::estimate;

/// S0 calls four tasks in a row too deep.
const TOO_DEEP: usize = 4;

/// P-003: a chain that could be flatter. Each link adds a whole task to the running time, and most
/// analyses need the topic, not the chapter before them. A plan that is nothing but a chain is
/// named from three tasks on.
pub(super) fn lint(plan: &Plan) -> Vec<Advice> {
    let chain = estimate(plan).critical_path;
    let nothing_else = chain.len() >= 3 && chain.len() == plan.tasks.len();
    if chain.len() < TOO_DEEP && !nothing_else {
        return Vec::new();
    }
    vec![Advice::on_plan(AdviceKind::LongChain { chain })]
}
