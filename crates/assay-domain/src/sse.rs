//! Server-sent events, as servers of models and of tools stream them.

use std::mem::take;

/// One event; a field that was not sent is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SseEvent {
    pub data: Option<Vec<u8>>,
    /// The field `event`.
    pub name: Option<Vec<u8>>,
    pub id: Option<Vec<u8>>,
    /// In milliseconds.
    pub retry: Option<u64>,
    /// Older llama.cpp servers report errors in a field of this name instead of in `data`.
    pub error: Option<Vec<u8>>,
}

/// An event of more bytes than are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SseTooLarge;

/// Splits a byte stream into server-sent events of bounded size.
#[derive(Debug)]
pub struct SseDecoder {
    /// In bytes, without line ends and comments.
    largest: usize,
    /// Bytes of the event so far.
    size: usize,
    /// The beginning of a line whose end has not arrived.
    line: Vec<u8>,
    after_carriage_return: bool,
    event: SseEvent,
}

impl SseDecoder {
    pub fn new(largest: usize) -> Self {
        Self {
            largest,
            size: 0,
            line: Vec::new(),
            after_carriage_return: false,
            event: SseEvent::default(),
        }
    }

    pub fn feed<E: From<SseTooLarge>>(
        &mut self,
        chunk: &[u8],
        on_event: &mut impl FnMut(SseEvent) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = chunk;
        while !rest.is_empty() {
            if take(&mut self.after_carriage_return)
                && let Some(after) = rest.strip_prefix(b"\n")
            {
                rest = after;
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            self.size += line.len();
            if self.size > self.largest {
                return Err(SseTooLarge.into());
            }
            let Some((line_end, after)) = after.split_first() else {
                self.line.extend_from_slice(line);
                return Ok(());
            };
            self.after_carriage_return = *line_end == b'\r';
            rest = after;
            let event = if self.line.is_empty() {
                self.take_line(line)
            } else {
                let mut whole = take(&mut self.line);
                whole.extend_from_slice(line);
                self.take_line(&whole)
            };
            event.map_or(Ok(()), &mut *on_event)?;
        }
        Ok(())
    }

    /// The stream has ended: what is left counts as a line and as an event. Whoever takes events
    /// only when they are whole does not ask.
    pub fn finish(&mut self) -> Option<SseEvent> {
        let line = take(&mut self.line);
        self.take_line(&line).or_else(|| self.take_line(b""))
    }

    /// The event that is complete with this line.
    fn take_line(&mut self, line: &[u8]) -> Option<SseEvent> {
        if line.is_empty() {
            self.size = 0;
            let event = take(&mut self.event);
            // a name alone says nothing
            let is_something = event.data.is_some() || event.id.is_some() || event.retry.is_some();
            return (is_something || event.error.is_some()).then_some(event);
        }
        let colon = line.iter().position(|byte| *byte == b':');
        let (name, value) = line.split_at(colon.unwrap_or(line.len()));
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name {
            b"data" => match &mut self.event.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                none => *none = Some(value.to_vec()),
            },
            b"event" => self.event.name = Some(value.to_vec()),
            b"id" if !value.contains(&0) => self.event.id = Some(value.to_vec()),
            b"retry" => {
                let number = str::from_utf8(value).ok().and_then(|n| n.parse().ok());
                self.event.retry = number.or(self.event.retry);
            }
            b"error" => self.event.error = Some(value.to_vec()),
            // A comment keeps a connection alive and does not count as part of an event.
            b"" => self.size = self.size.saturating_sub(line.len()),
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests;
