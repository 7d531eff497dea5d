//! Questions that are answered at once, from the library or on a run that has ended.

use assay_domain::{Date, FollowUp, Language, Request, RunId, Timestamp};
use assay_engine::{AskOn, ask, ask_on, asked_on};
use serde::Deserialize;
use serde_json::{Value, json};

use super::run_list::LONGEST_QUESTION;
use crate::call::{Call, aside};
use crate::route::Answer;
use crate::{Problem, answer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asking {
    question: String,
    #[serde(default)]
    language: Option<Language>,
    /// Figures that were filed by this day count.
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

pub(crate) async fn of_library(mut call: Call) -> Answer {
    let asking = Asking::read(&mut call).await?;
    let desk = call.desk;
    let told = aside(move || {
        let library = desk.host.library();
        let language = asking
            .language
            .unwrap_or_else(|| Language::of_text(&asking.question));
        let now = desk.host.clock().now();
        let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
        let day = asking.as_of.unwrap_or(today);
        let asked = ask(&library, &asking.question, language, day)?;
        Ok(json!({
            "question": asking.question,
            "language": language,
            "as_of": day,
            "read_as": asked.understood.line(language),
            "understood": asked.understood,
            "answered": !asked.markdown.trim().is_empty(),
            "answer": asked.markdown,
            "missing": asked.missing,
            "evidence": asked.evidence,
        }))
    });
    Ok(answer::ok(&told.await?))
}

pub(crate) async fn on_run(mut call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let asking = Asking::read(&mut call).await?;
    let desk = call.desk;
    let runtime = tokio::runtime::Handle::current();
    // reading and weighing passages takes its time, so all of it is done aside
    let told = aside(move || {
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
        shown(now, &follow_up)
    });
    Ok(answer::ok(&told.await?))
}

/// What was asked on a run so far.
pub(crate) async fn on_run_so_far(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    let told = aside(move || {
        desk.row(&run)?;
        let journal = desk.store().load(&run, 0)?;
        let asked = asked_on(&journal).map(|(at, follow_up)| shown(at, follow_up));
        let asked: Vec<Value> = asked.collect::<Result<_, _>>()?;
        Ok(json!({"asked": asked}))
    });
    Ok(answer::ok(&told.await?))
}

fn shown(at: Timestamp, follow_up: &FollowUp) -> Result<Value, Problem> {
    let mut value = serde_json::to_value(follow_up)?;
    if let Value::Object(fields) = &mut value {
        let read_as = follow_up.understood.line(follow_up.language);
        fields.insert("at".to_owned(), json!(at));
        fields.insert("read_as".to_owned(), json!(read_as));
        fields.insert("answered".to_owned(), json!(!follow_up.answer.is_empty()));
    }
    Ok(value)
}
