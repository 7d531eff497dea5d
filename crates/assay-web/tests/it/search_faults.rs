//! Servers that limit, fail, hang, break off or talk nonsense.

use std::time::Duration;

use assay_testkit::{Answer, Script};
use assay_web::{EngineConfig, EngineKind, Phase, SearchError, SearchVerdict, WebError};

use crate::search_answers::reply_of;
use crate::search_requests::{KINDS, config, engines, serve};

async fn failed(kind: EngineKind, answer: Answer) -> (SearchError, usize) {
    failed_within(Duration::from_secs(60), kind, answer).await
}

async fn failed_within(limit: Duration, kind: EngineKind, answer: Answer) -> (SearchError, usize) {
    let server = serve(Script::always(answer)).await;
    let config = EngineConfig {
        timeout_milliseconds: u64::try_from(limit.as_millis()).unwrap(),
        ..config(kind, &server)
    };
    let outcome = engines(vec![config]).search("q", 5).await;
    assert_eq!(outcome.verdict(), SearchVerdict::NoAnswer);
    let error = outcome.tried[0].answer.clone().unwrap_err();
    (error, server.request_count())
}

fn good(kind: EngineKind) -> Answer {
    let reply = reply_of(kind, &[("t", "https://example.com/", "s", "2026-01-02")]);
    Answer::json(200, reply.to_string())
}

#[tokio::test]
async fn each_fault_is_what_it_is() {
    for kind in KINDS {
        let page = "<html><h1>Just a moment</h1></html>";
        let as_page = Answer::json(200, page).with_header("content-type", "text/html");
        let (error, asked) = failed(*kind, as_page).await;
        assert!(matches!(error, SearchError::Malformed { .. }), "{error:?}");
        assert!(
            error.to_string().contains("`text/html` instead of JSON"),
            "{error}"
        );
        assert_eq!(asked, 1);

        for body in [
            page,
            "",
            "{",
            "{\"results\": [{\"title\": \"x\"",
            "\u{0}\u{1}",
        ] {
            let (error, asked) = failed(*kind, Answer::json(200, body)).await;
            assert!(
                matches!(error, SearchError::Malformed { .. }),
                "{body} {error:?}"
            );
            assert_eq!(asked, 1);
        }

        let (error, asked) = failed(*kind, Answer::json(503, page)).await;
        let SearchError::Web { cause, .. } = &error else {
            panic!("{error:?}");
        };
        assert!(matches!(cause, WebError::Status { status: 503, .. }));
        assert_eq!(asked, 3, "two retries");

        let soon = Duration::from_millis(50);
        let (error, asked) = failed_within(soon, *kind, Answer::Hang).await;
        let SearchError::Web {
            cause: WebError::Timeout { phase, .. },
            ..
        } = &error
        else {
            panic!("{error:?}");
        };
        assert_eq!((*phase, asked), (Phase::Headers, 3));

        let (error, _) = failed(*kind, Answer::Close).await;
        let SearchError::Web { cause, .. } = &error else {
            panic!("{error:?}");
        };
        assert!(matches!(cause, WebError::Unreachable { .. }), "{cause:?}");
    }
}

#[tokio::test]
async fn a_reply_that_stops_in_its_middle_is_not_waited_for() {
    let kind = EngineKind::Brave;
    let stalled = good(kind).stall_after(good(kind).head_length() + 20);
    let (error, _) = failed_within(Duration::from_secs(1), kind, stalled).await;
    let SearchError::Web {
        cause: WebError::Timeout { phase, .. },
        ..
    } = &error
    else {
        panic!("{error:?}");
    };
    assert_eq!(*phase, Phase::Body);
}

#[tokio::test]
async fn a_reply_cut_at_any_byte_is_no_answer() {
    let whole = good(EngineKind::Tavily);
    let length = whole.wire().len();
    for cut in 1..length {
        let (error, asked) = failed(EngineKind::Tavily, whole.clone().cut_after(cut)).await;
        assert!(error.is_transient(), "{cut} of {length}: {error:?}");
        assert_eq!(asked, 3);
    }
}

