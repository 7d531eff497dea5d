use std::time::Duration;

use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::LlmError;

/// Long enough to name the trouble, short enough for a line of a log.
const MESSAGE_CHARACTERS: usize = 300;

/// What a server says about a failure, in whichever of the common shapes it says it.
#[derive(Debug, Default)]
pub(crate) struct Report {
    message: String,
    /// Type and code, lower case, for recognising.
    marks: String,
    /// An HTTP status written inside the body.
    status: Option<u16>,
}

impl Report {
    pub(crate) fn read(body: &str) -> Self {
        match serde_json::from_str::<Value>(body) {
            Ok(value) => Self::from_value(value.get("error").unwrap_or(&value)),
            Err(_) => Self {
                message: body.trim().to_owned(),
                ..Self::default()
            },
        }
    }

    fn from_value(error: &Value) -> Self {
        if let Value::String(message) = error {
            return Self {
                message: message.clone(),
                ..Self::default()
            };
        }
        let text = |name: &str| match error.get(name) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let code = text("code");
        let status = code.as_deref().and_then(|code| code.parse().ok());
        Self {
            message: text("message")
                .or_else(|| text("detail"))
                .unwrap_or_else(|| error.to_string()),
            marks: [text("type"), code]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" ")
                .to_lowercase(),
            status: status.filter(|status| (400..600).contains(status)),
        }
    }

    /// The status of an error that came inside a reply with status 200.
    pub(crate) fn inner_status(&self) -> u16 {
        let by_mark = |mark: &str| self.marks.contains(mark);
        self.status.unwrap_or_else(|| match () {
            () if by_mark("rate_limit") || by_mark("quota") => 429,
            () if by_mark("overloaded") => 529,
            () if by_mark("authentication") || by_mark("permission") => 401,
            () if by_mark("not_found") => 404,
            () if by_mark("invalid_request") || by_mark("context") => 400,
            () => 500,
        })
    }
}

/// Whose error it is and how to tell it without giving secrets away.
pub(crate) struct Teller<'a> {
    pub(crate) provider: &'a str,
    pub(crate) key: Option<&'a str>,
    pub(crate) model: &'a str,
}

impl Teller<'_> {
    /// One line of `text` without the key, cut to length only after the key is out.
    pub(crate) fn clean(&self, text: &str) -> String {
        let text = match self.key {
            Some(key) if !key.is_empty() => text.replace(key, "[key]"),
            _ => text.to_owned(),
        };
        let mut line = String::new();
        for (position, c) in text.chars().enumerate() {
            if position == MESSAGE_CHARACTERS {
                line.push('…');
                break;
            }
            line.push(if c.is_control() { ' ' } else { c });
        }
        line
    }

    pub(crate) fn refusal(
        &self,
        status: u16,
        retry_after: Option<Duration>,
        report: &Report,
    ) -> LlmError {
        let provider = self.provider.to_owned();
        let message = self.clean(&report.message);
        let said = format!("{} {}", report.message, report.marks).to_lowercase();
        if is_context_overflow(&said) || status == 413 {
            return LlmError::ContextOverflow { provider, message };
        }
        if matches!(status, 400 | 403 | 404 | 422) && is_unknown_model(&said) {
            return LlmError::UnknownModel {
                provider,
                model: self.model.to_owned(),
                message,
            };
        }
        match status {
            401 | 403 => LlmError::Auth {
                provider,
                status,
                message,
            },
            402 => LlmError::QuotaExhausted { provider, message },
            429 if is_out_of_credit(&said) => LlmError::QuotaExhausted { provider, message },
            429 => LlmError::RateLimited {
                provider,
                retry_after,
                message,
            },
            408 | 500.. => LlmError::Server {
                provider,
                status,
                message,
                retry_after,
            },
            _ => LlmError::Rejected {
                provider,
                status,
                message,
            },
        }
    }
}

fn is_context_overflow(said: &str) -> bool {
    [
        "context_length_exceeded",
        "exceed_context_size",
        "maximum context length",
        "available context size",
        "context size has been exceeded",
        "exceed context limit",
        "exceeds the context window",
        "prompt is too long",
        "input is too long",
        "exceeds the maximum number of tokens",
        "range of input length",
        "request_too_large",
    ]
    .iter()
    .any(|mark| said.contains(mark))
}

fn is_unknown_model(said: &str) -> bool {
    let absent = [
        "not found",
        "not_found",
        "not exist",
        "unknown model",
        "no such model",
        "invalid model",
        "does not have access",
    ];
    said.contains("model") && absent.iter().any(|mark| said.contains(mark))
}

fn is_out_of_credit(said: &str) -> bool {
    [
        "insufficient_quota",
        "current quota",
        "credit balance",
        "billing",
    ]
    .iter()
    .any(|mark| said.contains(mark))
}

/// `Retry-After` in seconds or as a date. A date is read against the server's own `Date`, so that
/// no clock of ours has to agree with it.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(millis) = header("retry-after-ms").and_then(|text| text.trim().parse().ok()) {
        return Some(Duration::from_millis(millis));
    }
    let value = header("retry-after")?.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let parse = |text: &str| {
        let date = jiff::fmt::rfc2822::parse(text).ok()?;
        Some(date.timestamp())
    };
    let (at, now) = (parse(value)?, parse(header("date")?)?);
    Some(Duration::try_from(at.duration_since(now)).unwrap_or(Duration::ZERO))
}
