//! A text as the words that carry its meaning.

use std::ops::Range;
use std::sync::LazyLock;

use assay_figures::{COMPANIES, cut};

use super::lexicon::{Class, Key, lexicon, own_key, stem};
use super::listed::{Known, WordList, Words};
use super::marks::{Mark, han_marks, mark_of, plain_expression};
use crate::numeral::is_han;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Must be found as it is: a proper name, an acronym, a model number.
    Name,
    Word,
    /// A Chinese word that no list has.
    Unread,
    /// States nothing by itself.
    Light,
    /// Digits.
    Number,
}

/// The bits of several terms: one that shares none with it means none of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Signature(u128);

impl Signature {
    pub(crate) fn of(terms: &[Term]) -> Self {
        Self(terms.iter().fold(0, |bits, term| bits | term.signature))
    }
}

/// A word or fixed expression of a text.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) range: Range<usize>,
    pub(crate) kind: Kind,
    /// Its own stem first.
    pub(crate) keys: Vec<Key>,
    /// The stems of its words.
    pub(crate) parts: Vec<Key>,
    /// Those of them that state something by themselves.
    pub(crate) heavy: Vec<Key>,
    pub(crate) mark: Option<Mark>,
    /// Punctuation that ends a clause stands before it.
    pub(crate) opens_clause: bool,
    /// It opens no clause of its own: `, excluding us`.
    pub(crate) hangs_on: bool,
    /// A bit for each thing that it may share with another term: two that share no bit share nothing.
    signature: u128,
}

impl Term {
    fn of(range: Range<usize>, kind: Kind, keys: Vec<Key>, parts: Vec<Key>) -> Self {
        let shared = keys.iter().filter(|key| !lexicon().is_side(**key));
        // hashes and counted families alike differ in their last bits
        let bits = shared.chain(&parts).map(|key| 1 << (key % 128));
        let signature = bits.fold(0, |all, bit: u128| all | bit);
        Self {
            range,
            kind,
            keys,
            parts,
            heavy: Vec::new(),
            mark: None,
            opens_clause: false,
            hangs_on: false,
            signature,
        }
    }

    pub(crate) fn is_content(&self) -> bool {
        matches!(self.kind, Kind::Name | Kind::Word | Kind::Unread)
            && self.mark.is_none_or(Mark::is_content)
    }

    pub(crate) fn is_latin(&self, text: &str) -> bool {
        !cut(text, self.range.clone()).starts_with(is_han)
    }

    /// `total`, `other`: says of which kind a row is, not what it is.
    pub(crate) fn is_generic(&self) -> bool {
        self.mark.is_some()
    }

    /// The same word, or two that may stand for each other.
    #[inline]
    pub(crate) fn means(&self, other: &Self) -> bool {
        // nearly all pairs of terms are told apart by this
        self.signature & other.signature != 0 && self.shares(other)
    }

    /// As [`Self::means`], but for an expression and one of its words: `time deposits` are deposits,
    /// and not all deposits are time deposits.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.signature & other.signature != 0
            && self
                .keys
                .iter()
                .any(|key| !lexicon().is_side(*key) && other.keys.contains(key))
    }

    /// Whether one of some terms may mean this one, by the bits of all of them.
    #[inline]
    pub(crate) fn may_be_among(&self, signature: Signature) -> bool {
        self.signature & signature.0 != 0
    }

    fn shares(&self, other: &Self) -> bool {
        self.is_same(other)
            || (self.parts.len() == 1 && other.parts.iter().any(|part| self.parts.contains(part)))
            || (other.parts.len() == 1 && self.parts.iter().any(|part| other.parts.contains(part)))
    }

    pub(crate) fn class(&self) -> Option<Class> {
        lexicon().class(&self.keys)
    }

    pub(crate) fn is_opposite_of(&self, other: &Self) -> bool {
        !self.means(other) && lexicon().are_opposite(&self.keys, &other.keys)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Han,
}

