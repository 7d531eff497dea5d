//! What a research is made of: one value a file, and the list of them.
//!
//! Nothing outside this folder asks which profile a run has. It asks the value: who works a task,
//! what follows the tasks, what is told of it and what is left behind. Gates are no field of a
//! profile: ingest, quality, egress and the kill switch are part of every run.

mod answer;
mod autonomous;
mod choice;
mod deep;
mod investment;
mod plain;
mod step;
#[cfg(test)]
mod tests;

use assay_domain::{ArtifactKind, Autonomy, IntegrationStep, Profile, ProfileId, RunSettings};
use schemars::JsonSchema;
use serde::Serialize;

pub use answer::ANSWER;
pub use autonomous::AUTONOMOUS;
pub use choice::ProfileChoice;
pub use deep::DEEP;
pub use investment::INVESTMENT;
pub use plain::PLAIN;
pub use step::Step;

/// The profiles of this program, in the order in which they are shown.
static SHIPPED: [ProfileSpec; 5] = [PLAIN, ANSWER, DEEP, INVESTMENT, AUTONOMOUS];

/// What a research is made of.
// Two of them cannot be compared: whoever wants to know something of one asks for that.
#[derive(Clone, Copy, Debug)]
pub struct ProfileSpec {
    /// As settings, API and command line name it.
    pub id: &'static str,
    /// What people call it, and what it does in a sentence.
    pub name: Words,
    pub about: Words,
    pub planner: PlannerKind,
    /// Who works a task.
    pub worker: WorkerKind,
    /// Shares of the progress, in percent, that planning and the tasks are; the steps have the rest.
    pub planning: u32,
    pub tasks: u32,
    /// What follows the tasks.
    pub steps: &'static [StepSpec],
    /// What the last step makes of it all.
    pub report: ReportKind,
    /// What a reader can take away.
    pub documents: &'static [ArtifactKind],
    /// Whether a run without any section fails.
    pub needs_section: bool,
}

/// A step of what follows the tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepSpec {
    pub step: IntegrationStep,
    /// The stage that a watcher sees, with its label.
    pub told_as: Step,
    /// Share of the progress in percent.
    pub weight: u32,
    /// What of the tasks or of earlier steps it cannot do without, where it was written.
    pub reads: &'static [ArtifactKind],
    pub writes: &'static [ArtifactKind],
}

impl StepSpec {
    const fn of(step: IntegrationStep, told_as: Step, weight: u32) -> Self {
        Self {
            step,
            told_as,
            weight,
            reads: &[],
            writes: &[],
        }
    }

    const fn reading(self, reads: &'static [ArtifactKind]) -> Self {
        Self { reads, ..self }
    }

    const fn writing(self, writes: &'static [ArtifactKind]) -> Self {
        Self { writes, ..self }
    }
}

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Words {
    pub en: &'static str,
    pub zh: &'static str,
}

const fn words(en: &'static str, zh: &'static str) -> Words {
    Words { en, zh }
}

/// Who makes the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlannerKind {
    /// The model of the role with the prompts of a planner, or the templates of the workflows.
    Workflow,
    /// Nobody: the one task is the question.
    Question,
}

/// Who works a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerKind {
    /// Writes the task's section.
    Writer,
    /// Answers the question, from filed figures first.
    Answerer,
    /// Notes what was found, with quotations.
    NoteTaker,
    /// Decides for itself what to do next, within limits, and keeps files and dashboards.
    Agent,
}

/// What the last step writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// The sections of the tasks, joined.
    Sections,
    /// The answer, and nothing beside it.
    Answer,
    /// Chapters of their own, written of notes and model.
    Chapters,
    /// The document that a judgement about a company allows.
    Judgement,
}

impl WorkerKind {
    /// What the tasks leave.
    pub fn writes(self) -> &'static [ArtifactKind] {
        match self {
            Self::Writer | Self::Answerer => &[ArtifactKind::Section],
            Self::NoteTaker => &[ArtifactKind::Section, ArtifactKind::Notes],
            Self::Agent => &[
                ArtifactKind::Section,
                ArtifactKind::OverallDashboard,
                ArtifactKind::CurrentDashboard,
            ],
        }
    }

    /// Whether it searches the web where no model is asked; the others do so where they are models.
    pub fn searches_by_itself(self) -> bool {
        self == Self::NoteTaker
    }
}

