//! Lists of words that rules go by, each in a file of its own: a rule is read in Rust, its words in
//! `words/`.
//!
//! A file has comments behind `#` and words parted by commas or ends of lines; a word with a space at its
//! edge, or a comma in it, stands in quotation marks.

use std::ops::Deref;
use std::sync::OnceLock;

/// A list of words; made by [`word_list!`](crate::word_list).
pub struct WordList {
    text: &'static str,
    words: OnceLock<Vec<&'static str>>,
}

/// The list in `words/NAME.txt` of the crate that says so; a file that is not there fails the build.
#[macro_export]
macro_rules! word_list {
    ($name:literal) => {
        $crate::WordList::of(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/words/",
            $name,
            ".txt"
        )))
    };
}

impl WordList {
    pub const fn of(text: &'static str) -> Self {
        Self {
            text,
            words: OnceLock::new(),
        }
    }
}

impl Deref for WordList {
    type Target = [&'static str];

    fn deref(&self) -> &[&'static str] {
        self.words.get_or_init(|| words_in(self.text))
    }
}

fn words_in(text: &'static str) -> Vec<&'static str> {
    let mut words = Vec::new();
    for line in text.lines() {
        let mut rest = line.split('#').next().unwrap_or_default().trim();
        while !rest.is_empty() {
            let (word, behind) = match rest.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => {
                    let end = rest.find(',').unwrap_or(rest.len());
                    let (word, behind) = rest.split_at(end);
                    (word.trim_end(), behind)
                }
            };
            words.push(word);
            rest = behind.trim_start_matches([' ', ',']);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{WordList, words_in};

    #[test]
    fn words_are_read_as_they_are_written() {
        for (text, words) in [
            (
                "one, two words\n三, four",
                &["one", "two words", "三", "four"][..],
            ),
            ("# why\n\nup, # a comment\n down ", &["up", "down"]),
            ("\" may \", \"a, b\", c", &[" may ", "a, b", "c"]),
            ("", &[]),
        ] {
            assert_eq!(words_in(text), words, "{text:?}");
        }
    }

    #[test]
    fn a_list_is_used_like_a_slice() {
        static LIST: WordList = WordList::of("rose, fell");
        assert!(LIST.contains(&"rose") && LIST.iter().any(|word| "it fell".contains(word)));
    }
}
