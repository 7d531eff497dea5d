//! What a good answer becomes, in every dialect and form.

use assay_domain::{Finish, MicroUsd, Usage};
use assay_llm::{Client, Dialect, ProviderConfig, estimate_tokens};
use assay_testkit::{Answer, Reply, Script, Simulation};

use crate::support::{
    DIALECTS, USAGE, ask, call, client, config, hear, reply_of, request, serve, with_tools,
};

#[tokio::test]
async fn text_usage_and_model_arrive_in_every_form() {
    for dialect in DIALECTS {
        for stream in [false, true] {
            let answer = Answer::Reply(reply_of(&["毛利率 ", "was 17.9%."]));
            let heard = hear(answer, dialect, stream).await;
            let reply = heard.result.unwrap();
            assert_eq!(reply.text, "毛利率 was 17.9%.");
            assert_eq!(heard.shown, reply.text, "{dialect:?} {stream}");
            assert_eq!(reply.usage, Some(USAGE));
            assert_eq!(reply.finish, Finish::Stop);
            assert_eq!(reply.model, "fake-model");
        }
    }
}

#[tokio::test]
async fn tool_calls_arrive_in_every_form() {
    let calls = vec![
        call("c1", "search", r#"{"query":"营收","year":2024}"#),
        call("c2", "read", r#"{"id":"doc_1:0-10"}"#),
    ];
    for dialect in DIALECTS {
        for stream in [false, true] {
            let answer = Answer::Reply(Reply::tool_calls(calls.clone()));
            let server = serve(Script::always(answer)).await;
            let heard = ask(&client(&server, dialect), &with_tools(), stream).await;
            let reply = heard.result.unwrap();
            assert_eq!(reply.tool_calls, calls, "{dialect:?} {stream}");
            assert_eq!(reply.finish, Finish::ToolCalls);
            assert_eq!((reply.text.as_str(), heard.shown.as_str()), ("", ""));
        }
    }
}

#[tokio::test]
async fn every_finish_is_told_apart() {
    for dialect in DIALECTS {
        for finish in [Finish::Stop, Finish::Length, Finish::Filtered] {
            for stream in [false, true] {
                let reply = Reply {
                    finish: finish.clone(),
                    ..Reply::text("half a sent")
                };
                let heard = hear(Answer::Reply(reply), dialect, stream).await;
                assert_eq!(heard.result.unwrap().finish, finish);
            }
        }
    }
}

#[tokio::test]
async fn thought_is_neither_shown_nor_returned() {
    for dialect in DIALECTS {
        for stream in [false, true] {
            let pieces = ["<thi", "nk>the ", "user</th", "ink>\n\n", "17.9%", " <b>"];
            let heard = hear(Answer::Reply(reply_of(&pieces)), dialect, stream).await;
            assert_eq!(heard.result.unwrap().text, "17.9% <b>");
            assert_eq!(heard.shown, "17.9% <b>", "{dialect:?} {stream}");
        }
    }
}

/// A template that opens the thought in the prompt: what was shown before the closing tag cannot be
/// taken back, so the client shows nothing early from then on.
#[tokio::test]
async fn a_thought_opened_unseen_is_returned_by_no_call_and_shown_by_the_first_at_most() {
    let answer = Answer::Reply(reply_of(&["hmm ", "</think>", "17.9%"]));
    let server = serve(Script::always(answer)).await;
    let client = client(&server, Dialect::OpenAi);
    let first = ask(&client, &request(), true).await;
    assert_eq!(first.result.unwrap().text, "17.9%");
    let second = ask(&client, &request(), true).await;
    assert_eq!(second.result.unwrap().text, "17.9%");
    assert_eq!(second.shown, "17.9%");
    let whole = ask(&client, &request(), false).await;
    assert_eq!(whole.shown, "17.9%");
}

#[tokio::test]
async fn numbers_in_tool_arguments_are_not_rounded() {
    let body = r#"{"model":"m","stop_reason":"tool_use","content":[{"type":"tool_use","id":"t","name":"search",
        "input":{"amount":12345678901234567890.123456789}}]}"#;
    let heard = hear(Answer::json(200, body), Dialect::Anthropic, false).await;
    let reply = heard.result.unwrap();
    assert_eq!(
        reply.tool_calls[0].arguments,
        r#"{"amount":12345678901234567890.123456789}"#
    );
}

