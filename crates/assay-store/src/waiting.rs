//! Waiting for another process to let go of the database.

use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

/// How long a writer waits for another process before it gives up: longer than any backup tool
/// should hold the database, so that a locked minute drops no write.
const WRITER_PATIENCE: Duration = Duration::from_secs(120);
const READER_PATIENCE: Duration = Duration::from_secs(10);

/// A wait shorter than this is not worth a word.
const SILENT: Duration = Duration::from_secs(1);

/// Short naps first: most locks are gone in a moment.
const NAPS: [u64; 12] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100];

static TELL: OnceLock<fn(Duration)> = OnceLock::new();

/// Has `tell` called once for each wait of more than a second, with the time that it may still take.
/// The first one stays: SQLite takes a plain function for its waits, which can hold nothing.
pub fn tell_waiting(tell: fn(Duration)) {
    TELL.get_or_init(|| tell);
}

pub(crate) fn as_writer(naps: i32) -> bool {
    wait(naps, WRITER_PATIENCE)
}

pub(crate) fn as_reader(naps: i32) -> bool {
    wait(naps, READER_PATIENCE)
}

/// Waits a little. Whether the lock is to be asked for again.
fn wait(naps: i32, patience: Duration) -> bool {
    let before = slept(naps);
    if before >= patience {
        return false;
    }
    let after = slept(naps.saturating_add(1)).min(patience);
    if before < SILENT
        && after >= SILENT
        && let Some(tell) = TELL.get()
    {
        tell(patience.saturating_sub(after));
    }
    thread::sleep(after.saturating_sub(before));
    true
}

/// How long so many naps take together.
fn slept(naps: i32) -> Duration {
    let naps = usize::try_from(naps).unwrap_or_default();
    let last = NAPS.last().copied().unwrap_or_default();
    let listed: u64 = NAPS.iter().take(naps).sum();
    let more = u64::try_from(naps.saturating_sub(NAPS.len())).unwrap_or(u64::MAX);
    Duration::from_millis(listed.saturating_add(more.saturating_mul(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each wait grows by a nap, and crosses the second at one nap alone: it is told of once.
    #[test]
    fn a_wait_grows_by_naps_and_is_told_of_once() {
        let (mut told, mut before) = (0, slept(0));
        assert_eq!(before, Duration::ZERO);
        for naps in 1..2_000 {
            let after = slept(naps);
            assert!(after > before && after - before <= Duration::from_millis(100));
            told += usize::from(before < SILENT && after >= SILENT);
            before = after;
        }
        assert!(before > WRITER_PATIENCE);
        assert_eq!(told, 1);
        assert!(!as_reader(i32::MAX), "patience ends");
    }
}
