mod cik;
mod client;
mod directory;
mod filing;
mod identification;
mod list;
mod submissions;

pub use cik::Cik;
pub use client::{Edgar, EdgarConfig};
pub(super) use directory::file_part;
pub use directory::{CompanyDirectory, Filer, ListedCompany, Tickers};
pub use filing::Filing;
pub use identification::Identification;
pub use list::FilingList;

/// As errors name it.
pub(super) const SERVICE: &str = "EDGAR";
