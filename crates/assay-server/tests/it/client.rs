//! A client that sends what it is told to, byte for byte. HTTP/1.0, so that an answer ends where the
//! connection does.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::description::check;

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    fn read(bytes: &[u8]) -> Self {
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap_or_else(|| panic!("no head in {}", String::from_utf8_lossy(bytes)));
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let headers = lines.filter_map(|line| line.split_once(':'));
        Self {
            status: status.parse().unwrap(),
            headers: headers
                .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
                .collect(),
            body: bytes[end + 4..].to_vec(),
        }
    }
}

/// Sends a request and reads the whole answer.
pub(crate) async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    let mut socket = begin(address, method, path, headers, body).await;
    let mut answer = Vec::new();
    // a server that turns a request away may close before it has read all of it
    drop(socket.read_to_end(&mut answer).await);
    let reply = Reply::read(&answer);
    check(method, path, &reply);
    reply
}

pub(crate) async fn begin(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> TcpStream {
    let mut socket = TcpStream::connect(address).await.unwrap();
    let mut request = format!("{method} {path} HTTP/1.0\r\n");
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    socket.write_all(request.as_bytes()).await.unwrap();
    drop(socket.write_all(body).await);
    socket
}

/// One event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) kind: String,
    pub(crate) data: String,
}

/// A client of a stream.
pub(crate) struct Events {
    socket: TcpStream,
    buffer: Vec<u8>,
    head_read: bool,
}

impl Events {
    pub(crate) fn new(socket: TcpStream) -> Self {
        Self {
            socket,
            buffer: Vec::new(),
            head_read: false,
        }
    }

    /// The next event; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(at) = find(
                &self.buffer,
                if self.head_read { b"\n\n" } else { b"\r\n\r\n" },
            ) {
                if self.head_read {
                    let text: Vec<u8> = self.buffer.drain(..at + 2).collect();
                    if let Some(event) = parsed(&String::from_utf8(text).unwrap()) {
                        return Some(event);
                    }
                } else {
                    self.head_read = true;
                    let head: Vec<u8> = self.buffer.drain(..at + 4).collect();
                    let head = String::from_utf8_lossy(&head).into_owned();
                    assert!(head.contains(" 200 "), "{head}");
                    assert!(head.contains("text/event-stream"), "{head}");
                }
                continue;
            }
            let mut more = [0_u8; 8_192];
            match self.socket.read(&mut more).await {
                Ok(0) | Err(_) => return None,
                Ok(length) => self.buffer.extend_from_slice(&more[..length]),
            }
        }
    }

    /// Every numbered event up to the end of the stream.
    pub(crate) async fn rest(mut self) -> Vec<Event> {
        let mut all = Vec::new();
        while let Some(event) = self.next().await {
            all.push(event);
        }
        all
    }
}

fn find(bytes: &[u8], end: &[u8]) -> Option<usize> {
    bytes.windows(end.len()).position(|window| window == end)
}

/// As the standard reads it; a comment is no event.
fn parsed(text: &str) -> Option<Event> {
    let mut event = Event {
        id: None,
        kind: "message".to_owned(),
        data: String::new(),
    };
    for line in text.lines() {
        match line.split_once(": ") {
            Some(("id", id)) => event.id = Some(id.to_owned()),
            Some(("event", kind)) => event.kind = kind.to_owned(),
            Some(("data", data)) => event.data.push_str(data),
            _ => {}
        }
    }
    (!event.data.is_empty()).then_some(event)
}
