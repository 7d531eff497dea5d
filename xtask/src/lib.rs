//! Developer commands, one module each, behind `cargo xtask`.
//!
//! Not part of the product: nothing under `crates/` depends on this at run time. Tests of the
//! binary may take [`lab`] as a dev-dependency to crash it at chosen system calls.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a developer command talks to a terminal"
)]

mod args;
mod bench;
mod ci;
mod dependencies;
mod fault_cases;
#[cfg(target_os = "linux")]
pub mod lab;
mod page;
mod process;
mod real_llm;
mod test;
mod tidy;
mod tree;

pub use args::{Cli, run};
