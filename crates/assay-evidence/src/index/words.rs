mod forms;
mod recent;
mod stems;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use jieba_rs::Jieba;
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};

use forms::{Forms, Script, figure_of, fold, joins_digits, script_of};
use recent::{Found, LONGEST_RECENT, Recent};
use stems::Stems;

/// A longer word is noise: a hash, a base64 line.
const MAX_WORD_BYTES: usize = 48;
/// A longer chain of hyphens is a rule or a code, not a compound.
const MOST_PARTS: usize = 4;

/// The one analyser of text and queries, English and Chinese mixed.
pub(super) fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(MixedTokenizer::default()).build()
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
#[derive(Clone, Default)]
struct MixedTokenizer {
    stems: Stems,
    recent: Recent,
}

impl Tokenizer for MixedTokenizer {
    type TokenStream<'a> = Words<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        if text.len() > LONGEST_RECENT {
            return Words {
                unread: Some((text, &mut self.stems)),
                found: None,
                next: 0,
                token: Token::default(),
            };
        }
        let stems = &mut self.stems;
        let found = self.recent.found(text, |found| {
            let mut keep = |word: &str, source: Range<usize>| found.push(word, source);
            Scan::new(text, stems, &mut keep).words();
        });
        Words {
            unread: None,
            found: Some(Cow::Borrowed(found)),
            next: 0,
            token: Token::default(),
        }
    }
}

struct Words<'a> {
    /// A text that nobody has looked at yet.
    unread: Option<(&'a str, &'a mut Stems)>,
    found: Option<Cow<'a, Found>>,
    next: usize,
    token: Token,
}

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        if let Some((text, stems)) = self.unread.take() {
            let mut found = Found::default();
            let mut keep = |word: &str, source: Range<usize>| found.push(word, source);
            Scan::new(text, stems, &mut keep).words();
            self.found = Some(Cow::Owned(found));
        }
        let word = self.found.as_ref().and_then(|found| found.word(self.next));
        let Some((word, source)) = word else {
            return false;
        };
        set(&mut self.token, word, source);
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }

    /// What the index calls: the words of a long text are passed on as they are found.
    fn process(&mut self, sink: &mut dyn FnMut(&Token)) {
        if let Some((text, stems)) = self.unread.take() {
            let token = &mut self.token;
            let mut pass_on = |word: &str, source: Range<usize>| {
                set(token, word, &source);
                sink(token);
            };
            Scan::new(text, stems, &mut pass_on).words();
        }
        while self.advance() {
            sink(self.token());
        }
    }
}

fn set(token: &mut Token, word: &str, source: &Range<usize>) {
    token.position = token.position.wrapping_add(1);
    token.offset_from = source.start;
    token.offset_to = source.end;
    token.text.clear();
    token.text.push_str(word);
}

struct Scan<'a, F> {
    text: &'a str,
    stems: &'a mut Stems,
    /// Takes each word and its place.
    sink: &'a mut F,
    /// The word at hand in its folded form.
    folded: String,
}

impl<'a, F: FnMut(&str, Range<usize>)> Scan<'a, F> {
    fn new(text: &'a str, stems: &'a mut Stems, sink: &'a mut F) -> Self {
        Self {
            text,
            stems,
            sink,
            folded: String::new(),
        }
    }

    fn words(&mut self) {
        let mut compound = Compound::default();
        let mut at = 0;
        while let Some((script, _)) = self.script_at(at) {
            let end = self.end_of_run(at, script);
            self.end_run(at..end, script, &mut compound);
            at = end;
        }
        self.end_compound(&mut compound);
    }

    /// The script of the character at a place, and its length.
    fn script_at(&self, at: usize) -> Option<(Script, usize)> {
        let c = self.text.get(at..)?.chars().next()?;
        let script = match script_of(c) {
            Script::Other if joins_digits(self.text, at, c) => Script::Word,
            script => script,
        };
        Some((script, c.len_utf8()))
    }

    fn end_of_run(&self, start: usize, script: Script) -> usize {
        let mut at = start;
        if script == Script::Han {
            let rest = self.text.get(at..).unwrap_or_default().chars();
            let run = rest.take_while(|c| script_of(*c) == Script::Han);
            return at + run.map(char::len_utf8).sum::<usize>();
        }
        loop {
            if script == Script::Word {
                let rest = self.text.as_bytes().get(at..).unwrap_or_default();
                let letters = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric());
                at += letters.count();
            }
            match self.script_at(at) {
                Some((next, length)) if next == script => at += length,
                _ => return at,
            }
        }
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
                    self.push(piece.word, at);
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
        let forms = Forms::of(run);
        if forms.is_folded() {
            self.push(run, range.clone());
        } else {
            let mut folded = std::mem::take(&mut self.folded);
            fold(run, forms, &mut folded);
            self.push(&folded, range.clone());
            if forms.has_digits()
                && let Some(figure) = figure_of(&folded)
            {
                self.push(figure, range.clone());
            }
            self.folded = folded;
        }
    }

    fn push(&mut self, word: &str, source: Range<usize>) {
        if word.is_empty() || word.len() > MAX_WORD_BYTES {
            return;
        }
        if let Some(stem) = self.stems.of(word) {
            (self.sink)(stem, source);
        }
    }

    /// Adds the compound as one word, beside its parts.
    fn end_compound(&mut self, compound: &mut Compound) {
        if (2..=MOST_PARTS).contains(&compound.parts.len())
            && let Some(joined) = self.joined(compound)
            && let (Some(first), Some(last)) = (compound.parts.first(), compound.parts.last())
        {
            let source = first.start..last.end;
            self.push(&joined, source);
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
        let words = words.join(between);
        let mut joined = String::new();
        fold(&words, Forms::of(&words), &mut joined);
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
