//! The autonomous pass without a model: blueprint from the workflow templates, a chapter a task.

use assay_analyst::{
    PlanRequest, SectionInput, field_terms, plan, queries, subject_names, write_section,
};
use assay_domain::{Author, Failure, FailureCode, Plan, Section, Task};
use assay_plan::{Dashboard, DashboardKind};
use assay_workspace::FileAction;

use super::super::{Researchers, offline::explain};
use super::agent::dashboard_event;
use super::chapter::{self, Chapter};
use super::desk::{Desk, NOTEBOOK};
use crate::Scope;
use crate::retrieval::{Search, retrieve};
use crate::section::Citable;
use crate::workshop::{Done, TaskJob, WorkError};

/// Passages that the analyst reads for a chapter, and more that complete tables among them.
const PASSAGES: usize = 24;
const TABLE_PASSAGES: usize = 12;
/// Characters of a title in a file's name.
const NAME: usize = 40;
/// Dashboards are small here; nothing is ever cut.
const DASHBOARD: usize = 100_000;

struct Pass<'a> {
    researchers: &'a Researchers,
    job: &'a TaskJob,
    plan: Plan,
    desk: Desk,
    scope: Scope,
    citable: Citable,
    overall: Dashboard,
    current: Dashboard,
    chapters: Vec<(Task, Chapter)>,
    /// Tasks that nothing in the library answers, and why.
    unanswered: Vec<(Task, Failure)>,
}

/// Works without a model. `instead_of` names the model it stands in for, and why.
pub(super) async fn pass(
    researchers: &Researchers,
    job: &TaskJob,
    instead_of: Option<(String, Failure)>,
) -> Result<Done, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    let purpose = job.plan.objectives.join("; ");
    let question = match purpose.is_empty() {
        true => job.plan.topic.clone(),
        false => format!("{} ({purpose})", job.plan.topic),
    };
    let planned = plan(&PlanRequest {
        question: &question,
        research_type: Some(job.plan.research_type),
        language,
    });
    let overall = Dashboard::overall(&job.plan.topic, &purpose, language);
    let mut pass = Pass {
        researchers,
        job,
        plan: planned.plan,
        desk: Desk::open(context, &overall)?,
        scope: Scope::of_step("autonomous-offline"),
        citable: Citable::default(),
        overall,
        current: Dashboard::empty(DashboardKind::Current, language),
        chapters: Vec::new(),
        unanswered: Vec::new(),
    };
    pass.write_dashboards(None).await?;
    for task in pass.plan.tasks.clone() {
        pass.work(task).await?;
    }
    pass.write_dashboards(None).await?;
    let Pass {
        chapters,
        citable,
        unanswered,
        ..
    } = pass;
    if chapters.is_empty() {
        let none = || Failure::new(FailureCode::NoEvidence, "no chapter could be written");
        let failure = unanswered
            .into_iter()
            .next()
            .map_or_else(none, |(_, failure)| failure);
        return Err(WorkError::Failed(explain(failure, &instead_of, language)));
    }
    let author = match instead_of {
        Some((model, because)) => Author::Fallback {
            instead_of: model,
            because,
        },
        None => Author::OfflineAnalyst,
    };
    let chapters = chapters.into_iter().map(|(_, chapter)| chapter).collect();
    chapter::finish(job, researchers, None, chapters, &citable, author, None).await
}

