//! Research plans as files: read a person's strictly, mend a planner's, advise on either, draw the
//! graph, import an old Markdown plan.

mod ask_back;
mod chain;
mod columns;
mod cycle;
mod draft;
mod draw;
mod graph;
mod import;
mod lint;
mod problem;
mod read;
mod reading;
mod repair;
mod rules;
mod schema;
mod spelling;
mod tree;

#[cfg(test)]
mod tests;

use assay_domain::Plan;

use self::draft::Draft;
use self::read::{Reading, parse_tree, read_plan};

pub use self::ask_back::take_ask_back;
pub use self::draw::draw;
pub use self::import::{ImportProblem, Imported, import_markdown};
pub use self::lint::{Advice, AdviceKind, DictatedBy, lint};
pub use self::problem::{PlanProblem, PlanProblemKind};
pub use self::reading::{Estimate, built_on_older, downstream, estimate, waves};
pub use self::repair::repair;
pub use self::rules::MAX_TASKS;
pub use self::schema::{planner_schema, schema};

/// Reads a person's plan. Nothing is guessed: every problem is reported, all at once.
pub fn parse(json: &str) -> Result<Plan, Vec<PlanProblem>> {
    let tree = parse_tree(json).map_err(|problem| vec![problem])?;
    let (draft, mut problems) = read_plan(tree, Reading::Strict);
    problems.extend(rules::broken_rules(&draft));
    problems.sort_by_key(PlanProblem::task_index);
    match draft.complete() {
        Some(plan) if problems.is_empty() => Ok(plan),
        _ => Err(problems),
    }
}

/// The rules of [`parse`] for a plan that is already typed. Empty if the plan can run.
pub fn check(plan: &Plan) -> Vec<PlanProblem> {
    let mut problems = rules::broken_rules(&Draft::from(plan));
    problems.sort_by_key(PlanProblem::task_index);
    problems
}
