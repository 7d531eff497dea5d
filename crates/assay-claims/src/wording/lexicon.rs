//! Words that may stand for each other, words that are opposites and words that state nothing, in
//! both languages: general business vocabulary, written without regard to any document.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::LazyLock;

use frostem::{Algorithm, Stemmer};

use super::listed::Known;
use super::marks::han_marks;
use super::term::Term;

/// What a word means as far as it is compared: its own stem, or a family that it belongs to.
pub(crate) type Key = u64;

/// A line of the further words.
pub(crate) type Line = u16;

const FAMILIES: &str = include_str!("../../lexicon/families.txt");
/// Words that come near each other: enough to find a word said, too little to compare what is said of it.
const FURTHER: &str = include_str!("../../lexicon/further.txt");
const OPPOSITES: &str = include_str!("../../lexicon/opposites.txt");
const LIGHT: &str = include_str!("../../lexicon/light.txt");

/// What part of speech the families of a word have. A family of things weighs most: a figure is of
/// one thing and not of another, while writers vary their verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Verb,
    Quality,
    Noun,
}

/// The stems behind the first one, and the families.
type Phrase = (Vec<String>, Vec<Key>);

pub(crate) struct Lexicon {
    /// The lines of the families, by their keys less one.
    lines: Vec<&'static str>,
    /// The class of each family, by its key.
    classes: Vec<Option<Class>>,
    /// Families of an English stem, or of a Chinese word.
    words: Known<String, Vec<Key>>,
    /// Expressions by the stem of their first word, longest first: the other stems, and the families.
    phrases: Known<String, Vec<Phrase>>,
    /// The lines of further words that an English stem, or a Chinese word, stands in.
    further: Known<String, Vec<Line>>,
    /// The expressions of each such line, by the keys of their words.
    expressions: Vec<Vec<Vec<Vec<Key>>>>,
    opposites: BTreeSet<(Key, Key)>,
    /// The first key of the opposites.
    sides: Key,
    light: Known<String, ()>,
    /// The length in characters of the longest Chinese word that begins with a character.
    longest_han: Known<char, usize>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

pub(crate) fn lexicon() -> &'static Lexicon {
    &LEXICON
}

/// The stem of an English word in lower case; anything else is its own stem.
pub(crate) fn stem(word: &str) -> String {
    static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::new(Algorithm::English));
    if !word.is_ascii() || word.bytes().any(|byte| byte.is_ascii_digit()) {
        return word.to_owned();
    }
    STEMMER.stem(base_form(word)).into_owned()
}

/// The base form of a verb whose past does not end in `ed`, so that `took the place of` is found by
/// `take the place of`.
fn base_form(word: &str) -> &str {
    const IRREGULAR: &str = "arose:arise arisen:arise ate:eat became:become began:begin begun:begin bought:buy \
        broke:break broken:break brought:bring built:build came:come caught:catch chose:choose chosen:choose \
        dealt:deal drew:draw drawn:draw drove:drive driven:drive fell:fall fallen:fall felt:feel fought:fight \
        forbade:forbid forbidden:forbid forgave:forgive forgiven:forgive gave:give given:give went:go gone:go \
        grew:grow grown:grow held:hold kept:keep knew:know known:know laid:lay led:lead lent:lend lost:lose \
        made:make meant:mean met:meet overcame:overcome oversaw:oversee overseen:oversee overtook:overtake \
        overtaken:overtake paid:pay ran:run rose:rise risen:rise sank:sink sunk:sink sought:seek sold:sell \
        sent:send shook:shake shaken:shake shrank:shrink shrunk:shrink spoke:speak spoken:speak \
        stood:stand stole:steal stolen:steal struck:strike swung:swing taught:teach thought:think told:tell \
        took:take taken:take undertook:undertake undertaken:undertake understood:understand withdrew:withdraw \
        withdrawn:withdraw withheld:withhold won:win wrote:write written:write rebuilt:rebuild repaid:repay \
        resold:resell";
    static BASES: LazyLock<Known<&str, &str>> = LazyLock::new(|| {
        let pairs = IRREGULAR.split_whitespace();
        pairs.filter_map(|pair| pair.split_once(':')).collect()
    });
    BASES.get(word).copied().unwrap_or(word)
}

/// The words of the other language in the families of a term.
pub(crate) fn others_of(term: &Term, text: &str) -> Vec<&'static str> {
    let is_latin = term.is_latin(text);
    let families = term.keys.iter().filter_map(|key| {
        let line = usize::try_from(*key).ok()?.checked_sub(1)?;
        lexicon().lines.get(line)?.split_once('|')
    });
    let sides = families.map(|(latin, han)| if is_latin { han } else { latin });
    sides.flat_map(str::split_whitespace).collect()
}

