use std::collections::BTreeMap;
use std::fmt;

use assay_domain::{Date, Decimal, Timestamp};
use reqwest::header::HeaderMap;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::configuration::{Servers, base, below};
use super::edgar::file_part;
use super::transport::{Ask, Received, Transport};
use super::{DataKind, Fetched, SourceError, SourceManners};
use crate::{WebClient, media};

const SERVICE: &str = "Stooq";
const BASE_URL: &str = "https://stooq.com";
const LARGEST_REPLY: usize = 16 << 20;

/// How to ask for prices.
#[derive(Clone)]
pub struct PricesConfig {
    /// Stooq gives one out to a person on its site, and answers no request without.
    pub api_key: Option<SecretString>,
    /// Another server that answers in the same way.
    pub base_url: Option<String>,
    /// That server may be inside the own network.
    pub internal: bool,
    pub manners: SourceManners,
}

impl PricesConfig {
    pub fn new(api_key: Option<SecretString>) -> Self {
        Self {
            api_key,
            base_url: None,
            internal: false,
            manners: SourceManners {
                milliseconds_apart: 500,
                ..SourceManners::default()
            },
        }
    }
}

/// Leaves out the key.
impl fmt::Debug for PricesConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PricesConfig")
            .field("has_key", &self.api_key.is_some())
            .field("internal", &self.internal)
            .finish_non_exhaustive()
    }
}

/// Whose prices, and what the source does not say itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceRequest {
    pub ticker: String,
    /// As the source names it; `aapl.us` for the ticker `AAPL` where none is given.
    pub symbol: Option<String>,
    /// The currency of the exchange, three letters: the source does not state it.
    pub currency: String,
    /// From this day on; all there are where none is given.
    pub since: Option<Date>,
}

impl PriceRequest {
    /// Shares on an exchange of the United States, in dollars.
    pub fn us(ticker: &str) -> Self {
        Self {
            ticker: ticker.to_owned(),
            symbol: None,
            currency: "USD".to_owned(),
            since: None,
        }
    }
}

/// Daily closing prices over HTTP, from Stooq or a server that answers like it. Closes of the past
/// are as the source restates them for later splits. Clones share their pace.
#[derive(Clone)]
pub struct Prices {
    transport: Transport,
    base: Url,
    api_key: Option<SecretString>,
}

impl Prices {
    pub fn new(config: PricesConfig, client: &WebClient) -> Result<Self, SourceError> {
        let base = base(SERVICE, config.base_url.as_deref(), BASE_URL)?;
        let servers = Servers {
            service: SERVICE,
            bases: std::slice::from_ref(&base),
            internal: config.internal,
            redirects: 0,
        };
        let key = config.api_key;
        let key = key.filter(|key| !key.expose_secret().trim().is_empty());
        Ok(Self {
            transport: Transport::new(&servers, config.manners, client, judge)?,
            api_key: key,
            base,
        })
    }

    /// `AAPL-prices.csv` with the columns date, close and currency, oldest first.
    pub async fn daily(
        &self,
        request: &PriceRequest,
        now: Timestamp,
    ) -> Result<Fetched, SourceError> {
        let stem = file_part(&request.ticker).to_ascii_uppercase();
        let what = format!("prices of {stem}");
        check_request(request)?;
        let symbol = request.symbol.clone();
        let symbol = symbol.unwrap_or_else(|| format!("{stem}.US"));
        let mut url = below(&self.base, ["q", "d", "l", ""]);
        url.query_pairs_mut()
            .append_pair("s", &symbol.to_ascii_lowercase())
            .append_pair("i", "d");
        if let Some(since) = request.since {
            // The source takes a range only with both its ends.
            let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
            url.query_pairs_mut()
                .append_pair("d1", &compact(since))
                .append_pair("d2", &compact(today));
        }
        let shown = url.clone();
        if let Some(key) = &self.api_key {
            let key = key.expose_secret().trim();
            url.query_pairs_mut().append_pair("apikey", key);
        }
        let ask = Ask {
            url,
            headers: HeaderMap::new(),
            limit: LARGEST_REPLY,
            what: &what,
        };
        let received = self.transport.get(&ask).await?;
        let text = self.text(&received, &what)?;
        let closes = read(text, &what)?;
        Ok(Fetched {
            kind: DataKind::Prices,
            url: shown.into(),
            name: format!("{stem}-prices.csv"),
            bytes: table(&closes, &request.currency),
            retrieved_at: now,
        })
    }

