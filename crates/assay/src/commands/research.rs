use std::io::{IsTerminal, Write as _};

use assay_analyst::{PlanRequest, plan};
use assay_domain::{Request, ResearchType};
use assay_engine::NewRun;

use super::drive::{drive, preflight, refuse_empty_library};
use crate::app::App;
use crate::args::{ResearchArgs, RunOptions};
use crate::config::RunFlags;
use crate::exit::Exit;

pub(crate) async fn run(app: &App, args: ResearchArgs) -> anyhow::Result<Exit> {
    let kind = args.kind.map(ResearchType::from);
    let question = clarify(app, &args, kind)?;
    let settings = app.settings.for_run(&question, &flags(&args.options))?;
    preflight(app, &app.brains()?, &settings).await?;
    let store = app.store()?;
    refuse_empty_library(&store)?;
    let engine = app.engine(&store)?;
    let request = Request {
        question,
        research_type: kind,
    };
    let new = NewRun {
        request,
        settings,
        plan: None,
        assumptions: Vec::new(),
        reuse: None,
    };
    let run = engine.create(new).await?;
    drive(app, &engine, &run, args.options.out.as_deref()).await
}

/// Asks a person for what the question lacks. Without one, the plan states its assumptions.
fn clarify(app: &App, args: &ResearchArgs, kind: Option<ResearchType>) -> anyhow::Result<String> {
    let mut question = args.question.trim().to_owned();
    if question.is_empty() {
        anyhow::bail!("the question is empty; write it in quotes after `assay research`");
    }
    let interactive = !args.yes
        && !app.output.json
        && std::io::stdin().is_terminal()
        && std::io::stderr().is_terminal();
    if !interactive {
        return Ok(question);
    }
    let language = args
        .options
        .lang
        .map_or_else(|| app.settings.language(&question), Into::into);
    let missing = plan(&PlanRequest {
        question: &question,
        research_type: kind,
        language,
    })
    .questions;
    for ask in missing {
        eprint!("{ask} ");
        std::io::stderr().flush()?;
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer)?;
        if !answer.trim().is_empty() {
            question = format!("{question} ({})", answer.trim());
        }
    }
    Ok(question)
}

pub(super) fn flags(options: &RunOptions) -> RunFlags {
    RunFlags {
        language: options.lang.map(Into::into),
        model: options.model.clone(),
        offline: options.offline,
        concurrency: options.concurrency,
        max_tokens: options.max_tokens,
        max_cost: options.max_cost.clone(),
    }
}
