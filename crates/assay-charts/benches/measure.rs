//! How much drawing costs: a memo has seven charts and three seconds.

#[path = "../tests/it/samples.rs"]
#[expect(clippy::expect_used, reason = "the samples of the tests")]
mod samples;

use anyhow::{Context as _, Result};
use assay_charts::Colours;
use assay_measure::{Figure, Measured, cpu_time};

/// The clock ticks a hundred times a second.
const ROUNDS: usize = 200;

fn main() -> Result<()> {
    assay_measure::run(&[("charts", charts)])
}

fn charts() -> Result<Measured> {
    let mut drawn = 0;
    let mut largest = 0;
    let start = cpu_time()?;
    for _ in 0..ROUNDS {
        for tongue in [samples::Tongue::English, samples::Tongue::Chinese] {
            for (name, svg) in samples::all(tongue, Colours::Variables) {
                let svg = svg.with_context(|| name)?;
                largest = largest.max(svg.len());
                drawn += 1;
            }
        }
    }
    let milliseconds = (cpu_time()? - start).as_secs_f64() * 1000.0;
    Ok(Measured::Figures(vec![
        Figure::new("a chart", milliseconds / drawn as f64, "CPU-ms", drawn).at_most(5.0),
        Figure::new("the largest chart", largest as f64 / 1024.0, "KiB", drawn).at_most(64.0),
    ]))
}
