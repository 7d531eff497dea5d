use std::sync::{Mutex, MutexGuard, PoisonError};

use assay_domain::{Event, Failure, Role};
use assay_plan::{Admission, Ledger, Purpose, Spend};
use tokio::sync::Notify;

/// What the calls of a run may spend, shared by its workers.
pub(crate) struct Purse {
    ledger: Mutex<Ledger>,
    /// Told whenever a call gives back what it was promised.
    settled: Notify,
}

impl Purse {
    pub(crate) fn new(ledger: Ledger) -> Self {
        Self {
            ledger: Mutex::new(ledger),
            settled: Notify::new(),
        }
    }

    pub(crate) fn apply(&self, event: &Event) {
        self.ledger().apply(event);
    }

    /// Holds `estimate` ready for a call until the promise is dropped. A call that may fit once
    /// others have settled waits for them; `on_wait` is told so.
    pub(crate) async fn promise(
        &self,
        role: Role,
        estimate: Spend,
        purpose: Purpose,
        on_wait: impl FnOnce(),
    ) -> Result<Promise<'_>, Failure> {
        let mut on_wait = Some(on_wait);
        loop {
            // Made before the question: a call that settles in between is not missed.
            let settled = self.settled.notified();
            let admission = self.ledger().admit_for(role, estimate, purpose)?;
            match admission {
                Admission::Granted => {
                    return Ok(Promise {
                        purse: self,
                        role,
                        estimate,
                    });
                }
                Admission::Wait => {
                    if let Some(on_wait) = on_wait.take() {
                        on_wait();
                    }
                    settled.await;
                }
            }
        }
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Given back however the call ends, also when its worker is dropped in the middle: others may be
/// waiting for it.
pub(crate) struct Promise<'a> {
    purse: &'a Purse,
    role: Role,
    estimate: Spend,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        self.purse.ledger().release_for(self.role, self.estimate);
        self.purse.settled.notify_waiters();
    }
}
