use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::HeaderMap;
use tokio::time::Instant;
use url::Url;

use super::configuration::Servers;
use super::{SourceError, SourceManners};
use crate::client::{Reply, Request};
use crate::error::shown;
use crate::hops::Hops;
use crate::time::{Pace, TimeLeft};
use crate::{AdmittedOrigin, WebClient, WebError};

/// How much of an error page is looked at for its reason.
const REASON_BYTES: usize = 8 << 10;
/// The SEC lets a reader in again after this, and counts anew when it is asked before.
const REST_AFTER_REFUSAL: Duration = Duration::from_secs(10 * 60);

/// One service over HTTP. Cloning it shares its pace and its rest.
#[derive(Clone)]
pub(super) struct Transport {
    service: &'static str,
    client: WebClient,
    origins: Vec<AdmittedOrigin>,
    manners: SourceManners,
    shared: Arc<Shared>,
    judge: Judge,
}

/// What a status, with the text of its page, means at this service; `None` for nothing special.
pub(super) type Judge = fn(status: u16, page: &str, what: &str) -> Option<SourceError>;

#[derive(Default)]
struct Shared {
    pace: Pace,
    rest: Mutex<Option<Rest>>,
}

/// The server wants to be left alone.
struct Rest {
    until: Instant,
    because: SourceError,
}

pub(super) struct Ask<'a> {
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    /// The largest body that is read, in bytes.
    pub(super) limit: usize,
    /// What is asked for, as an error names it.
    pub(super) what: &'a str,
}

pub(super) struct Received {
    pub(super) url: Url,
    pub(super) content_type: Option<String>,
    pub(super) bytes: Vec<u8>,
    /// Whether HTTP said where the body ends.
    pub(super) end_is_known: bool,
}

impl Transport {
    pub(super) fn new(
        servers: &Servers<'_>,
        manners: SourceManners,
        client: &WebClient,
        judge: Judge,
    ) -> Result<Self, SourceError> {
        let policy = servers.policy(&manners, client.policy())?;
        let client = client.under(policy);
        Ok(Self {
            service: servers.service,
            client: client.map_err(|cause| SourceError::Web {
                service: servers.service,
                cause,
            })?,
            origins: servers.origins()?,
            manners,
            shared: Arc::new(Shared::default()),
            judge,
        })
    }

    /// Asks, and asks again where that may help and the wait is short.
    pub(super) async fn get(&self, ask: &Ask<'_>) -> Result<Received, SourceError> {
        let longest = Duration::from_millis(self.manners.longest_wait_milliseconds);
        let mut backoff = Duration::from_millis(self.manners.retry_milliseconds);
        let mut retries = self.manners.max_retries;
        loop {
            self.turn().await?;
            let error = match self.ask(ask).await {
                Ok(received) => return Ok(received),
                Err(error) => error,
            };
            if error == SourceError::IdentificationRefused {
                self.rest(REST_AFTER_REFUSAL, error.clone());
                return Err(error);
            }
            let asked = error.retry_after().unwrap_or_default();
            if asked > longest {
                self.rest(asked, error.clone());
                return Err(error);
            }
            if !error.is_transient() || retries == 0 {
                return Err(error);
            }
            retries -= 1;
            tokio::time::sleep(asked.max(backoff.min(longest))).await;
            backoff = backoff.saturating_mul(2);
        }
    }

    /// Waits for the distance to the request before; fails where the server wants a rest, also if
    /// it came to want one in the meantime.
    async fn turn(&self) -> Result<(), SourceError> {
        self.check_rest()?;
        self.keep_distance().await;
        self.check_rest()
    }

    async fn keep_distance(&self) {
        let apart = Duration::from_millis(self.manners.milliseconds_apart);
        self.shared.pace.wait(apart).await;
    }

