use std::time::Instant;

use anyhow::{Context as _, Result};
use assay_measure::{Figure, Measured};

use crate::children::Part;
use crate::rig::{Rig, request};

const SLOW: usize = 2_000;
const ASKED: usize = 200;

/// Answers to a client in a hurry among four thousand that are not.
pub(crate) fn measure() -> Result<Measured> {
    let rig = Rig::new("slow_clients", "http://127.0.0.1:9/v1")?;
    let mut slow = Part::start("slow", &[&rig.address.to_string(), &SLOW.to_string()])?;
    slow.line()?;
    let mut millis = Vec::with_capacity(ASKED);
    for _ in 0..ASKED {
        let begun = Instant::now();
        rig.block_on(request(rig.address, "GET", "/api/runs", ""))?;
        millis.push(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    drop(slow);
    rig.end();
    millis.sort_by(f64::total_cmp);
    let slowest = millis.last().copied().context("nothing was asked")?;
    let half = assay_measure::percentile(&millis, 0.5).context("nothing was asked")?;
    Ok(Measured::Figures(vec![
        Figure::new("slow-clients-answer-p50", half, "ms", ASKED),
        Figure::new("slow-clients-answer-slowest", slowest, "ms", ASKED).at_most(200.0),
    ]))
}
