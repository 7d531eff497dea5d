//! Advice on a plan that could run as it is. One rule, one code, one file.

mod chain_length;
mod description;
mod dictated_query;
mod implied;
mod needs_everything;
mod objectives;
mod similar;
mod size;
mod text;

use assay_domain::{Language, Plan, TaskId};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

pub use self::dictated_query::DictatedBy;

/// One piece of advice. Nothing is refused because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The task it is about; `None` for the plan as a whole.
    pub task: Option<TaskId>,
    pub kind: AdviceKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdviceKind {
    FewTasks {
        tasks: usize,
    },
    ManyTasks {
        tasks: usize,
    },
    /// First task first.
    LongChain {
        chain: Vec<TaskId>,
    },
    ImpliedDependency {
        dependency: TaskId,
        through: TaskId,
    },
    DictatedQuery {
        hint: String,
        by: DictatedBy,
    },
    SimilarDescription {
        other: TaskId,
    },
    NoObjectives,
    NeedsEverything {
        dependencies: usize,
    },
    LongDescription {
        characters: usize,
    },
}

impl Advice {
    /// A stable code, for documentation and filters.
    pub fn code(&self) -> &'static str {
        match self.kind {
            AdviceKind::FewTasks { .. } => "P-001",
            AdviceKind::ManyTasks { .. } => "P-002",
            AdviceKind::LongChain { .. } => "P-003",
            AdviceKind::ImpliedDependency { .. } => "P-004",
            AdviceKind::DictatedQuery { .. } => "P-005",
            AdviceKind::SimilarDescription { .. } => "P-006",
            AdviceKind::NoObjectives => "P-007",
            AdviceKind::NeedsEverything { .. } => "P-008",
            AdviceKind::LongDescription { .. } => "P-009",
        }
    }

    pub fn text(&self, language: Language) -> String {
        text::advice(self, language)
    }

    fn on_plan(kind: AdviceKind) -> Self {
        Self { task: None, kind }
    }

    fn on_task(task: TaskId, kind: AdviceKind) -> Self {
        Self {
            task: Some(task),
            kind,
        }
    }
}

impl Serialize for Advice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Advice", 4)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("task", &self.task)?;
        fields.serialize_field("en", &self.text(Language::En))?;
        fields.serialize_field("zh", &self.text(Language::Zh))?;
        fields.end()
    }
}

/// Advice on the plan as a whole first, then task by task, each in the order of the codes.
pub fn lint(plan: &Plan) -> Vec<Advice> {
    let mut advice: Vec<Advice> = [
        size::lint,
        chain_length::lint,
        implied::lint,
        dictated_query::lint,
        similar::lint,
        objectives::lint,
        needs_everything::lint,
        description::lint,
    ]
    .into_iter()
    .flat_map(|rule| rule(plan))
    .collect();
    advice.sort_by_key(|advice| advice.task);
    advice
}
