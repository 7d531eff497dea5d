use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// What is left of a total time. Only time spent inside [`TimeLeft::spend`] counts.
#[derive(Debug)]
pub(crate) struct TimeLeft {
    left: Duration,
}

/// Time ran out after this much.
pub(crate) struct TooLate(pub(crate) Duration);

impl TimeLeft {
    pub(crate) fn of(total: Duration) -> Self {
        Self { left: total }
    }

    /// `work`, for at most `limit` and at most what is left.
    pub(crate) async fn spend<T>(
        &mut self,
        limit: Duration,
        work: impl Future<Output = T>,
    ) -> Result<T, TooLate> {
        let started = Instant::now();
        let limit = limit.min(self.left);
        let done = tokio::time::timeout(limit, work).await;
        self.left = self.left.saturating_sub(started.elapsed());
        done.map_err(|_| TooLate(limit))
    }

    pub(crate) fn left(&self) -> Duration {
        self.left
    }
}

/// Keeps requests a distance apart.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    /// When the next request is due if every one had kept its distance.
    due: Mutex<Option<Instant>>,
}

impl Pace {
    pub(crate) async fn wait(&self, spacing: Duration) {
        let wait = self.reserve(Instant::now(), spacing);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    /// Books the next free moment and says how far off it is.
    fn reserve(&self, now: Instant, spacing: Duration) -> Duration {
        let mut slot = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let due = slot.map_or(now, |due| due.max(now));
        *slot = Some(due + spacing);
        due.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::Pace;

    #[test]
    fn requests_keep_their_distance_and_a_pause_is_not_saved_up() {
        let pace = Pace::default();
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let waits: Vec<u64> = (0..4)
            .map(|_| pace.reserve(start, second).as_secs())
            .collect();
        assert_eq!(waits, [0, 1, 2, 3]);
        let later = start + Duration::from_secs(60);
        let waits: Vec<u64> = (0..3)
            .map(|_| pace.reserve(later, second).as_secs())
            .collect();
        assert_eq!(waits, [0, 1, 2]);
    }
}
