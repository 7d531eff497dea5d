use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use assay_domain::{
    Autonomy, Body, CallKind, Event, Failure, Plan, PlanOrigin, Request, Role, RunId, RunSettings,
    Task, TaskId, ToolCall,
};
use assay_engine::{
    Brains, BrowserDriver, Engine, FixedClock, Library, NewRun, Notices, Outside, Researchers, Web,
    workspace_folder,
};
use assay_llm::{Client, Dialect, ProviderConfig};
use assay_plan::profiles::AUTONOMOUS;
use assay_store::Store;
use assay_testkit::{
    Answer, FakeProvider, RecordedRequest, Reply, Script, prompt_text, run_settings,
};
use assay_web::{Courtesy, Policy, SearchEngines, Visitor, WebClient};
use secrecy::SecretString;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// A key of the installation that must not be typed anywhere.
pub(crate) const KEY: &str = "sk-lab-3Vn8Qx2Lp6Tz9Rw4Kd7Hs1Bm5";

/// What the agent does next, by everything it was told.
pub(crate) type Turn = Box<dyn Fn(&str) -> Reply + Send + Sync>;

/// A run with a model that follows a script, and a browser.
pub(crate) struct Lab {
    _folder: TempDir,
    pub(crate) store: Store,
    pub(crate) library: Library,
    pub(crate) provider: FakeProvider,
    /// The turn at which the model does not answer any more.
    pub(crate) silent_at: Arc<AtomicUsize>,
    pub(crate) run: Mutex<Option<RunId>>,
    policy: Policy,
}

pub(crate) fn call(name: &str, arguments: &Value) -> Reply {
    Reply::tool_calls([ToolCall {
        id: "call_1".to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_string(),
    }])
}

pub(crate) fn always(name: &'static str, arguments: Value) -> Turn {
    Box::new(move |_| call(name, &arguments))
}

/// Writes a chapter of one sentence that stands in a passage which was shown.
pub(crate) fn chapter(sentence: &'static str) -> Turn {
    Box::new(move |said| {
        let passage = said
            .split("<data id=\"")
            .skip(1)
            .find(|passage| passage.contains(sentence));
        let id = passage.and_then(|passage| passage.split('"').next());
        let stated = sentence.trim_end_matches('.');
        let content = format!(
            "# Deliveries\n\n{stated} [[{}]].\n",
            id.unwrap_or("ev_none")
        );
        let path = "Notebook/01 Deliveries.md";
        call(
            "file_operation",
            &json!({"action": "create_file", "file_path": path, "content": content}),
        )
    })
}

pub(crate) fn finish() -> Turn {
    always("all_finished", json!({"result": "done"}))
}

