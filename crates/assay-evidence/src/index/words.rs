use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::sync::LazyLock;

use jieba_rs::Jieba;
use tantivy::tokenizer::{
    Language, RawTokenizer, Stemmer, TextAnalyzer, Token, TokenStream, Tokenizer,
};

use super::stop_words::{CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS};

/// A longer word is noise: a hash, a base64 line.
const MAX_WORD_BYTES: usize = 48;
/// Words whose stems are kept at hand; a library has no more that are worth it.
const MOST_STEMS: usize = 50_000;
/// A longer chain of hyphens is a rule or a code, not a compound.
const MOST_PARTS: usize = 4;

/// The one analyser of text and queries, English and Chinese mixed.
pub(super) fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(MixedTokenizer::new()).build()
}

/// The dictionary takes a while to load: it is read only when the first Chinese text turns up.
static DICTIONARY: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// Words of letters and digits in lower case and by their stems, full-width forms folded; Han runs
/// cut by the dictionary, long words also into their parts.
///
/// - Figures keep their decimals and lose their thousands separators: `97,690.5` is `97690.5`. A
///   figure with a unit is found without it too (`97.7B`, `FY2025`).
/// - A compound is found by its parts and as one word however it is written: `e-mail` is `e`, `mail`
///   and `email`, `10-K` is also `10k`.
/// - Single letters with full stops or ampersands between them are one word: `U.S.` is `us`, `R&D` is
///   `r&d`.
#[derive(Clone)]
struct MixedTokenizer {
    stems: Stems,
    found: Found,
}

impl MixedTokenizer {
    fn new() -> Self {
        Self {
            stems: Stems::new(),
            found: Found::default(),
        }
    }
}

impl Tokenizer for MixedTokenizer {
    type TokenStream<'a> = Words<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        self.found.clear();
        let mut scan = Scan {
            text,
            stems: &mut self.stems,
            found: &mut self.found,
            folded: String::new(),
        };
        scan.words();
        Words {
            found: &self.found,
            next: 0,
            token: Token::default(),
        }
    }
}

/// The words of one text, one after the other in one buffer.
#[derive(Clone, Default)]
struct Found {
    buffer: String,
    words: Vec<Word>,
}

#[derive(Clone)]
struct Word {
    /// Where it ends in the buffer; it begins where the one before ends.
    end: usize,
    source: Range<usize>,
}

impl Found {
    fn clear(&mut self) {
        self.buffer.clear();
        self.words.clear();
    }

    fn push(&mut self, word: &str, source: Range<usize>) {
        self.buffer.push_str(word);
        self.words.push(Word {
            end: self.buffer.len(),
            source,
        });
    }
}

struct Words<'a> {
    found: &'a Found,
    next: usize,
    token: Token,
}

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        let Some(word) = self.found.words.get(self.next) else {
            return false;
        };
        let before = self.next.checked_sub(1);
        let start = before
            .and_then(|before| self.found.words.get(before))
            .map_or(0, |word| word.end);
        self.token.position = self.token.position.wrapping_add(1);
        self.token.offset_from = word.source.start;
        self.token.offset_to = word.source.end;
        self.token.text.clear();
        let text = self.found.buffer.get(start..word.end);
        self.token.text.push_str(text.unwrap_or_default());
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// What becomes of a lower-case word: its stem, or nothing for a word that says nothing.
#[derive(Clone)]
struct Stems {
    stemmer: TextAnalyzer,
    known: HashMap<String, Option<String>, BuildHasherDefault<ShortWords>>,
}

/// FNV-1a: quick for words. The map is bounded, so words made to collide cost little.
#[derive(Clone)]
struct ShortWords(u64);

impl Default for ShortWords {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for ShortWords {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Stems {
    fn new() -> Self {
        let stemmer = TextAnalyzer::builder(RawTokenizer::default())
            .filter(Stemmer::new(Language::English))
            .build();
        Self {
            stemmer,
            known: HashMap::default(),
        }
    }

    fn push(&mut self, word: &str, source: Range<usize>, found: &mut Found) {
        if word.is_empty() || word.len() > MAX_WORD_BYTES {
            return;
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            found.push(word, source);
            return;
        }
        if let Some(stem) = self.known.get(word) {
            if let Some(stem) = stem {
                found.push(stem, source);
            }
            return;
        }
        let stem = self.stem(word);
        if let Some(stem) = &stem {
            found.push(stem, source);
        }
        if self.known.len() < MOST_STEMS
            && let Entry::Vacant(free) = self.known.entry(word.to_owned())
        {
            free.insert(stem);
        }
    }

