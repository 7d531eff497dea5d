use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::Timestamp;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue, USER_AGENT};
use url::Url;

use super::list::{filer_of, submissions_of};
use super::submissions::{Submissions, check_facts};
use super::{Cik, Filer, Filing, FilingList, Identification, SERVICE, Tickers};
use crate::sources::configuration::{Servers, base, below};
use crate::sources::transport::{Ask, Received, Transport};
use crate::sources::{DataKind, Fetched, SourceError, SourceManners, is_fresh, json};
use crate::visit::unread;
use crate::{WebClient, media};

const DATA_URL: &str = "https://data.sec.gov";
const WWW_URL: &str = "https://www.sec.gov";
/// The SEC's limit is ten requests a second.
const LEAST_MILLISECONDS_APART: u64 = 100;

const LARGEST_LIST: usize = 32 << 20;
const LARGEST_FACTS: usize = 64 << 20;
const LARGEST_DOCUMENT: usize = 64 << 20;
/// Files with older filings that one question reads. A company with more files several filings a
/// day, and its reports of years ago are better asked for by accession number.
const MOST_OLDER_LISTS: usize = 12;

/// How to ask EDGAR.
#[derive(Clone, Debug)]
pub struct EdgarConfig {
    pub identification: Identification,
    /// Another server in place of data.sec.gov.
    pub data_url: Option<String>,
    /// Another server in place of www.sec.gov.
    pub www_url: Option<String>,
    /// The servers named here may be inside the own network, and are asked at any pace.
    pub internal: bool,
    pub manners: SourceManners,
}

impl EdgarConfig {
    pub fn new(identification: Identification) -> Self {
        Self {
            identification,
            data_url: None,
            www_url: None,
            internal: false,
            manners: SourceManners::default(),
        }
    }
}

/// The SEC's EDGAR: what companies have filed. Clones share the pace that the SEC asks for, and
/// the list of companies.
#[derive(Clone)]
pub struct Edgar {
    transport: Transport,
    identification: Identification,
    data: Url,
    www: Url,
    tickers: Arc<Mutex<Option<Arc<Tickers>>>>,
}

impl Edgar {
    pub fn new(config: EdgarConfig, client: &WebClient) -> Result<Self, SourceError> {
        let data = base(SERVICE, config.data_url.as_deref(), DATA_URL)?;
        let www = base(SERVICE, config.www_url.as_deref(), WWW_URL)?;
        if !config.internal && config.manners.milliseconds_apart < LEAST_MILLISECONDS_APART {
            return Err(SourceError::Configuration {
                service: SERVICE,
                problem: format!(
                    "requests are to be {LEAST_MILLISECONDS_APART} ms or more apart; correct \
                     milliseconds_apart"
                ),
            });
        }
        let servers = Servers {
            service: SERVICE,
            bases: &[data.clone(), www.clone()],
            internal: config.internal,
            redirects: 3,
        };
        Ok(Self {
            transport: Transport::new(&servers, config.manners, client, judge)?,
            identification: config.identification,
            data,
            www,
            tickers: Arc::new(Mutex::new(None)),
        })
    }

    /// The list of companies with a ticker.
    pub async fn tickers(&self, now: Timestamp) -> Result<Tickers, SourceError> {
        let what = "the list of tickers";
        let url = below(&self.www, ["files", "company_tickers.json"]);
        let received = self.json(url, LARGEST_LIST, what).await?;
        let name = "company_tickers.json".to_owned();
        let tickers = Tickers::read(fetched(DataKind::Tickers, received, name, now))?;
        self.remember(tickers.clone());
        Ok(tickers)
    }

    /// A list that was fetched before serves [`Edgar::resolve`] while it is fresh.
    pub fn remember(&self, tickers: Tickers) {
        let mut known = self.tickers.lock().unwrap_or_else(PoisonError::into_inner);
        *known = Some(Arc::new(tickers));
    }

    /// The company of a ticker, CIK or name.
    pub async fn resolve(&self, asked: &str, now: Timestamp) -> Result<Filer, SourceError> {
        let known = match self.known_tickers(now) {
            Some(known) => known,
            None => Arc::new(self.tickers(now).await?),
        };
        match (known.directory.resolve(asked), Cik::parse(asked)) {
            // Not every filer has a ticker.
            (Err(SourceError::UnknownCompany { .. }), Some(cik)) => {
                let file = self.submissions(&Filer::by_cik(cik), now).await?;
                filer_of(cik, &file)
            }
            (resolved, _) => resolved,
        }
    }

    fn known_tickers(&self, now: Timestamp) -> Option<Arc<Tickers>> {
        let known = self.tickers.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh =
            |known: &&Arc<Tickers>| is_fresh(known.file.retrieved_at, now, DataKind::Tickers);
        known.as_ref().filter(is_fresh).map(Arc::clone)
    }

