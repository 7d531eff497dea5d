use assay_domain::Plan;
use unicode_width::UnicodeWidthStr;

use super::{Advice, AdviceKind};

/// In terminal columns, so that 60 Chinese characters weigh as much as 120 Latin ones.
const LONGEST_HEADING: usize = 120;

/// P-009: the description becomes the heading of a chapter. What does not fit a heading belongs
/// into the hints.
pub(super) fn lint(plan: &Plan) -> Vec<Advice> {
    plan.tasks
        .iter()
        .filter(|task| task.description.width() > LONGEST_HEADING)
        .map(|task| {
            let characters = task.description.chars().count();
            Advice::on_task(task.id, AdviceKind::LongDescription { characters })
        })
        .collect()
}
