//! Traces of runs on their way to a collector.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use assay_server::{Limits, LogTo};
use assay_testkit::{Answer, FakeProvider, Script};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::bench::{Bench, Setup};

const QUESTION: &str = "How healthy is Orlin Pumps?";

/// One request of a server: its head, and its body.
async fn heard(socket: &mut TcpStream) -> (String, Value) {
    let mut bytes = Vec::new();
    let mut piece = [0; 8_192];
    loop {
        let read = socket.read(&mut piece).await.unwrap();
        assert!(read > 0, "the request broke off");
        bytes.extend_from_slice(&piece[..read]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.to_lowercase();
        let length = length.split("content-length: ").nth(1).unwrap();
        let length: usize = length.lines().next().unwrap().trim().parse().unwrap();
        if body.len() >= length {
            return (head.to_owned(), serde_json::from_str(body).unwrap());
        }
    }
}

async fn collector() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}/v1/traces", listener.local_addr().unwrap());
    (listener, endpoint)
}

async fn taken(listener: &TcpListener, answer: &str) -> (String, Value) {
    let (mut socket, _) = listener.accept().await.unwrap();
    let heard = heard(&mut socket).await;
    let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n");
    socket.write_all(answer.as_bytes()).await.unwrap();
    heard
}

/// The attributes of a span, by their names.
fn attributes(span: &Value) -> BTreeMap<String, String> {
    let listed = span["attributes"].as_array().unwrap().iter();
    listed
        .map(|one| {
            let (kind, value) = one["value"].as_object().unwrap().iter().next().unwrap();
            assert!(
                ["stringValue", "intValue"].contains(&kind.as_str()),
                "{one}"
            );
            let name = one["key"].as_str().unwrap().to_owned();
            (name, value.as_str().unwrap().to_owned())
        })
        .collect()
}

