use assay_domain::Plan;

use super::{Advice, AdviceKind};

/// P-007: every worker is shown the objectives; without them it cannot tell what matters.
pub(super) fn lint(plan: &Plan) -> Vec<Advice> {
    if !plan.objectives.is_empty() {
        return Vec::new();
    }
    vec![Advice::on_plan(AdviceKind::NoObjectives)]
}
