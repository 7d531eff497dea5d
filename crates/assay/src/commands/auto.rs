use assay_domain::{Autonomy, Request, ResearchType, RunSettings};
use assay_engine::workspace_folder;
use assay_plan::profiles::AUTONOMOUS;

use super::drive::{drive, preflight};
use super::research::flags;
use crate::app::App;
use crate::auto_args::AutoArgs;
use crate::exit::Exit;
use crate::exploration::{Exploration, Judged};
use crate::inquiry::MarketFrom;

pub(crate) async fn run(app: &App, args: AutoArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let wanted = exploration(&args)?;
    let also = args.options.also.destination(&store)?;
    let library = app.library(&store)?;
    let new = wanted.new_run(&app.settings, &library)?;
    let settings = new.settings.clone();
    preflight(app, &app.brains()?, &settings).await?;
    let engine = app.engine_over(&store, library)?;
    let run = engine.create(new).await?;
    let folder = workspace_folder(&store, &run);
    app.output.say(format!(
        "{} {}",
        settings.language.pick("files:", "文件："),
        folder.display()
    ));
    say_what_is_in_force(app, &settings)?;
    drive(app, &engine, &run, also.as_ref()).await
}

/// Which gates the report will pass, and whether a browser that was switched on is there.
fn say_what_is_in_force(app: &App, settings: &RunSettings) -> anyhow::Result<()> {
    let language = settings.language;
    if settings.investment.is_none() {
        app.output.say(language.pick(
            "gates: ingest, claim check, kill switch and egress; the quality gate is for one company (--company TICKER)",
            "门禁：入库门、论断核验、熔断规则与出口门；质量门仅适用于单一公司研究（--company 代码）",
        ));
    }
    if app.settings.number("browser.enabled")? && !settings.browser {
        app.output.say(language.pick(
            "browser: on, but not there; `assay doctor` says why",
            "浏览器：已启用但无法使用；原因见 `assay doctor`",
        ));
    }
    Ok(())
}

fn exploration(args: &AutoArgs) -> anyhow::Result<Exploration> {
    let title = args.title.trim().to_owned();
    if !Request::asks(&title) {
        anyhow::bail!(
            "the title is empty: it has no letter and no digit; write it in quotes after `assay auto`"
        );
    }
    Ok(Exploration {
        profile: &AUTONOMOUS,
        title,
        purpose: args.purpose.clone().unwrap_or_default(),
        kind: args.kind.map(ResearchType::from),
        autonomy: Autonomy {
            max_steps: args.max_steps,
            context_tokens: args.context_tokens,
        },
        judged: args.company.clone().map(|company| Judged {
            company,
            as_of: args.as_of,
            market: MarketFrom::File(args.market.clone()),
        }),
        without_web: false,
        flags: flags(&args.options),
    })
}
