//! The official reference servers, from the npm packages `@modelcontextprotocol/server-everything`
//! and `server-filesystem`. `cargo xtask test` installs them and names their folder in
//! `ASSAY_MCP_SERVERS`.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use assay_mcp::{Environment, McpError, OutputPart, Servers};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};

use crate::support::{text, told};

/// The start of a reference server's program. `None`, said aloud, where they are not installed; a
/// failure where the labs are required.
fn program(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("ASSAY_MCP_SERVERS").map(PathBuf::from);
    let program = folder.map(|folder| {
        folder.join(format!(
            "node_modules/@modelcontextprotocol/server-{name}/dist/index.js"
        ))
    });
    if program.as_ref().is_some_and(|program| program.is_file()) {
        return program;
    }
    let missing = format!("ASSAY_MCP_SERVERS names no folder with server-{name}");
    assert_ne!(
        std::env::var_os("ASSAY_REQUIRE_LABS"),
        Some("1".into()),
        "the labs are required: {missing}"
    );
    eprintln!("skipped: {missing}");
    None
}

/// With all tools approved.
async fn servers(name: &str, config: Value) -> (TempDir, Servers) {
    let home = TempDir::new().unwrap();
    let file = json!({ "servers": { name: config } });
    fs::write(home.path().join("mcp.json"), file.to_string()).unwrap();
    let servers = Servers::load(home.path(), Environment::new(std::env::vars())).unwrap();
    let listing = servers.tools(name).await.unwrap();
    assert_eq!(listing.refused, []);
    servers.approve(&listing).unwrap();
    (home, servers)
}

async fn names(servers: &Servers, server: &str) -> Vec<String> {
    let listing = servers.tools(server).await.unwrap();
    assert!(listing.tools.iter().all(assay_mcp::Tool::is_usable));
    listing.tools.into_iter().map(|tool| tool.name).collect()
}

async fn use_everything(servers: &Servers) {
    let tools = names(servers, "everything").await;
    for expected in [
        "echo",
        "get-sum",
        "get-structured-content",
        "get-tiny-image",
    ] {
        assert!(
            tools.contains(&format!("everything.{expected}")),
            "{tools:?}"
        );
    }
    let call = |tool, arguments| servers.call("everything", tool, arguments);

    let echo = call("echo", json!({ "message": "你好" })).await.unwrap();
    assert_eq!(text(&echo), "Echo: 你好");

    let sum = call("get-sum", json!({ "a": 2, "b": 40.5 })).await.unwrap();
    assert_eq!(text(&sum), "The sum of 2 and 40.5 is 42.5.");

    let weather = json!({ "location": "Chicago" });
    let weather = call("get-structured-content", weather).await.unwrap();
    assert_eq!(
        weather.structured.unwrap().untrusted(),
        r#"{"temperature":36,"conditions":"Light rain / drizzle","humidity":82}"#
    );

    let image = call("get-tiny-image", json!({})).await.unwrap();
    let images = image
        .parts
        .iter()
        .filter(|part| matches!(part, OutputPart::Image { bytes: 100.., .. }));
    assert_eq!(images.count(), 1);

    let links = call("get-resource-links", json!({ "count": 2 }))
        .await
        .unwrap();
    let links = links
        .parts
        .iter()
        .filter(|part| matches!(part, OutputPart::Link { .. }));
    assert_eq!(links.count(), 2);

    let wrong = call("get-sum", json!({ "a": "two", "b": 1 }))
        .await
        .unwrap_err();
    assert_eq!(
        told(&wrong),
        "tool `everything.get-sum` cannot take these arguments: \"a\" must be number, not string"
    );
    let wrong = call("get-sum", json!({ "a": 2 })).await.unwrap_err();
    assert!(matches!(wrong, McpError::Arguments { .. }), "{wrong}");
}

#[tokio::test]
async fn everything_over_stdio() {
    let Some(program) = program("everything") else {
        return;
    };
    let config = json!({ "command": "node", "args": [program, "stdio"] });
    let (_home, servers) = servers("everything", config).await;
    use_everything(&servers).await;

    let variables = servers
        .call("everything", "get-env", json!({}))
        .await
        .unwrap();
    let variables: Value = serde_json::from_str(&text(&variables)).unwrap();
    for name in variables.as_object().unwrap().keys() {
        let allowed = ["PATH", "HOME", "LANG", "TMPDIR"].contains(&name.as_str());
        assert!(allowed, "the server sees {name}");
    }
    servers.close().await;
}

#[tokio::test]
async fn everything_over_http() {
    let Some(program) = program("everything") else {
        return;
    };
    // A port that was free a moment ago.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let mut node = tokio::process::Command::new("node")
        .arg(program)
        .arg("streamableHttp")
        .env("PORT", port.to_string())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(node.stderr.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if line.contains("listening") {
            break;
        }
    }
    let url = format!("http://127.0.0.1:{port}/mcp");
    let (_home, servers) = servers("everything", json!({ "url": url })).await;
    use_everything(&servers).await;
    servers.close().await;
    node.kill().await.unwrap();
}

#[tokio::test]
async fn a_folder_over_stdio() {
    let Some(program) = program("filesystem") else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let allowed = folder.path().canonicalize().unwrap().join("allowed");
    fs::create_dir(&allowed).unwrap();
    fs::write(allowed.join("report.txt"), "营业收入 1,234.50 亿元\n").unwrap();
    fs::write(folder.path().join("secret.txt"), "not for you").unwrap();
    let config = json!({ "command": "node", "args": [program, allowed] });
    let (_home, servers) = servers("files", config).await;
    assert!(
        names(&servers, "files")
            .await
            .contains(&"files.read_text_file".to_owned())
    );

    let read = |path: PathBuf| servers.call("files", "read_text_file", json!({ "path": path }));
    let inside = read(allowed.join("report.txt")).await.unwrap();
    assert_eq!(text(&inside), "营业收入 1,234.50 亿元\n");
    let listed = servers.call("files", "list_directory", json!({ "path": allowed }));
    assert_eq!(text(&listed.await.unwrap()), "[FILE] report.txt");

    let outside = read(allowed.join("../secret.txt")).await.unwrap_err();
    assert!(matches!(outside, McpError::ToolFailed { .. }), "{outside}");
    assert!(
        told(&outside).contains("Access denied"),
        "{}",
        told(&outside)
    );
    servers.close().await;
}
