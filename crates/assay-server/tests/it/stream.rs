//! The step protocol: ids, places, repeats, ends.

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::client::Event;

fn numbered(events: &[Event]) -> Vec<&Event> {
    events.iter().filter(|event| event.id.is_some()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_the_journal_told_in_steps_and_has_an_end() {
    let bench = Bench::new().await;
    let run = bench
        .begin(json!({"question": "How healthy is Orlin Pumps?"}))
        .await;
    let events = bench.follow(&run, None).await.rest().await;
    assert_eq!(events.last().unwrap().kind, "end");
    let mut progress = 0.0;
    let mut steps = Vec::new();
    for event in numbered(&events) {
        let data: Value = serde_json::from_str(&event.data).unwrap();
        for field in [
            "stepId", "stepType", "status", "progress", "label", "payload",
        ] {
            assert!(data.get(field).is_some(), "{field} in {data}");
        }
        let now = data["progress"].as_f64().unwrap();
        assert!((progress..=1.0).contains(&now), "{data}");
        progress = now;
        let step = data["stepType"].as_str().unwrap().to_owned();
        if steps.last() != Some(&step) && !steps.contains(&step) {
            steps.push(step);
        }
    }
    assert_eq!(steps, ["plan", "deep_search", "reporting"]);
    let last = numbered(&events)
        .last()
        .map(|event| event.data.clone())
        .unwrap();
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(last["status"], "complete");
    let markdown = last["payload"]["result"]["markdown"].as_str().unwrap();
    let report = bench.get(&format!("/api/runs/{run}/report")).await.text();
    assert_eq!(markdown, report);
}

#[tokio::test(flavor = "multi_thread")]
async fn from_every_place_exactly_the_rest_follows() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let all = bench.follow(&run, None).await.rest().await;
    let ids: Vec<String> = numbered(&all)
        .iter()
        .filter_map(|event| event.id.clone())
        .collect();
    assert!(ids.len() > 10, "{ids:?}");
    for (at, id) in ids.iter().enumerate() {
        let rest = bench.follow(&run, Some(id)).await.rest().await;
        assert_eq!(rest, all[at + 1..], "after {id}");
    }
    let by_address = bench
        .get(&format!("/api/runs/{run}/events?after={}", ids[3]))
        .await;
    assert_eq!(by_address.text().matches("id: ").count(), ids.len() - 4);
    let listed = bench.get(&format!("/api/runs/{run}/steps")).await.json();
    let listed: Vec<String> = listed["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(listed, ids);
    let wrong = bench
        .get(&format!("/api/runs/{run}/events?after=nonsense"))
        .await;
    assert_eq!(wrong.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_clients_are_told_the_same_bytes() {
    let bench = Bench::new().await;
    let run = bench
        .begin(json!({"question": "How healthy is Orlin Pumps?"}))
        .await;
    let path = format!("/api/runs/{run}/events");
    let (early, other) = tokio::join!(bench.get(&path), bench.get(&path));
    let late = bench.get(&path).await;
    let record = |text: String| {
        let blocks = text.split("\n\n").map(str::to_owned);
        blocks
            .filter(|block| block.starts_with("id: "))
            .collect::<Vec<_>>()
    };
    let told = record(early.text());
    assert!(told.len() > 10);
    assert_eq!(told, record(other.text()));
    assert_eq!(told, record(late.text()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_at_any_moment_changes_nothing() {
    let bench = Bench::new().await;
    for moment in 0..8 {
        let run = bench
            .begin(json!({"question": "How healthy is Orlin Pumps?"}))
            .await;
        let mut client = bench.follow(&run, None).await;
        for _ in 0..moment * 3 {
            if client.next().await.is_none() {
                break;
            }
        }
        drop(client);
        let all = bench.follow(&run, None).await.rest().await;
        assert_eq!(all.last().unwrap().kind, "end", "left after {}", moment * 3);
        let report = bench.get(&format!("/api/runs/{run}/report")).await;
        assert_eq!(report.status, 200, "left after {}", moment * 3);
    }
}
