//! From a claim to the words that prove it, and what else a run leaves.

use serde_json::{Value, json};

use crate::bench::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_leads_to_the_passage_in_its_document() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let of = |rest: &str| format!("/api/runs/{run}{rest}");
    let claims = bench.get(&of("/claims")).await.json();
    let claim = &claims["claims"][0];
    let id = claim["id"].as_str().unwrap();
    let one = bench.get(&of(&format!("/claims/{id}"))).await.json();
    assert_eq!(&one["claim"], claim);
    let evidence = one["evidence"][0]["id"].as_str().unwrap();
    let shown = bench
        .get(&of(&format!("/evidence/{evidence}")))
        .await
        .json();
    assert!(shown["claims"].as_array().unwrap().contains(&json!(id)));
    assert_eq!(shown["context"]["text"], shown["evidence"]["quote"]);
    let document = shown["document"]["id"].as_str().unwrap();
    assert_eq!(shown["passage"]["document"], document);
    let whole = bench
        .get(&format!("/api/library/documents/{document}"))
        .await
        .json();
    let text = whole["text"].as_str().unwrap();
    let around = ["before", "text", "after"].map(|part| shown["context"][part].as_str().unwrap());
    assert!(text.contains(&around.concat()), "{around:?}");
    let (start, end) = (
        shown["passage"]["start"].as_u64().unwrap() as usize,
        shown["passage"]["end"].as_u64().unwrap() as usize,
    );
    assert_eq!(
        &text[start..end],
        shown["evidence"]["quote"].as_str().unwrap()
    );
    for path in [
        "/claims/claim_9_999",
        "/evidence/ev_0000000000",
        "/valuation",
        "/graph",
    ] {
        assert_eq!(bench.get(&of(path)).await.status, 404, "{path}");
    }
    let gates = bench.get(&of("/gates")).await.json();
    assert_eq!(gates["quality"], Value::Null);
    assert!(
        gates["decisions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["gate"] == "egress")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_taken_away_in_every_format() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    for (format, media, begins) in [
        ("md", "text/markdown; charset=utf-8", "# "),
        ("html", "text/html; charset=utf-8", "<!doctype html>"),
        ("json", "application/json", "{"),
        ("board", "application/json", "{"),
        ("log", "text/markdown; charset=utf-8", "# "),
        ("pdf", "application/pdf", "%PDF-1.7"),
        ("otlp", "application/json", "{\"resourceSpans\""),
    ] {
        let path = format!("/api/runs/{run}/report?format={format}&download=1");
        let reply = bench.get(&path).await;
        assert_eq!(reply.status, 200, "{format}: {}", reply.text());
        assert_eq!(reply.header("content-type"), Some(media), "{format}");
        let text = reply.text();
        assert!(
            text.to_lowercase().starts_with(&begins.to_lowercase()),
            "{format}"
        );
        let place = reply.header("content-disposition").unwrap();
        assert!(place.starts_with("attachment; filename=\"r-"), "{place}");
    }
    for (format, status) in [("docx", 404), ("xlsx", 404), ("exe", 400)] {
        let path = format!("/api/runs/{run}/report?format={format}");
        assert_eq!(bench.get(&path).await.status, status, "{format}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_compared_with_itself_differs_in_nothing() {
    let bench = Bench::new().await;
    let (a, b) = (bench.finished().await, bench.finished().await);
    let same = bench.get(&format!("/api/compare?a={a}&b={b}")).await.json();
    assert_eq!(
        (&same["a"]["run"], &same["b"]["run"]),
        (&json!(a), &json!(b))
    );
    assert_eq!(
        same["plan"],
        json!({"added": [], "removed": [], "changed": []})
    );
    for part in ["claims", "evidence"] {
        assert_eq!(same[part]["added"], json!([]), "{part}");
        assert_eq!(same[part]["removed"], json!([]), "{part}");
        assert!(!same[part]["kept"].as_array().unwrap().is_empty(), "{part}");
    }
    assert_eq!(bench.get("/api/compare").await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_is_judged_without_a_run() {
    let bench = Bench::new().await;
    let plan = json!({
        "research_type": "company", "topic": "Orlin Pumps", "objectives": ["judge it"],
        "tasks": [
            {"id": 1, "description": "Business", "dependencies": []},
            {"id": 2, "description": "Figures", "dependencies": []},
            {"id": 3, "description": "Judgement", "dependencies": [1, 2]},
        ],
    });
    let judged = bench.ask("POST", "/api/plans/check", &plan).await.json();
    assert_eq!(judged["problems"], json!([]));
    assert_eq!(judged["waves"], json!([[1, 2], [3]]));
    assert_eq!(judged["critical_path"], json!([1, 3]));
    let wrong = bench
        .ask("POST", "/api/plans/check", &json!({"tasks": 3}))
        .await
        .json();
    assert!(!wrong["problems"].as_array().unwrap().is_empty());
    assert_eq!(wrong["plan"], Value::Null);
}
