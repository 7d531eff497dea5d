//! Further rounds: what is still open after everything was read is searched for in other words, and
//! what had not been read before is read, until a stated reason ends it.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_analyst::Note;
use assay_domain::{ArtifactKind, DataBlock, Event, EvidenceId, FailureCode, Hints, Role, Task};
use assay_plan::Purpose;
use assay_steps::{RoundsEnd, SearchRound, SearchRounds, SearchStrategy};
use serde::Deserialize;
use serde_json::json;

use super::super::{Researchers, may_stand_in};
use super::notes::{self, Room};
use super::record;
use super::search::{Searcher, WEB};
use super::servers::{ServerCall, ServerTools};
use crate::agents::ask::{Asking, json};
use crate::artifacts::SEARCH_ROUNDS;
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::workshop::{IntegrateJob, TaskJob, WorkError};
use crate::{Brain, Scope};

/// Open points of one round, and queries for each.
const MOST_POINTS: usize = 4;
const MOST_QUERIES: usize = 3;
/// Characters of the notes, the plan and the queries that a model is shown.
const NOTES: usize = 16_000;
const PLAN: usize = 3_000;
const QUERIES: usize = 3_000;
/// Characters of an open point.
const POINT: usize = 300;

/// Something that the notes leave open.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenPoint {
    point: String,
    #[serde(default)]
    queries: Vec<String>,
    /// What the user's servers could say to it.
    #[serde(default)]
    tool_calls: Vec<ServerCall>,
}

#[derive(Deserialize)]
struct Open {
    open: Vec<OpenPoint>,
}

/// Reads on while something is open. What a process before this one did is in the journal and is not
/// done again. How it went comes back as an event.
pub(super) async fn read_on(
    researchers: &Researchers,
    job: &IntegrateJob,
) -> Result<Option<Event>, WorkError> {
    let context = &job.context;
    let Some(brain) = researchers.brain(context, Role::Search)? else {
        return Ok(None);
    };
    if job.sections.is_empty() || record::is_kept(context, ArtifactKind::SearchRounds)? {
        return Ok(None);
    }
    let mut reader = Reader::new(researchers, job, &brain)?;
    let ended = reader.rounds().await?;
    let rounds = SearchRounds {
        most: context.settings.max_rounds,
        further: reader.further,
        ended,
        still_open: reader.open,
    };
    record::kept(context, SEARCH_ROUNDS, "search_agent", &rounds).await
}

/// One who has read what the dimensions of the plan brought.
struct Reader<'a> {
    researchers: &'a Researchers,
    job: &'a IntegrateJob,
    brain: &'a Brain,
    notes: Vec<Note>,
    queries: Vec<String>,
    /// Passages that a model was shown.
    sent: BTreeSet<EvidenceId>,
    further: Vec<SearchRound>,
    /// What was open when it was asked last.
    open: Vec<String>,
}

impl<'a> Reader<'a> {
    fn new(
        researchers: &'a Researchers,
        job: &'a IntegrateJob,
        brain: &'a Brain,
    ) -> Result<Self, WorkError> {
        let mut reader = Self {
            researchers,
            job,
            brain,
            notes: Vec::new(),
            queries: Vec::new(),
            sent: BTreeSet::new(),
            further: Vec::new(),
            open: Vec::new(),
        };
        for task in &job.plan.tasks {
            if let Some(dimension) = record::read(&job.context, task.id)? {
                reader.take(dimension);
            }
        }
        Ok(reader)
    }

    fn take(&mut self, dimension: record::Dimension) -> usize {
        let strategy = dimension.strategy;
        self.queries.push(strategy.primary_query);
        self.queries.extend(strategy.queries);
        self.sent.extend(dimension.sent);
        let taken = dimension.notes.len();
        let notes = dimension.notes.into_iter();
        self.notes.extend(notes.map(|noted| noted.note));
        taken
    }

    async fn rounds(&mut self) -> Result<RoundsEnd, WorkError> {
        let settings = &self.job.context.settings;
        for at in 0..settings.max_rounds.saturating_sub(1) {
            let points = match self.ask_what_is_open(at).await {
                Ok(points) => points,
                Err(error) => return self.unless_it_can_do_without(error),
            };
            self.open = points.iter().map(|one| one.point.clone()).collect();
            if points.is_empty() {
                return Ok(RoundsEnd::NothingOpen);
            }
            match self.round(at, &points).await {
                Ok(true) => self.open.clear(),
                Ok(false) => return Ok(RoundsEnd::NothingNew),
                Err(error) => return self.unless_it_can_do_without(error),
            }
        }
        Ok(RoundsEnd::RoundLimit)
    }

