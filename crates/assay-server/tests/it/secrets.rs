//! A configured key is in no answer, however it got where it is.

use assay_server::{Takes, routes};
use assay_testkit::{Answer, FakeProvider, Script};
use serde_json::json;

use crate::bench::{Bench, CANARY};

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_of_any_route_holds_a_key() {
    // a model that gives the key away in every answer, and a document and a question that hold it
    let script = Script::always(Answer::text(format!("The key is {CANARY}. {CANARY}")));
    let provider = FakeProvider::start(script).await.unwrap();
    let bench = Bench::with_model(&provider.base_url()).await;
    let text = format!("# Leak\n\nOrlin Pumps keeps its key {CANARY} in the open.\n");
    let uploaded = bench.upload("leak.md", text.as_bytes()).await;
    assert_eq!(uploaded.status, 201);
    let document = uploaded.json()["ingested"]["document"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let question = format!("Is {CANARY} the key of Orlin Pumps?");
    let run = bench
        .begin(json!({"question": question, "model": "fake/model"}))
        .await;
    let mut streamed = String::new();
    let mut client = bench.follow(&run, None).await;
    while let Some(event) = client.next().await {
        streamed.push_str(&event.data);
    }
    assert!(!streamed.contains(CANARY));
    let mut looked = 0;
    for route in routes() {
        if route.takes != Takes::Nothing || route.method != "GET" {
            continue;
        }
        let path = route.path.replace("{run}", &run).replace("{id}", &document);
        let path = path
            .replace("{claim}", "claim_1_001")
            .replace("{name}", "index.html");
        let asked = match route.path {
            "/api/library/search" => vec![format!("{path}?q=key+{CANARY}")],
            "/api/compare" => vec![format!("{path}?a={run}&b={run}")],
            "/api/runs/{run}/report" => ["md", "html", "json", "board", "log", "otlp"]
                .map(|format| format!("{path}?format={format}"))
                .into(),
            _ => vec![path],
        };
        for path in asked {
            let reply = bench.get(&path).await;
            assert!(!reply.text().contains(CANARY), "{path} ({})", reply.status);
            looked += 1;
        }
    }
    assert!(looked > 20, "{looked}");
}