#[tokio::test]
async fn statuses_say_what_to_do() {
    use EngineKind::{Bing, Brave, Google, Searxng, Tavily};
    for (kind, status, said, attempts) in [
        (Tavily, 401, "the key is refused", 1),
        (Tavily, 429, "too many requests", 3),
        (Tavily, 432, "quota is used up", 1),
        (Tavily, 433, "quota is used up", 1),
        (Brave, 402, "quota is used up", 1),
        (Brave, 422, "the key is refused", 1),
        (Bing, 401, "the key is refused", 1),
        (Bing, 403, "the key is refused", 1),
        (Google, 400, "check the key and search_engine_id", 1),
        (Google, 403, "the key is refused", 1),
        (Searxng, 403, "allow the format json", 1),
        (Searxng, 404, "check base_url", 1),
        (Searxng, 302, "it points elsewhere", 1),
        (Searxng, 500, "HTTP 500", 3),
    ] {
        let answer = Answer::json(status, "{}").with_header("location", "http://127.0.0.1:1/");
        let (error, asked) = failed(kind, answer).await;
        assert!(
            error.to_string().contains(said),
            "{kind:?} {status} {error}"
        );
        assert_eq!(asked, attempts, "{kind:?} {status}");
    }
}

#[tokio::test]
async fn a_fault_that_passes_costs_a_retry() {
    for kind in KINDS {
        for fault in [
            Answer::retry_after("0.01"),
            Answer::json(502, "{}"),
            Answer::Close,
        ] {
            let server = serve(Script::sequence([fault, good(*kind)])).await;
            let outcome = engines(vec![config(*kind, &server)]).search("q", 5).await;
            assert_eq!(
                outcome.verdict(),
                SearchVerdict::Found,
                "{:?}",
                outcome.tried
            );
            assert_eq!(server.request_count(), 2);
        }
    }
}

#[tokio::test]
async fn a_server_that_asks_for_a_long_rest_is_left_in_peace() {
    let limited = serve(Script::always(Answer::retry_after("3600"))).await;
    let other = serve(Script::always(good(EngineKind::Brave))).await;
    let engines = engines(vec![
        config(EngineKind::Tavily, &limited),
        config(EngineKind::Brave, &other),
    ]);
    for query in ["one", "two", "three"] {
        let outcome = engines.search(query, 5).await;
        assert_eq!(outcome.verdict(), SearchVerdict::Found);
        let error = outcome.tried[0].answer.as_ref().unwrap_err();
        let rest = error.retry_after().unwrap();
        assert!(rest > Duration::from_secs(3_500), "{rest:?}");
    }
    assert_eq!(limited.request_count(), 1);
    assert_eq!(other.request_count(), 3);
}

#[tokio::test]
async fn a_failure_is_not_remembered() {
    let kind = EngineKind::Google;
    let server = serve(Script::sequence([Answer::json(401, "{}"), good(kind)])).await;
    let engines = engines(vec![config(kind, &server)]);
    assert_eq!(
        engines.search("q", 5).await.verdict(),
        SearchVerdict::NoAnswer
    );
    assert_eq!(engines.search("q", 5).await.verdict(), SearchVerdict::Found);
}

#[tokio::test]
async fn requests_keep_to_the_rate_of_their_engine() {
    let kind = EngineKind::Searxng;
    let server = serve(Script::always(good(kind))).await;
    let config = EngineConfig {
        requests_per_minute: Some(1_200),
        ..config(kind, &server)
    };
    let engines = engines(vec![config]);
    let started = std::time::Instant::now();
    for query in ["1", "2", "3", "4", "5"] {
        engines.search(query, 5).await;
    }
    assert!(started.elapsed() >= Duration::from_millis(4 * 50));
}
