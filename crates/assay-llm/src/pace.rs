use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Keeps requests under a number per minute: evenly spaced, with a few seconds' worth allowed at
/// once after a pause, so that a run's first tasks start together.
#[derive(Debug)]
pub(crate) struct Pace {
    spacing: Duration,
    burst: Duration,
    /// When the next request is due if every one had kept its distance.
    due: Mutex<Option<Instant>>,
}

/// Requests of this many seconds may come at once.
const BURST_SECONDS: u32 = 5;

impl Pace {
    pub(crate) fn per_minute(requests: u32) -> Self {
        let spacing = Duration::from_secs(60) / requests.max(1);
        let extra = (requests.saturating_mul(BURST_SECONDS) / 60).saturating_sub(1);
        Self {
            spacing,
            burst: spacing.saturating_mul(extra),
            due: Mutex::new(None),
        }
    }

    pub(crate) async fn wait(&self) {
        let wait = self.reserve(Instant::now());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    /// Books the next free moment and says how far off it is.
    fn reserve(&self, now: Instant) -> Duration {
        let mut slot = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let due = slot.map_or(now, |due| due.max(now));
        *slot = Some(due + self.spacing);
        due.saturating_duration_since(now + self.burst)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::Pace;

    #[test]
    fn requests_beyond_the_burst_are_spaced_evenly() {
        let pace = Pace::per_minute(60);
        let start = Instant::now();
        let waits: Vec<u64> = (0..8).map(|_| pace.reserve(start).as_secs()).collect();
        assert_eq!(waits, [0, 0, 0, 0, 0, 1, 2, 3]);
        let later = start + Duration::from_secs(60);
        assert_eq!(
            pace.reserve(later),
            Duration::ZERO,
            "a pause restores the burst"
        );
    }

    #[test]
    fn no_minute_sees_more_than_the_limit_and_one_burst() {
        let pace = Pace::per_minute(10);
        let start = Instant::now();
        let within_a_minute = (0..100)
            .filter(|_| pace.reserve(start) < Duration::from_secs(60))
            .count();
        assert_eq!(within_a_minute, 10);
    }
}
