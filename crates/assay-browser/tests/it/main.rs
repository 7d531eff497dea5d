//! A real Chromium on pages of a server on loopback.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says aloud what it skips"
)]

mod filtering;
mod finding;
mod lab;
mod operating;
mod site;
mod watching;
