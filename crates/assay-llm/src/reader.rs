use assay_domain::SseEvent;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;

use crate::Dialect;
use crate::anthropic::AnthropicStream;
use crate::assemble::{Assembly, OnText};
use crate::fault::Fault;
use crate::openai::OpenAiStream;

/// What a server says its answer is. Some answer a streamed request with a whole reply.
#[derive(Clone, Copy)]
pub(crate) enum BodyKind {
    Json,
    Events,
    Page,
}

impl BodyKind {
    pub(crate) fn of(response: &Response) -> Self {
        let kind = response.headers().get(CONTENT_TYPE);
        match kind.and_then(|kind| kind.to_str().ok()) {
            Some(kind) if kind.starts_with("application/json") => Self::Json,
            Some(kind) if kind.starts_with("text/html") => Self::Page,
            _ => Self::Events,
        }
    }
}

/// Reads a stream's events in its dialect.
pub(crate) enum Reader {
    OpenAi(OpenAiStream),
    Anthropic(AnthropicStream),
}

impl Reader {
    pub(crate) fn new(dialect: Dialect, assembly: Assembly) -> Self {
        match dialect {
            Dialect::OpenAi => Self::OpenAi(OpenAiStream { assembly }),
            Dialect::Anthropic => Self::Anthropic(AnthropicStream::new(assembly)),
        }
    }

    pub(crate) fn event(&mut self, event: SseEvent, on_text: &mut OnText<'_>) -> Result<(), Fault> {
        if let Some(error) = event.error {
            return Err(Fault::Reported {
                error: String::from_utf8_lossy(&error).into_owned(),
            });
        }
        let data = event.data.unwrap_or_default();
        match self {
            // what keeps a connection alive
            _ if data.is_empty() => Ok(()),
            Self::OpenAi(stream) => stream.event(&data, on_text),
            Self::Anthropic(stream) => stream.event(&data, on_text),
        }
    }

    pub(crate) fn assembly(&mut self) -> &mut Assembly {
        match self {
            Self::OpenAi(stream) => &mut stream.assembly,
            Self::Anthropic(stream) => &mut stream.assembly,
        }
    }
}

/// What a fault in the last event of a stream that has ended means: the event was cut.
pub(crate) fn at_end(fault: Fault) -> Fault {
    match fault {
        Fault::Malformed { .. } | Fault::Truncated => Fault::Truncated,
        Fault::Reported { error } => Fault::Reported { error },
    }
}
