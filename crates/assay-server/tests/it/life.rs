//! A run from the wish to its files.

use assay_testkit::{Answer, FakeProvider, Script};
use serde_json::{Value, json};

use crate::bench::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn a_held_plan_waits_is_edited_and_runs() {
    let bench = Bench::new().await;
    let wish = json!({"question": "How healthy is Orlin Pumps?", "hold_plan": true});
    let run = bench.begin(wish).await;
    let mut events = bench.follow(&run, None).await;
    while bench.state(&run).await != "awaiting_approval" {
        tokio::task::yield_now().await;
    }
    assert!(events.next().await.is_some());
    let shown = bench.get(&format!("/api/runs/{run}")).await.json();
    assert_eq!(
        (&shown["held"], &shown["driven"]),
        (&json!(true), &json!(false))
    );
    let mut plan = shown["plan"].clone();
    let kept: Vec<Value> = plan["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .take(2)
        .cloned()
        .collect();
    plan["tasks"] = json!(kept);
    plan["tasks"][1]["description"] = json!("What does the company owe?");
    plan["tasks"][1]["dependencies"] = json!([1]);
    let path = format!("/api/runs/{run}/plan");
    let mut broken = plan.clone();
    broken["tasks"][0]["dependencies"] = json!([2]);
    let refused = bench.ask("PUT", &path, &broken).await;
    assert_eq!(refused.status, 422);
    assert!(!refused.json()["problems"].as_array().unwrap().is_empty());
    let taken = bench.ask("PUT", &path, &plan).await;
    assert_eq!(
        (taken.status, taken.json()),
        (200, json!({"state": "awaiting_approval"}))
    );
    let resumed = bench
        .ask("POST", &format!("/api/runs/{run}/resume"), &json!({}))
        .await;
    assert_eq!(resumed.status, 409);
    let approved = bench
        .ask("POST", &format!("/api/runs/{run}/approve"), &json!({}))
        .await;
    assert_eq!(approved.status, 200, "{}", approved.text());
    assert_eq!(events.rest().await.last().unwrap().kind, "end");
    let shown = bench.get(&format!("/api/runs/{run}")).await.json();
    assert_eq!(shown["state"], "completed");
    assert_eq!(shown["plan"], plan);
    assert_eq!(shown["origin"], "user");
    for path in ["approve", "cancel", "resume"] {
        let late = bench
            .ask("POST", &format!("/api/runs/{run}/{path}"), &json!({}))
            .await;
        assert_eq!(late.status, 409, "{path}");
    }
    assert_eq!(bench.ask("PUT", &path, &plan).await.status, 409);
    let home = bench.end().await;
    let folder = home.path().join("reports").join(&run);
    for file in ["report.md", "report.html", "log.md"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_cancelled_in_the_middle_of_a_call() {
    let provider = FakeProvider::start(Script::always(Answer::Hang))
        .await
        .unwrap();
    let bench = Bench::with_model(&provider.base_url()).await;
    let wish = json!({"question": "How healthy is Orlin Pumps?", "model": "fake/model"});
    let run = bench.begin(wish).await;
    provider.arrived(1).await;
    assert_eq!(bench.state(&run).await, "running");
    let reply = bench
        .ask("POST", &format!("/api/runs/{run}/cancel"), &json!({}))
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let events = bench.follow(&run, None).await.rest().await;
    assert_eq!(events.last().unwrap().kind, "end");
    assert_eq!(bench.state(&run).await, "cancelled");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_writes_is_shown_and_is_no_part_of_the_record() {
    let words = "Orlin Pumps had revenue of $812 million in 2024.";
    let script = Script::new(move |request, _| {
        if request.body.to_string().contains("\"stream\":true") {
            Answer::Drip {
                answer: Box::new(Answer::text(words)),
                bytes: 40,
                pause: std::time::Duration::from_millis(20),
            }
        } else {
            Answer::text(words)
        }
    });
    let provider = FakeProvider::start(script).await.unwrap();
    let bench = Bench::with_model(&provider.base_url()).await;
    let wish = json!({"question": "How healthy is Orlin Pumps?", "model": "fake/model"});
    let run = bench.begin(wish).await;
    let events = bench.follow(&run, None).await.rest().await;
    let again = bench.follow(&run, None).await.rest().await;
    assert!(
        again
            .iter()
            .all(|event| event.kind != "draft" && event.kind != "doing")
    );
    let kept: Vec<_> = events.iter().filter(|event| event.id.is_some()).collect();
    let told: Vec<_> = again.iter().filter(|event| event.id.is_some()).collect();
    assert_eq!(kept, told);
    for event in events.iter().filter(|event| event.kind == "draft") {
        let draft: Value = serde_json::from_str(&event.data).unwrap();
        assert!(
            words.starts_with(draft["text"].as_str().unwrap().trim()),
            "{draft}"
        );
        assert_eq!(event.id, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wishes_that_cannot_be_met_say_why() {
    let bench = Bench::new().await;
    for (wish, status, words) in [
        (json!({}), 400, "question"),
        (json!({"question": "  "}), 422, "empty"),
        (json!({"question": "q", "sources": []}), 422, "source"),
        (json!({"question": "q", "profile": "odd"}), 400, "odd"),
        (json!({"question": "q", "unknown": 1}), 400, "unknown"),
    ] {
        let reply = bench.ask("POST", "/api/runs", &wish).await;
        assert_eq!(reply.status, status, "{wish}: {}", reply.text());
        let error = reply.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(words), "{wish}: {error}");
    }
    for path in [
        "", "/events", "/steps", "/journal", "/board", "/claims", "/gates", "/report",
    ] {
        for run in ["r-nothing", "library", "companies"] {
            let reply = bench.get(&format!("/api/runs/{run}{path}")).await;
            assert_eq!(reply.status, 404, "{run}{path}");
        }
    }
    assert_eq!(
        bench.get("/api/runs").await.json(),
        json!({"runs": [], "total": 0})
    );
}
