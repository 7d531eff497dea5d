use std::io;

use assay_domain::{DocumentId, Failure, FailureCode, RunId};
use assay_evidence::IndexError;
use assay_llm::LlmError;
use assay_store::StoreError;

use crate::{PromptError, ReadFailure};

/// Why the engine stopped. A run it was driving is still in the journal and can be resumed.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Artifact(#[from] assay_domain::ArtifactError),
    #[error("{0}; a newer version may go on with the run")]
    Profile(#[from] assay_plan::UnknownProfile),
    #[error(transparent)]
    KillSwitch(#[from] assay_gates::RuleError),
    #[error(transparent)]
    Memo(#[from] assay_memo::MemoError),
    #[error(transparent)]
    Export(#[from] assay_exports::ExportError),
    #[error(transparent)]
    Relations(#[from] assay_ecosystem::ExtractError),
    #[error(transparent)]
    RelationPolicy(#[from] assay_ecosystem::PolicyError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Workspace(#[from] assay_workspace::WorkspaceError),
    #[error(transparent)]
    Model(#[from] LlmError),
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// Only a change of configuration helps; the run waits for it.
    #[error("{0}")]
    Configuration(Failure),
    /// Every section is written; only the report is missing, and its model may be back later.
    #[error(
        "the report could not be finished: {0}; what is written stays, and can be read with `assay show RUN --sections`"
    )]
    Unfinished(Failure),
    #[error("the library cannot be searched: {0}")]
    Search(Failure),
    #[error("there is no run {run}; `assay list` shows the runs")]
    UnknownRun { run: String },
    #[error(
        "run {run} has no plan that waits for approval; it has started, ended, or has none yet"
    )]
    NotHeld { run: String },
    #[error("run {run} asks nothing; it was answered, has started or ended")]
    NothingAsked { run: String },
    #[error(
        "run {run} has not ended, so there is no answer to ask on; go on with it: assay resume {run}, or ask the library: assay ask QUESTION"
    )]
    NotEnded { run: RunId },
    #[error("the question is empty: it has no letter and no digit")]
    EmptyQuestion,
    #[error(
        "no document of the library is about a company called {name}; known: {}; bring in its facts or filings with `assay ingest`",
        if .known.is_empty() { "none".to_owned() } else { .known.join(", ") }
    )]
    UnknownCompany { name: String, known: Vec<String> },
    #[error("{name} could be any of {}; write more of the name, or its ticker", .candidates.join(", "))]
    AmbiguousCompany {
        name: String,
        candidates: Vec<String>,
    },
    #[error("{prefix} could be any of {}; type more of the id", .candidates.join(", "))]
    AmbiguousRun {
        prefix: String,
        candidates: Vec<String>,
    },
    #[error("run {run} has no {what}: {why}")]
    Missing {
        run: RunId,
        what: String,
        why: String,
    },
    #[error("task {task} of run {run} cannot be reused: {why}")]
    CannotReuse { run: RunId, task: u32, why: String },
    #[error("cannot read {path}: {cause}{}", advised(.cause))]
    Unreadable { path: String, cause: std::io::Error },
    #[error("{path} is {what}; {hint}")]
    NoFile {
        path: String,
        what: &'static str,
        hint: &'static str,
    },
    #[error("cannot write {path}: {cause}{}", advised(.cause))]
    Unwritable { path: String, cause: std::io::Error },
    #[error(
        "{path} was not written by Assay, or was changed since, and is left as it is; name another folder with --out, or replace it with --force"
    )]
    ForeignFile { path: String },
    #[error("the egress gate blocks this {what}: {}", .reasons.join("; "))]
    Withheld {
        what: &'static str,
        reasons: Vec<String>,
    },
    #[error("nothing quarantined is called {id}; `assay quarantine list` shows what is")]
    NotQuarantined { id: String },
    #[error("there is no document {id}; `assay library list` shows them")]
    UnknownDocument { id: DocumentId },
    #[error("{id} is {decision} already; `assay quarantine list --all` shows what was decided")]
    AlreadyReviewed { id: String, decision: &'static str },
    #[error(
        "no sentence of the text begins with “{sentence}”; write its first words as they stand there, without citation marks"
    )]
    NoSuchSentence { sentence: String },
    #[error("cannot use {path}: {cause}")]
    Document { path: String, cause: ReadFailure },
    #[error(
        "what is stored of {path} is damaged and cannot be made again from it: it came in as {known_as} and was read otherwise then; bring it in under that name, or restore the folder from a backup"
    )]
    ReadOtherwise { path: String, known_as: String },
    #[error(
        "{origin} is not read: {reason} ({rule}); `assay config` shows sources.allow and sources.deny"
    )]
    Source {
        origin: String,
        rule: &'static str,
        reason: String,
    },
    #[error(
        "the provider `{provider}` of model `{model}` is not configured; write a model as provider/model; known providers: {known}"
    )]
    UnknownProvider {
        provider: String,
        model: String,
        known: String,
    },
    #[error("the event or text could not be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl EngineError {
    /// Whether it says something of one file alone, so that others can still be brought in.
    pub(crate) fn is_of_one_file(&self) -> bool {
        matches!(
            self,
            Self::Document { .. }
                | Self::ReadOtherwise { .. }
                | Self::Unreadable { .. }
                | Self::NoFile { .. }
                | Self::Source { .. }
        )
    }

    /// The failure with its code, where it has one.
    pub fn failure(&self) -> Option<Failure> {
        match self {
            Self::Store(error) => Some(error.failure()),
            Self::Model(error) => Some(error.failure()),
            Self::Configuration(failure) | Self::Search(failure) | Self::Unfinished(failure) => {
                Some(failure.clone())
            }
            Self::Unreadable { cause, .. } | Self::Unwritable { cause, .. } => {
                Some(Failure::new(disk_trouble(cause)?, self.to_string()))
            }
            _ => None,
        }
    }
}

/// EIO, the same number on every Unix: the device could not read, write or flush.
const DEVICE_FAILED: i32 = 5;

/// The code of an error that is the disk's, not a matter of names and rights.
pub fn disk_trouble(cause: &io::Error) -> Option<FailureCode> {
    match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some(FailureCode::DiskFull),
        io::ErrorKind::ReadOnlyFilesystem => Some(FailureCode::DiskError),
        _ if cfg!(unix) && cause.raw_os_error() == Some(DEVICE_FAILED) => {
            Some(FailureCode::DiskError)
        }
        _ => None,
    }
}

/// What to do about an error that is a matter of names and rights.
pub fn advice(cause: &io::Error) -> Option<&'static str> {
    match cause.kind() {
        io::ErrorKind::NotFound => {
            Some("check its name; a relative path starts at the current folder")
        }
        io::ErrorKind::PermissionDenied => {
            Some("the user who runs this has no right to it; change its rights or name another")
        }
        io::ErrorKind::IsADirectory => Some("it is a folder; name a file in it"),
        io::ErrorKind::NotADirectory => {
            Some("part of its path is a file where a folder should be; name another")
        }
        io::ErrorKind::InvalidData => Some("it is not text in UTF-8; name the text itself"),
        _ => None,
    }
}

fn advised(cause: &io::Error) -> String {
    advice(cause).map_or_else(String::new, |advice| format!("; {advice}"))
}
