use std::hint;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// Percent of the wanted processor time above which the host is busy with others.
const BUSY: f64 = 5.0;

/// Waits for a calm host end then.
const LONGEST_WAIT: Duration = Duration::from_secs(300);
/// Between two looks at it.
const PAUSE: Duration = Duration::from_secs(10);
/// What the host takes shows only while this machine wants it: each look works that long.
const LOOK: Duration = Duration::from_secs(1);

/// What the processors of a virtual machine did since it started, in ticks.
#[derive(Clone, Copy)]
struct Ticks {
    /// Worked for this machine.
    worked: u64,
    /// Wanted by this machine while the host gave them to another.
    taken: u64,
}

/// Watches how much of the processors the host gives to others while something is measured. A figure
/// in seconds, of the clock or of a processor, says little where that is much.
pub(super) struct HostWatch(Option<Ticks>);

impl HostWatch {
    pub(super) fn start() -> Self {
        Self(now())
    }

    /// Percent of the wanted processor time that the host gave to others since the start; `None`
    /// where the system does not say.
    pub(super) fn taken(&self) -> Option<f64> {
        percent(self.0?, now()?)
    }
}

pub(super) fn is_busy(taken: f64) -> bool {
    taken > BUSY
}

/// Returns when the host leaves the processors to this machine, or after [`LONGEST_WAIT`].
pub(super) fn wait_for_calm() {
    let started = Instant::now();
    while started.elapsed() < LONGEST_WAIT {
        let host = HostWatch::start();
        work_on_all_processors();
        if !host.taken().is_some_and(is_busy) {
            return;
        }
        thread::sleep(PAUSE);
    }
}

fn work_on_all_processors() {
    let started = Instant::now();
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                while started.elapsed() < LOOK {
                    hint::spin_loop();
                }
            });
        }
    });
}

fn percent(start: Ticks, end: Ticks) -> Option<f64> {
    let taken = end.taken.checked_sub(start.taken)? as f64;
    let wanted = end.worked.checked_sub(start.worked)? as f64 + taken;
    (wanted > 0.0).then(|| 100.0 * taken / wanted)
}

fn now() -> Option<Ticks> {
    ticks(&fs::read_to_string("/proc/stat").ok()?)
}

/// The first line: `cpu user nice system idle iowait irq softirq steal …`.
fn ticks(stat: &str) -> Option<Ticks> {
    let fields = stat.lines().next()?.strip_prefix("cpu ")?;
    let fields: Result<Vec<u64>, _> = fields.split_whitespace().map(str::parse).collect();
    let [user, nice, system, _, _, irq, softirq, taken, ..] = *fields.ok()? else {
        return None;
    };
    let worked = user + nice + system + irq + softirq;
    Some(Ticks { worked, taken })
}

#[cfg(test)]
mod tests {
    use super::{percent, ticks};

    #[test]
    fn what_the_host_took_is_a_share_of_what_was_wanted() {
        let start = ticks("cpu  100 0 50 900 7 0 10 20 0 0\ncpu0 1 2\n").unwrap();
        let end = ticks("cpu  130 0 60 990 9 0 10 80 0 0\ncpu0 1 2\n").unwrap();
        assert_eq!(percent(start, end), Some(60.0));
        assert_eq!(percent(end, end), None);
        assert!(ticks("cpu  1 2 3\n").is_none());
        assert!(ticks("").is_none());
    }
}
