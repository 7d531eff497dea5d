//! What the stages of a deep run leave in its journal.

use assay_analyst::Note;
use assay_domain::{
    ArtifactName, Body, CallKey, Envelope, Event, EvidenceId, Plan, Section, TaskId,
};
use assay_steps::{
    AgentMetadata, RawResult, SearchAgentResult, SearchNote, SearchRounds, SearchStrategy,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::rounds::ROUNDS;
use super::search::Searcher;
use crate::RunContext;
use crate::section::{self, Draft};
use crate::workshop::{IntegrateJob, WorkError};

/// Results that the protocol's list holds at most; the journal has them all.
const MOST_RESULTS: usize = 200;

/// What one dimension brought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Dimension {
    pub(super) strategy: SearchStrategy,
    pub(super) notes: Vec<NotedAt>,
    pub(super) raw_results: Vec<RawResult>,
    pub(super) is_fallback: bool,
    /// Passages that a model was given, and those that only repeat them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) sent: Vec<EvidenceId>,
}

/// A note with the place where a person finds its source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct NotedAt {
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

fn name_of(task: TaskId) -> String {
    format!("notes_{task}")
}

pub(super) async fn written(
    context: &RunContext,
    name: &str,
    agent: &str,
    content: &impl Serialize,
) -> Result<Event, WorkError> {
    Ok(Event::ArtifactWritten {
        artifact: ArtifactName::new(name),
        version: 1,
        agent: agent.to_owned(),
        claim_ids: Vec::new(),
        body: context
            .store()
            .body(serde_json::to_string(content)?)
            .await?,
    })
}

pub(super) async fn dimension(
    context: &RunContext,
    task: TaskId,
    dimension: &Dimension,
) -> Result<Event, WorkError> {
    written(context, &name_of(task), "search_agent", dimension).await
}

/// What the journal has of a task or of a further round.
pub(super) fn read(context: &RunContext, number: TaskId) -> Result<Option<Dimension>, WorkError> {
    let journal = context.store().load(&context.run, 0)?;
    parsed(context, &journal, &name_of(number))
}

/// Whether a stage's product is in the journal.
pub(super) fn is_kept(context: &RunContext, name: &str) -> Result<bool, WorkError> {
    Ok(body_of(&context.store().load(&context.run, 0)?, name).is_some())
}

fn parsed<T: DeserializeOwned>(
    context: &RunContext,
    journal: &[Envelope],
    name: &str,
) -> Result<Option<T>, WorkError> {
    let Some(body) = body_of(journal, name) else {
        return Ok(None);
    };
    Ok(Some(serde_json::from_str(&context.store().text_of(body)?)?))
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

/// Appends a stage's product, unless an earlier process of this run did.
pub(super) async fn keep(
    context: &RunContext,
    name: &str,
    agent: &str,
    content: &impl Serialize,
) -> Result<(), WorkError> {
    if body_of(&context.store().load(&context.run, 0)?, name).is_some() {
        return Ok(());
    }
    let event = written(context, name, agent, content).await?;
    context.append(vec![event]).await?;
    Ok(())
}

fn body_of<'a>(journal: &'a [Envelope], name: &str) -> Option<&'a Body> {
    journal
        .iter()
        .rev()
        .find_map(|envelope| match &envelope.event {
            Event::ArtifactWritten { artifact, body, .. } if artifact.as_str() == name => {
                Some(body)
            }
            _ => None,
        })
}

/// Joins the dimensions into one result and writes it down.
pub(super) async fn gathered(job: &IntegrateJob) -> Result<Gathered, WorkError> {
    let context = &job.context;
    let journal = context.store().load(&context.run, 0)?;
    let mut notes = Vec::new();
    let mut result = SearchAgentResult::default();
    let mut take = |number: TaskId| -> Result<bool, WorkError> {
        let Some(dimension) = parsed::<Dimension>(context, &journal, &name_of(number))? else {
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
        let name = ArtifactName::section(number);
        further.extend(parsed::<Section>(context, &journal, name.as_str())?);
    }
    result.raw_results.truncate(MOST_RESULTS);
    let spent = before_integration(&journal);
    result.metadata.tokens = spent.tokens;
    result.metadata.duration_ms = spent.duration_ms;
    keep(context, "search_notes", "search_agent", &result).await?;
    Ok(Gathered {
        notes,
        result,
        further_rounds,
        further,
        rounds: parsed(context, &journal, ROUNDS)?,
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
