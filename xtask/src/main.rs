//! `cargo xtask`: see `cargo xtask --help`.

use std::process::ExitCode;

use clap::Parser;
use xtask::{Cli, run};

fn main() -> ExitCode {
    run(Cli::parse())
}
