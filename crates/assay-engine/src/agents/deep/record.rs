//! What the stages of a deep run leave in its journal.

use assay_analyst::Note;
use assay_domain::{
    ArtifactKind, ArtifactType, CallKey, Envelope, Event, EvidenceId, Plan, Section, TaskId,
};
use assay_steps::{
    AgentMetadata, RawResult, SearchAgentResult, SearchNote, SearchRounds, SearchStrategy,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::search::Searcher;
use crate::RunContext;
use crate::artifacts::{ArtifactWriter, Artifacts, NOTES, SEARCH_NOTES, SEARCH_ROUNDS, SECTION};
use crate::section::{self, Draft};
use crate::workshop::{IntegrateJob, WorkError};

/// Results that the protocol's list holds at most; the journal has them all.
const MOST_RESULTS: usize = 200;

/// What one dimension brought.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Dimension {
    pub(super) strategy: SearchStrategy,
    pub(super) notes: Vec<NotedAt>,
    pub(super) raw_results: Vec<RawResult>,
    pub(super) is_fallback: bool,
    /// Passages that a model was given, and those that only repeat them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) sent: Vec<EvidenceId>,
}

/// A note with the place where a person finds its source.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct NotedAt {
    #[serde(flatten)]
    pub(super) note: Note,
    /// In the order of the note's evidence.
    pub(super) sources: Vec<String>,
    pub(super) engine: String,
}

/// Everything the dimensions brought, in the order of the plan.
pub(super) struct Gathered {
    pub(super) notes: Vec<Note>,
    pub(super) result: SearchAgentResult,
    /// Numbers that further rounds took.
    pub(super) further_rounds: u32,
    /// What further rounds brought, as sections of their own.
    pub(super) further: Vec<Section>,
    /// How many rounds there were and why they ended.
    pub(super) rounds: Option<SearchRounds>,
}

pub(super) async fn dimension(
    context: &RunContext,
    task: TaskId,
    dimension: &Dimension,
) -> Result<Event, WorkError> {
    let writer = searcher(context);
    Ok(writer.of_task(NOTES, task, Vec::new(), dimension).await?)
}

/// What the journal has of a task or of a further round.
pub(super) fn read(context: &RunContext, number: TaskId) -> Result<Option<Dimension>, WorkError> {
    let journal = context.store().load(&context.run, 0)?;
    Ok(Artifacts::new(context.store(), &journal).of_task(NOTES, number)?)
}

/// Whether a stage's product is in the journal.
pub(super) fn is_kept(context: &RunContext, kind: ArtifactKind) -> Result<bool, WorkError> {
    let journal = context.store().load(&context.run, 0)?;
    Ok(Artifacts::new(context.store(), &journal).has(kind))
}

fn searcher(context: &RunContext) -> ArtifactWriter<'_> {
    ArtifactWriter {
        store: context.store(),
        agent: "search_agent",
    }
}

/// Rounds and chapters of a run are numbered on after its tasks.
pub(super) fn next_number(plan: &Plan, at: u32) -> TaskId {
    let last = plan.tasks.iter().map(|task| task.id.0).max();
    TaskId(last.unwrap_or_default() + 1 + at)
}

/// Appends what a further round brought, as one step.
pub(super) async fn append_round(
    searcher: &Searcher<'_>,
    draft: Draft,
    brought: &Dimension,
) -> Result<(), WorkError> {
    let (context, number) = (&searcher.job.context, searcher.job.task.id);
    let library = &searcher.researchers.library;
    let mut events = Vec::new();
    if !brought.notes.is_empty() {
        events = section::written(context, library, number, draft, &searcher.citable)
            .await?
            .0;
    }
    events.push(dimension(context, number, brought).await?);
    context.append(events).await?;
    Ok(())
}

/// A stage's product, unless an earlier process of this run wrote it.
pub(super) async fn kept<T: Serialize>(
    context: &RunContext,
    kind: ArtifactType<T>,
    agent: &str,
    content: &T,
) -> Result<Option<Event>, WorkError> {
    if is_kept(context, kind.kind())? {
        return Ok(None);
    }
    let store = context.store();
    let writer = ArtifactWriter { store, agent };
    Ok(Some(writer.of_run(kind, 1, content).await?))
}

/// The notes of all dimensions as one result.
pub(super) async fn search_notes(job: &IntegrateJob) -> Result<Option<Event>, WorkError> {
    let result = gathered(job)?.result;
    kept(&job.context, SEARCH_NOTES, "search_agent", &result).await
}

