use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use assay_domain::RunId;
use assay_store::{Owner, RunRow, Store};
use axum::http::HeaderMap;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::hub::Hubs;
use crate::log::Log;
use crate::monitor::Monitor;
use crate::supervisor::Supervisor;
use crate::views::RunViews;
use crate::{Access, Host, Limits, Problem, Sessions};

/// Documents that are read at once: each may take as much memory as its file is large.
const READ_AT_ONCE: usize = 2;
/// How long an answer to "who else drives it?" counts.
const GLANCE: Duration = Duration::from_secs(2);

/// What every request is answered from.
pub(crate) struct Desk {
    pub(crate) host: Arc<dyn Host>,
    pub(crate) access: Access,
    pub(crate) sessions: Sessions,
    pub(crate) hubs: Arc<Hubs>,
    pub(crate) views: RunViews,
    pub(crate) supervisor: Arc<Supervisor>,
    pub(crate) monitor: Monitor,
    pub(crate) log: Log,
    pub(crate) limits: Limits,
    /// Ends streams when the server ends.
    pub(crate) closing: CancellationToken,
    pub(crate) reading: Semaphore,
    pub(crate) uploads: AtomicU64,
    glances: Mutex<BTreeMap<RunId, (Instant, Owner)>>,
}

impl Desk {
    pub(crate) fn new(
        host: Arc<dyn Host>,
        access: Access,
        hubs: Arc<Hubs>,
        supervisor: Arc<Supervisor>,
        log: Log,
        limits: Limits,
        closing: CancellationToken,
    ) -> Self {
        let sessions = Sessions::of_home(host.store().home());
        Self {
            host,
            access,
            sessions,
            hubs,
            views: RunViews::default(),
            supervisor,
            monitor: Monitor::default(),
            log,
            limits,
            closing,
            reading: Semaphore::new(READ_AT_ONCE),
            uploads: AtomicU64::new(0),
            glances: Mutex::default(),
        }
    }

    pub(crate) fn store(&self) -> &Store {
        self.host.store()
    }

    /// The session that a request belongs to, if it is one of this server.
    pub(crate) fn session_of(&self, headers: &HeaderMap) -> Result<Option<String>, Problem> {
        let now = self.host.clock().now();
        Ok(self.sessions.of_request(&self.access, headers, now)?)
    }

    /// The run of a request, by its whole id.
    pub(crate) fn row(&self, run: &RunId) -> Result<RunRow, Problem> {
        let row = if run.is_run() {
            self.store().run(run)?
        } else {
            None
        };
        row.ok_or_else(|| {
            Problem::not_found(format!("there is no run {run}; /api/runs lists them"))
                .with_code("unknown_run")
        })
    }

    /// Who is at work on an open run: this server, or another process.
    pub(crate) fn owner(&self, run: &RunId) -> Result<Owner, Problem> {
        if self.supervisor.is_driven(run) {
            return Ok(Owner::AtWork);
        }
        let now = Instant::now();
        let known = {
            let glances = self.glances.lock().unwrap_or_else(PoisonError::into_inner);
            glances.get(run).copied()
        };
        if let Some((at, owner)) = known
            && now.duration_since(at) < GLANCE
        {
            return Ok(owner);
        }
        let owner = self.store().owner(run)?;
        let mut glances = self.glances.lock().unwrap_or_else(PoisonError::into_inner);
        glances.retain(|_, (at, _)| now.duration_since(*at) < GLANCE);
        glances.insert(run.clone(), (now, owner));
        Ok(owner)
    }
}
