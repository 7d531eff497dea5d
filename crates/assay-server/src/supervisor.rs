//! Who drives which run. A driver knows of no client; it ends with the run, with the server, or when
//! the plan waits for its user.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use assay_domain::RunId;
use assay_engine::{EngineError, Notices, RunEnd, RunRecord, is_delivered};
use assay_store::{Owner, RunStatus, Store, StoreError};
use tokio::runtime::Handle;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::collector::Collector;
use crate::hub::Hubs;
use crate::log::Log;
use crate::talk::pass_on;
use crate::{Host, Problem, traces};

/// How often, and after what pause, a run is tried again that somebody else holds: a look at
/// whether a run is driven holds it for a moment.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(60);
/// Newest runs whose files are looked for when the server starts.
const LOOKED_AFTER: usize = 50;
/// How often runs are looked for whose driver is gone.
const LOOK: Duration = Duration::from_secs(1);
/// How long drivers may take to put down what they have in hand when the server ends.
const LAST_WORK: Duration = Duration::from_secs(10);
/// How long traces may still be on their way when the server ends.
const LAST_TRACES: Duration = Duration::from_secs(1);

pub(crate) struct Supervisor {
    host: Arc<dyn Host>,
    hubs: Arc<Hubs>,
    log: Log,
    collector: Collector,
    /// Where drivers work: not where requests are answered.
    drivers: Handle,
    tasks: TaskTracker,
    stop: CancellationToken,
    driven: Mutex<BTreeMap<RunId, Drive>>,
    /// Why the last driver of a run gave up.
    troubles: Mutex<BTreeMap<RunId, String>>,
}

/// What is to become of a run when its driver comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drive {
    Once,
    /// Something happened that the driver may not have seen.
    Again,
}

impl Supervisor {
    pub(crate) fn new(
        host: Arc<dyn Host>,
        hubs: Arc<Hubs>,
        drivers: Handle,
        collector_patience: Duration,
        log: Log,
    ) -> Self {
        Self {
            host,
            hubs,
            log,
            collector: Collector::new(collector_patience),
            drivers,
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
            driven: Mutex::default(),
            troubles: Mutex::default(),
        }
    }

    /// Has a run driven, if nobody does yet.
    pub(crate) fn start(self: &Arc<Self>, run: &RunId) {
        {
            let mut driven = self.driven.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(drive) = driven.get_mut(run) {
                *drive = Drive::Again;
                return;
            }
            driven.insert(run.clone(), Drive::Once);
        }
        self.forget_trouble(run);
        let (supervisor, run) = (Arc::clone(self), run.clone());
        let work = async move {
            let mut watch = CrashWatch {
                supervisor: &supervisor,
                run: &run,
                crashed: true,
            };
            while supervisor.drive(&run).await == Drive::Again {}
            watch.crashed = false;
        };
        self.tasks.spawn_on(work, &self.drivers);
    }

    /// Takes up every run that was left open and waits for nobody, and writes the files of the last
    /// runs that ended without them. From then on runs are taken over whose driver is gone.
    pub(crate) fn take_up(self: &Arc<Self>) -> Result<usize, Problem> {
        let store = self.host.store();
        let mut taken = 0;
        for (age, row) in store.runs(usize::MAX)?.into_iter().enumerate() {
            match row.status {
                RunStatus::Open if !row.waits_for_user() => {
                    self.start(&row.run);
                    taken += 1;
                }
                RunStatus::Finished(_) if age < LOOKED_AFTER && !is_delivered(store, &row.run)? => {
                    let supervisor = Arc::clone(self);
                    let work = async move { supervisor.deliver(&row.run).await };
                    self.tasks.spawn_on(work, &self.drivers);
                }
                RunStatus::Open | RunStatus::Finished(_) => {}
            }
        }
        self.look_after_others();
        Ok(taken)
    }

