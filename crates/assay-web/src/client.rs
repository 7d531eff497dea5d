use std::error::Error as _;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION,
    TRANSFER_ENCODING,
};
use reqwest::{Client, Method, Response, StatusCode};
use url::Url;

use crate::body::{self, Oversize};
use crate::error::shown;
use crate::lookup::GuardedResolver;
use crate::time::TimeLeft;
use crate::{Lookup, Phase, Policy, Refusal, SystemLookup, WebError};

/// The only thing that opens connections to the web.
///
/// It takes no proxy from the environment, keeps no cookies, follows no redirect by itself, and
/// says honestly what it is. Cloning it shares its connections.
#[derive(Clone)]
pub struct WebClient {
    inner: Arc<Inner>,
}

struct Inner {
    policy: Arc<Policy>,
    lookup: Arc<dyn Lookup>,
    plain: Client,
    /// Made when first needed: a machine without root certificates can still read http.
    secure: OnceLock<Result<Client, WebError>>,
}

/// The word by which robots.txt files can address this client.
pub const fn product_token() -> &'static str {
    "assay"
}

pub(crate) struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) url: &'a Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<Vec<u8>>,
}

impl<'a> Request<'a> {
    pub(crate) fn get(url: &'a Url) -> Self {
        Self {
            method: Method::GET,
            url,
            headers: HeaderMap::new(),
            body: None,
        }
    }
}

impl WebClient {
    pub fn new(policy: Policy) -> Result<Self, WebError> {
        Self::with_lookup(policy, Arc::new(SystemLookup))
    }

    /// The same with another source of addresses. Its answers are judged like any other's.
    pub fn with_lookup(policy: Policy, lookup: Arc<dyn Lookup>) -> Result<Self, WebError> {
        // Someone else in the process may have installed a provider first: that one serves as well.
        let _already_installed = rustls::crypto::ring::default_provider().install_default();
        let policy = Arc::new(policy);
        // No certificate will be looked at.
        let plain = builder(&policy, &lookup)?.tls_certs_only(std::iter::empty());
        let plain = plain
            .build()
            .map_err(|error| WebError::Client(root_cause(error)))?;
        let secure = OnceLock::new();
        Ok(Self {
            inner: Arc::new(Inner {
                policy,
                lookup,
                plain,
                secure,
            }),
        })
    }

    pub fn policy(&self) -> &Policy {
        &self.inner.policy
    }

    /// The same client under another policy, with connections of its own.
    pub(crate) fn under(&self, policy: Policy) -> Result<Self, WebError> {
        Self::with_lookup(policy, Arc::clone(&self.inner.lookup))
    }

    /// Sends one request and returns when the reply's headers are there. Redirects come back as
    /// they are.
    pub(crate) async fn send(
        &self,
        request: Request<'_>,
        time: &mut TimeLeft,
    ) -> Result<Reply, WebError> {
        let url = request.url;
        let refused = |refusal| WebError::refused(url, refusal);
        self.policy().check(url).map_err(refused)?;
        let client = self.client_for(url)?;
        let mut sending = client
            .request(request.method, url.clone())
            .headers(request.headers);
        if let Some(body) = request.body {
            sending = sending.body(body);
        }
        let sent = time.spend(self.policy().limits.headers, sending.send());
        let sent = sent.await.map_err(|too_late| WebError::Timeout {
            server: shown(url),
            phase: Phase::Headers,
            limit: too_late.0,
        })?;
        let response = sent.map_err(|error| self.transport_error(url, error))?;
        Ok(Reply {
            url: url.clone(),
            response,
        })
    }

    fn client_for(&self, url: &Url) -> Result<&Client, WebError> {
        if url.scheme() == "http" {
            return Ok(&self.inner.plain);
        }
        let secure = self.inner.secure.get_or_init(|| {
            let client = builder(&self.inner.policy, &self.inner.lookup)?.https_only(true);
            let client = client.build();
            client.map_err(|error| WebError::Client(root_cause(error)))
        });
        secure.as_ref().map_err(Clone::clone)
    }

    fn transport_error(&self, url: &Url, error: reqwest::Error) -> WebError {
        if let Some(refusal) = refusal_within(&error) {
            return WebError::refused(url, refusal);
        }
        let server = shown(url);
        if error.is_timeout() {
            return WebError::Timeout {
                server,
                phase: Phase::Connect,
                limit: self.policy().limits.connect,
            };
        }
        WebError::Unreachable {
            server,
            cause: root_cause(error),
        }
    }
}

