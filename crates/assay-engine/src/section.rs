//! A section on its way into the journal: its sentences are held against their evidence, and what
//! nothing bears out is taken out of it.

mod citable;
mod connecting;
mod held;
mod marks;

use assay_analyst::DraftClaim;
use assay_domain::{
    Author, ClaimCheck, ClaimId, Event, Evidence, Label, LeftOut, Plan, QualityNote, Section, Task,
    TaskId, cited_evidence,
};

pub(crate) use self::citable::{Citable, citable_figures, citable_values_of};
pub(crate) use self::connecting::without_connecting;
use crate::artifacts::{ArtifactWriter, SECTION};
use crate::{Done, EngineError, Library, RunContext};

/// A written text and what it rests on, whoever wrote it.
pub(crate) struct Draft {
    pub(crate) title: String,
    pub(crate) markdown: String,
    pub(crate) claims: Vec<DraftClaim>,
    pub(crate) author: Author,
    pub(crate) notes: Vec<QualityNote>,
    /// Sentences that were held against their evidence already.
    pub(crate) checked: Vec<Checked>,
    pub(crate) subject: Subject,
    /// What was left out before the text was put together.
    pub(crate) left_out: Vec<LeftOut>,
}

/// A sentence and what its evidence says of it.
pub(crate) type Checked = (DraftClaim, Option<ClaimCheck>);

/// What a text is about, in words that no model chose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subject {
    /// Stands in for a title that says more than the text.
    pub(crate) title: String,
    /// The question and what the plan makes of it.
    pub(crate) asked: Vec<String>,
}

impl Subject {
    pub(crate) fn of_task(plan: &Plan, task: &Task) -> Self {
        Self {
            title: task.description.clone(),
            ..Self::of_plan(plan)
        }
    }

    pub(crate) fn of_plan(plan: &Plan) -> Self {
        let tasks = plan.tasks.iter();
        let tasks = tasks.map(|task| task.description.clone());
        let hints = plan.tasks.iter().filter_map(|task| task.hints.as_ref());
        let questions = hints.flat_map(|hints| hints.key_questions.iter().cloned());
        let asked = std::iter::once(plan.topic.clone()).chain(plan.objectives.iter().cloned());
        Self {
            title: plan.topic.clone(),
            asked: asked.chain(tasks).chain(questions).collect(),
        }
    }
}

/// The events of a finished task: evidence, claims, section and the end of the task, as one step.
pub(crate) async fn finish(
    context: &RunContext,
    library: &Library,
    task: TaskId,
    draft: Draft,
    citable: &Citable,
) -> Result<Done, EngineError> {
    let (mut events, section) = written(context, library, task, draft, citable).await?;
    events.push(Event::TaskFinished {
        task,
        author: section.author.clone(),
        notes: section.notes.clone(),
    });
    Ok(Done {
        events,
        section: Some(section),
    })
}

/// The events of a section: its evidence, its claims, its text.
pub(crate) async fn written(
    context: &RunContext,
    library: &Library,
    task: TaskId,
    mut draft: Draft,
    citable: &Citable,
) -> Result<(Vec<Event>, Section), EngineError> {
    let language = context.settings.language;
    let checked = citable.verdicts(&draft.claims, &draft.checked, library, language)?;
    let labels = draft.hold(citable, &checked, language);
    let mut attached: Vec<&Evidence> = Vec::new();
    let texts = draft.left_out.iter().map(|left_out| &left_out.text);
    for id in std::iter::once(&draft.markdown)
        .chain(texts)
        .flat_map(|text| cited_evidence(text))
    {
        if let Some(evidence) = citable.own.get(&id)
            && !attached.iter().any(|known| known.id == id)
        {
            attached.push(evidence);
        }
    }
    // Evidence and claims, then the section, the end of the task and what the caller may add.
    let mut events = Vec::with_capacity(attached.len() + checked.len() + 3);
    events.extend(
        attached
            .into_iter()
            .map(|evidence| Event::EvidenceAttached {
                evidence: evidence.clone(),
            }),
    );
    let mut claim_ids = Vec::with_capacity(checked.len());
    for ((claim, check), number) in checked.into_iter().zip(1..) {
        let claim = citable.registered(ClaimId::numbered(task, number), task, claim, check);
        claim_ids.push(claim.id.clone());
        events.push(Event::ClaimRegistered { claim });
    }
    let section = draft.into_section(task, language, labels);
    let writer = ArtifactWriter {
        store: context.store(),
        agent: "research_mechanism",
    };
    let written = writer.of_task(SECTION, task, claim_ids, &section).await?;
    events.push(written);
    Ok((events, section))
}

impl Draft {
    fn into_section(
        self,
        task: TaskId,
        language: assay_domain::Language,
        labels: Vec<Label>,
    ) -> Section {
        Section {
            task,
            title: self.title,
            markdown: self.markdown,
            language,
            author: self.author,
            notes: self.notes,
            left_out: self.left_out,
            labels,
        }
    }
}
