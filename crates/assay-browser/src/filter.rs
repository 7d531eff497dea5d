use std::net::IpAddr;
use std::sync::Arc;

/// What a page is about to ask the network for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    pub url: String,
    pub method: String,
    /// What it is for, as the protocol names it: `Document`, `Script`, `XHR`, `Image` …
    pub kind: String,
    /// Whether the page itself would become this document; a frame inside it would not.
    pub is_page: bool,
    /// Whether a server sent the browser here from the address it had asked for.
    pub is_redirect: bool,
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
pub struct Filter {
    request: Arc<dyn Fn(&PageRequest) -> Decision + Send + Sync>,
    address: Option<Arc<dyn Fn(IpAddr) -> Decision + Send + Sync>>,
}

impl Filter {
    pub fn new(decide: impl Fn(&PageRequest) -> Decision + Send + Sync + 'static) -> Self {
        Self {
            request: Arc::new(decide),
            address: None,
        }
    }

    /// Decides as well about each address that a name of an allowed request turns out to mean,
    /// before it is dialled.
    #[must_use]
    pub fn at_addresses(
        mut self,
        decide: impl Fn(IpAddr) -> Decision + Send + Sync + 'static,
    ) -> Self {
        self.address = Some(Arc::new(decide));
        self
    }

    pub(crate) fn decide(&self, request: &PageRequest) -> Decision {
        (self.request)(request)
    }

    pub(crate) fn dial(&self, address: IpAddr) -> Decision {
        let decide = self.address.as_ref();
        decide.map_or(Decision::Allow, |decide| decide(address))
    }
}
