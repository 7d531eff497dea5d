use std::time::Duration;

use anyhow::{Context as _, Result};
use assay_measure::{Figure, Measured};

use crate::children::Part;
use crate::rig::{Rig, request};

const RUNS: usize = 200;
/// How long finished runs are asked for.
const QUIET: Duration = Duration::from_secs(4);

/// Asks how runs stand while two hundred of them are at work.
pub(crate) fn measure() -> Result<Measured> {
    let mut provider = Part::start("provider", &["300", "30"])?;
    let rig = Rig::new("many_runs", &provider.line()?)?;
    let mut runs = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        runs.push(rig.block_on(rig.begin())?);
    }
    let poller = Part::start("poller", &[&rig.address.to_string(), &runs.join(",")])?;
    let driven = || -> Result<usize> {
        let text = rig.block_on(request(rig.address, "GET", "/metrics", ""))?;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("assay_runs_driven "));
        Ok(line.context("no such figure")?.parse()?)
    };
    let most = driven()?;
    while driven()? > 0 {
        std::thread::sleep(Duration::from_secs(1));
    }
    let (half, most_of, n) = told(poller)?;
    // what an answer costs by itself
    let cpu = assay_measure::cpu_time()?;
    let poller = Part::start("poller", &[&rig.address.to_string(), &runs.join(",")])?;
    std::thread::sleep(QUIET);
    let (.., asked) = told(poller)?;
    let cpu = assay_measure::cpu_time()?.saturating_sub(cpu).as_secs_f64() * 1_000.0 / asked;
    rig.end();
    Ok(Measured::Figures(vec![
        Figure::new("many-runs-at-once", most as f64, "runs", 1).at_least(RUNS as f64 * 0.9),
        Figure::new("many-runs-show-p50", half, "ms", n as usize),
        Figure::new("many-runs-show-p99", most_of, "ms", n as usize).at_most(50.0),
        Figure::new("many-runs-show-cpu", cpu, "ms", asked as usize),
    ]))
}

/// The half and the slowest hundredth of a poller's waits in milliseconds, and how many there were.
fn told(poller: Part) -> Result<(f64, f64, f64)> {
    let told = poller.last_line()?;
    let mut numbers = told.split(' ').filter_map(|word| word.parse::<f64>().ok());
    let mut number = || numbers.next().context("the poller said nothing");
    Ok((number()?, number()?, number()?))
}
