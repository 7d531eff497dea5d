use std::slice::Iter;

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
    /// Bytes of each.
    lengths: Vec<u8>,
}

impl Found {
    /// A word of [`super::MAX_WORD_BYTES`] at most.
    pub(super) fn push(&mut self, word: &str) {
        self.buffer.push_str(word);
        self.lengths.push(word.len() as u8);
    }

    pub(super) fn words(&self) -> FoundWords<'_> {
        FoundWords {
            rest: &self.buffer,
            lengths: self.lengths.iter(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.buffer.clear();
        self.lengths.clear();
    }
}

pub(super) struct FoundWords<'a> {
    rest: &'a str,
    lengths: Iter<'a, u8>,
}

impl<'a> Iterator for FoundWords<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let length = usize::from(*self.lengths.next()?);
        let (word, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(word)
    }
}

impl Recent {
    /// The words of a text: those of the last time, or what `read` puts in.
    pub(super) fn found(&mut self, text: &str, read: impl FnOnce(&mut Found)) -> &Found {
        let known = self.texts.iter().position(|(known, _)| known == text);
        let place = known.unwrap_or_else(|| self.read(text, read));
        static NONE: Found = Found {
            buffer: String::new(),
            lengths: Vec::new(),
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
            found.clear();
            read(found);
        }
        place
    }
}