impl ProfileSpec {
    /// The profile of a run: the one place that reads together what its settings say of it.
    pub fn of(settings: &RunSettings) -> Result<Self, UnknownProfile> {
        Profiles::default().of(settings)
    }

    /// The same work, ending in a judgement about a company.
    fn judging(self) -> Self {
        Self {
            planner: self.planner,
            worker: self.worker,
            ..INVESTMENT
        }
    }

    /// Whether it ends in a judgement about a company.
    pub fn judges(&self) -> bool {
        self.report == ReportKind::Judgement
    }

    /// Whether one agent works on its own: it is given a title, a purpose and limits in the place of
    /// a question with a plan, and keeps files.
    pub fn has_agent(&self) -> bool {
        self.worker == WorkerKind::Agent
    }

    /// Whether its report is the answer to the question and nothing beside it.
    pub fn answers(&self) -> bool {
        self.report == ReportKind::Answer
    }

    /// As settings keep it.
    pub fn chosen(&self) -> Profile {
        ProfileId::new(self.id).into()
    }

    /// The same with the limits of its agent.
    pub fn limited(&self, autonomy: Autonomy) -> Profile {
        Profile {
            id: ProfileId::new(self.id),
            autonomy: Some(autonomy),
        }
    }

    /// The step behind another; `None` behind the last.
    pub fn step_after(&self, step: IntegrationStep) -> Option<IntegrationStep> {
        let mut behind = self.steps.iter().skip_while(|one| one.step != step);
        behind.nth(1).map(|next| next.step)
    }

    /// Every kind of artifact that its tasks and steps may leave.
    pub fn leaves(&self) -> impl Iterator<Item = ArtifactKind> {
        let of_steps = self.steps.iter().flat_map(|step| step.writes);
        self.worker.writes().iter().chain(of_steps).copied()
    }

    /// The stages that a watcher sees, each with its share of the whole in percent.
    pub fn stages(&self) -> impl Iterator<Item = (Step, u32)> {
        let before = [(Step::Plan, self.planning), (Step::DeepSearch, self.tasks)];
        let behind = self.steps.iter().map(|step| (step.told_as, step.weight));
        before.into_iter().chain(behind)
    }

    /// The stage that a watcher sees behind another.
    pub fn stage_after(&self, stage: Step) -> Option<Step> {
        let mut stages = self.stages().map(|(told_as, _)| told_as);
        stages.find(|told_as| *told_as > stage)
    }

    /// How far the whole run is when `share` (0 to 1) of a stage is done.
    pub fn progress(&self, stage: Step, share: f64) -> f64 {
        let weighed = |is_counted: fn(Step, Step) -> bool| {
            let counted = self.stages().filter(|(one, _)| is_counted(*one, stage));
            f64::from(counted.map(|(_, weight)| weight).sum::<u32>())
        };
        let before = weighed(|one, stage| one < stage);
        let own = weighed(|one, stage| one == stage);
        (before + own * share.clamp(0.0, 1.0)) / 100.0
    }
}

/// The profiles that a run may have.
#[derive(Clone, Copy, Debug)]
pub struct Profiles(&'static [ProfileSpec]);

/// Those of this program.
impl Default for Profiles {
    fn default() -> Self {
        Self(&SHIPPED)
    }
}

impl Profiles {
    pub fn new(specs: &'static [ProfileSpec]) -> Self {
        Self(specs)
    }

    pub fn all(self) -> &'static [ProfileSpec] {
        self.0
    }

    pub fn named(self, id: &str) -> Result<&'static ProfileSpec, UnknownProfile> {
        let found = self.0.iter().find(|spec| spec.id == id);
        found.ok_or_else(|| UnknownProfile {
            name: id.to_owned(),
            known: self.names(),
        })
    }

    /// The profile of a run. One that judges a company ends as such a research does, whoever works
    /// its tasks.
    pub fn of(self, settings: &RunSettings) -> Result<ProfileSpec, UnknownProfile> {
        let spec = *self.named(settings.profile.id.as_str())?;
        Ok(match settings.investment {
            Some(_) => spec.judging(),
            None => spec,
        })
    }

    fn names(self) -> String {
        let names = self.0.iter().map(|spec| spec.id);
        names.collect::<Vec<_>>().join(", ")
    }
}

/// A name that stands for no profile, or for one of a newer version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this version has no profile `{name}`; it has {known}")]
pub struct UnknownProfile {
    name: String,
    known: String,
}
