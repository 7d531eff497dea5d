use assay_analyst::{PlanRequest, plan, subject_names};
use assay_domain::{
    Autonomy, Investment, Language, Plan, PlanOrigin, Profile, Request, ResearchType, RunSettings,
    Task, TaskId,
};
use assay_engine::{Filter, Library, NewRun, workspace_folder};

use super::drive::{drive, preflight};
use super::research::flags;
use crate::app::App;
use crate::auto_args::AutoArgs;
use crate::exit::Exit;
use crate::inquiry::{MarketFrom, judgement, refuse_without_sources};

/// Passages that are looked at to tell a name from a word.
const LOOKED_AT: usize = 20;

pub(crate) async fn run(app: &App, args: AutoArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let library = app.library(&store)?;
    refuse_without_sources(&app.settings, &library)?;
    let new = new_run(app, &args, &library)?;
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
    drive(app, &engine, &run, args.options.out.as_deref()).await
}

/// Which gates the report will pass, and whether a browser that was switched on is there.
fn say_what_is_in_force(app: &App, settings: &RunSettings) -> anyhow::Result<()> {
    let language = settings.language;
    if settings.investment.is_none() {
        app.output.say(language.pick(
            "gates: claim check and egress; the quality gate is for one company (--company TICKER)",
            "门禁：论断核验与出口门；质量门仅适用于单一公司研究（--company 代码）",
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

/// A run of one task: everything else is for the agent to decide.
fn new_run(app: &App, args: &AutoArgs, library: &Library) -> anyhow::Result<NewRun> {
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
    settings.investment = investment(app, args, library)?.map(Box::new);
    let mut research_type = args.kind.map(ResearchType::from);
    if settings.investment.is_some() {
        research_type = Some(ResearchType::Company);
    }
    let description = settings
        .language
        .pick("Autonomous research", "自主研究")
        .to_owned();
    let plan = Plan {
        research_type: kind(&title, research_type, settings.language, library)?,
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

/// The company that is judged at the end. One that the library has no facts of is an error.
fn investment(app: &App, args: &AutoArgs, library: &Library) -> anyhow::Result<Option<Investment>> {
    let Some(named) = &args.company else {
        return Ok(None);
    };
    let file = library.companies()?.open(named)?;
    let market = MarketFrom::File(args.market.clone());
    let judged = judgement(&app.settings, &file.company, args.as_of, &market)?;
    Ok(Some(judged))
}

/// The kind of research. A title that names nobody is about no company, nor is one that begins with
/// a word that the library knows only as a word, or not at all: `Pressure sensors`.
fn kind(
    title: &str,
    said: Option<ResearchType>,
    language: Language,
    library: &Library,
) -> anyhow::Result<ResearchType> {
    let guessed = plan(&PlanRequest {
        question: title,
        research_type: said,
        language,
    });
    let guessed = guessed.plan;
    if said.is_some() || guessed.research_type != ResearchType::Company {
        return Ok(guessed.research_type);
    }
    let names = subject_names(&guessed);
    let first = title.split_whitespace().next().unwrap_or_default();
    let is_first_word = |name: &String| name == first && name.is_ascii();
    let is_about_nobody =
        names.iter().all(is_first_word) && (names.is_empty() || !is_called(first, library)?);
    Ok(if is_about_nobody {
        ResearchType::Industry
    } else {
        ResearchType::Company
    })
}

/// Whether the library speaks of something by this name: with a capital, and never without.
fn is_called(name: &str, library: &Library) -> anyhow::Result<bool> {
    let hits = library.search(name, &Filter::default(), LOOKED_AT)?;
    let common = name.to_lowercase();
    let mut is_name = false;
    for (passage, _) in &hits {
        let text = &passage.quote;
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        if common != name && words.clone().any(|word| word == common) {
            return Ok(false);
        }
        is_name |= words.any(|word| word == name);
    }
    Ok(is_name)
}