/// The terms of a text, in order.
pub(crate) fn terms(text: &str) -> Vec<Term> {
    let runs = runs(text);
    let mut found = Vec::new();
    let mut latin: Vec<Range<usize>> = Vec::new();
    for (range, script) in runs {
        match script {
            Script::Latin => latin.push(range),
            Script::Han => {
                latin_terms(text, &std::mem::take(&mut latin), &mut found);
                han_terms(text, range, &mut found);
            }
        }
    }
    latin_terms(text, &latin, &mut found);
    mark_clauses(text, &mut found);
    found
}

/// Runs of one script; a word may hold an apostrophe or an ampersand, and the dots of `U.S.`
fn runs(text: &str) -> Vec<(Range<usize>, Script)> {
    let mut found: Vec<(Range<usize>, Script)> = Vec::new();
    let mut glued = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if c == '.'
            && let Some((range, Script::Latin)) = found.last_mut()
            && range.end == at
            && is_dotted(text, range)
        {
            range.end = end;
            glued = text.get(end..).is_some_and(is_initial);
            continue;
        }
        let script = if is_han(c) {
            Some(Script::Han)
        } else {
            c.is_alphanumeric().then_some(Script::Latin)
        };
        match (found.last_mut(), script) {
            (Some((range, last)), Some(script))
                if *last == script && (range.end == at || glued) =>
            {
                range.end = end;
            }
            (_, Some(script)) => found.push((at..end, script)),
            (Some((range, Script::Latin)), None)
                if range.end == at && matches!(c, '-' | '‑') && is_code(text, range, end) =>
            {
                glued = true;
                continue;
            }
            (Some((range, Script::Latin)), None)
                if range.end == at && matches!(c, '&' | '\'' | '’') =>
            {
                let next = cut(text, end..text.len()).chars().next();
                glued = next.is_some_and(|next| next.is_alphanumeric() && !is_han(next));
                continue;
            }
            _ => {}
        }
        glued = false;
    }
    found
}

/// `CVT-204` is one name, and not another of the same maker: capitals, and digits behind a hyphen.
fn is_code(text: &str, run: &Range<usize>, behind: usize) -> bool {
    let letters = cut(text, run.clone());
    let is_short = (2..=6).contains(&letters.len());
    let rest = cut(text, behind..text.len());
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let next = rest.get(digits..).and_then(|rest| rest.chars().next());
    is_short
        && letters.bytes().all(|byte| byte.is_ascii_uppercase())
        && digits > 1
        && !next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '%' | ',' | '-' | '/'))
}

/// A run is the first letters of an abbreviation whose letters have dots: `U` of `U.S.`, and `U.S`.
fn is_dotted(text: &str, run: &Range<usize>) -> bool {
    let written = cut(text, run.clone());
    let ends_in_letter = written.ends_with(|c: char| c.is_ascii_uppercase());
    let begins = written.len() == 1 && text.get(run.end + 1..).is_some_and(is_initial);
    ends_in_letter && (begins || written.contains('.'))
}

/// One capital letter with a dot behind it.
fn is_initial(rest: &str) -> bool {
    let mut letters = rest.chars();
    letters.next().is_some_and(|c| c.is_ascii_uppercase()) && letters.next() == Some('.')
}

