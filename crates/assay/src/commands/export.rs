use std::fs;

use anyhow::{Context as _, bail};
use assay_domain::{ArtifactName, Envelope, Event, Language, Outcome, RunId};
use assay_engine::{EngineError, exportable};
use assay_exports::{docx, xlsx};
use assay_plan::RunState;
use assay_report::generation_log;
use assay_store::Store;
use serde_json::json;

use super::printing;
use crate::app::{App, find_run};
use crate::args::{ExportArgs, ExportFormat};
use crate::exit::Exit;

pub(crate) fn run(app: &App, args: &ExportArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = find_run(&store, &args.run)?;
    let journal = store.load(&run, 0)?;
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
    let text = match args.format {
        ExportFormat::Pdf | ExportFormat::Docx | ExportFormat::Xlsx => {
            let bytes = file(app, &store, &journal, &state, args.format)?;
            return write_file(app, args, &run, &bytes);
        }
        ExportFormat::Md => report(&store, &journal, &state, "report")?,
        ExportFormat::Html => report(&store, &journal, &state, "report_html")?,
        ExportFormat::Log => {
            let language = state
                .settings()
                .map_or(Language::En, |settings| settings.language);
            generation_log(&journal, language)
        }
        ExportFormat::Board => {
            let board = serde_json::to_value(store.board(&run, None)?)?;
            exported(app, &state, board)?
        }
        ExportFormat::Json => exported(app, &state, everything(&store, &journal, &state)?)?,
    };
    match &args.out {
        Some(path) => {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
            app.output.done(
                path.display().to_string(),
                &json!({"run": run, "file": path}),
            )?;
        }
        None if matches!(args.format, ExportFormat::Json | ExportFormat::Board) => {
            app.output.data(&text)?;
        }
        None => app.output.text(&text, &json!({"run": run, "text": text}))?,
    }
    Ok(Exit::Fine)
}

/// A format that is no text.
fn file(
    app: &App,
    store: &Store,
    journal: &[Envelope],
    state: &RunState,
    format: ExportFormat,
) -> anyhow::Result<Vec<u8>> {
    if matches!(format, ExportFormat::Pdf) {
        return printing::pdf(app, &report(store, journal, state, "report_html")?);
    }
    let name = if matches!(format, ExportFormat::Xlsx) {
        "workbook"
    } else {
        "document"
    };
    let tree = artifact(store, journal, name)?.with_context(|| {
        format!("this run has no {name}: only a research about one company has, and only a valuation that ran has a workbook; `assay export -f html` works for every report")
    })?;
    let tree = exported(app, state, serde_json::from_str(&tree)?)?;
    Ok(if matches!(format, ExportFormat::Xlsx) {
        xlsx(&serde_json::from_str(&tree)?)?
    } else {
        docx(&serde_json::from_str(&tree)?)?
    })
}

fn write_file(app: &App, args: &ExportArgs, run: &RunId, bytes: &[u8]) -> anyhow::Result<Exit> {
    let Some(path) = &args.out else {
        bail!("this format is a file: say where to with --out FILE");
    };
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    app.output.done(
        path.display().to_string(),
        &json!({"run": run, "file": path}),
    )?;
    Ok(Exit::Fine)
}

/// What the egress gate lets out. A run whose report was kept in keeps its sections and claims in too.
fn exported(app: &App, state: &RunState, value: serde_json::Value) -> anyhow::Result<String> {
    if let Some((Outcome::Blocked, reasons)) = state.outcome() {
        bail!("the egress gate blocked this run: {}", reasons.join("; "));
    }
    let language = state
        .settings()
        .map_or(Language::En, |settings| settings.language);
    match exportable(value, language, &app.settings.secrets()) {
        Ok(value) => Ok(serde_json::to_string_pretty(&value)?),
        Err(reasons) => bail!("the egress gate blocks this export: {}", reasons.join("; ")),
    }
}

/// The newest version of an artifact in the journal, if there is one.
pub(super) fn artifact(
    store: &Store,
    journal: &[Envelope],
    name: &str,
) -> anyhow::Result<Option<String>> {
    let wanted = ArtifactName::new(name);
    let body = journal
        .iter()
        .rev()
        .find_map(|envelope| match &envelope.event {
            Event::ArtifactWritten { artifact, body, .. } if *artifact == wanted => Some(body),
            _ => None,
        });
    Ok(body.map(|body| store.text_of(body)).transpose()?)
}

/// The report, or why there is none.
pub(super) fn report(
    store: &Store,
    journal: &[Envelope],
    state: &RunState,
    name: &str,
) -> anyhow::Result<String> {
    if let Some(text) = artifact(store, journal, name)? {
        return Ok(text);
    }
    let run = journal
        .first()
        .map(|envelope| envelope.run.clone())
        .context("the run is empty")?;
    let why = match state.outcome() {
        Some((outcome, reasons)) => {
            format!("it ended as {}: {}", outcome.name(), reasons.join("; "))
        }
        None => format!("it has not ended; go on with `assay resume {run}`"),
    };
    Err(EngineError::Missing {
        run,
        what: "report".to_owned(),
        why,
    }
    .into())
}

fn everything(
    store: &Store,
    journal: &[Envelope],
    state: &RunState,
) -> anyhow::Result<serde_json::Value> {
    let mut sections = Vec::new();
    let (mut claims, mut evidence, mut findings) = (Vec::new(), Vec::new(), Vec::new());
    for envelope in journal {
        match &envelope.event {
            Event::ArtifactWritten { artifact, body, .. }
                if artifact.as_str().starts_with("section_") =>
            {
                sections.push(serde_json::from_str::<serde_json::Value>(
                    &store.text_of(body)?,
                )?);
            }
            Event::ClaimRegistered { claim } => claims.push(claim),
            Event::EvidenceAttached { evidence: item } => evidence.push(item),
            Event::FindingRecorded { finding } => findings.push(finding),
            _ => {}
        }
    }
    Ok(json!({
        "run": journal.first().map(|envelope| &envelope.run),
        "outcome": state.outcome().map(|(outcome, reasons)| json!({"outcome": outcome, "reasons": reasons})),
        "plan": state.plan(),
        "sections": sections,
        "claims": claims,
        "evidence": evidence,
        "findings": findings,
    }))
}
