use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use secrecy::ExposeSecret;
use tokio::time::Instant;
use url::Url;

use super::engines::{self, Outgoing, ParseProblem};
use super::{Engine, EngineConfig, EngineFuture, EngineKind, SearchError, SearchResult};
use crate::client::{Reply, Request};
use crate::time::{Pace, TimeLeft};
use crate::{AdmittedOrigin, Limits, Policy, WebClient, media};

/// No reply is anywhere near this; a server that sends more is broken.
const LARGEST_REPLY: usize = 4 << 20;

/// A search service over HTTP.
pub(super) struct HttpEngine {
    config: EngineConfig,
    base: Url,
    client: WebClient,
    pace: Pace,
    /// Until when the server asked to be left alone.
    quiet_until: Mutex<Option<Instant>>,
}

impl HttpEngine {
    pub(super) fn new(config: EngineConfig, client: &WebClient) -> Result<Self, SearchError> {
        let wrong = |problem: String| SearchError::Configuration {
            engine: config.kind.name().to_owned(),
            problem,
        };
        let base = base(&config).map_err(&wrong)?;
        check_secrets(&config).map_err(&wrong)?;
        let policy = policy(&config, &base, client.policy()).map_err(&wrong)?;
        let client = client.under(policy);
        Ok(Self {
            client: client.map_err(|error| wrong(error.to_string()))?,
            base,
            pace: Pace::default(),
            quiet_until: Mutex::new(None),
            config,
        })
    }

    fn name(&self) -> String {
        self.config.kind.name().to_owned()
    }

