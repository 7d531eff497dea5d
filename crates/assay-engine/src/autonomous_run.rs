use assay_analyst::{PlanRequest, plan};
use assay_domain::{Autonomy, Plan, PlanOrigin, Request, ResearchType, RunSettings, Task, TaskId};
use assay_plan::ProfileSpec;

use crate::NewRun;

/// What an autonomous agent is to find out, and what for.
#[derive(Clone, Debug)]
pub struct Assignment {
    pub title: String,
    /// Empty where nobody said.
    pub purpose: String,
    /// Guessed from the title where nobody said.
    pub research_type: Option<ResearchType>,
}

impl NewRun {
    /// A run of one task: everything else is for the agent to decide.
    pub fn autonomous(
        profile: &ProfileSpec,
        assignment: Assignment,
        autonomy: Autonomy,
        mut settings: RunSettings,
    ) -> Self {
        settings.profile = profile.limited(autonomy);
        let title = assignment.title.trim().to_owned();
        let purpose = assignment.purpose.trim().to_owned();
        let guessed = plan(&PlanRequest {
            question: &title,
            research_type: assignment.research_type,
            language: settings.language,
        });
        let description = settings
            .language
            .pick("Autonomous research", "自主研究")
            .to_owned();
        let plan = Plan {
            research_type: guessed.plan.research_type,
            topic: title.clone(),
            objectives: (!purpose.is_empty())
                .then_some(purpose)
                .into_iter()
                .collect(),
            tasks: vec![Task {
                id: TaskId(1),
                description,
                dependencies: Vec::new(),
                hints: None,
            }],
        };
        Self {
            request: Request {
                question: title,
                research_type: assignment.research_type,
            },
            settings,
            plan: Some((plan, PlanOrigin::User, Vec::new())),
            understood: None,
            assumptions: Vec::new(),
            reuse: None,
        }
    }
}
