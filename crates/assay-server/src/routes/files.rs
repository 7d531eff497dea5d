use std::io::ErrorKind;

use assay_domain::RunId;
use assay_engine::workspace_folder;
use assay_workspace::{Quota, Workspace, WorkspaceError};
use schemars::JsonSchema;
use serde::Serialize;

use super::dashboards::of_autonomous;
use crate::Problem;
use crate::call::{Call, aside};
use crate::desk::Desk;

/// Bytes of a file that one answer holds; a chapter is a hundredth of it.
const MOST_SHOWN: usize = 1 << 20;

/// The files of an autonomous run.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Files {
    files: Vec<FileSize>,
}

#[derive(Serialize, JsonSchema)]
struct FileSize {
    /// Inside the run's folder.
    path: String,
    bytes: u64,
}

/// A file of an autonomous run.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FileText {
    path: String,
    /// Of the whole file.
    bytes: usize,
    text: String,
    /// Whether the file goes on after the text.
    cut: bool,
}

pub(crate) async fn list(call: Call) -> Result<Files, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    aside(move || {
        let files = workspace(&desk, &run)?.sizes("")?.into_iter();
        let files = files.map(|(path, bytes)| FileSize { path, bytes });
        Ok(Files {
            files: files.collect(),
        })
    })
    .await
}

pub(crate) async fn show(call: Call) -> Result<FileText, Problem> {
    let run = RunId::new(call.param("run"));
    let path = call.param("path").to_owned();
    let desk = call.desk;
    aside(move || {
        let mut text = workspace(&desk, &run)?.text(&path)?;
        let bytes = text.len();
        text.truncate(text.floor_char_boundary(MOST_SHOWN));
        Ok(FileText {
            path,
            bytes,
            cut: text.len() < bytes,
            text,
        })
    })
    .await
}

/// The files of a run, reachable by names inside its own folder alone.
fn workspace(desk: &Desk, run: &RunId) -> Result<Workspace, Problem> {
    of_autonomous(desk, run, |_| ())?;
    let folder = workspace_folder(desk.store(), run);
    match Workspace::open(&folder, Quota::default()) {
        Ok(workspace) => Ok(workspace),
        Err(WorkspaceError::Disk { cause, .. }) if cause.kind() == ErrorKind::NotFound => {
            Err(Problem::not_found(format!(
                "run {run} has no files: its agent has not begun, or its folder was removed"
            ))
            .with_code("no_files"))
        }
        Err(error) => Err(error.into()),
    }
}
