mod compound;
mod dictionary;
mod forms;
mod han;
mod kept;
mod recent;
mod stems;

use std::ops::Range;

use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};

use compound::{Compound, Joint, joint_of};
use dictionary::Starts;
pub(super) use forms::ideograph_at;
use forms::{Forms, Script, figure_of, fold, joins_digits, script_of};
use recent::{Found, FoundWords, LONGEST_RECENT, Recent};
use stems::{Stems, packed};

/// A longer word is noise: a hash, a base64 line.
const MAX_WORD_BYTES: usize = 48;

/// The one analyser of text and queries, English and Chinese mixed.
pub(super) fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(MixedTokenizer::default()).build()
}

/// Words of letters and digits in lower case and by their stems, full-width forms folded; Han runs
/// cut by the dictionary, long words also into the shorter ones they are made of.
///
/// - Figures keep their decimals and lose their thousands separators: `97,690.5` is `97690.5`. A
///   figure with a unit is found without it too (`97.7B`, `FY2025`).
/// - A compound is found by its parts and as one word however it is written: `e-mail` is `e`, `mail`
///   and `email`, `10-K` is also `10k`.
/// - Single letters with full stops or ampersands between them are one word: `U.S.` is `us`, `R&D` is
///   `r&d`.
#[derive(Clone, Default)]
struct MixedTokenizer {
    learned: Learned,
    recent: Recent,
    /// The words of a long text.
    found: Found,
    /// The memory of the word that is passed on.
    token: Token,
}

impl Tokenizer for MixedTokenizer {
    type TokenStream<'a> = Words<'a>;

    /// A text is read to its end before its first word is passed on.
    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        let learned = &mut self.learned;
        let mut read = |found: &mut Found| Scan::new(text, learned, found).words();
        let found = if text.len() > LONGEST_RECENT {
            self.found.clear();
            read(&mut self.found);
            &self.found
        } else {
            self.recent.found(text, read)
        };
        self.token.position = BEFORE_THE_FIRST;
        Words {
            words: found.words(),
            token: &mut self.token,
        }
    }
}

/// What is kept at hand of the words that came last.
#[derive(Clone, Default)]
struct Learned {
    stems: Stems,
    starts: Starts,
}

/// The position that one is added to for the first word.
const BEFORE_THE_FIRST: usize = usize::MAX;

/// Tells of a word what an index needs, which is not where it stands in the text.
struct Words<'a> {
    words: FoundWords<'a>,
    token: &'a mut Token,
}

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        let Some(word) = self.words.next() else {
            return false;
        };
        self.token.position = self.token.position.wrapping_add(1);
        self.token.text.clear();
        self.token.text.push_str(word);
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

