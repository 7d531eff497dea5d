use std::time::Duration;

use crate::http::RecordedRequest;
use crate::reply::Reply;

/// What the server does with one request.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A complete HTTP response with a content length. JSON unless a header says otherwise.
    Whole {
        status: u16,
        headers: Vec<(String, String)>,
        body: String,
    },
    /// A streamed response: each piece is written, and flushed, on its own.
    Stream {
        chunks: Vec<String>,
        framing: Framing,
    },
    /// A proper reply in the dialect and the form the request asks for.
    Reply(Reply),
    /// The answer up to this byte of the wire, head included; then the connection is closed.
    CutAfter { answer: Box<Answer>, bytes: usize },
    /// The answer without its last bytes; then the connection is closed.
    CutShort { answer: Box<Answer>, bytes: usize },
    /// The answer up to this byte of the wire; then nothing, with the connection open.
    StallAfter { answer: Box<Answer>, bytes: usize },
    /// The answer a few bytes at a time, with a pause after each.
    Drip {
        answer: Box<Answer>,
        bytes: usize,
        pause: Duration,
    },
    /// Nothing, with the connection open.
    Hang,
    /// The connection is closed without an answer.
    Close,
}

/// How the end of a streamed body is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Chunked transfer encoding: a cut shows in the framing as well.
    Chunked,
    /// The connection's end is the body's end: a cut shows nowhere but in the content.
    UntilClose,
}

impl Answer {
    pub fn json(status: u16, body: impl Into<String>) -> Self {
        Self::Whole {
            status,
            headers: Vec::new(),
            body: body.into(),
        }
    }

    /// An error in the shape both dialects share.
    pub fn error(status: u16, kind: &str, message: &str) -> Self {
        let error = serde_json::json!({ "error": { "type": kind, "message": message } });
        Self::json(status, error.to_string())
    }

    /// 429 with a `Retry-After` as given: seconds or a date.
    pub fn retry_after(value: &str) -> Self {
        Self::error(429, "rate_limit_error", "slow down").with_header("retry-after", value)
    }

    pub fn text(text: impl Into<String>) -> Self {
        Self::Reply(Reply::text(text))
    }

    pub fn stream(chunks: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::Stream {
            chunks: chunks.into_iter().map(Into::into).collect(),
            framing: Framing::Chunked,
        }
    }

    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        if let Self::Whole { headers, .. } = &mut self {
            headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// The same stream, ended by closing the connection.
    #[must_use]
    pub fn until_close(mut self) -> Self {
        if let Self::Stream { framing, .. } = &mut self {
            *framing = Framing::UntilClose;
        }
        self
    }

    #[must_use]
    pub fn cut_after(self, bytes: usize) -> Self {
        let answer = Box::new(self);
        Self::CutAfter { answer, bytes }
    }

    /// Cut this many bytes before its end.
    #[must_use]
    pub fn cut_short(self, bytes: usize) -> Self {
        let answer = Box::new(self);
        Self::CutShort { answer, bytes }
    }

    #[must_use]
    pub fn stall_after(self, bytes: usize) -> Self {
        let answer = Box::new(self);
        Self::StallAfter { answer, bytes }
    }

    /// The bytes of a [`Answer::Whole`] or [`Answer::Stream`] on the wire, for cutting them. Empty
    /// for the others.
    pub fn wire(&self) -> Vec<u8> {
        self.writes().concat()
    }

    /// Where in [`Answer::wire`] the body begins.
    pub fn head_length(&self) -> usize {
        self.writes().first().map_or(0, Vec::len)
    }

    pub(crate) fn for_request(self, request: &RecordedRequest) -> Self {
        let inner = |answer: Box<Self>| Box::new(answer.for_request(request));
        match self {
            Self::Reply(reply) => reply.answer(request.is_anthropic(), request.wants_stream()),
            Self::CutAfter { answer, bytes } => Self::CutAfter {
                answer: inner(answer),
                bytes,
            },
            Self::CutShort { answer, bytes } => Self::CutShort {
                answer: inner(answer),
                bytes,
            },
            Self::StallAfter { answer, bytes } => Self::StallAfter {
                answer: inner(answer),
                bytes,
            },
            Self::Drip {
                answer,
                bytes,
                pause,
            } => Self::Drip {
                answer: inner(answer),
                bytes,
                pause,
            },
            other => other,
        }
    }

    /// What is written to the socket, write by write; the head is the first.
    pub(crate) fn writes(&self) -> Vec<Vec<u8>> {
        match self {
            Self::Whole {
                status,
                headers,
                body,
            } => vec![
                whole_head(*status, headers, body.len()),
                body.clone().into(),
            ],
            Self::Stream { chunks, framing } => {
                let mut writes = vec![stream_head(*framing).into()];
                writes.extend(chunks.iter().map(|chunk| framed(chunk, *framing)));
                if *framing == Framing::Chunked {
                    writes.push(b"0\r\n\r\n".to_vec());
                }
                writes
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn closes_connection(&self) -> bool {
        matches!(
            self,
            Self::Stream {
                framing: Framing::UntilClose,
                ..
            }
        )
    }
}

fn whole_head(status: u16, headers: &[(String, String)], length: usize) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} scripted\r\n");
    let has_type = headers.iter().any(|(name, _)| name == "content-type");
    if !has_type {
        head.push_str("content-type: application/json\r\n");
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("content-length: {length}\r\n\r\n"));
    head.into_bytes()
}

pub(crate) fn stream_head(framing: Framing) -> &'static str {
    match framing {
        Framing::Chunked => {
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
        }
        Framing::UntilClose => {
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
        }
    }
}

pub(crate) fn framed(chunk: &str, framing: Framing) -> Vec<u8> {
    match framing {
        Framing::Chunked => format!("{:x}\r\n{chunk}\r\n", chunk.len()).into_bytes(),
        Framing::UntilClose => chunk.as_bytes().to_vec(),
    }
}
