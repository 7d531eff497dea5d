//! What a workspace does, and everything it must not.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]
#![expect(clippy::too_many_lines, reason = "a table of cases is one function")]

mod escapes;
mod instructions;
mod operations;
mod quotas;
mod race;

use std::fs;
use std::path::PathBuf;

use assay_workspace::{
    FileAction, FileReply, Quota, ReadMode, Workspace, WorkspaceError, WriteMode,
};
use tempfile::TempDir;

/// A workspace beside a file that nothing in it may reach.
pub(crate) struct Lab {
    pub(crate) folder: TempDir,
    pub(crate) workspace: Workspace,
}

pub(crate) const CANARY: &str = "the canary outside";

impl Lab {
    pub(crate) fn new() -> Self {
        Self::with(Quota::default())
    }

    /// In memory where the system has such a place: for tests that write very often.
    pub(crate) fn in_memory() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self::of(folder.unwrap(), Quota::default())
    }

    pub(crate) fn with(quota: Quota) -> Self {
        Self::of(tempfile::tempdir().unwrap(), quota)
    }

    fn of(folder: TempDir, quota: Quota) -> Self {
        fs::create_dir(folder.path().join("inside")).unwrap();
        fs::create_dir(folder.path().join("outside")).unwrap();
        fs::write(folder.path().join("outside/canary.md"), CANARY).unwrap();
        let workspace = Workspace::open(&folder.path().join("inside"), quota).unwrap();
        Self { folder, workspace }
    }

    pub(crate) fn inside(&self, name: &str) -> PathBuf {
        self.folder.path().join("inside").join(name)
    }

    pub(crate) fn canary(&self) -> PathBuf {
        self.folder.path().join("outside/canary.md")
    }

    pub(crate) fn do_it(&mut self, action: FileAction) -> Result<FileReply, WorkspaceError> {
        self.workspace.perform(&action)
    }

    pub(crate) fn put(&mut self, path: &str, text: &str) -> Result<FileReply, WorkspaceError> {
        self.do_it(write(path, text, WriteMode::Overwrite))
    }

    pub(crate) fn assert_canary_is_whole(&self) {
        assert_eq!(fs::read_to_string(self.canary()).unwrap(), CANARY);
        let names = fs::read_dir(self.folder.path().join("outside")).unwrap();
        assert_eq!(names.count(), 1, "something was written outside");
    }
}

pub(crate) fn write(path: &str, text: &str, mode: WriteMode) -> FileAction {
    FileAction::WriteFile {
        file_path: path.to_owned(),
        content: text.to_owned(),
        mode,
        line: None,
    }
}

pub(crate) fn read(path: &str) -> FileAction {
    FileAction::ReadFile {
        file_path: path.to_owned(),
        mode: ReadMode::Full,
        lines: None,
        heading: None,
    }
}