impl Pass<'_> {
    async fn work(&mut self, task: Task) -> Result<(), WorkError> {
        let context = &self.job.context;
        let language = context.settings.language;
        self.write_dashboards(Some(&task)).await?;
        let (at, of) = (
            self.chapters.len() + self.unanswered.len() + 1,
            self.plan.tasks.len(),
        );
        context.doing(Some(self.job.task.id), || {
            language.pick(
                format!("chapter {at} of {of}"),
                format!("第 {at} 章，共 {of} 章"),
            )
        });
        let wanted = Search {
            about: &subject_names(&self.plan),
            field: &field_terms(&self.plan),
            queries: &queries(&self.plan, &task),
            documents: &[],
            limit: PASSAGES,
            for_tables: TABLE_PASSAGES,
        };
        let library = &self.researchers.library;
        let evidence = retrieve(context, &mut self.scope, library, &wanted).await?;
        self.citable.add(&evidence);
        let earlier = self.earlier(&task);
        let written = write_section(&SectionInput {
            plan: &self.plan,
            task: &task,
            evidence: &evidence,
            earlier: &earlier,
            language,
            length: context.settings.section_length,
        });
        let draft = match written {
            Ok(draft) => draft,
            Err(failure) => {
                self.unanswered.push((task, failure));
                return Ok(());
            }
        };
        let number = self.chapters.len() + 1;
        let action = FileAction::CreateFile {
            file_path: format!("{NOTEBOOK}/{number:02} {}.md", file_name(&draft.title)),
            initial_content: format!("# {}\n\n{}\n", draft.title, draft.markdown),
        };
        self.desk.perform(context, &mut self.scope, &action).await?;
        let chapter = Chapter {
            title: draft.title,
            markdown: draft.markdown,
            claims: Some(draft.claims),
        };
        self.chapters.push((task, chapter));
        Ok(())
    }

    fn earlier(&self, task: &Task) -> Vec<Section> {
        let done = self
            .chapters
            .iter()
            .filter(|(one, _)| task.dependencies.contains(&one.id));
        let sections = done.map(|(one, chapter)| Section {
            task: one.id,
            title: chapter.title.clone(),
            markdown: chapter.markdown.clone(),
            language: self.job.context.settings.language,
            author: Author::OfflineAnalyst,
            notes: Vec::new(),
            left_out: Vec::new(),
            labels: Vec::new(),
        });
        sections.collect()
    }

    /// Brings both dashboards up to date; `now` is the task that is being worked on.
    async fn write_dashboards(&mut self, now: Option<&Task>) -> Result<(), WorkError> {
        let language = self.job.context.settings.language;
        let is_done = |task: &Task| self.chapters.iter().any(|(done, _)| done.id == task.id);
        let items = self.plan.tasks.iter().map(|task| {
            let tick = if is_done(task) { 'x' } else { ' ' };
            format!("- [{tick}] {}", one_line(&task.description))
        });
        let blueprint = items.collect::<Vec<_>>().join("\n");
        let found = self
            .chapters
            .iter()
            .map(|(_, chapter)| format!("- {}", chapter.title));
        let found = found.collect::<Vec<_>>().join("\n");
        let open = self.unanswered.iter();
        let open = open.map(|(task, why)| format!("- {}: {why}", one_line(&task.description)));
        let open = open.collect::<Vec<_>>().join("\n");
        let heads = |kind| Dashboard::headings(kind, language);
        let overall = sections(
            &heads(DashboardKind::Overall),
            &[None, None, Some(&blueprint), Some(&found), Some(&open)],
        );
        let task = now.map_or_else(String::new, |task| one_line(&task.description));
        let waiting = self.plan.tasks.iter().filter(|task| {
            !is_done(task) && !self.unanswered.iter().any(|(one, _)| one.id == task.id)
        });
        let waiting = waiting.map(|task| format!("- {}", one_line(&task.description)));
        let waiting = waiting.collect::<Vec<_>>().join("\n");
        let progress = format!("{}/{}", self.chapters.len(), self.plan.tasks.len());
        let current = sections(
            &heads(DashboardKind::Current),
            &[Some(&task), Some(&progress), Some(&waiting), None],
        );
        self.overall = self.overall.updated(&overall, DASHBOARD).0;
        self.current = self.current.updated(&current, DASHBOARD).0;
        for dashboard in [self.overall.clone(), self.current.clone()] {
            self.keep(dashboard).await?;
        }
        Ok(())
    }

    /// Writes a dashboard into its file and, the first time, into the journal.
    async fn keep(&mut self, dashboard: Dashboard) -> Result<(), WorkError> {
        let context = &self.job.context;
        self.desk.keep(&dashboard)?;
        let is_new = std::sync::atomic::AtomicBool::new(false);
        let arguments = serde_json::json!({"content": dashboard.markdown()}).to_string();
        let action = dashboard.kind().action();
        context
            .tool(&mut self.scope, action, &arguments, || async {
                is_new.store(true, std::sync::atomic::Ordering::Relaxed);
                Ok(String::new())
            })
            .await?;
        if is_new.load(std::sync::atomic::Ordering::Relaxed) {
            let event = dashboard_event(context, &dashboard).await?;
            context.append(vec![event]).await?;
        }
        Ok(())
    }
}

/// Headings with their texts; one without a text of ours is left out and so stays as it was.
fn sections(headings: &[&str], texts: &[Option<&str>]) -> String {
    let pairs = headings.iter().zip(texts);
    let pairs = pairs.filter_map(|(heading, text)| Some(format!("## {heading}\n\n{}\n", (*text)?)));
    pairs.collect::<Vec<_>>().join("\n")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A title as the name of a file.
fn file_name(title: &str) -> String {
    let kept = title
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' });
    let words: String = one_line(&kept.collect::<String>());
    let cut: String = words.chars().take(NAME).collect();
    if cut.len() == words.len() {
        return words;
    }
    // a word that does not fit is left out whole; Chinese has no spaces to end at
    match cut.rsplit_once(' ') {
        Some((whole, _)) => whole.to_owned(),
        None => cut,
    }
}
