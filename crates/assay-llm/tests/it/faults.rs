//! The fault matrix of R10: every fault is a typed error of the right kind.

use std::time::Duration;

use assay_domain::{FailureCode, Usage};
use assay_llm::{Client, Dialect, LlmError, Phase, ProviderConfig};
use assay_testkit::{Answer, Reply, Script, closed_base_url};

use crate::support::{
    DIALECTS, ask, client, config, hear, hurried, kind, reply_of, request, serve, with_tools,
};

const DONE: &str = "data: [DONE]\n\n";

#[tokio::test]
async fn a_good_status_with_bad_content_is_no_answer() {
    let table = [
        ("", "truncated"),
        ("{}", "malformed"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ("not json", "malformed"),
        (r#"{"choices":[],"content":null}"#, "malformed"),
        (
            r#"{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}],"content":[{"type":"text","text":"x"}],"stop_reason":"end_turn"}{}"#,
            "malformed",
        ),
        (
            r#"{"choices":[{"message":{"content":"x"},"finish_reason":null}],"content":[{"type":"text","text":"x"}],"stop_reason":null}"#,
            "truncated",
        ),
        (
            r#"{"choices":[{"message":{"content":"x"},"finish_reason":"odd"}],"content":[{"type":"text","text":"x"}],"stop_reason":"pause_turn"}"#,
            "malformed",
        ),
        (
            r#"{"choices":[{"message":{"content":""},"finish_reason":"tool_calls"}],"content":[],"stop_reason":"tool_use"}"#,
            "malformed",
        ),
        (
            r#"{"choices":[{"message":{"content":42},"finish_reason":"stop"}],"content":42}"#,
            "malformed",
        ),
        (
            r#"{"error":{"code":429,"message":"later"}}"#,
            "rate limited",
        ),
        (
            r#"{"error":{"type":"overloaded_error","message":"busy"}}"#,
            "server",
        ),
        (
            r#"{"error":{"type":"authentication_error","message":"key"}}"#,
            "auth",
        ),
        (r#"{"error":"something broke"}"#, "server"),
        (
            r#"{"error":{"message":"prompt is too long"}}"#,
            "context overflow",
        ),
    ];
    for dialect in DIALECTS {
        for stream in [false, true] {
            for (body, expected) in table {
                let heard = hear(Answer::json(200, body), dialect, stream).await;
                assert_eq!(heard.shown, "", "{body}");
                let error = heard.result.unwrap_err();
                assert_eq!(
                    kind(&error),
                    expected,
                    "{dialect:?} {stream} {body}: {error}"
                );
            }
        }
    }
}

#[tokio::test]
async fn a_complete_reply_without_an_answer_is_blank_and_keeps_its_usage() {
    let usage = Some(Usage {
        input_tokens: 30,
        cached_input_tokens: 0,
        output_tokens: 9,
    });
    for dialect in DIALECTS {
        for stream in [false, true] {
            for text in [
                "",
                " \n",
                "<think>x</think>",
                "<think>x",
                "Well: <think>x y",
            ] {
                let reply = Reply::text(text).with_usage(usage);
                let answer = reply.answer(dialect == Dialect::Anthropic, stream);
                let heard = hear(answer, dialect, stream).await.result.unwrap();
                assert!(heard.is_blank(), "{dialect:?} {stream} {text:?}");
                assert_eq!(heard.usage, usage, "{dialect:?} {stream} {text:?}");
            }
        }
    }
}

#[tokio::test]
async fn faults_inside_an_openai_stream() {
    let text = |text: &str, finish: &str| {
        format!(
            "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{text}\"}},\"finish_reason\":{finish}}}]}}\n\n"
        )
    };
    let stop = || text("", "\"stop\"");
    let table: Vec<(&str, Vec<String>, &str)> = vec![
        ("error event", vec![text("a", "null"), "data: {\"error\":{\"message\":\"boom\",\"code\":500}}\n\n".into()], "server"),
        ("error after the end", vec![text("a", "null"), stop(), "data: {\"error\":{\"message\":\"boom\"}}\n\n".into(), DONE.into()], "server"),
        ("error field", vec![text("a", "null"), "error: {\"message\":\"Context size has been exceeded.\",\"code\":500}\n\n".into()], "context overflow"),
        ("broken event", vec![text("a", "null"), "data: {\"choices\":[{\"del\n\n".into(), stop(), DONE.into()], "malformed"),
        ("text after the end", vec![text("a", "null"), stop(), text("b", "null"), DONE.into()], "malformed"),
        ("stopped by the server", vec![text("a", "\"insufficient_system_resource\""), DONE.into()], "truncated"),
        ("only the end mark", vec![DONE.into()], "truncated"),
        ("nothing", vec![], "truncated"),
        ("only comments", vec![": keep-alive\n\n".into()], "truncated"),
        ("call without name", vec!["data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"x\"}]},\"finish_reason\":\"tool_calls\"}]}\n\n".into(), DONE.into()], "malformed"),
    ];
    for (name, chunks, expected) in table {
        let heard = hear(Answer::stream(chunks), Dialect::OpenAi, true).await;
        let error = heard.result.unwrap_err();
        assert_eq!(kind(&error), expected, "{name}: {error}");
    }
}

#[tokio::test]
async fn faults_inside_an_anthropic_stream() {
    let event = |fields: &str| format!("data: {{{fields}}}\n\n");
    let text = || {
        event(r#""type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}"#)
    };
    let stop = || event(r#""type":"message_stop""#);
    let end = |reason: &str| {
        event(&format!(
            r#""type":"message_delta","delta":{{"stop_reason":"{reason}"}}"#
        ))
    };
    let table: Vec<(&str, Vec<String>, &str)> = vec![
        (
            "error event",
            vec![
                text(),
                event(r#""type":"error","error":{"type":"overloaded_error","message":"busy"}"#),
            ],
            "server",
        ),
        ("no end", vec![text()], "truncated"),
        ("no reason", vec![text(), stop()], "truncated"),
        (
            "unknown reason",
            vec![text(), end("pause_turn"), stop()],
            "malformed",
        ),
        (
            "broken event",
            vec![
                text(),
                "data: {\"type\":\n\n".into(),
                end("end_turn"),
                stop(),
            ],
            "malformed",
        ),
    ];
    for (name, chunks, expected) in table {
        let heard = hear(Answer::stream(chunks), Dialect::Anthropic, true).await;
        let error = heard.result.unwrap_err();
        assert_eq!(kind(&error), expected, "{name}: {error}");
    }
}

/// Events doubled, split over writes, joined in one write, with CRLF, comments and several data
/// lines mean the same.
#[tokio::test]
async fn framing_of_events_does_not_matter() {
    let Answer::Stream { chunks, .. } = reply_of(&["one ", "two"]).answer(false, true) else {
        panic!("a stream");
    };
    let joined = chunks.concat();
    let forms: Vec<Vec<String>> = vec![
        vec![joined.clone()],
        joined.chars().map(String::from).collect(),
        vec![joined.replace('\n', "\r\n")],
        vec![joined.replace('\n', "\r")],
        vec![format!("data:\n\n{joined}"), "data\n\n".to_owned()],
        vec![format!(": hello\n\nevent: x\nid: 1\n\n{joined}{DONE}")],
        vec![joined.replace(",\"choices\"", ",\ndata: \"choices\"")],
        vec![joined.replace("data: ", "data:")],
        vec![joined.trim_end().to_owned()],
    ];
    for form in forms {
        let heard = hear(Answer::stream(form.clone()), Dialect::OpenAi, true).await;
        assert_eq!(heard.result.unwrap().text, "one two", "{form:?}");
        assert_eq!(heard.shown, "one two");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    let url = closed_base_url().await.unwrap();
    let client = Client::new(ProviderConfig::new("lab", Dialect::OpenAi, &url)).unwrap();
    let error = ask(&client, &request(), true).await.result.unwrap_err();
    assert_eq!(kind(&error), "unreachable");
    assert!(
        error.to_string().contains(url.trim_end_matches("/v1")),
        "{error}"
    );
    assert!(error.to_string().contains("refused"), "{error}");
}

#[tokio::test]
async fn a_connection_closed_without_an_answer_is_truncated() {
    for stream in [false, true] {
        let error = hear(Answer::Close, Dialect::OpenAi, stream)
            .await
            .result
            .unwrap_err();
        assert_eq!(kind(&error), "truncated");
    }
}

#[tokio::test]
async fn waits_end_and_say_what_was_waited_for() {
    let head = Answer::stream(["data: x"; 0]).head_length();
    let stalled = |bytes| Answer::text("one two three four").stall_after(bytes);
    let drip = |bytes| Answer::Drip {
        answer: Box::new(Answer::text("one two three four")),
        bytes,
        pause: Duration::from_millis(5),
    };
    let table = [
        (Answer::Hang, true, Phase::FirstByte),
        (stalled(head), true, Phase::FirstByte),
        (stalled(400), true, Phase::Idle),
        (stalled(200), false, Phase::Idle),
        (drip(8), true, Phase::Total),
        (drip(2), false, Phase::Total),
        (Answer::Hang, false, Phase::Total),
    ];
    for (answer, stream, expected) in table {
        let server = serve(Script::always(answer)).await;
        let heard = ask(&hurried(&server, Dialect::OpenAi), &request(), stream).await;
        let error = heard.result.unwrap_err();
        let LlmError::Timeout { phase, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(*phase, expected, "stream: {stream}");
        assert_eq!(error.failure().code, FailureCode::ModelTimeout);
    }
}

#[tokio::test]
async fn a_slow_stream_that_keeps_coming_is_waited_for() {
    let reply = Answer::Drip {
        answer: Box::new(Answer::text("one two")),
        bytes: 64,
        pause: Duration::from_millis(12),
    };
    let server = serve(Script::always(reply)).await;
    let client = Client::new(ProviderConfig {
        first_byte_timeout: Duration::from_millis(150),
        idle_timeout: Duration::from_millis(150),
        ..config(&server, Dialect::OpenAi)
    })
    .unwrap();
    let heard = ask(&client, &request(), true).await;
    assert_eq!(heard.result.unwrap().text, "one two");
}

#[tokio::test]
async fn an_endless_reply_is_given_up() {
    let padding = format!(": {}\n\n", "x".repeat(1 << 20));
    let error = hear(Answer::stream(vec![padding; 17]), Dialect::OpenAi, true).await;
    assert_eq!(kind(&error.result.unwrap_err()), "too large");
    let huge = Answer::json(200, "x".repeat(17 << 20));
    let error = hear(huge, Dialect::OpenAi, false).await.result.unwrap_err();
    assert_eq!(kind(&error), "too large");
}

#[tokio::test]
async fn a_web_page_is_no_reply() {
    let page = Answer::json(200, "<html>log in</html>").with_header("content-type", "text/html");
    let error = hear(page, Dialect::OpenAi, true).await.result.unwrap_err();
    assert_eq!(kind(&error), "malformed");
    assert!(error.to_string().contains("base_url"), "{error}");
}

#[tokio::test]
async fn a_server_that_ignores_stream_is_understood() {
    for dialect in DIALECTS {
        let whole = reply_of(&["one"]).answer(dialect == Dialect::Anthropic, false);
        let heard = hear(whole, dialect, true).await;
        assert_eq!(heard.result.unwrap().text, "one");
        assert_eq!(heard.shown, "one");
    }
}

/// Newer models refuse sampling parameters; the client asks again without them, and only then.
#[tokio::test]
async fn a_refusal_of_sampling_is_learned() {
    let refusal = r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0.2 with this model","param":"temperature","code":"unsupported_value"}}"#;
    let server = serve(Script::new(move |request, _| {
        if request.body.get("temperature").is_some() {
            return Answer::json(400, refusal);
        }
        Answer::text("fine")
    }))
    .await;
    let client = client(&server, Dialect::OpenAi);
    for _ in 0..2 {
        ask(&client, &with_tools(), true).await.result.unwrap();
    }
    assert_eq!(server.request_count(), 3);
}

#[test]
fn a_base_url_that_is_none_is_refused_without_being_shown() {
    for url in ["", "localhost:8080", "ftp://x/v1", "http//x?key=CANARY"] {
        let error = Client::new(ProviderConfig::new("lab", Dialect::OpenAi, url)).unwrap_err();
        assert_eq!(kind(&error), "configuration");
        assert!(!error.to_string().contains("CANARY"));
    }
}
