use assay_domain::{Hints, Plan, ResearchType, Task, TaskId};

/// A plan of which some parts may be unreadable (`None`, each with a problem recorded by whoever
/// read it), so that the readable rest can be checked in the same breath.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) research_type: Option<ResearchType>,
    pub(super) topic: Option<String>,
    pub(super) objectives: Option<Texts>,
    pub(super) tasks: Option<Vec<DraftTask>>,
}

/// List items keep their place, for the pointers.
pub(super) type Texts = Vec<Option<String>>;

#[derive(Clone, Debug, Default)]
pub(super) struct DraftTask {
    pub(super) id: Option<u32>,
    pub(super) description: Option<String>,
    pub(super) dependencies: Option<Vec<Option<u32>>>,
    /// The outer `None` is an unreadable value, the inner one an absent field.
    pub(super) hints: Option<Option<DraftHints>>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct DraftHints {
    pub(super) data_needs: Option<Texts>,
    pub(super) key_questions: Option<Texts>,
    pub(super) suggested_tools: Option<Texts>,
}

impl Draft {
    pub(super) fn tasks(&self) -> &[DraftTask] {
        self.tasks.as_deref().unwrap_or(&[])
    }

    /// The plan, if every part was readable.
    pub(super) fn complete(self) -> Option<Plan> {
        Some(Plan {
            research_type: self.research_type?,
            topic: self.topic?,
            objectives: all(self.objectives?)?,
            tasks: self
                .tasks?
                .into_iter()
                .map(DraftTask::complete)
                .collect::<Option<_>>()?,
        })
    }
}

impl DraftTask {
    /// The ids it depends on, as far as they could be read.
    pub(super) fn named_dependencies(&self) -> Vec<u32> {
        self.dependencies
            .iter()
            .flatten()
            .flatten()
            .copied()
            .collect()
    }

    fn complete(self) -> Option<Task> {
        let dependencies: Vec<u32> = all(self.dependencies?)?;
        let hints = match self.hints? {
            Some(hints) => Some(hints.complete()?),
            None => None,
        };
        Some(Task {
            id: TaskId(self.id?),
            description: self.description?,
            dependencies: dependencies.into_iter().map(TaskId).collect(),
            hints,
        })
    }
}

impl DraftHints {
    pub(super) fn lists(&self) -> [(&'static str, &Option<Texts>); 3] {
        [
            ("data_needs", &self.data_needs),
            ("key_questions", &self.key_questions),
            ("suggested_tools", &self.suggested_tools),
        ]
    }

    fn complete(self) -> Option<Hints> {
        Some(Hints {
            data_needs: all(self.data_needs?)?,
            key_questions: all(self.key_questions?)?,
            suggested_tools: all(self.suggested_tools?)?,
        })
    }
}

fn all<T>(items: Vec<Option<T>>) -> Option<Vec<T>> {
    items.into_iter().collect()
}

impl From<&Plan> for Draft {
    fn from(plan: &Plan) -> Self {
        Self {
            research_type: Some(plan.research_type),
            topic: Some(plan.topic.clone()),
            objectives: texts(&plan.objectives),
            tasks: Some(plan.tasks.iter().map(DraftTask::from).collect()),
        }
    }
}

impl From<&Task> for DraftTask {
    fn from(task: &Task) -> Self {
        Self {
            id: Some(task.id.0),
            description: Some(task.description.clone()),
            dependencies: Some(task.dependencies.iter().map(|id| Some(id.0)).collect()),
            hints: Some(task.hints.as_ref().map(|hints| DraftHints {
                data_needs: texts(&hints.data_needs),
                key_questions: texts(&hints.key_questions),
                suggested_tools: texts(&hints.suggested_tools),
            })),
        }
    }
}

fn texts(list: &[String]) -> Option<Texts> {
    Some(list.iter().cloned().map(Some).collect())
}
