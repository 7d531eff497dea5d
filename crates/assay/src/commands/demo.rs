use assay_domain::{Investment, Language, PlanOrigin, Request, ResearchType};
use assay_engine::{Arrival, Destination, NewRun, SystemClock};
use assay_plan::plan;
use serde_json::json;

use super::drive::{drive_untold, preflight};
use crate::app::App;
use crate::args::DemoArgs;
use crate::config::{Market, RunFlags};
use crate::exit::Exit;
use crate::samples;

pub(crate) async fn run(app: &App, args: DemoArgs) -> anyhow::Result<Exit> {
    // a home of its own: the sample company must never turn up in somebody's real research
    let app = App {
        settings: app.settings.with_home(app.settings.home.join("demo")),
        output: app.output,
    };
    let language: Language = args.lang.into();
    let flags = RunFlags {
        language: Some(language),
        model: args.model,
        offline: args.offline,
        ..RunFlags::default()
    };
    let question = samples::question(language).trim().to_owned();
    let settings = app.settings.for_run(&question, &flags)?;
    preflight(&app, &app.brains()?, &settings).await?;
    let store = app.store()?;
    let [report_to, memo_to] =
        [args.out.clone(), args.out.join("memo")].map(|folder| Destination {
            folder,
            force: args.force,
        });
    report_to.refuse_foreign(&store)?;
    memo_to.refuse_foreign(&store)?;
    let library = app.library(&store)?;
    for (path, tier, bytes) in samples::DOCUMENTS {
        let origin = format!("samples/{path}");
        let arrival = Arrival::given(&origin, bytes).of_tier(Some(*tier));
        let ingested = library.bring_in(arrival, &SystemClock).await?;
        for span in &ingested.document.quarantined {
            let gate = language.pick("gate:", "入口闸门：");
            app.output
                .say(format!("{gate} {path}: {} ({})", span.reason, span.rule));
        }
    }
    let documents = samples::DOCUMENTS.len();
    app.output.say(language.pick(
        format!("{documents} documents; question: {question}"),
        format!("{documents} 份文档；问题：{question}"),
    ));
    let plan = plan::parse(samples::plan(language))
        .map_err(|problems| anyhow::anyhow!("the built-in plan is not valid: {problems:?}"))?;
    let engine = app.engine(&store)?;
    let request = Request {
        question,
        research_type: Some(plan.research_type),
    };
    let new = NewRun {
        request,
        settings,
        plan: Some((plan, PlanOrigin::User, Vec::new())),
        understood: None,
        assumptions: Vec::new(),
        reuse: None,
    };
    let run = engine.create(new).await?;
    let report = drive_untold(&app, &engine, &run, Some(&report_to)).await?;
    if matches!(report.exit, Exit::Interrupted) {
        return Ok(report.exit);
    }
    let run = engine.create(judgement(&app, language, &flags)?).await?;
    let memo = drive_untold(&app, &engine, &run, Some(&memo_to)).await?;
    if app.output.json {
        let both = json!({"report": report.value, "memo": memo.value});
        app.output.value(&both)?;
    }
    Ok(report.exit.worse(memo.exit))
}

/// The second part of the demo: what the sample company is worth, on the day it is set in.
fn judgement(app: &App, language: Language, flags: &RunFlags) -> anyhow::Result<NewRun> {
    let company = samples::COMPANY;
    let question = language.pick(
        format!("What is {company} worth?"),
        format!("{company} 值多少钱？"),
    );
    let mut settings = app.settings.for_run(&question, flags)?;
    settings.kill_switch = None;
    settings.graph_policy = None;
    let market = Market::read(samples::MARKET, &[company.to_owned()])?;
    settings.investment = Some(Box::new(Investment {
        company: company.to_owned(),
        as_of: samples::JUDGED_ON.parse()?,
        market: market.figures,
        price: market.price,
    }));
    Ok(NewRun {
        request: Request {
            question,
            research_type: Some(ResearchType::Company),
        },
        settings,
        plan: None,
        understood: None,
        assumptions: Vec::new(),
        reuse: None,
    })
}
