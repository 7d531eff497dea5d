//! A planner that asks back: the run waits with the question and goes on with the answer, once.

use assay_testkit::{Answer, FakeProvider, RecordedRequest, Script};
use serde_json::{Value, json};

use crate::bench::Bench;

const ANSWER: &str = "the pumps for ships";

fn is_plan(request: &RecordedRequest) -> bool {
    request.body["response_format"]["json_schema"]["name"] == "plan"
}

fn plan(topic: &str) -> Value {
    json!({
        "research_type": "company", "topic": topic, "objectives": ["Know it"],
        "tasks": [{"id": 1, "description": "Revenue and operating income of Orlin Pumps in 2024", "dependencies": []}],
    })
}

/// Asks back whatever it is told, as a planner would that cannot be content.
fn planner(request: &RecordedRequest) -> Answer {
    if !is_plan(request) {
        return Answer::error(400, "bad", "no");
    }
    let topic = match request.body.to_string().contains(ANSWER) {
        true => "Orlin Pumps for ships",
        false => "Orlin Pumps",
    };
    let mut plan = plan(topic);
    plan["ask_back"] = json!({
        "question": "Which pumps?", "options": [ANSWER, "the pumps for mines"],
        "assumption": "all pumps",
    });
    Answer::text(plan.to_string())
}

async fn provider() -> FakeProvider {
    let script = Script::new(|request, _| planner(request));
    FakeProvider::start(script).await.unwrap()
}

fn plans(provider: &FakeProvider) -> usize {
    let requests = provider.requests();
    requests.iter().filter(|request| is_plan(request)).count()
}

async fn until(bench: &Bench, run: &str, state: &str) {
    while bench.state(run).await != state {
        tokio::task::yield_now().await;
    }
}

async fn answer(bench: &Bench, run: &str, answer: Value) -> u16 {
    let path = format!("/api/runs/{run}/answer");
    let reply = bench.ask("POST", &path, &json!({"answer": answer})).await;
    reply.status
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_waits_over_a_restart_and_is_answered_once() {
    let provider = provider().await;
    let bench = Bench::with_model(&provider.base_url()).await;
    let wish = json!({"question": "Orlin Pumps", "model": "fake/model", "may_ask": true});
    let run = bench.begin(wish).await;
    until(&bench, &run, "awaiting_answer").await;
    let shown = bench.get(&format!("/api/runs/{run}")).await.json();
    assert_eq!(shown["asked"]["question"], "Which pumps?");
    assert_eq!(shown["asked"]["options"][0], ANSWER);
    assert_eq!(shown["plan"], Value::Null);
    let resume = format!("/api/runs/{run}/resume");
    let resumed = bench.ask("POST", &resume, &json!({})).await;
    assert_eq!(resumed.json()["code"], "planner_waits");

    let home = bench.end().await;
    let bench = Bench::over(home, Some(&provider.base_url())).await;
    assert_eq!(bench.state(&run).await, "awaiting_answer");
    assert_eq!(answer(&bench, &run, json!(ANSWER)).await, 200);
    let events = bench.follow(&run, None).await.rest().await;
    assert_eq!(events.last().unwrap().kind, "end");
    let told = events.iter().map(|event| event.data.as_str());
    let told: Vec<&str> = told.collect();
    assert!(told.iter().any(|data| data.contains("awaiting_answer")));
    let shown = bench.get(&format!("/api/runs/{run}")).await.json();
    assert_eq!(shown["plan"]["topic"], "Orlin Pumps for ships");
    assert_eq!(shown["asked"], Value::Null);
    assert_eq!(plans(&provider), 2, "the first reply was kept");
    assert_eq!(answer(&bench, &run, json!("again")).await, 409);
    let report = bench
        .get(&format!("/api/runs/{run}/report?format=md"))
        .await;
    let report = report.text();
    assert!(report.contains("Which pumps?"), "{report}");
    assert!(report.contains("as answered"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_answer_the_plan_stands_that_was_made_for_the_assumption() {
    let provider = provider().await;
    let bench = Bench::with_model(&provider.base_url()).await;
    let wish = json!({"question": "Orlin Pumps", "model": "fake/model", "may_ask": true});
    let run = bench.begin(wish).await;
    until(&bench, &run, "awaiting_answer").await;
    assert_eq!(answer(&bench, &run, json!("  ")).await, 200);
    bench.follow(&run, None).await.rest().await;
    let shown = bench.get(&format!("/api/runs/{run}")).await.json();
    assert_eq!(shown["plan"]["topic"], "Orlin Pumps");
    assert_eq!(plans(&provider), 1);
    let report = bench
        .get(&format!("/api/runs/{run}/report?format=md"))
        .await;
    let report = report.text();
    assert!(report.contains("nobody answered"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_whose_planner_waits_can_be_cancelled() {
    let provider = provider().await;
    let bench = Bench::with_model(&provider.base_url()).await;
    let wish = json!({"question": "Orlin Pumps", "model": "fake/model", "may_ask": true});
    let run = bench.begin(wish).await;
    until(&bench, &run, "awaiting_answer").await;
    let cancel = format!("/api/runs/{run}/cancel");
    assert_eq!(bench.ask("POST", &cancel, &json!({})).await.status, 200);
    until(&bench, &run, "cancelled").await;
    assert_eq!(answer(&bench, &run, json!(ANSWER)).await, 409);
}
