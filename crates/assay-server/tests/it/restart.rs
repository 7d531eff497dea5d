//! A server that ends in the middle of a run, and one that takes it up again.

use assay_testkit::{Answer, FakeProvider, Script};
use serde_json::json;

use crate::bench::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn a_run_outlives_its_server_and_a_client_goes_on_where_it_was() {
    let hanging = FakeProvider::start(Script::always(Answer::Hang))
        .await
        .unwrap();
    let bench = Bench::with_model(&hanging.base_url()).await;
    let wish = json!({"question": "How healthy is Orlin Pumps?", "model": "fake/model"});
    let run = bench.begin(wish).await;
    hanging.arrived(2).await;
    let mut client = bench.follow(&run, None).await;
    let mut seen = vec![client.next().await.unwrap(), client.next().await.unwrap()];
    let home = bench.end().await;
    assert!(client.rest().await.iter().all(|event| event.kind != "end"));

    // models that answer nothing usable: the offline analyst stands in
    let answering = FakeProvider::start(Script::always(Answer::error(400, "bad", "no")));
    let answering = answering.await.unwrap();
    let bench = Bench::over(home, Some(&answering.base_url())).await;
    let last = seen
        .iter()
        .rev()
        .find_map(|event| event.id.clone())
        .unwrap();
    let rest = bench.follow(&run, Some(&last)).await.rest().await;
    assert_eq!(rest.last().unwrap().kind, "end");
    seen.retain(|event| event.id.is_some());
    seen.extend(rest.into_iter().filter(|event| event.id.is_some()));
    let whole = bench.follow(&run, None).await.rest().await;
    let whole: Vec<_> = whole
        .into_iter()
        .filter(|event| event.id.is_some())
        .collect();
    assert_eq!(seen, whole);
    let state = bench.state(&run).await;
    assert!(
        ["completed", "degraded", "partial"].contains(&state.as_str()),
        "{state}"
    );
    assert_eq!(
        bench.get(&format!("/api/runs/{run}/report")).await.status,
        200
    );
    let resumes = bench
        .get(&format!("/api/runs/{run}/journal?limit=5000"))
        .await
        .text();
    assert_eq!(resumes.matches("run_resumed").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_waits_still_waits_after_a_restart() {
    let bench = Bench::new().await;
    let wish = json!({"question": "How healthy is Orlin Pumps?", "hold_plan": true});
    let run = bench.begin(wish).await;
    while bench.state(&run).await != "awaiting_approval" {
        tokio::task::yield_now().await;
    }
    let home = bench.end().await;
    let bench = Bench::over(home, None).await;
    assert_eq!(bench.state(&run).await, "awaiting_approval");
    let approved = bench
        .ask("POST", &format!("/api/runs/{run}/approve"), &json!({}))
        .await;
    assert_eq!(approved.status, 200);
    bench.follow(&run, None).await.rest().await;
    assert_eq!(
        bench.get(&format!("/api/runs/{run}/report")).await.status,
        200
    );
}