/// Joins the dimensions into one result.
pub(super) fn gathered(job: &IntegrateJob) -> Result<Gathered, WorkError> {
    let context = &job.context;
    let journal = context.store().load(&context.run, 0)?;
    let artifacts = Artifacts::new(context.store(), &journal);
    let mut notes = Vec::new();
    let mut result = SearchAgentResult::default();
    let mut take = |number: TaskId| -> Result<bool, WorkError> {
        let Some(dimension) = artifacts.of_task(NOTES, number)? else {
            return Ok(false);
        };
        join(&mut result, &dimension);
        notes.extend(dimension.notes.into_iter().map(|noted| noted.note));
        Ok(true)
    };
    for task in &job.plan.tasks {
        take(task.id)?;
    }
    let (mut further, mut further_rounds) = (Vec::new(), 0);
    loop {
        let number = next_number(&job.plan, further_rounds);
        if !take(number)? {
            break;
        }
        further_rounds += 1;
        further.extend(artifacts.of_task(SECTION, number)?);
    }
    result.raw_results.truncate(MOST_RESULTS);
    let spent = before_integration(&journal);
    result.metadata.tokens = spent.tokens;
    result.metadata.duration_ms = spent.duration_ms;
    Ok(Gathered {
        notes,
        result,
        further_rounds,
        further,
        rounds: artifacts.read(SEARCH_ROUNDS)?,
    })
}

fn join(result: &mut SearchAgentResult, dimension: &Dimension) {
    let strategy = &mut result.strategy;
    if strategy.primary_query.is_empty() {
        strategy
            .primary_query
            .clone_from(&dimension.strategy.primary_query);
    }
    let queries =
        std::iter::once(&dimension.strategy.primary_query).chain(&dimension.strategy.queries);
    for query in queries {
        if !strategy.queries.contains(query) {
            strategy.queries.push(query.clone());
        }
    }
    for engine in &dimension.strategy.engines {
        if !strategy.engines.contains(engine) {
            strategy.engines.push(engine.clone());
        }
    }
    if !dimension.strategy.notes.is_empty() {
        if !strategy.notes.is_empty() {
            strategy.notes.push('\n');
        }
        strategy.notes.push_str(&dimension.strategy.notes);
    }
    for raw in &dimension.raw_results {
        if !result.raw_results.iter().any(|known| known.url == raw.url) {
            result.raw_results.push(raw.clone());
        }
    }
    result.metadata.is_fallback |= dimension.is_fallback;
    result.notes.extend(dimension.notes.iter().map(|noted| {
        SearchNote {
            summary: noted.note.summary.clone(),
            evidence: noted
                .note
                .evidence
                .iter()
                .zip(&noted.sources)
                .map(|(quoted, source)| assay_steps::NoteEvidence {
                    quote: quoted.quote.clone(),
                    source: source.clone(),
                    confidence: quoted.confidence,
                })
                .collect(),
            topic: noted.note.topic.clone(),
            source_url: noted.sources.first().cloned().unwrap_or_default(),
            engine: noted.engine.clone(),
        }
    }));
}

/// Tokens and time of the calls that tasks made.
fn before_integration(journal: &[Envelope]) -> AgentMetadata {
    let integration = |envelope: &&Envelope| envelope.event == Event::IntegrationStarted;
    let end = journal.iter().position(|envelope| integration(&envelope));
    spent(
        journal
            .get(..end.unwrap_or(journal.len()))
            .unwrap_or_default(),
        |_| true,
    )
}

/// Tokens and time of the calls of one step of the run.
pub(super) fn spent_in(context: &RunContext, step: &str) -> Result<AgentMetadata, WorkError> {
    let journal = context.store().load(&context.run, 0)?;
    let prefix = format!("{step}/");
    Ok(spent(&journal, |key| key.as_str().starts_with(&prefix)))
}

fn spent(journal: &[Envelope], is_meant: impl Fn(&CallKey) -> bool) -> AgentMetadata {
    let mut spent = AgentMetadata::default();
    for envelope in journal {
        if let Event::CallReplied {
            key, usage, millis, ..
        } = &envelope.event
            && is_meant(key)
        {
            spent.tokens += usage.map_or(0, assay_domain::Usage::total);
            spent.duration_ms += millis;
        }
    }
    spent
}
