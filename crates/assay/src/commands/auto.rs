use assay_analyst::{PlanRequest, plan};
use assay_domain::{Autonomy, Plan, PlanOrigin, Profile, Request, ResearchType, Task, TaskId};
use assay_engine::{NewRun, workspace_folder};

use super::drive::{drive, preflight};
use super::research::flags;
use crate::app::App;
use crate::auto_args::AutoArgs;
use crate::exit::Exit;
use crate::inquiry::refuse_without_sources;

pub(crate) async fn run(app: &App, args: AutoArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let library = app.library(&store)?;
    refuse_without_sources(&app.settings, &library)?;
    let new = new_run(app, &args)?;
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

/// A run of one task: everything else is for the agent to decide.
fn new_run(app: &App, args: &AutoArgs) -> anyhow::Result<NewRun> {
    let title = args.title.trim().to_owned();
    if title.is_empty() {
        anyhow::bail!("the title is empty; write it in quotes after `assay auto`");
    }
    let purpose = args
        .purpose
        .as_deref()
        .unwrap_or_default()
        .trim()
        .to_owned();
    let mut settings = app.settings.for_run(&title, &flags(&args.options))?;
    settings.profile = Profile::Autonomous(Autonomy {
        max_steps: args.max_steps,
        context_tokens: args.context_tokens,
    });
    let research_type = args.kind.map(ResearchType::from);
    let guessed = plan(&PlanRequest {
        question: &title,
        research_type,
        language: settings.language,
    });
    let description = settings
        .language
        .pick("Autonomous research", "自主研究")
        .to_owned();
    let plan = Plan {
        research_type: guessed.plan.research_type,
        topic: title.clone(),
        objectives: (!purpose.is_empty())
            .then_some(purpose)
            .into_iter()
            .collect(),
        tasks: vec![Task {
            id: TaskId(1),
            description,
            dependencies: Vec::new(),
            hints: None,
        }],
    };
    Ok(NewRun {
        request: Request {
            question: title,
            research_type,
        },
        settings,
        plan: Some((plan, PlanOrigin::User, Vec::new())),
        assumptions: Vec::new(),
        reuse: None,
    })
}
