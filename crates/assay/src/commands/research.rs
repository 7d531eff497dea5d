use std::io::Write as _;

use assay_analyst::{PlanRequest, plan};
use assay_domain::{Request, ResearchType};

use super::asked_back::has_somebody;
use super::drive::{drive, preflight};
use crate::app::App;
use crate::args::RunOptions;
use crate::ask_args::{DepthArg, ResearchArgs};
use crate::config::RunFlags;
use crate::exit::Exit;
use crate::inquiry::{Inquiry, Judging, MarketFrom};
use crate::shown::harmless;

pub(crate) async fn run(app: &App, args: ResearchArgs) -> anyhow::Result<Exit> {
    let kind = args.kind.map(ResearchType::from);
    let may_ask = !args.yes && has_somebody(app);
    let inquiry = Inquiry {
        question: clarify(app, &args, kind, may_ask)?,
        kind,
        judging: if args.investment.plain {
            Judging::Never
        } else {
            Judging::WhereItCan
        },
        profile: args.profile.map(Into::into),
        depth: args.depth.unwrap_or(DepthArg::Standard),
        as_of: args.investment.as_of,
        market: MarketFrom::File(args.investment.market),
        hold: args.hold,
        may_ask,
        without_web: false,
        flags: flags(&args.options),
    };
    let store = app.store()?;
    let also = args.options.also.destination(&store)?;
    let library = app.library(&store)?;
    let new = inquiry.new_run(&app.settings, &library)?;
    preflight(app, &app.brains()?, &new.settings).await?;
    let engine = app.engine(&store)?;
    let run = engine.create(new).await?;
    drive(app, &engine, &run, also.as_ref()).await
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
