//! A server over a home of its own, with a host that stands in for the program around it.

use std::net::SocketAddr;
use std::sync::Arc;

use assay_domain::{Budget, Language, Role, RunSettings};
use assay_engine::Brains;
use assay_llm::{Client, Dialect, ProviderConfig};
use assay_server::{Access, Limits, LogFormat, LogTo, RunWish, Server, ServerOptions};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::client::{Events, Reply, begin, send};
use crate::host::{Made, StandIn};

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

/// What a server is tried with beside its home.
#[derive(Default)]
pub(crate) struct Setup {
    pub(crate) model_url: Option<String>,
    pub(crate) trace_endpoint: Option<String>,
    pub(crate) limits: Limits,
    pub(crate) origins: &'static [&'static str],
    /// Where its log goes, as JSON.
    pub(crate) log_to: Option<LogTo>,
}

async fn stand_in(home: &std::path::Path, setup: &Setup) -> StandIn {
    let clients = setup.model_url.as_deref().map(|url| {
        let mut config = ProviderConfig::new("fake", Dialect::OpenAi, url);
        config.max_retries = 0;
        Client::new(config).unwrap()
    });
    let made = Made {
        brains: Brains::new(clients),
        documents: &[("orlin.md", DOCUMENT)],
        secrets: &[("FAKE_API_KEY", CANARY)],
        run_settings,
        settings: &[
            ("deep.enabled", "true"),
            ("sampling.temperature", "0.3"),
            ("sampling.top_p", "0.85"),
            ("export.browser", ""),
        ],
        trace_endpoint: setup.trace_endpoint.clone(),
    };
    StandIn::new(home, made).await.unwrap()
}

fn run_settings(wish: &RunWish) -> RunSettings {
    let planner = wish.may_ask.then_some(Role::Plan);
    let roles = || [Role::Search, Role::Report].into_iter().chain(planner);
    let models = wish.model.iter();
    let models = models.flat_map(|model| roles().map(|role| (role, model.clone())));
    let settings = assay_testkit::run_settings();
    RunSettings {
        language: wish.language.unwrap_or(Language::En),
        models: models.collect(),
        budget: Budget {
            max_tokens: wish.max_tokens,
            ..settings.budget
        },
        stream: true,
        hold_plan: wish.hold_plan,
        may_ask: wish.may_ask,
        ..settings
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

    pub(crate) async fn with(setup: Setup) -> Self {
        Self::set_up(TempDir::new().unwrap(), setup).await
    }

    pub(crate) async fn over(home: TempDir, model_url: Option<&str>) -> Self {
        let setup = Setup {
            model_url: model_url.map(str::to_owned),
            ..Setup::default()
        };
        Self::set_up(home, setup).await
    }

    async fn set_up(home: TempDir, setup: Setup) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let host = Arc::new(stand_in(home.path(), &setup).await);
        let mut access = Access::new("127.0.0.1", address.port(), TOKEN);
        for origin in setup.origins {
            access = access.with_origin(origin).unwrap();
        }
        let mut options = ServerOptions {
            limits: setup.limits,
            ..ServerOptions::new(access, tokio::runtime::Handle::current())
        };
        if let Some(log_to) = setup.log_to {
            options.log = LogFormat::Json;
            options.log_to = log_to;
        }
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
