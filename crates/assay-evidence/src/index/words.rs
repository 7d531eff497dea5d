use std::sync::LazyLock;

use jieba_rs::Jieba;
use tantivy::tokenizer::{
    Language, RemoveLongFilter, Stemmer, StopWordFilter, TextAnalyzer, Token, TokenStream,
    Tokenizer,
};

/// A longer word is noise: a hash, a base64 line.
const MAX_WORD_BYTES: usize = 48;

/// The one analyser of text and queries, English and Chinese mixed.
pub(super) fn analyzer() -> TextAnalyzer {
    let stop_words = ENGLISH_STOP_WORDS.iter().chain(&CHINESE_STOP_WORDS);
    TextAnalyzer::builder(MixedTokenizer)
        .filter(RemoveLongFilter::limit(MAX_WORD_BYTES))
        .filter(StopWordFilter::remove(stop_words.map(|w| (*w).to_owned())))
        .filter(Stemmer::new(Language::English))
        .build()
}

/// The dictionary takes a while to load: it is read only when the first Chinese text turns up.
static DICTIONARY: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// Words of letters and digits in lower case, full-width forms folded; Han runs cut by the
/// dictionary, long words also into their parts. Figures keep their decimals and lose their
/// thousands separators: `97,690.5` is one word, `97690.5`.
#[derive(Clone)]
struct MixedTokenizer;

impl Tokenizer for MixedTokenizer {
    type TokenStream<'a> = Words;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words {
        Words {
            words: words_of(text).into_iter(),
            token: Token::default(),
        }
    }
}

struct Words {
    words: std::vec::IntoIter<Word>,
    token: Token,
}

impl TokenStream for Words {
    fn advance(&mut self) -> bool {
        let Some(word) = self.words.next() else {
            return false;
        };
        self.token.position = self.token.position.wrapping_add(1);
        self.token.offset_from = word.start;
        self.token.offset_to = word.end;
        self.token.text = word.text;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

struct Word {
    text: String,
    start: usize,
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Han,
    /// Letters and digits of any other script.
    Word,
    Other,
}

fn words_of(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut run: Option<(usize, Script)> = None;
    for (at, c) in text.char_indices() {
        let script = match script_of(c) {
            Script::Other if joins_digits(text, at, c) => Script::Word,
            script => script,
        };
        if run.is_some_and(|(_, running)| running == script) {
            continue;
        }
        if let Some((start, running)) = run {
            push_run(text, start..at, running, &mut words);
        }
        run = Some((at, script));
    }
    if let Some((start, running)) = run {
        push_run(text, start..text.len(), running, &mut words);
    }
    words
}

fn push_run(text: &str, range: std::ops::Range<usize>, script: Script, words: &mut Vec<Word>) {
    let Some(run) = text.get(range.clone()) else {
        return;
    };
    match script {
        Script::Other => {}
        Script::Han => {
            let cut = DICTIONARY.cut_for_search(run, true);
            words.extend(cut.into_iter().map(|piece| Word {
                text: piece.word.to_owned(),
                start: range.start + piece.byte_start,
                end: range.start + piece.byte_end,
            }));
        }
        Script::Word => {
            let folded: String = run
                .chars()
                .map(narrowed)
                .filter(|c| *c != ',')
                .flat_map(char::to_lowercase)
                .collect();
            let year = year_at_end(&folded).map(str::to_owned);
            for text in [Some(folded), year].into_iter().flatten() {
                words.push(Word {
                    text,
                    start: range.start,
                    end: range.end,
                });
            }
        }
    }
}

/// `fy2025` is found by `2025` too.
fn year_at_end(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let is_year = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_year && digits.len() < word.len()).then_some(digits)
}

fn script_of(c: char) -> Script {
    match c {
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

const ENGLISH_STOP_WORDS: [&str; 78] = [
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
    "been", "but", "by", "can", "could", "did", "do", "does", "for", "from", "had", "has", "have",
    "he", "her", "his", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "no", "not",
    "of", "on", "or", "our", "s", "she", "should", "so", "such", "t", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "to", "was", "we", "were", "what",
    "when", "where", "which", "who", "why", "will", "with", "would", "you", "your", "please",
    "tell",
];

const CHINESE_STOP_WORDS: [&str; 56] = [
    "的",
    "了",
    "和",
    "是",
    "在",
    "与",
    "及",
    "或",
    "等",
    "对",
    "从",
    "到",
    "为",
    "以",
    "于",
    "被",
    "把",
    "将",
    "就",
    "都",
    "而",
    "也",
    "并",
    "但",
    "且",
    "其",
    "之",
    "这",
    "那",
    "个",
    "有",
    "吗",
    "呢",
    "吧",
    "啊",
    "什么",
    "怎么",
    "怎样",
    "如何",
    "为什么",
    "哪些",
    "多少",
    "我们",
    "你们",
    "他们",
    "它们",
    "这个",
    "那个",
    "以及",
    "或者",
    "因为",
    "所以",
    "请",
    "一下",
    "关于",
    "可以",
];