fn latin_terms(text: &str, words: &[Range<usize>], found: &mut Vec<Term>) {
    let lowers: Vec<String> = words
        .iter()
        .map(|word| plain(cut(text, word.clone())))
        .collect();
    let stems: Vec<String> = lowers.iter().map(|lower| stem(lower)).collect();
    let mut at = 0;
    while let (Some(range), Some(lower), Some(own)) = (words.get(at), lowers.get(at), stems.get(at))
    {
        let rest = stems.get(at..).unwrap_or_default();
        // `in May 2025`, `May 2021` doubt nothing
        let next = lowers.get(at + 1).map_or("", String::as_str);
        let is_month = cut(text, range.clone()) == "May"
            && (at > 0 || next.starts_with(|c: char| c.is_ascii_digit()));
        // `non-GAAP` is a thing of its own and denies nothing
        let is_prefix = lower == "non"
            && at + 1 < words.len()
            && text
                .get(range.end..)
                .is_some_and(|rest| rest.starts_with(['-', '‑']));
        let marked =
            mark_of(lowers.get(at..).unwrap_or_default()).filter(|_| !is_month && !is_prefix);
        let phrase = lexicon().phrase(rest);
        let length = marked.map_or(1 + usize::from(is_prefix), |(_, length)| length);
        let plain = plain_expression(lowers.get(at..).unwrap_or_default());
        let length = length.max(plain.unwrap_or(1));
        let length = phrase.map_or(length, |(words, _)| words.max(length));
        let end = words
            .get(at + length - 1)
            .map_or(range.end, |last| last.end);
        let joined = rest.get(..length).unwrap_or_default();
        let parts: Vec<Key> = match is_prefix {
            true => vec![own_key(&joined.join(" "))],
            false => joined.iter().map(|stem| own_key(stem)).collect(),
        };
        let heavy = joined.iter().zip(&parts);
        let heavy = heavy.filter(|(stem, _)| !lexicon().is_light(stem));
        let heavy: Vec<Key> = heavy.map(|(_, key)| *key).collect();
        let mut keys = match parts.as_slice() {
            [only] => vec![*only],
            _ => vec![own_key(&joined.join(" "))],
        };
        if let Some((words, families)) = phrase
            && words == length
        {
            keys.extend(families);
        }
        if phrase.is_none() && length > 1 {
            // `in development`
            let known = joined.iter().filter(|stem| !lexicon().is_light(stem));
            keys.extend(known.flat_map(|stem| lexicon().families(stem)));
        }
        if length == 1 {
            keys.extend(lexicon().families(own));
            keys.extend(lexicon().families(lower));
        }
        keys.extend(company_key(lower));
        keys.extend(company_around(&lowers, at));
        let used = at..at + length;
        let kind = match plain == Some(length) {
            true => Kind::Light,
            false => kind_of(text, words.get(used.clone()), &lowers, &stems, used),
        };
        found.push(Term {
            heavy,
            mark: marked.map(|(mark, _)| mark),
            ..Term::of(range.start..end, kind, keys, parts)
        });
        at += length;
    }
}

/// What kind of term the words of a stretch are together.
fn kind_of(
    text: &str,
    words: Option<&[Range<usize>]>,
    lowers: &[String],
    stems: &[String],
    used: Range<usize>,
) -> Kind {
    let words = words.unwrap_or_default();
    let lowers = lowers.get(used.clone()).unwrap_or_default();
    let stems = stems.get(used).unwrap_or_default();
    let (Some(range), Some(lower), Some(own)) = (words.first(), lowers.first(), stems.first())
    else {
        return Kind::Light;
    };
    let is_one = words.len() == 1;
    match () {
        () if lower.bytes().all(|byte| byte.is_ascii_digit()) => Kind::Number,
        () if is_one && is_name(text, range, cut(text, range.clone())) => Kind::Name,
        () if !is_one && is_title(text, words) => Kind::Name,
        // an expression states something as soon as one of its words does
        () if (is_one && (lexicon().is_light(own) || lexicon().is_light(lower)))
            || states_nothing(stems, lowers)
            || lower.chars().count() == 1
            || is_expression_of_unit(lowers) =>
        {
            Kind::Light
        }
        () => Kind::Word,
    }
}

/// Lower case, without a possessive ending.
fn plain(word: &str) -> String {
    let lower = word.to_lowercase().replace('’', "'");
    let bare = lower.strip_suffix("'s").unwrap_or(&lower);
    bare.trim_end_matches('\'').to_owned()
}

/// A capital inside a sentence, an acronym or letters with digits. The first word of a sentence has a
/// capital for another reason.
fn is_name(text: &str, range: &Range<usize>, written: &str) -> bool {
    let capitals = written.chars().filter(|c| c.is_uppercase()).count();
    let has_digit = written.chars().any(|c| c.is_ascii_digit());
    let has_letter = written.chars().any(char::is_alphabetic);
    if has_digit && has_letter {
        return capitals > 0;
    }
    // `PCs` are things
    let bare = written.strip_suffix('s').unwrap_or_default();
    if bare.len() > 1 && bare.chars().all(|c| c.is_ascii_uppercase()) {
        return false;
    }
    // `eBay`
    if capitals > 1 || written.chars().skip(1).any(char::is_uppercase) {
        return true;
    }
    let before = cut(text, 0..range.start).trim_end();
    let opens = before.is_empty()
        || before.ends_with(['.', '!', '?', ':', '。', '“', '"', '|', '#', '*', '•']);
    capitals == 1
        && written.starts_with(char::is_uppercase)
        && !opens
        && (written.chars().count() > 1 || follows_capital(before))
        && !is_calendar(written)
}

