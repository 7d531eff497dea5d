use std::fmt;
use std::time::Duration;

use assay_domain::{Failure, FailureCode};

/// Why one attempt gave no complete reply. No variant ever holds a key, a query string or a
/// complete URL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    #[error("provider {provider}: {problem}")]
    Configuration { provider: String, problem: String },
    #[error("provider {provider}: cannot reach {server}: {cause}; is the server running?")]
    Unreachable {
        provider: String,
        server: String,
        cause: String,
    },
    #[error(
        "provider {provider}: the server refused the key (HTTP {status}: {message}); check the key in the configuration"
    )]
    Auth {
        provider: String,
        status: u16,
        message: String,
    },
    #[error("provider {provider}: the server does not know the model {model} ({message})")]
    UnknownModel {
        provider: String,
        model: String,
        message: String,
    },
    #[error("provider {provider}: the server limits the rate ({message})")]
    RateLimited {
        provider: String,
        retry_after: Option<Duration>,
        message: String,
    },
    #[error("provider {provider}: the account has no credit left ({message})")]
    QuotaExhausted { provider: String, message: String },
    #[error("provider {provider}: no answer within {limit:?} ({phase})")]
    Timeout {
        provider: String,
        phase: Phase,
        limit: Duration,
    },
    /// The connection ended before the reply's own end. `received` counts bytes of the body.
    #[error(
        "provider {provider}: the reply ended after {received} bytes without its end mark; nothing of it is used"
    )]
    Truncated { provider: String, received: u64 },
    #[error("provider {provider}: the reply cannot be read: {problem}; it begins: {snippet}")]
    Malformed {
        provider: String,
        problem: String,
        snippet: String,
    },
    #[error("provider {provider}: the reply is larger than {limit} bytes")]
    TooLarge { provider: String, limit: u64 },
    #[error("provider {provider}: the request is larger than the model's context ({message})")]
    ContextOverflow { provider: String, message: String },
    #[error("provider {provider}: the server failed (HTTP {status}: {message})")]
    Server {
        provider: String,
        status: u16,
        message: String,
        retry_after: Option<Duration>,
    },
    #[error("provider {provider}: the server refused the request (HTTP {status}: {message})")]
    Rejected {
        provider: String,
        status: u16,
        message: String,
    },
}

/// What was being waited for when time ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    Connect,
    FirstByte,
    Idle,
    Total,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "connecting",
            Self::FirstByte => "waiting for the first byte",
            Self::Idle => "waiting for the next byte",
            Self::Total => "the whole reply",
        })
    }
}

/// What a failed attempt brought to the server, as far as it can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Nothing,
    /// It read the prompt and refused it: there is no answer that it could charge for.
    Prompt,
    /// It has the prompt, and may have written an answer.
    PromptAndMaybeMore,
}

impl LlmError {
    pub fn sent(&self) -> Sent {
        match self {
            Self::Configuration { .. }
            | Self::Unreachable { .. }
            | Self::Timeout {
                phase: Phase::Connect,
                ..
            } => Sent::Nothing,
            Self::Auth { .. }
            | Self::UnknownModel { .. }
            | Self::RateLimited { .. }
            | Self::QuotaExhausted { .. }
            | Self::ContextOverflow { .. }
            | Self::Rejected { .. } => Sent::Prompt,
            Self::Timeout { .. }
            | Self::Truncated { .. }
            | Self::Malformed { .. }
            | Self::TooLarge { .. }
            | Self::Server { .. } => Sent::PromptAndMaybeMore,
        }
    }

    pub fn failure(&self) -> Failure {
        Failure::new(self.code(), self.to_string())
    }

    /// How long the server asked to be left alone.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after, .. } | Self::Server { retry_after, .. } => {
                *retry_after
            }
            _ => None,
        }
    }

    /// Whether the same request may succeed a moment later.
    pub fn is_transient(&self) -> bool {
        !matches!(self, Self::QuotaExhausted { .. }) && self.code().is_transient()
    }

    /// Whether every further request would fail as this one did until a person mends the cause.
    pub fn is_permanent(&self) -> bool {
        matches!(
            self,
            Self::Auth { .. } | Self::UnknownModel { .. } | Self::QuotaExhausted { .. }
        )
    }

    fn code(&self) -> FailureCode {
        match self {
            Self::Unreachable { .. } => FailureCode::ModelUnreachable,
            Self::Auth { .. } => FailureCode::ModelAuth,
            Self::UnknownModel { .. } => FailureCode::ModelUnknown,
            Self::RateLimited { .. } | Self::QuotaExhausted { .. } => FailureCode::ModelRateLimited,
            Self::Timeout { .. } => FailureCode::ModelTimeout,
            Self::Truncated { .. } => FailureCode::ModelTruncated,
            Self::Malformed { .. } | Self::TooLarge { .. } => FailureCode::ModelMalformed,
            Self::ContextOverflow { .. } => FailureCode::ModelContext,
            Self::Server { .. } => FailureCode::ModelServer,
            Self::Rejected { .. } | Self::Configuration { .. } => FailureCode::ModelRejected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_failed_attempt_brought_to_the_server() {
        let (provider, message) = (String::new, String::new);
        let late = |phase| LlmError::Timeout {
            provider: provider(),
            phase,
            limit: Duration::ZERO,
        };
        let unreachable = LlmError::Unreachable {
            provider: provider(),
            server: String::new(),
            cause: message(),
        };
        let limited = LlmError::RateLimited {
            provider: provider(),
            retry_after: None,
            message: message(),
        };
        let failed = LlmError::Server {
            provider: provider(),
            status: 502,
            message: message(),
            retry_after: None,
        };
        let cut = LlmError::Truncated {
            provider: provider(),
            received: 0,
        };
        let cases = [
            (unreachable, Sent::Nothing),
            (late(Phase::Connect), Sent::Nothing),
            (limited, Sent::Prompt),
            (late(Phase::FirstByte), Sent::PromptAndMaybeMore),
            (failed, Sent::PromptAndMaybeMore),
            (cut, Sent::PromptAndMaybeMore),
        ];
        for (error, sent) in cases {
            assert_eq!(error.sent(), sent, "{error}");
        }
    }
}
