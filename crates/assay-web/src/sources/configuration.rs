use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;

use super::SourceError;
use crate::{AdmittedOrigin, Limits, Policy};

/// How often a source is asked, and how long it is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SourceManners {
    /// From the start of one request to the start of the next, over all clones.
    pub milliseconds_apart: u64,
    pub max_retries: u32,
    /// Before the first retry; doubled for each further one.
    pub retry_milliseconds: u64,
    /// A server that asks to be left alone for longer is not waited for.
    pub longest_wait_milliseconds: u64,
    /// For one request with its body.
    pub timeout_milliseconds: u64,
}

impl Default for SourceManners {
    fn default() -> Self {
        Self {
            milliseconds_apart: 125,
            max_retries: 2,
            retry_milliseconds: 500,
            longest_wait_milliseconds: 30_000,
            timeout_milliseconds: 120_000,
        }
    }
}

/// The servers of one source.
pub(super) struct Servers<'a> {
    pub(super) service: &'static str,
    pub(super) bases: &'a [Url],
    /// They may be inside the own network.
    pub(super) internal: bool,
    pub(super) redirects: usize,
}

impl Servers<'_> {
    fn wrong(&self, problem: String) -> SourceError {
        SourceError::Configuration {
            service: self.service,
            problem,
        }
    }

    pub(super) fn origins(&self) -> Result<Vec<AdmittedOrigin>, SourceError> {
        let origins = self.bases.iter().map(AdmittedOrigin::of_url);
        origins
            .collect::<Result<_, _>>()
            .map_err(|refusal| self.wrong(refusal.to_string()))
    }

    /// The source's client can reach these servers and nothing inside the network beside them.
    pub(super) fn policy(
        &self,
        manners: &SourceManners,
        of_client: &Policy,
    ) -> Result<Policy, SourceError> {
        let timeout = Duration::from_millis(manners.timeout_milliseconds);
        let mut policy = Policy {
            admitted: Vec::new(),
            ports: of_client.ports.clone(),
            contact: of_client.contact.clone(),
            limits: Limits {
                redirects: self.redirects,
                headers: of_client.limits.headers.min(timeout),
                total: timeout,
                ..of_client.limits
            },
        };
        // The user wrote these ports down.
        policy.ports.extend(self.bases.iter().filter_map(Url::port));
        if self.internal {
            policy.admitted = self.origins()?;
            return Ok(policy);
        }
        for base in self.bases {
            policy.check(base).map_err(|refusal| {
                self.wrong(format!(
                    "its address: {refusal}; if it is a server of your own, set internal = true"
                ))
            })?;
        }
        Ok(policy)
    }
}

/// The address of a service: the one given, or its own.
pub(super) fn base(
    service: &'static str,
    given: Option<&str>,
    own: &str,
) -> Result<Url, SourceError> {
    let wrong = |problem: String| SourceError::Configuration { service, problem };
    let url = Url::parse(given.unwrap_or(own));
    let url = url.map_err(|error| wrong(format!("its address is no URL ({error})")))?;
    AdmittedOrigin::of_url(&url).map_err(|refusal| wrong(format!("its address: {refusal}")))?;
    if url.query().is_some() || url.fragment().is_some() {
        let problem = "its address has a query or fragment; give it without";
        return Err(wrong(problem.to_owned()));
    }
    Ok(url)
}

/// The address below `base` that these path segments name; each is escaped.
pub(super) fn below<'a>(base: &Url, segments: impl IntoIterator<Item = &'a str>) -> Url {
    let mut url = base.clone();
    // An http URL always has a path.
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    url
}
