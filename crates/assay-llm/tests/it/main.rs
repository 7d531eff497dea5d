//! One binary: everything goes through the public door, against a scripted server on loopback.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod cut;
mod faults;
mod json;
mod probe;
mod real_servers;
mod refusals;
mod requests;
mod retries;
mod secrets;
mod support;
mod think;
