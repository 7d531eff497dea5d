//! How real servers were seen to differ: llama-server and llama-cpp-python.

use assay_domain::{Finish, Message, OutputFormat};
use assay_llm::{Client, Dialect, ProviderConfig, StructuredOutput, read_json};
use assay_testkit::{Answer, RecordedRequest, Reply, Script};
use serde_json::{Value, json};

use crate::support::{ask, call, client, config, hear, kind, request, serve, with_tools};

fn json_request() -> assay_domain::ChatRequest {
    assay_domain::ChatRequest {
        output: OutputFormat::Json {
            name: "step".to_owned(),
            schema: json!({ "type": "object" }),
        },
        ..request()
    }
}

#[tokio::test]
async fn schema_bound_output_cut_at_its_limit_is_told_as_such() {
    let reply = Reply {
        finish: Finish::Length,
        ..Reply::text(r#"{"next": "sear"#)
    };
    let heard = hear(Answer::Reply(reply), Dialect::OpenAi, true).await;
    let reply = heard.result.unwrap();
    assert_eq!(reply.finish, Finish::Length);
    let problem = read_json::<Value>(&reply.text).unwrap_err();
    assert_eq!(problem, assay_llm::JsonProblem::Cut);
}

#[tokio::test]
async fn a_server_that_fails_on_schemas_can_be_asked_for_an_object() {
    let server = serve(Script::new(|request: &RecordedRequest, _| {
        let format = &request.body["response_format"];
        match format["type"].as_str() {
            Some("json_object") if format["schema"].is_object() => Answer::text("{\"next\":1}"),
            _ => Answer::error(500, "internal_server_error", "json_schema"),
        }
    }))
    .await;
    for (structured, works) in [
        (StructuredOutput::JsonSchema, false),
        (StructuredOutput::JsonObject, true),
    ] {
        let client = Client::new(ProviderConfig {
            structured,
            ..config(&server, Dialect::OpenAi)
        })
        .unwrap();
        match ask(&client, &json_request(), false).await.result {
            Ok(reply) => assert!(works && reply.text == "{\"next\":1}"),
            Err(error) => assert!(!works && kind(&error) == "server", "{error}"),
        }
    }
}

#[tokio::test]
async fn a_stream_without_usage_has_none() {
    let heard = hear(
        Answer::Reply(Reply::text("17.9%").with_usage(None)),
        Dialect::OpenAi,
        true,
    )
    .await;
    assert_eq!(heard.result.unwrap().usage, None);
}

#[tokio::test]
async fn tools_that_are_ignored_leave_a_text_without_calls() {
    let server = serve(Script::always(Answer::text("I would search."))).await;
    let heard = ask(&client(&server, Dialect::OpenAi), &with_tools(), true).await;
    let reply = heard.result.unwrap();
    assert_eq!((reply.tool_calls.len(), reply.finish), (0, Finish::Stop));
    let sent = server.requests();
    assert_eq!(
        sent[0].body.get("tool_choice"),
        None,
        "`required` is an error elsewhere"
    );
}

#[tokio::test]
async fn content_is_never_null_in_requests_and_may_be_in_replies() {
    let server = serve(Script::new(|request: &RecordedRequest, _| {
        let messages = request.body["messages"].as_array().unwrap();
        if messages.iter().any(|message| message["content"].is_null()) {
            return Answer::error(500, "server_error", "null content");
        }
        Answer::Reply(Reply::tool_calls([call("c2", "search", "{}")]))
    }))
    .await;
    let mut request = with_tools();
    request.messages.extend([
        Message::Assistant {
            text: String::new(),
            tool_calls: vec![call("c1", "search", "{}")],
        },
        Message::Tool {
            call_id: "c1".to_owned(),
            name: "search".to_owned(),
            text: "nothing".to_owned(),
        },
    ]);
    let heard = ask(&client(&server, Dialect::OpenAi), &request, false).await;
    assert_eq!(heard.result.unwrap().tool_calls.len(), 1);
}

#[tokio::test]
async fn an_empty_stream_with_tools_is_refused_and_the_next_is_not_streamed() {
    let server = serve(Script::new(|request: &RecordedRequest, _| {
        if request.wants_stream() && request.body.get("tools").is_some() {
            return Answer::stream(["data: x"; 0]);
        }
        Answer::text("17.9%")
    }))
    .await;
    let client = client(&server, Dialect::OpenAi);
    let first = ask(&client, &with_tools(), true).await.result.unwrap_err();
    assert_eq!(kind(&first), "truncated");
    let second = ask(&client, &with_tools(), true).await;
    assert_eq!(second.result.unwrap().text, "17.9%");
    assert_eq!(second.shown, "17.9%");
    ask(&client, &request(), true).await.result.unwrap();
    let streamed: Vec<bool> = server
        .requests()
        .iter()
        .map(RecordedRequest::wants_stream)
        .collect();
    assert_eq!(
        streamed,
        [true, false, true],
        "without tools it still streams"
    );
}

#[tokio::test]
async fn output_the_server_cannot_parse_is_worth_another_try() {
    let message = "The model produced output that does not match the expected peg-native format";
    let heard = hear(
        Answer::error(500, "server_error", message),
        Dialect::OpenAi,
        true,
    )
    .await;
    let error = heard.result.unwrap_err();
    assert_eq!(kind(&error), "server");
    assert!(error.failure().code.is_transient());
    assert!(error.to_string().contains("peg-native"), "{error}");
}

#[tokio::test]
async fn a_server_that_is_loading_is_worth_another_try() {
    let loading = Answer::error(503, "unavailable_error", "Loading model");
    let error = hear(loading, Dialect::OpenAi, true)
        .await
        .result
        .unwrap_err();
    assert!(assay_llm::retry_delay(&error, 1, 3, 0).is_some());
}

/// Seen elsewhere: one call's index for all, an object for arguments, no id, an index left out.
#[tokio::test]
async fn tool_calls_are_told_apart_however_they_are_numbered() {
    let chunk = |calls: &str, finish: &str| {
        format!(
            "data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":{calls}}},\"finish_reason\":{finish}}}]}}\n\n"
        )
    };
    let answer = Answer::stream([
        chunk(
            r#"[{"index":0,"id":"a","function":{"name":"search","arguments":"{\"q\":"}}]"#,
            "null",
        ),
        chunk(r#"[{"index":0,"function":{"arguments":"1}"}}]"#, "null"),
        chunk(
            r#"[{"index":0,"id":"b","function":{"name":"read","arguments":{"p": 2.50}}}]"#,
            "null",
        ),
        chunk(
            r#"[{"index":3,"id":null,"function":{"name":"read","arguments":null}}]"#,
            "\"stop\"",
        ),
        "data: [DONE]\n\n".to_owned(),
    ]);
    let reply = hear(answer, Dialect::OpenAi, true).await.result.unwrap();
    let expected = [
        call("a", "search", r#"{"q":1}"#),
        call("b", "read", r#"{"p": 2.50}"#),
        call("call_3", "read", "{}"),
    ];
    assert_eq!(reply.tool_calls, expected);
    assert_eq!(reply.finish, Finish::ToolCalls);
}

#[tokio::test]
async fn content_in_parts_and_thought_apart_from_it_are_read() {
    let body = r#"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"17.9%"}],
        "reasoning_content":"hmm"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_cache_hit_tokens":4}}"#;
    let reply = hear(Answer::json(200, body), Dialect::OpenAi, false)
        .await
        .result
        .unwrap();
    assert_eq!(reply.text, "17.9%");
    assert_eq!(
        reply.model, "m-1",
        "the asked-for model where the server names none"
    );
    assert_eq!(reply.usage.unwrap().cached_input_tokens, 4);
}

#[tokio::test]
async fn a_refusal_is_filtered_content() {
    let body = r#"{"choices":[{"message":{"content":null,"refusal":"I cannot."},"finish_reason":"stop"}]}"#;
    let reply = hear(Answer::json(200, body), Dialect::OpenAi, false)
        .await
        .result
        .unwrap();
    assert_eq!(
        (reply.text.as_str(), reply.finish),
        ("I cannot.", Finish::Filtered)
    );
}
