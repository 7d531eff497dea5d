//! The journal through its public door.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod append;
mod board;
mod bodies;
mod check;
mod format;
mod place;
mod removal;
mod tail;
mod valuations;
