//! What the engine and the child process that reads for it say to each other. Both ends are this
//! crate; the child may have been taken over by the document, so the engine believes nothing that
//! does not have the agreed form.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{MAX_DOCUMENT_BYTES, Parsed, ReadError};

const REQUEST: &[u8; 8] = b"assayrq1";
const REPLY: &[u8; 8] = b"assayrp1";
/// A file's name, path or URL.
const MAX_NAME_BYTES: usize = 64 << 10;
/// The longest reply that is taken: text, facts and hidden text with room for their frame.
pub const MAX_REPLY_BYTES: usize = 128 << 20;

/// Why a message between the engine and its child is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProtocolError {
    #[error("the message ends before it is complete")]
    Cut,
    #[error("the message does not have the agreed form: {0}")]
    Form(String),
}

/// A document for the child to read.
pub fn encode_request(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut request = Vec::with_capacity(REQUEST.len() + 16 + name.len() + bytes.len());
    request.extend_from_slice(REQUEST);
    request.extend_from_slice(&(name.len() as u64).to_be_bytes());
    request.extend_from_slice(&(bytes.len() as u64).to_be_bytes());
    request.extend_from_slice(name.as_bytes());
    request.extend_from_slice(bytes);
    request
}

/// Name and bytes of the document in a request.
pub fn decode_request(request: &[u8]) -> Result<(&str, &[u8]), ProtocolError> {
    let rest = without_mark(request, REQUEST)?;
    let (name_length, rest) = length(rest, MAX_NAME_BYTES)?;
    // A document that is too large is refused by its reader, which says so to the user.
    let (length, rest) = length(rest, MAX_DOCUMENT_BYTES.saturating_add(1))?;
    let (name, rest) = rest
        .split_at_checked(name_length)
        .ok_or(ProtocolError::Cut)?;
    let name = std::str::from_utf8(name).map_err(|e| ProtocolError::Form(e.to_string()))?;
    whole(rest, length).map(|bytes| (name, bytes))
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Reply {
    Parsed(Box<Parsed>),
    Refused(ReadError),
}

/// What the child found.
pub fn encode_reply(read: Result<Parsed, ReadError>) -> Result<Vec<u8>, ProtocolError> {
    let reply = match read {
        Ok(parsed) => Reply::Parsed(Box::new(parsed)),
        Err(error) => Reply::Refused(error),
    };
    let body = serde_json::to_vec(&reply).map_err(|e| ProtocolError::Form(e.to_string()))?;
    let mut message = Vec::with_capacity(REPLY.len() + 8 + body.len());
    message.extend_from_slice(REPLY);
    message.extend_from_slice(&(body.len() as u64).to_be_bytes());
    message.extend_from_slice(&body);
    Ok(message)
}

/// What the child found, once the reply has the agreed form and its ranges lie in its text.
pub fn decode_reply(reply: &[u8]) -> Result<Result<Parsed, ReadError>, ProtocolError> {
    let rest = without_mark(reply, REPLY)?;
    let (length, rest) = length(rest, MAX_REPLY_BYTES)?;
    let body = whole(rest, length)?;
    let reply = serde_json::from_slice(body).map_err(|e| ProtocolError::Form(e.to_string()))?;
    match reply {
        Reply::Refused(error) => Ok(Err(error)),
        Reply::Parsed(parsed) => {
            ranges_fit(&parsed)?;
            Ok(Ok(*parsed))
        }
    }
}

fn ranges_fit(parsed: &Parsed) -> Result<(), ProtocolError> {
    let text = parsed.text.as_str();
    let starts = parsed.places.iter().map(|mark| mark.start);
    let are_places =
        starts.clone().is_sorted() && starts.into_iter().all(|at| text.is_char_boundary(at));
    let mut shown = parsed.facts.iter().filter_map(|fact| fact.shown_at);
    let are_facts = shown.all(|(start, end)| text.get(start..end).is_some());
    if are_places && are_facts {
        Ok(())
    } else {
        Err(ProtocolError::Form(
            "a range lies outside of the text".to_owned(),
        ))
    }
}

fn without_mark<'a>(message: &'a [u8], mark: &[u8]) -> Result<&'a [u8], ProtocolError> {
    match message.strip_prefix(mark) {
        Some(rest) => Ok(rest),
        None if mark.starts_with(message) => Err(ProtocolError::Cut),
        None => Err(ProtocolError::Form("it begins otherwise".to_owned())),
    }
}

fn length(rest: &[u8], most: usize) -> Result<(usize, &[u8]), ProtocolError> {
    let (number, rest) = rest.split_first_chunk::<8>().ok_or(ProtocolError::Cut)?;
    let number = usize::try_from(u64::from_be_bytes(*number));
    match number {
        Ok(number) if number <= most => Ok((number, rest)),
        _ => Err(ProtocolError::Form("a length is over its limit".to_owned())),
    }
}

fn whole(rest: &[u8], length: usize) -> Result<&[u8], ProtocolError> {
    match rest.len().cmp(&length) {
        std::cmp::Ordering::Less => Err(ProtocolError::Cut),
        std::cmp::Ordering::Equal => Ok(rest),
        std::cmp::Ordering::Greater => Err(ProtocolError::Form("something follows it".to_owned())),
    }
}
