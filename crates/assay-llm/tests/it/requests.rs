//! What goes over the wire: whole request bodies, per dialect.

use assay_domain::{ChatRequest, Effort, Message, OutputFormat};
use assay_llm::{Client, Dialect, ProviderConfig, StructuredOutput};
use assay_testkit::{Answer, RecordedRequest, Script};
use secrecy::SecretString;
use serde_json::json;

use crate::support::{ask, call, config, request, serve, with_tools};

async fn sent(
    request: &ChatRequest,
    dialect: Dialect,
    structured: StructuredOutput,
    stream: bool,
) -> RecordedRequest {
    let server = serve(Script::always(Answer::text("{}"))).await;
    let client = Client::new(ProviderConfig {
        structured,
        api_key: Some(SecretString::from("sk-test")),
        ..config(&server, dialect)
    })
    .unwrap();
    ask(&client, request, stream).await.result.unwrap();
    server.requests().remove(0)
}

/// An agent in the middle of its work: two tool calls, one of them with spoilt arguments.
fn conversation() -> ChatRequest {
    let mut request = with_tools();
    request.messages.extend([
        Message::Assistant {
            text: String::new(),
            tool_calls: vec![
                call("c1", "search", r#"{"query":"毛利率","limit":5}"#),
                call("c2", "read", "{oops"),
            ],
        },
        Message::Tool {
            call_id: "c1".to_owned(),
            name: "search".to_owned(),
            text: "[[ev_1]] 17.9%".to_owned(),
        },
        Message::Tool {
            call_id: "c2".to_owned(),
            name: "read".to_owned(),
            text: "no such passage".to_owned(),
        },
        Message::User {
            text: "Go on.".to_owned(),
        },
    ]);
    request
}

fn json_request() -> ChatRequest {
    let schema = json!({
        "type": "object",
        "properties": { "next": { "type": "string" } },
        "required": ["next"],
        "additionalProperties": false,
    });
    ChatRequest {
        output: OutputFormat::Json {
            name: "step".to_owned(),
            schema,
        },
        ..request()
    }
}

#[tokio::test]
async fn how_hard_to_think_is_told_in_the_words_of_the_server() {
    let structured = StructuredOutput::JsonSchema;
    let mut request = request();
    let plain = sent(&request, Dialect::OpenAi, structured, false).await;
    assert!(plain.body.get("reasoning_effort").is_none());
    request.sampling.effort = Some(Effort::Minimal);
    let told = sent(&request, Dialect::OpenAi, structured, false).await;
    assert_eq!(told.body["reasoning_effort"], "minimal");
    let told = sent(&request, Dialect::Anthropic, structured, false).await;
    assert_eq!(told.body["output_config"], json!({"effort": "low"}));
}

#[tokio::test]
async fn openai_conversation() {
    let structured = StructuredOutput::JsonSchema;
    let sent = sent(&conversation(), Dialect::OpenAi, structured, true).await;
    assert_eq!(sent.path, "/v1/chat/completions");
    assert_eq!(sent.header("authorization"), Some("Bearer sk-test"));
    assert_eq!(sent.header("content-type"), Some("application/json"));
    insta::assert_json_snapshot!(sent.body);
}

#[tokio::test]
async fn anthropic_conversation() {
    let structured = StructuredOutput::JsonSchema;
    let sent = sent(&conversation(), Dialect::Anthropic, structured, true).await;
    assert_eq!(sent.path, "/v1/messages");
    assert_eq!(sent.header("x-api-key"), Some("sk-test"));
    assert_eq!(sent.header("anthropic-version"), Some("2023-06-01"));
    assert_eq!(sent.header("authorization"), None);
    insta::assert_json_snapshot!(sent.body);
}

#[tokio::test]
async fn json_is_asked_for_as_the_server_understands_it() {
    for (dialect, structured) in [
        (Dialect::OpenAi, StructuredOutput::JsonSchema),
        (Dialect::OpenAi, StructuredOutput::JsonObject),
        (Dialect::OpenAi, StructuredOutput::PromptOnly),
        (Dialect::Anthropic, StructuredOutput::JsonSchema),
        (Dialect::Anthropic, StructuredOutput::JsonObject),
        (Dialect::Anthropic, StructuredOutput::PromptOnly),
    ] {
        let sent = sent(&json_request(), dialect, structured, false).await;
        let name = format!("json_{dialect:?}_{structured:?}");
        insta::assert_json_snapshot!(name, sent.body);
    }
}

#[tokio::test]
async fn a_schema_that_is_not_closed_is_not_called_strict() {
    let mut request = json_request();
    request.output = OutputFormat::Json {
        name: "step".to_owned(),
        schema: json!({ "type": "object", "properties": { "next": { "type": "string" } } }),
    };
    let sent = sent(
        &request,
        Dialect::OpenAi,
        StructuredOutput::JsonSchema,
        false,
    )
    .await;
    let schema = &sent.body["response_format"]["json_schema"];
    assert_eq!(schema["strict"], false);
    assert_eq!(
        schema["schema"]["required"],
        serde_json::Value::Null,
        "sent as given"
    );
}

#[tokio::test]
async fn anthropic_gets_one_sampling_parameter() {
    for (temperature, top_p, expected) in [
        (0.2, 0.9, json!({ "temperature": 0.2 })),
        (1.0, 0.9, json!({ "top_p": 0.9 })),
        (1.7, 1.0, json!({ "temperature": 1.0 })),
    ] {
        let mut request = request();
        request.sampling.temperature = temperature;
        request.sampling.top_p = top_p;
        let structured = StructuredOutput::PromptOnly;
        let sent = sent(&request, Dialect::Anthropic, structured, false).await;
        let mut found = serde_json::Map::new();
        for name in ["temperature", "top_p"] {
            if let Some(value) = sent.body.get(name) {
                found.insert(name.to_owned(), value.clone());
            }
        }
        assert_eq!(serde_json::Value::Object(found), expected);
    }
}

#[tokio::test]
async fn arguments_go_back_as_the_model_wrote_them() {
    let arguments = r#"{"amount": 12345678901234567890.50}"#;
    let mut request = with_tools();
    request.messages.push(Message::Assistant {
        text: String::new(),
        tool_calls: vec![call("c1", "search", arguments)],
    });
    let structured = StructuredOutput::PromptOnly;
    let sent = sent(&request, Dialect::Anthropic, structured, false).await;
    assert!(sent.raw.contains(arguments), "{}", sent.raw);
}

/// The same prefix, byte for byte, however the conversation goes on.
#[tokio::test]
async fn the_cached_prefix_is_stable() {
    for dialect in [Dialect::OpenAi, Dialect::Anthropic] {
        let short = sent(&with_tools(), dialect, StructuredOutput::PromptOnly, true).await;
        let long = sent(&conversation(), dialect, StructuredOutput::PromptOnly, true).await;
        let (short, long) = (short.raw, long.raw);
        let prefix = short.find("毛利率多少?").unwrap();
        assert_eq!(short[..prefix], long[..prefix]);
        assert!(short[..prefix].contains("You read filings."));
        assert!(short[..prefix].contains("Searches the library."));
    }
}

#[tokio::test]
async fn a_query_in_the_base_url_stays_behind_the_path() {
    let server = serve(Script::always(Answer::text("x"))).await;
    let url = format!("{}/?api-version=1", server.base_url());
    let client = Client::new(ProviderConfig::new("lab", Dialect::OpenAi, url)).unwrap();
    ask(&client, &request(), false).await.result.unwrap();
    assert_eq!(
        server.requests()[0].path,
        "/v1/chat/completions?api-version=1"
    );
}
