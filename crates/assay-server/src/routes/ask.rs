//! Questions that are answered at once, from the library or on a run that has ended.

use assay_domain::{Date, Evidence, FollowUp, Language, Request, RunId, Timestamp, Understood};
use assay_engine::{AskOn, ask, ask_on, asked_on};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::run_list::LONGEST_QUESTION;
use crate::Problem;
use crate::call::{Call, aside};

/// A question to be answered at once.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asking {
    question: String,
    #[serde(default)]
    language: Option<Language>,
    /// Nothing counts that became known after this day.
    #[serde(default)]
    as_of: Option<Date>,
}

impl Asking {
    async fn read(call: &mut Call) -> Result<Self, Problem> {
        let asking: Self = call.json().await?;
        if !Request::asks(&asking.question) {
            return Err(Problem::unusable(
                "the question is empty: it has no letter and no digit; write one",
            )
            .with_code("empty_question"));
        }
        if asking.question.len() > LONGEST_QUESTION {
            return Err(Problem::unusable(format!(
                "the question is longer than {LONGEST_QUESTION} bytes; put the material into the library and ask about it"
            ))
            .with_code("long_question"));
        }
        Ok(asking)
    }
}

/// A question to the library with its answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Asked {
    question: String,
    language: Language,
    as_of: Date,
    /// How the question was understood, in a line.
    read_as: String,
    understood: Understood,
    answered: bool,
    /// Markdown with [[ev_…]] marks; empty where the library does not say.
    answer: String,
    /// What the library does not say.
    missing: Vec<String>,
    /// What the answer cites, in its order.
    evidence: Vec<Evidence>,
}

/// What was asked on a run after its end.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AskedOn {
    asked: Vec<KeptFollowUp>,
}

/// A question on a run that had ended, with its answer as the run keeps it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct KeptFollowUp {
    #[serde(flatten)]
    follow_up: FollowUp,
    at: Timestamp,
    /// How the question was understood, in a line.
    read_as: String,
    answered: bool,
}

pub(crate) async fn of_library(mut call: Call) -> Result<Asked, Problem> {
    let asking = Asking::read(&mut call).await?;
    let desk = call.desk;
    aside(move || {
        let library = desk.host.library();
        let language = asking
            .language
            .unwrap_or_else(|| Language::of_text(&asking.question));
        let now = desk.host.clock().now();
        let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
        let day = asking.as_of.unwrap_or(today);
        let library = library.looking_back(asking.as_of, today);
        let asked = ask(&library, &asking.question, language, day)?;
        Ok(Asked {
            question: asking.question,
            language,
            as_of: day,
            read_as: asked.understood.line(language),
            understood: asked.understood,
            answered: !asked.markdown.trim().is_empty(),
            answer: asked.markdown,
            missing: asked.missing,
            evidence: asked.evidence,
        })
    })
    .await
}

pub(crate) async fn on_run(mut call: Call) -> Result<KeptFollowUp, Problem> {
    let run = RunId::new(call.param("run"));
    let asking = Asking::read(&mut call).await?;
    let desk = call.desk;
    let runtime = tokio::runtime::Handle::current();
    // reading and weighing passages takes its time, so all of it is done aside
    aside(move || {
        desk.row(&run)?;
        let now = desk.host.clock().now();
        let asking = AskOn {
            run: &run,
            question: &asking.question,
            language: asking.language,
            as_of: asking.as_of,
            now,
        };
        let library = desk.host.library();
        let follow_up = runtime.block_on(ask_on(desk.store(), &library, asking))?;
        Ok(KeptFollowUp::new(now, follow_up))
    })
    .await
}

/// What was asked on a run so far.
pub(crate) async fn on_run_so_far(call: Call) -> Result<AskedOn, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    aside(move || {
        desk.row(&run)?;
        let journal = desk.store().load(&run, 0)?;
        let asked =
            asked_on(&journal).map(|(at, follow_up)| KeptFollowUp::new(at, follow_up.clone()));
        Ok(AskedOn {
            asked: asked.collect(),
        })
    })
    .await
}

impl KeptFollowUp {
    fn new(at: Timestamp, follow_up: FollowUp) -> Self {
        Self {
            at,
            read_as: follow_up.understood.line(follow_up.language),
            answered: !follow_up.answer.is_empty(),
            follow_up,
        }
    }
}
