//! Messages of the protocol: JSON, each ended by a zero byte.

use serde::Deserialize;
use serde_json::Value;

/// Longer than any screenshot or text that this crate asks for.
const LONGEST: usize = 128 * 1024 * 1024;

/// A reply or an event.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Message {
    pub(crate) id: Option<u64>,
    pub(crate) result: Value,
    pub(crate) error: Option<Refusal>,
    pub(crate) method: Option<String>,
    pub(crate) params: Value,
    pub(crate) session_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Refusal {
    pub(crate) message: String,
}

/// Bytes of the pipe, cut into messages.
#[derive(Default)]
pub(crate) struct Messages {
    buffer: Vec<u8>,
}

impl Messages {
    /// The messages that are complete with these bytes, or what is wrong with them.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<Vec<Message>, String> {
        let mut messages = Vec::new();
        let mut parts = bytes.split(|byte| *byte == 0).peekable();
        while let Some(part) = parts.next() {
            self.buffer.extend_from_slice(part);
            if self.buffer.len() > LONGEST {
                return Err(format!("a message is longer than {LONGEST} bytes"));
            }
            if parts.peek().is_some() {
                let message = serde_json::from_slice(&self.buffer);
                messages.push(message.map_err(|error| format!("a message is no JSON: {error}"))?);
                self.buffer.clear();
            }
        }
        Ok(messages)
    }
}

#[cfg(test)]
mod tests {
    use super::Messages;

    #[test]
    fn messages_are_whole_wherever_the_pipe_cuts_them() {
        let wire = b"{\"id\":1,\"result\":{\"a\":2}}\0{\"method\":\"M\",\"sessionId\":\"s\"}\0";
        for cut in 0..wire.len() {
            let mut messages = Messages::default();
            let mut all = messages.take(&wire[..cut]).unwrap();
            all.extend(messages.take(&wire[cut..]).unwrap());
            assert_eq!(all.len(), 2, "cut at {cut}");
            assert_eq!((all[0].id, &all[0].result["a"]), (Some(1), &2.into()));
            assert_eq!(all[1].session_id.as_deref(), Some("s"));
        }
    }

    #[test]
    fn what_is_no_json_is_told() {
        assert!(Messages::default().take(b"oops\0").is_err());
    }
}
