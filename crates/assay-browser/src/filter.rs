use std::sync::Arc;

/// What a page is about to ask the network for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    pub url: String,
    pub method: String,
    /// What it is for, as the protocol names it: `Document`, `Script`, `XHR`, `Image` …
    pub kind: String,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Allow,
    /// The page sees a failed request; nothing leaves.
    Refuse,
}

/// Decides about every request of a page, redirects included, before it is sent.
///
/// It is called in the task that reads from the browser, so it answers from what it knows.
#[derive(Clone)]
pub struct Filter(Arc<dyn Fn(&PageRequest) -> Decision + Send + Sync>);

impl Filter {
    pub fn new(decide: impl Fn(&PageRequest) -> Decision + Send + Sync + 'static) -> Self {
        Self(Arc::new(decide))
    }

    pub(crate) fn decide(&self, request: &PageRequest) -> Decision {
        (self.0)(request)
    }
}
