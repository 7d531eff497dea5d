use anyhow::bail;
use assay_engine::{OutputFormat, RunRecord};
use assay_server::traces;
use serde_json::json;

use crate::app::{App, find_run};
use crate::args::{ExportArgs, ExportFormat};
use crate::exit::Exit;
use crate::printer::Printer;
use crate::users_file;

pub(crate) async fn run(app: &App, args: &ExportArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let run = find_run(&store, &args.run)?;
    let record = RunRecord::load(&store, &run)?;
    let bytes = match output(args.format) {
        Some(format) => record.output(format, &app.settings.secrets())?,
        None if matches!(args.format, ExportFormat::Otlp) => {
            serde_json::to_vec_pretty(&traces(record.journal()))?
        }
        None => {
            let page = record.report(OutputFormat::Html)?;
            Printer::default().pdf(&app.settings, &page).await?
        }
    };
    if let Some(path) = &args.out {
        users_file::write_unless_foreign(app, path, &bytes, args.force)?;
        app.output.done(
            path.display().to_string(),
            &json!({"run": run, "file": path}),
        )?;
        return Ok(Exit::Fine);
    }
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("this format is a file: say where to with --out FILE");
    };
    let is_data = matches!(
        args.format,
        ExportFormat::Json | ExportFormat::Board | ExportFormat::Otlp
    );
    if is_data {
        app.output.document(&text)?;
    } else {
        app.output.text(&text, &json!({"run": run, "text": text}))?;
    }
    Ok(Exit::Fine)
}

/// What the engine writes itself; `None` for a PDF and for traces.
fn output(format: ExportFormat) -> Option<OutputFormat> {
    Some(match format {
        ExportFormat::Md => OutputFormat::Markdown,
        ExportFormat::Html => OutputFormat::Html,
        ExportFormat::Json => OutputFormat::Json,
        ExportFormat::Board => OutputFormat::Board,
        ExportFormat::Log => OutputFormat::Log,
        ExportFormat::Docx => OutputFormat::Docx,
        ExportFormat::Xlsx => OutputFormat::Xlsx,
        ExportFormat::Pdf | ExportFormat::Otlp => return None,
    })
}
