use std::path::Path;

use anyhow::{Context as _, bail};
use assay_domain::{
    ArtifactKind, Event, Finding, Language, MicroUsd, Outcome, Role, RunId, RunSettings,
};
use assay_engine::{
    Brain, Brains, Destination, Engine, EngineError, Notices, RunEnd, RunRecord, SECTIONS_FILE,
};
use assay_plan::RunState;
use assay_store::{RunStatus, Store, StoreError};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::asked_back::{self, Heard};
use super::hints::about_judgement;
use crate::app::{App, Resumable};
use crate::exit::Exit;
use crate::progress::Progress;

/// Asks the configured servers whether they are there before anything is begun: a wrong key or a
/// missing server is said at once, not after minutes of retries.
pub(crate) async fn preflight(
    app: &App,
    brains: &Brains,
    settings: &RunSettings,
) -> anyhow::Result<()> {
    let mut asked = Vec::new();
    for role in Role::ALL {
        let Some(brain) = brains.for_role(settings, role)? else {
            continue;
        };
        if asked.contains(&brain.label) {
            continue;
        }
        asked.push(brain.label.clone());
        refuse_ceiling_without_price(&brain, settings)?;
        let probe = brain.client.probe(Some(&brain.model)).await.with_context(|| {
            format!("the model {} cannot be used; `assay doctor` looks closer, --offline works without a model", brain.label)
        })?;
        if probe.model_known == Some(false) {
            app.output.say(format!(
                "note: the server does not list the model {}; `assay doctor` shows what it lists",
                brain.label
            ));
        }
    }
    Ok(())
}

/// A ceiling in dollars means nothing for a model whose price is not known.
fn refuse_ceiling_without_price(brain: &Brain, settings: &RunSettings) -> anyhow::Result<()> {
    let config = brain.client.config();
    let free =
        config.input_price == MicroUsd::default() && config.output_price == MicroUsd::default();
    let own = ["//127.0.0.1", "//localhost", "//[::1]"]
        .iter()
        .any(|host| config.base_url.contains(host));
    if settings.budget.max_cost.is_some() && free && !own {
        bail!(
            "a ceiling in dollars needs the prices of {0}; set them per million tokens: assay config set providers.{0}.input_price 2.5, and output_price likewise",
            config.name
        );
    }
    Ok(())
}

/// How a run was left.
pub(super) struct Left {
    pub(super) exit: Exit,
    /// In JSON mode what a program is told of it; an interrupted run tells nothing.
    pub(super) value: Option<Value>,
}

/// Drives a run to its end in the sight of the user. Ctrl-C leaves it resumable.
pub(super) async fn drive(
    app: &App,
    engine: &Engine,
    run: &RunId,
    also: Option<&Destination>,
) -> anyhow::Result<Exit> {
    let left = drive_untold(app, engine, run, also).await?;
    if let Some(value) = &left.value {
        app.output.value(value)?;
    }
    Ok(left.exit)
}

/// The same, where in JSON mode it is for the caller to print what came of it.
pub(super) async fn drive_untold(
    app: &App,
    engine: &Engine,
    run: &RunId,
    also: Option<&Destination>,
) -> anyhow::Result<Left> {
    let store = engine.store();
    let language = store.run(run)?.map_or(Language::En, |row| row.language);
    let resume = app.command(&format!("resume {run}"));
    if let Some(RunStatus::Finished(outcome)) = store.run(run)?.map(|row| row.status) {
        app.output.say(language.pick(
            format!("{run} ended before as {}", outcome.name()),
            format!("{run} 此前已结束：{}", name(outcome, language)),
        ));
    } else {
        app.output.say(language.pick(
            format!("{run}  (stop with Ctrl-C, go on with: {resume})"),
            format!("{run}  （Ctrl-C 中断，继续运行：{resume}）"),
        ));
    }
    let end = driven(app, engine, run, language).await?;
    let stopped = |error: anyhow::Error| {
        let lead = language.pick(
            "stopped; nothing is lost. Once the cause is mended:",
            "已停止，没有丢失任何内容。排除原因后继续运行：",
        );
        app.output.warn(format!("{lead} {resume}"));
        anyhow::Error::new(Resumable(error))
    };
    let end = match end {
        Err(error @ EngineError::Store(StoreError::RunBusy { .. })) => return Err(error.into()),
        Err(error) => return Err(stopped(error.into())),
        Ok(end) => end,
    };
    match end {
        Some(end) => finish(app, store, run, &end, language, also).map_err(stopped),
        None if store.run(run)?.is_some_and(|row| row.held) => held(app, store, run, language),
        None => {
            app.output.warn(format!(
                "{} {resume}",
                language.pick(
                    "interrupted; nothing is lost. Go on with:",
                    "已中断，没有丢失任何内容。继续运行："
                )
            ));
            Ok(Left {
                exit: Exit::Interrupted,
                value: None,
            })
        }
    }
}

