use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// A site on loopback that remembers what it was asked for.
pub(crate) struct Site {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    _serving: JoinSet<()>,
}

/// A page by its path.
type Pages = fn(path: &str, port: u16) -> Option<String>;

impl Site {
    pub(crate) async fn start(pages: Pages) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let mut serving = JoinSet::new();
        let (port, log) = (address.port(), Arc::clone(&asked));
        serving.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((socket, _)) = listener.accept().await {
                connections.spawn(answer(socket, pages, port, Arc::clone(&log)));
            }
        });
        Self {
            address,
            asked,
            _serving: serving,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// `METHOD path` of every request, but for robots.txt and the icon.
    pub(crate) fn asked(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap().clone();
        let plain = |one: &String| !one.ends_with("/robots.txt") && !one.ends_with("/favicon.ico");
        asked.into_iter().filter(plain).collect()
    }
}

async fn answer(mut socket: TcpStream, pages: Pages, port: u16, asked: Arc<Mutex<Vec<String>>>) {
    let mut request = Vec::new();
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut part = [0; 1024];
        match socket.read(&mut part).await {
            Ok(length) if length > 0 => request.extend_from_slice(&part[..length]),
            _ => return,
        }
    }
    let text = String::from_utf8_lossy(&request).into_owned();
    let mut words = text.split(' ');
    let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    asked.lock().unwrap().push(format!("{method} {path}"));
    let response = match (path.strip_prefix("/to"), pages(path, port)) {
        (Some(target), _) => format!(
            "HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        ),
        (None, Some(body)) => format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        ),
        (None, None) => "HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\ncontent-length: 4\r\nconnection: close\r\n\r\nnone".to_owned(),
    };
    // A browser may go away before it has read everything.
    let _browser_gone = socket.write_all(response.as_bytes()).await;
}
