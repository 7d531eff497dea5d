use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::TaskId;

/// A research plan: a flat list of tasks, each of which starts the moment the tasks it depends on are
/// done.
// S0's JSON, field for field. The type promises the shape only; `assay_plan::plan::parse` promises the
// rest: consecutive ids, known and direct dependencies, no cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What kind of research this is; it selects the workflow.
    pub research_type: ResearchType,
    /// What is researched, with the scope and the period if they matter. Becomes the title of the report.
    pub topic: String,
    /// What the reader wants to know or decide. Every worker sees all of them.
    pub objectives: Vec<String>,
    /// One task is one chapter of the report. Four to seven serve best.
    pub tasks: Vec<Task>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub id: TaskId,
    /// What the chapter analyses, in one line. Becomes its heading.
    pub description: String,
    /// The tasks whose finished text this task needs: direct ones only, empty if it can start at once.
    pub dependencies: Vec<TaskId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<Hints>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data_needs: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_questions: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggested_tools: Vec<String>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum ResearchType {
    Company,
    Industry,
    Strategy,
    Macro,
    Quantitative,
    Event,
}

impl ResearchType {
    pub const ALL: [Self; 6] = [
        Self::Company,
        Self::Industry,
        Self::Strategy,
        Self::Macro,
        Self::Quantitative,
        Self::Event,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Company => "company",
            Self::Industry => "industry",
            Self::Strategy => "strategy",
            Self::Macro => "macro",
            Self::Quantitative => "quantitative",
            Self::Event => "event",
        }
    }
}

impl fmt::Display for ResearchType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Plan {
    pub fn task(&self, id: TaskId) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == id)
    }
}

/// A slip in a planner's plan that code mended. Journaled, so that nobody wonders who changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "repair", rename_all = "snake_case")]
pub enum Repair {
    DroppedUnknownDependency {
        task: TaskId,
        dependency: TaskId,
    },
    DroppedSelfDependency {
        task: TaskId,
    },
    DroppedIndirectDependency {
        task: TaskId,
        dependency: TaskId,
        through: TaskId,
    },
    DroppedDuplicateDependency {
        task: TaskId,
        dependency: TaskId,
    },
    RenumberedTask {
        from: TaskId,
        to: TaskId,
    },
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DroppedUnknownDependency { task, dependency } => {
                write!(
                    f,
                    "task {task}: dropped the dependency on task {dependency}, which does not exist"
                )
            }
            Self::DroppedSelfDependency { task } => {
                write!(f, "task {task}: dropped its dependency on itself")
            }
            Self::DroppedIndirectDependency {
                task,
                dependency,
                through,
            } => write!(
                f,
                "task {task}: dropped the dependency on task {dependency}, already implied through task {through}"
            ),
            Self::DroppedDuplicateDependency { task, dependency } => {
                write!(
                    f,
                    "task {task}: dropped a repeated dependency on task {dependency}"
                )
            }
            Self::RenumberedTask { from, to } => write!(f, "task {from} is now task {to}"),
        }
    }
}