    /// Tries, and tries again where that may help and the wait is short.
    async fn find(&self, query: &str, limit: usize) -> Result<Vec<SearchResult>, SearchError> {
        self.check_quiet()?;
        let longest = Duration::from_millis(self.config.longest_wait_milliseconds);
        let mut backoff = Duration::from_millis(self.config.retry_milliseconds);
        let mut retries = self.config.max_retries;
        loop {
            let error = match self.ask(query, limit).await {
                Ok(results) => return Ok(results),
                Err(error) => error,
            };
            let asked = error.retry_after().unwrap_or_default();
            if asked > longest {
                self.be_quiet(asked);
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

    fn be_quiet(&self, how_long: Duration) {
        let until = Instant::now().checked_add(how_long);
        *self
            .quiet_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = until;
    }

    fn check_quiet(&self) -> Result<(), SearchError> {
        let until = *self
            .quiet_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        match left.filter(|left| !left.is_zero()) {
            Some(left) => Err(SearchError::RateLimited {
                engine: self.name(),
                status: 429,
                retry_after: Some(left),
            }),
            None => Ok(()),
        }
    }

    async fn ask(&self, query: &str, limit: usize) -> Result<Vec<SearchResult>, SearchError> {
        let per_minute = self.config.requests_per_minute;
        let per_minute = per_minute.unwrap_or(self.config.kind.requests_per_minute());
        self.pace
            .wait(Duration::from_secs(60) / per_minute.max(1))
            .await;
        let web = |cause| SearchError::Web {
            engine: self.name(),
            cause,
        };
        let outgoing = engines::request(&self.config, &self.base, query, limit);
        let outgoing = outgoing.map_err(|problem| SearchError::Configuration {
            engine: self.name(),
            problem,
        })?;
        let mut time = TimeLeft::of(self.client.policy().limits.total);
        let reply = self.client.send(request(&outgoing), &mut time).await;
        let reply = reply.map_err(web)?;
        self.check_reply(&reply)?;
        let body = reply.body(LARGEST_REPLY, &mut time).await.map_err(web)?;
        let found = engines::parse(self.config.kind, &body);
        found.map_err(|problem| match problem {
            ParseProblem::Malformed(problem) => SearchError::Malformed {
                engine: self.name(),
                problem,
            },
            ParseProblem::SourcesFailed(sources) => SearchError::SourcesFailed {
                engine: self.name(),
                sources,
            },
        })
    }

    fn check_reply(&self, reply: &Reply) -> Result<(), SearchError> {
        let status = reply.status();
        if !status.is_success() {
            return Err(self.status_error(reply));
        }
        let essence = media::essence(reply.content_type().as_deref());
        if essence == "application/json" || essence.ends_with("+json") {
            return Ok(());
        }
        let shown: String = essence
            .chars()
            .filter(|c| !c.is_control())
            .take(40)
            .collect();
        Err(SearchError::Malformed {
            engine: self.name(),
            problem: format!("it is of the type `{shown}` instead of JSON"),
        })
    }

    fn status_error(&self, reply: &Reply) -> SearchError {
        let engine = self.name();
        let cause = reply.status_error();
        let status = reply.status().as_u16();
        let rejected = |advice| SearchError::Rejected {
            engine: self.name(),
            status,
            advice,
        };
        match (self.config.kind, status) {
            (_, 429) => SearchError::RateLimited {
                engine,
                status,
                retry_after: cause.retry_after(),
            },
            (_, 402) | (EngineKind::Tavily, 432 | 433) => {
                SearchError::QuotaExhausted { engine, status }
            }
            (EngineKind::Searxng, 403) => {
                rejected("allow the format json in the server's settings.yml")
            }
            (_, 401 | 403) | (EngineKind::Brave, 422) => SearchError::Auth { engine, status },
            (EngineKind::Google, 400) => rejected("check the key and search_engine_id"),
            (_, 300..=399) => rejected("it points elsewhere: correct base_url"),
            (_, 408 | 425 | 500..=599) => SearchError::Web { engine, cause },
            _ => rejected("check base_url"),
        }
    }
}

impl Engine for HttpEngine {
    fn name(&self) -> &str {
        self.config.kind.name()
    }

    fn search<'a>(&'a self, query: &'a str, limit: usize) -> EngineFuture<'a> {
        Box::pin(self.find(query, limit))
    }
}

fn request(outgoing: &Outgoing) -> Request<'_> {
    Request {
        method: outgoing.method.clone(),
        url: &outgoing.url,
        headers: outgoing.headers.clone(),
        body: outgoing.body.clone(),
    }
}

fn base(config: &EngineConfig) -> Result<Url, String> {
    let own = config.kind.base_url();
    let base = config.base_url.as_deref().or(own);
    let base = base.ok_or("base_url is missing; give the address of the server")?;
    let url = Url::parse(base).map_err(|error| format!("base_url is no URL ({error})"))?;
    AdmittedOrigin::of_url(&url).map_err(|refusal| format!("base_url: {refusal}"))?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err("base_url has a query or fragment; give it without".to_owned());
    }
    Ok(url)
}

fn check_secrets(config: &EngineConfig) -> Result<(), String> {
    let has_key = config
        .api_key
        .as_ref()
        .is_some_and(|key| !key.expose_secret().trim().is_empty());
    if config.kind != EngineKind::Searxng && !has_key {
        return Err("api_key is missing".to_owned());
    }
    let id = config.search_engine_id.as_deref().unwrap_or_default();
    if config.kind == EngineKind::Google && id.trim().is_empty() {
        return Err("search_engine_id is missing; it is the `cx` of the engine".to_owned());
    }
    engines::check_key(config)
}

/// The engine's client can reach the engine's server and nothing inside the network beside it.
fn policy(config: &EngineConfig, base: &Url, of_client: &Policy) -> Result<Policy, String> {
    let timeout = Duration::from_millis(config.timeout_milliseconds);
    let mut policy = Policy {
        admitted: Vec::new(),
        ports: of_client.ports.clone(),
        contact: of_client.contact.clone(),
        limits: Limits {
            redirects: 0,
            headers: timeout,
            total: timeout,
            ..of_client.limits
        },
    };
    // The user wrote this port down.
    policy.ports.extend(base.port());
    if config.internal {
        let origin = AdmittedOrigin::of_url(base);
        policy.admitted = vec![origin.map_err(|refusal| refusal.to_string())?];
    } else if let Err(refusal) = policy.check(base) {
        return Err(format!(
            "base_url: {refusal}; if it is a server of your own, set internal = true"
        ));
    }
    Ok(policy)
}