impl Lab {
    pub(crate) async fn new(turns: Vec<Turn>, policy: Policy) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let silent_at = Arc::new(AtomicUsize::new(usize::MAX));
        let silent = Arc::clone(&silent_at);
        let script = Script::new(move |request: &RecordedRequest, _| {
            if request.method != "POST" {
                return Answer::json(200, json!({"data": [{"id": "m"}]}).to_string());
            }
            let said = prompt_text(request);
            let step = step(&said);
            if step >= silent.load(Ordering::Relaxed) {
                return Answer::Hang;
            }
            let turn = turns.get(step).or(turns.last()).unwrap();
            Answer::Reply(turn(&said))
        });
        Self {
            library: Library::new(store.clone()),
            store,
            _folder: folder,
            provider: FakeProvider::start(script).await.unwrap(),
            silent_at,
            run: Mutex::new(None),
            policy,
        }
    }

    pub(crate) fn visitor(&self) -> Visitor {
        let courtesy = Courtesy {
            milliseconds_apart: 0,
            ..Courtesy::default()
        };
        Visitor::new(WebClient::new(self.policy.clone()).unwrap(), courtesy)
    }

    fn engine(&self, browser: Arc<dyn BrowserDriver>) -> Engine {
        let config = ProviderConfig::new("fake", Dialect::OpenAi, self.provider.base_url());
        let brains = Brains::new([Client::new(config).unwrap()]);
        let client = WebClient::new(self.policy.clone()).unwrap();
        let web = Web {
            engines: SearchEngines::new(Vec::new(), &client).unwrap(),
            visitor: self.visitor(),
        };
        let outside = Outside::new(Some(web), None).with_browser(browser);
        let researchers = Researchers::new(brains, self.library.clone())
            .with_outside(outside)
            .guarding(vec![("LAB_KEY".to_owned(), SecretString::from(KEY))]);
        let clock = Arc::new(FixedClock("2026-11-15T12:00:00Z".parse().unwrap()));
        Engine::new(self.store.clone(), clock, Arc::new(researchers))
    }

    /// Drives the run, a new one at first, until it ends or the model falls silent.
    pub(crate) async fn drive(
        &self,
        question: &str,
        browser: Arc<dyn BrowserDriver>,
        settings: RunSettings,
    ) -> Vec<Event> {
        let engine = self.engine(browser);
        let known = self.run.lock().unwrap().clone();
        let run = match known {
            Some(run) => run,
            None => {
                let run = engine.create(new_run(question, settings)).await.unwrap();
                *self.run.lock().unwrap() = Some(run.clone());
                run
            }
        };
        let stop = CancellationToken::new();
        let silent = self.silent_at.load(Ordering::Relaxed);
        let before = self.provider.request_count();
        let driven = engine.drive(&run, Notices::nobody(), &stop);
        tokio::select! {
            ended = driven => { ended.unwrap(); }
            () = self.provider.arrived(before.saturating_add(silent).saturating_add(1)), if silent != usize::MAX => {}
        }
        self.events(&run)
    }

    fn events(&self, run: &RunId) -> Vec<Event> {
        let journal = self.store.load(run, 0).unwrap();
        journal.into_iter().map(|envelope| envelope.event).collect()
    }

    /// Everything that the model was told.
    pub(crate) fn said(&self) -> String {
        self.provider.requests().iter().map(prompt_text).collect()
    }

    pub(crate) fn report(&self, events: &[Event]) -> String {
        let found = events.iter().find_map(|event| match event {
            Event::ArtifactWritten { artifact, body, .. } if artifact.to_string() == "report" => {
                Some(self.store.text_of(body).unwrap())
            }
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// A file of the workspace.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        let run = self.run.lock().unwrap().clone().unwrap();
        workspace_folder(&self.store, &run).join(name)
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap_or_default()
    }
}

/// The turn that is asked for: the loop says how many are over.
fn step(said: &str) -> usize {
    let status = said
        .rsplit("[step ")
        .next()
        .filter(|_| said.contains("[step "));
    let number = status.and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

pub(crate) fn settings(browser: bool) -> RunSettings {
    RunSettings {
        models: [(Role::Search, "fake/m".to_owned())].into(),
        profile: AUTONOMOUS.limited(Autonomy {
            max_steps: 20,
            context_tokens: 40_000,
        }),
        stand_in: false,
        web: true,
        browser,
        ..run_settings()
    }
}

fn new_run(question: &str, settings: RunSettings) -> NewRun {
    let plan = Plan {
        research_type: assay_domain::ResearchType::Industry,
        topic: question.to_owned(),
        objectives: Vec::new(),
        tasks: vec![Task {
            id: TaskId(1),
            description: "Autonomous research".to_owned(),
            dependencies: Vec::new(),
            hints: None,
        }],
    };
    NewRun {
        request: Request {
            question: question.to_owned(),
            research_type: None,
        },
        settings,
        plan: Some((plan, PlanOrigin::User, Vec::new())),
        understood: None,
        assumptions: Vec::new(),
        reuse: None,
    }
}

/// Tool calls of a journal in order: name, arguments, and why the call failed if it did.
pub(crate) fn calls(events: &[Event]) -> Vec<(String, String, Option<Failure>)> {
    let mut calls = Vec::new();
    let mut keys = Vec::new();
    for event in events {
        match event {
            Event::CallStarted {
                key,
                call: CallKind::Tool { tool },
                request,
                ..
            } => {
                let arguments = match request {
                    Body::Inline(text) => text.clone(),
                    Body::Blob { .. } => String::new(),
                };
                keys.push(key.clone());
                calls.push((tool.clone(), arguments, None));
            }
            Event::CallFailed { key, failure, .. } => {
                if let Some(at) = keys.iter().rposition(|known| known == key) {
                    calls[at].2 = Some(failure.clone());
                }
            }
            _ => {}
        }
    }
    calls
}

/// The failure of the first call of a tool.
pub(crate) fn failed(events: &[Event], tool: &str) -> Option<Failure> {
    let calls = calls(events);
    calls.into_iter().find(|(name, ..)| name == tool)?.2
}
