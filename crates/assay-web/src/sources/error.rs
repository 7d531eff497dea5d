use std::time::Duration;

use crate::WebError;

/// Why a source gave nothing. No variant holds a key, or words of the server beyond names of
/// companies.
///
/// [`SourceError::is_no_data`] tells "there is none" from "it could not be asked".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    #[error("{service}: {problem}")]
    Configuration {
        service: &'static str,
        problem: String,
    },
    /// Nothing was sent.
    #[error(
        "the SEC answers only those who say who they are: {problem}; give your name and e-mail \
         address, for instance `Jane Doe jane@example.com`"
    )]
    Identification { problem: &'static str },
    #[error(
        "the SEC refuses this reader (HTTP 403): it does not accept the identification, or has \
         been asked too much from this address; check name and e-mail address, and wait ten minutes"
    )]
    IdentificationRefused,
    #[error("{service}: the key is missing or refused (HTTP {status}); check it")]
    KeyRefused { service: &'static str, status: u16 },
    #[error(
        "{service}: the account's plan does not include {what} (HTTP {status}); ask for fewer \
         periods or change the plan"
    )]
    NotInPlan {
        service: &'static str,
        what: String,
        status: u16,
    },
    #[error("{service}: the account's quota is used up; try again tomorrow or change the plan")]
    QuotaExhausted { service: &'static str },
    #[error("{service}: too many requests (HTTP {status})")]
    RateLimited {
        service: &'static str,
        status: u16,
        retry_after: Option<Duration>,
    },
    /// It was asked, and has none.
    #[error("{service} has no {what}")]
    NotFound { service: &'static str, what: String },
    #[error(
        "{service}: {what} is not there to be read: {problem}; take it from the paper archive or \
         another source"
    )]
    NoDocument {
        service: &'static str,
        what: String,
        problem: &'static str,
    },
    #[error("no company is listed as `{asked}`{}", near_names(.near))]
    UnknownCompany { asked: String, near: Vec<String> },
    #[error(
        "`{asked}` may be {}; write the ticker in capitals or give the CIK",
        .candidates.join(" or ")
    )]
    AmbiguousCompany {
        asked: String,
        candidates: Vec<String>,
    },
    #[error("{service}: {what} cannot be read: {problem}")]
    Malformed {
        service: &'static str,
        what: String,
        problem: String,
    },
    #[error("{service}: it points to another server, which is not followed; check its address")]
    LedElsewhere { service: &'static str },
    #[error("{service}: {cause}")]
    Web {
        service: &'static str,
        cause: WebError,
    },
}

fn near_names(near: &[String]) -> String {
    match near.is_empty() {
        true => "; check the spelling, or give a ticker or CIK".to_owned(),
        false => format!("; near it: {}", near.join(", ")),
    }
}

impl SourceError {
    /// Whether the same request may succeed a moment later.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Web { cause, .. } => cause.is_transient(),
            Self::RateLimited { .. } => true,
            _ => false,
        }
    }

    /// Whether the source was asked and says that it has none. Everything else leaves open whether
    /// there is any.
    pub fn is_no_data(&self) -> bool {
        matches!(
            self,
            Self::NotFound { .. } | Self::NoDocument { .. } | Self::UnknownCompany { .. }
        )
    }

    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Web { cause, .. } => cause.retry_after(),
            Self::RateLimited { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
