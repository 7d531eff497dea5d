use assay_domain::{SseEvent, SseTooLarge};
use sse_stream::Sse;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SseFault {
    TooLarge,
    NotText,
}

impl From<SseTooLarge> for SseFault {
    fn from(_: SseTooLarge) -> Self {
        Self::TooLarge
    }
}

/// An event as the SDK takes it.
pub(crate) fn event_for_sdk(event: SseEvent) -> Result<Sse, SseFault> {
    let text = |bytes: Option<Vec<u8>>| {
        let text = bytes.map(String::from_utf8).transpose();
        text.map_err(|_| SseFault::NotText)
    };
    Ok(Sse {
        event: text(event.name)?,
        data: text(event.data)?,
        id: text(event.id)?,
        retry: event.retry,
    })
}

#[cfg(test)]
#[path = "sse_tests.rs"]
mod tests;
