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
            "supported",
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
            "cited",
        ),
        (
            "Revenue was $812 million in 2024 [[ev_0123456789]].".to_owned(),
            "unknown_evidence",
        ),
        ("Revenue was $812 million in 2024.".to_owned(), "uncited"),
        (format!("2024年营业收入为8.12亿美元[[{id}]]。"), "supported"),
    ] {
        let told = desk.call("check_claims", json!({"text": text})).await;
        assert_eq!(verdicts(&told), [expected], "{text}: {told}");
        let passes = ["supported", "cited"].contains(&expected);
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
    assert_eq!(verdicts(&told), ["supported", "unsupported"], "{told}");
    assert_eq!(told["counts"], json!({"supported": 1, "unsupported": 1}));
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
    assert_eq!(verdicts(&told), ["supported"], "{told}");
}
