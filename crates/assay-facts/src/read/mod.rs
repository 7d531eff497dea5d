//! Bytes and rows to facts, one kind of source a file.

mod chinese;
mod chinese_layout;
mod chinese_words;
mod companyfacts;
mod prices;
mod printed;
mod submissions;
mod tables;
mod tagged;
mod vendor;

pub use chinese::{
    ChineseOptions, StatementTable, TableRead, TablesRead, is_chinese_statements, read_chinese_csv,
    read_chinese_rows, read_chinese_tables,
};
pub use companyfacts::read_companyfacts;
pub use prices::{Price, PriceSeries, read_prices_csv, read_prices_rows};
pub(crate) use printed::stated_concept;
pub use printed::{PrintedFiling, facts_in_statements, names_years_by_start};
pub use submissions::{FilingRecord, Submissions, read_submissions};
pub use tables::rows_of_csv;
pub use tagged::{FilingMeta, facts_from_tagged};
pub use vendor::{VendorKind, read_vendor_statements};