    /// The notes that there are make a report without what a further round would have brought.
    fn unless_it_can_do_without(&self, error: WorkError) -> Result<RoundsEnd, WorkError> {
        match error {
            WorkError::Failed(failure) if failure.code == FailureCode::BudgetExhausted => {
                Ok(RoundsEnd::Budget)
            }
            WorkError::Failed(failure) if may_stand_in(&self.job.context, &failure) => {
                Ok(RoundsEnd::NoAnswer)
            }
            error => Err(error),
        }
    }

    /// Searches for what is open and takes notes of what had not been read. Whether there was any.
    async fn round(&mut self, at: u32, points: &[OpenPoint]) -> Result<bool, WorkError> {
        let context = &self.job.context;
        let number = record::next_number(&self.job.plan, at);
        let queries = queries_of(points);
        let read = match record::read(context, number)? {
            Some(dimension) => Some(dimension),
            None => self.search_and_read(at, points, &queries).await?,
        };
        let Some(dimension) = read else {
            return Ok(false);
        };
        let passages = dimension.sent.len();
        let notes = self.take(dimension);
        self.further.push(SearchRound {
            open: self.open.clone(),
            queries,
            passages,
            notes,
        });
        Ok(notes > 0)
    }

    async fn search_and_read(
        &self,
        at: u32,
        points: &[OpenPoint],
        queries: &[String],
    ) -> Result<Option<record::Dimension>, WorkError> {
        let job = self.task_of(at, points);
        let mut searcher = Searcher::new(self.researchers, &job);
        searcher.scope = Scope::of_step(&format!("round-{}", at + 2));
        if !queries.is_empty() {
            searcher.library(queries).await?;
            searcher.web(queries).await?;
        }
        let calls = points.iter().flat_map(|one| one.tool_calls.iter().cloned());
        searcher.servers(&calls.collect::<Vec<_>>()).await?;
        searcher.leave_out(&self.sent);
        if searcher.found.is_empty() {
            return Ok(None);
        }
        let strategy = SearchStrategy {
            primary_query: queries.first().cloned().unwrap_or_default(),
            queries: queries.get(1..).unwrap_or_default().to_vec(),
            engines: searcher.engines().into_iter().map(str::to_owned).collect(),
            notes: String::new(),
        };
        let (notes, draft) = notes::read(&mut searcher, self.brain, Room::FURTHER).await?;
        let dimension = notes::dimension(&searcher, strategy, notes, false);
        record::append_round(&searcher, draft, &dimension).await?;
        Ok(Some(dimension))
    }

    /// A round as a piece of work, numbered on after the tasks of the plan.
    fn task_of(&self, at: u32, points: &[OpenPoint]) -> TaskJob {
        let IntegrateJob { context, plan, .. } = self.job;
        let language = context.settings.language;
        TaskJob {
            context: Arc::clone(context),
            plan: Arc::clone(plan),
            task: Task {
                id: record::next_number(plan, at),
                description: language
                    .pick(
                        "What the first reading left open",
                        "首轮阅读后仍待解答的问题",
                    )
                    .to_owned(),
                dependencies: Vec::new(),
                hints: Some(Hints {
                    key_questions: points.iter().map(|one| one.point.clone()).collect(),
                    ..Hints::default()
                }),
            },
            attempt: 1,
            earlier: Vec::new(),
        }
    }

    async fn ask_what_is_open(&self, at: u32) -> Result<Vec<OpenPoint>, WorkError> {
        let context = &self.job.context;
        let language = context.settings.language;
        context.doing(None, || {
            language
                .pick("asking what is still open", "询问还有什么待解答")
                .to_owned()
        });
        let tools = ServerTools::of(self.researchers).await;
        let asking = Asking {
            context,
            brain: self.brain,
            role: Role::Search,
            purpose: Purpose::Research,
            schema: Some(("open", schema(&tools))),
            writing: Writing::Strategy,
        };
        let mut scope = Scope::of_step(&format!("open-{}", at + 2));
        let read = |text: &str, _: bool| Ok(json::<Open>(text));
        let prompt = self.prompt(&tools)?;
        let answer = asking.ask(&mut scope, prompt, read).await?;
        Ok(usable(answer.open, &self.queries))
    }

