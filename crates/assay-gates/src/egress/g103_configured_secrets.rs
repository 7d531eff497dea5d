use std::ops::Range;

use aho_corasick::AhoCorasick;

use super::outgoing::{Blocker, ConfiguredSecret};
use super::view::View;

pub(crate) const CODE: &str = "G-103";

/// Below this many letters and digits a secret is looked for only as it is written: its letters
/// alone would be found in ordinary text.
const FEWEST_LETTERS: usize = 8;
/// Half a secret of at least this many letters and digits is as good as the whole.
const FEWEST_LETTERS_OF_HALF: usize = 16;

/// The secrets of this installation, as they are and in every usual disguise.
pub(crate) fn check(text: &str, view: &View<'_>, secrets: &[ConfiguredSecret<'_>]) -> Vec<Blocker> {
    let forms: Vec<Form> = secrets.iter().flat_map(forms).collect();
    let mut found: Vec<Blocker> = Vec::new();
    let mut add = |secret: &str, how: &str, span: Option<Range<usize>>| {
        let reason = format!("the configured secret `{secret}`, {how}");
        if found.iter().all(|old| old.reason != reason) {
            let blocker = Blocker::new(CODE, reason);
            found.push(match span {
                Some(span) => blocker.at(span.start, span.end),
                None => blocker,
            });
        }
    };
    for secret in secrets
        .iter()
        .filter(|secret| !secret.value.trim().is_empty())
    {
        let at = text
            .find(secret.value)
            .map(|at| at..at + secret.value.len());
        let seen = || view.text.find(secret.value);
        if let Some(span) = at {
            add(secret.name, "as it is", Some(span));
        } else if let Some(at) = seen() {
            let span = view.original(&(at..at + secret.value.len()));
            add(secret.name, "as it is", Some(span));
        }
    }
    if forms.is_empty() {
        return found;
    }
    let patterns = forms.iter().map(|form| form.letters.as_str());
    // An automaton over a handful of short strings is never too large to build.
    let Ok(automaton) = AhoCorasick::new(patterns) else {
        return vec![Blocker::new(
            CODE,
            "the configured secrets are too many to look for",
        )];
    };
    let escapes = view.text.contains(['%', '\\']);
    let tags = view.text.contains('<');
    let disguised = [
        escapes.then(|| decoded(&view.text)),
        tags.then(|| without_tags(&view.text)),
    ];
    let plain = std::iter::once(Letters::of(&view.text));
    let disguised = disguised.iter().flatten().map(|text| Letters::of(text));
    for letters in plain.chain(disguised) {
        for hit in automaton.find_overlapping_iter(&letters.text) {
            if let Some(form) = forms.get(hit.pattern().as_usize()) {
                let span = letters
                    .is_verbatim(&view.text)
                    .then(|| view.original(&letters.original(&(hit.start()..hit.end()))));
                add(form.secret, form.how, span);
            }
        }
    }
    found
}

/// A secret as its letters and digits alone, in small letters.
struct Form<'a> {
    secret: &'a str,
    how: &'static str,
    letters: String,
}

fn forms<'a>(secret: &ConfiguredSecret<'a>) -> Vec<Form<'a>> {
    let value = secret.value.trim();
    let plain = Letters::of(value).text;
    let mut forms = Vec::new();
    let mut add = |how: &'static str, letters: String| {
        if letters.chars().count() >= FEWEST_LETTERS {
            forms.push(Form {
                secret: secret.name,
                how,
                letters,
            });
        }
    };
    let reversed: String = value.chars().rev().collect();
    add("as it is or split up", plain.clone());
    add("reversed", Letters::of(&reversed).text);
    add("in hexadecimal", hexadecimal(value, ""));
    add("in hexadecimal", hexadecimal(value, "x"));
    add("in hexadecimal", hexadecimal(value, "0x"));
    add("in hexadecimal and reversed", hexadecimal(&reversed, ""));
    for skipped in 0..3 {
        add(
            "in base 64",
            Letters::of(&base64(value.as_bytes(), skipped)).text,
        );
        add(
            "in base 64 and reversed",
            Letters::of(&base64(reversed.as_bytes(), skipped)).text,
        );
    }
    let count = plain.chars().count();
    if count / 2 >= FEWEST_LETTERS_OF_HALF {
        add("in part", plain.chars().take(count / 2).collect());
        add("in part", plain.chars().skip(count.div_ceil(2)).collect());
    }
    forms
}

fn hexadecimal(value: &str, before_each: &str) -> String {
    let bytes = value.bytes();
    bytes
        .map(|byte| format!("{before_each}{byte:02x}"))
        .collect()
}

/// The characters of a base 64 text that depend on these bytes alone, when `skipped` bytes of
/// something else stand before them.
fn base64(bytes: &[u8], skipped: usize) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut whole = vec![0; skipped];
    whole.extend(bytes);
    let sextet = |at: usize| {
        let bit = at * 6;
        let byte = |at: usize| whole.get(at).map_or(0, |b| u16::from(*b));
        let pair = byte(bit / 8) << 8 | byte(bit / 8 + 1);
        usize::from(pair >> (10 - bit % 8) & 63)
    };
    let first = (skipped * 8).div_ceil(6);
    let last = whole.len() * 8 / 6;
    let letters = (first..last).filter_map(|at| ALPHABET.get(sextet(at)));
    letters.map(|b| char::from(*b)).collect()
}

/// `%2D`, `\x2d` and `\u002d` resolved.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['%', '\\']) {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let digits = if rest.starts_with('%') {
            Some((1, 2))
        } else if rest.starts_with("\\x") {
            Some((2, 2))
        } else if rest.starts_with("\\u") {
            Some((2, 4))
        } else {
            None
        };
        let code = digits.and_then(|(from, count)| {
            let digits = rest.get(from..from + count)?;
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            Some((c, from + count))
        });
        let (c, length) = code.unwrap_or((' ', 1));
        out.push(c);
        rest = rest.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Without anything between `<` and `>`: inside code tags stay, and could stand between letters.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        rest = match after.split_once('>') {
            Some((_, rest)) => rest,
            None => after,
        };
    }
    out.push_str(rest);
    out
}

/// The letters and digits of a text, small, with their places.
struct Letters {
    text: String,
    /// For each byte of the text, where the character it came from begins and ends.
    places: Vec<(usize, usize)>,
    source_len: usize,
}

impl Letters {
    fn of(source: &str) -> Self {
        let mut text = String::with_capacity(source.len());
        let mut places = Vec::with_capacity(source.len());
        for (at, c) in source.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            let from = text.len();
            text.extend(c.to_lowercase());
            places.extend(std::iter::repeat_n(
                (at, at + c.len_utf8()),
                text.len() - from,
            ));
        }
        Self {
            text,
            places,
            source_len: source.len(),
        }
    }

    /// Whether places speak of `text` itself and not of a decoded form of it.
    fn is_verbatim(&self, text: &str) -> bool {
        self.source_len == text.len()
    }

    fn original(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.places.get(range.start).map_or(0, |(start, _)| *start);
        let last = range.end.saturating_sub(1);
        let end = self.places.get(last).map_or(start, |(_, end)| *end);
        start..end
    }
}
