use std::ops::Range;

/// Where the next number or code begins.
pub(crate) enum Start {
    /// A run of digits.
    Digits(usize),
    /// Letters and digits without a gap, not longer than [`LONGEST_TOKEN`].
    Mixed(Range<usize>),
}

const LONGEST_TOKEN: usize = 100;
const MOST_RUNS: usize = 10;
/// Digits of a group that could be anybody's data, if a word beside it says so.
pub(crate) const FEWEST_OF_ANY: usize = 5;
/// More than the longest card or id has.
const MOST_DIGITS: usize = 24;

pub(crate) fn next_start(text: &str, from: usize) -> Option<Start> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        let rest = bytes.get(at..)?;
        let digit = at + first_digit(rest)?;
        let before = bytes.get(..digit)?;
        let letters = before
            .iter()
            .rev()
            .take(LONGEST_TOKEN)
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        let start = digit - letters;
        let length = |from: usize, is_part: fn(&u8) -> bool| {
            let rest = bytes.get(from..).unwrap_or_default();
            rest.iter().take_while(|b| is_part(b)).count()
        };
        let digits = length(digit, u8::is_ascii_digit);
        let end = digit + length(digit, u8::is_ascii_alphanumeric);
        let is_number = letters == 0 && (end == digit + digits || extension(bytes, digit + digits));
        if is_number {
            match end_of_few(bytes, digit) {
                Some(end) => {
                    at = end;
                    continue;
                }
                None => return Some(Start::Digits(digit)),
            }
        }
        if (end - start) <= LONGEST_TOKEN {
            return Some(Start::Mixed(start..end));
        }
        at = end;
    }
}

/// Many bytes are looked at together where none of them is a digit.
fn first_digit(bytes: &[u8]) -> Option<usize> {
    const TOGETHER: usize = 32;
    let has_digit =
        |part: &[u8; TOGETHER]| part.iter().fold(false, |any, b| any | b.is_ascii_digit());
    let (parts, _) = bytes.as_chunks();
    let passed = TOGETHER * parts.iter().take_while(|part| !has_digit(part)).count();
    let rest = bytes.get(passed..)?;
    Some(passed + rest.iter().position(u8::is_ascii_digit)?)
}

/// The end of a group, as [`Group::read`] finds it, that has too few digits to be anything: the mark
/// of a source, a share, a day, and so most numbers of a report.
fn end_of_few(bytes: &[u8], first: usize) -> Option<usize> {
    let mut total = 0;
    let mut at = first;
    let mut last = None;
    loop {
        let rest = bytes.get(at..)?;
        let length = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        total += length;
        let end = at + length;
        if total >= FEWEST_OF_ANY {
            return None;
        }
        if rest.get(length).is_some_and(u8::is_ascii_alphabetic) {
            // An extension belongs to the group; a word takes its digits out of it.
            return last.filter(|_| !extension(bytes, end));
        }
        last = Some(end);
        match gap(bytes, end) {
            Some(gap) => at = end + gap,
            None => return last,
        }
    }
}

/// `x751` after a phone number.
fn extension(bytes: &[u8], at: usize) -> bool {
    extension_end(bytes, at).is_some()
}

fn extension_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let (_, digits) = rest
        .split_first()
        .filter(|(x, _)| matches!(x, b'x' | b'X'))?;
    let length = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    let next = digits.get(length);
    let ends = next.is_none_or(|b| !b.is_ascii_alphanumeric());
    ((1..=6).contains(&length) && ends).then_some(at + 1 + length)
}

/// Digits with the gaps that people write into long numbers.
#[derive(Default)]
pub(crate) struct Group {
    pub(crate) runs: Vec<Range<usize>>,
    /// All digits in order, as numbers.
    digits: Vec<u8>,
    /// How many digits stand before each run, and at the end how many there are.
    counts: Vec<usize>,
    /// The end of an extension behind the last run.
    extension: Option<usize>,
}

impl Group {
    pub(crate) fn read(&mut self, text: &str, first: usize) {
        self.runs.clear();
        self.digits.clear();
        self.counts.clear();
        self.counts.push(0);
        self.extension = None;
        let bytes = text.as_bytes();
        let mut at = first;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let length = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            let end = at + length;
            let extension = extension_end(bytes, end);
            let is_word = bytes.get(end).is_some_and(u8::is_ascii_alphabetic);
            if is_word && extension.is_none() && !self.runs.is_empty() {
                return;
            }
            self.runs.push(at..end);
            let run = rest.get(..length).unwrap_or_default();
            self.digits.extend(run.iter().map(|b| b - b'0'));
            self.counts.push(self.digits.len());
            self.extension = extension;
            let full = self.runs.len() >= MOST_RUNS || self.digits.len() >= MOST_DIGITS;
            match gap(bytes, end) {
                Some(gap) if extension.is_none() && !full => at = end + gap,
                _ => return,
            }
        }
    }

    pub(crate) fn end(&self) -> usize {
        let last = self.runs.last().map_or(0, |run| run.end);
        self.extension.unwrap_or(last).max(last)
    }

    pub(crate) fn total(&self) -> usize {
        self.digits.len()
    }

    /// The digits of the runs `from..=to`.
    pub(crate) fn digits(&self, from: usize, to: usize) -> &[u8] {
        let start = self.counts.get(from).copied().unwrap_or(0);
        let end = self.counts.get(to + 1).copied().unwrap_or(0);
        self.digits.get(start..end).unwrap_or_default()
    }

    /// The bytes of the runs `from..=to`, with what is between them.
    pub(crate) fn range(&self, from: usize, to: usize) -> Range<usize> {
        let start = self.runs.get(from).map_or(0, |run| run.start);
        let end = self.runs.get(to).map_or(start, |run| run.end);
        start..end
    }

    /// The same, with the extension if the last run has one.
    pub(crate) fn range_with_extension(&self, from: usize, to: usize) -> Range<usize> {
        let range = self.range(from, to);
        let is_last = to + 1 == self.runs.len();
        let end = self.extension.filter(|_| is_last).unwrap_or(range.end);
        range.start..end
    }

    /// Whether the runs `from..=to` have these lengths.
    pub(crate) fn has_lengths(&self, from: usize, to: usize, lengths: &[usize]) -> bool {
        let runs = self.runs.get(from..=to).unwrap_or_default();
        runs.len() == lengths.len() && runs.iter().zip(lengths).all(|(run, n)| run.len() == *n)
    }
}

/// One or two of the signs that stand inside a number, followed by a digit.
fn gap(bytes: &[u8], at: usize) -> Option<usize> {
    let is_gap = |b: &u8| matches!(b, b' ' | b'-' | b'.' | b'(' | b')');
    let rest = bytes.get(at..)?;
    let length = rest.iter().take(3).take_while(|b| is_gap(b)).count();
    let doubled = rest.first() == rest.get(1);
    let fits = length == 1 || (length == 2 && !doubled);
    (fits && rest.get(length).is_some_and(u8::is_ascii_digit)).then_some(length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FEWEST_OF_ANY, Group, end_of_few};

    proptest! {
        /// Whoever passes over a group with few digits goes on where its reader would.
        #[test]
        fn a_group_with_few_digits_ends_where_its_reader_ends(text in "[0-9][0-9x .()a-]{0,14}") {
            let mut group = Group::default();
            group.read(&text, 0);
            if let Some(end) = end_of_few(text.as_bytes(), 0) {
                prop_assert_eq!(end, group.end());
                prop_assert!(group.total() < FEWEST_OF_ANY);
            }
        }
    }
}
