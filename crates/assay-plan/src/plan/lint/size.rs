use assay_domain::Plan;

use super::{Advice, AdviceKind};

/// S0: four to seven chapters serve best.
const GOOD: std::ops::RangeInclusive<usize> = 4..=7;

/// P-001: few large tasks leave little to do at once, so the run takes longer.
/// P-002: many small tasks cost a worker each and pass more text around than they write.
pub(super) fn lint(plan: &Plan) -> Vec<Advice> {
    let tasks = plan.tasks.len();
    let kind = if tasks < *GOOD.start() {
        AdviceKind::FewTasks { tasks }
    } else if tasks > *GOOD.end() {
        AdviceKind::ManyTasks { tasks }
    } else {
        return Vec::new();
    };
    vec![Advice::on_plan(kind)]
}
