//! Taking runs and documents out, after asking whoever sits at the terminal.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, Write as _};

use anyhow::bail;
use assay_domain::{DocumentId, Language, RemovedBy, RunId};
use assay_engine::{EngineError, Library, RemovalReport, SystemClock};

use super::asked_back::has_somebody;
use crate::app::{App, find_run};
use crate::exit::Exit;
use crate::removal_args::{Confirmed, RemoveDocumentsArgs, RemoveRunsArgs, RunsCommand};
use crate::shown::harmless;
use crate::table::shorten;

pub(crate) async fn runs(app: &App, command: &RunsCommand) -> anyhow::Result<Exit> {
    let RunsCommand::Remove(RemoveRunsArgs { runs, confirmed }) = command;
    let store = app.store()?;
    let mut found = BTreeSet::new();
    for text in runs {
        found.insert(find_run(&store, text)?);
    }
    let found: Vec<RunId> = found.into_iter().collect();
    let mut named = Vec::with_capacity(found.len());
    for run in &found {
        let title = store.run(run)?.map(|row| row.title).unwrap_or_default();
        named.push(format!("{run}  {}", shorten(&title, 60)));
    }
    if !is_confirmed(app, confirmed, &named)? {
        return Ok(Exit::Fine);
    }
    let library = app.library(&store)?;
    let report = library
        .remove_runs(&found, RemovedBy::User, &SystemClock)
        .await?;
    tell(app, &report)?;
    Ok(Exit::Fine)
}

pub(crate) async fn documents(
    app: &App,
    library: &Library,
    args: &RemoveDocumentsArgs,
) -> anyhow::Result<Exit> {
    let known = library.documents()?;
    let mut found = Vec::new();
    let mut named = Vec::new();
    for text in &args.documents {
        let id = DocumentId::new(text.as_str());
        let Some(document) = known.iter().find(|document| document.id == id) else {
            return Err(EngineError::UnknownDocument { id }.into());
        };
        if !found.contains(&id) {
            named.push(format!("{id}  {}", shorten(&document.title, 60)));
            found.push(id);
        }
    }
    if !is_confirmed(app, &args.confirmed, &named)? {
        return Ok(Exit::Fine);
    }
    let report = library
        .remove_documents(&found, RemovedBy::User, &SystemClock)
        .await?;
    tell(app, &report)?;
    Ok(Exit::Fine)
}

/// What was removed, what stays and why.
pub(super) fn tell(app: &App, report: &RemovalReport) -> anyhow::Result<()> {
    if app.output.json {
        return app.output.value(report);
    }
    tell_what(app, report);
    Ok(())
}

/// The same for the person who watches.
pub(super) fn tell_what(app: &App, report: &RemovalReport) {
    let language = language(app);
    for run in &report.runs {
        app.output
            .say(language.pick(format!("removed run {run}"), format!("已移除运行 {run}")));
    }
    for document in &report.documents {
        app.output
            .say(language.pick(format!("removed {document}"), format!("已移除 {document}")));
    }
    for run in &report.workspaces {
        app.output.say(language.pick(
            format!("removed the files of run {run}"),
            format!("已移除运行 {run} 的文件"),
        ));
    }
    if !report.cited_by.is_empty() {
        let runs: Vec<&str> = report.cited_by.iter().map(RunId::as_str).collect();
        let command = app.command(&format!("runs remove {}", runs.join(" ")));
        app.output.say(language.pick(
            format!("note: these runs keep what they quoted, and say that the source is gone; to remove them too: {command}"),
            format!("note: 以下运行保留其引文，并注明来源已移除；如需一并移除：{command}"),
        ));
    }
    if !report.scrubbed {
        let command = app.command("store clean");
        app.output.warn(language.pick(
            format!("note: the database is in use or its disk is full, so traces may be left in its free space; later: {command}"),
            format!("note: 数据库正在使用或磁盘已满，空闲空间中可能留有痕迹；稍后执行：{command}"),
        ));
    }
}

fn language(app: &App) -> Language {
    app.settings.fixed_language().unwrap_or(Language::En)
}

/// Whether the user says so, beforehand or now.
fn is_confirmed(app: &App, given: &Confirmed, what: &[String]) -> anyhow::Result<bool> {
    if given.yes {
        return Ok(true);
    }
    let language = language(app);
    if !has_somebody(app) {
        bail!(language.pick(
            "what is removed cannot be brought back; say --yes",
            "移除后无法恢复；请加 --yes 确认",
        ));
    }
    for line in what {
        app.output.warn(harmless(line));
    }
    eprint!(
        "{} ",
        language.pick(
            "remove for good? what is removed cannot be brought back [y/N]",
            "确定永久移除？移除后无法恢复 [y/N]",
        )
    );
    io::stderr().flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let is_yes = matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "是");
    if !is_yes {
        app.output
            .say(language.pick("nothing was removed", "未移除任何内容"));
    }
    Ok(is_yes)
}
