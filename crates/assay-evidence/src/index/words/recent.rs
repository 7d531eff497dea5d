use std::ops::Range;

/// A longer text is the body of a passage, which does not come again, in bytes.
pub(super) const LONGEST_RECENT: usize = 400;
/// A passage has no more headings.
const MOST_RECENT: usize = 8;

/// The words of short texts that came last: all passages of a section have the same headings.
#[derive(Clone, Default)]
pub(super) struct Recent {
    texts: Vec<(String, Found)>,
    /// The place of the text that makes room next.
    oldest: usize,
}

/// The words of one text, one after the other in one buffer.
#[derive(Clone, Default)]
pub(super) struct Found {
    buffer: String,
    /// Where each ends in the buffer, and its place in the text.
    words: Vec<(usize, Range<usize>)>,
}

impl Found {
    pub(super) fn push(&mut self, word: &str, source: Range<usize>) {
        self.buffer.push_str(word);
        self.words.push((self.buffer.len(), source));
    }

    pub(super) fn word(&self, number: usize) -> Option<(&str, &Range<usize>)> {
        let (end, source) = self.words.get(number)?;
        let before = number.checked_sub(1).and_then(|last| self.words.get(last));
        let start = before.map_or(0, |(end, _)| *end);
        Some((self.buffer.get(start..*end)?, source))
    }
}

impl Recent {
    /// The words of a text: those of the last time, or what `read` puts in.
    pub(super) fn found(&mut self, text: &str, read: impl FnOnce(&mut Found)) -> &Found {
        let known = self.texts.iter().position(|(known, _)| known == text);
        let place = known.unwrap_or_else(|| self.read(text, read));
        static NONE: Found = Found {
            buffer: String::new(),
            words: Vec::new(),
        };
        self.texts.get(place).map_or(&NONE, |(_, found)| found)
    }

    fn read(&mut self, text: &str, read: impl FnOnce(&mut Found)) -> usize {
        let place = self.oldest;
        self.oldest = (place + 1) % MOST_RECENT;
        if place == self.texts.len() {
            self.texts.push(Default::default());
        }
        if let Some((known, found)) = self.texts.get_mut(place) {
            known.clear();
            known.push_str(text);
            found.buffer.clear();
            found.words.clear();
            read(found);
        }
        place
    }
}
