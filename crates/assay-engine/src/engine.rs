use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use assay_domain::{
    Envelope, Event, JOURNAL_FORMAT, Plan, PlanOrigin, Repair, Request, Role, RunId, RunSettings,
    Section, TaskId, Understood,
};
use assay_plan::{Profiles, RunState};
use assay_store::Store;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::artifacts::{Artifacts, SECTION};
use crate::driver::{Driver, RunEnd};
use crate::reuse::reused;
use crate::{Clock, EngineError, Notices, RunContext, Workshop};

/// How often the journal is asked whether another process wants a run cancelled.
const CANCEL_POLL: Duration = Duration::from_millis(300);

/// Creates runs and drives them. One engine serves any number of runs at once.
pub struct Engine {
    store: Store,
    clock: Arc<dyn Clock>,
    workshop: Arc<dyn Workshop>,
    profiles: Profiles,
    cancels: Arc<Mutex<HashMap<RunId, CancellationToken>>>,
    watcher: Mutex<Option<JoinHandle<()>>>,
}

/// A run to be created.
pub struct NewRun {
    pub request: Request,
    pub settings: RunSettings,
    /// A plan to execute; without one the run begins by planning.
    pub plan: Option<(Plan, PlanOrigin, Vec<Repair>)>,
    /// What its question was taken to ask, where somebody asked one.
    pub understood: Option<Understood>,
    pub assumptions: Vec<(String, String)>,
    pub reuse: Option<Reuse>,
}

/// Results of an earlier run that stand for some tasks of a new one.
pub struct Reuse {
    pub base: RunId,
    pub tasks: BTreeSet<TaskId>,
}

impl Engine {
    pub fn new(store: Store, clock: Arc<dyn Clock>, workshop: Arc<dyn Workshop>) -> Self {
        let cancels = Arc::default();
        Self {
            store,
            clock,
            workshop,
            profiles: Profiles::default(),
            cancels,
            watcher: Mutex::new(None),
        }
    }

