use std::io::Write as _;

use bytes::Bytes;
use flate2::write::MultiGzDecoder;
use reqwest::Response;
use reqwest::header::{CONTENT_ENCODING, CONTENT_LENGTH, HeaderMap};

use crate::time::TimeLeft;
use crate::{Phase, WebError};

/// How a body is compressed. Nothing but gzip is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coding {
    Identity,
    Gzip,
}

/// What becomes of a body over the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Oversize {
    Refuse,
    /// The part within the limit is returned.
    Cut,
}

/// Reads a body up to `limit` bytes, counted both as sent and as decompressed.
pub(crate) async fn read(
    response: &mut Response,
    server: &str,
    limit: usize,
    oversize: Oversize,
    time: &mut TimeLeft,
) -> Result<Vec<u8>, WebError> {
    let coding = coding(response.headers(), server)?;
    let too_large = || WebError::TooLarge {
        server: server.to_owned(),
        limit,
    };
    let stated_too_large = stated_length(response.headers()).is_some_and(|length| length > limit);
    if stated_too_large && oversize == Oversize::Refuse {
        return Err(too_large());
    }
    let mut sink = Sink::new(coding, limit);
    let mut received = 0usize;
    while let Some(chunk) = next_chunk(response, server, received, time).await? {
        received = received.saturating_add(chunk.len());
        let taken = match received > limit && coding == Coding::Gzip {
            true => Err(Unreadable::TooLarge),
            false => sink.take(&chunk),
        };
        match (taken, oversize) {
            (Ok(()), _) => {}
            (Err(Unreadable::TooLarge), Oversize::Cut) => return Ok(sink.into_part()),
            (Err(Unreadable::TooLarge), Oversize::Refuse) => return Err(too_large()),
            (Err(Unreadable::Damaged), _) => return Err(damaged(server)),
        }
    }
    sink.finish().map_err(|problem| match problem {
        Unreadable::TooLarge => too_large(),
        Unreadable::Damaged => WebError::Truncated {
            server: server.to_owned(),
            received,
        },
    })
}

async fn next_chunk(
    response: &mut Response,
    server: &str,
    received: usize,
    time: &mut TimeLeft,
) -> Result<Option<Bytes>, WebError> {
    let limit = time.left();
    let chunk = time.spend(limit, response.chunk()).await;
    let chunk = chunk.map_err(|too_late| WebError::Timeout {
        server: server.to_owned(),
        phase: Phase::Body,
        limit: too_late.0,
    })?;
    chunk.map_err(|_| WebError::Truncated {
        server: server.to_owned(),
        received,
    })
}

fn damaged(server: &str) -> WebError {
    WebError::Encoding {
        server: server.to_owned(),
        encoding: "damaged gzip".to_owned(),
    }
}

fn coding(headers: &HeaderMap, server: &str) -> Result<Coding, WebError> {
    let mut named = headers.get_all(CONTENT_ENCODING).iter();
    let encoding = match (named.next(), named.next()) {
        (None, _) => return Ok(Coding::Identity),
        (Some(one), None) => String::from_utf8_lossy(one.as_bytes()).to_ascii_lowercase(),
        (Some(_), Some(_)) => "several codings".to_owned(),
    };
    match encoding.trim() {
        "" | "identity" => Ok(Coding::Identity),
        "gzip" | "x-gzip" => Ok(Coding::Gzip),
        other => Err(WebError::Encoding {
            server: server.to_owned(),
            encoding: other.chars().filter(|c| !c.is_control()).take(40).collect(),
        }),
    }
}

fn stated_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

enum Unreadable {
    TooLarge,
    Damaged,
}

enum Sink {
    Plain(Capped),
    Gzip(Box<MultiGzDecoder<Capped>>),
}

impl Sink {
    fn new(coding: Coding, limit: usize) -> Self {
        let bytes = Capped {
            bytes: Vec::new(),
            limit,
            overflow: false,
        };
        match coding {
            Coding::Identity => Self::Plain(bytes),
            Coding::Gzip => Self::Gzip(Box::new(MultiGzDecoder::new(bytes))),
        }
    }

    fn take(&mut self, chunk: &[u8]) -> Result<(), Unreadable> {
        match self {
            Self::Plain(bytes) => bytes.write_all(chunk).map_err(|_| Unreadable::TooLarge),
            Self::Gzip(decoder) => {
                let written = decoder.write_all(chunk);
                written.map_err(|_| unreadable(decoder.get_ref()))
            }
        }
    }

    fn into_part(self) -> Vec<u8> {
        match self {
            Self::Plain(bytes) => bytes.bytes,
            Self::Gzip(mut decoder) => std::mem::take(&mut decoder.get_mut().bytes),
        }
    }

    fn finish(self) -> Result<Vec<u8>, Unreadable> {
        match self {
            Self::Plain(bytes) => Ok(bytes.bytes),
            Self::Gzip(mut decoder) => {
                if decoder.try_finish().is_err() {
                    return Err(unreadable(decoder.get_ref()));
                }
                Ok(std::mem::take(&mut decoder.get_mut().bytes))
            }
        }
    }
}

fn unreadable(bytes: &Capped) -> Unreadable {
    match bytes.overflow {
        true => Unreadable::TooLarge,
        false => Unreadable::Damaged,
    }
}

/// Takes up to a number of bytes. A decompressor writes into it in small pieces, so a bomb is
/// noticed before it has grown.
struct Capped {
    bytes: Vec<u8>,
    limit: usize,
    overflow: bool,
}

impl std::io::Write for Capped {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        let room = self.limit.saturating_sub(self.bytes.len());
        let taken = piece.get(..room).unwrap_or(piece);
        self.bytes.extend_from_slice(taken);
        if taken.len() < piece.len() {
            self.overflow = true;
            return Err(std::io::Error::other("more than the limit"));
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
