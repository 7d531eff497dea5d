use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// Lines of a server's standard output, none longer than a limit.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    /// The beginning of a line. It is kept here, so that nothing is lost when a wait for the rest
    /// is given up.
    line: Vec<u8>,
    longest: usize,
}

pub(crate) enum NextLine {
    Line(Vec<u8>),
    TooLong,
    End,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(reader: R, longest: usize) -> Self {
        Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
            longest,
        }
    }

    pub(crate) async fn next(&mut self) -> io::Result<NextLine> {
        loop {
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                return Ok(match std::mem::take(&mut self.line) {
                    rest if rest.is_empty() => NextLine::End,
                    rest => NextLine::Line(rest),
                });
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let (text, used) = match end {
                Some(end) => (available.get(..end).unwrap_or_default(), end + 1),
                None => (available, available.len()),
            };
            if self.line.len() + text.len() > self.longest {
                return Ok(NextLine::TooLong);
            }
            self.line.extend_from_slice(text);
            self.reader.consume(used);
            if end.is_some() {
                return Ok(NextLine::Line(std::mem::take(&mut self.line)));
            }
        }
    }

    /// Returns when the other side has closed its end.
    pub(crate) async fn skip_to_end(&mut self) -> io::Result<()> {
        loop {
            let available = self.reader.fill_buf().await?.len();
            if available == 0 {
                return Ok(());
            }
            self.reader.consume(available);
        }
    }
}
