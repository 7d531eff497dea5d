//! What the server counts. Everything about runs is a fold of the journal, so a restart loses
//! nothing; what is about this process alone (requests, connections) begins with it.

mod figures;
mod process;
mod tally;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;

pub(crate) use self::figures::Figures;
use self::figures::MetricKind;
use self::process::Process;
use self::tally::Tally;
use crate::Problem;
use crate::desk::Desk;

/// Events that are read at once.
const BATCH: usize = 2_000;

#[derive(Default)]
pub(crate) struct Monitor {
    tally: Mutex<Tally>,
    process: Process,
}

impl Monitor {
    pub(crate) fn answered(&self, route: &'static str, status: StatusCode, took: Duration) {
        self.process.answered(route, status, took);
    }

    /// Everything as it stands now. Blocks on the disk.
    pub(crate) fn figures(&self, desk: &Desk) -> Result<Figures, Problem> {
        let mut figures = Figures::default();
        {
            let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                let events = desk.store().load_all(tally.last(), BATCH)?;
                let is_last = events.len() < BATCH;
                events.iter().for_each(|envelope| tally.apply(envelope));
                if is_last {
                    break;
                }
            }
            tally.tell(&mut figures);
        }
        figures.add(
            "assay_runs_driven",
            "Runs that this server is at work on",
            MetricKind::Gauge,
        );
        figures.sample(&[], desk.supervisor.driven() as f64);
        figures.add(
            "assay_sse_clients",
            "Clients that follow a run",
            MetricKind::Gauge,
        );
        figures.sample(&[], desk.hubs.watchers() as f64);
        self.process.tell(&mut figures);
        Ok(figures)
    }
}
