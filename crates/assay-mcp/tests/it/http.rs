use assay_mcp::McpError;
use serde_json::json;

use crate::fake_http::{FakeHttp, Manner};
use crate::support::{Home, call, text, told};

fn home(server: &FakeHttp) -> Home {
    Home::with(json!({
        "url": server.url,
        "headers": { "X-Key": "${HOME}" },
        "timeout_seconds": 30,
    }))
}

/// Answer or error, with how often the tool was called.
async fn ask(manner: Manner, name: &str) -> (String, usize) {
    let server = FakeHttp::start(manner).await;
    let home = home(&server);
    let servers = home.approved().await;
    let told = match call(&servers, name, json!({ "text": "你好" })).await {
        Ok(output) => text(&output),
        Err(error) => told(&error),
    };
    servers.close().await;
    (told, server.count("tools/call"))
}

#[tokio::test]
async fn answers_as_json() {
    for (name, expected, calls) in [
        ("echo", "你好", 1),
        ("numbers", r#"{"v":0.30000000000000000001}"#, 1),
        (
            "fail_500",
            "server `fake` answered with HTTP status 500; its own log may say why",
            1,
        ),
        ("flaky_503", "你好", 2),
        (
            "always_503",
            "server `fake` answered with HTTP status 503; its own log may say why",
            2,
        ),
        (
            "rpc_400",
            "server `fake` refused the request (JSON-RPC error -32000) | no header",
            1,
        ),
        (
            "html",
            "server `fake` does not speak MCP: its answer is neither JSON nor an event stream; check \
             \"url\" in mcp.json",
            1,
        ),
        (
            "redirect",
            "server `fake` redirects to another address (HTTP 307), which is not followed; put the \
             final address into mcp.json",
            1,
        ),
        (
            "huge_json",
            "server `fake` sent more than 4194304 bytes in one message; ask it for less",
            1,
        ),
        (
            "wrong_id",
            "server `fake` sent a reply that cannot be read: it answers another request than the \
             one that was sent",
            1,
        ),
        (
            "bad_json",
            "server `fake` sent a reply that cannot be read: it is no message of the protocol",
            1,
        ),
    ] {
        assert_eq!(
            ask(Manner::Plain, name).await,
            (expected.to_owned(), calls),
            "{name}"
        );
    }
}

#[tokio::test]
async fn answers_as_event_streams() {
    for (name, expected, calls) in [
        ("echo", "你好", 1),
        ("numbers", r#"{"v":0.30000000000000000001}"#, 1),
        ("ask_back", "done", 1),
        ("cut", "whole", 2),
        (
            "always_cut",
            "server `fake` cannot be reached: the connection was closed",
            2,
        ),
        (
            "huge_event",
            "server `fake` sent more than 4194304 bytes in one message; ask it for less",
            1,
        ),
        ("lose_session", "你好", 2),
        ("resumed", "whole after all", 1),
    ] {
        assert_eq!(
            ask(Manner::Streaming, name).await,
            (expected.to_owned(), calls),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let server = FakeHttp::start(Manner::Streaming).await;
    let home = home(&server).set("timeout_seconds", json!(3));
    let servers = home.approved().await;
    let error = call(&servers, "hang", json!({})).await.unwrap_err();
    assert!(matches!(error, McpError::Timeout { .. }), "{error}");
    assert_eq!(server.count("tools/call"), 1);
    assert!(call(&servers, "echo", json!({})).await.is_ok());
    servers.close().await;
}

/// A new session is greeted and its tools are compared before the call is made again.
#[tokio::test]
async fn a_lost_session_is_made_anew() {
    let server = FakeHttp::start(Manner::Streaming).await;
    let home = home(&server);
    let servers = home.approved().await;
    let output = call(&servers, "lose_session", json!({ "text": "a" }))
        .await
        .unwrap();
    assert!(output.repeated);
    assert_eq!(
        (server.count("initialize"), server.count("tools/list")),
        (2, 2)
    );
    servers.close().await;
    let ended = server.requests();
    assert_eq!(ended.last().unwrap().method, "DELETE");
}

#[tokio::test]
async fn a_new_session_with_other_tools_gets_no_call() {
    let server = FakeHttp::start(Manner::Turncoat).await;
    let home = home(&server);
    let servers = home.approved().await;
    let error = call(&servers, "lose_session", json!({})).await.unwrap_err();
    assert!(error.to_string().contains("changed since"), "{error}");
    assert_eq!(server.count("tools/call"), 1);
    servers.close().await;
}

/// The server says on its own stream that its tools changed.
#[tokio::test]
async fn an_announced_change_is_seen_before_a_call() {
    let server = FakeHttp::start(Manner::Announcing).await;
    let home = home(&server);
    let servers = home.approved().await;
    let start = std::time::Instant::now();
    let error = loop {
        match call(&servers, "echo", json!({})).await {
            Ok(_) => assert!(start.elapsed().as_secs() < 20, "the change is not seen"),
            Err(error) => break error,
        }
    };
    assert!(error.to_string().contains("changed since"), "{error}");
    servers.close().await;
}

#[tokio::test]
async fn each_request_carries_version_session_and_headers() {
    let server = FakeHttp::start(Manner::Streaming).await;
    let home = home(&server);
    let servers = home.approved().await;
    call(&servers, "echo", json!({})).await.unwrap();
    servers.close().await;
    let key = std::env::vars().find(|(name, _)| name == "HOME").unwrap().1;
    for request in server.requests() {
        assert_eq!(request.headers["x-key"], key, "{request:?}");
        if request.rpc() == "initialize" {
            assert_eq!(request.body["params"]["protocolVersion"], "2025-11-25");
            assert_eq!(request.body["params"]["capabilities"], json!({}));
            continue;
        }
        assert_eq!(
            request.headers["mcp-protocol-version"], "2025-06-18",
            "{request:?}"
        );
        assert_eq!(request.headers["mcp-session-id"], "s1");
    }
}

#[tokio::test]
async fn servers_that_are_none() {
    for (status, content_type, expected) in [
        (
            200,
            "text/html",
            "server `fake` does not speak MCP: its answer is neither JSON nor an event stream; check \
             \"url\" in mcp.json",
        ),
        (
            302,
            "text/html",
            "server `fake` redirects to another address (HTTP 302), which is not followed; put the \
             final address into mcp.json",
        ),
        (
            401,
            "application/json",
            "server `fake` answered with HTTP status 401; check the key in \"headers\" of mcp.json",
        ),
        (
            404,
            "text/html",
            "server `fake` answered with HTTP status 404; check \"url\" in mcp.json",
        ),
        (
            405,
            "text/html",
            "server `fake` answered with HTTP status 405; check \"url\" in mcp.json",
        ),
        (
            429,
            "text/html",
            "server `fake` answered with HTTP status 429; it limits the rate; wait a while",
        ),
        (
            500,
            "text/html",
            "server `fake` answered with HTTP status 500; its own log may say why",
        ),
        (
            200,
            "application/json",
            "server `fake` sent a reply that cannot be read: it is no message of the protocol",
        ),
    ] {
        let server = FakeHttp::start(Manner::Status(status, content_type)).await;
        let home = home(&server);
        let error = home.servers().tools("fake").await.unwrap_err();
        assert_eq!(told(&error), expected);
        let tries = server.requests().len();
        assert_eq!(tries, 1, "{status} was tried {tries} times");
    }
}

#[tokio::test]
async fn nobody_there() {
    let home = Home::with(json!({ "url": "http://127.0.0.1:1/mcp" }));
    let error = home.servers().tools("fake").await.unwrap_err();
    assert_eq!(
        told(&error),
        "server `fake` cannot be reached: Connection refused (os error 111)"
    );
}
