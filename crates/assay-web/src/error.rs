use std::fmt;
use std::time::Duration;

use url::Url;

use crate::Refusal;

/// Why a request gave no complete reply. `server` is scheme, host and port; no variant ever holds a
/// key, a path or a query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebError {
    #[error("{server} is not gone to: {refusal}")]
    Refused { server: String, refusal: Refusal },
    #[error("{server}: redirected more than {limit} times")]
    TooManyRedirects { server: String, limit: usize },
    #[error("{server}: a redirect (HTTP {status}) without a readable address")]
    BadRedirect { server: String, status: u16 },
    #[error("{server} cannot be reached: {cause}")]
    Unreachable { server: String, cause: String },
    #[error("{server}: no answer within {limit:?} ({phase})")]
    Timeout {
        server: String,
        phase: Phase,
        limit: Duration,
    },
    #[error("{server}: the reply broke off after {received} bytes; nothing of it is used")]
    Truncated { server: String, received: usize },
    #[error("{server}: the reply is larger than {limit} bytes")]
    TooLarge { server: String, limit: usize },
    #[error("{server}: the reply is of the type {media}, which is not read")]
    MediaType { server: String, media: String },
    #[error("{server}: the reply is compressed as {encoding}, which cannot be read")]
    Encoding { server: String, encoding: String },
    #[error("{server}: HTTP {status}")]
    Status {
        server: String,
        status: u16,
        retry_after: Option<Duration>,
    },
    #[error("the HTTP client cannot be built: {0}")]
    Client(String),
}

/// What was being waited for when time ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Connect,
    Headers,
    Body,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "connecting",
            Self::Headers => "waiting for the headers",
            Self::Body => "reading the body",
        })
    }
}

impl WebError {
    /// Whether the same request may succeed a moment later.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Timeout { .. } | Self::Truncated { .. } => true,
            Self::Status { status, .. } => matches!(status, 408 | 425 | 429 | 500..=599),
            _ => false,
        }
    }

    /// How long the server asked to be left alone.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// Why nothing was sent, if nothing was.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused { refusal, .. } => Some(refusal),
            _ => None,
        }
    }

    pub(crate) fn refused(url: &Url, refusal: Refusal) -> Self {
        let server = shown(url);
        Self::Refused { server, refusal }
    }
}

/// Scheme, host and port: what may be shown of a URL.
pub(crate) fn shown(url: &Url) -> String {
    match url.origin() {
        url::Origin::Tuple(..) => url.origin().ascii_serialization(),
        url::Origin::Opaque(_) => format!("{}:", url.scheme()),
    }
}