    fn stem(&mut self, word: &str) -> Option<String> {
        if ENGLISH_STOP_WORDS.contains(&word) || CHINESE_STOP_WORDS.contains(&word) {
            return None;
        }
        let mut stream = self.stemmer.token_stream(word);
        let stem = stream.next().map(|token| token.text.clone());
        Some(stem.unwrap_or_else(|| word.to_owned()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Han,
    /// Letters and digits of any other script.
    Word,
    Other,
}

struct Scan<'a> {
    text: &'a str,
    stems: &'a mut Stems,
    found: &'a mut Found,
    /// The word at hand in its folded form.
    folded: String,
}

impl Scan<'_> {
    fn words(&mut self) {
        let mut run: Option<(usize, Script)> = None;
        let mut compound = Compound::default();
        for (at, c) in self.text.char_indices() {
            let script = match script_of(c) {
                Script::Other if joins_digits(self.text, at, c) => Script::Word,
                script => script,
            };
            if run.is_some_and(|(_, running)| running == script) {
                continue;
            }
            if let Some((start, running)) = run {
                self.end_run(start..at, running, &mut compound);
            }
            run = Some((at, script));
        }
        if let Some((start, running)) = run {
            self.end_run(start..self.text.len(), running, &mut compound);
        }
        self.end_compound(&mut compound);
    }

    fn end_run(&mut self, range: Range<usize>, script: Script, compound: &mut Compound) {
        let text = self.text;
        let Some(run) = text.get(range.clone()) else {
            return;
        };
        match script {
            Script::Other => match joint_of(run) {
                Some(joint) if compound.takes(joint) => compound.joint = Some(joint),
                _ => self.end_compound(compound),
            },
            Script::Han => {
                self.end_compound(compound);
                for piece in DICTIONARY.cut_for_search(run, true) {
                    let at = range.start + piece.byte_start..range.start + piece.byte_end;
                    self.stems.push(piece.word, at, self.found);
                }
            }
            Script::Word => {
                if compound.joint.is_none() {
                    self.end_compound(compound);
                }
                self.push_word(run, &range);
                compound.add(range);
            }
        }
    }

    fn push_word(&mut self, run: &str, range: &Range<usize>) {
        fold(run, &mut self.folded);
        self.stems.push(&self.folded, range.clone(), self.found);
        if let Some(figure) = figure_of(&self.folded) {
            self.stems.push(figure, range.clone(), self.found);
        }
    }

    /// Adds the compound as one word, beside its parts.
    fn end_compound(&mut self, compound: &mut Compound) {
        if (2..=MOST_PARTS).contains(&compound.parts.len())
            && let Some(joined) = self.joined(compound)
            && let (Some(first), Some(last)) = (compound.parts.first(), compound.parts.last())
        {
            let source = first.start..last.end;
            self.stems.push(&joined, source, self.found);
        }
        compound.clear();
    }

    fn joined(&self, compound: &Compound) -> Option<String> {
        let parts = compound.parts.iter();
        let words: Vec<&str> = parts
            .filter_map(|part| self.text.get(part.clone()))
            .collect();
        let are_letters = words.iter().all(|word| word.chars().count() == 1);
        let are_figures = words.iter().all(|word| !word.contains(char::is_alphabetic));
        let between = match compound.kind? {
            Joint::Hyphen if !are_figures => "",
            Joint::Stop if are_letters && !are_figures => "",
            Joint::Ampersand => "&",
            Joint::Hyphen | Joint::Stop => return None,
        };
        let mut joined = String::new();
        fold(&words.join(between), &mut joined);
        Some(joined)
    }
}

/// Words with one and the same joint between them, so far.
#[derive(Default)]
struct Compound {
    parts: Vec<Range<usize>>,
    kind: Option<Joint>,
    /// A joint was read and waits for its word.
    joint: Option<Joint>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    Hyphen,
    Stop,
    Ampersand,
}

impl Compound {
    fn takes(&self, joint: Joint) -> bool {
        !self.parts.is_empty() && self.kind.is_none_or(|kind| kind == joint)
    }

    fn clear(&mut self) {
        self.parts.clear();
        (self.kind, self.joint) = (None, None);
    }

    fn add(&mut self, part: Range<usize>) {
        self.kind = self.kind.or(self.joint);
        self.joint = None;
        self.parts.push(part);
    }
}

fn joint_of(run: &str) -> Option<Joint> {
    match run {
        "-" | "\u{2010}" | "\u{2011}" | "\u{ff0d}" => Some(Joint::Hyphen),
        "." => Some(Joint::Stop),
        "&" | "\u{ff06}" => Some(Joint::Ampersand),
        _ => None,
    }
}

fn fold(run: &str, folded: &mut String) {
    folded.clear();
    if run.is_ascii() {
        let kept = run.chars().filter(|c| *c != ',');
        folded.extend(kept.map(|c| c.to_ascii_lowercase()));
        return;
    }
    let narrow = run.chars().map(narrowed).filter(|c| *c != ',');
    folded.extend(narrow.flat_map(char::to_lowercase));
}

/// The figure of a word that joins one to letters: `fy2025` and `97.7b` are found without them.
fn figure_of(word: &str) -> Option<&str> {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let is_letter = |c: char| c.is_ascii_lowercase();
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let year = word.trim_start_matches(is_letter);
    if year.len() < word.len() {
        return (year.len() == 4 && year.bytes().all(is_digit)).then_some(year);
    }
    let figure = word.trim_end_matches(is_letter);
    let is_figure = figure.bytes().all(|byte| is_digit(byte) || byte == b'.');
    (figure.len() > 1 && figure.len() < word.len() && is_figure).then_some(figure)
}

fn script_of(c: char) -> Script {
    match c {
        c if c.is_ascii() => {
            if c.is_ascii_alphanumeric() {
                Script::Word
            } else {
                Script::Other
            }
        }
        '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2fa1f}' => Script::Han,
        c if c.is_alphanumeric() => Script::Word,
        _ => Script::Other,
    }
}

/// A point or comma between two digits belongs to the figure.
fn joins_digits(text: &str, at: usize, c: char) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| narrowed(c).is_ascii_digit());
    matches!(narrowed(c), '.' | ',')
        && is_digit(text.get(..at).and_then(|before| before.chars().next_back()))
        && is_digit(
            text.get(at + c.len_utf8()..)
                .and_then(|after| after.chars().next()),
        )
}

/// The ordinary form of a full-width character.
fn narrowed(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}
