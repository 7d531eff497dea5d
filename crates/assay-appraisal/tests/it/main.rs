//! From filed facts to thesis, measure and valuation, through the public doors.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops where something is not as it says"
)]

mod bad_input;
mod companies;
mod faults;
mod identities;
mod lab;
mod matrix;
mod plant;
mod soundness;
mod text;
mod unclear_parts;
