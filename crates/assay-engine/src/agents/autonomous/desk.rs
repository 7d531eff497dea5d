use std::fs;
use std::path::PathBuf;

use assay_domain::{DataBlock, Failure, FailureCode, RunId};
use assay_plan::{Dashboard, FILE_OPERATION};
use assay_store::Store;
use assay_workspace::{FileAction, Quota, Workspace, WorkspaceError, WriteMode};

use crate::workshop::WorkError;
use crate::{EngineError, RunContext, Scope};

/// Pictures for people; no action reads them.
pub(super) const SCREENSHOTS: &str = "Screenshots";
pub(super) const NOTEBOOK: &str = "Notebook";

/// Where the files of an autonomous run are, for a person to read at any moment.
pub fn workspace_folder(store: &Store, run: &RunId) -> PathBuf {
    store.home().join("workspaces").join(run.as_str())
}

/// The files of a run. They are a view of its journal: whoever takes the run up begins with an empty
/// folder and performs again what the journal says, so no operation is ever half done or done twice.
pub(super) struct Desk {
    pub(super) workspace: Workspace,
}

/// What a file operation said and whether it changed anything.
#[derive(Default)]
pub(super) struct Performed {
    pub(super) text: String,
    pub(super) changed: bool,
}

impl Performed {
    /// What the journal says of an operation. One that was refused is told to the agent.
    pub(super) fn of(
        journaled: Result<String, WorkError>,
        changes: bool,
    ) -> Result<Self, WorkError> {
        match journaled {
            Ok(text) => Ok(Self {
                text,
                changed: changes,
            }),
            Err(WorkError::Failed(failure)) if !failure.code.is_storage() => Ok(Self {
                text: format!("error: {}", failure.message),
                changed: false,
            }),
            Err(error) => Err(error),
        }
    }
}

impl Desk {
    pub(super) fn open(context: &RunContext, overall: &Dashboard) -> Result<Self, WorkError> {
        let folder = workspace_folder(context.store(), &context.run);
        fs::create_dir_all(&folder).map_err(|cause| EngineError::Unwritable {
            path: folder.display().to_string(),
            cause,
        })?;
        let mut workspace = Workspace::open(&folder, Quota::default())?;
        workspace.clear()?;
        let mut desk = Self { workspace };
        desk.workspace.perform(&FileAction::CreateDirectory {
            directory_path: NOTEBOOK.to_owned(),
        })?;
        desk.keep(overall)?;
        let current = Dashboard::empty(
            assay_plan::DashboardKind::Current,
            context.settings.language,
        );
        desk.keep(&current)?;
        Ok(desk)
    }

    /// Writes a dashboard into its file.
    pub(super) fn keep(&mut self, dashboard: &Dashboard) -> Result<(), WorkError> {
        self.workspace.perform(&FileAction::WriteFile {
            file_path: dashboard.kind().file().to_owned(),
            content: dashboard.markdown(),
            mode: WriteMode::Overwrite,
            line: None,
        })?;
        Ok(())
    }

    /// Performs an operation and journals it. The journal's answer is the one that counts.
    pub(super) async fn perform(
        &mut self,
        context: &RunContext,
        scope: &mut Scope,
        action: &FileAction,
    ) -> Result<Performed, WorkError> {
        let language = context.settings.language;
        let performed = match self.workspace.perform(action) {
            Ok(reply) => {
                let (heading, body) = (reply.heading(language), reply.body());
                let text = if body.is_empty() {
                    heading
                } else {
                    // What stands in the files came from outside as often as not.
                    let block = DataBlock::new(&[("files", &heading)], &body);
                    format!("{heading}\n{}", block.as_str())
                };
                Ok(text)
            }
            Err(error @ WorkspaceError::Disk { .. }) => return Err(error.into()),
            Err(error) => Err(Failure::new(FailureCode::ToolRefused, error.to_string())),
        };
        let arguments = serde_json::to_string(action)?;
        let journaled = context
            .tool(scope, FILE_OPERATION, &arguments, || async {
                performed.clone()
            })
            .await;
        Performed::of(journaled, performed.is_ok() && action.changes_files())
    }
}
