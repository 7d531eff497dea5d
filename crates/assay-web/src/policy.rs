use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::{Refusal, is_public};

/// Where a [`crate::WebClient`] may go, and how long and how much it may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    pub ports: Vec<u16>,
    /// Servers that are gone to although they are not public, or on another port.
    pub admitted: Vec<AdmittedOrigin>,
    /// Added to the User-Agent, for sites that ask who is reading: an e-mail address or a URL.
    pub contact: Option<String>,
    pub limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    pub redirects: usize,
    /// Of a body, as sent and as decompressed.
    pub body_bytes: usize,
    #[serde(with = "milliseconds")]
    pub connect: Duration,
    /// From sending a request to the end of the reply's headers.
    #[serde(with = "milliseconds")]
    pub headers: Duration,
    /// For a whole page with its redirects; waiting out of courtesy is not counted.
    #[serde(with = "milliseconds")]
    pub total: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            redirects: 5,
            body_bytes: 32 << 20,
            connect: Duration::from_secs(10),
            headers: Duration::from_secs(20),
            total: Duration::from_secs(60),
        }
    }
}

mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(value.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            ports: vec![80, 443, 8080, 8443],
            admitted: Vec::new(),
            contact: None,
            limits: Limits::default(),
        }
    }
}

/// Scheme, host and port of a server that is admitted by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AdmittedOrigin {
    scheme: String,
    /// As in a URL: an IPv6 address in brackets.
    host: String,
    port: u16,
}

impl AdmittedOrigin {
    /// Path and query of `url` do not count.
    pub fn of(url: &str) -> Result<Self, Refusal> {
        let url = Url::parse(url).map_err(|error| Refusal::NotAUrl(error.to_string()))?;
        Self::of_url(&url)
    }

    pub(crate) fn of_url(url: &Url) -> Result<Self, Refusal> {
        check_form(url)?;
        let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else {
            return Err(Refusal::NoHost);
        };
        Ok(Self {
            scheme: url.scheme().to_owned(),
            host: host.to_owned(),
            port,
        })
    }

    pub(crate) fn has_host(&self, host: &str) -> bool {
        self.host == host
    }
}

impl TryFrom<String> for AdmittedOrigin {
    type Error = Refusal;

    fn try_from(url: String) -> Result<Self, Refusal> {
        Self::of(&url)
    }
}

impl From<AdmittedOrigin> for String {
    fn from(origin: AdmittedOrigin) -> Self {
        origin.to_string()
    }
}

impl fmt::Display for AdmittedOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.scheme, self.host, self.port)
    }
}

impl fmt::Debug for AdmittedOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Policy {
    #[must_use]
    pub fn admitting(mut self, origin: AdmittedOrigin) -> Self {
        self.admitted.push(origin);
        self
    }

    /// What can be said of a URL without asking the network. Names are resolved, and their
    /// addresses judged, when a connection is made.
    pub fn check(&self, url: &Url) -> Result<(), Refusal> {
        let origin = AdmittedOrigin::of_url(url)?;
        let mut same_host = self.admitted.iter().filter(|a| a.host == origin.host);
        if let Some(admitted) = same_host.next() {
            // The resolver lets this name through whatever the port, so the port is held here.
            let exact = *admitted == origin || same_host.any(|other| *other == origin);
            return match exact {
                true => Ok(()),
                false => Err(Refusal::OtherOrigin(admitted.to_string())),
            };
        }
        if !self.ports.contains(&origin.port) {
            return Err(Refusal::Port(origin.port));
        }
        match url.host() {
            Some(Host::Ipv4(address)) => check_address(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => check_address(IpAddr::V6(address)),
            Some(Host::Domain(name)) if is_local_name(name) => Err(Refusal::LocalName),
            Some(Host::Domain(_)) => Ok(()),
            None => Err(Refusal::NoHost),
        }
    }

    /// A redirect reaches an admitted server only from that server itself.
    pub(crate) fn check_redirect(&self, from: &Url, to: &Url) -> Result<(), Refusal> {
        self.check(to)?;
        if from.scheme() == "https" && to.scheme() != "https" {
            return Err(Refusal::Downgrade);
        }
        let origin = AdmittedOrigin::of_url(to)?;
        if self.admitted.contains(&origin) && AdmittedOrigin::of_url(from)? != origin {
            return Err(Refusal::LedInside);
        }
        Ok(())
    }

    pub(crate) fn admits_name(&self, name: &str) -> bool {
        self.admitted.iter().any(|origin| origin.has_host(name))
    }
}

/// Scheme, user and host: what makes a URL one of the web at all.
pub(crate) fn check_form(url: &Url) -> Result<(), Refusal> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Refusal::Scheme(url.scheme().to_owned()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refusal::UserInfo);
    }
    match url.host_str() {
        Some(host) if !host.is_empty() => Ok(()),
        _ => Err(Refusal::NoHost),
    }
}

fn check_address(address: IpAddr) -> Result<(), Refusal> {
    if is_public(address) {
        return Ok(());
    }
    Err(Refusal::Address(address))
}

/// Names that no public server has. Their addresses would be refused too, but a question about them
/// would already have gone out to a name server.
fn is_local_name(name: &str) -> bool {
    const LOCAL: &[&str] = &[
        "localhost",
        "local",
        "internal",
        "arpa",
        "onion",
        "test",
        "invalid",
    ];
    let name = name.strip_suffix('.').unwrap_or(name);
    match name.rsplit_once('.') {
        Some((_, last)) => LOCAL.contains(&last),
        None => true,
    }
}
