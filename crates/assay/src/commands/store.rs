use assay_domain::Language;
use assay_engine::{SystemClock, broken_reports};
use assay_store::{Problem, Store};

use super::removal;
use crate::app::App;
use crate::args::StoreCommand;
use crate::exit::Exit;
use crate::printer;

pub(crate) async fn run(app: &App, command: &StoreCommand) -> anyhow::Result<Exit> {
    let store = app.store()?;
    match command {
        StoreCommand::Check => {
            let mut report = store.check()?;
            report.problems.extend(broken(app, &store)?);
            if app.output.json {
                app.output.value(&report)?;
            } else {
                app.output.data(&format!(
                    "{} events, {} runs, {} documents, {} bodies, {} leftover files",
                    report.events, report.runs, report.documents, report.bodies, report.leftovers
                ))?;
                if report.events_without_hash > 0 {
                    app.output.data(&format!(
                        "{} events were written before events carried a hash; a change of their text may go unnoticed",
                        report.events_without_hash
                    ))?;
                }
                if report.unnamed_bodies > 0 {
                    app.output.data(&format!(
                        "{} bodies are named by no event: an ingest was cut off, or they belong to a database that is no longer here; they do no harm",
                        report.unnamed_bodies
                    ))?;
                }
                for problem in &report.problems {
                    let place = problem
                        .seq
                        .map_or_else(String::new, |seq| format!("event {seq}: "));
                    app.output
                        .data(&format!("problem: {place}{}", problem.what))?;
                }
                app.output.data(if report.is_sound() {
                    "sound"
                } else {
                    "not sound"
                })?;
            }
            Ok(if report.is_sound() {
                Exit::Fine
            } else {
                Exit::Error
            })
        }
        StoreCommand::Rebuild => {
            let report = store.rebuild().await?;
            let passages = app.library(&store)?.rebuild_index()?;
            if app.output.json {
                app.output
                    .value(&serde_json::json!({"rebuilt": report, "passages": passages}))?;
            } else {
                app.output.data(&format!(
                    "rebuilt from {} events: {} runs, {} documents, {passages} passages",
                    report.events, report.runs, report.documents
                ))?;
            }
            Ok(Exit::Fine)
        }
        StoreCommand::Clean => clean(app, &store).await,
    }
}

/// What the settings let go, and what a kill or an earlier removal left.
async fn clean(app: &App, store: &Store) -> anyhow::Result<Exit> {
    let library = app.library(store)?;
    let mut report = library
        .retain(app.settings.retention()?, &SystemClock)
        .await?;
    printer::delete_left(&app.settings.home)?;
    let cleaned = library.clean(&SystemClock).await?;
    // the free space is as the last look found it
    let scrubbed = cleaned.scrubbed;
    report.add(cleaned);
    report.scrubbed = scrubbed;
    removal::tell(app, &report)?;
    if !app.output.json {
        let bodies = report.bodies;
        let language = app.settings.fixed_language().unwrap_or(Language::En);
        app.output.say(language.pick(
            format!("removed {bodies} bodies that nothing refers to"),
            format!("已移除 {bodies} 个无人引用的正文"),
        ));
    }
    Ok(Exit::Fine)
}

/// The files of reports that are not whole, and how to have them made again.
fn broken(app: &App, store: &Store) -> anyhow::Result<Vec<Problem>> {
    let files = broken_reports(store)?.into_iter();
    let told = files.map(|file| {
        let resume = app.command(&format!("resume {}", file.run));
        let (path, what) = (file.path.display(), file.what);
        Problem {
            seq: None,
            what: format!("{path} {what}; make it again: {resume}"),
        }
    });
    Ok(told.collect())
}
