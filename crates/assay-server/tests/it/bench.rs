//! A server over a home of its own, with a host that stands in for the program around it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use assay_domain::{Budget, Language, Request, Role, RunSettings};
use assay_engine::{
    Assignment, Brains, Clock, Engine, Library, NewRun, Outside, Researchers, SystemClock,
};
use assay_llm::{Client, Dialect, ProviderConfig};
use assay_server::{
    Access, Host, HostWork, LogFormat, Problem, RunWish, Server, ServerOptions, Setting,
};
use assay_store::Store;
use assay_testkit::run_settings;
use secrecy::SecretString;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::client::{Events, Reply, begin, send};

pub(crate) const TOKEN: &str = "a-token-for-tests-only";
/// A configured key that nothing may ever show.
pub(crate) const CANARY: &str = "canary-7781-velvet-anchor";

const DOCUMENT: &str = "# Orlin Pumps Annual Report 2024\n\n\
## Results\n\n\
Orlin Pumps had revenue of $812 million in 2024, up from $745 million in 2023. \
Operating income was $97 million in 2024. Net debt was $120 million at the end of 2024.\n\n\
## Market\n\n\
The company sells pumps to water utilities and chemical plants. Its largest customer is Northwater, \
which accounted for 14% of revenue in 2024. Competitors include Haldric Flow and Tessaro Pumps.\n\n\
## Risks\n\n\
A single supplier provides all seals. A replacement would take 9 months to qualify.\n";

pub(crate) struct TestHost {
    store: Store,
    library: Library,
    engine: Arc<Engine>,
    settings: Mutex<BTreeMap<String, String>>,
}

impl TestHost {
    pub(crate) async fn new(home: &std::path::Path, model_url: Option<&str>) -> Self {
        let store = Store::open(home).unwrap();
        let library = Library::new(store.clone());
        library
            .ingest_named("orlin.md", "orlin.md", DOCUMENT.as_bytes(), &SystemClock)
            .await
            .unwrap();
        let clients = model_url.map(|url| {
            let mut config = ProviderConfig::new("fake", Dialect::OpenAi, url);
            config.max_retries = 0;
            Client::new(config).unwrap()
        });
        let researchers = Researchers::new(Brains::new(clients), library.clone())
            .with_outside(Outside::default())
            .guarding(secrets());
        let engine = Engine::new(store.clone(), Arc::new(SystemClock), Arc::new(researchers));
        let settings = BTreeMap::from([
            ("deep.enabled".to_owned(), "true".to_owned()),
            ("sampling.temperature".to_owned(), "0.3".to_owned()),
            ("sampling.top_p".to_owned(), "0.85".to_owned()),
            ("export.browser".to_owned(), String::new()),
        ]);
        Self {
            store,
            library,
            engine: Arc::new(engine),
            settings: Mutex::new(settings),
        }
    }
}

fn secrets() -> Vec<(String, SecretString)> {
    vec![("FAKE_API_KEY".to_owned(), SecretString::from(CANARY))]
}

impl Host for TestHost {
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
        secrets()
    }

    fn new_run(&self, wish: RunWish) -> HostWork<'_, NewRun> {
        Box::pin(async move {
            let models = wish
                .model
                .iter()
                .flat_map(|model| [Role::Search, Role::Report].map(|role| (role, model.clone())));
            let settings = run_settings();
            if let Some(autonomy) = wish.autonomy()? {
                let assignment = Assignment {
                    title: wish.question,
                    purpose: wish.purpose.unwrap_or_default(),
                    research_type: wish.research_type,
                };
                let settings = RunSettings {
                    language: wish.language.unwrap_or(Language::En),
                    ..settings
                };
                return Ok(NewRun::autonomous(assignment, autonomy, settings));
            }
            Ok(NewRun {
                request: Request {
                    question: wish.question,
                    research_type: wish.research_type,
                },
                settings: RunSettings {
                    language: wish.language.unwrap_or(Language::En),
                    models: models.collect(),
                    budget: Budget {
                        max_tokens: wish.max_tokens,
                        ..settings.budget
                    },
                    stream: true,
                    hold_plan: wish.hold_plan,
                    ..settings
                },
                plan: None,
                assumptions: Vec::new(),
                reuse: None,
            })
        })
    }

    fn settings(&self) -> Result<Vec<Setting>, Problem> {
        let settings = self.settings.lock().unwrap();
        let plain = settings.iter().map(|(key, value)| Setting {
            key: key.clone(),
            value: Some(value.clone()),
            source: "file".to_owned(),
            about: String::new(),
            secret: false,
            set: !value.is_empty(),
            writable: key != "export.browser",
        });
        let secret = Setting {
            key: "secrets.FAKE_API_KEY".to_owned(),
            value: None,
            source: "kept".to_owned(),
            about: String::new(),
            secret: true,
            set: true,
            writable: true,
        };
        Ok(plain.chain([secret]).collect())
    }

    fn set(&self, key: &str, value: Option<&str>) -> Result<(), Problem> {
        if value == Some("impossible") {
            return Err(Problem::unusable("that cannot be"));
        }
        if key.starts_with("secrets.") {
            return Ok(());
        }
        let mut settings = self.settings.lock().unwrap();
        match value {
            Some(value) => settings.insert(key.to_owned(), value.to_owned()),
            None => settings.remove(key),
        };
        Ok(())
    }

    fn pdf(&self, page: &str) -> Result<Vec<u8>, Problem> {
        Ok(format!("%PDF-1.7 {}", page.len()).into_bytes())
    }
}