    /// What the company is, and its list of filings.
    pub async fn submissions(&self, filer: &Filer, now: Timestamp) -> Result<Fetched, SourceError> {
        let what = submissions_of(filer);
        let file = format!("{}.json", filer.cik);
        let url = below(&self.data, ["submissions", &file]);
        let received = self.json(url, LARGEST_LIST, &what).await?;
        Submissions::read(&what, filer.cik, &received.bytes)?;
        let name = format!("{}-submissions.json", filer.stem());
        Ok(fetched(DataKind::Submissions, received, name, now))
    }

    /// The tagged facts of all its filings.
    pub async fn companyfacts(
        &self,
        filer: &Filer,
        now: Timestamp,
    ) -> Result<Fetched, SourceError> {
        let what = format!("company facts of {}", filer.stem());
        let file = format!("{}.json", filer.cik);
        let url = below(&self.data, ["api", "xbrl", "companyfacts", &file]);
        let received = self.json(url, LARGEST_FACTS, &what).await?;
        check_facts(&what, filer.cik, &received.bytes)?;
        let name = format!("{}-companyfacts.json", filer.stem());
        Ok(fetched(DataKind::CompanyFacts, received, name, now))
    }

    /// The newest `limit` filings of these forms; of all where none is named. An amendment is a form
    /// of its own: `10-K/A`.
    pub async fn filings(
        &self,
        filer: &Filer,
        forms: &[&str],
        limit: usize,
        now: Timestamp,
    ) -> Result<FilingList, SourceError> {
        let what = submissions_of(filer);
        let file = self.submissions(filer, now).await?;
        let (mut list, mut older) = FilingList::start(file, filer, forms)?;
        while list.filings.len() < limit && list.files.len() <= MOST_OLDER_LISTS {
            let Some(name) = older.next() else {
                break;
            };
            let url = below(&self.data, ["submissions", &name]);
            let received = self.json(url, LARGEST_LIST, &what).await?;
            let file = fetched(DataKind::Submissions, received, name, now);
            list.add_older(file, filer, forms)?;
        }
        Ok(list.newest(limit, older.len()))
    }

    /// The primary document of a filing.
    pub async fn document(&self, filing: &Filing, now: Timestamp) -> Result<Fetched, SourceError> {
        let path = filing.document_path()?;
        let url = below(&self.www, path.iter().map(String::as_str));
        let what = filing.shown();
        let received = self.get(url, LARGEST_DOCUMENT, &what, "*/*").await?;
        let content_type = received.content_type.as_deref();
        let Some(named) = media::named(content_type, received.url.path()) else {
            let cause = unread(&received.url, content_type);
            let service = SERVICE;
            return Err(SourceError::Web { service, cause });
        };
        if named.is_html && !received.end_is_known && !ends_as_html(&received.bytes) {
            return Err(self.transport.broken_off(&received));
        }
        let extension = match named.is_html {
            true => "html",
            false => named.name.rsplit('.').next().unwrap_or("txt"),
        };
        let name = filing.file_name(extension);
        Ok(fetched(DataKind::Filing, received, name, now))
    }

    async fn json(&self, url: Url, limit: usize, what: &str) -> Result<Received, SourceError> {
        let received = self.get(url, limit, what, "application/json").await?;
        json::check_type(SERVICE, what, &received)?;
        Ok(received)
    }

    async fn get(
        &self,
        url: Url,
        limit: usize,
        what: &str,
        accept: &'static str,
    ) -> Result<Received, SourceError> {
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, self.identification.header());
        headers.insert(ACCEPT, HeaderValue::from_static(accept));
        let ask = Ask {
            url,
            headers,
            limit,
            what,
        };
        self.transport.get(&ask).await
    }
}

impl fmt::Debug for Edgar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edgar")
            .field("data", &self.data.as_str())
            .field("www", &self.www.as_str())
            .finish_non_exhaustive()
    }
}

fn fetched(kind: DataKind, received: Received, name: String, now: Timestamp) -> Fetched {
    Fetched {
        kind,
        url: received.url.into(),
        name,
        bytes: received.bytes,
        retrieved_at: now,
    }
}

/// Whether an HTML page goes to its last tag.
fn ends_as_html(bytes: &[u8]) -> bool {
    let tail = bytes
        .get(bytes.len().saturating_sub(512)..)
        .unwrap_or(bytes);
    let tail = String::from_utf8_lossy(tail).to_ascii_lowercase();
    tail.contains("</html>")
}

fn judge(status: u16, _page: &str, _what: &str) -> Option<SourceError> {
    // The page of a refused identification and that of too many requests are the same.
    (status == 403).then_some(SourceError::IdentificationRefused)
}
