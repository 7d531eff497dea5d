//! Assay, a research engine that does not bluff.

#![expect(clippy::print_stderr, reason = "this is the program that talks")]

mod also_args;
mod app;
mod args;
mod ask_args;
mod auto_args;
mod check_args;
mod commands;
mod company_args;
mod config;
mod dashboards;
mod exit;
mod exploration;
mod inquiry;
mod library_args;
mod mcp_args;
mod output;
mod plan_args;
mod printer;
mod privacy;
mod progress;
mod removal_args;
mod rendered;
mod samples;
mod serve_args;
mod shown;
mod sources;
mod table;
mod users_file;
mod workbench;

use std::process::ExitCode;

/// A run allocates in many threads at once; with the system's allocator that is a fifth of its time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    assay_engine::use_small_pages();
    assay_store::keep_to_owner();
    app::main()
}
