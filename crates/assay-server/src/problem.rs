use assay_engine::EngineError;
use assay_plan::UnknownProfile;
use assay_store::StoreError;
use assay_workspace::WorkspaceError;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer;

/// Why a request is not answered as asked: what is wrong and what to do.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Problem {
    #[serde(skip)]
    status: StatusCode,
    /// In words, for a person.
    error: String,
    /// E-013 and the like, which `assay explain` explains, or a word such as unknown_run.
    code: Option<&'static str>,
    /// What makes a plan or an input invalid, one by one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Map<String, Value>>")]
    problems: Vec<Value>,
}

impl Problem {
    pub fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self {
            status,
            error: error.into(),
            code: None,
            problems: Vec::new(),
        }
    }

    /// The request itself is wrong.
    pub fn bad_request(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    pub fn not_found(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    /// What the run is doing forbids it.
    pub fn conflict(error: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, error)
    }

    /// Well formed and yet not usable.
    pub fn unusable(error: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// There is too much of it at this moment.
    pub fn busy(error: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    pub fn internal(error: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    #[must_use]
    pub fn with_problems(mut self, problems: Vec<Value>) -> Self {
        self.problems = problems;
        self
    }

    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    pub fn code(&self) -> Option<&'static str> {
        self.code
    }

    pub fn message(&self) -> &str {
        &self.error
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        answer::json(self.status, &self)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let status = match error {
            StoreError::RunBusy { .. } => StatusCode::CONFLICT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, error.to_string()).with_code(error.failure().code.code())
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        let text = error.to_string();
        match error {
            EngineError::Store(error) => error.into(),
            EngineError::UnknownRun { .. } => Self::not_found(text).with_code("unknown_run"),
            EngineError::Missing { .. } => Self::not_found(text).with_code("not_made"),
            EngineError::NotQuarantined { .. } => Self::not_found(text),
            EngineError::UnknownDocument { .. } => {
                Self::not_found(text).with_code("unknown_document")
            }
            EngineError::AlreadyReviewed { .. } => {
                Self::conflict(text).with_code("already_reviewed")
            }
            EngineError::NotHeld { .. } => Self::conflict(text).with_code("not_held"),
            EngineError::NothingAsked { .. } => Self::conflict(text).with_code("nothing_asked"),
            EngineError::NotEnded { .. } => Self::conflict(text).with_code("not_ended"),
            EngineError::EmptyQuestion => Self::unusable(text).with_code("empty_question"),
            EngineError::Withheld { .. } => {
                Self::new(StatusCode::FORBIDDEN, text).with_code("withheld")
            }
            EngineError::Model(error) => {
                Self::unusable(text).with_code(error.failure().code.code())
            }
            EngineError::Configuration(failure)
            | EngineError::Search(failure)
            | EngineError::Unfinished(failure) => {
                Self::unusable(text).with_code(failure.code.code())
            }
            EngineError::UnknownCompany { .. } => Self::unusable(text).with_code("unknown_company"),
            EngineError::AmbiguousCompany { .. } => {
                Self::unusable(text).with_code("ambiguous_company")
            }
            EngineError::UnknownProvider { .. } => {
                Self::unusable(text).with_code("unknown_provider")
            }
            EngineError::NoSuchSentence { .. } => {
                Self::unusable(text).with_code("unknown_sentence")
            }
            EngineError::Document { .. } => Self::unusable(text).with_code("unreadable_document"),
            EngineError::AmbiguousRun { .. }
            | EngineError::CannotReuse { .. }
            | EngineError::Source { .. }
            | EngineError::ReadOtherwise { .. }
            | EngineError::Profile(_)
            | EngineError::KillSwitch(_) => Self::unusable(text),
            EngineError::Artifact(_)
            | EngineError::Memo(_)
            | EngineError::Export(_)
            | EngineError::Relations(_)
            | EngineError::RelationPolicy(_)
            | EngineError::Index(_)
            | EngineError::Workspace(_)
            | EngineError::Prompt(_)
            | EngineError::Unreadable { .. }
            | EngineError::NoFile { .. }
            | EngineError::Unwritable { .. }
            | EngineError::ForeignFile { .. }
            | EngineError::Json(_) => Self::internal(text),
        }
    }
}

impl From<UnknownProfile> for Problem {
    fn from(error: UnknownProfile) -> Self {
        EngineError::from(error).into()
    }
}

impl From<WorkspaceError> for Problem {
    fn from(error: WorkspaceError) -> Self {
        let text = error.to_string();
        match error {
            WorkspaceError::Path { .. } => Self::bad_request(text).with_code("bad_path"),
            WorkspaceError::Missing { .. } => Self::not_found(text).with_code("unknown_file"),
            WorkspaceError::NotPlain { .. } => {
                Self::new(StatusCode::FORBIDDEN, text).with_code("not_plain")
            }
            WorkspaceError::NotText { .. } => Self::unusable(text).with_code("not_text"),
            WorkspaceError::Quota { .. } => Self::new(StatusCode::PAYLOAD_TOO_LARGE, text),
            WorkspaceError::Exists { .. }
            | WorkspaceError::NotEmpty { .. }
            | WorkspaceError::NoSuchLine { .. }
            | WorkspaceError::NoSuchHeading { .. }
            | WorkspaceError::Pattern { .. }
            | WorkspaceError::NoSuchStream { .. } => Self::unusable(text),
            WorkspaceError::Disk { .. } => Self::internal(text).with_code("E-031"),
        }
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Self::internal(format!("the home cannot be read or written: {error}"))
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(format!("the stored record cannot be read: {error}"))
    }
}
