//! What a research may be made of, as programs and the page are told it.

use assay_plan::Profiles;
use serde_json::{Value, json};

use crate::bench::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn each_profile_of_the_list_is_told_and_may_be_wished_for() {
    let bench = Bench::new().await;
    let told = bench.get("/api/profiles").await.json();
    let told = told["profiles"].as_array().unwrap().clone();
    let all = Profiles::default().all();
    assert_eq!(told.len(), all.len());
    for (spec, told) in all.iter().zip(&told) {
        assert_eq!(
            told,
            &json!({
                "id": spec.id, "agent": spec.has_agent(),
                "name": {"en": spec.name.en, "zh": spec.name.zh},
                "about": {"en": spec.about.en, "zh": spec.about.zh},
            })
        );
        let wish = json!({"question": "How healthy is Orlin Pumps?", "profile": spec.id});
        let run = bench.begin(wish).await;
        let shown = bench.get(&format!("/api/runs/{run}")).await.json();
        let named = |name: &str| -> Vec<Value> { shown[name].as_array().unwrap().clone() };
        assert!(named("leaves").contains(&json!("report")), "{shown}");
        assert!(named("documents").contains(&json!("report")), "{shown}");
        let has_files = named("leaves").contains(&json!("overall_dashboard"));
        assert_eq!(has_files, spec.has_agent(), "{}", spec.id);
        let files = bench.get(&format!("/api/runs/{run}/files")).await;
        assert_eq!(files.status == 200, spec.has_agent(), "{}", spec.id);
    }
}
