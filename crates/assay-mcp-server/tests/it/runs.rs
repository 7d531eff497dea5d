use rmcp::model::ReadResourceRequestParams;
use serde_json::{Value, json};

use crate::support::Desk;

async fn read(desk: &Desk, uri: &str) -> Value {
    let request = ReadResourceRequestParams::new(uri);
    let read = desk.client.read_resource(request).await.unwrap();
    serde_json::to_value(&read.contents[0]).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_research_is_started_followed_and_read() {
    let desk = Desk::new().await;
    let wish = json!({"question": "How healthy is Orlin Pumps?", "offline": true});
    let begun = desk.call("start_research", wish).await;
    let run = begun["run"].as_str().unwrap().to_owned();

    let mut seen = Vec::new();
    let mut after = Value::Null;
    let ended = loop {
        let told = desk
            .call(
                "run_status",
                json!({"run": run, "after": after, "steps": 200}),
            )
            .await;
        let steps = told["steps"].as_array().unwrap().iter();
        seen.extend(steps.map(|step| step["id"].as_str().unwrap().to_owned()));
        after = told["last_step"].clone();
        let state = told["state"].as_str().unwrap();
        if !["planning", "running"].contains(&state) {
            break told;
        }
        tokio::task::yield_now().await;
    };
    // one short document does not answer every task, and the state says so
    assert_eq!(ended["state"], "partial", "{ended}");
    assert_eq!(ended["progress"], 1.0, "{ended}");
    let whole = desk
        .call("run_status", json!({"run": run, "steps": 200}))
        .await;
    let whole = whole["steps"].as_array().unwrap().iter();
    let whole: Vec<&str> = whole.map(|step| step["id"].as_str().unwrap()).collect();
    assert_eq!(seen, whole, "followed without a gap or a repeat");

    let listed = desk.client.list_all_resources().await.unwrap();
    let listed: Vec<&str> = listed.iter().map(|one| one.uri.as_str()).collect();
    let report = begun["report"].as_str().unwrap();
    let board = format!("assay://runs/{run}/board.json");
    assert_eq!(listed, [report, board.as_str()]);
    let text = read(&desk, report).await;
    assert_eq!(text["mimeType"], "text/markdown");
    assert!(text["text"].as_str().unwrap().contains("812"), "{text}");
    let board = read(&desk, &board).await;
    let board: Value = serde_json::from_str(board["text"].as_str().unwrap()).unwrap();
    let registered = board["evidence_registry"].as_object().unwrap();
    let id = registered.keys().next().unwrap();

    let text = format!("Orlin Pumps is a company [[{id}]].");
    let told = desk
        .call("check_claims", json!({"text": text, "run": run}))
        .await;
    assert_eq!(told["sentences"][0]["evidence"], json!([id]));

    for (tool, expected) in [("cancel_run", "has ended"), ("resume_run", "has ended")] {
        let told = desk.refusal(tool, json!({"run": run})).await;
        assert!(told.contains(expected), "{told}");
    }
    let told = desk.refusal("value_company", json!({"run": run})).await;
    assert!(told.contains("no valuation"), "{told}");
}

#[tokio::test]
async fn an_address_that_names_nothing() {
    let desk = Desk::new().await;
    for uri in [
        "assay://runs/r-1/report.md",
        "assay://runs/../config/report.md",
        "assay://runs/library/board.json",
        "assay://runs/r-1/secrets",
        "assay://evidence/ev_0000000000",
        "file:///etc/passwd",
        "",
    ] {
        let request = ReadResourceRequestParams::new(uri);
        let error = desk.client.read_resource(request).await.unwrap_err();
        assert!(error.to_string().contains("-32002"), "{uri}: {error}");
    }
    let templates = desk.client.list_all_resource_templates().await.unwrap();
    assert_eq!(templates.len(), 3);
}
