/// A line of a page's console: its own messages, uncaught errors and the browser's complaints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleMessage {
    pub level: Level,
    /// Who says it: `console`, `exception`, `dialog`, `window`, or a source of the browser's log
    /// such as `security` and `network`.
    pub source: String,
    pub text: String,
    pub url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Talk,
    Warning,
    Error,
}

/// A request of a page and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub url: String,
    pub method: String,
    /// What it was for, as the protocol names it: `Document`, `Script`, `Fetch`, `EventSource` …
    pub kind: String,
    pub status: Option<u16>,
    /// What came over the wire, heads included; 0 for what came from a cache.
    pub bytes: u64,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    UnderWay,
    Done,
    /// In the browser's words, for instance `net::ERR_CONNECTION_REFUSED`.
    Failed(String),
    /// The page went away from it, or no longer wanted it.
    Abandoned,
    /// The page's [`Filter`](crate::Filter) said no.
    Refused,
}

impl ConsoleMessage {
    pub fn is_error(&self) -> bool {
        self.level == Level::Error
    }

    /// Whether the browser refused something that the page's security policy forbids.
    pub fn is_policy_violation(&self) -> bool {
        self.source == "security" && self.text.contains("Content Security Policy")
    }
}

impl Exchange {
    /// Whether this could have gone over a network at all: `data:` and `blob:` stay in the page.
    pub fn is_remote(&self) -> bool {
        !["data:", "blob:", "about:"]
            .iter()
            .any(|scheme| self.url.starts_with(scheme))
    }
}
