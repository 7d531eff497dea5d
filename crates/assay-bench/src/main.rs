//! Measures the speed promises that need the engine in the measuring process.
//!
//! `assay-bench list` names the benchmarks; `assay-bench run NAME` prints the figures of one as JSON
//! lines. `cargo xtask bench` builds this program and runs them all. Each stops by itself.

mod benches;
mod noop;
mod provider;
mod workload;

use std::io::Write as _;

use anyhow::{Context as _, Result, bail};

use benches::BENCHMARKS;

/// The product's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<()> {
    assay_engine::use_small_pages();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["list"] => list(),
        ["run", name] => run(name),
        // Started by this program itself.
        ["provider"] => runtime()?.block_on(provider::serve()),
        ["drive", runs, form, base_url, home] => {
            let (runs, stream) = (runs.parse()?, *form == "streamed");
            runtime()?.block_on(benches::run::drive(runs, stream, base_url, home.as_ref()))
        }
        ["research", question, home] => {
            runtime()?.block_on(benches::library::run(question, home.as_ref()))
        }
        _ => bail!("usage: assay-bench list | assay-bench run NAME"),
    }
}

fn list() -> Result<()> {
    let mut out = std::io::stdout().lock();
    for (name, _) in BENCHMARKS {
        writeln!(out, "{name}")?;
    }
    Ok(())
}

fn run(name: &str) -> Result<()> {
    let known = BENCHMARKS.iter().find(|(known, _)| *known == name);
    let (name, measure) = known
        .with_context(|| format!("no benchmark is called {name}; `assay-bench list` names them"))?;
    assay_measure::print(name, &measure()?)?;
    Ok(())
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")
}