/// Spans have ids of their own, times in order, and parents among themselves.
fn have_their_form(spans: &[Value]) {
    let root = &spans[0];
    let mut ids: Vec<&str> = Vec::new();
    for span in spans {
        let id = span["spanId"].as_str().unwrap();
        assert!(id.len() == 16 && !ids.contains(&id), "{span}");
        ids.push(id);
        assert_eq!(span["traceId"], root["traceId"]);
        assert_eq!(span["traceId"].as_str().unwrap().len(), 32);
        let time = |name: &str| span[name].as_str().unwrap().parse::<u128>().unwrap();
        let (begun, ended) = (time("startTimeUnixNano"), time("endTimeUnixNano"));
        assert!(begun <= ended, "{span}");
    }
    for span in &spans[1..] {
        let parent = span["parentSpanId"].as_str().unwrap();
        assert!(ids.contains(&parent), "{span}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_gets_the_spans_of_a_run_that_ended() {
    let words = "Orlin Pumps had revenue of $812 million in 2024.";
    let provider = FakeProvider::start(Script::always(Answer::text(words)))
        .await
        .unwrap();
    let (listener, endpoint) = collector().await;
    let bench = Bench::with(Setup {
        model_url: Some(provider.base_url()),
        trace_endpoint: Some(endpoint),
        ..Setup::default()
    })
    .await;
    let run = bench
        .begin(json!({"question": QUESTION, "model": "fake/model"}))
        .await;
    let (head, body) = taken(&listener, "200 OK").await;
    assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("content-type: application/json"), "{head}");

    let of = &body["resourceSpans"][0];
    let service = attributes(&of["resource"]);
    assert_eq!(service["service.name"], "assay");
    let spans = of["scopeSpans"][0]["spans"].as_array().unwrap();
    let root = &spans[0];
    let about = attributes(root);
    assert_eq!(about["gen_ai.operation.name"], "invoke_agent");
    assert_eq!(about["gen_ai.agent.name"], "assay");
    assert_eq!(about["gen_ai.conversation.id"], run);
    assert_eq!(about["assay.outcome"], bench.state(&run).await);
    assert_eq!(root.get("parentSpanId"), None);

    have_their_form(spans);
    let chats: Vec<&Value> = spans
        .iter()
        .filter(|span| {
            attributes(span)
                .get("gen_ai.operation.name")
                .map(String::as_str)
                == Some("chat")
        })
        .collect();
    assert!(!chats.is_empty());
    for chat in chats {
        let about = attributes(chat);
        assert_eq!(chat["name"], "chat model");
        assert_eq!(chat["kind"], 3, "a call to another program");
        assert_eq!(about["gen_ai.provider.name"], "fake");
        assert_eq!(about["gen_ai.request.model"], "model");
        for tokens in ["gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"] {
            about[tokens].parse::<u64>().unwrap();
        }
    }
    // what was asked and answered stays at home
    let told = body.to_string();
    for kept in [QUESTION, words, "revenue"] {
        assert!(!told.contains(kept), "{kept}");
    }
    let shown = bench
        .get(&format!("/api/runs/{run}/report?format=otlp"))
        .await;
    assert_eq!(shown.json(), body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_call_is_a_failed_span() {
    let script = Script::always(Answer::error(400, "bad", "no such thing"));
    let provider = FakeProvider::start(script).await.unwrap();
    let (listener, endpoint) = collector().await;
    let bench = Bench::with(Setup {
        model_url: Some(provider.base_url()),
        trace_endpoint: Some(endpoint),
        ..Setup::default()
    })
    .await;
    bench
        .begin(json!({"question": QUESTION, "model": "fake/model"}))
        .await;
    let (_, body) = taken(&listener, "200 OK").await;
    let spans = &body["resourceSpans"][0]["scopeSpans"][0]["spans"];
    let failed = spans.as_array().unwrap().iter();
    let failed: Vec<&Value> = failed.filter(|span| span["status"]["code"] == 2).collect();
    assert!(!failed.is_empty(), "{spans}");
    for span in failed.iter().filter(|span| span["name"] == "chat model") {
        let kind = &attributes(span)["error.type"];
        assert!(kind.starts_with("E-"), "{span}");
        assert_eq!(span["status"]["message"], json!(kind));
    }
    assert!(!body.to_string().contains("no such thing"));
}

/// Lines of the log, once the server has ended.
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn new() -> (Self, Option<LogTo>) {
        let bytes: Arc<Mutex<Vec<u8>>> = Arc::default();
        let to: LogTo = Arc::<Mutex<Vec<u8>>>::clone(&bytes);
        (Self(bytes), Some(to))
    }

    fn count(&self, event: &str) -> usize {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text
            .lines()
            .map(|line| -> Value { serde_json::from_str(line).unwrap() });
        lines.filter(|line| line["event"] == event).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_is_told_once_and_costs_no_run() {
    let (listener, endpoint) = collector().await;
    drop(listener);
    let (lines, log_to) = Lines::new();
    let bench = Bench::with(Setup {
        trace_endpoint: Some(endpoint),
        log_to,
        ..Setup::default()
    })
    .await;
    for _ in 0..3 {
        let run = bench.finished().await;
        let shown = bench.get(&format!("/api/runs/{run}")).await.json();
        assert_eq!(shown["state"], json!("partial"), "as without a collector");
        assert_eq!(shown["trouble"], Value::Null);
    }
    bench.end().await;
    let told = ["collector_away", "collector_back", "trouble", "run_ended"];
    assert_eq!(told.map(|event| lines.count(event)), [1, 0, 0, 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_refuses_is_told_once_and_once_that_it_is_back() {
    let (listener, endpoint) = collector().await;
    let (lines, log_to) = Lines::new();
    let bench = Bench::with(Setup {
        trace_endpoint: Some(endpoint),
        log_to,
        ..Setup::default()
    })
    .await;
    for answer in ["503 Busy", "503 Busy", "200 OK", "200 OK"] {
        bench.finished().await;
        taken(&listener, answer).await;
    }
    bench.end().await;
    let told = ["collector_away", "collector_back", "trouble"];
    assert_eq!(told.map(|event| lines.count(event)), [1, 1, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_a_collector_that_hangs() {
    let (listener, endpoint) = collector().await;
    let bench = Bench::with(Setup {
        trace_endpoint: Some(endpoint),
        limits: Limits {
            collector: std::time::Duration::from_secs(24 * 3_600),
            ..Limits::default()
        },
        ..Setup::default()
    })
    .await;
    let run = bench.finished().await;
    let (mut hanging, _) = listener.accept().await.unwrap();
    heard(&mut hanging).await;
    assert_eq!(bench.state(&run).await, "partial", "as without a collector");
    let report = bench.get(&format!("/api/runs/{run}/report")).await;
    assert_eq!(report.status, 200);
    let nobody = |text: String| text.lines().any(|line| line == "assay_runs_driven 0");
    while !nobody(bench.get("/metrics").await.text()) {
        tokio::task::yield_now().await;
    }
    // and the server ends
    bench.end().await;
}
