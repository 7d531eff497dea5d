use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_domain::{Event, Failure, Outcome, Plan, PlanOrigin, Request, ResearchType};
use assay_engine::{
    Done, IntegrateJob, NewRun, Notices, PlanJob, Researchers, TaskJob, Work, Workshop,
};
use assay_plan::{RunState, plan};
use tokio_util::sync::CancellationToken;

use super::drive::preflight;
use super::run::{language_of, read_plan};
use crate::app::App;
use crate::config::RunFlags;
use crate::exit::Exit;
use crate::plan_args::{PlanArgs, PlanCommand};
use crate::progress::Progress;
use crate::users_file;

pub(crate) async fn run(app: &App, args: PlanArgs) -> anyhow::Result<Exit> {
    match &args.command {
        Some(PlanCommand::Schema) => app.output.value(&plan::schema())?,
        Some(PlanCommand::Check { file }) => check(app, file)?,
        Some(PlanCommand::Import { file }) => import(app, file)?,
        None => return make(app, args).await,
    }
    Ok(Exit::Fine)
}

fn check(app: &App, file: &Path) -> anyhow::Result<()> {
    let checked = read_plan(file)?;
    let language = language_of(app, &checked);
    let advice = plan::lint(&checked);
    let estimate = plan::estimate(&checked);
    if app.output.json {
        return app.output.value(&serde_json::json!({
            "valid": true,
            "waves": plan::waves(&checked),
            "estimate": estimate,
            "advice": advice.iter().map(|advice| serde_json::json!({
                "code": advice.code(), "task": advice.task, "text": advice.text(language),
            })).collect::<Vec<_>>(),
        }));
    }
    app.output.data(&plan::draw(&checked, language))?;
    for advice in &advice {
        app.output
            .data(&format!("{}: {}", advice.code(), advice.text(language)))?;
    }
    Ok(())
}

fn import(app: &App, file: &Path) -> anyhow::Result<()> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let imported = plan::import_markdown(&text)
        .with_context(|| format!("{} cannot be imported", file.display()))?;
    for remark in &imported.remarks {
        app.output.say(remark);
    }
    app.output.value(&imported.plan)
}

/// Makes a plan as a run would, and stops there.
async fn make(app: &App, args: PlanArgs) -> anyhow::Result<Exit> {
    let question = args.question.unwrap_or_default().trim().to_owned();
    if !Request::asks(&question) {
        bail!(
            "the question is empty: it has no letter and no digit; write it in quotes after `assay plan`"
        );
    }
    let flags = RunFlags {
        language: args.lang.map(Into::into),
        model: args.model,
        offline: args.offline,
        ..RunFlags::default()
    };
    let settings = app.settings.for_run(&question, &flags)?;
    let language = settings.language;
    let brains = app.brains()?;
    preflight(app, &brains, &settings).await?;
    let store = app.store()?;
    let planners = PlanOnly(Researchers::new(brains, app.library(&store)?));
    let engine = app.engine_with(&store, Arc::new(planners));
    let request = Request {
        question,
        research_type: args.kind.map(ResearchType::from),
    };
    let new = NewRun {
        request,
        settings,
        plan: None,
        understood: None,
        assumptions: Vec::new(),
        reuse: None,
    };
    let run = engine.create(new).await?;
    let (notices, receiver) = Notices::channel();
    let watch = Progress::new(app.output, store.clone(), language).follow(receiver);
    let stop = CancellationToken::new();
    let (end, ()) = tokio::join!(engine.drive(&run, notices, &stop), watch);
    end?;
    let journal = store.load(&run, 0)?;
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
    let made = state.plan().with_context(|| {
        format!(
            "no plan was made: {}",
            state
                .outcome()
                .map(|(_, reasons)| reasons.join("; "))
                .unwrap_or_default()
        )
    })?;
    deliver(app, made, args.out.as_deref(), args.force)?;
    let stood_in = journal
        .iter()
        .find_map(|envelope| stand_in(&envelope.event));
    let Some((model, because)) = stood_in else {
        return Ok(Exit::Fine);
    };
    app.output.warn(language.pick(
        format!("! degraded\n  the offline analyst planned instead of {model}: {because}"),
        format!("! 降级完成\n  由离线分析员代替 {model} 制定计划：{because}"),
    ));
    Ok(Exit::Run(Outcome::Degraded))
}

/// The model that the offline analyst planned instead of, and why.
fn stand_in(event: &Event) -> Option<(&String, &Failure)> {
    match event {
        Event::PlanAccepted {
            origin:
                PlanOrigin::Fallback {
                    instead_of,
                    because,
                },
            ..
        } => Some((instead_of, because)),
        _ => None,
    }
}

fn deliver(app: &App, made: &Plan, out: Option<&Path>, force: bool) -> anyhow::Result<()> {
    let Some(path) = out else {
        return app.output.value(made);
    };
    let text = serde_json::to_string_pretty(made)?;
    users_file::write_unless_foreign(app, path, text.as_bytes(), force)?;
    if app.output.json {
        return app.output.value(&serde_json::json!({"file": path}));
    }
    app.output.say(plan::draw(made, language_of(app, made)));
    app.output.say(format!(
        "edit {0} if you like, then: assay run {0}",
        path.display()
    ));
    Ok(())
}

/// Plans, and ends the run there.
struct PlanOnly(Researchers);

impl Workshop for PlanOnly {
    fn plan(&self, job: PlanJob) -> Work {
        let work = self.0.plan(job);
        Box::pin(async move {
            let mut done: Done = work.await?;
            let mut reasons = vec!["only a plan was asked for".to_owned()];
            let stood_in = done.events.iter().find_map(stand_in);
            reasons.extend(stood_in.map(|(_, because)| because.to_string()));
            let outcome = match reasons.len() {
                1 => Outcome::Completed,
                _ => Outcome::Degraded,
            };
            done.events.push(Event::RunFinished { outcome, reasons });
            Ok(done)
        })
    }

    fn task(&self, job: TaskJob) -> Work {
        self.0.task(job)
    }

    fn integrate(&self, job: IntegrateJob) -> Work {
        self.0.integrate(job)
    }
}