    /// Takes over what other processes leave in the middle of their work. One that stands still keeps
    /// its runs: it may go on at any time.
    fn look_after_others(self: &Arc<Self>) {
        let supervisor = Arc::clone(self);
        let looking = async move {
            let mut ticks = tokio::time::interval(LOOK);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    () = supervisor.stop.cancelled() => return,
                    _ = ticks.tick() => supervisor.take_over().await,
                }
            }
        };
        self.tasks.spawn_on(looking, &self.drivers);
    }

    async fn take_over(self: &Arc<Self>) {
        let store = self.host.store().clone();
        let looked = tokio::task::spawn_blocking(move || orphans(&store)).await;
        // A look that fails is repeated; a driver meets any lasting trouble with the store.
        let Ok(Ok(runs)) = looked else { return };
        for run in runs {
            if !self.is_driven(&run) {
                self.log.taken_over(&run);
                self.start(&run);
            }
        }
    }

    pub(crate) fn is_driven(&self, run: &RunId) -> bool {
        let driven = self.driven.lock().unwrap_or_else(PoisonError::into_inner);
        driven.contains_key(run)
    }

    pub(crate) fn driven(&self) -> usize {
        let driven = self.driven.lock().unwrap_or_else(PoisonError::into_inner);
        driven.len()
    }

    pub(crate) fn trouble(&self, run: &RunId) -> Option<String> {
        let troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        troubles.get(run).cloned()
    }

    /// Cancels a run, whoever drives it. `None`: its driver will see to it.
    pub(crate) async fn cancel(self: &Arc<Self>, run: &RunId) -> Result<Option<RunEnd>, Problem> {
        let (supervisor, run) = (Arc::clone(self), run.clone());
        self.work(async move {
            let engine = supervisor.host.engine()?;
            let end = engine.cancel(&run, "cancelled by the user").await?;
            if end.is_some() {
                supervisor.deliver(&run).await;
                supervisor.send_traces(&run);
            }
            Ok(end)
        })
        .await
    }

    /// Does work where drivers work; it goes on if the client that asked for it leaves.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Problem>> + Send + 'static,
    ) -> Result<T, Problem> {
        match self.tasks.spawn_on(work, &self.drivers).await {
            Ok(done) => done,
            Err(error) => Err(Problem::internal(format!("the request crashed: {error}"))),
        }
    }

    /// Ends all drivers. Every run stays as its journal has it, to be taken up again.
    pub(crate) async fn shut_down(&self) {
        self.stop.cancel();
        self.tasks.close();
        if tokio::time::timeout(LAST_WORK, self.tasks.wait())
            .await
            .is_err()
        {
            self.log.say(
                "shutdown",
                "drivers did not end in time; their runs can be resumed",
            );
        }
    }

    async fn drive(self: &Arc<Self>, run: &RunId) -> Drive {
        let end = self.driven_to_the_end(run).await;
        match end {
            Ok(Some(end)) => {
                self.log.run_ended(run, &end);
                self.deliver(run).await;
                self.send_traces(run);
            }
            Ok(None) => {}
            Err(problem) => {
                self.log.trouble(run, problem.message());
                let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
                troubles.insert(run.clone(), problem.message().to_owned());
            }
        }
        let mut driven = self.driven.lock().unwrap_or_else(PoisonError::into_inner);
        match driven.get_mut(run) {
            Some(drive @ Drive::Again) if !self.stop.is_cancelled() => {
                *drive = Drive::Once;
                Drive::Again
            }
            _ => {
                driven.remove(run);
                Drive::Once
            }
        }
    }

    async fn driven_to_the_end(&self, run: &RunId) -> Result<Option<RunEnd>, Problem> {
        let engine = self.host.engine()?;
        let mut tries = 1;
        loop {
            let (notices, told) = Notices::channel();
            self.log.run_started(run);
            let talk = pass_on(told, Arc::clone(&self.hubs), run.clone());
            let (end, ()) = tokio::join!(engine.drive(run, notices, &self.stop), talk);
            match end {
                Err(EngineError::Store(StoreError::RunBusy { .. })) if tries < TRIES => {
                    tries += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                // another process is at it, and will bring it to its end
                Err(EngineError::Store(StoreError::RunBusy { .. })) => return Ok(None),
                end => return Ok(end?),
            }
        }
    }

    /// Writes the files of a run that ended, as every other way to run it does.
    async fn deliver(&self, run: &RunId) {
        let (store, named) = (self.host.store().clone(), run.clone());
        let written =
            tokio::task::spawn_blocking(move || RunRecord::load(&store, &named)?.write_files(None))
                .await;
        let trouble = match written {
            Ok(Ok(_)) => return,
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        self.log.trouble(run, &trouble);
        let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        troubles.insert(run.clone(), trouble);
    }

    /// Tells a collector of a run that ended; nobody waits for it. One that is away misses it: the
    /// journal has it.
    fn send_traces(self: &Arc<Self>, run: &RunId) {
        let Some(endpoint) = self.host.trace_endpoint() else {
            return;
        };
        let (supervisor, run) = (Arc::clone(self), run.clone());
        let sending = async move {
            let ending = async {
                supervisor.stop.cancelled().await;
                tokio::time::sleep(LAST_TRACES).await;
            };
            tokio::select! {
                () = supervisor.traces_sent(&endpoint, &run) => {}
                () = ending => {}
            }
        };
        self.tasks.spawn_on(sending, &self.drivers);
    }

    async fn traces_sent(&self, endpoint: &str, run: &RunId) {
        let (store, named) = (self.host.store().clone(), run.clone());
        let told = tokio::task::spawn_blocking(move || store.load(&named, 0)).await;
        let trouble = match told {
            Ok(Ok(journal)) => {
                return self
                    .collector
                    .send(endpoint, &traces(&journal), &self.log)
                    .await;
            }
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        self.log.trouble(run, &trouble);
    }

    fn forget_trouble(&self, run: &RunId) {
        let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        troubles.remove(run);
    }
}

/// Runs that somebody began to drive, did not put down and does not hold, and that wait for nobody.
fn orphans(store: &Store) -> Result<Vec<RunId>, StoreError> {
    let mut found = Vec::new();
    for (run, owner) in store.runs_with_owner()? {
        let goes_on =
            owner == Owner::Gone && store.run(&run)?.is_some_and(|row| !row.waits_for_user());
        found.extend(goes_on.then_some(run));
    }
    Ok(found)
}

/// Strikes a run off the list of driven ones where its driver crashed; one that ends does it itself.
struct CrashWatch<'a> {
    supervisor: &'a Supervisor,
    run: &'a RunId,
    crashed: bool,
}

impl Drop for CrashWatch<'_> {
    fn drop(&mut self) {
        if self.crashed {
            let driven = self.supervisor.driven.lock();
            let mut driven = driven.unwrap_or_else(PoisonError::into_inner);
            driven.remove(self.run);
        }
    }
}
