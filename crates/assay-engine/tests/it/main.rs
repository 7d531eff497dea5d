//! The driver with workers of its tests' own.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod driving;
mod workers;
