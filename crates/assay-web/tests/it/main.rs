//! One binary: everything goes through the public door, against servers on loopback.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod address;
mod fetch;
mod forms;
mod lab;
mod links;
mod provenance;
mod robots;
mod routes;
mod search_answers;
mod search_faults;
mod search_requests;
mod secrets;
mod sources;
mod ssrf;
mod support;
mod visit;
