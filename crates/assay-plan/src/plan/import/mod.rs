//! From an old Markdown plan with phases to the flat JSON plan.
//!
//! A phase says only that its tasks come after those of the phase before, so that is what the
//! dependencies say. Whatever could not be carried over is named in a remark.

mod item;
mod line;
mod outline;
mod remark;
mod words;

use assay_domain::{Hints, Language, Plan, Task, TaskId};

use self::outline::{Outline, OutlinePhase, OutlineTask, PhaseOrder};
use self::remark::Remark;
use super::problem::PlanProblem;
use super::repair::drop_indirect_dependencies;

/// A plan made from Markdown, and what its author should look at before running it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    pub plan: Plan,
    /// In the language of the file.
    pub remarks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportProblem {
    #[error("the file is empty; give a Markdown plan with a title, phases and tasks")]
    Empty,
    #[error("this is JSON already, not Markdown; check it as a plan instead of importing it")]
    AlreadyJson,
    #[error("there is no title; begin the file with a line such as `# Tesla in depth`")]
    NoTitle,
    #[error(
        "no tasks were found; write them as list items below headings such as `## Phase 1: Data`"
    )]
    NoTasks,
    #[error("the plan it describes cannot be used: {}", joined(.0))]
    Unusable(Vec<PlanProblem>),
}

fn joined(problems: &[PlanProblem]) -> String {
    let lines: Vec<String> = problems.iter().map(PlanProblem::to_string).collect();
    lines.join("; ")
}

pub fn import_markdown(text: &str) -> Result<Imported, ImportProblem> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(ImportProblem::Empty);
    }
    if text.trim_start().starts_with('{') {
        return Err(ImportProblem::AlreadyJson);
    }
    let mut outline = outline::read(text);
    let topic = outline.title.take().ok_or(ImportProblem::NoTitle)?;
    let language = Language::of_text(text);
    let mut remarks = std::mem::take(&mut outline.remarks);

    let research_type = outline.research_type.unwrap_or_else(|| {
        let assumed = words::research_type_in_title(&topic);
        remarks.push(Remark::AssumedType(assumed));
        assumed
    });
    let objectives = std::mem::take(&mut outline.objectives);
    if objectives.is_empty() {
        remarks.push(Remark::NoObjectives);
    }
    let tasks = flatten(outline, &mut remarks);
    if tasks.is_empty() {
        return Err(ImportProblem::NoTasks);
    }
    let mut plan = Plan {
        research_type,
        topic,
        objectives,
        tasks,
    };
    drop_indirect_dependencies(&mut plan, &mut Vec::new());
    let problems = super::check(&plan);
    if !problems.is_empty() {
        return Err(ImportProblem::Unusable(problems));
    }
    let remarks = remarks.iter().map(|r| r.text(language)).collect();
    Ok(Imported { plan, remarks })
}

/// Numbers the tasks through all phases; each depends on every task of the phases it comes after.
fn flatten(outline: Outline, remarks: &mut Vec<Remark>) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut ids_of_phase: Vec<(u32, Vec<TaskId>)> = Vec::new();
    let mut phases_in_order = 0;
    for phase in outline.phases {
        let number = phase.number;
        let dependencies = dependencies_of(&phase, &ids_of_phase, remarks);
        if !dependencies.is_empty() {
            phases_in_order += 1;
        }
        let mut ids = Vec::new();
        for task in tasks_of(phase, remarks) {
            let id = TaskId(
                u32::try_from(tasks.len())
                    .unwrap_or(u32::MAX)
                    .saturating_add(1),
            );
            ids.push(id);
            tasks.push(Task {
                id,
                description: task.description,
                dependencies: dependencies.clone(),
                hints: (task.hints != Hints::default()).then_some(task.hints),
            });
        }
        if !ids.is_empty() {
            ids_of_phase.push((number, ids));
        }
    }
    if phases_in_order > 0 {
        remarks.push(Remark::PhasesBecameDependencies);
    }
    tasks
}

fn dependencies_of(
    phase: &OutlinePhase,
    earlier: &[(u32, Vec<TaskId>)],
    remarks: &mut Vec<Remark>,
) -> Vec<TaskId> {
    match &phase.order {
        PhaseOrder::AfterPrevious => earlier
            .last()
            .map(|(_, ids)| ids.clone())
            .unwrap_or_default(),
        PhaseOrder::AtOnce => Vec::new(),
        PhaseOrder::After(numbers) => {
            let mut dependencies = Vec::new();
            for wanted in numbers {
                match earlier.iter().find(|(number, _)| number == wanted) {
                    Some((_, ids)) => dependencies.extend_from_slice(ids),
                    None => remarks.push(Remark::UnknownPhase {
                        phase: phase.title.clone(),
                        named: *wanted,
                    }),
                }
            }
            dependencies.sort_unstable();
            dependencies.dedup();
            dependencies
        }
    }
}

/// A phase without tasks of its own is one task.
fn tasks_of(phase: OutlinePhase, remarks: &mut Vec<Remark>) -> Vec<OutlineTask> {
    if !phase.tasks.is_empty() || phase.title.is_empty() {
        return phase.tasks;
    }
    remarks.push(Remark::PhaseBecameTask(phase.title.clone()));
    vec![OutlineTask {
        description: phase.title,
        hints: phase.hints,
    }]
}
