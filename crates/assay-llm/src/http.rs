use std::error::Error as _;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{
    AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue,
    TRANSFER_ENCODING,
};
use reqwest::{Response, Url};
use secrecy::ExposeSecret;
use tokio::time::{Instant, Sleep};

use crate::{Dialect, Phase, ProviderConfig};

pub(crate) fn http_client(config: &ProviderConfig, url: &Url) -> Result<reqwest::Client, String> {
    // Someone else in the process may have installed a provider first: that one serves as well.
    let _already_installed = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("assay/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers(config)?)
        .http1_only()
        .connect_timeout(config.connect_timeout)
        .pool_max_idle_per_host(config.max_concurrency)
        // servers drop idle connections after 5 s or more; a request must not meet that moment
        .pool_idle_timeout(Duration::from_secs(4))
        // A redirect would carry the key to a server nobody configured.
        .redirect(reqwest::redirect::Policy::none());
    if is_loopback(url) {
        builder = builder.no_proxy();
    }
    if url.scheme() == "http" {
        // No certificate will be looked at, so a machine without any must do.
        builder = builder.tls_certs_only(std::iter::empty());
    }
    builder
        .build()
        .map_err(|error| format!("the HTTP client cannot be built: {}", root_cause(error)))
}

fn headers(config: &ProviderConfig) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if config.dialect == Dialect::Anthropic {
        let name = HeaderName::from_static("anthropic-version");
        headers.insert(name, HeaderValue::from_static("2023-06-01"));
    }
    let Some(key) = &config.api_key else {
        return Ok(headers);
    };
    let (name, value) = match config.dialect {
        Dialect::OpenAi => (AUTHORIZATION, format!("Bearer {}", key.expose_secret())),
        Dialect::Anthropic => (
            HeaderName::from_static("x-api-key"),
            key.expose_secret().to_owned(),
        ),
    };
    let mut value = HeaderValue::from_str(&value).map_err(|_| {
        "the API key holds characters that no key has, such as a line break; set it again"
            .to_owned()
    })?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(headers)
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || address
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// `base` with `path` behind its own; a query stays where it is.
pub(crate) fn endpoint(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    url
}

/// Scheme, host and port: what may be shown of a URL.
pub(crate) fn shown(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// The innermost reason, without the URL that the outer ones print.
pub(crate) fn root_cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut cause = error.source();
    while let Some(next) = cause.and_then(std::error::Error::source) {
        cause = Some(next);
    }
    cause.map_or_else(|| error.to_string(), ToString::to_string)
}

/// Ends a wait that is too long. Armed once and moved only when it fires, because re-arming a timer
/// for every chunk of a stream costs more than reading the chunk.
pub(crate) struct Watchdog {
    alarm: Pin<Box<Sleep>>,
    phase: Phase,
    quiet_limit: Duration,
    quiet_since: Instant,
    started: Instant,
    total: Duration,
}

/// Time ran out.
pub(crate) struct TooLate {
    pub(crate) phase: Phase,
    pub(crate) limit: Duration,
}

impl Watchdog {
    pub(crate) fn new(first_byte: Duration, total: Duration) -> Self {
        let now = Instant::now();
        Self {
            alarm: Box::pin(tokio::time::sleep(first_byte.min(total))),
            phase: Phase::FirstByte,
            quiet_limit: first_byte,
            quiet_since: now,
            started: now,
            total,
        }
    }

    /// From now on at most `limit` may pass between two bytes.
    fn expect_steady(&mut self, limit: Duration) {
        if self.phase == Phase::FirstByte {
            self.phase = Phase::Idle;
            self.quiet_limit = limit;
            self.quiet_since = Instant::now();
            let (deadline, _) = self.deadline();
            self.alarm.as_mut().reset(deadline);
        }
    }

    fn deadline(&self) -> (Instant, TooLate) {
        let quiet = self.quiet_since + self.quiet_limit;
        let end = self.started + self.total;
        if quiet < end {
            let (phase, limit) = (self.phase, self.quiet_limit);
            return (quiet, TooLate { phase, limit });
        }
        let (phase, limit) = (Phase::Total, self.total);
        (end, TooLate { phase, limit })
    }

    pub(crate) async fn watch<T>(&mut self, work: impl Future<Output = T>) -> Result<T, TooLate> {
        let mut work = pin!(work);
        let mut waiting = self.phase == Phase::FirstByte;
        poll_fn(|context| {
            if let Poll::Ready(done) = work.as_mut().poll(context) {
                return Poll::Ready(Ok(done));
            }
            // What is there already is taken without a look at the clock.
            if !waiting {
                waiting = true;
                self.quiet_since = Instant::now();
            }
            while self.alarm.as_mut().poll(context).is_ready() {
                let (deadline, too_late) = self.deadline();
                if Instant::now() >= deadline {
                    return Poll::Ready(Err(too_late));
                }
                self.alarm.as_mut().reset(deadline);
            }
            Poll::Pending
        })
        .await
    }
}

/// The body of a reply, read under watch and up to a size.
pub(crate) struct Body {
    response: Response,
    watchdog: Watchdog,
    idle: Duration,
    pub(crate) received: u64,
}

pub(crate) enum BodyError {
    TooLate(TooLate),
    /// The connection ended before the body did.
    Cut,
    TooLarge,
}

/// No reply is anywhere near this; a server that sends more is broken.
pub(crate) const LARGEST_REPLY: u64 = 16 * 1024 * 1024;

/// Room is made at once for a reply that announces up to this length.
const LARGEST_EXPECTED: u64 = 64 * 1024;

impl Body {
    pub(crate) fn new(response: Response, watchdog: Watchdog, idle: Duration) -> Self {
        Self {
            response,
            watchdog,
            idle,
            received: 0,
        }
    }

    pub(crate) fn headers(&self) -> &HeaderMap {
        self.response.headers()
    }

    /// Whether HTTP itself says where the body ends, so that a cut cannot look like the end.
    pub(crate) fn end_is_framed(&self) -> bool {
        let headers = self.headers();
        headers.contains_key(TRANSFER_ENCODING) || headers.contains_key(CONTENT_LENGTH)
    }

    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, BodyError> {
        let chunk = self.watchdog.watch(self.response.chunk()).await;
        let chunk = chunk
            .map_err(BodyError::TooLate)?
            .map_err(|_| BodyError::Cut)?;
        if let Some(bytes) = &chunk {
            self.watchdog.expect_steady(self.idle);
            self.received = self.received.saturating_add(bytes.len() as u64);
            if self.received > LARGEST_REPLY {
                return Err(BodyError::TooLarge);
            }
        }
        Ok(chunk)
    }

    pub(crate) async fn whole(&mut self) -> Result<Vec<u8>, BodyError> {
        let announced = self.response.content_length().unwrap_or_default();
        let announced = usize::try_from(announced.min(LARGEST_EXPECTED)).unwrap_or_default();
        let mut bytes = Vec::with_capacity(announced);
        while let Some(chunk) = self.chunk().await? {
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    /// Reads what is left after the reply's own end, so that the connection can be used again. A
    /// server that keeps it open is not waited for.
    pub(crate) async fn drain(mut self) {
        const PATIENCE: Duration = Duration::from_millis(20);
        let rest = async { while let Ok(Some(_)) = self.response.chunk().await {} };
        let _gave_up = tokio::time::timeout(PATIENCE, rest).await;
    }
}
