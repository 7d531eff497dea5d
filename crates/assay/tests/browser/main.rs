//! The workbench as a reader meets it: a real Chromium on the page of a real `assay serve`, with a
//! scripted model server where a model is needed.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says aloud what it skips"
)]

#[path = "../it/home.rs"]
#[expect(
    dead_code,
    clippy::expect_used,
    reason = "what all tests of the program share, and these need only in part"
)]
mod home;
#[path = "../it/scribe.rs"]
mod scribe;

mod asked_back;
mod asking;
mod autonomous;
mod blocked;
mod gate;
mod interrupted;
mod journey;
mod library;
mod manners;
mod printing;
mod reader;
mod removing;
mod signing_in;
mod workbench;
