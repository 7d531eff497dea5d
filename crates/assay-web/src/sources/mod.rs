//! Where figures of companies come from: the regulator, a data vendor, a source of prices.
//!
//! Each asks one service in the way that service wants to be asked, checks that the reply is what
//! was asked for, and hands out the file as it came. What the figures mean is read elsewhere.

mod configuration;
mod edgar;
mod error;
mod fetched;
mod fmp;
mod freshness;
mod json;
mod prices;
mod transport;

pub use configuration::SourceManners;
pub use edgar::{
    Cik, CompanyDirectory, Edgar, EdgarConfig, Filer, Filing, FilingList, Identification,
    ListedCompany, Tickers,
};
pub use error::SourceError;
pub use fetched::Fetched;
pub use fmp::{Fmp, FmpConfig, Statement, StatementPeriod};
pub use freshness::{DataKind, is_fresh};
pub use prices::{PriceRequest, Prices, PricesConfig};
