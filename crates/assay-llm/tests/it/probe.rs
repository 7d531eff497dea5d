use assay_llm::{Client, Dialect, Probe, ProviderConfig};
use assay_testkit::{Answer, Script, closed_base_url};

use crate::support::{client, kind, serve};

const LISTING: &str = r#"{"object":"list","data":[{"id":"qwen3"},{"id":"llama3:latest"},{"id":"claude-x-20260101"}]}"#;

#[tokio::test]
async fn a_listing_tells_which_models_are_known() {
    let server = serve(Script::always(Answer::json(200, LISTING))).await;
    let client = client(&server, Dialect::OpenAi);
    for (model, known) in [
        (None, None),
        (Some("qwen3"), Some(true)),
        (Some("llama3"), Some(true)),
        (Some("claude-x"), Some(true)),
        (Some("qwen"), Some(false)),
        (Some("claude-y-latest"), None),
    ] {
        let probe = client.probe(model).await.unwrap();
        assert_eq!(probe.model_known, known, "{model:?}");
        assert_eq!(probe.models.unwrap().len(), 3);
    }
    assert_eq!(server.requests()[0].path, "/v1/models");
    assert_eq!(server.requests()[0].method, "GET");
}

#[tokio::test]
async fn a_server_without_a_listing_is_reachable() {
    let nothing = Probe {
        models: None,
        model_known: None,
    };
    for answer in [
        Answer::json(404, "not found"),
        Answer::json(405, ""),
        Answer::json(200, r#"{"status":"ok"}"#),
    ] {
        let server = serve(Script::always(answer)).await;
        let probe = client(&server, Dialect::OpenAi).probe(Some("m")).await;
        assert_eq!(probe.unwrap(), nothing);
    }
}

#[tokio::test]
async fn trouble_is_told_as_in_a_chat() {
    for (answer, expected) in [
        (
            Answer::json(401, r#"{"error":{"message":"bad key"}}"#),
            "auth",
        ),
        (
            Answer::json(503, r#"{"error":{"message":"Loading model"}}"#),
            "server",
        ),
        (Answer::json(200, "<html>"), "malformed"),
        (Answer::json(200, LISTING).cut_after(150), "truncated"),
        (Answer::Close, "truncated"),
    ] {
        let server = serve(Script::always(answer)).await;
        let probe = client(&server, Dialect::Anthropic).probe(Some("m")).await;
        assert_eq!(kind(&probe.unwrap_err()), expected);
    }
    let url = closed_base_url().await.unwrap();
    let client = Client::new(ProviderConfig::new("lab", Dialect::OpenAi, url)).unwrap();
    assert_eq!(kind(&client.probe(None).await.unwrap_err()), "unreachable");
}
