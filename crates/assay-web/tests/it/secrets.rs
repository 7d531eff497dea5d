//! No error, whatever goes wrong, tells a key or a query: not from a header, not from the URL, not
//! echoed by the server.

use assay_testkit::{Answer, Script, closed_base_url};
use assay_web::EngineConfig;

use crate::search_requests::{KEY, KINDS, config, engines, serve};

#[tokio::test]
async fn errors_never_tell_a_key_or_a_query() {
    let query = "QUERY-CANARY";
    let echo = format!("{{\"error\":\"{KEY} {query}\"}}");
    let mut answers: Vec<Answer> = [200, 400, 401, 403, 404, 422, 429, 432, 500]
        .map(|status| Answer::json(status, echo.clone()))
        .into();
    answers.extend([
        Answer::json(200, format!("not json {KEY}")),
        Answer::json(200, KEY).with_header("content-type", "text/html"),
        Answer::json(302, "").with_header("location", &format!("http://x/?{KEY}")),
        Answer::Close,
        Answer::Hang,
        Answer::json(200, echo).cut_after(90),
    ]);
    for kind in KINDS {
        for answer in &answers {
            let server = serve(Script::always(answer.clone())).await;
            let config = EngineConfig {
                timeout_milliseconds: 100,
                max_retries: 0,
                ..config(*kind, &server)
            };
            assert!(!format!("{config:?}").contains("CANARY"));
            let outcome = engines(vec![config]).search(query, 5).await;
            let error = outcome.tried[0].answer.as_ref().unwrap_err();
            let told = format!("{error} {error:?}");
            assert!(!told.contains("CANARY"), "{told}");
        }
    }
}

#[tokio::test]
async fn an_unreachable_server_is_named_without_its_path() {
    let base = closed_base_url().await.unwrap();
    for kind in KINDS {
        let server = serve(Script::always(Answer::Close)).await;
        let config = EngineConfig {
            base_url: Some(format!("{base}/PATH-CANARY")),
            max_retries: 0,
            ..config(*kind, &server)
        };
        let outcome = engines(vec![config]).search("QUERY-CANARY", 5).await;
        let error = outcome.tried[0].answer.as_ref().unwrap_err();
        let told = format!("{error} {error:?}");
        assert!(told.contains("http://127.0.0.1:"), "{told}");
        assert!(!told.contains("CANARY"), "{told}");
    }
}
