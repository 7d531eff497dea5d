use std::collections::BTreeMap;

use assay_domain::is_legal_form;
use serde::{Deserialize, Serialize};

use super::{Cik, SERVICE};
use crate::sources::{Fetched, SourceError, json};

/// A row of the SEC's list of companies with a ticker. A company has one row for each ticker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedCompany {
    pub cik: Cik,
    /// As the SEC writes it: `BRK-B`.
    pub ticker: String,
    pub title: String,
}

/// A company that files with the SEC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filer {
    pub cik: Cik,
    /// The one most traded first; none for a filer without shares on an exchange.
    pub tickers: Vec<String>,
    /// `None` where it was named by its number alone.
    pub title: Option<String>,
}

impl Filer {
    /// Named by its number alone.
    pub fn by_cik(cik: Cik) -> Self {
        Self {
            cik,
            tickers: Vec::new(),
            title: None,
        }
    }

    /// What its files are named after: `AAPL`, or `CIK0001234567` without a ticker.
    pub fn stem(&self) -> String {
        let ticker = self.tickers.first().map(|ticker| file_part(ticker));
        let ticker = ticker.filter(|ticker| !ticker.is_empty());
        ticker.map_or_else(
            || self.cik.to_string(),
            |ticker| ticker.to_ascii_uppercase(),
        )
    }

    fn shown(&self) -> String {
        let title = self.title.as_deref().unwrap_or("a filer without a name");
        match self.tickers.first() {
            Some(ticker) => format!("{title} ({ticker}, {})", self.cik),
            None => format!("{title} ({})", self.cik),
        }
    }
}

/// Letters, digits and single hyphens: what may stand in a file name.
pub(in crate::sources) fn file_part(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// The SEC's list of companies with a ticker, as a file and read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tickers {
    pub file: Fetched,
    pub directory: CompanyDirectory,
}

impl Tickers {
    /// Reads a list that was fetched before.
    pub fn read(file: Fetched) -> Result<Self, SourceError> {
        let directory = CompanyDirectory::read(&file.bytes)?;
        Ok(Self { file, directory })
    }
}

/// The companies with a ticker, in the order of the SEC: the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompanyDirectory {
    listed: Vec<ListedCompany>,
}

/// Near matches that an error lists.
const MOST_NEAR: usize = 5;

#[derive(Deserialize)]
struct Row {
    #[serde(deserialize_with = "json::number")]
    cik_str: u64,
    ticker: String,
    title: String,
}

impl CompanyDirectory {
    /// Reads `company_tickers.json`.
    pub fn read(bytes: &[u8]) -> Result<Self, SourceError> {
        const WHAT: &str = "the list of tickers";
        let malformed = |problem: &str| SourceError::Malformed {
            service: SERVICE,
            what: WHAT.to_owned(),
            problem: problem.to_owned(),
        };
        let rows: BTreeMap<String, Row> = json::read(SERVICE, WHAT, bytes)?;
        if rows.is_empty() {
            return Err(malformed("it is empty"));
        }
        let mut listed = Vec::with_capacity(rows.len());
        for (place, row) in rows {
            let place: usize = place
                .parse()
                .map_err(|_| malformed("a row has no number"))?;
            let cik = Cik::new(row.cik_str).ok_or_else(|| malformed("a CIK is out of range"))?;
            let (ticker, title) = (row.ticker.trim().to_owned(), row.title.trim().to_owned());
            if ticker.is_empty() {
                return Err(malformed("a row has no ticker"));
            }
            listed.push((place, ListedCompany { cik, ticker, title }));
        }
        listed.sort_by_key(|(place, _)| *place);
        let listed = listed.into_iter().map(|(_, company)| company).collect();
        Ok(Self { listed })
    }

    pub fn listed(&self) -> &[ListedCompany] {
        &self.listed
    }

    pub fn by_cik(&self, cik: Cik) -> Option<Filer> {
        let mut rows = self.listed.iter().filter(|row| row.cik == cik).peekable();
        let title = rows.peek()?.title.clone();
        Some(Filer {
            cik,
            tickers: rows.map(|row| row.ticker.clone()).collect(),
            title: Some(title),
        })
    }

    /// By CIK, ticker or name. Nothing is guessed: a word that is one company's ticker and begins
    /// another's name stands for the ticker in capitals only.
    pub fn resolve(&self, asked: &str) -> Result<Filer, SourceError> {
        let asked = asked.trim();
        if let Some(found) = Cik::parse(asked).and_then(|cik| self.by_cik(cik)) {
            return Ok(found);
        }
        let is_capitals = !asked.chars().any(char::is_lowercase);
        let by_ticker = self.by_ticker(asked);
        if let Some(found) = by_ticker.clone().filter(|_| is_capitals) {
            return Ok(found);
        }
        let mut candidates = self.named(asked, |name, asked| name == asked);
        if by_ticker.is_some() && candidates.is_empty() {
            candidates = self.named(asked, <[String]>::starts_with);
        }
        candidates.retain(|filer| by_ticker.as_ref().is_none_or(|by| by.cik != filer.cik));
        let mut found: Vec<Filer> = by_ticker.into_iter().chain(candidates).collect();
        match found.len() {
            0 => Err(SourceError::UnknownCompany {
                asked: asked.chars().take(80).collect(),
                near: shown(self.named(asked, contains_words)),
            }),
            1 => Ok(found.remove(0)),
            _ => Err(SourceError::AmbiguousCompany {
                asked: asked.to_owned(),
                candidates: shown(found),
            }),
        }
    }

    fn by_ticker(&self, asked: &str) -> Option<Filer> {
        // Share classes are written with a dot as often as with a hyphen.
        let ticker = asked.trim_start_matches('$').replace(['.', '/'], "-");
        let row = self
            .listed
            .iter()
            .find(|row| row.ticker.eq_ignore_ascii_case(&ticker))?;
        let mut filer = self.by_cik(row.cik)?;
        // The ticker that was asked for is the one meant.
        filer.tickers.retain(|known| *known != row.ticker);
        filer.tickers.insert(0, row.ticker.clone());
        Some(filer)
    }

    fn named(&self, asked: &str, fits: fn(&[String], &[String]) -> bool) -> Vec<Filer> {
        let asked = name_words(asked);
        if asked.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<Filer> = Vec::new();
        for row in &self.listed {
            let is_known = found.iter().any(|filer| filer.cik == row.cik);
            if !is_known && fits(&name_words(&row.title), &asked) {
                found.extend(self.by_cik(row.cik));
            }
        }
        found
    }
}

fn contains_words(name: &[String], asked: &[String]) -> bool {
    let is_beginning = |word: &String| name.iter().any(|known| known.starts_with(word.as_str()));
    asked.iter().all(is_beginning)
}

fn shown(filers: Vec<Filer>) -> Vec<String> {
    let shown = filers.iter().take(MOST_NEAR).map(Filer::shown);
    shown.collect()
}

/// Lower-case words without legal form, and without the state that the SEC appends: `/DE/`.
fn name_words(name: &str) -> Vec<String> {
    let name = name.split_once('/').map_or(name, |(name, _)| name);
    let name = name.to_lowercase().replace(['\'', '’', '.'], "");
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let kept: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !is_legal_form(word) && *word != "the")
        .collect();
    let kept = if kept.is_empty() { words } else { kept };
    kept.into_iter().map(str::to_owned).collect()
}
