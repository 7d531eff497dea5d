use sse_stream::Sse;

/// Splits a byte stream into server-sent events of bounded size.
#[derive(Default)]
pub(crate) struct SseDecoder {
    /// The beginning of a line whose end has not arrived.
    line: Vec<u8>,
    event: Sse,
    /// Bytes of the event so far.
    size: usize,
    after_carriage_return: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SseFault {
    TooLarge,
    NotText,
}

impl SseDecoder {
    pub(crate) fn feed(
        &mut self,
        chunk: &[u8],
        largest: usize,
        events: &mut impl Extend<Sse>,
    ) -> Result<(), SseFault> {
        for byte in chunk {
            let second_half = std::mem::take(&mut self.after_carriage_return) && *byte == b'\n';
            match byte {
                b'\n' if second_half => {}
                b'\n' | b'\r' => {
                    self.after_carriage_return = *byte == b'\r';
                    let line = std::mem::take(&mut self.line);
                    events.extend(self.take_line(&line)?);
                }
                _ => {
                    self.size += 1;
                    if self.size > largest {
                        return Err(SseFault::TooLarge);
                    }
                    self.line.push(*byte);
                }
            }
        }
        Ok(())
    }

    /// An event that is complete with this line. One that the stream's end cuts off is not.
    fn take_line(&mut self, line: &[u8]) -> Result<Option<Sse>, SseFault> {
        let line = std::str::from_utf8(line).map_err(|_| SseFault::NotText)?;
        if line.is_empty() {
            self.size = 0;
            let event = std::mem::take(&mut self.event);
            let is_something = event.data.is_some() || event.id.is_some() || event.retry.is_some();
            return Ok(is_something.then_some(event));
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                let data = self.event.data.get_or_insert_default();
                if !data.is_empty() {
                    data.push('\n');
                }
                data.push_str(value);
            }
            "event" => self.event.event = Some(value.to_owned()),
            "id" if !value.contains('\0') => self.event.id = Some(value.to_owned()),
            "retry" => self.event.retry = value.parse().ok().or(self.event.retry),
            // A comment keeps a connection alive and does not count as part of an event.
            "" => self.size = self.size.saturating_sub(line.len()),
            _ => {}
        }
        Ok(None)
    }
}

#[cfg(test)]
#[path = "sse_tests.rs"]
mod tests;
