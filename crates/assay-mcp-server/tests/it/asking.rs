use serde_json::json;

use crate::support::Desk;

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_with_evidence_between_fences() {
    let desk = Desk::new().await;
    let asked = json!({"question": "Orlin Pumps operating income 2024"});
    let told = desk.call("ask", asked).await;
    assert_eq!(told["answered"], true, "{told}");
    let said = told["untrusted_data"].as_str().unwrap();
    assert!(
        said.starts_with("<data") && said.contains("$97 million"),
        "{said}"
    );
    let cited = told["evidence"][0]["cite_as"].as_str().unwrap();
    assert!(said.contains(cited), "{told}");
    let unknown = json!({"question": "why?", "run": "r-20200101-00000000"});
    let refused = desk.refusal("ask", unknown).await;
    assert!(refused.contains("there is no run"), "{refused}");
    let egg = desk
        .call("ask", json!({"question": "how long do I boil an egg"}))
        .await;
    assert_eq!(egg["answered"], false, "{egg}");
}
