use assay_domain::{Envelope, Event, Language, Request, RunId, RunSettings, Timestamp};
use assay_store::{Store, StoreError};
use rusqlite::{Connection, OpenFlags};
use serde_json::json;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// A store in a folder of its own, with a runtime to append from.
pub(crate) struct Place {
    pub(crate) store: Store,
    pub(crate) runtime: Runtime,
    pub(crate) folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        Self {
            store,
            runtime: runtime(),
            folder,
        }
    }

    pub(crate) fn append(
        &self,
        run: &RunId,
        events: Vec<Event>,
    ) -> Result<Vec<Envelope>, StoreError> {
        self.runtime
            .block_on(self.store.append(run, noon(), events))
    }

    /// A connection of some other program.
    pub(crate) fn outsider(&self) -> Connection {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        Connection::open_with_flags(self.folder.path().join("assay.db"), flags).unwrap()
    }
}

pub(crate) fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

/// With more digits than the journal keeps.
pub(crate) fn noon() -> Timestamp {
    "2026-11-15T12:00:00.123456789Z".parse().unwrap()
}

pub(crate) fn run(name: &str) -> RunId {
    RunId::new(name)
}

pub(crate) fn created(question: &str) -> Event {
    let settings: RunSettings = serde_json::from_value(json!({
        "language": "en", "models": {}, "sampling": {"temperature": 0.3, "top_p": 0.85},
        "concurrency": 6, "section_length": {"min": 400, "max": 900},
        "budget": {"max_tokens": null, "max_cost": null, "reserve_percent": 20},
        "max_steps": 8, "max_attempts": 3, "stream": true, "tool_mode": "native",
        "max_output_tokens": 3000, "stand_in": true,
    }))
    .unwrap();
    assert_eq!(settings.language, Language::En);
    Event::RunCreated {
        format: 1,
        request: Request {
            question: question.to_owned(),
            research_type: None,
        },
        settings: Box::new(settings),
        base: None,
    }
}

pub(crate) fn assumed(what: &str) -> Event {
    Event::AssumptionMade {
        parameter: "period".to_owned(),
        assumed: what.to_owned(),
    }
}
