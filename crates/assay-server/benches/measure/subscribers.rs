use std::time::Duration;

use anyhow::{Context as _, Result};
use assay_measure::{Figure, Measured};

use crate::children::Part;
use crate::rig::{Rig, request, resident};

const CLIENTS: usize = 1_000;
const ROUNDS: usize = 3;
/// What the kernel holds for a client at the server's side, in bytes: little, so that one that does
/// not read stops its stream and not only fills a buffer. The kernel takes the double for itself.
const SEND_BUFFER: u32 = 8 * 1024;
/// The kernel takes one more segment whole, of loopback's size, where there is any room left.
const LAST_SEGMENT: f64 = 65_536.0;

/// A run that nobody watches against one that a thousand clients watch, turn by turn.
pub(crate) fn measure() -> Result<Measured> {
    let mut provider = Part::start("provider", &["2400", "600"])?;
    let url = provider.line()?;
    let rig = Rig::with_send_buffer("subscribers", &url, Some(SEND_BUFFER))?;
    // the first run warms what later ones find warm
    timed(&rig, 0)?;
    let (mut alone, mut watched) = (Vec::new(), Vec::new());
    let (mut same, mut heard, mut events) = (0, 0, 0);
    let mut memory: f64 = 0.0;
    let (mut cpu_alone, mut cpu_watched) = (0.0, 0.0);
    let (mut whole, mut behind) = (0, usize::MAX);
    for _ in 0..ROUNDS {
        let unwatched = timed(&rig, 0)?;
        alone.push(unwatched.took);
        cpu_alone += unwatched.cpu;
        let before = resident()?;
        let round = timed(&rig, CLIENTS)?;
        watched.push(round.took);
        memory = memory.max((round.resident - before) / CLIENTS as f64);
        same += round.same;
        heard += round.heard;
        events = round.events;
        cpu_watched += round.cpu;
        whole = round.whole;
        behind = behind.min(round.behind);
    }
    rig.end();
    let middle = |mut times: Vec<f64>| -> Result<f64> {
        times.sort_by(f64::total_cmp);
        assay_measure::percentile(&times, 0.5).context("no times")
    };
    let (alone, watched) = (middle(alone)?, middle(watched)?);
    let slower = 100.0 * (watched / alone - 1.0);
    let cpu = 1_000.0 * (cpu_watched - cpu_alone) / (ROUNDS * CLIENTS) as f64;
    // beyond what the kernel can hold for a client, a stream has stopped
    let stopped = behind as f64 - 2.0 * f64::from(SEND_BUFFER) - LAST_SEGMENT;
    Ok(Measured::Figures(vec![
        Figure::new("subscribers-run-alone", alone, "s", ROUNDS),
        Figure::new("subscribers-run-watched", watched, "s", ROUNDS),
        Figure::new("subscribers-slower", slower, "%", ROUNDS).at_most(5.0),
        Figure::share("subscribers-same-events", same, heard).at_least(100.0),
        Figure::new("subscribers-events", f64::from(events), "events", heard),
        Figure::new("subscribers-stream", whole as f64 / 1024.0, "KB", heard),
        Figure::new(
            "subscribers-stalled-behind",
            stopped / 1024.0,
            "KB",
            ROUNDS * CLIENTS / 10,
        )
        .at_least(1.0),
        Figure::new("subscribers-cpu", cpu, "ms a client", ROUNDS * CLIENTS),
        Figure::new(
            "subscribers-memory",
            memory / 1024.0,
            "KB a client",
            CLIENTS,
        )
        .at_most(200.0),
    ]))
}

struct Round {
    took: f64,
    same: usize,
    heard: usize,
    events: u32,
    /// Bytes of the stream, and how many of them had not reached a stalled client, at the least.
    whole: usize,
    behind: usize,
    /// Seconds of this process, which the clients are not part of.
    cpu: f64,
    /// The most memory while all are connected and the run is at work.
    resident: f64,
}

fn timed(rig: &Rig, clients: usize) -> Result<Round> {
    let cpu = assay_measure::cpu_time()?;
    let run = rig.block_on(rig.begin())?;
    let address = rig.address.to_string();
    let watching = (clients > 0).then(|| {
        let mut part = Part::start("subscribers", &[&address, &run, &clients.to_string()])?;
        part.line()?;
        anyhow::Ok(part)
    });
    let mut watching = watching.transpose()?;
    let mut most = resident()?;
    let finished = || -> Result<bool> {
        let path = format!("/api/runs/{run}");
        let shown = rig.block_on(request(rig.address, "GET", &path, ""))?;
        Ok(shown.contains("\"finished\""))
    };
    while !finished()? {
        most = most.max(resident()?);
        std::thread::sleep(Duration::from_millis(100));
    }
    let journal = rig.store.load(&assay_domain::RunId::new(run.clone()), 0)?;
    let (first, last) = journal.first().zip(journal.last()).context("no journal")?;
    let took = last.at.duration_since(first.at).as_secs_f64();
    let told = watching.as_mut().map(Part::line).transpose()?;
    let told = told.unwrap_or_default();
    let mut numbers = told
        .split(' ')
        .filter_map(|word| word.parse::<usize>().ok());
    let mut number = || numbers.next().unwrap_or_default();
    let (same, heard, events) = (number(), number(), number());
    let (whole, behind) = (number(), number());
    Ok(Round {
        took,
        same,
        heard,
        events: u32::try_from(events)?,
        whole,
        behind,
        cpu: (assay_measure::cpu_time()?.saturating_sub(cpu)).as_secs_f64(),
        resident: most.max(resident()?),
    })
}
