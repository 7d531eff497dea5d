//! A host that stands in for the program around a server: a home, an engine over it, and settings
//! that nothing reads.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::{Request, RunSettings};
use assay_engine::{
    Arrival, Assignment, Brains, Clock, Engine, EngineError, Library, NewRun, Outside, Researchers,
    SystemClock,
};
use assay_server::{Host, HostWork, Problem, RunWish, Setting};
use assay_store::Store;
use secrecy::SecretString;

pub(crate) struct StandIn {
    store: Store,
    library: Library,
    engine: Arc<Engine>,
    secrets: Vec<(String, SecretString)>,
    run_settings: fn(&RunWish) -> RunSettings,
    settings: Mutex<BTreeMap<String, String>>,
    trace_endpoint: Option<String>,
}

/// What a stand-in is made of beside its home.
pub(crate) struct Made<'a> {
    pub(crate) brains: Brains,
    /// Name and text of what its library holds.
    pub(crate) documents: &'a [(&'a str, &'a str)],
    pub(crate) secrets: &'a [(&'a str, &'a str)],
    /// Settings of the runs that are wished for.
    pub(crate) run_settings: fn(&RunWish) -> RunSettings,
    pub(crate) settings: &'a [(&'a str, &'a str)],
    pub(crate) trace_endpoint: Option<String>,
}

impl StandIn {
    pub(crate) async fn new(home: &Path, made: Made<'_>) -> Result<Self, EngineError> {
        let store = Store::open(home)?;
        let library = Library::new(store.clone());
        for (name, text) in made.documents {
            library
                .bring_in(Arrival::given(name, text.as_bytes()), &SystemClock)
                .await?;
        }
        let secrets = made.secrets.iter();
        let secrets: Vec<_> = secrets
            .map(|(name, value)| ((*name).to_owned(), SecretString::from(*value)))
            .collect();
        let researchers = Researchers::new(made.brains, library.clone())
            .with_outside(Outside::default())
            .guarding(secrets.clone());
        let engine = Engine::new(store.clone(), Arc::new(SystemClock), Arc::new(researchers));
        let settings = made.settings.iter();
        let settings = settings.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Ok(Self {
            store,
            library,
            engine: Arc::new(engine),
            secrets,
            run_settings: made.run_settings,
            settings: Mutex::new(settings.collect()),
            trace_endpoint: made.trace_endpoint,
        })
    }
}

impl Host for StandIn {
    fn store(&self) -> &Store {
        &self.store
    }

    fn clock(&self) -> Arc<dyn Clock> {
        Arc::new(SystemClock)
    }

    fn library(&self) -> Library {
        self.library.clone()
    }

    fn engine(&self) -> Result<Arc<Engine>, Problem> {
        Ok(Arc::clone(&self.engine))
    }

    fn secrets(&self) -> Vec<(String, SecretString)> {
        self.secrets.clone()
    }

    fn new_run(&self, wish: RunWish) -> HostWork<'_, NewRun> {
        let settings = (self.run_settings)(&wish);
        let agent = match wish.agent() {
            Ok(agent) => agent,
            Err(problem) => return Box::pin(std::future::ready(Err(problem))),
        };
        if let Some((profile, autonomy)) = agent {
            let assignment = Assignment {
                title: wish.question,
                purpose: wish.purpose.unwrap_or_default(),
                research_type: wish.research_type,
            };
            let new = NewRun::autonomous(&profile, assignment, autonomy, settings);
            return Box::pin(std::future::ready(Ok(new)));
        }
        let new = NewRun {
            settings,
            request: Request {
                question: wish.question,
                research_type: wish.research_type,
            },
            plan: None,
            understood: None,
            assumptions: Vec::new(),
            reuse: None,
        };
        Box::pin(std::future::ready(Ok(new)))
    }

    /// Its own settings, and a secret for each key.
    fn settings(&self) -> Result<Vec<Setting>, Problem> {
        let settings = self.settings.lock();
        let settings = settings.unwrap_or_else(PoisonError::into_inner);
        let plain = settings.iter().map(|(key, value)| Setting {
            key: key.clone(),
            value: Some(value.clone()),
            source: "file".to_owned(),
            about: String::new(),
            secret: false,
            set: !value.is_empty(),
            writable: key != "export.browser",
        });
        let secrets = self.secrets.iter().map(|(name, _)| Setting {
            key: format!("secrets.{name}"),
            value: None,
            source: "kept".to_owned(),
            about: String::new(),
            secret: true,
            set: true,
            writable: true,
        });
        Ok(plain.chain(secrets).collect())
    }

    fn set(&self, key: &str, value: Option<&str>) -> Result<(), Problem> {
        if value == Some("impossible") {
            return Err(Problem::unusable("that cannot be"));
        }
        if key.starts_with("secrets.") {
            return Ok(());
        }
        let settings = self.settings.lock();
        let mut settings = settings.unwrap_or_else(PoisonError::into_inner);
        match value {
            Some(value) => settings.insert(key.to_owned(), value.to_owned()),
            None => settings.remove(key),
        };
        Ok(())
    }

    fn trace_endpoint(&self) -> Option<String> {
        self.trace_endpoint.clone()
    }

    fn pdf<'a>(&'a self, page: &'a str) -> HostWork<'a, Vec<u8>> {
        let printed = format!("%PDF-1.7 {}", page.len()).into_bytes();
        Box::pin(std::future::ready(Ok(printed)))
    }
}
