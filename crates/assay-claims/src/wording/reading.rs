//! A text as the words that carry its meaning.

use std::ops::Range;

use assay_figures::cut;

use super::company_names::{company_around, company_at, company_key};
use super::lexicon::{Key, lexicon, own_key, stem};
use super::listed::{WordList, Words};
use super::marks::{han_marks, mark_of, plain_expression};
use super::term::{Kind, Term};
use crate::numeral::is_han;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Han,
}

/// The terms of a text, in order.
pub(crate) fn terms(text: &str) -> Vec<Term> {
    let mut found = terms_of(text, runs(text), usize::MAX, true);
    mark_clauses(text, &mut found);
    found
}

/// As [`terms`], where words that only come near others part no Chinese text: a question is held for
/// what it says itself.
pub(crate) fn terms_of_families(text: &str) -> Vec<Term> {
    let mut found = terms_of(text, runs(text), usize::MAX, false);
    mark_clauses(text, &mut found);
    found
}

/// Of some runs of a text; `longest` is how many words an expression may have, or bytes a Chinese word.
fn terms_of(
    text: &str,
    runs: Vec<(Range<usize>, Script)>,
    longest: usize,
    is_wide: bool,
) -> Vec<Term> {
    let mut found = Vec::new();
    let mut latin: Vec<Range<usize>> = Vec::new();
    for (range, script) in runs {
        match script {
            Script::Latin => latin.push(range),
            Script::Han => {
                latin_terms(text, &std::mem::take(&mut latin), longest, &mut found);
                han_terms(text, range, (longest, is_wide), &mut found);
            }
        }
    }
    latin_terms(text, &latin, longest, &mut found);
    found
}

/// An expression taken apart into shorter ones and words.
pub(super) fn taken_apart(text: &str, term: &Term) -> Vec<Term> {
    let start = term.range.start;
    let own = cut(text, term.range.clone());
    let runs = runs(own).into_iter();
    let runs: Vec<_> = runs
        .map(|(range, script)| (start + range.start..start + range.end, script))
        .collect();
    let longest = match term.is_latin(text) {
        true => runs.len(),
        false => own.len(),
    };
    let mut parts = terms_of(text, runs, longest - 1, true);
    if let Some(first) = parts.first_mut() {
        first.opens_clause = term.opens_clause;
    }
    parts
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

fn latin_terms(text: &str, words: &[Range<usize>], longest: usize, found: &mut Vec<Term>) {
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
        let phrase = lexicon().phrase(rest, longest);
        let phrase_length = phrase.map(|(words, _)| words).filter(|_| !is_prefix);
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
        let families = phrase.map(|(words, families)| (words == length, families));
        let mut keys = keys_of(joined, &parts, families);
        if length == 1 {
            keys.extend(lexicon().families(lower));
        }
        keys.extend(company_key(lower));
        keys.extend(company_around(&lowers, at));
        let used = at..at + length;
        let kind = match plain == Some(length) {
            true => Kind::Light,
            false => kind_of(text, words.get(used.clone()), &lowers, &stems, used),
        };
        let term = Term {
            mark: marked.map(|(mark, _)| mark),
            further: match length {
                1 => lexicon().further(own),
                _ => &[],
            },
            ..Term::of(range.start..end, kind, keys, parts)
        };
        found.push(match phrase_length == Some(length) {
            true => term.with_words(text),
            false => term,
        });
        at += length;
    }
}

