use std::fmt;
use std::sync::Arc;

use assay_domain::Timestamp;
use reqwest::header::{ACCEPT, HeaderValue};
use tokio::sync::OwnedSemaphorePermit;
use url::Url;

use crate::client::{Reply, Request};
use crate::courtesy::Hosts;
use crate::error::shown;
use crate::hops::Hops;
use crate::links::links;
use crate::time::TimeLeft;
use crate::{Courtesy, PermittedUrl, Policy, RobotsVerdict, WebClient, WebError, media};

/// A page as it came from its server. Nobody has looked at it yet.
#[derive(Clone, PartialEq, Eq)]
pub struct Page {
    /// As it was asked for.
    pub url: String,
    /// Behind all redirects.
    pub final_url: String,
    /// The header as sent, with its charset.
    pub content_type: Option<String>,
    /// A file name whose extension says what the bytes are.
    pub name: String,
    pub bytes: Vec<u8>,
    /// http and https links in the order of the page, absolute, without fragment; of HTML only.
    pub links: Vec<String>,
    /// Whether HTTP said where the body ends. Where it did not, a cut cannot be told from the end.
    pub end_is_known: bool,
    pub fetched_at: Timestamp,
}

/// Counts what a log should not be filled with.
impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("url", &self.url)
            .field("final_url", &self.final_url)
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .field("links", &self.links.len())
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VisitError {
    #[error(transparent)]
    Web(#[from] WebError),
    #[error("{server} asks automatic readers not to read this page (robots.txt)")]
    RobotsForbid { server: String },
    #[error("{server}: its robots.txt cannot be had, so nothing is read there yet: {cause}")]
    RobotsUnavailable { server: String, cause: WebError },
}

impl VisitError {
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Web(error) | Self::RobotsUnavailable { cause: error, .. } => error.is_transient(),
            Self::RobotsForbid { .. } => false,
        }
    }

    /// Why nothing was sent to an address, if that is what happened.
    pub fn refusal(&self) -> Option<&crate::Refusal> {
        match self {
            Self::Web(error) | Self::RobotsUnavailable { cause: error, .. } => error.refusal(),
            Self::RobotsForbid { .. } => None,
        }
    }
}

/// Fetches pages, considerately. Cloning it shares what it knows of the servers.
#[derive(Clone)]
pub struct Visitor {
    client: WebClient,
    hosts: Arc<Hosts>,
}

impl Visitor {
    pub fn new(client: WebClient, courtesy: Courtesy) -> Self {
        Self {
            client,
            hosts: Arc::new(Hosts::new(courtesy)),
        }
    }

    /// The rules by which addresses are judged.
    pub fn policy(&self) -> &Policy {
        self.client.policy()
    }

    /// Waits for its turn at a server that somebody else is about to read a page of, unless the
    /// server asks automatic readers not to.
    pub async fn wait_to_read(&self, url: &PermittedUrl) -> Result<(), VisitError> {
        let checked = self.client.policy().check(url.url());
        checked.map_err(|refusal| WebError::refused(url.url(), refusal))?;
        self.turn(url.url()).await.map(drop)
    }

    /// Fetches a page with its redirects. Each server on the way is asked for its robots.txt first,
    /// and is given its distance.
    pub async fn visit(
        &self,
        url: &PermittedUrl,
        fetched_at: Timestamp,
    ) -> Result<Page, VisitError> {
        let limits = self.client.policy().limits;
        let mut time = TimeLeft::of(limits.total);
        let mut hops = Hops::new(self.client.policy(), url.url().clone())?;
        // The place is kept until the body is read.
        let (reply, _place) = loop {
            let (reply, place) = self.fetch(hops.url(), &mut time).await?;
            match reply.redirect() {
                Some(target) => hops.follow(target?)?,
                None => break (reply, place),
            }
        };
        if !reply.status().is_success() {
            return Err(reply.status_error().into());
        }
        let content_type = reply.content_type();
        let final_url = reply.url.clone();
        let Some(named) = media::named(content_type.as_deref(), final_url.path()) else {
            return Err(unread(&final_url, content_type.as_deref()).into());
        };
        let end_is_known = reply.end_is_framed();
        let bytes = reply.body(limits.body_bytes, &mut time).await?;
        let links = match named.is_html {
            true => links(&bytes, content_type.as_deref(), &final_url),
            false => Vec::new(),
        };
        Ok(Page {
            url: url.as_str().to_owned(),
            final_url: final_url.into(),
            content_type,
            name: named.name,
            bytes,
            links,
            end_is_known,
            fetched_at,
        })
    }

    async fn fetch(
        &self,
        url: &Url,
        time: &mut TimeLeft,
    ) -> Result<(Reply, Option<OwnedSemaphorePermit>), VisitError> {
        let place = self.turn(url).await?;
        let mut request = Request::get(url);
        let accept = HeaderValue::from_static(media::ACCEPT_PAGES);
        request.headers.insert(ACCEPT, accept);
        Ok((self.client.send(request, time).await?, place))
    }

    async fn turn(&self, url: &Url) -> Result<Option<OwnedSemaphorePermit>, VisitError> {
        let host = self.hosts.host(url);
        let robots = host.robots(&self.client, url).await;
        let robots = robots.map_err(|cause| VisitError::RobotsUnavailable {
            server: shown(url),
            cause,
        })?;
        let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
        if robots.verdict(target) == RobotsVerdict::Disallowed {
            let server = shown(url);
            return Err(VisitError::RobotsForbid { server });
        }
        Ok(self.hosts.turn(&host, &robots).await)
    }
}

/// The error of a type of content that is not read.
pub(crate) fn unread(url: &Url, content_type: Option<&str>) -> WebError {
    let media = media::essence(content_type);
    let media: String = media.chars().filter(|c| !c.is_control()).take(80).collect();
    WebError::MediaType {
        server: shown(url),
        media: match media.is_empty() {
            true => "(not stated)".to_owned(),
            false => media,
        },
    }
}