    /// Sends nothing for a while and says why instead.
    fn rest(&self, how_long: Duration, because: SourceError) {
        let rest = Instant::now()
            .checked_add(how_long)
            .map(|until| Rest { until, because });
        *self.lock_rest() = rest;
    }

    fn check_rest(&self) -> Result<(), SourceError> {
        let rest = self.lock_rest();
        let Some(rest) = rest.as_ref() else {
            return Ok(());
        };
        let left = rest.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        Err(match rest.because.clone() {
            SourceError::RateLimited {
                service, status, ..
            } => SourceError::RateLimited {
                service,
                status,
                retry_after: Some(left),
            },
            because => because,
        })
    }

    fn lock_rest(&self) -> std::sync::MutexGuard<'_, Option<Rest>> {
        let rest = self.shared.rest.lock();
        rest.unwrap_or_else(PoisonError::into_inner)
    }

    fn web(&self, cause: WebError) -> SourceError {
        SourceError::Web {
            service: self.service,
            cause,
        }
    }

    async fn ask(&self, ask: &Ask<'_>) -> Result<Received, SourceError> {
        let mut time = TimeLeft::of(self.client.policy().limits.total);
        let hops = Hops::new(self.client.policy(), ask.url.clone());
        let mut hops = hops.map_err(|cause| self.web(cause))?;
        let reply = loop {
            let reply = self.send(hops.url(), ask, &mut time).await?;
            let Some(target) = reply.redirect() else {
                break reply;
            };
            if self.client.policy().limits.redirects == 0 {
                let service = self.service;
                return Err(SourceError::LedElsewhere { service });
            }
            let followed = target.and_then(|target| hops.follow(target));
            followed.map_err(|cause| self.web(cause))?;
            self.check_own(hops.url())?;
            self.keep_distance().await;
        };
        if !reply.status().is_success() {
            return Err(self.status_error(reply, ask, &mut time).await);
        }
        let (url, content_type) = (reply.url.clone(), reply.content_type());
        let end_is_known = reply.end_is_framed();
        let bytes = reply.body(ask.limit, &mut time).await;
        Ok(Received {
            url,
            content_type,
            bytes: bytes.map_err(|cause| self.web(cause))?,
            end_is_known,
        })
    }

    async fn send(
        &self,
        url: &Url,
        ask: &Ask<'_>,
        time: &mut TimeLeft,
    ) -> Result<Reply, SourceError> {
        let mut request = Request::get(url);
        request.headers = ask.headers.clone();
        let sent = self.client.send(request, time).await;
        sent.map_err(|cause| self.web(cause))
    }

    /// Who reads, and with what key, is told to the service's own servers alone.
    fn check_own(&self, url: &Url) -> Result<(), SourceError> {
        let service = self.service;
        match AdmittedOrigin::of_url(url) {
            Ok(origin) if self.origins.contains(&origin) => Ok(()),
            _ => Err(SourceError::LedElsewhere { service }),
        }
    }

    async fn status_error(&self, reply: Reply, ask: &Ask<'_>, time: &mut TimeLeft) -> SourceError {
        let cause = reply.status_error();
        let status = reply.status().as_u16();
        // A page that cannot be read leaves the status, which says enough.
        let page = reply.body_start(REASON_BYTES, time).await;
        let page = page.unwrap_or_default();
        if let Some(error) = (self.judge)(status, &String::from_utf8_lossy(&page), ask.what) {
            return error;
        }
        match status {
            404 | 410 => SourceError::NotFound {
                service: self.service,
                what: ask.what.to_owned(),
            },
            429 => SourceError::RateLimited {
                service: self.service,
                status,
                retry_after: cause.retry_after(),
            },
            _ => self.web(cause),
        }
    }

    /// The error of a body whose end nobody stated and which does not look like an end.
    pub(super) fn broken_off(&self, received: &Received) -> SourceError {
        self.web(WebError::Truncated {
            server: shown(&received.url),
            received: received.bytes.len(),
        })
    }
}
