//! Settings: what may be changed, and what may be seen.

use serde_json::{Value, json};

use crate::bench::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_changed_and_put_back_and_secrets_are_only_written() {
    let bench = Bench::new().await;
    let path = "/api/config/sampling.temperature";
    let changed = bench.ask("PUT", path, &json!({"value": "0.7"})).await;
    assert_eq!(
        (changed.status, &changed.json()["value"]),
        (200, &json!("0.7"))
    );
    let refused = bench
        .ask("PUT", path, &json!({"value": "impossible"}))
        .await;
    assert_eq!(refused.status, 422);
    let program = json!({"value": "/bin/sh"});
    let closed = bench
        .ask("PUT", "/api/config/export.browser", &program)
        .await;
    assert_eq!(closed.status, 403);
    let key = json!({"value": "sk-new-secret-value"});
    let kept = bench
        .ask("PUT", "/api/config/secrets.FAKE_API_KEY", &key)
        .await;
    assert_eq!(
        (&kept.json()["value"], &kept.json()["set"]),
        (&Value::Null, &json!(true))
    );
    assert!(!kept.text().contains("sk-new-secret-value"));
    assert_eq!(bench.ask("DELETE", path, &json!({})).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_deep_agent_object_is_the_settings_under_other_names() {
    let bench = Bench::new().await;
    let wanted = json!({
        "enabled": false,
        "models": {"search": "llama3:8b", "modeling": "qwen/max", "report": "offline"},
        "sampling": {"temperature": 0.2, "topP": 0.9},
    });
    let stored = bench.ask("PUT", "/api/config/deep-agent", &wanted).await;
    assert_eq!(stored.status, 200, "{}", stored.text());
    let shown = bench.get("/api/config").await.json();
    assert_eq!(shown["deepAgent"], stored.json());
    // a model without a provider is Ollama's
    assert_eq!(shown["deepAgent"]["models"]["search"], "ollama/llama3:8b");
    assert_eq!(shown["deepAgent"]["models"]["modeling"], "qwen/max");
    assert_eq!(shown["deepAgent"]["enabled"], false);
    assert_eq!(shown["deepAgent"]["sampling"], wanted["sampling"]);
    let odd = bench
        .ask("PUT", "/api/config/deep-agent", &json!({"enabled": true}))
        .await;
    assert_eq!(odd.status, 400);
}
