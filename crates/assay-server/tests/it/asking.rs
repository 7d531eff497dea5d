//! Questions at once: to the library, and on a run that has ended.

use serde_json::json;

use crate::bench::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_is_answered_kept_and_leads_to_its_evidence() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let path = format!("/api/runs/{run}/ask");
    let asked = json!({"question": "What was the operating income of Orlin Pumps in 2024?"});
    let reply = bench.ask("POST", &path, &asked).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let told = reply.json();
    assert_eq!(told["answered"], true, "{told}");
    assert!(
        told["answer"].as_str().unwrap().contains("$97 million"),
        "{told}"
    );
    let id = told["evidence"][0]["id"].as_str().unwrap();
    let shown = bench.get(&format!("/api/runs/{run}/evidence/{id}")).await;
    assert_eq!(shown.status, 200, "{}", shown.text());

    let next = json!({"question": "and net debt?"});
    let told = bench.ask("POST", &path, &next).await.json();
    let completed = told["completed"].as_str().unwrap();
    assert!(
        completed.contains("2024") && completed.contains("net debt"),
        "{told}"
    );
    let kept = bench.get(&path).await.json();
    let questions: Vec<&str> = kept["asked"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["question"].as_str().unwrap())
        .collect();
    assert_eq!(
        questions,
        [asked["question"].as_str().unwrap(), "and net debt?"]
    );
    // the stream of a run ends where the run ended
    assert_eq!(bench.state(&run).await, "partial");
    let streamed = bench.follow(&run, None).await.rest().await;
    assert!(format!("{streamed:?}").contains("end"), "{streamed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_library_is_asked_without_a_run() {
    let bench = Bench::new().await;
    let asked = json!({"question": "Orlin Pumps net debt at the end of 2024"});
    let told = bench.ask("POST", "/api/ask", &asked).await.json();
    assert!(
        told["answer"].as_str().unwrap().contains("$120 million"),
        "{told}"
    );
    let asked = json!({"question": "how long do I boil an egg"});
    let told = bench.ask("POST", "/api/ask", &asked).await.json();
    assert_eq!(told["answered"], false, "{told}");
    assert!(
        told["missing"][0]
            .as_str()
            .unwrap()
            .contains("does not say"),
        "{told}"
    );
    assert_eq!(bench.get("/api/runs").await.json()["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_asked_is_refused_with_a_word_for_it() {
    let bench = Bench::new().await;
    let held = json!({"question": "How healthy is Orlin Pumps?", "hold_plan": true});
    let open = bench.begin(held).await;
    let ask = async |path: String, question: &str| {
        let reply = bench
            .ask("POST", &path, &json!({"question": question}))
            .await;
        let code = reply.json()["code"].as_str().map(str::to_owned);
        (reply.status, code.unwrap_or_default())
    };
    for (path, question, status, code) in [
        (format!("/api/runs/{open}/ask"), "why?", 409, "not_ended"),
        (
            "/api/runs/r-20200101-00000000/ask".to_owned(),
            "why?",
            404,
            "unknown_run",
        ),
        ("/api/ask".to_owned(), " ?! ", 422, "empty_question"),
        (
            "/api/ask".to_owned(),
            &"long ".repeat(5_000),
            422,
            "long_question",
        ),
    ] {
        assert_eq!(
            ask(path.clone(), question).await,
            (status, code.to_owned()),
            "{path}"
        );
    }
}
