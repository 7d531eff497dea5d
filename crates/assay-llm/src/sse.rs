/// One server-sent event, as far as model servers use them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SseEvent<'a> {
    Data(&'a [u8]),
    /// Older llama.cpp servers report errors in a field of this name instead of in `data`.
    Error(&'a [u8]),
}

/// Splits a byte stream into server-sent events. An event that lies whole in one chunk is handed
/// on without being copied.
#[derive(Debug, Default)]
pub(crate) struct SseDecoder {
    /// The beginning of a line whose end has not arrived.
    line: Vec<u8>,
    /// Data lines of an event whose blank line has not arrived.
    data: Vec<u8>,
}

impl SseDecoder {
    pub(crate) fn feed<E>(
        &mut self,
        chunk: &[u8],
        on_event: &mut impl FnMut(SseEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = chunk;
        if !self.line.is_empty() {
            let Some((head, tail)) = split_line(rest) else {
                self.line.extend_from_slice(rest);
                return Ok(());
            };
            let mut line = std::mem::take(&mut self.line);
            line.extend_from_slice(head);
            self.take_line(&line, tail, on_event)?;
            line.clear();
            self.line = line;
            rest = tail;
        }
        while let Some((line, tail)) = split_line(rest) {
            self.take_line(line, tail, on_event)?;
            rest = tail;
        }
        self.line.extend_from_slice(rest);
        Ok(())
    }

    /// The stream has ended: what is left counts as a line and as an event.
    pub(crate) fn finish<E>(
        &mut self,
        on_event: &mut impl FnMut(SseEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            self.take_line(&line, b"", on_event)?;
        }
        self.flush(on_event)
    }

    fn take_line<E>(
        &mut self,
        line: &[u8],
        rest: &[u8],
        on_event: &mut impl FnMut(SseEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return self.flush(on_event);
        }
        if let Some(value) = field(line, b"error:") {
            return on_event(SseEvent::Error(value));
        }
        let Some(value) = field(line, b"data:") else {
            return Ok(());
        };
        let event_is_whole = rest.starts_with(b"\n") || rest.starts_with(b"\r\n");
        if event_is_whole && self.data.is_empty() {
            return on_event(SseEvent::Data(value));
        }
        if !self.data.is_empty() {
            self.data.push(b'\n');
        }
        self.data.extend_from_slice(value);
        Ok(())
    }

    fn flush<E>(
        &mut self,
        on_event: &mut impl FnMut(SseEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.data.is_empty() {
            return Ok(());
        }
        let result = on_event(SseEvent::Data(&self.data));
        self.data.clear();
        result
    }
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(end)?;
    Some((line, rest.get(1..)?))
}

fn field<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let value = line.strip_prefix(name)?;
    Some(value.strip_prefix(b" ").unwrap_or(value))
}