/// What an expression or a word may mean. `families` are those of a phrase that it begins with, and
/// whether the phrase is all of it.
fn keys_of(joined: &[String], parts: &[Key], families: Option<(bool, &[Key])>) -> Vec<Key> {
    let mut keys = match parts {
        [only] => vec![*only],
        _ => vec![own_key(&joined.join(" "))],
    };
    match (families, joined) {
        (Some((true, families)), _) => keys.extend(families),
        (_, [own]) => keys.extend(lexicon().families(own)),
        // `in development`
        (None, joined) => {
            let known = joined.iter().filter(|stem| !lexicon().is_light(stem));
            keys.extend(known.flat_map(|stem| lexicon().families(stem)));
        }
        (Some((false, _)), _) => {}
    }
    keys
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

/// `margin` of `margin3`: the number of a note stands close behind a word that is written small.
fn without_note<'w>(written: &str, bare: &'w str) -> &'w str {
    const SHORTEST: usize = 4;
    let word = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_word = word.len() >= SHORTEST && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_small = written.starts_with(|c: char| c.is_ascii_lowercase());
    match is_word && is_small && bare.len() - word.len() <= 2 {
        true => word,
        false => bare,
    }
}

/// Lower case, without a possessive ending.
fn plain(word: &str) -> String {
    let lower = word.to_lowercase().replace('’', "'");
    let bare = lower.strip_suffix("'s").unwrap_or(&lower);
    without_note(word, bare.trim_end_matches('\'')).to_owned()
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
    static BOUNDS: assay_domain::WordList = assay_domain::word_list!("wording/reading/bounds");
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

/// `potential`, `proposed` in front of a thing: no form of `be` stands before it, and no `to` or `that`
/// behind it.
fn mark_attributes(text: &str, terms: &mut [Term]) {
    static ATTRIBUTES: assay_domain::WordList =
        assay_domain::word_list!("wording/reading/attributes");
    const LINKS: [&str; 14] = [
        "is", "are", "was", "were", "be", "been", "being", "remain", "remains", "to", "that", "as",
        "become", "it",
    ];
    let written = |at: usize| {
        let term: Option<&Term> = terms.get(at);
        term.map_or(String::new(), |term| {
            cut(text, term.range.clone()).to_lowercase()
        })
    };
    let is_attribute = |at: usize| {
        let before = at.checked_sub(1).map(written).unwrap_or_default();
        let next = terms.get(at + 1);
        let is_thing = next.is_some_and(|next| !next.opens_clause && next.kind != Kind::Light);
        ATTRIBUTES.contains(&written(at).as_str())
            && !LINKS.contains(&before.as_str())
            && !LINKS.contains(&written(at + 1).as_str())
            && is_thing
    };
    let found: Vec<usize> = (0..terms.len()).filter(|at| is_attribute(*at)).collect();
    for at in found {
        if let Some(term) = terms.get_mut(at) {
            term.is_attribute = true;
        }
    }
}

/// A Chinese word of fewer characters is not put together from others.
const SHORTEST_COMPOUND: usize = 4;

fn han_terms(
    text: &str,
    run: Range<usize>,
    (longest, is_wide): (usize, bool),
    found: &mut Vec<Term>,
) {
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
        let word = lexicon().han_word(rest, longest, is_wide);
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
            // words that come near it are known, and no family
            () if keys.len() == 1 && marked.is_none() => Kind::Unread,
            () => Kind::Word,
        };
        let parts = vec![own_key(written)];
        let term = Term {
            mark: marked
                .filter(|(_, known)| *known == length)
                .map(|(mark, _)| mark),
            ..Term::of(at..at + length, kind, keys, parts)
        };
        let is_compound = word == Some(length) && written.chars().count() >= SHORTEST_COMPOUND;
        let term = Term {
            further: lexicon().further(written),
            ..term
        };
        found.push(match is_compound {
            true => term.with_words(text),
            false => term,
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
    for term in &mut *terms {
        let between = cut(text, end..term.range.start);
        // most words follow a blank or, in Chinese, nothing
        let is_blank = matches!(between, "" | " ");
        term.opens_clause = !is_blank && breaks.iter().any(|sign| between.contains(sign));
        let written = cut(text, term.range.clone());
        term.hangs_on = written.ends_with("ing") || written.ends_with("ly");
        end = term.range.end;
    }
    mark_attributes(text, terms);
}
