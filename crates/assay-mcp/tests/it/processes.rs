use std::time::{Duration, Instant};

use assay_mcp::{Environment, McpError, Servers};
use serde_json::{Value, json};

use crate::fake_stdio::tool;
use crate::support::{Home, call, text, told};

fn with_tools(names: &[&str]) -> Home {
    let tools: Vec<Value> = names.iter().map(|name| tool(name, "")).collect();
    Home::stdio(json!({ "lists": [tools] }))
}

/// Gone, or dead and only waiting for whoever inherited it.
fn is_dead(pid: &str) -> bool {
    match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => stat
            .rsplit_once(')')
            .is_some_and(|(_, rest)| rest.starts_with(" Z")),
        Err(_) => true,
    }
}

async fn expect_dead(pids: &str) {
    assert!(!pids.trim().is_empty());
    let start = Instant::now();
    for pid in pids.lines() {
        while !is_dead(pid) {
            assert!(start.elapsed() < Duration::from_secs(10), "{pid} lives");
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn a_server_sees_only_the_variables_it_was_given() {
    let home = with_tools(&["env", "secret"]);
    let file = std::fs::read_to_string(home.path().join("mcp.json")).unwrap();
    let mut file: Value = serde_json::from_str(&file).unwrap();
    file["servers"]["fake"]["env"]["KEY"] = json!("Bearer ${TOKEN}!");
    std::fs::write(home.path().join("mcp.json"), file.to_string()).unwrap();
    let variables = [
        ("PATH", "/usr/bin:/bin"),
        ("HOME", "/nonexistent"),
        ("LANG", "C.UTF-8"),
        ("TMPDIR", "/var/tmp"),
        ("TOKEN", "s3cret"),
        ("OPENAI_API_KEY", "sk-1"),
        ("AWS_SECRET_ACCESS_KEY", "x"),
        ("LD_PRELOAD", ""),
        ("NODE_OPTIONS", "--inspect"),
    ];
    let variables = variables.map(|(k, v)| (k.to_owned(), v.to_owned()));
    let servers = Servers::load(home.path(), Environment::new(variables)).unwrap();
    servers
        .approve(&servers.tools("fake").await.unwrap())
        .unwrap();
    let seen = call(&servers, "env", json!({})).await.unwrap();
    assert_eq!(
        text(&seen),
        "FAKE_SCRIPT FAKE_STATE HOME KEY LANG PATH TMPDIR"
    );
    let seen = call(&servers, "secret", json!({})).await.unwrap();
    assert_eq!(text(&seen), "Bearer s3cret!");
    servers.close().await;
}

#[tokio::test]
async fn a_variable_that_is_not_set_is_named() {
    let home = with_tools(&["echo"]).set("env", json!({ "KEY": "${NOT_SET_ANYWHERE}" }));
    let error = home.servers().connect("fake").await.unwrap_err();
    assert_eq!(
        told(&error),
        "server `fake`: environment variable `NOT_SET_ANYWHERE` is not set; set it, or take it out \
         of mcp.json"
    );
}

#[tokio::test]
async fn a_hanging_server_is_stopped() {
    let home = with_tools(&["hang", "echo"]).set("timeout_seconds", json!(3));
    let servers = home.approved().await;
    let error = call(&servers, "hang", json!({})).await.unwrap_err();
    assert_eq!(
        told(&error),
        "server `fake` did not answer within 3 s and was stopped; raise \"timeout_seconds\" in \
         mcp.json if it needs longer"
    );
    expect_dead(&home.state("pids")).await;
    let output = call(&servers, "echo", json!({ "text": "again" }))
        .await
        .unwrap();
    assert_eq!((text(&output).as_str(), home.starts()), ("again", 2));
    servers.close().await;
}

/// It answered, but not to what was asked.
#[tokio::test]
async fn an_answer_to_something_else_is_no_answer() {
    let home = with_tools(&["only_wrong_id"]).set("timeout_seconds", json!(3));
    let servers = home.approved().await;
    let error = call(&servers, "only_wrong_id", json!({}))
        .await
        .unwrap_err();
    assert!(matches!(error, McpError::Timeout { .. }), "{error}");
    assert_eq!(servers.notes("fake").unwrap().stray_replies, 1);
}

#[tokio::test]
async fn starts_that_fail() {
    for (start, timeout, expected) in [
        (
            "hang",
            1,
            "server `fake` did not start within 1 s and was stopped; raise \"timeout_seconds\" in \
             mcp.json if it needs longer",
        ),
        (
            "die",
            20,
            "server `fake` ended in the middle of its work (exit status: 3) | no such database\n",
        ),
        (
            "flood",
            20,
            "server `fake` does not speak MCP: more than 1000 lines of its standard output are no \
             messages; it must keep standard output for the protocol",
        ),
        (
            "wrong id",
            20,
            "server `fake` sent a reply that cannot be read: it is no answer to the greeting",
        ),
    ] {
        let home = Home::stdio(json!({ "lists": [[]], "start": start }))
            .set("timeout_seconds", json!(timeout));
        let servers = home.servers();
        let error = servers.tools("fake").await.unwrap_err();
        assert_eq!(told(&error), expected, "{start}");
        expect_dead(&home.state("pids")).await;
        let tries = if start == "die" { 2 } else { 1 };
        assert_eq!(home.starts(), tries, "{start}");
    }
}

#[tokio::test]
async fn a_noisy_start_is_put_up_with() {
    let script = json!({ "lists": [[tool("echo", "")]], "start": "stray lines" });
    let servers = Home::stdio(script);
    let servers = servers.approved().await;
    assert!(call(&servers, "echo", json!({})).await.is_ok());
    assert_eq!(servers.notes("fake").unwrap().stray_lines, 501);
    servers.close().await;
}

#[tokio::test]
async fn a_program_that_is_not_there() {
    let home = Home::with(json!({ "command": "no-such-program-anywhere" }));
    let error = home.servers().connect("fake").await.unwrap_err();
    assert_eq!(
        told(&error),
        "server `fake`: `no-such-program-anywhere` cannot be started: No such file or directory \
         (os error 2); correct \"command\" in mcp.json"
    );
}

#[tokio::test]
async fn protocol_versions() {
    for (version, is_spoken) in [
        ("2024-11-05", true),
        ("2025-03-26", true),
        ("2025-06-18", true),
        ("2025-11-25", true),
        ("2026-07-28", false),
        ("1999-01-01", false),
        ("\u{1b}[2J", false),
        ("", false),
    ] {
        let script = json!({ "lists": [[tool("echo", "")]], "protocol": version });
        let home = Home::stdio(script);
        let servers = home.servers();
        let connected = servers.connect("fake").await;
        assert_eq!(connected.is_ok(), is_spoken, "{version:?}");
        if let Err(error) = connected {
            assert!(matches!(error, McpError::ProtocolVersion { .. }), "{error}");
            expect_dead(&home.state("pids")).await;
        }
        servers.close().await;
        expect_dead(&home.state("pids")).await;
    }
}

#[tokio::test]
async fn a_crash_costs_one_repetition() {
    let home = with_tools(&["crash"]);
    let servers = home.approved().await;
    let output = call(&servers, "crash", json!({})).await.unwrap();
    assert_eq!(text(&output), "better now");
    assert!(output.repeated);
    assert_eq!(home.starts(), 2);
    servers.close().await;
}

#[tokio::test]
async fn a_second_crash_is_told() {
    let home = with_tools(&["always_crash"]);
    let servers = home.approved().await;
    let error = call(&servers, "always_crash", json!({})).await.unwrap_err();
    assert_eq!(
        told(&error),
        "server `fake` ended in the middle of its work (exit status: 9) | \
         \\u{1b}[31mout of memory\\u{1b}[0m\n"
    );
    assert_eq!(home.starts(), 2);
    servers.close().await;
}

/// A failure that the tool reports, or arguments that do not fit, are never tried again.
#[tokio::test]
async fn only_a_broken_way_is_tried_again() {
    let home = with_tools(&["fail", "refuse", "huge", "odd"]);
    let servers = home.approved().await;
    for name in ["fail", "refuse", "odd", "huge"] {
        call(&servers, name, json!({})).await.unwrap_err();
    }
    let calls = home.state("received").matches("tools/call").count();
    assert_eq!((calls, home.starts()), (4, 1));
    servers.close().await;
}

#[tokio::test]
async fn a_server_that_left_is_started_again() {
    let home = with_tools(&["leave", "echo"]);
    let servers = home.approved().await;
    call(&servers, "leave", json!({})).await.unwrap();
    expect_dead(&home.state("pids")).await;
    let output = call(&servers, "echo", json!({ "text": "back" }))
        .await
        .unwrap();
    assert_eq!((text(&output).as_str(), home.starts()), ("back", 2));
    servers.close().await;
}

/// A call that nobody waits for any more is taken back, and the server stays usable.
#[tokio::test]
async fn a_call_can_be_given_up() {
    let home = with_tools(&["hang", "echo"]);
    let servers = home.approved().await;
    {
        let hanging = call(&servers, "hang", json!({}));
        let heard = async {
            while !home.state("received").contains("\"hang\"") {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            _ = hanging => panic!("it hangs"),
            () = heard => {}
        }
    }
    servers.close().await;
    expect_dead(&home.state("pids")).await;
}

#[tokio::test]
async fn offspring_ends_with_its_server() {
    let home = with_tools(&["offspring"]);
    let servers = home.approved().await;
    call(&servers, "offspring", json!({})).await.unwrap();
    let offspring = home.state("offspring");
    assert!(!is_dead(offspring.trim()));
    servers.close().await;
    expect_dead(&offspring).await;
    expect_dead(&home.state("pids")).await;
}

/// A server that does not end when its input ends is asked, then made to.
#[tokio::test]
async fn a_server_that_stays_is_ended() {
    let home = Home::stdio(json!({ "lists": [[tool("offspring", "")]], "stays": true }));
    let servers = home.approved().await;
    call(&servers, "offspring", json!({})).await.unwrap();
    servers.close().await;
    expect_dead(&home.state("pids")).await;
    expect_dead(&home.state("offspring")).await;
}

/// Dropped without a word, as when the program is ended by a signal it handles.
#[test]
fn nothing_outlives_the_runtime() {
    let home = with_tools(&["offspring"]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let servers = home.approved().await;
        call(&servers, "offspring", json!({})).await.unwrap();
        drop(servers);
    });
    drop(runtime);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        expect_dead(&home.state("pids")).await;
        expect_dead(&home.state("offspring")).await;
    });
}