/// A server at work, and the home it serves.
pub(crate) struct Bench {
    pub(crate) home: TempDir,
    pub(crate) address: SocketAddr,
    stop: CancellationToken,
    serving: JoinHandle<()>,
}

impl Bench {
    pub(crate) async fn new() -> Self {
        Self::over(TempDir::new().unwrap(), None).await
    }

    pub(crate) async fn with_model(url: &str) -> Self {
        Self::over(TempDir::new().unwrap(), Some(url)).await
    }

    pub(crate) async fn over(home: TempDir, model_url: Option<&str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let host = Arc::new(TestHost::new(home.path(), model_url).await);
        let options = ServerOptions {
            access: Access::new("127.0.0.1", address.port(), TOKEN),
            log: LogFormat::Off,
            drivers: tokio::runtime::Handle::current(),
            most_connections: 256,
        };
        let server = Server::new(host, options);
        server.take_up().unwrap();
        let stop = CancellationToken::new();
        let stopping = stop.clone();
        let serve = async move { server.serve(listener, stopping).await };
        let serving = tokio::runtime::Handle::current().spawn(serve);
        Self {
            home,
            address,
            stop,
            serving,
        }
    }

    /// Ends the server in good order; the home stays.
    pub(crate) async fn end(self) -> TempDir {
        self.stop.cancel();
        self.serving.await.unwrap();
        self.home
    }

    pub(crate) fn authority(&self) -> String {
        self.address.to_string()
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        let authority = self.authority();
        let bearer = format!("Bearer {TOKEN}");
        let headers = [
            ("host", authority.as_str()),
            ("authority", ""),
            ("authorization", &bearer),
        ];
        send(self.address, "GET", path, &headers, b"").await
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: &Value) -> Reply {
        let authority = self.authority();
        let bearer = format!("Bearer {TOKEN}");
        let headers = [
            ("host", authority.as_str()),
            ("authorization", &bearer),
            ("x-assay", "1"),
            ("content-type", "application/json"),
        ];
        send(
            self.address,
            method,
            path,
            &headers,
            body.to_string().as_bytes(),
        )
        .await
    }

    pub(crate) async fn upload(&self, name: &str, bytes: &[u8]) -> Reply {
        let authority = self.authority();
        let bearer = format!("Bearer {TOKEN}");
        let headers = [
            ("host", authority.as_str()),
            ("authorization", &bearer),
            ("x-assay", "1"),
            ("content-type", "application/octet-stream"),
        ];
        let path = format!("/api/library/documents?name={name}");
        send(self.address, "POST", &path, &headers, bytes).await
    }

    pub(crate) async fn follow(&self, run: &str, after: Option<&str>) -> Events {
        let authority = self.authority();
        let bearer = format!("Bearer {TOKEN}");
        let mut headers = vec![("host", authority.as_str()), ("authorization", &bearer)];
        headers.extend(after.map(|after| ("last-event-id", after)));
        let path = format!("/api/runs/{run}/events");
        Events::new(begin(self.address, "GET", &path, &headers, b"").await)
    }

    /// Begins a run and gives its id.
    pub(crate) async fn begin(&self, wish: Value) -> String {
        let reply = self.ask("POST", "/api/runs", &wish).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["run"].as_str().unwrap().to_owned()
    }

    /// A run that went to its end.
    pub(crate) async fn finished(&self) -> String {
        let run = self
            .begin(json!({"question": "How healthy is Orlin Pumps?"}))
            .await;
        self.follow(&run, None).await.rest().await;
        run
    }

    pub(crate) async fn state(&self, run: &str) -> String {
        let shown = self.get(&format!("/api/runs/{run}")).await.json();
        shown["state"].as_str().unwrap().to_owned()
    }
}
