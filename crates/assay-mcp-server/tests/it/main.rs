//! The server through the protocol, spoken by the official client.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod asking;
mod claims;
mod files;
// the server's own tests use the same
#[path = "../../../assay-server/tests/support/host.rs"]
mod host;
mod http;
mod prompts;
mod runs;
mod skill;
mod support;
mod tools;
