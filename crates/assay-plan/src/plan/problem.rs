use std::fmt;

use assay_domain::{ResearchType, TaskId};
use schemars::JsonSchema;
use serde::Serialize;

use super::chain::{arrows, id_ranges};

/// Why a plan cannot be used: where, what is wrong, what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ToldProblem")]
#[schemars(from = "ToldProblem")]
pub struct PlanProblem {
    /// JSON pointer (RFC 6901) into the plan; empty for the plan as a whole.
    pub pointer: String,
    pub kind: PlanProblemKind,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanProblemKind {
    #[error("there is no text; write a JSON object")]
    Empty,
    #[error("there is no JSON object in the text; give the plan as JSON and nothing else")]
    NoObject,
    #[error("not valid JSON: {reason}; mend the text there")]
    Syntax {
        line: usize,
        column: usize,
        reason: String,
    },
    #[error("unknown field `{field}`; {}", remedy(*did_you_mean, "remove it or use", allowed))]
    UnknownField {
        field: String,
        did_you_mean: Option<&'static str>,
        allowed: &'static [&'static str],
    },
    #[error("the field `{field}` is given twice; keep one")]
    RepeatedField { field: String },
    #[error("the field `{field}` is missing; add `\"{field}\": {example}` or the like")]
    MissingField {
        field: &'static str,
        example: &'static str,
    },
    #[error("expected {expected}, found {found}; change the value")]
    WrongType {
        expected: &'static str,
        found: &'static str,
    },
    #[error(
        "unknown research type `{found}`; {}",
        remedy(*did_you_mean, "use", &ResearchType::ALL.map(ResearchType::name))
    )]
    UnknownResearchType {
        found: String,
        did_you_mean: Option<&'static str>,
    },
    #[error("the text is empty; write something there")]
    Blank,
    #[error("there are no tasks; add at least one")]
    NoTasks,
    #[error(
        "{found} tasks are more than the {} a plan may have; split the plan",
        super::MAX_TASKS
    )]
    TooManyTasks { found: usize },
    #[error("{found} is not a task number; task numbers are 1, 2, 3 and so on")]
    IdOutOfRange { found: String },
    #[error("id {id} is already used at {first_pointer}; give each task its own number")]
    DuplicateId { id: TaskId, first_pointer: String },
    #[error(
        "ids must run from 1 to {tasks} without a gap, but {} missing and {} too high; renumber \
         the tasks and the dependencies that name them",
        are(missing),
        are(too_high)
    )]
    NonConsecutiveIds {
        tasks: usize,
        missing: Vec<TaskId>,
        too_high: Vec<TaskId>,
    },
    #[error(
        "{} depends on task {dependency}, which does not exist; name an existing task or remove \
         it",
        subject(*task)
    )]
    UnknownDependency {
        task: Option<TaskId>,
        dependency: TaskId,
    },
    #[error("task {task} depends on itself; remove that dependency")]
    SelfDependency { task: TaskId },
    #[error("{} names task {dependency} twice as a dependency; keep one", subject(*task))]
    DuplicateDependency {
        task: Option<TaskId>,
        dependency: TaskId,
    },
    /// Each task is a dependency of the next, and the last of the first.
    #[error(
        "these tasks wait for each other in a circle: {}; remove one of the dependencies between \
         them",
        arrows(tasks.iter().chain(tasks.first()))
    )]
    Cycle { tasks: Vec<TaskId> },
}

impl PlanProblemKind {
    /// A stable name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::NoObject => "no_object",
            Self::Syntax { .. } => "syntax",
            Self::UnknownField { .. } => "unknown_field",
            Self::RepeatedField { .. } => "repeated_field",
            Self::MissingField { .. } => "missing_field",
            Self::WrongType { .. } => "wrong_type",
            Self::UnknownResearchType { .. } => "unknown_research_type",
            Self::Blank => "blank",
            Self::NoTasks => "no_tasks",
            Self::TooManyTasks { .. } => "too_many_tasks",
            Self::IdOutOfRange { .. } => "id_out_of_range",
            Self::DuplicateId { .. } => "duplicate_id",
            Self::NonConsecutiveIds { .. } => "non_consecutive_ids",
            Self::UnknownDependency { .. } => "unknown_dependency",
            Self::SelfDependency { .. } => "self_dependency",
            Self::DuplicateDependency { .. } => "duplicate_dependency",
            Self::Cycle { .. } => "cycle",
        }
    }

    /// True for a slip that [`super::repair`] mends without asking.
    pub(super) fn is_repairable(&self) -> bool {
        match self {
            Self::NonConsecutiveIds { .. }
            | Self::UnknownDependency { .. }
            | Self::SelfDependency { .. }
            | Self::DuplicateDependency { .. } => true,
            // zero fits a TaskId and can be renumbered; a negative number cannot be journaled
            Self::IdOutOfRange { found } => found == "0",
            Self::Empty
            | Self::NoObject
            | Self::Syntax { .. }
            | Self::UnknownField { .. }
            | Self::RepeatedField { .. }
            | Self::MissingField { .. }
            | Self::WrongType { .. }
            | Self::UnknownResearchType { .. }
            | Self::Blank
            | Self::NoTasks
            | Self::TooManyTasks { .. }
            | Self::DuplicateId { .. }
            | Self::Cycle { .. } => false,
        }
    }
}

impl PlanProblem {
    pub(super) fn at(pointer: impl Into<String>, kind: PlanProblemKind) -> Self {
        Self {
            pointer: pointer.into(),
            kind,
        }
    }

    /// Orders problems as a reader meets them: the head of the plan, then task by task.
    pub(super) fn task_index(&self) -> Option<usize> {
        let rest = self.pointer.strip_prefix("/tasks/")?;
        rest.split('/').next()?.parse().ok()
    }
}

impl std::error::Error for PlanProblem {}

impl fmt::Display for PlanProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PlanProblemKind::Syntax { line, column, .. } => {
                write!(f, "line {line}, column {column}: {}", self.kind)
            }
            kind if self.pointer.is_empty() => write!(f, "the plan: {kind}"),
            kind => write!(f, "{}: {kind}", self.pointer),
        }
    }
}

/// A problem as programs read it.
#[derive(Serialize, JsonSchema)]
struct ToldProblem {
    /// JSON pointer (RFC 6901) into the plan; empty for the plan as a whole.
    pointer: String,
    /// A stable name, for instance `missing_field`.
    problem: &'static str,
    /// What is wrong, where, and what to do.
    message: String,
}

impl From<PlanProblem> for ToldProblem {
    fn from(problem: PlanProblem) -> Self {
        Self {
            message: problem.to_string(),
            problem: problem.kind.name(),
            pointer: problem.pointer,
        }
    }
}

fn remedy(did_you_mean: Option<&str>, otherwise: &str, allowed: &[&str]) -> String {
    match did_you_mean {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("{otherwise} one of {}", allowed.join(", ")),
    }
}

fn subject(task: Option<TaskId>) -> String {
    task.map_or_else(|| "this task".to_owned(), |id| format!("task {id}"))
}

fn are(ids: &[TaskId]) -> String {
    let verb = if ids.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", id_ranges(ids))
}