#[tokio::test]
async fn anthropic_input_counts_cached_and_newly_cached_tokens() {
    let body = r#"{"model":"m","stop_reason":"end_turn","content":[{"type":"text","text":"x"}],
        "usage":{"input_tokens":10,"cache_read_input_tokens":90,"cache_creation_input_tokens":5,"output_tokens":3}}"#;
    let heard = hear(Answer::json(200, body), Dialect::Anthropic, false).await;
    let usage = Usage {
        input_tokens: 105,
        cached_input_tokens: 90,
        output_tokens: 3,
    };
    assert_eq!(heard.result.unwrap().usage, Some(usage));
}

#[test]
fn cached_input_has_its_own_price() {
    let config = ProviderConfig {
        input_price: MicroUsd(3_000_000),
        cached_input_price: MicroUsd(300_000),
        output_price: MicroUsd(15_000_000),
        ..ProviderConfig::new("p", Dialect::OpenAi, "http://127.0.0.1:1/v1")
    };
    // 36 × 3 + 64 × 0.3 (rounded up) + 7 × 15
    assert_eq!(config.cost(USAGE), MicroUsd(108 + 20 + 105));
}

#[test]
fn estimates_know_chinese_from_english() {
    for (text, tokens) in [
        ("", 0),
        ("abcdefg", 2),
        ("毛利率", 3),
        ("毛利率 17.9%", 3 + 2),
    ] {
        assert_eq!(estimate_tokens(text), tokens, "{text}");
    }
}

#[tokio::test]
async fn connections_are_used_again_after_a_stream() {
    let server = serve(Script::always(Answer::text("one two three"))).await;
    let client = client(&server, Dialect::OpenAi);
    for _ in 0..5 {
        ask(&client, &request(), true).await.result.unwrap();
    }
    assert_eq!(server.connection_count(), 1);
}

#[tokio::test]
async fn no_more_calls_are_in_flight_than_allowed() {
    let server = serve(Script::always(Answer::Hang)).await;
    let client = Client::new(ProviderConfig {
        max_concurrency: 2,
        total_timeout: std::time::Duration::from_millis(80),
        ..config(&server, Dialect::OpenAi)
    })
    .unwrap();
    let request = request();
    let ask_whole = || ask(&client, &request, false);
    let seen_while_waiting = async {
        server.arrived(2).await;
        server.request_count()
    };
    let (seen, _, _, _) = tokio::join!(seen_while_waiting, ask_whole(), ask_whole(), ask_whole());
    assert_eq!(seen, 2);
    assert_eq!(server.request_count(), 3);
}

#[tokio::test]
async fn a_dropped_call_closes_its_connection() {
    for answer in [Answer::Hang, Answer::text("one two three").stall_after(300)] {
        let server = serve(Script::always(answer)).await;
        let client = client(&server, Dialect::OpenAi);
        let request = request();
        let mut ignore = |_: &str| {};
        tokio::select! {
            _ = client.chat(&request, true, &mut ignore) => panic!("it cannot answer"),
            () = server.arrived(1) => {}
        }
        server.client_gone().await;
    }
}

#[tokio::test]
async fn a_simulated_server_cites_and_counts() {
    let simulation = Simulation {
        first_token: std::time::Duration::from_millis(1),
        tokens_per_second: 0,
        // two sentences
        reply_tokens: 76,
    };
    for dialect in DIALECTS {
        for stream in [false, true] {
            let server = serve(Script::simulated(simulation)).await;
            let mut request = request();
            request.system = "Evidence: ev_… then ev_1a2b3c4d5e and ev_ffff.".to_owned();
            let heard = ask(&client(&server, dialect), &request, stream).await;
            let reply = heard.result.unwrap();
            assert_eq!(reply.text.matches("[[ev_1a2b3c4d5e]]").count(), 2);
            assert!(reply.text.contains("42.5"));
            assert_eq!(reply.usage.unwrap().output_tokens, 76);
            assert_eq!(heard.shown, reply.text);
        }
    }
}
