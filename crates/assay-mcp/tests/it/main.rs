//! One binary: everything goes through the public door, against servers that this binary plays
//! itself: started anew as a child process, or on loopback.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says aloud what it skips"
)]

mod approval;
mod calls;
mod configuration;
mod fake_http;
mod fake_stdio;
mod http;
mod processes;
mod reference;
mod support;
