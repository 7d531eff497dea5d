//! Every version of every file that a run had, out of its journal.

use std::collections::{BTreeMap, HashMap};

use assay_domain::{CallKind, Event, RunId};
use assay_plan::{DashboardKind, FILE_OPERATION};
use assay_store::Store;
use assay_workspace::{FileAction, WriteMode, plain_path};

use super::browsing::journaled_picture;
use crate::EngineError;
use crate::outside::BROWSER_SCREENSHOT;

/// A file of a run, from its first version to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRecord {
    /// Its path in the workspace, as it was written last.
    pub path: String,
    /// From version 1 on.
    pub versions: Vec<FileVersion>,
}

/// What a change made of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVersion {
    pub change: FileChange,
    /// `None`: the file was removed.
    pub content: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChange {
    Created,
    /// Appended to, or inserted into: what was there still is.
    Extended,
    Overwritten,
    Removed,
}

impl FileRecord {
    /// A version by its number.
    pub fn version(&self, number: usize) -> Option<&FileVersion> {
        self.versions.get(number.checked_sub(1)?)
    }

    /// The number of the newest version that has a content.
    pub fn newest(&self) -> Option<usize> {
        let at = self
            .versions
            .iter()
            .rposition(|version| version.content.is_some());
        at.map(|at| at + 1)
    }

    /// Numbers of the versions that were removed or overwritten, each with what happened to it.
    pub fn lost(&self) -> Vec<(usize, FileChange)> {
        let pairs = self
            .versions
            .iter()
            .zip(self.versions.iter().skip(1))
            .zip(1..);
        pairs
            .filter(|((version, next), _)| {
                version.content.is_some() && next.change != FileChange::Extended
            })
            .map(|((_, next), number)| (number, next.change))
            .collect()
    }
}

/// The files of a run by path. Each operation is journaled with its content, so every version can be
/// made again, whether or not it is still in the folder.
pub fn file_history(store: &Store, run: &RunId) -> Result<Vec<FileRecord>, EngineError> {
    let mut files = Files::default();
    let mut asked: HashMap<_, (String, String)> = HashMap::new();
    for envelope in store.load(run, 0)? {
        match envelope.event {
            Event::CallStarted {
                key,
                call: CallKind::Tool { tool },
                request,
                ..
            } if tool == FILE_OPERATION || tool == BROWSER_SCREENSHOT => {
                asked.insert(key, (tool, store.text_of(&request)?));
            }
            Event::CallReplied { key, reply, .. } => match asked.remove(&key) {
                Some((tool, arguments)) if tool == FILE_OPERATION => {
                    files.perform(serde_json::from_str(&arguments)?);
                }
                Some(_) => {
                    let picture = journaled_picture(&store.text_of(&reply)?);
                    let (path, png) = picture.map_err(|failure| EngineError::Missing {
                        run: run.clone(),
                        what: "picture".to_owned(),
                        why: failure.message,
                    })?;
                    files.add(&path, FileChange::Created, Some(png));
                }
                None => {}
            },
            Event::ArtifactWritten { artifact, body, .. } => {
                if let Some(kind) = DashboardKind::of_artifact(&artifact) {
                    let text = store.text_of(&body)?;
                    files.add(
                        kind.file(),
                        FileChange::Overwritten,
                        Some(text.into_bytes()),
                    );
                }
            }
            _ => {}
        }
    }
    Ok(files.0.into_values().collect())
}

/// Files by their path in small letters: the workspace takes two spellings for one file.
#[derive(Default)]
struct Files(BTreeMap<String, FileRecord>);

impl Files {
    /// Performs an operation that succeeded once. One that changed no file says nothing here.
    fn perform(&mut self, action: FileAction) {
        match action {
            FileAction::WriteFile {
                file_path,
                content,
                mode,
                line,
            } => {
                let before = String::from_utf8_lossy(self.content(&file_path)).into_owned();
                if let Some(text) = mode.applied(&before, &content, line) {
                    let change = match mode {
                        WriteMode::Overwrite => FileChange::Overwritten,
                        WriteMode::Append | WriteMode::Insert => FileChange::Extended,
                    };
                    self.add(&file_path, change, Some(text.into_bytes()));
                }
            }
            FileAction::CreateFile {
                file_path,
                initial_content,
            } => self.add(
                &file_path,
                FileChange::Created,
                Some(initial_content.into_bytes()),
            ),
            // An empty folder has no record.
            FileAction::DeleteFile { file_path } if self.record(&file_path).is_some() => {
                self.add(&file_path, FileChange::Removed, None);
            }
            _ => {}
        }
    }

    fn record(&self, path: &str) -> Option<&FileRecord> {
        self.0.get(&plain_path(path)?.to_lowercase())
    }

    fn content(&self, path: &str) -> &[u8] {
        let newest = self.record(path).and_then(|record| record.versions.last());
        newest
            .and_then(|version| version.content.as_deref())
            .unwrap_or_default()
    }

    fn add(&mut self, path: &str, change: FileChange, content: Option<Vec<u8>>) {
        let Some(path) = plain_path(path) else { return };
        let record = self
            .0
            .entry(path.to_lowercase())
            .or_insert_with(|| FileRecord {
                path: path.clone(),
                versions: Vec::new(),
            });
        let was_there = record
            .versions
            .last()
            .is_some_and(|version| version.content.is_some());
        let change = match change {
            FileChange::Overwritten | FileChange::Extended if !was_there => FileChange::Created,
            change => change,
        };
        if change == FileChange::Created {
            record.path = path;
        }
        record.versions.push(FileVersion { change, content });
    }
}
