use std::sync::atomic::{AtomicBool, Ordering};

/// What a server turned out to be unable to do. Learned from its answers, kept while the client
/// lives.
#[derive(Debug, Default)]
pub(crate) struct Quirks {
    /// Answers a streamed request with tools by an empty body.
    no_stream_with_tools: AtomicBool,
    /// Refuses temperature and top-p.
    no_sampling: AtomicBool,
    /// Leaves out `<think>` and closes it: text before the closing tag must not be shown.
    opens_thinking_unseen: AtomicBool,
}

impl Quirks {
    pub(crate) fn streams_with_tools(&self) -> bool {
        !self.no_stream_with_tools.load(Ordering::Relaxed)
    }

    pub(crate) fn saw_empty_stream_with_tools(&self) {
        self.no_stream_with_tools.store(true, Ordering::Relaxed);
    }

    pub(crate) fn takes_sampling(&self) -> bool {
        !self.no_sampling.load(Ordering::Relaxed)
    }

    /// True if this refusal taught something new, so that asking again differently makes sense.
    pub(crate) fn saw_refusal(&self, message: &str) -> bool {
        let names_sampling = message.contains("temperature") || message.contains("top_p");
        let refuses = [
            "nsupported",
            "not support",
            "deprecated",
            "only the default",
        ]
        .iter()
        .any(|words| message.contains(words));
        names_sampling && refuses && !self.no_sampling.swap(true, Ordering::Relaxed)
    }

    pub(crate) fn opens_thinking_unseen(&self) -> bool {
        self.opens_thinking_unseen.load(Ordering::Relaxed)
    }

    pub(crate) fn saw_stray_close(&self) {
        self.opens_thinking_unseen.store(true, Ordering::Relaxed);
    }
}
