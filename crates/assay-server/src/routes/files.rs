use std::io::ErrorKind;

use assay_domain::RunId;
use assay_engine::workspace_folder;
use assay_workspace::{Quota, Workspace, WorkspaceError};
use serde_json::{Value, json};

use super::dashboards::of_autonomous;
use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, answer};

/// Bytes of a file that one answer holds; a chapter is a hundredth of it.
const MOST_SHOWN: usize = 1 << 20;

pub(crate) async fn list(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    let listed = aside(move || {
        let files = workspace(&desk, &run)?.sizes("")?.into_iter();
        let files: Vec<Value> = files
            .map(|(path, bytes)| json!({"path": path, "bytes": bytes}))
            .collect();
        Ok(json!({"files": files}))
    });
    Ok(answer::ok(&listed.await?))
}

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let path = call.param("path").to_owned();
    let desk = call.desk;
    let shown = aside(move || {
        let mut text = workspace(&desk, &run)?.text(&path)?;
        let bytes = text.len();
        text.truncate(text.floor_char_boundary(MOST_SHOWN));
        let is_cut = text.len() < bytes;
        Ok(json!({"path": path, "bytes": bytes, "text": text, "cut": is_cut}))
    });
    Ok(answer::ok(&shown.await?))
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
