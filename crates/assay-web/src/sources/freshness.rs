use assay_domain::Timestamp;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

/// What a fetched file holds, which decides for how long it need not be fetched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataKind {
    /// All companies with a ticker; the SEC renews the list once a day.
    Tickers,
    /// What a company has filed; the SEC renews it within seconds of a filing.
    Submissions,
    /// The tagged facts of all filings, renewed within minutes of a filing; companies file facts
    /// once a quarter.
    CompanyFacts,
    /// A document of a filing, which no one can change.
    Filing,
    /// Statements of a data vendor.
    Statements,
    /// Closing prices, one a day.
    Prices,
}

impl DataKind {
    pub const ALL: [Self; 6] = [
        Self::Tickers,
        Self::Submissions,
        Self::CompanyFacts,
        Self::Filing,
        Self::Statements,
        Self::Prices,
    ];

    /// For how long a file of this kind stands for the source's own; `None` is for ever.
    pub const fn fresh_for(self) -> Option<SignedDuration> {
        match self {
            Self::Submissions => Some(SignedDuration::from_hours(1)),
            Self::Prices => Some(SignedDuration::from_hours(12)),
            Self::Tickers | Self::CompanyFacts | Self::Statements => {
                Some(SignedDuration::from_hours(24))
            }
            Self::Filing => None,
        }
    }
}

/// Whether a file fetched at `retrieved_at` still serves at `now`. One from the future does not: a
/// clock was wrong.
pub fn is_fresh(retrieved_at: Timestamp, now: Timestamp, kind: DataKind) -> bool {
    let age = now.duration_since(retrieved_at);
    let is_young = kind.fresh_for().is_none_or(|limit| age < limit);
    !age.is_negative() && is_young
}
