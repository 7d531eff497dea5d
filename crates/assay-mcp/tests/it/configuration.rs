use std::fs;

use assay_mcp::{Environment, McpError, Servers};
use tempfile::TempDir;

fn load(config: &str) -> Result<Vec<String>, String> {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("mcp.json"), config).unwrap();
    match Servers::load(home.path(), Environment::default()) {
        Ok(servers) => Ok(servers.names().map(str::to_owned).collect()),
        Err(McpError::Configuration { problem, .. }) => Err(problem),
        Err(other) => panic!("{other}"),
    }
}

fn server(fields: &str) -> String {
    format!("{{\"servers\": {{\"s\": {{{fields}}}}}}}")
}

#[test]
fn good_files() {
    for (config, names) in [
        (r#"{"servers": {}}"#, vec![]),
        (
            r#"{"servers": {"b": {"command": "x"}, "a-1_B": {"url": "https://example.org/mcp"}}}"#,
            vec!["a-1_B", "b"],
        ),
        (
            r#"{"servers": {"s": {"command": "x", "args": ["-y", "ü"], "env": {"A": "1", "B": "${B}/c"},
                "timeout_seconds": 3600, "trust": "first-use"}}}"#,
            vec!["s"],
        ),
        (
            r#"{"servers": {"s": {"url": "http://127.0.0.1:80/mcp?x=1", "headers": {"Authorization": "Bearer ${KEY}"},
                "trust": "approve"}}}"#,
            vec!["s"],
        ),
        (
            r#"{"servers": {"s": {"url": "http://[::1]:9/"}}}"#,
            vec!["s"],
        ),
        (
            r#"{"servers": {"s": {"url": "http://localhost/"}}}"#,
            vec!["s"],
        ),
    ] {
        let expected: Vec<String> = names.into_iter().map(str::to_owned).collect();
        assert_eq!(load(config), Ok(expected), "{config}");
    }
}

#[test]
fn no_file_means_no_servers() {
    let home = TempDir::new().unwrap();
    let servers = Servers::load(home.path(), Environment::default()).unwrap();
    assert_eq!(servers.names().count(), 0);
    let error = servers.notes("x").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no MCP server `x` is configured; mcp.json has none"
    );
}

#[test]
fn bad_files_are_refused_with_a_reason() {
    let files = [
        "".to_owned(),
        "{".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        r#"{"mcpServers": {}}"#.to_owned(),
        r#"{"servers": [], "x": 1}"#.to_owned(),
        r#"[{"s": {"command": "x"}}]"#.to_owned(),
        r#"{"servers": {"s": ["x", [], null, null, null, 5]}}"#.to_owned(),
        r#"{"servers": {"a": {"command": "x"}, "a": {"command": "y"}}}"#.to_owned(),
        r#"{"servers": {"a.b": {"command": "x"}}}"#.to_owned(),
        r#"{"servers": {"": {"command": "x"}}}"#.to_owned(),
        format!(
            r#"{{"servers": {{"{}": {{"command": "x"}}}}}}"#,
            "n".repeat(33)
        ),
        server(""),
        server(r#""command": "x", "url": "https://example.org""#),
        server(r#""command": "x", "cwd": "y""#),
        server(r#""command": " ""#),
        server(r#""command": 7"#),
        server(r#""command": "x", "args": "y""#),
        server(r#""command": "x", "args": ["a\u0000b"]"#),
        server(r#""command": "x", "headers": {}"#),
        server(r#""command": "x", "env": {"A": 1}"#),
        server(r#""command": "x", "env": "KEY=hunter2""#),
        server(r#""command": "x", "env": {"A": "1", "A": "2"}"#),
        server(r#""command": "x", "env": {"A=B": "1"}"#),
        server(r#""command": "x", "env": {"A": "${B"}"#),
        server(r#""command": "x", "env": {"A": "${}"}"#),
        server(r#""command": "x", "env": {"A": "${B:-c}"}"#),
        server(r#""command": "x", "timeout_seconds": 0"#),
        server(r#""command": "x", "timeout_seconds": 3601"#),
        server(r#""command": "x", "timeout_seconds": 1.5"#),
        server(r#""command": "x", "trust": "always""#),
        server(r#""url": "https://example.org", "args": []"#),
        server(r#""url": "https://example.org", "env": {}"#),
        server(r#""url": "example.org""#),
        server(r#""url": "http://example.org/mcp""#),
        server(r#""url": "file:///etc/passwd""#),
        server(r#""url": "https://user:secret@example.org/""#),
        server(r#""url": "https://example.org", "headers": {"a b": "1"}"#),
        server(r#""url": "https://example.org", "headers": {"Host": "other"}"#),
        server(r#""url": "https://example.org", "headers": {"Mcp-Session-Id": "1"}"#),
        server(r#""url": "https://example.org", "headers": {"X-Key": "1", "x-key": "2"}"#),
    ];
    let told: Vec<String> = files
        .iter()
        .map(|file| format!("{file}\n    {}", load(file).unwrap_err()))
        .collect();
    let told = told.join("\n");
    assert_eq!(
        told.matches("hunter2").count(),
        1,
        "only in the file itself"
    );
    insta::assert_snapshot!(told);
}

/// What is written in the file may be a key: it appears in no message and no debug output.
#[tokio::test]
async fn values_are_not_shown() {
    let home = TempDir::new().unwrap();
    let config = r#"{"servers": {
        "a": {"command": "no-such-program-anywhere", "env": {"KEY": "hunter2"}},
        "b": {"url": "http://127.0.0.1:1/", "headers": {"Authorization": "Bearer hunter2"}},
        "c": {"url": "http://127.0.0.1:1/", "headers": {"Authorization": "hunter2\n"}}
    }}"#;
    fs::write(home.path().join("mcp.json"), config).unwrap();
    let environment = Environment::new([("X".to_owned(), "hunter2".to_owned())]);
    assert!(!format!("{environment:?}").contains("hunter2"));
    let servers = Servers::load(home.path(), environment).unwrap();
    for name in ["a", "b", "c"] {
        let error = servers.connect(name).await.unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}
