use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use url::Url;

use crate::links::links;
use crate::provenance::canonical;
use crate::{PermittedUrl, Policy, Provenance, ProvenanceError, Refusal, is_public};

/// Where a page that a browser shows may go, by the rules of a visit.
///
/// A document is gone to if it is the one that was asked for, if its URL was spelled out (by a user,
/// a search result, a stored page), if a server redirects to it, or if a form of the page that is
/// shown is sent there on purpose: to the same server and nowhere else. What the page loads beside
/// it has to be at a public address; what it sends may go to its own server alone.
///
/// It is asked while a request waits, so it answers from what it knows and never blocks.
pub struct PageRoutes {
    policy: Policy,
    is_welcome: Box<dyn Fn(&str) -> bool + Send + Sync>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    provenance: Provenance,
    /// The document that is shown, or on its way.
    shown: Option<Url>,
    /// The document before it, which stays if the new one does not come about.
    before: Option<Url>,
    /// Whether a form of that document is being sent.
    form: bool,
    redirects: usize,
    refused: Option<RouteRefusal>,
    gone: usize,
}

/// A document that a browser wants to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteRequest<'a> {
    pub url: &'a str,
    pub method: &'a str,
    /// Whether a server sent the browser here.
    pub is_redirect: bool,
}

/// Why a page does not get where it wants to go. Nothing has been sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteRefusal {
    #[error(transparent)]
    Address(#[from] ProvenanceError),
    #[error("redirected more than {0} times")]
    TooManyRedirects(usize),
    #[error("a form may be sent to the server of its own page alone, and this one leads elsewhere")]
    OtherServer,
    #[error("nothing but a form that is sent on purpose may leave the page by {0}")]
    Method(String),
    #[error("pages of this host are not welcome; see sources.allow and sources.deny")]
    Unwelcome,
    #[error("no page is shown yet")]
    NoPage,
}

impl From<Refusal> for RouteRefusal {
    fn from(refusal: Refusal) -> Self {
        Self::Address(ProvenanceError::Refused(refusal))
    }
}

impl PageRoutes {
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            is_welcome: Box::new(|_| true),
            state: Mutex::default(),
        }
    }

    /// The same routes, on which hosts that are not welcome are passed by.
    #[must_use]
    pub fn welcoming(mut self, is_welcome: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        self.is_welcome = Box::new(is_welcome);
        self
    }

    /// Takes over which URLs have been spelled out by now.
    pub fn know(&self, provenance: Provenance) {
        self.state().provenance = provenance;
    }

    /// A URL that may be opened, if it may.
    pub fn permit(&self, url: &str) -> Result<PermittedUrl, RouteRefusal> {
        let permitted = self.state().provenance.permit(url)?;
        self.policy.check(permitted.url())?;
        self.welcome(permitted.url())?;
        Ok(permitted)
    }

    /// Whether the page may become another document.
    pub fn document(&self, request: &RouteRequest<'_>) -> Result<(), RouteRefusal> {
        let decided = self.decided(request);
        let mut state = self.state();
        match &decided {
            Ok(url) => {
                state.gone += 1;
                if request.is_redirect {
                    state.redirects += 1;
                } else {
                    state.redirects = 0;
                    state.before = state.shown.take();
                }
                state.shown = Some(url.clone());
            }
            Err(refusal) => {
                state.refused = Some(refusal.clone());
                if request.is_redirect {
                    state.shown = state.before.take();
                }
            }
        }
        decided.map(drop)
    }

    fn decided(&self, request: &RouteRequest<'_>) -> Result<Url, RouteRefusal> {
        let url = canonical(request.url)?;
        self.policy.check(&url)?;
        self.welcome(&url)?;
        let state = self.state();
        if request.is_redirect {
            let from = state.shown.as_ref().ok_or(RouteRefusal::NoPage)?;
            let limit = self.policy.limits.redirects;
            if state.redirects >= limit {
                return Err(RouteRefusal::TooManyRedirects(limit));
            }
            self.policy.check_redirect(from, &url)?;
            if request.method != "GET" && from.origin() != url.origin() {
                return Err(RouteRefusal::OtherServer);
            }
            return Ok(url);
        }
        if state.form && matches!(request.method, "GET" | "POST") {
            let from = state.shown.as_ref().ok_or(RouteRefusal::NoPage)?;
            if from.origin() == url.origin() {
                return Ok(url);
            }
            return Err(RouteRefusal::OtherServer);
        }
        if request.method != "GET" {
            return Err(RouteRefusal::Method(request.method.to_owned()));
        }
        state.provenance.permit(request.url)?;
        Ok(url)
    }

    /// Whether the page may load this beside its document, or send something there.
    pub fn part(&self, url: &str, method: &str) -> Result<(), RouteRefusal> {
        // what is written in the page, or made by it, comes from nowhere
        if url.starts_with("data:") || url.starts_with("blob:") {
            return Ok(());
        }
        let url = canonical(url)?;
        self.policy.check(&url)?;
        let state = self.state();
        let shown = state.shown.as_ref().ok_or(RouteRefusal::NoPage)?;
        let is_own = shown.origin() == url.origin();
        if !is_own && !matches!(method, "GET" | "HEAD" | "OPTIONS") {
            return Err(RouteRefusal::Method(method.to_owned()));
        }
        Ok(())
    }

    /// Whether an address that a name turned out to mean may be dialled.
    pub fn may_dial(&self, address: IpAddr) -> bool {
        let name = match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        };
        is_public(address) || self.policy.admits_name(&name)
    }

    /// From now on a form of the page that is shown may be sent, or no longer.
    pub fn sending_form(&self, form: bool) {
        self.state().form = form;
    }

    /// Why the page was last held back, told once.
    pub fn take_refused(&self) -> Option<RouteRefusal> {
        self.state().refused.take()
    }

    /// Documents that were gone to so far.
    pub fn gone(&self) -> usize {
        self.state().gone
    }

    fn welcome(&self, url: &Url) -> Result<(), RouteRefusal> {
        match (self.is_welcome)(url.as_str()) {
            true => Ok(()),
            false => Err(RouteRefusal::Unwelcome),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The http and https links of a page as a browser shows it, absolute, without fragment, each once,
/// in the order of the page.
pub fn page_links(html: &str, url: &str) -> Result<Vec<String>, Refusal> {
    let url = canonical(url)?;
    Ok(links(
        html.as_bytes(),
        Some("text/html; charset=utf-8"),
        &url,
    ))
}
