use std::io::{IsTerminal, Write as _};

use assay_analyst::{PlanRequest, plan};
use assay_domain::{Investment, Language, Profile, Request, ResearchType};
use assay_engine::NewRun;
use assay_store::Store;

use super::data::today;
use super::drive::{drive, preflight, refuse_empty_library};
use crate::app::App;
use crate::args::{ResearchArgs, RunOptions};
use crate::company_args::InvestmentArgs;
use crate::config::RunFlags;
use crate::exit::Exit;

pub(crate) async fn run(app: &App, args: ResearchArgs) -> anyhow::Result<Exit> {
    let kind = args.kind.map(ResearchType::from);
    let question = clarify(app, &args, kind)?;
    let store = app.store()?;
    refuse_empty_library(&store)?;
    let mut settings = app.settings.for_run(&question, &flags(&args.options))?;
    let about = subject(app, &store, &question, kind, &args.investment)?;
    let question = about
        .as_ref()
        .map_or(question, |about| about.question.clone());
    settings.investment = about.map(|about| Box::new(about.investment));
    if settings.investment.is_none() {
        settings.profile = profile(&args, kind, &question, settings.language);
    }
    settings.hold_plan = args.hold;
    preflight(app, &app.brains()?, &settings).await?;
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

/// A question about one company gets a section for each side of it, any other a model of its drivers.
fn profile(
    args: &ResearchArgs,
    kind: Option<ResearchType>,
    question: &str,
    language: Language,
) -> Profile {
    if let Some(chosen) = args.profile {
        return chosen.into();
    }
    let guessed = || {
        plan(&PlanRequest {
            question,
            research_type: None,
            language,
        })
        .plan
        .research_type
    };
    if args.investment.plain || kind.unwrap_or_else(guessed) == ResearchType::Company {
        Profile::Plain
    } else {
        Profile::Deep
    }
}

/// The company that a run is to judge, and the question in full.
struct About {
    question: String,
    investment: Investment,
}

/// The company that a question is about, where the library has its facts. A question that is nothing
/// but an unknown ticker is an error: nothing in the library could answer it.
fn subject(
    app: &App,
    store: &Store,
    question: &str,
    kind: Option<ResearchType>,
    args: &InvestmentArgs,
) -> anyhow::Result<Option<About>> {
    if args.plain || kind.is_some_and(|kind| kind != ResearchType::Company) {
        return Ok(None);
    }
    let companies = app.library(store)?.companies()?;
    let Some(company) = companies.named_in(question) else {
        if is_ticker(question) {
            companies.open(question)?;
        }
        return Ok(None);
    };
    let short = company.tickers.first().or(company.other_names.first());
    let name = &company.name;
    let question = match short {
        Some(short) if question.split_whitespace().count() == 1 => {
            format!("{name} ({short})")
        }
        _ => question.to_owned(),
    };
    let names: Vec<String> = std::iter::once(name)
        .chain(&company.tickers)
        .chain(&company.other_names)
        .cloned()
        .collect();
    let market = app.settings.market(args.market.as_deref(), &names)?;
    let investment = Investment {
        company: name.clone(),
        as_of: args.as_of.unwrap_or_else(today),
        market: market.figures,
        price: market.price,
        kill_switch: app.settings.kill_switch_rules()?,
    };
    Ok(Some(About {
        question,
        investment,
    }))
}

fn is_ticker(question: &str) -> bool {
    let question = question.trim();
    (1..=5).contains(&question.len()) && question.bytes().all(|b| b.is_ascii_uppercase())
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
