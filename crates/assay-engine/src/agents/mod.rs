//! Who does the work: models where a role has one, the offline analyst elsewhere.

mod answer_brief;
mod answer_writer;
mod answering;
mod ask;
mod asking_on;
mod autonomous;
mod compute_tool;
mod deep;
mod delivery;
mod disputed;
mod examination;
mod integrator;
mod inventory;
mod investment;
mod lines;
mod mend;
mod offline;
mod outgoing;
mod planner;
mod point_evidence;
mod probe;
mod repetition;
mod safety;
mod said_before;
mod section_prompt;
mod section_writer;
mod server_tools;
mod step_object;
mod summary;
mod switches;
mod table;
mod tool_answer;
mod tool_calls;
mod tool_room;
mod verifier;
mod whole_draft;
mod written_call;

use std::sync::Arc;

pub use answering::{Asked, ask, passages_for};
pub use asking_on::{AskOn, ask_on, asked_on};
pub use autonomous::{FileChange, FileRecord, FileVersion, file_history, workspace_folder};
pub(crate) use deep::Dimension;
pub(crate) use investment::OpenedCompany;
pub(crate) use switches::rules_of;

use assay_analyst::DraftClaim;
use assay_domain::{Failure, Role};
use secrecy::SecretString;

use self::verifier::Verifier;
use crate::section::{Checked, Citable, Draft, without_connecting};
use crate::workshop::{IntegrateJob, PlanJob, TaskJob, Work, WorkError, Workshop};
use crate::{Brain, Brains, EngineError, Library, Outside, RunContext, Scope};

/// The product's workers.
#[derive(Clone)]
pub struct Researchers {
    brains: Brains,
    library: Library,
    outside: Arc<Outside>,
    /// Keys of this installation by name; none may leave in a report.
    secrets: Arc<Vec<(String, SecretString)>>,
}

impl Researchers {
    pub fn new(brains: Brains, library: Library) -> Self {
        Self {
            brains,
            library,
            outside: Arc::default(),
            secrets: Arc::default(),
        }
    }

    /// The same workers with ways to the web and to the user's servers.
    #[must_use]
    pub fn with_outside(mut self, outside: Outside) -> Self {
        self.outside = Arc::new(outside);
        self
    }

    /// The same workers, who let none of these values out.
    #[must_use]
    pub fn guarding(mut self, secrets: Vec<(String, SecretString)>) -> Self {
        self.secrets = Arc::new(secrets);
        self
    }

    /// The same workers over the library as it was known on the day that a run looks back to.
    fn for_run(&self, context: &RunContext) -> Self {
        let mut this = self.clone();
        if let Some(day) = context.past_day() {
            this.library = this.library.as_of(day);
        }
        this
    }

    /// Who judges the sentences of this run, where a model may be asked.
    fn verifier<'a>(
        &'a self,
        context: &'a RunContext,
    ) -> Result<Option<Verifier<'a>>, EngineError> {
        let brain = self.brain(context, Role::Verifier)?;
        Ok(brain.map(|brain| Verifier {
            context,
            library: &self.library,
            brain,
        }))
    }

    /// Checks the sentences of a model's draft by code, and has the verifier judge what code alone
    /// cannot prove.
    pub(crate) async fn judge_sentences(
        &self,
        context: &RunContext,
        scope: &mut Scope,
        citable: &Citable,
        draft: &mut Draft,
    ) -> Result<(), WorkError> {
        let claims = draft.claims.clone();
        let checked = self
            .verdicts(context, scope, citable, claims, &draft.checked)
            .await?;
        draft.checked = without_connecting(&draft.markdown, checked);
        let claims = draft.checked.iter().map(|(claim, _)| claim.clone());
        draft.claims = claims.collect();
        Ok(())
    }

    /// Sentences with their verdicts; those of `known` hold for sentences that did not change.
    async fn verdicts(
        &self,
        context: &RunContext,
        scope: &mut Scope,
        citable: &Citable,
        claims: Vec<DraftClaim>,
        known: &[Checked],
    ) -> Result<Vec<Checked>, WorkError> {
        let language = context.settings.language;
        let checks = citable.check(&claims, &self.library, language)?;
        let mut checked: Vec<Checked> = claims.into_iter().zip(checks).collect();
        if let Some(verifier) = self.verifier(context)? {
            checked = verifier.judge(scope, citable, checked, known).await?;
        }
        citable.settle(&mut checked, &self.library, language)?;
        Ok(checked)
    }

    fn brain(&self, context: &RunContext, role: Role) -> Result<Option<Brain>, EngineError> {
        self.brains.for_role(&context.settings, role)
    }
}

impl Workshop for Researchers {
    fn plan(&self, job: PlanJob) -> Work {
        let this = self.for_run(&job.context);
        Box::pin(async move { table::plan(&this, job).await })
    }

    fn task(&self, job: TaskJob) -> Work {
        let this = self.for_run(&job.context);
        Box::pin(async move { table::task(&this, &job).await })
    }

    fn integrate(&self, job: IntegrateJob) -> Work {
        let this = self.for_run(&job.context);
        Box::pin(async move { table::step(&this, &job).await })
    }
}

/// Whether the offline analyst may take over where a model failed with `failure`.
fn may_stand_in(context: &RunContext, failure: &Failure) -> bool {
    context.settings.stand_in && failure.code.allows_stand_in()
}