/// Drives a run until it ends or stays open. What its planner asks back is asked here.
async fn driven(
    app: &App,
    engine: &Engine,
    run: &RunId,
    language: Language,
) -> anyhow::Result<Result<Option<RunEnd>, EngineError>> {
    let store = engine.store();
    loop {
        let (notices, receiver) = Notices::channel();
        let stop = CancellationToken::new();
        let mut progress = Progress::new(app.output, store.clone(), language);
        progress.recall(&store.load(run, 0)?);
        let watch = progress.follow(receiver);
        let work = async {
            tokio::select! {
                end = engine.drive(run, notices, &stop) => end,
                signal = tokio::signal::ctrl_c() => {
                    if signal.is_err() {
                        app.output.say("Ctrl-C cannot be heard on this system");
                    }
                    Ok(None)
                }
            }
        };
        let (end, ()) = tokio::join!(work, watch);
        let asked = match &end {
            Ok(None) => store.run(run)?.and_then(|row| row.asked),
            _ => None,
        };
        let Some(asked) = asked else {
            return Ok(end);
        };
        match asked_back::ask(app, &asked, language).await? {
            Heard::Answer(answer) => engine.answer_planner(run, answer).await?,
            Heard::Interrupted => return Ok(Ok(None)),
        }
    }
}

/// Shows the plan that waits, and how to let it run.
fn held(app: &App, store: &Store, run: &RunId, language: Language) -> anyhow::Result<Left> {
    let journal = store.load(run, 0)?;
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
    let plan = state.plan().context("the run waits, but has no plan")?;
    let value = app
        .output
        .json
        .then(|| json!({"run": run, "held": true, "plan": plan}));
    if value.is_none() {
        app.output.data(&assay_plan::plan::draw(plan, language))?;
    }
    let approve = app.command(&format!("approve {run}"));
    app.output.say(language.pick(
        format!("the plan waits for you: {approve}  (--plan FILE runs a changed one)"),
        format!("计划等待批准：{approve}  （--plan FILE 改用修改后的计划）"),
    ));
    Ok(Left {
        exit: Exit::Fine,
        value,
    })
}

