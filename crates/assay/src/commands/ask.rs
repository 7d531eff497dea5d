use assay_domain::{Outcome, Request, Understood};
use assay_engine::{AskOn, Clock as _, Library, SystemClock, ask, ask_on};
use assay_store::Store;
use serde_json::{Value, json};

use super::asked::Answered;
use super::data::today;
use crate::app::{App, find_run};
use crate::ask_args::AskArgs;
use crate::exit::Exit;
use crate::inquiry::Refusal;

/// Answers from the library at once: no plan, no model, and no run but the one that is asked on.
pub(crate) async fn run(app: &App, args: &AskArgs) -> anyhow::Result<Exit> {
    let question = args.question.join(" ");
    if !Request::asks(&question) {
        anyhow::bail!("the question is empty: it has no letter and no digit");
    }
    let store = app.store()?;
    let library = app.library(&store)?;
    if library.documents()?.is_empty() {
        anyhow::bail!(Refusal::NothingToCite);
    }
    match &args.run {
        Some(run) => on_run(app, &store, &library, args, &question, run).await,
        None => of_library(app, &library, args, &question),
    }
}

fn of_library(
    app: &App,
    library: &Library,
    args: &AskArgs,
    question: &str,
) -> anyhow::Result<Exit> {
    let language = args
        .lang
        .map_or_else(|| app.settings.language(question), Into::into);
    let day = args.as_of.unwrap_or_else(today);
    let library = library.looking_back(args.as_of, today());
    let asked = ask(&library, question, language, day)?;
    let answered = Answered {
        markdown: &asked.markdown,
        evidence: &asked.evidence,
        missing: &asked.missing,
        language,
    };
    let value = json!({"question": question});
    tell(app, &answered, &asked.understood, value)
}

async fn on_run(
    app: &App,
    store: &Store,
    library: &Library,
    args: &AskArgs,
    question: &str,
    run: &str,
) -> anyhow::Result<Exit> {
    let run = find_run(store, run)?;
    let asking = AskOn {
        run: &run,
        question,
        language: args
            .lang
            .map(Into::into)
            .or_else(|| app.settings.fixed_language()),
        as_of: args.as_of,
        now: SystemClock.now(),
    };
    let follow_up = ask_on(store, library, asking).await?;
    let completed = &follow_up.completed;
    if !app.output.json && *completed != follow_up.question {
        let word = follow_up.language.pick("asked in full:", "完整问题：");
        app.output.say(format!("{word} {completed}"));
    }
    let value = json!({"run": run, "question": follow_up.question, "completed": completed});
    tell(app, &Answered::of(&follow_up), &follow_up.understood, value)
}

/// Prints an answer; in JSON mode with `value`, which says what was asked.
fn tell(
    app: &App,
    answered: &Answered<'_>,
    understood: &Understood,
    mut value: Value,
) -> anyhow::Result<Exit> {
    let is_answered = !answered.markdown.trim().is_empty();
    let read_as = understood.line(answered.language);
    if app.output.json {
        let more = json!({
            "understood": understood,
            "read_as": read_as,
            "answered": is_answered,
            "answer": answered.markdown,
            "missing": answered.missing,
            "evidence": answered.evidence,
        });
        if let (Value::Object(all), Value::Object(more)) = (&mut value, more) {
            all.extend(more);
        }
        app.output.value(&value)?;
    } else {
        let word = answered.language.pick("understood:", "问题理解：");
        app.output.say(format!("{word} {read_as}"));
        app.output.markdown(&answered.shown())?;
    }
    Ok(match is_answered {
        true => Exit::Fine,
        false => Exit::Run(Outcome::Failed),
    })
}
