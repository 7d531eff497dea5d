use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use assay_domain::Tier;
use reqwest::Url;
use reqwest::header::HeaderName;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;

use crate::template::Template;

/// The servers of `mcp.json`. Nothing else can name one.
#[derive(Debug)]
pub(crate) struct Configuration {
    pub(crate) servers: BTreeMap<String, ServerConfig>,
}

#[derive(Debug)]
pub(crate) struct ServerConfig {
    pub(crate) launch: Launch,
    /// For each step on its own: start, list, call.
    pub(crate) timeout: Duration,
    pub(crate) trust: Trust,
    /// How far what it answers can be trusted, as the user says.
    pub(crate) tier: Option<Tier>,
}

/// How the server is reached.
#[derive(Debug)]
pub(crate) enum Launch {
    Command {
        command: String,
        args: Vec<String>,
        env: BTreeMap<String, Template>,
    },
    Http {
        url: Url,
        headers: BTreeMap<String, Template>,
    },
}

/// What happens with the tools of a server that was never seen before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Trust {
    /// They wait for `assay mcp approve`.
    #[default]
    Approve,
    /// They are approved as they are; tools that appear or change later wait.
    FirstUse,
}

const DEFAULT_TIMEOUT: u64 = 60;
const LONGEST_TIMEOUT: u64 = 3600;
const LONGEST_NAME: usize = 32;

/// Headers that the transport sets itself.
const RESERVED_HEADERS: &[&str] = &[
    "accept",
    "connection",
    "content-length",
    "content-type",
    "host",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
    "transfer-encoding",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    servers: Unique<RawServer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawServer {
    command: Option<String>,
    args: Option<Vec<String>>,
    env: Option<Unique<Hidden>>,
    url: Option<String>,
    headers: Option<Unique<Hidden>>,
    timeout_seconds: Option<u64>,
    #[serde(default)]
    trust: Trust,
    tier: Option<Tier>,
}

impl Configuration {
    pub(crate) fn none() -> Self {
        let servers = BTreeMap::new();
        Self { servers }
    }

    /// `Err` says what is wrong and what to do.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let file: RawFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        check_shape(text)?;
        let mut servers = BTreeMap::new();
        for (name, raw) in file.servers.0 {
            check_name(&name)?;
            let server = server(raw).map_err(|problem| format!("server `{name}`: {problem}"))?;
            servers.insert(name, server);
        }
        Ok(Self { servers })
    }
}

/// Fields given by their order instead of their names would pass for an object.
fn check_shape(text: &str) -> Result<(), String> {
    let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let servers = file.get("servers").and_then(Value::as_object);
    let servers = servers.ok_or("it must be an object with the field \"servers\"")?;
    match servers.iter().find(|(_, server)| !server.is_object()) {
        Some((name, _)) => Err(format!("server `{name}`: it must be an object")),
        None => Ok(()),
    }
}

fn check_name(name: &str) -> Result<(), String> {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(good) {
        return Ok(());
    }
    Err(format!(
        "server name {name:?} is not usable; take 1 to {LONGEST_NAME} letters, digits, `-` and `_`"
    ))
}

fn server(raw: RawServer) -> Result<ServerConfig, String> {
    let launch = match (raw.command, raw.url) {
        (Some(command), None) => {
            if raw.headers.is_some() {
                return Err("\"headers\" belong to a \"url\"; use \"env\" for a command".into());
            }
            command_launch(command, raw.args.unwrap_or_default(), raw.env)?
        }
        (None, Some(url)) => {
            if raw.args.is_some() || raw.env.is_some() {
                return Err(
                    "\"args\" and \"env\" belong to a \"command\"; use \"headers\" for a url"
                        .into(),
                );
            }
            http_launch(&url, raw.headers)?
        }
        (Some(_), Some(_)) => return Err("has both \"command\" and \"url\"; keep one".into()),
        (None, None) => return Err("has neither \"command\" nor \"url\"; add one".into()),
    };
    let seconds = raw.timeout_seconds.unwrap_or(DEFAULT_TIMEOUT);
    if !(1..=LONGEST_TIMEOUT).contains(&seconds) {
        return Err(format!(
            "\"timeout_seconds\" is {seconds}; take 1 to {LONGEST_TIMEOUT}"
        ));
    }
    Ok(ServerConfig {
        launch,
        timeout: Duration::from_secs(seconds),
        trust: raw.trust,
        tier: raw.tier,
    })
}

fn command_launch(
    command: String,
    args: Vec<String>,
    env: Option<Unique<Hidden>>,
) -> Result<Launch, String> {
    if command.trim().is_empty() {
        return Err("\"command\" is empty; name a program".into());
    }
    let has_nul = |text: &String| text.contains('\0');
    if has_nul(&command) || args.iter().any(has_nul) {
        return Err("\"command\" or \"args\" hold a NUL character; take it out".into());
    }
    let mut expanded = BTreeMap::new();
    for (name, value) in env.map_or_else(Vec::new, |env| env.0) {
        if name.is_empty() || name.contains(['=', '\0']) {
            return Err(format!("{name:?} in \"env\" is no name of a variable"));
        }
        let value =
            Template::parse(&value.0).map_err(|problem| format!("\"env\" {name}: {problem}"))?;
        expanded.insert(name, value);
    }
    let env = expanded;
    Ok(Launch::Command { command, args, env })
}

fn http_launch(url: &str, headers: Option<Unique<Hidden>>) -> Result<Launch, String> {
    let url = Url::parse(url).map_err(|error| format!("\"url\" is no address: {error}"))?;
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(&url) => {}
        "http" => {
            return Err("\"url\" is not encrypted; use https for another machine".into());
        }
        _ => return Err("\"url\" must begin with https:// or http://".into()),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("\"url\" holds a password; put it into \"headers\"".into());
    }
    let mut checked = BTreeMap::new();
    for (name, value) in headers.map_or_else(Vec::new, |headers| headers.0) {
        let lower = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| format!("{name:?} in \"headers\" is no name of a header"))?;
        if RESERVED_HEADERS.contains(&lower.as_str()) {
            return Err(format!(
                "header `{lower}` is set by the protocol; take it out"
            ));
        }
        let value = Template::parse(&value.0)
            .map_err(|problem| format!("\"headers\" {name}: {problem}"))?;
        if checked.insert(lower.as_str().to_owned(), value).is_some() {
            return Err(format!("header `{lower}` is there twice; keep one"));
        }
    }
    let headers = checked;
    Ok(Launch::Http { url, headers })
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || address
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// A text that may be a key: no error message repeats it.
struct Hidden(String);

impl<'de> Deserialize<'de> for Hidden {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(text)),
            _ => Err(D::Error::custom("a value here must be a text in quotes")),
        }
    }
}

/// A JSON object in which no key stands twice: a second one would silently replace the first.
struct Unique<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Unique<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Unique<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_str<E: serde::de::Error>(self, _may_be_a_key: &str) -> Result<Self::Value, E> {
                Err(E::custom("a text stands where an object must be"))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries: Vec<(String, T)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, T>()? {
                    if entries.iter().any(|(known, _)| *known == key) {
                        return Err(A::Error::custom(format!(
                            "{key:?} is there twice; keep one"
                        )));
                    }
                    entries.push((key, value));
                }
                Ok(Unique(entries))
            }
        }
        deserializer.deserialize_any(Entries(PhantomData))
    }
}
