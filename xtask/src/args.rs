use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

use crate::tree::workspace_root;
use crate::{bench, ci, fault_cases, page, real_llm, test, tidy};

/// Developer commands of Assay.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Set up what the tests need, then run all of them.
    Test(TestArgs),
    /// Format, lints, types of the page, house rules and licences: what CI checks before it tests.
    Ci,
    /// Types and lints of the page's JavaScript: seconds.
    Page,
    /// The house rules that no lint can check.
    Tidy(TidyArgs),
    /// Faults around the program, case by case: kills, disks, cut replies, races, outages.
    Lab(LabArgs),
    /// A research against a real model server (needs ../shared/tools/real-llm; minutes).
    RealLlm,
    /// Measure against the speed promises.
    Bench(BenchArgs),
    /// Measure quality and throughput over the real data in ../shared/data.
    Measure(MeasureArgs),
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Passed on to the test runner, for instance the name of a test.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) filter: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct TidyArgs {
    /// Count the lines of product code by crate instead.
    #[arg(long)]
    pub(crate) count: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LabArgs {
    /// Cases to try, for instance `cut-reply ceiling`; all when none is named.
    #[arg(value_name = "CASE")]
    pub(crate) cases: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// One JSON array on stdout instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    /// Also measure a release build into an empty target folder (minutes).
    #[arg(long)]
    pub(crate) cold: bool,
    /// Benchmarks to run; all when none is named.
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MeasureArgs {
    /// Quality alone, in minutes and in the profile of the tests: what CI measures.
    #[arg(long, conflicts_with = "packages")]
    pub(crate) short: bool,
    /// One JSON array on stdout instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    /// Packages to measure, for instance `assay-gates`; all when none is named.
    #[arg(value_name = "PACKAGE")]
    pub(crate) packages: Vec<String>,
}

/// Runs one command. The exit code is 1 where a check fails or a target is missed.
pub fn run(cli: Cli) -> ExitCode {
    match dispatch(cli.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode> {
    let root = workspace_root()?;
    match command {
        Command::Test(args) => test::run(&root, &args),
        Command::Ci => ci::run(&root),
        Command::Page => page::check(&root).map(|()| ExitCode::SUCCESS),
        Command::Tidy(args) if args.count => tidy::count(&root),
        Command::Tidy(_) => tidy::run(&root),
        Command::Lab(args) => fault_cases::run(&root, &args),
        Command::RealLlm => real_llm::run(&root),
        Command::Bench(args) => bench::run(&root, &args),
        Command::Measure(args) => bench::measure::run(&root, &args),
    }
}
