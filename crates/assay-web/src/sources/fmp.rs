use std::fmt;

use assay_domain::Timestamp;
use reqwest::header::HeaderMap;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use url::Url;

use super::configuration::{Servers, base, below};
use super::edgar::file_part;
use super::transport::{Ask, Transport};
use super::{DataKind, Fetched, SourceError, SourceManners, json};
use crate::WebClient;

const SERVICE: &str = "Financial Modeling Prep";
const BASE_URL: &str = "https://financialmodelingprep.com/stable";
const LARGEST_REPLY: usize = 16 << 20;
/// What every plan of the vendor gives out.
const PERIODS: u32 = 5;

/// A statement of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Statement {
    Income,
    BalanceSheet,
    CashFlow,
}

impl Statement {
    pub const ALL: [Self; 3] = [Self::Income, Self::BalanceSheet, Self::CashFlow];

    fn endpoint(self) -> &'static str {
        match self {
            Self::Income => "income-statement",
            Self::BalanceSheet => "balance-sheet-statement",
            Self::CashFlow => "cash-flow-statement",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Income => "income",
            Self::BalanceSheet => "balance-sheet",
            Self::CashFlow => "cash-flow",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StatementPeriod {
    Annual,
    Quarter,
}

impl StatementPeriod {
    pub const ALL: [Self; 2] = [Self::Annual, Self::Quarter];

    fn name(self) -> &'static str {
        match self {
            Self::Annual => "annual",
            Self::Quarter => "quarter",
        }
    }

    fn fits(self, period: &str) -> bool {
        match self {
            Self::Annual => period == "FY",
            Self::Quarter => matches!(period, "Q1" | "Q2" | "Q3" | "Q4"),
        }
    }
}

/// How to ask Financial Modeling Prep.
#[derive(Clone)]
pub struct FmpConfig {
    pub api_key: SecretString,
    /// Another server in place of the vendor's own.
    pub base_url: Option<String>,
    /// That server may be inside the own network.
    pub internal: bool,
    /// How many periods of a statement are asked for.
    pub periods: u32,
    pub manners: SourceManners,
}

impl FmpConfig {
    pub fn new(api_key: SecretString) -> Self {
        Self {
            api_key,
            base_url: None,
            internal: false,
            periods: PERIODS,
            manners: SourceManners::default(),
        }
    }
}

/// Leaves out the key.
impl fmt::Debug for FmpConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FmpConfig")
            .field("internal", &self.internal)
            .field("periods", &self.periods)
            .finish_non_exhaustive()
    }
}

/// Statements as the data vendor Financial Modeling Prep gives them. Clones share their pace.
#[derive(Clone)]
pub struct Fmp {
    transport: Transport,
    base: Url,
    api_key: SecretString,
    periods: u32,
}

#[derive(Deserialize)]
struct Period {
    date: String,
    symbol: String,
    period: String,
    #[serde(rename = "reportedCurrency")]
    currency: String,
}

#[derive(Deserialize)]
struct Complaint {
    #[serde(rename = "Error Message", alias = "error", alias = "message")]
    message: String,
}

impl Fmp {
    pub fn new(config: FmpConfig, client: &WebClient) -> Result<Self, SourceError> {
        let wrong = |problem: &str| SourceError::Configuration {
            service: SERVICE,
            problem: problem.to_owned(),
        };
        let key = config.api_key.expose_secret().trim();
        if key.is_empty() {
            return Err(wrong("api_key is missing"));
        }
        if config.periods == 0 {
            return Err(wrong("periods is 0; ask for one or more"));
        }
        let base = base(SERVICE, config.base_url.as_deref(), BASE_URL)?;
        let servers = Servers {
            service: SERVICE,
            bases: std::slice::from_ref(&base),
            internal: config.internal,
            redirects: 0,
        };
        Ok(Self {
            transport: Transport::new(&servers, config.manners, client, judge)?,
            api_key: SecretString::from(key),
            periods: config.periods,
            base,
        })
    }

