//! Orders whose words are glued to something else, broken by spaces or signs, spread over the rows of
//! a list or table, or written with an `l` for an `i`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::packed;
use memchr::memmem;

use crate::disguise::parted;

/// What an order that may be broken says when it is put together again, with its place.
pub(crate) struct Mended {
    pub(crate) place: Range<usize>,
    /// What comes before it in its sentence, as it is.
    pub(crate) before: Range<usize>,
    pub(crate) text: String,
}

/// The words with which an order to drop instructions begins.
const FIRST: [&str; 3] = ["ignore", "disregard", "forget"];
/// Words of such orders that hold an `i`.
const WITH_I: [&str; 5] = ["ignore", "disregard", "instruct", "previous", "prior"];

/// So many letters hold the whole order; behind them more and more words are unknown.
const LETTERS: usize = 44;
/// In so many bytes of a table or a list these letters stand.
const REACH: usize = 260;
/// How much of the sentence before is looked at.
const BEFORE: usize = 200;

/// Every place at which an order may begin, put together from its letters alone.
pub(crate) fn mended(text: &str) -> Vec<Mended> {
    let whole = WHOLE
        .iter()
        .flat_map(|word| word.find_iter(text.as_bytes()));
    let broken = BROKEN.iter().flat_map(|words| words.find_iter(text));
    let mut starts: Vec<usize> = whole.chain(broken.map(|seed| seed.start())).collect();
    starts.sort_unstable();
    let mut found: Vec<Mended> = Vec::new();
    for start in starts {
        let is_inside = |last: &Mended| start < last.place.end;
        if !found.last().is_some_and(is_inside) {
            found.extend(mended_at(text, start));
        }
    }
    found
}

fn mended_at(text: &str, start: usize) -> Option<Mended> {
    let end = text.floor_char_boundary((start + REACH).min(text.len()));
    let rest = text.get(start..end)?;
    let (letters, length) = letters_of(rest);
    let words = parted(&with_i(letters))?;
    let written = rest.get(..length)?;
    let before = sentence_before(text, start);
    let is_glued = text
        .get(..start)?
        .ends_with(|c: char| c == '_' || c.is_ascii_alphanumeric());
    let is_plain = !is_glued && written.split_whitespace().eq(words.split(' '));
    (!is_plain).then_some(Mended {
        place: start..start + length,
        before,
        text: words,
    })
}

/// The letters up to the end of the sentence, and the bytes that they fill.
fn letters_of(rest: &str) -> (String, usize) {
    let mut letters = String::with_capacity(LETTERS);
    let mut signs = rest.char_indices().peekable();
    while let Some((at, c)) = signs.next() {
        let next = signs.peek().map(|(_, next)| *next);
        let ends = matches!(c, '.' | '!' | '?') && next.is_none_or(char::is_whitespace);
        let parts = c == '\n' && next == Some('\n');
        if ends || parts || letters.len() == LETTERS {
            return (letters, at);
        }
        if c.is_ascii_lowercase() {
            letters.push(c);
        }
    }
    (letters, rest.len())
}

fn sentence_before(text: &str, start: usize) -> Range<usize> {
    let floor = text.floor_char_boundary(start.saturating_sub(BEFORE));
    let before = text.get(floor..start).unwrap_or_default();
    let from = before.rfind(['.', '!', '?', '\n']).map_or(0, |at| at + 1);
    floor + from..start
}

fn with_i(mut letters: String) -> String {
    for (written, meant) in LOOK_ALIKES.iter() {
        if letters.contains(written.as_str()) {
            letters = letters.replace(written.as_str(), meant);
        }
    }
    letters
}

/// Every way to write one of the words with an `l` for some `i`.
static LOOK_ALIKES: LazyLock<Vec<(String, &str)>> = LazyLock::new(|| {
    let alike = |word: &&'static str| {
        let word = *word;
        variants(word, |c| (c == 'i').then_some("l")).map(move |written| (written, word))
    };
    let all = WITH_I.iter().flat_map(alike);
    all.filter(|(written, word)| written != word).collect()
});

/// The first words as they are: what is glued to them shows only behind them.
static WHOLE: LazyLock<[memmem::Finder<'static>; 3]> =
    LazyLock::new(|| FIRST.map(memmem::Finder::new));

/// The first words broken by spaces, or with an `l` for an `i`. Some machines search them slower.
static BROKEN: LazyLock<Option<packed::Searcher>> = LazyLock::new(|| {
    let mut words: BTreeSet<String> = FIRST.into_iter().flat_map(broken).collect();
    words.extend(FIRST.into_iter().flat_map(|word| {
        let alike = variants(word, |c| (c == 'i').then_some("l"));
        alike.filter(move |written| written != word)
    }));
    let mut slow = packed::Config::new();
    slow.only_rabin_karp(true);
    packed::Searcher::new(&words).or_else(|| slow.builder().extend(&words).build())
});

/// A word with any of the letters that have another form in that form.
fn variants(
    word: &str,
    other: impl Fn(char) -> Option<&'static str>,
) -> impl Iterator<Item = String> {
    let mut all = vec![String::new()];
    for c in word.chars() {
        let extended = all.iter().flat_map(|head| {
            let forms = [Some(c.to_string()), other(c).map(str::to_owned)];
            forms
                .into_iter()
                .flatten()
                .map(move |form| format!("{head}{form}"))
        });
        all = extended.collect();
    }
    all.into_iter()
}

/// A word with a space or a hyphen inside; where the first letter stands alone, with a second space.
fn broken(word: &str) -> BTreeSet<String> {
    let halves = |word: &str, sign: &str| {
        let gaps = 1..word.len();
        let at = |gap: usize| Some(format!("{}{sign}{}", word.get(..gap)?, word.get(gap..)?));
        gaps.filter_map(at).collect::<BTreeSet<String>>()
    };
    let mut all = halves(word, " ");
    all.extend(halves(word, "-"));
    if let Some((first, rest)) = word.split_at_checked(1) {
        all.extend(
            halves(rest, " ")
                .into_iter()
                .map(|rest| format!("{first} {rest}")),
        );
    }
    all
}
