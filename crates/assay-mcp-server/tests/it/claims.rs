use serde_json::{Value, json};

use crate::support::Desk;

fn verdicts(told: &Value) -> Vec<&str> {
    let sentences = told["sentences"].as_array().unwrap().iter();
    sentences
        .map(|one| one["verdict"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn each_sentence_is_held_against_what_it_cites() {
    let desk = Desk::new().await;
    let id = desk.evidence_for("revenue operating income 2024").await;
    for (text, expected) in [
        (
            format!("Revenue was $812 million in 2024 [[{id}]]."),
            "computed",
        ),
        (
            format!("Revenue was $821 million in 2024 [[{id}]]."),
            "unsupported",
        ),
        (
            format!("Revenue was €812 million in 2024 [[{id}]]."),
            "unsupported",
        ),
        (
            format!("Revenue was $812 million in 2023 [[{id}]]."),
            "unsupported",
        ),
        (
            format!("The annual report speaks of net debt [[{id}]]."),
            "wording",
        ),
        (
            "Revenue was $812 million in 2024 [[ev_0123456789]].".to_owned(),
            "unknown_evidence",
        ),
        ("Revenue was $812 million in 2024.".to_owned(), "uncited"),
        (format!("2024年营业收入为8.12亿美元[[{id}]]。"), "computed"),
    ] {
        let told = desk.call("check_claims", json!({"text": text})).await;
        assert_eq!(verdicts(&told), [expected], "{text}: {told}");
        let passes = ["computed", "wording"].contains(&expected);
        assert_eq!(told["passes"], passes, "{text}");
    }
}

#[tokio::test]
async fn a_text_without_marks_is_held_against_the_evidence_that_is_named() {
    let desk = Desk::new().await;
    let id = desk.evidence_for("revenue operating income 2024").await;
    let text = "Revenue was $812 million in 2024. Operating income was $79 million in 2024.";
    let told = desk
        .call("check_claims", json!({"text": text, "evidence": [id]}))
        .await;
    assert_eq!(verdicts(&told), ["computed", "unsupported"], "{told}");
    assert_eq!(told["counts"], json!({"computed": 1, "unsupported": 1}));
    let problems = &told["sentences"][1]["problems"];
    assert!(problems.to_string().contains("79"), "{problems}");

    let told = desk
        .call(
            "check_claims",
            json!({"text": text, "evidence": [id], "language": "zh"}),
        )
        .await;
    let problems = told["sentences"][1]["problems"].to_string();
    assert!(
        problems.chars().any(|c| ('一'..='龥').contains(&c)),
        "{problems}"
    );
}

#[tokio::test]
async fn an_id_of_an_earlier_sitting_is_found_in_the_library() {
    let first = Desk::new().await;
    let id = first.evidence_for("revenue operating income 2024").await;
    // the same library in a server that has handed nothing out yet
    let second = Desk::new().await;
    let text = format!("Revenue was $812 million in 2024 [[{id}]].");
    let told = second.call("check_claims", json!({"text": text})).await;
    assert_eq!(verdicts(&told), ["computed"], "{told}");
}

#[tokio::test]
async fn what_bears_a_sentence_is_fenced_like_any_text_of_a_document() {
    let desk = Desk::new().await;
    let id = desk.evidence_for("revenue operating income 2024").await;
    let text = format!("Revenue was $812 million in 2024 [[{id}]].");
    let told = desk.call("check_claims", json!({"text": text})).await;
    let span = &told["sentences"][0]["spans"][0];
    assert_eq!(span["evidence_id"], id, "{told}");
    assert!(span.get("text").is_none(), "{told}");
    let fenced = span["untrusted_data"].as_str().unwrap();
    assert!(fenced.contains("$812 million"), "{fenced}");
    assert!(!fenced.starts_with("Revenue"), "{fenced}");
}

#[tokio::test]
async fn a_text_of_another_tool_is_held_against_the_library_and_its_formulas() {
    let desk = Desk::new().await;
    let text = "Revenue was $812 million in 2024. Orlin Pumps had operating income of $11.9 per hundred dollars of revenue in 2024.";
    let plain = desk.call("check_claims", json!({"text": text})).await;
    assert_eq!(verdicts(&plain), ["uncited", "uncited"], "{plain}");
    for (formula, expected) in [
        ("97 / 812 * 100", "computed"),
        ("97 / 745 * 100", "unsupported"),
    ] {
        let formulas = json!([{"sentence": "Orlin Pumps had", "formula": formula}]);
        let told = desk
            .call(
                "check_claims",
                json!({"text": text, "search": true, "formulas": formulas}),
            )
            .await;
        assert_eq!(verdicts(&told), ["computed", expected], "{formula}: {told}");
    }
}