struct Scan<'a> {
    text: &'a str,
    learned: &'a mut Learned,
    found: &'a mut Found,
    /// The word at hand in its folded form.
    folded: String,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, learned: &'a mut Learned, found: &'a mut Found) -> Self {
        Self {
            text,
            learned,
            found,
            folded: String::new(),
        }
    }

    fn words(&mut self) {
        let mut compound = Compound::default();
        let mut at = 0;
        while let Some(first) = self.text.as_bytes().get(at) {
            let start = at;
            at = match first {
                first if first.is_ascii_alphabetic() => {
                    let end = self.end_of_letters(at);
                    if self.is_plain_word_up_to(end) {
                        self.end_plain_word(at..end, &mut compound);
                        end
                    } else {
                        self.end_word(at..self.end_of_word(end), &mut compound)
                    }
                }
                b' ' if self.is_plain_at(at + 1) => {
                    self.end_compound(&mut compound);
                    at + 1
                }
                first if first.is_ascii_digit() => {
                    self.end_word(at..self.end_of_word(at), &mut compound)
                }
                _ if ideograph_at(self.text.as_bytes(), at).is_some() => {
                    self.end_han(at..self.end_of_han(at), &mut compound)
                }
                _ => match self.script_at(at) {
                    Some(Script::Han) => self.end_han(at..self.end_of_han(at), &mut compound),
                    Some(Script::Word) => self.end_word(at..self.end_of_word(at), &mut compound),
                    _ => self.end_others(at..self.end_of_others(at), &mut compound),
                },
            };
            debug_assert!(at > start, "a run has a character at least");
        }
        self.end_compound(&mut compound);
    }

    fn rest(&self, at: usize) -> &[u8] {
        self.text.as_bytes().get(at..).unwrap_or_default()
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    fn script_at(&self, at: usize) -> Option<Script> {
        self.char_at(at).map(script_of)
    }

    fn is_plain_at(&self, at: usize) -> bool {
        let byte = self.text.as_bytes().get(at);
        byte.is_some_and(u8::is_ascii_alphanumeric)
    }

    fn end_of_letters(&self, start: usize) -> usize {
        let rest = self.rest(start).iter();
        start + rest.take_while(|byte| byte.is_ascii_alphabetic()).count()
    }

    /// Letters that end here are a word by themselves: no digit or letter of another script follows.
    fn is_plain_word_up_to(&self, end: usize) -> bool {
        let next = self.text.as_bytes().get(end);
        next.is_none_or(|next| next.is_ascii() && !next.is_ascii_digit())
    }

    fn end_of_word(&self, start: usize) -> usize {
        let mut at = start;
        loop {
            let rest = self.rest(at).iter();
            at += rest.take_while(|byte| byte.is_ascii_alphanumeric()).count();
            match self.char_at(at) {
                Some(c) if script_of(c) == Script::Word || joins_digits(self.text, at, c) => {
                    at += c.len_utf8();
                }
                _ => return at,
            }
        }
    }

    fn end_of_han(&self, start: usize) -> usize {
        let mut at = start;
        loop {
            while let Some(ideograph) = ideograph_at(self.text.as_bytes(), at) {
                at += ideograph.len();
            }
            match self.char_at(at) {
                Some(c) if script_of(c) == Script::Han => at += c.len_utf8(),
                _ => return at,
            }
        }
    }

    /// No sign in the run joins digits: its neighbour in front is another sign.
    fn end_of_others(&self, start: usize) -> usize {
        let mut at = start;
        loop {
            let rest = self.rest(at).iter();
            let is_sign = |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
            at += rest.take_while(is_sign).count();
            match self.char_at(at) {
                Some(c) if script_of(c) == Script::Other => at += c.len_utf8(),
                _ => return at,
            }
        }
    }

    fn end_others(&mut self, range: Range<usize>, compound: &mut Compound) -> usize {
        match self.text.get(range.clone()).and_then(joint_of) {
            Some(joint) if compound.takes(joint) => compound.joint = Some(joint),
            _ => self.end_compound(compound),
        }
        range.end
    }

    fn end_han(&mut self, range: Range<usize>, compound: &mut Compound) -> usize {
        self.end_compound(compound);
        let run = self.text.get(range.clone()).unwrap_or_default();
        han::cut(run, &mut self.learned.starts, |word| self.found.push(word));
        range.end
    }

    /// A word of letters, digits and what joins these.
    fn end_word(&mut self, range: Range<usize>, compound: &mut Compound) -> usize {
        if compound.joint.is_none() {
            self.end_compound(compound);
        }
        let run = self.text.get(range.clone()).unwrap_or_default();
        self.push_word(run);
        let end = range.end;
        compound.add(range);
        end
    }

    /// A word of plain letters and nothing else.
    fn end_plain_word(&mut self, range: Range<usize>, compound: &mut Compound) {
        if compound.joint.is_none() {
            self.end_compound(compound);
        }
        let word = self.text.get(range.clone()).unwrap_or_default();
        match packed(self.rest(range.start), range.len()) {
            Some(key) => {
                if let Some(stem) = self.learned.stems.of_plain(word, key) {
                    self.found.push(stem);
                }
            }
            None => self.push_word(word),
        }
        compound.add(range);
    }

    fn push_word(&mut self, run: &str) {
        let forms = Forms::of(run);
        if forms.is_folded() {
            self.push(run);
        } else {
            let mut folded = std::mem::take(&mut self.folded);
            fold(run, forms, &mut folded);
            self.push(&folded);
            if forms.has_digits()
                && let Some(figure) = figure_of(&folded)
            {
                self.push(figure);
            }
            self.folded = folded;
        }
    }

    fn push(&mut self, word: &str) {
        if word.is_empty() || word.len() > MAX_WORD_BYTES {
            return;
        }
        if let Some(stem) = self.learned.stems.of(word) {
            self.found.push(stem);
        }
    }

    #[inline]
    fn end_compound(&mut self, compound: &mut Compound) {
        if compound.kind.is_some() {
            self.push_compound(compound);
        }
        compound.clear();
    }

    /// Adds the compound as one word, beside its parts.
    fn push_compound(&mut self, compound: &Compound) {
        if let Some(parts) = compound.parts()
            && let Some(joined) = self.joined(compound.kind, parts)
        {
            self.push(&joined);
        }
    }

    fn joined(&self, kind: Option<Joint>, parts: &[(usize, usize)]) -> Option<String> {
        let words: Vec<&str> = parts
            .iter()
            .filter_map(|(start, end)| self.text.get(*start..*end))
            .collect();
        let are_letters = words.iter().all(|word| word.chars().count() == 1);
        let are_figures = words.iter().all(|word| !word.contains(char::is_alphabetic));
        let between = match kind? {
            Joint::Hyphen if !are_figures => "",
            Joint::Stop if are_letters && !are_figures => "",
            Joint::Ampersand => "&",
            Joint::Hyphen | Joint::Stop => return None,
        };
        let words = words.join(between);
        let mut joined = String::new();
        fold(&words, Forms::of(&words), &mut joined);
        Some(joined)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tantivy::tokenizer::TextAnalyzer;

    use super::analyzer;

    fn words(analyzer: &mut TextAnalyzer, text: &str) -> Vec<(String, usize)> {
        let mut words = Vec::new();
        let mut stream = analyzer.token_stream(text);
        stream.process(&mut |token| words.push((token.text.clone(), token.position)));
        words
    }

    /// Full-width letters take the long way round.
    fn widened(text: &str) -> String {
        let wide = |c: char| match c {
            c if c.is_ascii_alphabetic() => char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c),
            c => c,
        };
        text.chars().map(wide).collect()
    }

    proptest! {
        #[test]
        fn plain_words_are_what_their_full_width_forms_are(
            text in "([A-Za-z]{1,20}|[a-z]{1,8}|[0-9]{1,4}|[-.,& 营业收入，]|é){0,40}"
        ) {
            let mut one = analyzer();
            let plain = words(&mut one, &text);
            prop_assert_eq!(&plain, &words(&mut analyzer(), &widened(&text)));
            prop_assert_eq!(&plain, &words(&mut one, &text), "what is at hand is as if it were new");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn a_run_at_hand_is_cut_as_if_it_were_new(
            runs in prop::collection::vec("[的了中国营业收入增长上市公司为什么]{1,14}", 1..40)
        ) {
            let mut used = analyzer();
            let text = runs.join("，").repeat(3);
            let together = words(&mut used, &text);
            let mut apart = Vec::new();
            for run in text.split('，') {
                apart.extend(words(&mut analyzer(), run).into_iter().map(|(word, _)| word));
            }
            let together: Vec<String> = together.into_iter().map(|(word, _)| word).collect();
            prop_assert_eq!(together, apart);
        }
    }
}
