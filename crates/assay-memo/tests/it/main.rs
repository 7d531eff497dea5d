//! Documents composed from made-up and from real companies, in both languages.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod case;
mod documents;
mod facts;
mod lab;
mod numbers;
mod research;
mod snapshots;
mod valuation;
mod wire;
mod workbook;
