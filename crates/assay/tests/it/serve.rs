//! The workbench's server as a user starts it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_domain::Event;
use assay_testkit::Answer;
use serde_json::{Value, json};

use crate::home::{Home, repository};
use crate::provider::Provider;
use crate::scribe::{self, Kind};

/// A server in a process of its own. Killed, not asked, when dropped.
pub(crate) struct Serving {
    child: Child,
    authority: String,
    token: String,
}

impl Serving {
    pub(crate) fn start(home: &Home) -> Self {
        Self::start_with(home, &[])
    }

    fn start_with(home: &Home, more: &[&str]) -> Self {
        Self::start_in(home, more, &[])
    }

    pub(crate) fn start_in(home: &Home, more: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut child = home
            .command(["serve", "--port", "0"])
            .args(more)
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        let (authority, token) = address.split_once("/#token=").unwrap();
        Self {
            child,
            authority: authority.to_owned(),
            token: token.to_owned(),
        }
    }

    /// The status for a page of an origin that asks under the name of a host.
    fn status_for(&self, host: &str, origin: &str) -> u16 {
        let mut socket = TcpStream::connect(&self.authority).unwrap();
        let request = format!(
            "GET /api/runs HTTP/1.0\r\nhost: {host}\r\norigin: {origin}\r\nauthorization: Bearer {}\r\n\r\n",
            self.token
        );
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().parse().unwrap()
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let mut socket = TcpStream::connect(&self.authority).unwrap();
        let (authority, token, length) = (&self.authority, &self.token, body.len());
        let request = format!(
            "{method} {path} HTTP/1.0\r\nhost: {authority}\r\nauthorization: Bearer {token}\r\nx-assay: 1\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(json!(body)))
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, value) = self.ask("GET", path, &json!({}));
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    /// Follows a run to its end; the stream closes then.
    fn follow(&self, run: &str) {
        let stream = self.get(&format!("/api/runs/{run}/events"));
        assert!(stream.as_str().unwrap().contains("event: end"), "{stream}");
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // it may have ended, which is what is wanted
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn a_run_survives_a_server_that_was_killed_and_the_token_stays_the_same() {
    let answers = Arc::new(AtomicBool::new(false));
    let opened = Arc::clone(&answers);
    let provider = Provider::start(move |request| {
        let waits = scribe::kind(request) == Kind::Summary && !opened.load(Ordering::Relaxed);
        if waits {
            Answer::Hang
        } else {
            scribe::answer(request)
        }
    });
    let home = Home::with_samples();
    home.configure(&provider.config());
    let first = Serving::start(&home);
    let wish = json!({
        "question": "How healthy is Velmora Sensing?", "profile": "plain", "hold_plan": true,
    });
    let (status, begun) = first.ask("POST", "/api/runs", &wish);
    assert_eq!(status, 201, "{begun}");
    let run = begun["run"].as_str().unwrap().to_owned();
    let path = format!("/api/runs/{run}");
    while first.get(&path)["state"] != "awaiting_approval" {
        std::thread::yield_now();
    }
    let plan = scribe::plan(2);
    let (status, told) = first.ask("PUT", &format!("{path}/plan"), &plan);
    assert_eq!(status, 200, "{told}");
    let (status, told) = first.ask("POST", &format!("{path}/approve"), &json!({}));
    assert_eq!(status, 200, "{told}");
    // the list of models, a plan, two turns for each of two tasks, the summary
    provider.wait_for(7);
    let token = first.token.clone();
    first.signal("-KILL");
    drop(first);
    home.assert_sound();

    answers.store(true, Ordering::Relaxed);
    let second = Serving::start(&home);
    assert_eq!(second.token, token);
    second.follow(&run);
    assert_eq!(second.get(&path)["state"], "completed");
    second.signal("-TERM");
    let resumes = home.journal();
    let resumes = resumes
        .iter()
        .filter(|envelope| matches!(envelope.event, Event::RunResumed { .. }));
    assert_eq!(resumes.count(), 2, "after the approval and after the kill");
    for file in ["report.md", "report.html", "log.md"] {
        let path = home.state().join("reports").join(&run).join(file);
        assert!(path.is_file(), "{file}");
    }
}

#[test]
fn a_valuation_is_computed_again_with_assumptions_and_never_with_other_data() {
    let home = Home::with_sample_company();
    let market = repository().join("samples/market.json");
    std::fs::copy(market, home.state().join("market.json")).unwrap();
    let server = Serving::start(&home);
    let wish = json!({
        "question": "What is VLSS worth?", "profile": "investment", "as_of": "2025-03-31",
    });
    let (status, begun) = server.ask("POST", "/api/runs", &wish);
    assert_eq!(status, 201, "{begun}");
    let path = format!("/api/runs/{}", begun["run"].as_str().unwrap());
    server.follow(begun["run"].as_str().unwrap());
    assert_eq!(server.get(&path)["profile"], "investment");
    let stored = server.get(&format!("{path}/valuation"));
    assert_eq!(stored["outcome"]["outcome"], "valued", "{stored}");
    let value = |outcome: &Value| outcome["results"][0]["value_per_share"]["value"].clone();
    let change = |inputs: Value| {
        let path = format!("{path}/valuation");
        server.ask("POST", &path, &json!({"inputs": inputs}))
    };
    let (status, same) = change(json!({}));
    assert_eq!(
        (status, value(&same["outcome"])),
        (200, value(&stored["outcome"]))
    );
    let (status, other) = change(json!({"growth.terminal": "0.01"}));
    assert_eq!(status, 200, "{other}");
    assert_ne!(value(&other["outcome"]), value(&stored["outcome"]));
    assert_eq!(other["change"]["parts"][3]["cause"], "assumption");
    for inputs in [json!({"revenue.base": "1"}), json!({"no.such.input": "1"})] {
        let (status, refused) = change(inputs);
        assert_eq!(status, 422, "{refused}");
        assert_eq!(refused["problems"].as_array().unwrap().len(), 1);
    }
    assert_eq!(server.get(&format!("{path}/valuation")), stored);
    assert!(server.get(&format!("{path}/graph"))["graph"]["edges"].is_array());
    assert_eq!(
        server.get(&format!("{path}/gates"))["quality"]["decision"]["verdict"],
        "PASS"
    );
}

#[test]
fn settings_are_kept_and_keys_are_kept_from_everybody() {
    let home = Home::with_samples();
    let server = Serving::start(&home);
    let (status, told) = server.ask("PUT", "/api/config/run.concurrency", &json!({"value": "3"}));
    assert_eq!((status, &told["value"]), (200, &json!("3")));
    let key = json!({"value": "sk-canary-4411-lantern"});
    let (status, told) = server.ask("PUT", "/api/config/secrets.OPENAI_API_KEY", &key);
    assert_eq!(
        (status, &told["value"], &told["set"]),
        (200, &Value::Null, &json!(true))
    );
    for (key, value) in [
        ("export.browser", "/bin/sh"),
        ("providers.openai.base_url", "http://127.0.0.1:9/v1"),
        ("providers.openai.api_key_env", "PATH"),
        ("otel.endpoint", "http://127.0.0.1:9/"),
        ("serve.origins", "https://evil.example"),
    ] {
        let path = format!("/api/config/{key}");
        let (status, told) = server.ask("PUT", &path, &json!({"value": value}));
        assert!([403, 422].contains(&status), "{key}: {status} {told}");
    }
    let (status, _) = server.ask(
        "PUT",
        "/api/config/web.engines",
        &json!({"value": "nonsense"}),
    );
    assert_eq!(status, 422);
    let shown = server.get("/api/config").to_string();
    assert!(!shown.contains("sk-canary"), "{shown}");
    assert!(
        !shown.contains("nonsense"),
        "what cannot be used is taken back: {shown}"
    );
    drop(server);
    assert_eq!(
        home.must(&["config", "get", "run.concurrency"]).stdout,
        "3\n"
    );
    #[cfg(unix)]
    for file in ["secrets.json", "server-token"] {
        use std::os::unix::fs::PermissionsExt as _;
        let rights = std::fs::metadata(home.state().join(file))
            .unwrap()
            .permissions();
        assert_eq!(rights.mode() & 0o777, 0o600, "{file}");
    }
    let printed = home.must(&["config"]);
    assert!(!printed.stdout.contains("sk-canary") && !printed.stderr.contains("sk-canary"));
    let short = home.assay(&["serve", "--token", "short", "--port", "0"]);
    assert_eq!(short.code, Some(1));
}

/// Also beside one that cannot be used and is refused.
#[test]
fn settings_and_keys_that_are_sent_at_once_are_all_kept() {
    let home = Home::empty();
    home.configure("[budget]\nmax_cost_usd = 2\n");
    let server = Serving::start(&home);
    let changes = [
        ("budget.max_tokens", "50000", 200),
        ("language", "zh", 200),
        ("models.default", "ollama/m", 200),
        ("run.concurrency", "2", 200),
        ("run.max_steps", "9", 200),
        ("web.engines", "nonsense", 422),
        ("secrets.FMP_API_KEY", "key-one", 200),
        ("secrets.OPENAI_API_KEY", "key-two", 200),
        ("secrets.PRICES_API_KEY", "key-three", 200),
    ];
    std::thread::scope(|scope| {
        for (key, value, expected) in changes {
            let server = &server;
            scope.spawn(move || {
                let path = format!("/api/config/{key}");
                let (status, told) = server.ask("PUT", &path, &json!({"value": value}));
                assert_eq!(status, expected, "{key}: {told}");
            });
        }
    });
    let shown = server.get("/api/config");
    let found = |key: &str| {
        let mut values = shown["values"].as_array().unwrap().iter();
        values.find(|one| one["key"] == key).unwrap()
    };
    for (key, value, _) in changes.iter().filter(|change| change.2 == 200) {
        match key.strip_prefix("secrets.") {
            Some(_) => assert_eq!(found(key)["set"], true, "{key}"),
            None => {
                assert_eq!(found(key)["value"], *value, "{key}");
                let kept = home.must(&["config", "get", key]).stdout;
                assert_eq!(kept.trim_end(), *value, "{key}");
            }
        }
    }
    assert_eq!(found("budget.max_cost_usd")["value"], "2");
}

#[test]
fn a_proxy_is_let_in_by_argument_or_setting_and_nobody_else() {
    let home = Home::empty();
    let named = [
        "config",
        "set",
        "serve.origins",
        "https://a.example, https://b.example:8443",
    ];
    assert!(home.command(named).status().unwrap().success());
    let server = Serving::start_with(&home, &["--origin", "https://c.example"]);
    for (host, origin, expected) in [
        ("a.example", "https://a.example", 200),
        ("b.example:8443", "https://b.example:8443", 200),
        ("c.example", "https://c.example", 200),
        (server.authority.as_str(), "https://c.example", 200),
        ("c.example", "http://c.example", 403),
        ("b.example", "https://b.example:8443", 403),
        ("d.example", "https://c.example", 403),
        ("c.example", "https://d.example", 403),
    ] {
        assert_eq!(server.status_for(host, origin), expected, "{host} {origin}");
    }
    for wrong in [
        "c.example",
        "https://c.example/path",
        "https://*.example",
        "*",
    ] {
        let refused = home
            .command(["serve", "--port", "0", "--origin", wrong])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success(), "{wrong}");
        assert!(said.contains(&format!("`{wrong}` is no origin")), "{said}");
    }
}
