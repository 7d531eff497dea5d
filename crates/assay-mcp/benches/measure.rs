//! What a call costs and what a hostile server can cost. The program plays the server itself when
//! it is started with the word `serve`.

use std::io::{BufRead as _, Write as _};

use anyhow::{Context as _, Result, ensure};
use assay_mcp::{Environment, McpError, Servers};
use assay_measure::{Figure, Measured, Scratch, cpu_time, peak_memory};
use serde_json::{Value, json};

fn main() -> Result<()> {
    if std::env::args().nth(1).as_deref() == Some("serve") {
        return serve();
    }
    assay_measure::run(&[
        ("mcp_calls", calls),
        ("mcp_flood", flood),
        ("mcp_bomb", bomb),
    ])
}

fn serve() -> Result<()> {
    for line in std::io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let at = |path| message.pointer(path).and_then(Value::as_str);
        let result = match at("/method") {
            Some("initialize") => json!({
                "protocolVersion": "2025-11-25",
                "capabilities": { "tools": {} },
                "serverInfo": { "name": "bench", "version": "1" },
            }),
            Some("tools/list") => json!({ "tools": [
                { "name": "echo", "inputSchema": { "type": "object" } },
                { "name": "flood", "inputSchema": { "type": "object" } },
                { "name": "bomb", "inputSchema": { "type": "object" } },
            ] }),
            Some("tools/call") if at("/params/name") == Some("flood") => {
                let mut out = std::io::stdout().lock();
                // a line without end; it stops when the client has closed the pipe
                while out.write_all(&[b'x'; 64 * 1024]).is_ok() {}
                return Ok(());
            }
            // the most values that fit into one message
            Some("tools/call") if at("/params/name") == Some("bomb") => {
                json!({ "content": [], "_meta": { "x": vec![0; 2_000_000] } })
            }
            Some("tools/call") => {
                json!({ "content": [{ "type": "text", "text": at("/params/arguments/text") }] })
            }
            _ => continue,
        };
        let reply = json!({ "jsonrpc": "2.0", "id": message.get("id"), "result": result });
        let mut out = std::io::stdout().lock();
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}

fn with_server<T>(work: impl AsyncFnOnce(&Servers) -> Result<T>) -> Result<T> {
    let home = Scratch::new("mcp")?;
    let program = std::env::current_exe()?;
    let file = json!({ "servers": { "bench": {
        "command": program, "args": ["serve"], "trust": "first-use",
    } } });
    std::fs::write(home.path().join("mcp.json"), file.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let servers = Servers::load(home.path(), Environment::default())?;
        servers.tools("bench").await?;
        let done = work(&servers).await;
        servers.close().await;
        done
    })
}

/// Processor time of the client for a call with 1 KB each way.
fn calls() -> Result<Measured> {
    const CALLS: usize = 2000;
    let text = "甲".repeat(333);
    let spent = with_server(async |servers| {
        let start = cpu_time()?;
        for _ in 0..CALLS {
            let output = servers
                .call("bench", "echo", json!({ "text": text }))
                .await?;
            let echoed = output.texts().first().map(|text| text.untrusted().len());
            ensure!(echoed == Some(text.len()), "the echo is not the text");
        }
        Ok(cpu_time()? - start)
    })?;
    let microseconds = spent.as_secs_f64() * 1e6 / CALLS as f64;
    Ok(Measured::Figures(vec![
        Figure::new("mcp_call_cpu", microseconds, "µs", CALLS).at_most(200.0),
    ]))
}

/// Memory of the client while servers send lines without end.
fn flood() -> Result<Measured> {
    const FLOODS: usize = 5;
    with_server(async |servers| {
        for _ in 0..FLOODS {
            let error = servers.call("bench", "flood", json!({})).await.err();
            let error = error.context("a flood was taken for an answer")?;
            ensure!(matches!(error, McpError::TooLarge { .. }), "{error}");
        }
        Ok(())
    })?;
    let megabytes = peak_memory()? as f64 / 1e6;
    Ok(Measured::Figures(vec![
        Figure::new("mcp_flood_memory", megabytes, "MB", FLOODS).at_most(100.0),
    ]))
}

/// Memory of the client for a message that is as large as allowed and made of the smallest values.
fn bomb() -> Result<Measured> {
    with_server(async |servers| {
        servers.call("bench", "bomb", json!({})).await?;
        Ok(())
    })?;
    let megabytes = peak_memory()? as f64 / 1e6;
    Ok(Measured::Figures(vec![
        Figure::new("mcp_bomb_memory", megabytes, "MB", 1).at_most(500.0),
    ]))
}
