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
        if !matches!(route.takes, Takes::Nothing) || route.method != "GET" {
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

/// What the gate takes for a key of a service; nobody's.
fn token() -> String {
    ["ghp_", "a1B2c3D4e5F6g7H8", "i9J0k1L2m3N4o5P6q7R8"].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_kept_in_for_a_key_tells_its_claims_without_it() {
    let token = token();
    let reversed: String = CANARY.chars().rev().collect();
    let bench = Bench::new().await;
    let text = format!(
        "# Orlin Pumps Results 2024\n\n## Results\n\n\
        Orlin Pumps had net income of $61 million in 2024 by the token {token}. \
        Capital expenditure was $44 million in 2024 by the key {reversed}.\n"
    );
    assert_eq!(
        bench.upload("results.md", text.as_bytes()).await.status,
        201
    );
    let question = "What was the net income of Orlin Pumps in 2024?";
    let run = bench.begin(json!({"question": question})).await;
    let mut streamed = String::new();
    let mut client = bench.follow(&run, None).await;
    while let Some(event) = client.next().await {
        streamed.push_str(&event.data);
    }
    let claims = bench.get(&format!("/api/runs/{run}/claims")).await.json();
    assert_eq!(bench.state(&run).await, "blocked");
    let told = claims["claims"].to_string();
    assert!(told.contains("████████"), "{told}");
    assert!(told.contains("net income of $61 million"), "{told}");
    let mut answers = vec![("the stream".to_owned(), streamed)];
    for route in routes() {
        let is_of_runs = route.path.starts_with("/api/runs") || route.path == "/api/compare";
        if route.method != "GET" || !is_of_runs {
            continue;
        }
        let claim = claims["claims"][0]["id"].as_str().unwrap();
        let evidence = claims["claims"][0]["evidence_ids"][0].as_str().unwrap();
        let path = route.path.replace("{run}", &run);
        let path = path.replace("{claim}", claim).replace("{id}", evidence);
        let asked = match route.path {
            "/api/compare" => vec![format!("{path}?a={run}&b={run}")],
            "/api/runs/{run}/report" => ["md", "html", "json", "board", "log", "otlp", "pdf"]
                .map(|format| format!("{path}?format={format}"))
                .into(),
            "/api/runs/{run}/journal" => vec![format!("{path}?limit=5000")],
            _ => vec![path],
        };
        for path in asked {
            let reply = bench.get(&path).await;
            answers.push((path, reply.text()));
        }
    }
    assert!(answers.len() > 15, "{}", answers.len());
    for (path, text) in answers {
        for secret in [&token, &reversed] {
            assert!(!text.contains(secret.as_str()), "{path}: {text}");
        }
    }
}
