use assay_domain::{Autonomy, ResearchType};
use assay_engine::workspace_folder;

use super::drive::{drive, preflight};
use super::research::flags;
use crate::app::App;
use crate::auto_args::AutoArgs;
use crate::exit::Exit;
use crate::exploration::Exploration;

pub(crate) async fn run(app: &App, args: AutoArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let library = app.library(&store)?;
    let new = exploration(&args)?.new_run(&app.settings, &library)?;
    let language = new.settings.language;
    preflight(app, &app.brains()?, &new.settings).await?;
    let engine = app.engine_over(&store, library)?;
    let run = engine.create(new).await?;
    let folder = workspace_folder(&store, &run);
    app.output.say(format!(
        "{} {}",
        language.pick("files:", "文件："),
        folder.display()
    ));
    drive(app, &engine, &run, args.options.out.as_deref()).await
}

fn exploration(args: &AutoArgs) -> anyhow::Result<Exploration> {
    let title = args.title.trim().to_owned();
    if title.is_empty() {
        anyhow::bail!("the title is empty; write it in quotes after `assay auto`");
    }
    Ok(Exploration {
        title,
        purpose: args.purpose.clone().unwrap_or_default(),
        kind: args.kind.map(ResearchType::from),
        autonomy: Autonomy {
            max_steps: args.max_steps,
            context_tokens: args.context_tokens,
        },
        without_web: false,
        flags: flags(&args.options),
    })
}