impl fmt::Debug for WebClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebClient")
            .field("policy", &self.inner.policy)
            .finish_non_exhaustive()
    }
}

fn builder(
    policy: &Arc<Policy>,
    lookup: &Arc<dyn Lookup>,
) -> Result<reqwest::ClientBuilder, WebError> {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    Ok(Client::builder()
        .user_agent(user_agent(policy.contact.as_deref())?)
        .default_headers(headers)
        .http1_only()
        .no_proxy()
        .referer(false)
        .redirect(reqwest::redirect::Policy::none())
        .dns_resolver(GuardedResolver {
            lookup: Arc::clone(lookup),
            policy: Arc::clone(policy),
        })
        .connect_timeout(policy.limits.connect)
        // servers drop idle connections after 5 s or more; a request must not meet that moment
        .pool_idle_timeout(Duration::from_secs(4)))
}

fn user_agent(contact: Option<&str>) -> Result<HeaderValue, WebError> {
    let (product, version) = (product_token(), env!("CARGO_PKG_VERSION"));
    let text = match contact {
        Some(contact) => format!("{product}/{version} (research agent; {contact})"),
        None => format!("{product}/{version} (research agent)"),
    };
    HeaderValue::from_str(&text).map_err(|_| {
        let problem = "the contact for the User-Agent holds a line break or the like; correct it";
        WebError::Client(problem.to_owned())
    })
}

/// A refusal of the resolver comes back wrapped in the errors of the layers above it.
fn refusal_within(error: &reqwest::Error) -> Option<Refusal> {
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(refusal) = error.downcast_ref::<Refusal>() {
            return Some(refusal.clone());
        }
        cause = error.source();
    }
    None
}

/// The innermost reason, without the URL that the outer ones print.
fn root_cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut cause = error.source();
    while let Some(next) = cause.and_then(std::error::Error::source) {
        cause = Some(next);
    }
    cause.map_or_else(|| error.to_string(), ToString::to_string)
}

/// A reply whose body has not been read.
pub(crate) struct Reply {
    pub(crate) url: Url,
    response: Response,
}

impl Reply {
    pub(crate) fn status(&self) -> StatusCode {
        self.response.status()
    }

    pub(crate) fn headers(&self) -> &HeaderMap {
        self.response.headers()
    }

    pub(crate) fn content_type(&self) -> Option<String> {
        let value = self.headers().get(CONTENT_TYPE)?;
        Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
    }

    /// The address of a redirect, against the address it came from; `None` if it is no redirect.
    pub(crate) fn redirect(&self) -> Option<Result<Url, WebError>> {
        let status = self.status().as_u16();
        if !matches!(status, 301 | 302 | 303 | 307 | 308) {
            return None;
        }
        let location = self.headers().get(LOCATION).map(HeaderValue::as_bytes);
        let target = location
            .and_then(|location| std::str::from_utf8(location).ok())
            .and_then(|location| self.url.join(location).ok());
        Some(target.ok_or_else(|| WebError::BadRedirect {
            server: shown(&self.url),
            status,
        }))
    }

    /// Whether HTTP itself says where the body ends, so that a cut cannot look like the end.
    pub(crate) fn end_is_framed(&self) -> bool {
        let headers = self.headers();
        headers.contains_key(TRANSFER_ENCODING) || headers.contains_key(CONTENT_LENGTH)
    }

    pub(crate) fn status_error(&self) -> WebError {
        WebError::Status {
            server: shown(&self.url),
            status: self.status().as_u16(),
            retry_after: retry_after(self.headers()),
        }
    }

    pub(crate) async fn body(
        mut self,
        limit: usize,
        time: &mut TimeLeft,
    ) -> Result<Vec<u8>, WebError> {
        let server = shown(&self.url);
        body::read(&mut self.response, &server, limit, Oversize::Refuse, time).await
    }

    /// The body, or its first `limit` bytes.
    pub(crate) async fn body_start(
        mut self,
        limit: usize,
        time: &mut TimeLeft,
    ) -> Result<Vec<u8>, WebError> {
        let server = shown(&self.url);
        body::read(&mut self.response, &server, limit, Oversize::Cut, time).await
    }
}

/// `Retry-After` in seconds or as a date. A date is read against the server's own `Date`, so that
/// no clock of ours has to agree with it.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
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
