use assay_mcp_server::http_app;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::support::{TOKEN, server_on};

struct Asked<'a> {
    method: &'a str,
    path: &'a str,
    host: &'a str,
    origin: Option<&'a str>,
    token: Option<&'a str>,
}

async fn ask(port: u16, asked: &Asked<'_>, body: &Value) -> (u16, String) {
    let body = body.to_string();
    let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let mut head = format!(
        "{} {} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: {}\r\n",
        asked.method,
        asked.path,
        asked.host,
        body.len()
    );
    if let Some(origin) = asked.origin {
        head.push_str(&format!("origin: {origin}\r\n"));
    }
    if let Some(token) = asked.token {
        head.push_str(&format!("authorization: Bearer {token}\r\n"));
    }
    socket
        .write_all(format!("{head}\r\n{body}").as_bytes())
        .await
        .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_needs_an_own_host_an_own_origin_and_the_token() {
    let home = TempDir::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (server, front, access) = server_on(home.path(), port, Vec::new()).await;
    let stop = CancellationToken::new();
    let app = http_app(front, access, stop.clone());
    let ending = stop.clone();
    let serving =
        Handle::current().spawn(async move { server.serve_app(app, listener, ending).await });

    let own = format!("127.0.0.1:{port}");
    let named = format!("localhost:{port}");
    let page = format!("http://127.0.0.1:{port}");
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    for path in ["/mcp", "/", "/api/runs"] {
        for method in ["POST", "GET", "DELETE", "OPTIONS"] {
            for (host, origin, token, expected) in [
                ("evil.example", None, Some(TOKEN), 403),
                ("0.0.0.0", None, Some(TOKEN), 403),
                ("127.0.0.1", None, Some(TOKEN), 403),
                (own.as_str(), Some("http://evil.example"), Some(TOKEN), 403),
                (&own, Some("null"), Some(TOKEN), 403),
                (&own, Some("https://127.0.0.1"), Some(TOKEN), 403),
                (&own, None, None, 401),
                (&own, None, Some("wrong-wrong-wrong-wrong"), 401),
                (&own, Some(page.as_str()), None, 401),
            ] {
                let asked = Asked {
                    method,
                    path,
                    host,
                    origin,
                    token,
                };
                let (status, answer) = ask(port, &asked, &list).await;
                assert_eq!(
                    status, expected,
                    "{method} {path} {host} {origin:?}: {answer}"
                );
                let head = answer.to_ascii_lowercase();
                assert!(!head.contains("access-control-allow"), "{answer}");
            }
        }
    }
    for (host, origin) in [(&own, None), (&named, None), (&own, Some(page.as_str()))] {
        let asked = Asked {
            method: "POST",
            path: "/mcp",
            host,
            origin,
            token: Some(TOKEN),
        };
        let (status, answer) = ask(port, &asked, &list).await;
        assert_eq!(status, 200, "{answer}");
        assert!(answer.contains("library_search"), "{answer}");
    }
    let elsewhere = Asked {
        method: "GET",
        path: "/api/runs",
        host: &own,
        origin: None,
        token: Some(TOKEN),
    };
    let (status, answer) = ask(port, &elsewhere, &list).await;
    assert_eq!(status, 404, "the workbench is not served here: {answer}");
    stop.cancel();
    serving.await.unwrap();
}
