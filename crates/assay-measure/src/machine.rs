//! What the system says about this process and its machine. Linux only: it is read from `/proc`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};

/// Kernel ticks a second in `/proc/self/stat`; fixed at 100 for every Linux that programs see.
const TICKS_PER_SECOND: u64 = 100;

/// User and system time of all threads of this process so far, ended ones included.
pub fn cpu_time() -> Result<Duration> {
    // After the name: state is the first field, user time the twelfth, system time the next.
    times(11)
}

/// The same of all processes that this one started and that have ended.
pub fn children_cpu_time() -> Result<Duration> {
    times(13)
}

/// The sum of two neighbouring times of this process, by how many fields behind its name they stand.
fn times(skipped: usize) -> Result<Duration> {
    let text = fs::read_to_string("/proc/self/stat").context("no CPU times in /proc")?;
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let mut times = fields.split_whitespace().skip(skipped).take(2);
    let mut next = || times.next().and_then(|ticks| ticks.parse::<u64>().ok());
    let (user, system) = next()
        .zip(next())
        .context("no CPU times in /proc/self/stat")?;
    let ticks = user + system;
    Ok(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

/// Seconds of processor time that one round of some work takes: in the middle one of five spells of at
/// least half a second each, so that a burst of something else on the machine does not count.
pub fn middle_round(mut round: impl FnMut()) -> Result<f64> {
    const SPELL: f64 = 0.5;
    let mut spell = || -> Result<f64> {
        let start = cpu_time()?;
        let mut rounds = 0.0;
        loop {
            round();
            rounds += 1.0;
            let spent = (cpu_time()? - start).as_secs_f64();
            if spent >= SPELL {
                return Ok(spent / rounds);
            }
        }
    };
    let mut spells = [spell()?, spell()?, spell()?, spell()?, spell()?];
    spells.sort_by(f64::total_cmp);
    let [.., middle, _, _] = spells;
    Ok(middle)
}

/// The most memory that was ever resident in this process, in bytes.
pub fn peak_memory() -> Result<u64> {
    let text = fs::read_to_string("/proc/self/status").context("no memory figures in /proc")?;
    peak_in(&text).context("no VmHWM in /proc/self/status")
}

/// The same of another process; `None` where it has ended.
pub fn peak_memory_of(process: u32) -> Result<Option<u64>> {
    match fs::read_to_string(format!("/proc/{process}/status")) {
        Ok(text) => Ok(peak_in(&text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).context("no memory figures in /proc"),
    }
}

fn peak_in(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: u64 = line?.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The one-minute load average; negative where the system has none.
pub fn load() -> f64 {
    fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .unwrap_or(-1.0)
}

/// A folder on the disk that cargo builds on, removed with everything in it when dropped. The
/// system's folder for temporary files may be memory, where a flush costs nothing.
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub fn new(name: &str) -> Result<Self> {
        let program = std::env::current_exe().context("this program has no path")?;
        let target = program.ancestors().nth(2).unwrap_or(Path::new("."));
        let path = target
            .join("bench")
            .join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Self { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Left behind, it lies under the target folder, where `cargo clean` finds it.
        drop(fs::remove_dir_all(&self.path));
    }
}

/// A program that cargo put beside this one.
pub fn sibling(name: &str) -> Result<PathBuf> {
    let program = std::env::current_exe().context("this program has no path")?;
    Ok(program.with_file_name(name))
}