/// `Customer C`, `Class B`: a letter behind a word with a capital is a name.
fn follows_capital(before: &str) -> bool {
    let word = before.rsplit(' ').next().unwrap_or_default();
    word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().count() > 1
}

/// An expression of capitalised words inside a sentence: `European Union`.
fn is_title(text: &str, words: &[Range<usize>]) -> bool {
    words.iter().all(|word| {
        let written = cut(text, word.clone());
        written.starts_with(char::is_uppercase) && is_name(text, word, written)
    })
}

/// An expression all of whose words are light or state a scale or a time.
fn states_nothing(stems: &[String], lowers: &[String]) -> bool {
    let mut words = stems.iter().zip(lowers);
    words.all(|(stem, lower)| {
        lexicon().is_light(stem) || lexicon().is_light(lower) || is_unit(lower)
    })
}

/// Words that state a scale, a currency, a time or a count, which are compared with the number.
fn is_unit(lower: &str) -> bool {
    static UNITS: WordList = WordList::new(|| {
        Words::of(
            "million millions thousand thousands billion billions trillion trillions hundred usd eur gbp cny \
             rmb jpy hkd mn bn bp pt pts ppt dollar dollars euro euros yuan percent pct pp bps fiscal year years month months quarter quarters \
             cent cents day days week weeks half first second third fourth annual one two three four five six seven eight nine ten \
             management business businesses segment segments unit units division divisions division's region regions area areas \
             prior previous previously year's earlier later went go goes gone gives give given put puts holds hold held produced \
             main driver share eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty dozen almost nearly close \
             slightly just under roughly approximately about around early late mid end",
        )
    });
    UNITS.contains(lower) || is_calendar(lower)
}

/// As [`is_unit`], of an expression of one word or several.
fn is_expression_of_unit(lowers: &[String]) -> bool {
    static BOUNDS: assay_domain::WordList = assay_domain::word_list!("wording/term/bounds");
    match lowers {
        [lower] => is_unit(lower),
        _ => BOUNDS.contains(&lowers.join(" ").as_str()),
    }
}

pub(crate) fn is_calendar(word: &str) -> bool {
    static NAMES: WordList = WordList::new(|| {
        Words::of(
            "january february march april may june july august september october november december jan \
             feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday",
        )
    });
    NAMES.contains(&word.to_lowercase())
}

/// The key of a company whose name of several words has this one, as `coca` of Coca-Cola.
fn company_around(lowers: &[String], at: usize) -> Option<Key> {
    const LONGEST: usize = 3;
    static FIRST_WORDS: LazyLock<Known<&str, ()>> = LazyLock::new(|| {
        let names = COMPANIES.iter().flat_map(|names| names.iter());
        names
            .filter_map(|name| Some((name.split_once([' ', '-'])?.0, ())))
            .collect()
    });
    let start = at.saturating_sub(LONGEST - 1);
    let begins = |start: &usize| {
        let word = lowers.get(*start);
        word.is_some_and(|word| FIRST_WORDS.contains_key(word.as_str()))
    };
    (start..=at).filter(begins).find_map(|start| {
        (2..=LONGEST).find_map(|count| {
            let name = lowers.get(start..start + count)?;
            let is_here = start + count > at;
            let key = company_key(&name.join(" ")).or_else(|| company_key(&name.join("-")));
            key.filter(|_| is_here)
        })
    })
}

