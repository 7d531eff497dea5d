use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// A site on loopback: fixed answers by path, and a list of what was asked for.
pub(crate) struct Site {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    _serving: JoinSet<()>,
}

const OK_HTML: &str = "200 OK\r\ncontent-type: text/html; charset=utf-8";

/// The head after the status line, and the body.
pub(crate) type Answers = BTreeMap<&'static str, (String, String)>;

pub(crate) fn html(body: &str) -> (String, String) {
    let page = format!("<!doctype html><html lang=en><title>t</title><body>{body}</body></html>");
    (OK_HTML.to_owned(), page)
}

impl Site {
    pub(crate) async fn start(answers: Answers) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let mut serving = JoinSet::new();
        serving.spawn(accept(listener, Arc::new(answers), Arc::clone(&asked)));
        Self {
            address,
            asked,
            _serving: serving,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The same server under a name, which is another origin.
    pub(crate) fn other(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.address.port())
    }

    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn accept(listener: TcpListener, answers: Arc<Answers>, asked: Arc<Mutex<Vec<String>>>) {
    let mut connections = JoinSet::new();
    while let Ok((socket, _)) = listener.accept().await {
        connections.spawn(answer(socket, Arc::clone(&answers), Arc::clone(&asked)));
    }
}

async fn answer(mut socket: TcpStream, answers: Arc<Answers>, asked: Arc<Mutex<Vec<String>>>) {
    let mut request = Vec::new();
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut part = [0; 1024];
        match socket.read(&mut part).await {
            Ok(length) if length > 0 => request.extend_from_slice(&part[..length]),
            _ => return,
        }
    }
    let text = String::from_utf8_lossy(&request).into_owned();
    let path = text.split(' ').nth(1).unwrap_or_default().to_owned();
    asked.lock().unwrap().push(path.clone());
    let missing = || {
        (
            "404 Not Found\r\ncontent-type: text/plain".to_owned(),
            String::new(),
        )
    };
    let (head, body) = answers.get(path.as_str()).cloned().unwrap_or_else(missing);
    let response = format!(
        "HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    // A browser may go away before it has read everything.
    let _browser_gone = socket.write_all(response.as_bytes()).await;
}