    /// The reply as text, if it is a table at all. The source answers everything with status 200.
    fn text<'a>(&self, received: &'a Received, what: &str) -> Result<&'a str, SourceError> {
        let service = SERVICE;
        let text = std::str::from_utf8(&received.bytes);
        let text = text.map_err(|_| malformed(what, "it is no text"))?;
        let words = text.to_lowercase();
        if words.contains("exceeded the daily hits limit") {
            return Err(SourceError::QuotaExhausted { service });
        }
        let asks_for_key = words.contains("apikey") || words.contains("api key");
        let is_page = words.trim_start().starts_with('<')
            || media::essence(received.content_type.as_deref()) == "text/html";
        if asks_for_key && (is_page || !words.starts_with("date")) {
            return Err(SourceError::KeyRefused {
                service,
                status: 200,
            });
        }
        if words.trim() == "no data" {
            let what = what.to_owned();
            return Err(SourceError::NotFound { service, what });
        }
        if is_page {
            return Err(malformed(what, "it is a page for people, not a table"));
        }
        if !received.end_is_known && !text.ends_with('\n') {
            return Err(self.transport.broken_off(received));
        }
        Ok(text)
    }
}

impl fmt::Debug for Prices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prices")
            .field("base", &crate::error::shown(&self.base))
            .field("has_key", &self.api_key.is_some())
            .finish_non_exhaustive()
    }
}

fn judge(status: u16, _page: &str, _what: &str) -> Option<SourceError> {
    matches!(status, 401 | 403).then_some(SourceError::KeyRefused {
        service: SERVICE,
        status,
    })
}

fn malformed(what: &str, problem: impl Into<String>) -> SourceError {
    SourceError::Malformed {
        service: SERVICE,
        what: what.to_owned(),
        problem: problem.into(),
    }
}

fn check_request(request: &PriceRequest) -> Result<(), SourceError> {
    let wrong = |problem: &str| SourceError::Configuration {
        service: SERVICE,
        problem: problem.to_owned(),
    };
    if file_part(&request.ticker).is_empty() {
        return Err(wrong("there is no ticker to ask prices for"));
    }
    let currency = request.currency.as_bytes();
    if currency.len() != 3 || !currency.iter().all(u8::is_ascii_uppercase) {
        return Err(wrong(
            "the source states no currency; give it as three capital letters, for instance USD",
        ));
    }
    Ok(())
}

/// `20250131`.
fn compact(day: Date) -> String {
    day.to_string().replace('-', "")
}

/// The closing price of each day, spelled as the source does.
fn read<'a>(text: &'a str, what: &str) -> Result<BTreeMap<Date, &'a str>, SourceError> {
    let mut lines = text.lines().enumerate();
    let header = lines.next().map(|(_, line)| line).unwrap_or_default();
    let header: Vec<String> = header.split(',').map(|c| c.trim().to_lowercase()).collect();
    let column = |name: &str| {
        let found = header.iter().position(|cell| cell == name);
        found.ok_or_else(|| malformed(what, format!("its table has no column {name}")))
    };
    let (date, close) = (column("date")?, column("close")?);
    let mut closes = BTreeMap::new();
    for (at, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |problem: &str| malformed(what, format!("line {}: {problem}", at + 1));
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != header.len() {
            return Err(wrong("it has another number of columns than the first"));
        }
        let cell = |column: usize| cells.get(column).copied().unwrap_or_default();
        let day: Date = cell(date).parse().map_err(|_| wrong("it has no date"))?;
        let price = cell(close);
        let value = Decimal::from_str_exact(price).map_err(|_| wrong("its close is no number"))?;
        if value <= Decimal::ZERO {
            return Err(wrong("its close is no price"));
        }
        if closes
            .insert(day, price)
            .is_some_and(|other| other != price)
        {
            return Err(wrong("its day has another price above"));
        }
    }
    match closes.is_empty() {
        true => Err(SourceError::NotFound {
            service: SERVICE,
            what: what.to_owned(),
        }),
        false => Ok(closes),
    }
}

fn table(closes: &BTreeMap<Date, &str>, currency: &str) -> Vec<u8> {
    let rows = closes
        .iter()
        .map(|(day, close)| format!("{day},{close},{currency}\n"));
    let table = std::iter::once("date,close,currency\n".to_owned()).chain(rows);
    table.collect::<String>().into_bytes()
}
