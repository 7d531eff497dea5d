use std::io::Write as _;

use assay_analyst::{PlanRequest, plan};
use assay_domain::{Autonomy, Request, ResearchType};
use assay_plan::ProfileChoice;
use assay_plan::profiles::{ANSWER, PLAIN};

use super::asked_back::has_somebody;
use super::drive::{drive, preflight};
use crate::app::App;
use crate::args::RunOptions;
use crate::ask_args::{DepthArg, ResearchArgs};
use crate::config::RunFlags;
use crate::exit::Exit;
use crate::exploration::Exploration;
use crate::inquiry::{Inquiry, MarketFrom};
use crate::shown::harmless;

pub(crate) async fn run(app: &App, mut args: ResearchArgs) -> anyhow::Result<Exit> {
    let kind = args.kind.map(ResearchType::from);
    let agent = args.profile.filter(|profile| profile.has_agent());
    let may_ask = !args.yes && agent.is_none() && has_somebody(app);
    let question = clarify(app, &args, kind, may_ask)?;
    let store = app.store()?;
    let also = std::mem::take(&mut args.options.also).destination(&store)?;
    let library = app.library(&store)?;
    let new = match agent {
        Some(profile) => {
            let wanted = on_its_own(&args, profile, question)?;
            wanted.new_run(&app.settings, &library)?
        }
        None => inquiry(args, question, may_ask).new_run(&app.settings, &library)?,
    };
    preflight(app, &app.brains()?, &new.settings).await?;
    let engine = app.engine(&store)?;
    let run = engine.create(new).await?;
    drive(app, &engine, &run, also.as_ref()).await
}

fn inquiry(args: ResearchArgs, question: String, may_ask: bool) -> Inquiry {
    let shorthand = match (args.investment.plain, args.depth) {
        (true, _) => Some(ProfileChoice(&PLAIN)),
        (false, Some(DepthArg::Brief)) => Some(ProfileChoice(&ANSWER)),
        (false, _) => None,
    };
    Inquiry {
        question,
        kind: args.kind.map(ResearchType::from),
        profile: args.profile.or(shorthand),
        in_full: args.depth == Some(DepthArg::Full),
        as_of: args.investment.as_of,
        market: MarketFrom::File(args.investment.market),
        hold: args.hold,
        may_ask,
        without_web: false,
        flags: flags(&args.options),
    }
}

/// An agent with the usual limits; `assay auto` sets others.
fn on_its_own(
    args: &ResearchArgs,
    profile: ProfileChoice,
    title: String,
) -> anyhow::Result<Exploration> {
    if args.hold || args.investment.as_of.is_some() || args.investment.market.is_some() {
        anyhow::bail!(
            "an agent of the profile {} makes its own plan: leave out --hold; --as-of and --market are for a company that is judged: assay auto TITLE --company TICKER",
            profile.id
        );
    }
    Ok(Exploration {
        profile: profile.0,
        title,
        purpose: String::new(),
        kind: args.kind.map(ResearchType::from),
        autonomy: Autonomy::default(),
        judged: None,
        without_web: false,
        flags: flags(&args.options),
    })
}

/// Asks a person for what the question lacks. Without one, the plan states its assumptions.
fn clarify(
    app: &App,
    args: &ResearchArgs,
    kind: Option<ResearchType>,
    may_ask: bool,
) -> anyhow::Result<String> {
    let mut question = args.question.trim().to_owned();
    if !Request::asks(&question) {
        anyhow::bail!(
            "the question is empty: it has no letter and no digit; write it in quotes after `assay research`"
        );
    }
    if !may_ask {
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
        eprint!("{} ", harmless(&ask));
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
