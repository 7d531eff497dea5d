use std::sync::{Mutex, MutexGuard, PoisonError};

use assay_domain::{CallKey, Event, Failure, Role, Spend};
use assay_plan::{Admission, Ledger, Purpose};
use tokio::sync::Notify;

/// What the calls of a run may spend, shared by its workers.
pub(crate) struct Purse {
    ledger: Mutex<Ledger>,
    /// Told whenever a call gives back what it was promised.
    settled: Notify,
}

/// A call that asks for room in the budget.
#[derive(Clone)]
pub(crate) struct Asking {
    pub(crate) key: CallKey,
    pub(crate) role: Role,
    pub(crate) estimate: Spend,
    pub(crate) purpose: Purpose,
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

    /// Holds the estimate ready for a call until the promise is dropped. A call that may fit once
    /// others have settled waits for them; `on_wait` is told so.
    pub(crate) async fn promise(
        &self,
        asking: Asking,
        on_wait: impl FnOnce(),
    ) -> Result<Promise<'_>, Failure> {
        self.admit(&asking, on_wait).await?;
        Ok(Promise {
            purse: self,
            asking,
            is_held: true,
        })
    }

    async fn admit(&self, asking: &Asking, on_wait: impl FnOnce()) -> Result<(), Failure> {
        let mut on_wait = Some(on_wait);
        loop {
            // Made before the question: a call that settles in between is not missed.
            let settled = self.settled.notified();
            let admission =
                self.ledger()
                    .admit_for(asking.role, asking.estimate, asking.purpose)?;
            match admission {
                Admission::Granted => return Ok(()),
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
/// waiting for it. A call that was sent and has no reply by then counts at its estimate.
pub(crate) struct Promise<'a> {
    purse: &'a Purse,
    asking: Asking,
    is_held: bool,
}

impl Promise<'_> {
    pub(crate) fn key(&self) -> &CallKey {
        &self.asking.key
    }

    /// The try it was made for is over and counted.
    pub(crate) fn give_back(&mut self) {
        if std::mem::take(&mut self.is_held) {
            let Asking { role, estimate, .. } = self.asking;
            self.purse.ledger().release_for(role, estimate);
            self.purse.settled.notify_waiters();
        }
    }

    /// The same for the next try, which is sent and charged as the first was.
    pub(crate) async fn renew(&mut self, on_wait: impl FnOnce()) -> Result<(), Failure> {
        self.give_back();
        self.purse.admit(&self.asking, on_wait).await?;
        self.is_held = true;
        Ok(())
    }
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        let key = &self.asking.key;
        if self.is_held {
            self.purse.ledger().end(key);
        } else {
            self.purse.ledger().give_up(key);
        }
        self.give_back();
    }
}