/// The key of a word as itself. The top bit keeps it apart from families.
pub(crate) fn own_key(stem: &str) -> Key {
    let mut hasher = DefaultHasher::new();
    stem.hash(&mut hasher);
    hasher.finish() | 1 << 63
}

fn longest_by_first<'w>(words: impl Iterator<Item = &'w String>) -> Known<char, usize> {
    let mut longest: Known<char, usize> = Known::default();
    for word in words.filter(|word| !word.is_ascii()) {
        if let Some(first) = word.chars().next() {
            let known = longest.entry(first).or_default();
            *known = (*known).max(word.chars().count());
        }
    }
    longest
}

impl Lexicon {
    fn read() -> Self {
        let mut lexicon = Self {
            lines: FAMILIES.lines().collect(),
            classes: vec![None],
            words: Known::default(),
            phrases: Known::default(),
            further: Known::default(),
            expressions: Vec::new(),
            opposites: BTreeSet::new(),
            sides: 0,
            light: Known::default(),
            longest_han: Known::default(),
        };
        let mut next: Key = 0;
        let mut block = None;
        for line in FAMILIES.lines() {
            next += 1;
            let class = match line {
                "# verbs" => Some(Class::Verb),
                "# nouns" => Some(Class::Noun),
                "# qualities" => Some(Class::Quality),
                _ => None,
            };
            block = class.or(block);
            lexicon.classes.push(block);
            if class.is_some() {
                continue;
            }
            for word in line.split_whitespace().filter(|word| *word != "|") {
                lexicon.add(word, next);
            }
        }
        // sides of opposites belong to no part of speech
        lexicon.sides = next + 1;
        for line in OPPOSITES.lines() {
            if let Some((left, right)) = line.split_once("><") {
                let (a, b) = (next + 1, next + 2);
                next += 2;
                left.split_whitespace()
                    .for_each(|word| lexicon.add(word, a));
                right
                    .split_whitespace()
                    .for_each(|word| lexicon.add(word, b));
                lexicon.opposites.extend([(a, b), (b, a)]);
            }
        }
        for word in LIGHT.split_whitespace().filter(|word| !word.ends_with(':')) {
            // `specifically` states nothing, `specific` does
            let light = match word.is_ascii() && !word.ends_with("ly") {
                true => stem(word),
                false => word.to_owned(),
            };
            lexicon.light.insert(light, ());
        }
        lexicon.read_further();
        let words = lexicon.words.keys().chain(lexicon.light.keys());
        lexicon.longest_han = longest_by_first(words.chain(lexicon.further.keys()));
        lexicon
    }

    /// A Chinese text begins with a word that has a family.
    fn begins_with_word(&self, text: &str) -> bool {
        let ends = text.char_indices().skip(2).map(|(at, _)| at);
        let mut starts = ends.chain([text.len()]).filter_map(|end| text.get(..end));
        starts.any(|start| start.chars().count() > 1 && self.words.contains_key(start))
    }

    fn read_further(&mut self) {
        for (line, text) in (0..).zip(FURTHER.lines()) {
            let words = text.split_whitespace().filter(|word| *word != "|");
            let (joined, single): (Vec<&str>, Vec<&str>) =
                words.partition(|word| word.contains(['_', '-']));
            // a mark or a word of a family in a Chinese compound must still be seen
            let hides_word = |word: &&str| {
                let mut starts = word.char_indices().filter_map(|(at, _)| word.get(at..));
                !word.is_ascii()
                    && starts.any(|rest| han_marks(rest).is_some() || self.begins_with_word(rest))
            };
            let plain: Vec<&str> = single
                .into_iter()
                .filter(|word| !hides_word(word))
                .collect();
            for word in plain {
                let known = self.further.entry(stem(word)).or_default();
                known.push(line);
            }
            let words_of = |expression: &&str| -> Vec<Vec<Key>> {
                let stems = expression.split(['_', '-']).map(stem);
                let heavy = stems.filter(|stem| !self.is_light(stem));
                heavy.map(|stem| self.keys_of(&stem)).collect()
            };
            let expressions = joined.iter().map(words_of);
            let heavy = expressions.filter(|words| !words.is_empty()).collect();
            self.expressions.push(heavy);
        }
    }

    /// A stem with its families.
    fn keys_of(&self, stem: &str) -> Vec<Key> {
        let families = self.families(stem).iter().copied();
        std::iter::once(own_key(stem)).chain(families).collect()
    }