    fn prompt(&self, tools: &ServerTools) -> Result<String, WorkError> {
        let IntegrateJob { context, plan, .. } = self.job;
        let tasks = plan.tasks.iter().map(|task| {
            let failed = self.job.failed.iter().find(|(id, _)| *id == task.id);
            let language = context.settings.language;
            let mark = failed.map_or("", |_| {
                language.pick(" (nothing was found)", "（没有找到）")
            });
            format!("{}{mark}", task.description)
        });
        let tasks: Vec<String> = tasks.collect();
        let notes = self.notes.iter();
        let notes: Vec<String> = notes
            .map(|note| format!("- {}: {}", note.topic, note.summary))
            .collect();
        let notes = DataBlock::new(&[], &clip(&notes.join("\n"), NOTES));
        let places = match context.settings.web && self.researchers.outside.has_web() {
            true => format!("library, {WEB}"),
            false => "library".to_owned(),
        };
        let question = clip(&context.request.question, 2_000);
        Ok(Prompt::DeepOpen.render(
            context.settings.language,
            &[
                ("most", Fill::Ours(&MOST_POINTS.to_string())),
                ("question", Fill::Ours(&question)),
                ("day", Fill::Ours(&context.day_line())),
                ("plan", Fill::Ours(&clip(&bullets(&tasks), PLAN))),
                ("places", Fill::Ours(&places)),
                (
                    "queries",
                    Fill::Ours(&clip(&bullets(&self.queries), QUERIES)),
                ),
                ("tools", Fill::Ours(&tools.shown()?)),
                ("notes", Fill::Data(&notes)),
            ],
        )?)
    }
}

/// Points that name a query which was not tried yet, or a tool that may answer them.
fn usable(points: Vec<OpenPoint>, tried: &[String]) -> Vec<OpenPoint> {
    let is_new = |query: &String| {
        let query = query.trim().to_lowercase();
        !query.is_empty() && !tried.iter().any(|old| old.trim().to_lowercase() == query)
    };
    let points = points.into_iter().map(|mut one| {
        one.point = clip(one.point.trim(), POINT);
        one.queries.retain(is_new);
        one.queries.truncate(MOST_QUERIES);
        one
    });
    let worth = points.filter(|one| {
        let is_searched = !one.queries.is_empty() || !one.tool_calls.is_empty();
        !one.point.is_empty() && is_searched
    });
    worth.take(MOST_POINTS).collect()
}

/// The queries of all points, the first of each before the second of any.
fn queries_of(points: &[OpenPoint]) -> Vec<String> {
    let mut queries = Vec::new();
    for place in 0..MOST_QUERIES {
        let all = points.iter().filter_map(|one| one.queries.get(place));
        for query in all {
            if !queries.contains(query) {
                queries.push(query.clone());
            }
        }
    }
    queries
}

fn schema(tools: &ServerTools) -> serde_json::Value {
    json!({
        "type": "object",
        "properties": {"open": {"type": "array", "items": {
            "type": "object",
            "properties": {
                "point": {"type": "string"},
                "queries": {"type": "array", "items": {"type": "string"}},
                "toolCalls": tools.schema(),
            },
            "required": ["point", "queries"],
        }}},
        "required": ["open"],
    })
}

#[cfg(test)]
mod tests {
    use super::{OpenPoint, queries_of, usable};

    fn point(point: &str, queries: &[&str]) -> OpenPoint {
        OpenPoint {
            point: point.to_owned(),
            queries: queries.iter().map(|query| (*query).to_owned()).collect(),
            tool_calls: Vec::new(),
        }
    }

    #[test]
    fn a_point_without_a_new_query_is_not_searched_for() {
        let tried = ["Harbour dues".to_owned()];
        let points = vec![
            point("Who pays?", &["harbour dues ", "port charges"]),
            point("Since when?", &["harbour dues"]),
            point(" ", &["tonnage tax"]),
        ];
        let left = usable(points, &tried);
        assert_eq!(left.len(), 1);
        assert_eq!(queries_of(&left), ["port charges"]);
    }

    #[test]
    fn every_point_is_searched_for_before_any_is_in_other_words() {
        let points = [point("a", &["a1", "a2"]), point("b", &["b1"])];
        assert_eq!(queries_of(&points), ["a1", "b1", "a2"]);
    }
}
