use std::sync::Arc;

use assay_domain::RunId;
use assay_engine::{OutputFormat, RunRecord};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderValue, StatusCode};

use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::guard::REPORT_POLICY;
use crate::route::Answer;
use crate::{Problem, answer, traces};

/// A way to take a report away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Kept(OutputFormat),
    Pdf,
    Otlp,
}

/// `(format, form, media type, extension)`
const FORMS: &[(&str, Form, &str, &str)] = &[
    (
        "md",
        Form::Kept(OutputFormat::Markdown),
        "text/markdown; charset=utf-8",
        "md",
    ),
    (
        "html",
        Form::Kept(OutputFormat::Html),
        "text/html; charset=utf-8",
        "html",
    ),
    (
        "json",
        Form::Kept(OutputFormat::Json),
        "application/json",
        "json",
    ),
    (
        "board",
        Form::Kept(OutputFormat::Board),
        "application/json",
        "board.json",
    ),
    (
        "log",
        Form::Kept(OutputFormat::Log),
        "text/markdown; charset=utf-8",
        "log.md",
    ),
    (
        "docx",
        Form::Kept(OutputFormat::Docx),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "docx",
    ),
    (
        "xlsx",
        Form::Kept(OutputFormat::Xlsx),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xlsx",
    ),
    ("pdf", Form::Pdf, "application/pdf", "pdf"),
    ("otlp", Form::Otlp, "application/json", "otlp.json"),
];

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let wanted = call.query("format").unwrap_or("md");
    let found = FORMS.iter().find(|(name, ..)| *name == wanted);
    let Some((_, form, media, extension)) = found else {
        let known: Vec<&str> = FORMS.iter().map(|(name, ..)| *name).collect();
        return Err(Problem::bad_request(format!(
            "there is no format `{wanted}`; use one of {}",
            known.join(", ")
        )));
    };
    let is_download = call.query("download").is_some()
        || !media.starts_with("text/") && !media.ends_with("/json");
    let name = format!("{run}.{extension}");
    let desk = call.desk;
    let made = {
        let desk = Arc::clone(&desk);
        aside(move || made(&desk, &run, *form)).await?
    };
    let bytes = match form {
        Form::Pdf => {
            let printing = Arc::clone(&desk);
            let print = async move { printing.host.pdf(&String::from_utf8_lossy(&made)).await };
            desk.supervisor.work(print).await?
        }
        Form::Kept(_) | Form::Otlp => made,
    };
    let mut response = answer::whole(StatusCode::OK, media, bytes);
    if *form == Form::Kept(OutputFormat::Html) {
        let headers = response.headers_mut();
        headers.insert(
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(REPORT_POLICY),
        );
        headers.insert("x-frame-options", HeaderValue::from_static("SAMEORIGIN"));
    }
    Ok(if is_download {
        answer::attached(response, &name)
    } else {
        response
    })
}

/// What is asked for; for a PDF the page that is printed.
fn made(desk: &Desk, run: &RunId, form: Form) -> Result<Vec<u8>, Problem> {
    desk.row(run)?;
    let record = RunRecord::load(desk.store(), run)?;
    Ok(match form {
        Form::Kept(format) => record.output(format, &desk.host.secrets())?,
        Form::Pdf => record.report(OutputFormat::Html)?.into_bytes(),
        Form::Otlp => serde_json::to_vec(&traces(record.journal()))?,
    })
}
