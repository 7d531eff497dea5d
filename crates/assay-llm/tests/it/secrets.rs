//! No error, whatever goes wrong, tells a key: not from the header, not from the URL, not echoed by
//! the server.

use assay_llm::{Client, Dialect, LlmError, ProviderConfig};
use assay_testkit::{Answer, Script, closed_base_url};
use secrecy::SecretString;

use crate::support::{DIALECTS, ask, hurried, request, serve};

const KEY: &str = "sk-CANARY-1f0a9c";
const QUERY: &str = "QUERY-CANARY-77";

fn assert_silent(error: &LlmError) {
    let failure = error.failure();
    for told in [
        format!("{error}"),
        format!("{error:?}"),
        format!("{failure:?}"),
    ] {
        assert!(!told.contains("CANARY"), "{told}");
    }
}

#[tokio::test]
async fn errors_never_tell_a_key() {
    let echo = |status| Answer::error(status, "x", &format!("you sent {KEY} as your key"));
    let long = format!("{}{KEY}", "x".repeat(290));
    let answers = [
        echo(400),
        echo(401),
        echo(404),
        echo(429),
        echo(500),
        echo(200),
        Answer::json(200, format!("not json {KEY}")),
        Answer::json(400, long),
        Answer::stream([format!("data: {{\"oops {KEY}\n\n")]),
        Answer::stream([format!("data: {{\"error\":\"bad key {KEY}\"}}\n\n")]),
        Answer::json(200, format!("<html>{KEY}")).with_header("content-type", "text/html"),
        Answer::Close,
        Answer::Hang,
    ];
    for dialect in DIALECTS {
        for answer in &answers {
            let server = serve(Script::always(answer.clone())).await;
            let plain = hurried(&server, dialect);
            let client = Client::new(ProviderConfig {
                api_key: Some(SecretString::from(KEY)),
                base_url: format!("{}?api_key={QUERY}", server.base_url()),
                ..plain.config().clone()
            })
            .unwrap();
            for stream in [false, true] {
                assert_silent(&ask(&client, &request(), stream).await.result.unwrap_err());
            }
            if let Err(error) = client.probe(Some("m")).await {
                assert_silent(&error);
            }
            assert!(!format!("{client:?}").contains("CANARY"));
        }
    }
}

#[tokio::test]
async fn an_unreachable_server_is_named_without_its_query_and_user() {
    let url = closed_base_url().await.unwrap();
    let url = url.replace("http://", &format!("http://me:{KEY}@"));
    let url = format!("{url}?api_key={QUERY}");
    let client = Client::new(ProviderConfig::new("lab", Dialect::OpenAi, url)).unwrap();
    let error = ask(&client, &request(), true).await.result.unwrap_err();
    assert!(error.to_string().contains("http://127.0.0.1:"), "{error}");
    assert_silent(&error);
    assert_silent(&client.probe(None).await.unwrap_err());
    assert!(!format!("{client:?}").contains("CANARY"));
}

#[test]
fn a_key_that_is_none_is_refused_without_being_told() {
    let config = ProviderConfig {
        api_key: Some(SecretString::from(format!("{KEY}\n"))),
        ..ProviderConfig::new("lab", Dialect::OpenAi, "http://127.0.0.1:1/v1")
    };
    assert_silent(&Client::new(config).unwrap_err());
}
