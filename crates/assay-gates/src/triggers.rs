use aho_corasick::Anchored;
use aho_corasick::automaton::{Automaton as _, StateID};
use aho_corasick::nfa::contiguous::NFA;

/// Words and phrases that are looked for where a word begins, each with a set of numbers below 64.
/// A space in a phrase may also be the end of a line.
pub(crate) struct Triggers {
    /// Walked from the places where a word may begin, and left at the first byte with which none
    /// goes on.
    words: NFA,
    start: StateID,
    /// By the number of the word.
    sets: Vec<u64>,
}

/// A trigger at a place of the text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) set: u64,
}

impl Triggers {
    #[expect(
        clippy::expect_used,
        reason = "fixed words, which every test of the gate compiles"
    )]
    pub(crate) fn new(words: impl IntoIterator<Item = (String, u64)>) -> Self {
        let (words, sets): (Vec<String>, Vec<u64>) = words.into_iter().unzip();
        for word in &words {
            let first = word.as_bytes().first().copied();
            assert!(
                is_start(None, first),
                "{word:?} begins where none is sought"
            );
        }
        let words = NFA::builder().prefilter(false).build(&words);
        let words = words.expect("the words are few and short");
        let start = words.start_state(Anchored::Yes);
        Self {
            start: start.expect("it can begin at a place"),
            words,
            sets,
        }
    }

    /// In order of their start, and of their end where that is the same.
    pub(crate) fn hits(&self, text: &str) -> Vec<Hit> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut before = None;
        for (at, byte) in bytes.iter().enumerate() {
            if is_start(before, Some(*byte)) {
                self.collect(bytes.get(at..).unwrap_or_default(), at, &mut found);
            }
            before = Some(*byte);
        }
        found
    }

    /// Every trigger with which the text begins.
    fn collect(&self, rest: &[u8], at: usize, found: &mut Vec<Hit>) {
        let mut state = self.start;
        for (length, byte) in (1..).zip(rest) {
            let byte = if *byte == b'\n' { b' ' } else { *byte };
            state = self.words.next_state(Anchored::Yes, state, byte);
            if !self.words.is_special(state) {
                continue;
            }
            if self.words.is_dead(state) {
                return;
            }
            for number in 0..self.words.match_len(state) {
                let word = self.words.match_pattern(state, number);
                // words that end here and begin later are not sought from here
                let is_whole = self.words.pattern_len(word) == length;
                if is_whole && let Some(set) = self.sets.get(word.as_usize()) {
                    found.push(Hit {
                        start: at,
                        end: at + length,
                        set: *set,
                    });
                }
            }
        }
    }
}

/// Whether a trigger may begin with this byte: a small letter behind something else, a character
/// beyond ASCII or a closing bracket.
fn is_start(before: Option<u8>, byte: Option<u8>) -> bool {
    let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase());
    let is_other = byte.is_some_and(|byte| !byte.is_ascii() || byte == b']');
    is_other || is_letter(byte) && !is_letter(before)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Hit, Triggers};

    const WORDS: [&str; 10] = [
        "a",
        "ai",
        "the rules",
        "rules",
        "rules of",
        "]",
        "] x",
        "规",
        "规则",
        "no",
    ];

    /// Each word at each byte.
    fn one_by_one(text: &str) -> Vec<Hit> {
        let line = text.replace('\n', " ");
        let mut found = Vec::new();
        for start in 0..text.len() {
            let before = start.checked_sub(1).and_then(|at| line.as_bytes().get(at));
            let is_inside = before.is_some_and(u8::is_ascii_lowercase);
            for (number, word) in WORDS.iter().enumerate() {
                let is_here = line.get(start..).is_some_and(|rest| rest.starts_with(word));
                let is_word = word.starts_with(|c: char| c.is_ascii_lowercase());
                if is_here && !(is_word && is_inside) {
                    found.push(Hit {
                        start,
                        end: start + word.len(),
                        set: 1 << number,
                    });
                }
            }
        }
        found.sort_by_key(|hit| (hit.start, hit.end));
        found
    }

    fn hits(text: &str) -> Vec<Hit> {
        let sets = (0..).map(|number| 1 << number);
        let words = WORDS.iter().map(|word| (*word).to_owned());
        Triggers::new(words.zip(sets)).hits(text)
    }

    #[test]
    fn words_are_found_where_words_begin() {
        for (text, expected) in [
            ("", &[][..]),
            ("ai", &["a", "ai"]),
            ("an aim, said bai", &["a", "a", "ai"]),
            ("the\nrules of", &["the rules", "rules", "rules of"]),
            ("therules -rules 1rules", &["rules", "rules"]),
            ("x] x", &["]", "] x"]),
            ("守规则no", &["规", "规则", "no"]),
        ] {
            let found = hits(text);
            let found: Vec<&str> = found
                .iter()
                .filter_map(|hit| WORDS.get(hit.set.trailing_zeros() as usize).copied())
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    #[should_panic(expected = "begins where none is sought")]
    fn a_word_that_could_never_be_found_is_refused() {
        Triggers::new([("A".to_owned(), 1)]);
    }

    proptest! {
        #[test]
        fn triggers_are_found_as_by_looking_at_each_byte(
            pieces in prop::collection::vec(
                prop::sample::select(&["a", "i", "the", "rules", " ", "\n", "of", "]", "x", "规", "则", "A", "no", "-"][..]),
                0..40,
            )
        ) {
            let text = pieces.concat();
            prop_assert_eq!(hits(&text), one_by_one(&text));
        }
    }
}