    /// The lines of further words that a word stands in.
    pub(crate) fn further(&self, stem: &str) -> &[Line] {
        self.further.get(stem).map_or(&[], Vec::as_slice)
    }

    /// The expressions of such a line, by their words.
    pub(crate) fn expressions(&self, line: Line) -> &[Vec<Vec<Key>>] {
        let line = usize::from(line);
        self.expressions.get(line).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, word: &str, family: Key) {
        let mut parts = word.split(['_', '-']).map(stem);
        let Some(first) = parts.next() else {
            return;
        };
        let rest: Vec<String> = parts.collect();
        if rest.is_empty() {
            self.words.entry(first).or_default().push(family);
            return;
        }
        let known = self.phrases.entry(first).or_default();
        match known.iter_mut().find(|(other, _)| *other == rest) {
            Some((_, families)) => families.push(family),
            None => {
                let place = known.partition_point(|(other, _)| other.len() >= rest.len());
                known.insert(place, (rest, vec![family]));
            }
        }
    }

    pub(crate) fn families(&self, stem: &str) -> &[Key] {
        self.words.get(stem).map_or(&[], Vec::as_slice)
    }

    /// The longest expression that begins at the first of these stems, of no more than `longest` words:
    /// its length in words and its families.
    pub(crate) fn phrase(&self, stems: &[String], longest: usize) -> Option<(usize, &[Key])> {
        let (first, behind) = stems.split_first()?;
        let known = self.phrases.get(first)?.iter();
        let mut fits = known.filter(|(rest, _)| rest.len() < longest && behind.starts_with(rest));
        fits.next()
            .map(|(rest, families)| (rest.len() + 1, families.as_slice()))
    }

    /// The longest Chinese word of the lists at the start of a run, of no more than `most` bytes: its
    /// length in bytes.
    pub(crate) fn han_word(&self, run: &str, most: usize, is_wide: bool) -> Option<usize> {
        let longest = self.longest_han.get(&run.chars().next()?)?;
        let ends: Vec<usize> = run
            .char_indices()
            .skip(1)
            .map(|(at, _)| at)
            .chain([run.len()])
            .take(*longest)
            .collect();
        let mut longest = ends.into_iter().rev().filter(|end| *end <= most);
        longest.find(|end| {
            let word = run.get(..*end).unwrap_or_default();
            self.words.contains_key(word)
                || self.light.contains_key(word)
                || is_wide && self.further.contains_key(word)
        })
    }

    /// The families of the two words that a Chinese word is put together from, as an English
    /// expression is found by its words.
    pub(crate) fn families_within(&self, word: &str) -> Vec<Key> {
        const SHORTEST: usize = 4;
        if word.chars().count() < SHORTEST {
            return Vec::new();
        }
        let known = |part: &str| {
            let families = self.families(part).iter().copied();
            let families = families.filter(|key| !self.is_side(*key));
            families.collect::<Vec<Key>>()
        };
        let splits = word.char_indices().map(|(at, _)| word.split_at(at));
        let mut pairs = splits.map(|(first, second)| (known(first), known(second)));
        let pair = pairs.find(|(first, second)| !first.is_empty() && !second.is_empty());
        pair.map_or(Vec::new(), |(first, second)| [first, second].concat())
    }

    pub(crate) fn is_light(&self, stem: &str) -> bool {
        self.light.contains_key(stem)
    }

    pub(crate) fn are_opposite(&self, a: &[Key], b: &[Key]) -> bool {
        let mut sides = a.iter().filter(|key| self.is_side(**key));
        sides.any(|a| b.iter().any(|b| self.opposites.contains(&(*a, *b))))
    }

    /// A side of a pair of opposites, which says nothing about sameness.
    pub(crate) fn is_side(&self, key: Key) -> bool {
        key >= self.sides && key < 1 << 63
    }

    /// One of the families among these keys is of this class.
    pub(crate) fn has_class(&self, keys: &[Key], class: Class) -> bool {
        keys.iter().any(|key| self.class_of(*key) == Some(class))
    }

    /// The weightiest class of the families among these keys.
    pub(crate) fn class(&self, keys: &[Key]) -> Option<Class> {
        keys.iter().filter_map(|key| self.class_of(*key)).max()
    }

    /// `None` for a key that is not of a family.
    fn class_of(&self, key: Key) -> Option<Class> {
        let place = usize::try_from(key).ok()?;
        self.classes.get(place).copied().flatten()
    }
}
