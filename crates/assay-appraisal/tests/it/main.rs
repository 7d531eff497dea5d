//! From filed facts to thesis, measure and valuation, through the public doors.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops where something is not as it says"
)]

mod companies;
mod lab;
