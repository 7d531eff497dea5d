//! The server through its one public door: HTTP.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod asked_back;
mod asking;
mod autonomous;
mod bench;
mod client;
mod config;
mod description;
mod evidence;
#[path = "../support/host.rs"]
mod host;
mod library;
mod life;
mod limits;
mod page_types;
mod profiles;
mod removal;
mod restart;
mod secrets;
mod security;
mod sessions;
mod stream;
mod traces;
mod valuation;
