use std::fmt;

use secrecy::SecretString;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineKind {
    Tavily,
    Brave,
    /// The Bing Web Search API 7. Microsoft closed its own servers in August 2025, so `base_url` has
    /// to name one that speaks the same.
    Bing,
    /// Google Programmable Search.
    Google,
    /// Any SearXNG server that gives out JSON.
    Searxng,
}

impl EngineKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Tavily => "tavily",
            Self::Brave => "brave",
            Self::Bing => "bing",
            Self::Google => "google",
            Self::Searxng => "searxng",
        }
    }

    pub(super) fn base_url(self) -> Option<&'static str> {
        match self {
            Self::Tavily => Some("https://api.tavily.com"),
            Self::Brave => Some("https://api.search.brave.com"),
            Self::Google => Some("https://www.googleapis.com"),
            Self::Bing | Self::Searxng => None,
        }
    }

    /// What the smallest plan of each service bears.
    pub(super) fn requests_per_minute(self) -> u32 {
        match self {
            Self::Tavily | Self::Google => 100,
            Self::Brave => 60,
            Self::Bing => 180,
            Self::Searxng => 30,
        }
    }
}

/// One search engine and how to treat it.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    pub kind: EngineKind,
    /// Needed by all but SearXNG.
    #[serde(default)]
    pub api_key: Option<SecretString>,
    /// `cx` of Google Programmable Search.
    #[serde(default)]
    pub search_engine_id: Option<String>,
    /// Where the service is. Needed for SearXNG and Bing; the others have an address of their own.
    #[serde(default)]
    pub base_url: Option<String>,
    /// The server of `base_url`, and nothing else, may be inside the own network.
    #[serde(default)]
    pub internal: bool,
    #[serde(default)]
    pub requests_per_minute: Option<u32>,
    #[serde(default = "two")]
    pub max_retries: u32,
    /// Before the first retry; doubled for each further one.
    #[serde(default = "half_a_second")]
    pub retry_milliseconds: u64,
    /// A server that asks to be left alone for longer is not waited for: the next engine is asked.
    #[serde(default = "five_seconds")]
    pub longest_wait_milliseconds: u64,
    /// For one request.
    #[serde(default = "fifteen_seconds")]
    pub timeout_milliseconds: u64,
}

fn two() -> u32 {
    2
}

fn half_a_second() -> u64 {
    500
}

fn five_seconds() -> u64 {
    5_000
}

fn fifteen_seconds() -> u64 {
    15_000
}

impl EngineConfig {
    pub fn new(kind: EngineKind) -> Self {
        Self {
            kind,
            api_key: None,
            search_engine_id: None,
            base_url: None,
            internal: false,
            requests_per_minute: None,
            max_retries: two(),
            retry_milliseconds: half_a_second(),
            longest_wait_milliseconds: five_seconds(),
            timeout_milliseconds: fifteen_seconds(),
        }
    }
}

/// Leaves out the key and whatever of the URL may hold one.
impl fmt::Debug for EngineConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineConfig")
            .field("kind", &self.kind)
            .field("has_key", &self.api_key.is_some())
            .field("internal", &self.internal)
            .finish_non_exhaustive()
    }
}
