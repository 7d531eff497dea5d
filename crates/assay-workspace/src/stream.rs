use std::collections::BTreeMap;

use crate::place::Place;

/// Streams that are open at once; the oldest makes room.
const MOST: usize = 16;

/// Where a reader of a large file stands.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    pub(crate) place: Place,
    /// From 1.
    pub(crate) next_line: usize,
    pub(crate) chunk: usize,
}

/// The open streams. Ids count up and are never given out twice.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    open: BTreeMap<u64, Stream>,
    given: u64,
}

impl Streams {
    pub(crate) fn begin(&mut self, stream: Stream) -> String {
        self.given += 1;
        self.open.insert(self.given, stream);
        while self.open.len() > MOST {
            self.open.pop_first();
        }
        format!("s{}", self.given)
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Stream> {
        self.open.get(&number(id)?)
    }

    /// Moves a stream on, or closes it where nothing is left.
    pub(crate) fn moved(&mut self, id: &str, next_line: Option<usize>) {
        let Some(number) = number(id) else { return };
        match (next_line, self.open.get_mut(&number)) {
            (Some(next_line), Some(stream)) => stream.next_line = next_line,
            _ => {
                self.open.remove(&number);
            }
        }
    }
}

fn number(id: &str) -> Option<u64> {
    id.trim().strip_prefix('s')?.parse().ok()
}