/// Companies have one key under all their names.
fn company_key(lower: &str) -> Option<Key> {
    static KEYS: LazyLock<Known<&str, Key>> = LazyLock::new(|| {
        let mut keys = Known::default();
        for (place, names) in COMPANIES.iter().enumerate() {
            for name in *names {
                keys.entry(*name).or_insert_with(|| key_of_company(place));
            }
        }
        keys
    });
    KEYS.get(lower).copied()
}

/// The company whose Chinese name a run begins with: the length of the name in bytes, and the key.
fn company_at(run: &str) -> Option<(usize, Key)> {
    static BY_FIRST: LazyLock<Known<char, Vec<(&str, Key)>>> = LazyLock::new(|| {
        let mut companies: Known<char, Vec<(&str, Key)>> = Known::default();
        for (place, names) in COMPANIES.iter().enumerate() {
            for name in names.iter().filter(|name| !name.is_ascii()) {
                if let Some(first) = name.chars().next() {
                    let known = companies.entry(first).or_default();
                    known.push((name, key_of_company(place)));
                }
            }
        }
        companies
    });
    let mut known = BY_FIRST.get(&run.chars().next()?)?.iter();
    let (name, key) = known.find(|(name, _)| run.starts_with(name))?;
    Some((name.len(), *key))
}

pub(super) fn key_of_company(place: usize) -> Key {
    own_key(&format!("company {place}"))
}

fn han_terms(text: &str, run: Range<usize>, found: &mut Vec<Term>) {
    // `5月2日期间`: what counts the digits before it begins no word
    let counts = cut(text, 0..run.start).ends_with(|c: char| c.is_ascii_digit());
    let first = cut(text, run.clone()).chars().next();
    let counted = first.filter(|c| counts && "年月日号".contains(*c));
    let start = run.start + counted.map_or(0, char::len_utf8);
    let mut at = start;
    let mut unread = start;
    while at < run.end {
        let rest = cut(text, at..run.end);
        let step = rest.chars().next().map_or(1, char::len_utf8);
        let company = company_at(rest);
        let marked = han_marks(rest);
        let word = lexicon().han_word(rest);
        let length = company
            .map(|(length, _)| length)
            .max(marked.map(|(_, length)| length))
            .max(word);
        let Some(length) = length else {
            at += step;
            continue;
        };
        unread_han(text, unread..at, found);
        let written = cut(rest, 0..length);
        let mut keys = vec![own_key(written)];
        if word == Some(length) {
            keys.extend(lexicon().families(written));
            keys.extend(lexicon().families_within(written));
        }
        keys.extend(
            company
                .filter(|(known, _)| *known == length)
                .map(|(_, key)| key),
        );
        let kind = match () {
            () if company.is_some_and(|(known, _)| known == length) => Kind::Name,
            () if lexicon().is_light(written) || written.chars().count() == 1 => Kind::Light,
            () => Kind::Word,
        };
        let parts = vec![own_key(written)];
        found.push(Term {
            mark: marked
                .filter(|(_, known)| *known == length)
                .map(|(mark, _)| mark),
            ..Term::of(at..at + length, kind, keys, parts)
        });
        at += length;
        unread = at;
    }
    unread_han(text, unread..run.end, found);
}

/// What lies between the words that the lists have; a single character is a particle.
fn unread_han(text: &str, range: Range<usize>, found: &mut Vec<Term>) {
    let written = cut(text, range.clone());
    if written.chars().count() > 1 {
        let keys = vec![own_key(written)];
        found.push(Term::of(range, Kind::Unread, keys.clone(), keys));
    }
}

fn mark_clauses(text: &str, terms: &mut [Term]) {
    let mut end = 0;
    let breaks = [
        ", ", "; ", ": ", " – ", " — ", "，", "；", "：", "。", ". ", "(", ")", "（", "）", "|",
        "\n",
    ];
    for term in terms {
        let between = cut(text, end..term.range.start);
        // most words follow a blank or, in Chinese, nothing
        let is_blank = matches!(between, "" | " ");
        term.opens_clause = !is_blank && breaks.iter().any(|sign| between.contains(sign));
        let written = cut(text, term.range.clone());
        term.hangs_on = written.ends_with("ing") || written.ends_with("ly");
        end = term.range.end;
    }
}
