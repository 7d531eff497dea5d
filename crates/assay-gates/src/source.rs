use idna::domain_to_unicode;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::look_alikes::latin_look_alike;
use crate::normal::folded;
use crate::rules::g008_source;

/// Whose documents are welcome. A name stands for the host and everything under it: `sec.gov` is
/// also `www.sec.gov`. The default policy lets everything in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SourcePolicy {
    pub allow: Vec<String>,
    /// Goes before `allow`.
    pub deny: Vec<String>,
    /// What becomes of a host on neither list.
    pub unknown: UnknownSource,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownSource {
    /// Flagged where there is a list of allowed hosts, let in where there is none.
    #[default]
    ByList,
    Allow,
    Flag,
    Refuse,
}

/// What the policy says of a source. The reason is for a person to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceVerdict {
    Allowed,
    Flagged { rule: &'static str, reason: String },
    Refused { rule: &'static str, reason: String },
}

/// Judges where a document comes from: a path, or an address of the web. Local files are the user's
/// own and always allowed.
pub fn check_source(origin: &str, policy: &SourcePolicy) -> SourceVerdict {
    let origin = origin.trim();
    let Some(address) = web_address(origin) else {
        return SourceVerdict::Allowed;
    };
    let Some(host) = address.and_then(|url| named_host(&url)) else {
        return refused("the address has no host that can be read".to_owned());
    };
    if let Some(name) = listed(&host, &policy.deny) {
        return refused(format!("`{host}` belongs to `{name}`, which is denied"));
    }
    if listed(&host, &policy.allow).is_some() {
        return SourceVerdict::Allowed;
    }
    if let Some(name) = imitated(&host, policy) {
        return refused(format!("`{host}` only looks like `{name}`"));
    }
    let reason = format!("`{host}` is not on the list of sources");
    match policy.unknown {
        UnknownSource::Allow => SourceVerdict::Allowed,
        UnknownSource::ByList if policy.allow.is_empty() => SourceVerdict::Allowed,
        UnknownSource::ByList | UnknownSource::Flag => SourceVerdict::Flagged {
            rule: g008_source::CODE,
            reason,
        },
        UnknownSource::Refuse => refused(reason),
    }
}

fn refused(reason: String) -> SourceVerdict {
    SourceVerdict::Refused {
        rule: g008_source::CODE,
        reason,
    }
}

/// `None` for a path; `Some(None)` for what wants to be an address and is none.
fn web_address(origin: &str) -> Option<Option<Url>> {
    let scheme = origin.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        // One letter is a drive.
        scheme.len() > 1
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    if origin.starts_with("//") || origin.starts_with(r"\\") {
        let rest = origin.trim_start_matches(['/', '\\']);
        return Some(Url::parse(&format!("https://{rest}")).ok());
    }
    let scheme = scheme.filter(|scheme| is_scheme(scheme))?;
    if scheme.eq_ignore_ascii_case("file") {
        let is_local = Url::parse(origin).is_ok_and(|url| url.host().is_none());
        return if is_local { None } else { Some(None) };
    }
    let is_web = ["http", "https", "ws", "wss", "ftp"]
        .iter()
        .any(|web| scheme.eq_ignore_ascii_case(web));
    (is_web || origin.contains("://")).then(|| Url::parse(origin).ok())
}

/// The host in small letters, in Latin letters, without port, user and closing dot.
fn named_host(url: &Url) -> Option<String> {
    let host = match url.host()? {
        Host::Domain(name) => plain_name(name)?,
        Host::Ipv4(number) => number.to_string(),
        Host::Ipv6(number) => number.to_string(),
    };
    (!host.is_empty()).then_some(host)
}

fn plain_name(name: &str) -> Option<String> {
    let ascii = idna::domain_to_ascii(name.trim_end_matches('.')).ok()?;
    Some(ascii.trim_end_matches('.').to_owned())
}

/// The name on the list that the host is or stands under.
fn listed<'a>(host: &str, names: &'a [String]) -> Option<&'a String> {
    names.iter().find(|name| {
        let bare = bare_name(name);
        let is_under = |parent: &str| {
            let below = host.strip_suffix(parent);
            below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
        };
        bare.is_some_and(|bare| is_under(&bare))
    })
}

/// A name on a list may be written as an address, with a star or with a dot in front.
fn bare_name(name: &str) -> Option<String> {
    let name = name.trim().trim_start_matches("*.").trim_start_matches('.');
    if name.contains("://") {
        return named_host(&Url::parse(name).ok()?);
    }
    if name.is_empty() {
        return None;
    }
    let number = Host::parse(name).ok();
    match number {
        Some(Host::Ipv4(number)) => Some(number.to_string()),
        Some(Host::Ipv6(number)) => Some(number.to_string()),
        _ => plain_name(name.split(['/', ':']).next()?).filter(|name| !name.is_empty()),
    }
}

/// The allowed name that an international name is drawn like.
fn imitated<'a>(host: &str, policy: &'a SourcePolicy) -> Option<&'a String> {
    if !host.contains("xn--") {
        return None;
    }
    let (drawn, _) = domain_to_unicode(host);
    let latin = |c: char| latin_look_alike(c).unwrap_or(c);
    let drawn: String = folded(&drawn).chars().map(latin).collect();
    listed(&drawn, &policy.allow)
}