fn finish(
    app: &App,
    store: &Store,
    run: &RunId,
    end: &RunEnd,
    language: Language,
    also: Option<&Destination>,
) -> anyhow::Result<Left> {
    let record = RunRecord::load(store, run)?;
    let report = record.artifacts().text(ArtifactKind::Report)?;
    let folder = record.write_files(also)?;
    let exit = Exit::Run(end.outcome);
    if app.output.json {
        if !exit.is_fine() {
            tell_outcome(app, end, language);
        }
        let value = json!({
            "run": run,
            "outcome": end.outcome,
            "reasons": end.reasons,
            "folder": folder,
            "report": report,
        });
        return Ok(Left {
            exit,
            value: Some(value),
        });
    }
    let found = record
        .journal()
        .iter()
        .filter(|envelope| matches!(&envelope.event, Event::FindingRecorded { finding } if is_warning(finding)))
        .count();
    let has_report = report.is_some();
    if let Some(report) = report {
        let profile = record.state().profile().transpose()?;
        let digest = || match profile.is_some_and(|profile| profile.answers()) {
            true => answer_of(&report),
            false => summary_of(&report),
        };
        let digest = app.output.to_terminal().then(digest);
        app.output.markdown(digest.as_deref().unwrap_or(&report))?;
    }
    talk(app, end, language, &folder, found, has_report);
    let shortfall = record.shortfall()?;
    if shortfall.as_ref().is_some_and(|short| short.has_sections) {
        let label = language.pick("sections, not released:", "未放行的章节：");
        let file = folder.join(SECTIONS_FILE);
        app.output.say(format!("{label} {}", file.display()));
    }
    let hints = shortfall.map(|short| about_judgement(app, run, end.outcome, &short, language));
    let hints = hints.unwrap_or_default();
    hints.iter().for_each(|hint| app.output.say(hint));
    if has_report && app.output.to_terminal() {
        let ask = app.command(&format!("ask --run {run}"));
        app.output.say(language.pick(
            format!("hint: ask on: {ask} \"and the year before?\""),
            format!("hint: 继续提问：{ask} \"那上一年呢？\""),
        ));
    }
    Ok(Left { exit, value: None })
}

/// The answer of a report that begins with it: what stands between its title and the first heading.
fn answer_of(report: &str) -> String {
    let lines = report.lines().skip_while(|line| !line.starts_with("# "));
    let answer = lines.skip(1).take_while(|line| !line.starts_with("## "));
    answer.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The executive summary of a report, for a person at a terminal; a pipe gets the whole.
fn summary_of(report: &str) -> String {
    let lines = report
        .lines()
        .skip_while(|line| !line.starts_with("## "))
        .skip(1);
    lines
        .take_while(|line| !line.starts_with("## "))
        .collect::<Vec<_>>()
        .join("\n")
        .trim()
        .to_owned()
}

fn name(outcome: Outcome, language: Language) -> &'static str {
    let chinese = match outcome {
        Outcome::Completed => "已完成",
        Outcome::Partial => "部分完成",
        Outcome::Degraded => "降级完成",
        Outcome::Failed => "失败",
        Outcome::Blocked => "已拦截",
        Outcome::Cancelled => "已取消",
    };
    language.pick(outcome.name(), chinese)
}

fn is_warning(finding: &Finding) -> bool {
    matches!(
        finding,
        Finding::Contradiction { .. }
            | Finding::Conflict { .. }
            | Finding::Outdated { .. }
            | Finding::MissingPeriod { .. }
            | Finding::Quarantined { .. }
    )
}

fn talk(
    app: &App,
    end: &RunEnd,
    language: Language,
    folder: &Path,
    found: usize,
    has_report: bool,
) {
    tell_outcome(app, end, language);
    if found > 0 {
        let things = if found == 1 { "thing" } else { "things" };
        app.output.say(language.pick(
            format!("  {found} {things} to know before you rely on it: see the report"),
            format!("  使用前须知 {found} 项，见报告"),
        ));
    }
    let (name, file) = if has_report {
        (language.pick("report:", "报告："), "report.html")
    } else {
        (
            language.pick("no report; the log:", "没有报告；日志："),
            "log.md",
        )
    };
    app.output
        .say(format!("{name} {}", folder.join(file).display()));
}

/// How a run ended and why. What went wrong is said even to those who want to hear nothing else.
fn tell_outcome(app: &App, end: &RunEnd, language: Language) {
    let is_fine = Exit::Run(end.outcome).is_fine();
    let tell = |line: String| {
        if is_fine {
            app.output.say(line);
        } else {
            app.output.warn(line);
        }
    };
    let mark = if is_fine { "✓" } else { "!" };
    tell(format!("{mark} {}", name(end.outcome, language)));
    for reason in &end.reasons {
        tell(format!("  {reason}"));
    }
}
