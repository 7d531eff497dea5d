use std::time::Duration;

use crate::WebError;

/// Why an engine did not look. No variant holds a key or words of the server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    #[error("search engine {engine}: {problem}")]
    Configuration { engine: String, problem: String },
    #[error("search engine {engine}: {problem}")]
    Query { engine: String, problem: String },
    #[error("search engine {engine}: {cause}")]
    Web { engine: String, cause: WebError },
    #[error(
        "search engine {engine}: the key is refused (HTTP {status}); check it in the configuration"
    )]
    Auth { engine: String, status: u16 },
    #[error("search engine {engine}: too many requests (HTTP {status})")]
    RateLimited {
        engine: String,
        status: u16,
        retry_after: Option<Duration>,
    },
    #[error("search engine {engine}: the account's quota is used up (HTTP {status})")]
    QuotaExhausted { engine: String, status: u16 },
    #[error("search engine {engine}: the request is refused (HTTP {status}); {advice}")]
    Rejected {
        engine: String,
        status: u16,
        advice: &'static str,
    },
    #[error("search engine {engine}: the reply cannot be read: {problem}")]
    Malformed { engine: String, problem: String },
    /// A metasearch engine whose own sources gave nothing but errors.
    #[error("search engine {engine}: none of its sources answered ({sources})")]
    SourcesFailed { engine: String, sources: String },
}

impl SearchError {
    pub(super) fn query(engine: &str, problem: &str) -> Self {
        Self::Query {
            engine: engine.to_owned(),
            problem: problem.to_owned(),
        }
    }

    /// Whether the same search may succeed a moment later.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Web { cause, .. } => cause.is_transient(),
            Self::RateLimited { .. } | Self::SourcesFailed { .. } => true,
            _ => false,
        }
    }

    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Web { cause, .. } => cause.retry_after(),
            Self::RateLimited { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
