use std::io;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt};

/// A request as it arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRequest {
    pub method: String,
    /// With the query.
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// `Null` where the body is empty or no JSON.
    pub body: Value,
    /// The body byte for byte.
    pub raw: String,
}

impl RecordedRequest {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether a streamed reply is asked for.
    pub fn wants_stream(&self) -> bool {
        self.body.get("stream") == Some(&Value::Bool(true))
    }

    pub fn is_anthropic(&self) -> bool {
        self.path.contains("/messages")
    }
}

/// A request whose body has not been looked at.
pub(crate) struct RawRequest {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl RawRequest {
    pub(crate) fn path(&self) -> &str {
        self.head.split(' ').nth(1).unwrap_or_default()
    }

    pub(crate) fn record(&self) -> RecordedRequest {
        let mut lines = self.head.lines();
        let mut request_line = lines.next().unwrap_or_default().split(' ');
        let mut next_word = || request_line.next().unwrap_or_default().to_owned();
        RecordedRequest {
            method: next_word(),
            path: next_word(),
            headers: lines.filter_map(header).collect(),
            body: serde_json::from_slice(&self.body).unwrap_or(Value::Null),
            raw: String::from_utf8_lossy(&self.body).into_owned(),
        }
    }
}

fn header(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once(':')?;
    Some((name.trim().to_ascii_lowercase(), value.trim().to_owned()))
}

/// The next request on a kept-alive connection; `None` when the client has closed it. `buffer`
/// keeps what was read beyond it.
pub(crate) async fn read_request(
    socket: &mut (impl AsyncRead + Unpin),
    buffer: &mut Vec<u8>,
) -> io::Result<Option<RawRequest>> {
    const END: &[u8] = b"\r\n\r\n";
    let head_end = loop {
        let end = buffer.windows(END.len()).position(|window| window == END);
        if let Some(end) = end {
            break end + END.len();
        }
        if socket.read_buf(buffer).await? == 0 {
            return Ok(None);
        }
    };
    let body_start = buffer.split_off(head_end);
    let head = std::mem::replace(buffer, body_start);
    let head = String::from_utf8(head).map_err(io::Error::other)?;
    let length = head
        .lines()
        .filter_map(header)
        .find(|(name, _)| name == "content-length")
        .map_or(Ok(0), |(_, value)| value.parse::<usize>())
        .map_err(io::Error::other)?;
    while buffer.len() < length {
        if socket.read_buf(buffer).await? == 0 {
            return Ok(None);
        }
    }
    let following = buffer.split_off(length);
    let body = std::mem::replace(buffer, following);
    Ok(Some(RawRequest { head, body }))
}