    /// The same engine for runs that may have one of these profiles.
    #[must_use]
    pub fn among(mut self, profiles: Profiles) -> Self {
        self.profiles = profiles;
        self
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Journals a new run, all of it in one step. Nothing is started.
    pub async fn create(&self, new: NewRun) -> Result<RunId, EngineError> {
        let run = self.fresh_id(&new.request)?;
        let base = new.reuse.as_ref().map(|reuse| reuse.base.clone());
        let mut events = vec![Event::RunCreated {
            format: JOURNAL_FORMAT,
            request: new.request,
            settings: Box::new(new.settings),
            base,
        }];
        let understood = new.understood;
        events.extend(understood.map(|understood| Event::QuestionUnderstood { understood }));
        for (parameter, assumed) in new.assumptions {
            events.push(Event::AssumptionMade { parameter, assumed });
        }
        if let Some((plan, origin, repairs)) = new.plan {
            let reused = match &new.reuse {
                Some(reuse) => reused(&self.store, &plan, reuse)?,
                None => Vec::new(),
            };
            events.push(Event::PlanAccepted {
                plan,
                origin,
                repairs,
            });
            events.extend(reused);
        }
        self.store.append(&run, self.clock.now(), events).await?;
        Ok(run)
    }

    /// Drives a run until it ends. `None`: it stays open, because of `stop` or because it waits for its
    /// user.
    pub async fn drive(
        &self,
        run: &RunId,
        notices: Notices,
        stop: &CancellationToken,
    ) -> Result<Option<RunEnd>, EngineError> {
        let lock = self.store.lock_run_to_drive(run)?;
        let journal = self.store.load(run, 0)?;
        let mut state = RunState::among(self.profiles);
        journal.iter().for_each(|one| state.apply(&one.event));
        if let Some((outcome, reasons)) = state.outcome() {
            return Ok(Some(RunEnd {
                outcome: *outcome,
                reasons: reasons.clone(),
            }));
        }
        let begun_with = state.request().cloned().zip(state.settings().cloned());
        let (Some((request, settings)), Some(profile)) = (begun_with, state.profile()) else {
            return Err(EngineError::UnknownRun {
                run: run.to_string(),
            });
        };
        let profile = profile?;
        let sections = sections(&self.store, &journal)?;
        let context = Arc::new(RunContext::new(
            run.clone(),
            request,
            (settings, profile),
            self.store.clone(),
            Arc::clone(&self.clock),
            notices,
            &journal,
        ));
        let resumed = begun(&journal).then(|| context.resumed());
        drop(journal);
        let cancel = self.watch(run);
        let driver = Driver::new(context, Arc::clone(&self.workshop), state, sections);
        let end = driver
            .run(resumed.into_iter().collect(), stop, &cancel)
            .await;
        self.cancels
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(run);
        if matches!(end, Ok(None)) && stop.is_cancelled() {
            lock.leave_to_others();
        }
        end
    }

    /// Gives the rest of a run to other models. What was answered before stays as it is.
    pub async fn change_models(
        &self,
        run: &RunId,
        models: BTreeMap<Role, String>,
    ) -> Result<(), EngineError> {
        let event = Event::ModelsChanged { models };
        self.store
            .append(run, self.clock.now(), vec![event])
            .await?;
        Ok(())
    }

    /// Lets a held plan run as it stands. The run is to be driven again.
    pub async fn approve(&self, run: &RunId) -> Result<(), EngineError> {
        self.refuse_unless_held(run)?;
        self.store
            .append(run, self.clock.now(), vec![Event::PlanApproved])
            .await?;
        Ok(())
    }

    /// Answers what the planner of a run asked back; with nothing, it goes on with what it assumes. The
    /// run is to be driven again.
    pub async fn answer_planner(
        &self,
        run: &RunId,
        answer: Option<String>,
    ) -> Result<(), EngineError> {
        let Some(row) = self.store.run(run)? else {
            return Err(EngineError::UnknownRun {
                run: run.to_string(),
            });
        };
        if row.asked.is_none() {
            return Err(EngineError::NothingAsked {
                run: run.to_string(),
            });
        }
        let answer = answer.map(|text| text.trim().to_owned());
        let answer = answer.filter(|text| !text.is_empty());
        let event = Event::PlannerAnswered { answer };
        self.store
            .append(run, self.clock.now(), vec![event])
            .await?;
        Ok(())
    }

    /// Puts the user's plan in the place of a held one.
    pub async fn replace_plan(
        &self,
        run: &RunId,
        plan: Plan,
        repairs: Vec<Repair>,
    ) -> Result<(), EngineError> {
        self.refuse_unless_held(run)?;
        let event = Event::PlanAccepted {
            plan,
            origin: PlanOrigin::User,
            repairs,
        };
        self.store
            .append(run, self.clock.now(), vec![event])
            .await?;
        Ok(())
    }

    fn refuse_unless_held(&self, run: &RunId) -> Result<(), EngineError> {
        let run_name = || run.to_string();
        let Some(row) = self.store.run(run)? else {
            return Err(EngineError::UnknownRun { run: run_name() });
        };
        if row.held {
            return Ok(());
        }
        Err(EngineError::NotHeld { run: run_name() })
    }

    /// Asks for a run to be cancelled, whoever drives it. If nobody does, it is ended here.
    pub async fn cancel(&self, run: &RunId, reason: &str) -> Result<Option<RunEnd>, EngineError> {
        if self.store.run(run)?.is_none() {
            return Err(EngineError::UnknownRun {
                run: run.to_string(),
            });
        }
        let state = RunState::from_events(self.store.load(run, 0)?.iter().map(|e| &e.event));
        if let Some((outcome, reasons)) = state.outcome() {
            return Ok(Some(RunEnd {
                outcome: *outcome,
                reasons: reasons.clone(),
            }));
        }
        let event = Event::CancelRequested {
            reason: reason.to_owned(),
        };
        self.store
            .append(run, self.clock.now(), vec![event])
            .await?;
        match self.store.lock_run(run) {
            Ok(lock) => drop(lock),
            Err(assay_store::StoreError::RunBusy { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        self.drive(run, Notices::nobody(), &CancellationToken::new())
            .await
    }

    fn watch(&self, run: &RunId) -> CancellationToken {
        let token = CancellationToken::new();
        self.cancels
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(run.clone(), token.clone());
        let mut watcher = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        if watcher.is_none() {
            let work = watch_cancellations(self.store.clone(), Arc::clone(&self.cancels));
            *watcher = Some(tokio::runtime::Handle::current().spawn(work));
        }
        token
    }

    fn fresh_id(&self, request: &Request) -> Result<RunId, EngineError> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let now = self.clock.now();
        let day = now
            .to_string()
            .get(..10)
            .unwrap_or_default()
            .replace('-', "");
        loop {
            let seed = format!(
                "{}/{}/{}/{}",
                now.as_nanosecond(),
                std::process::id(),
                COUNTER.fetch_add(1, Ordering::Relaxed),
                request.question
            );
            let hash = assay_domain::BlobId::of_bytes(seed.as_bytes());
            let run = RunId::new(format!(
                "r-{day}-{}",
                hash.as_str().get(..8).unwrap_or_default()
            ));
            if self.store.run(&run)?.is_none() {
                return Ok(run);
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(watcher) = self
            .watcher
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            watcher.abort();
        }
    }
}

/// Passes on what other processes ask for. Owned by the engine, ends with it. A failed look is
/// repeated at the next tick: the driver itself meets any lasting trouble with the store.
async fn watch_cancellations(store: Store, cancels: Arc<Mutex<HashMap<RunId, CancellationToken>>>) {
    let mut seen = 0;
    let mut ticks = tokio::time::interval(CANCEL_POLL);
    loop {
        ticks.tick().await;
        let Ok(asked) = store.cancellations(seen) else {
            continue;
        };
        for (seq, run) in asked {
            seen = seq;
            let known = cancels
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get(&run)
                .cloned();
            if let Some(token) = known {
                token.cancel();
            }
        }
    }
}

/// Whether a driver has been at work already. Calls of a task prove nothing: they may have come with
/// a reused result.
fn begun(journal: &[Envelope]) -> bool {
    journal.iter().any(|envelope| {
        matches!(
            envelope.event,
            Event::TaskStarted { .. }
                | Event::CallStarted { task: None, .. }
                | Event::PlanRejected { .. }
                | Event::IntegrationStarted
        )
    })
}

/// The newest version of every section in the journal.
pub(crate) fn sections(
    store: &Store,
    journal: &[Envelope],
) -> Result<BTreeMap<TaskId, Arc<Section>>, EngineError> {
    let written = Artifacts::new(store, journal).all(SECTION)?.into_iter();
    Ok(written
        .map(|section| (section.task, Arc::new(section)))
        .collect())
}
