use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use url::Url;

use crate::client::Request;
use crate::hops::Hops;
use crate::robots::READ_BYTES;
use crate::time::{Pace, TimeLeft};
use crate::{Robots, WebClient, WebError, product_token};

/// How considerate a [`crate::Visitor`] is of one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Courtesy {
    pub requests_at_once: usize,
    /// From the start of one request to the start of the next.
    pub milliseconds_apart: u64,
    /// A server that asks in its robots.txt for a longer distance gets this one.
    pub most_milliseconds_apart: u64,
}

impl Default for Courtesy {
    fn default() -> Self {
        Self {
            requests_at_once: 2,
            milliseconds_apart: 500,
            most_milliseconds_apart: 10_000,
        }
    }
}

/// A read robots.txt is good for a day, as RFC 9309 says.
const ROBOTS_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);
/// A server that could not give it is asked again after this.
const FAILURE_LIFETIME: Duration = Duration::from_secs(60);

/// What is known of one server.
pub(crate) struct Host {
    places: Arc<Semaphore>,
    pace: Pace,
    /// One place: the robots.txt is asked for once at a time.
    asking: Semaphore,
    robots: Mutex<Option<Known>>,
}

#[derive(Clone)]
struct Known {
    robots: Result<Arc<Robots>, WebError>,
    until: Instant,
}

/// Every server that was visited, by scheme, host and port.
pub(crate) struct Hosts {
    courtesy: Courtesy,
    hosts: Mutex<BTreeMap<String, Arc<Host>>>,
}

impl Hosts {
    pub(crate) fn new(courtesy: Courtesy) -> Self {
        Self {
            courtesy,
            hosts: Mutex::new(BTreeMap::new()),
        }
    }

    pub(crate) fn host(&self, url: &Url) -> Arc<Host> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let origin = url.origin().ascii_serialization();
        let host = hosts.entry(origin).or_insert_with(|| {
            Arc::new(Host {
                places: Arc::new(Semaphore::new(self.courtesy.requests_at_once.max(1))),
                pace: Pace::default(),
                asking: Semaphore::new(1),
                robots: Mutex::new(None),
            })
        });
        Arc::clone(host)
    }

    /// Waits for a place and for the distance to the request before.
    pub(crate) async fn turn(&self, host: &Host, robots: &Robots) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed, so there is always a place in the end.
        let place = Arc::clone(&host.places).acquire_owned().await.ok();
        let apart = Duration::from_millis(self.courtesy.milliseconds_apart);
        let most = Duration::from_millis(self.courtesy.most_milliseconds_apart);
        let asked = robots.crawl_delay().unwrap_or_default().min(most);
        host.pace.wait(apart.max(asked)).await;
        place
    }
}

impl Host {
    /// The robots.txt of the server of `url`, asked for once at a time.
    pub(crate) async fn robots(
        &self,
        client: &WebClient,
        url: &Url,
    ) -> Result<Arc<Robots>, WebError> {
        // The semaphore is never closed, so the turn comes.
        let _turn = self.asking.acquire().await;
        if let Some(known) = self.known_robots() {
            return known;
        }
        let fetched = fetch(client, url).await.map(Arc::new);
        let lifetime = match fetched {
            Ok(_) => ROBOTS_LIFETIME,
            Err(_) => FAILURE_LIFETIME,
        };
        let known = Known {
            robots: fetched.clone(),
            until: Instant::now() + lifetime,
        };
        *self.robots.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        fetched
    }

    fn known_robots(&self) -> Option<Result<Arc<Robots>, WebError>> {
        let known = self.robots.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = known.as_ref().filter(|known| known.until > Instant::now());
        fresh.map(|known| known.robots.clone())
    }
}

/// A server without the file allows everything; one that fails to give it allows nothing until it
/// can. "Too many requests" is such a failure.
async fn fetch(client: &WebClient, url: &Url) -> Result<Robots, WebError> {
    let limits = &client.policy().limits;
    let mut file = url.clone();
    file.set_path("/robots.txt");
    file.set_query(None);
    file.set_fragment(None);
    let mut hops = Hops::new(client.policy(), file)?;
    let mut time = TimeLeft::of(limits.total);
    loop {
        let reply = client.send(Request::get(hops.url()), &mut time).await?;
        if let Some(target) = reply.redirect() {
            // RFC 9309: a file at the end of too long a chain counts as not there.
            match hops.follow(target?) {
                Err(WebError::TooManyRedirects { .. }) => return Ok(Robots::allow_all()),
                followed => followed?,
            }
            continue;
        }
        let status = reply.status();
        if status.is_success() {
            let body = reply.body_start(READ_BYTES, &mut time).await;
            return body.map(|body| Robots::parse(&body, product_token()));
        }
        if status.is_client_error() && status.as_u16() != 429 {
            return Ok(Robots::allow_all());
        }
        return Err(reply.status_error());
    }
}
