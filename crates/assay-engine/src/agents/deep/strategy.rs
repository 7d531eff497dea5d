//! How to search for one dimension, by a model.

use assay_domain::{Hints, Role};
use assay_plan::Purpose;
use assay_steps::SearchStrategy;
use serde::Deserialize;
use serde_json::json;

use super::search::Searcher;
use super::servers::ServerCall;
use crate::Brain;
use crate::agents::ask::{Asking, Reading, json};
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::workshop::WorkError;

const MOST_QUERIES: usize = 6;

/// How to search, and what to ask the user's servers beside it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Strategy {
    #[serde(flatten)]
    pub(super) search: SearchStrategy,
    #[serde(default)]
    pub(super) tool_calls: Vec<ServerCall>,
}

pub(super) async fn strategy(
    searcher: &mut Searcher<'_>,
    brain: &Brain,
) -> Result<Strategy, WorkError> {
    let tools = searcher.server_tools().await?;
    let job = searcher.job;
    let (context, task) = (&job.context, &job.task);
    let none = Hints::default();
    let hints = task.hints.as_ref().unwrap_or(&none);
    let plan: Vec<String> = job
        .plan
        .tasks
        .iter()
        .map(|task| task.description.clone())
        .collect();
    let engines = searcher.engines();
    let ours = |items: &[String]| clip(&bullets(items), 2_000);
    let prompt = Prompt::DeepStrategy.render(
        context.settings.language,
        &[
            (
                "question",
                Fill::Ours(&clip(&context.request.question, 2_000)),
            ),
            ("plan", Fill::Ours(&clip(&bullets(&plan), 3_000))),
            ("description", Fill::Ours(&clip(&task.description, 2_000))),
            ("data_needs", Fill::Ours(&ours(&hints.data_needs))),
            ("key_questions", Fill::Ours(&ours(&hints.key_questions))),
            ("engines", Fill::Ours(&engines.join(", "))),
            ("tools", Fill::Ours(&tools.shown()?)),
        ],
    )?;
    let schema = json!({
        "type": "object",
        "properties": {
            "primaryQuery": {"type": "string"},
            "queries": {"type": "array", "items": {"type": "string"}},
            "engines": {"type": "array", "items": {"type": "string", "enum": engines}},
            "notes": {"type": "string"},
            "toolCalls": tools.schema(),
        },
        "required": ["primaryQuery", "queries", "engines", "notes"],
    });
    let asking = Asking {
        context,
        brain,
        role: Role::Search,
        purpose: Purpose::Research,
        schema: Some(("strategy", schema)),
        writing: Writing::Strategy,
    };
    asking
        .ask(&mut searcher.scope, prompt, |text, _| {
            Ok(usable(json(text), &engines))
        })
        .await
}

/// A strategy with a query, on engines that are there.
fn usable(read: Reading<Strategy>, engines: &[&str]) -> Reading<Strategy> {
    let mut read = read?;
    let strategy = &mut read.search;
    strategy
        .engines
        .retain(|engine| engines.contains(&engine.as_str()));
    if strategy.engines.is_empty() {
        strategy.engines = engines.iter().map(|engine| (*engine).to_owned()).collect();
    }
    strategy.queries.retain(|query| !query.trim().is_empty());
    strategy.queries.truncate(MOST_QUERIES);
    if strategy.primary_query.trim().is_empty() {
        return Err(vec!["primaryQuery is empty".to_owned()]);
    }
    Ok(read)
}
