use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::Refusal;
use crate::policy::check_form;

/// Who spelled a URL out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UrlSource {
    User,
    SearchResult,
    /// A link on a page that is stored.
    StoredPage,
}

/// The URLs that may be visited: those that someone other than a model spelled out.
///
/// A model that has read private text could otherwise carry it out in a URL of its own making. It
/// can still choose among the URLs that are there, so links of quarantined pages do not belong in.
///
/// Two spellings are the same URL if a browser would ask the same server for the same thing: the
/// URL is parsed as browsers do (surrounding space dropped; scheme and host in lower case; default
/// port dropped; `.` and `..` resolved; characters that cannot stand in a URL percent-encoded), and
/// its fragment is dropped, because no server sees it. Nothing else is evened out: path, query,
/// scheme and host have to be the same to the letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    urls: BTreeMap<String, UrlSource>,
}

/// A URL that may be visited. Only [`Provenance::permit`] makes one.
#[derive(Clone, PartialEq, Eq)]
pub struct PermittedUrl {
    url: Url,
    source: UrlSource,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProvenanceError {
    #[error("the address cannot be visited: {0}")]
    Refused(#[from] Refusal),
    #[error(
        "this URL on {server} was neither given by the user nor found in a search result or on a stored page; visit one that was, letter by letter"
    )]
    Unknown { server: String },
}

impl Provenance {
    pub fn new() -> Self {
        Self::default()
    }

    /// Whoever spelled a URL out first remains its source.
    pub fn add(&mut self, url: &str, source: UrlSource) -> Result<(), Refusal> {
        let url = canonical(url)?;
        self.urls.entry(url.into()).or_insert(source);
        Ok(())
    }

    /// Adds every http and https URL that is written out in `text`, and says how many there were.
    pub fn add_text(&mut self, text: &str, source: UrlSource) -> usize {
        let written = urls_in(text);
        let known = written.iter().filter(|url| self.add(url, source).is_ok());
        known.count()
    }

    pub fn permit(&self, url: &str) -> Result<PermittedUrl, ProvenanceError> {
        let url = canonical(url)?;
        match self.urls.get(url.as_str()) {
            Some(source) => Ok(PermittedUrl {
                source: *source,
                url,
            }),
            None => Err(ProvenanceError::Unknown {
                server: crate::error::shown(&url),
            }),
        }
    }

    pub fn len(&self) -> usize {
        self.urls.len()
    }

    pub fn is_empty(&self) -> bool {
        self.urls.is_empty()
    }
}

impl PermittedUrl {
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    pub fn source(&self) -> UrlSource {
        self.source
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }
}

impl fmt::Debug for PermittedUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PermittedUrl({:?}, {})", self.source, self.url)
    }
}

/// In bytes. Servers and browsers take about as much.
pub(crate) const LONGEST_URL: usize = 8_192;

pub(crate) fn canonical(url: &str) -> Result<Url, Refusal> {
    let url = url.trim();
    if url.len() > LONGEST_URL {
        return Err(Refusal::TooLong(url.len()));
    }
    let mut url = Url::parse(url).map_err(|error| Refusal::NotAUrl(error.to_string()))?;
    check_form(&url)?;
    url.set_fragment(None);
    Ok(url)
}

/// URLs in running text, without the punctuation that follows them. Chinese text puts no space
/// behind a URL, so one with letters beyond ASCII is also given without what follows the first.
fn urls_in(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = next_scheme(rest) {
        let (_, from) = rest.split_at(start);
        let end = from.find(ends_url).unwrap_or(from.len());
        let (run, after) = from.split_at(end);
        rest = after;
        if run.len() > LONGEST_URL {
            continue;
        }
        let whole = without_punctuation(run);
        found.push(whole);
        if let Some(beyond) = whole.find(|c: char| !c.is_ascii()) {
            let (ascii, _) = whole.split_at(beyond);
            found.push(without_punctuation(ascii));
        }
    }
    found
}

fn next_scheme(text: &str) -> Option<usize> {
    let starts = |tail: &[u8], scheme: &[u8]| {
        let head = tail.get(..scheme.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|start| {
        let tail = bytes.get(*start..).unwrap_or_default();
        starts(tail, b"http://") || starts(tail, b"https://")
    })
}

fn ends_url(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '<' | '>' | '"' | '`' | '|' | '\\' | '^' | '{' | '}')
        || "，。；：！？、（）【】《》「」『』“”‘’…".contains(c)
}

fn without_punctuation(mut run: &str) -> &str {
    loop {
        let opened =
            |open: char, close: char| run.matches(open).count() >= run.matches(close).count();
        let last = run.chars().next_back();
        let drop = match last {
            Some('.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' | '_') => true,
            Some(')') => !opened('(', ')'),
            Some(']') => !opened('[', ']'),
            _ => false,
        };
        let (true, Some(last)) = (drop, last) else {
            return run;
        };
        run = run.strip_suffix(last).unwrap_or_default();
    }
}