    /// The newest periods of one statement: `AAPL-fmp-income-annual.json`.
    pub async fn statement(
        &self,
        ticker: &str,
        statement: Statement,
        period: StatementPeriod,
        now: Timestamp,
    ) -> Result<Fetched, SourceError> {
        let stem = file_part(ticker).to_ascii_uppercase();
        let what = format!(
            "{} statements ({}) of {stem}",
            statement.name(),
            period.name()
        );
        if stem.is_empty() {
            let service = SERVICE;
            let what = "statements of a company without a ticker".to_owned();
            return Err(SourceError::NotFound { service, what });
        }
        let symbol = ticker.trim().to_ascii_uppercase();
        let mut url = below(&self.base, [statement.endpoint()]);
        let periods = self.periods.to_string();
        url.query_pairs_mut()
            .append_pair("symbol", &symbol)
            .append_pair("period", period.name())
            .append_pair("limit", &periods);
        let shown = url.clone();
        url.query_pairs_mut()
            .append_pair("apikey", self.api_key.expose_secret());
        let ask = Ask {
            url,
            headers: HeaderMap::new(),
            limit: LARGEST_REPLY,
            what: &what,
        };
        let received = self.transport.get(&ask).await?;
        json::check_type(SERVICE, &what, &received)?;
        check(&what, &symbol, period, &received.bytes)?;
        Ok(Fetched {
            kind: DataKind::Statements,
            url: shown.into(),
            name: format!("{stem}-fmp-{}-{}.json", statement.name(), period.name()),
            bytes: received.bytes,
            retrieved_at: now,
        })
    }
}

impl fmt::Debug for Fmp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fmp")
            .field("base", &crate::error::shown(&self.base))
            .finish_non_exhaustive()
    }
}

/// Whether these are statements of this company and kind of period.
fn check(
    what: &str,
    symbol: &str,
    period: StatementPeriod,
    bytes: &[u8],
) -> Result<(), SourceError> {
    let malformed = |problem: &str| SourceError::Malformed {
        service: SERVICE,
        what: what.to_owned(),
        problem: problem.to_owned(),
    };
    if bytes.trim_ascii_start().starts_with(b"{") {
        let Complaint { message } = json::read(SERVICE, what, bytes)?;
        let meant = complaint(200, &message, what);
        return Err(meant.unwrap_or_else(|| malformed("it is an error of the vendor")));
    }
    let periods: Vec<Period> = json::read(SERVICE, what, bytes)?;
    if periods.is_empty() {
        return Err(SourceError::NotFound {
            service: SERVICE,
            what: what.to_owned(),
        });
    }
    for row in &periods {
        if !row.symbol.eq_ignore_ascii_case(symbol) {
            return Err(malformed("it holds another company's statements"));
        }
        if !period.fits(&row.period) {
            return Err(malformed("it holds periods of another length"));
        }
        if row.date.parse::<assay_domain::Date>().is_err() || row.currency.trim().is_empty() {
            return Err(malformed("a period has no date or currency"));
        }
    }
    Ok(())
}

fn judge(status: u16, page: &str, what: &str) -> Option<SourceError> {
    match status {
        400..=403 | 429 => complaint(status, page, what).or(match status {
            401 | 403 => Some(SourceError::KeyRefused {
                service: SERVICE,
                status,
            }),
            402 => Some(not_in_plan(status, what)),
            _ => None,
        }),
        _ => None,
    }
}

fn not_in_plan(status: u16, what: &str) -> SourceError {
    SourceError::NotInPlan {
        service: SERVICE,
        what: what.to_owned(),
        status,
    }
}

/// The vendor says the same with several statuses, 200 among them; its words tell what is meant.
fn complaint(status: u16, words: &str, what: &str) -> Option<SourceError> {
    let words = words.to_lowercase();
    let has = |markers: &[&str]| markers.iter().any(|marker| words.contains(marker));
    let service = SERVICE;
    if has(&["limit reach"]) {
        return Some(SourceError::QuotaExhausted { service });
    }
    if has(&["invalid api key", "api key is missing"]) {
        return Some(SourceError::KeyRefused { service, status });
    }
    let is_plan = has(&[
        "premium",
        "exclusive endpoint",
        "special endpoint",
        "restricted endpoint",
        "legacy endpoint",
        "current subscription",
    ]);
    is_plan.then(|| not_in_plan(status, what))
}
