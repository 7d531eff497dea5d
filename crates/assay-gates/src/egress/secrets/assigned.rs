use std::ops::Range;

use super::entropy;

/// A word whose value is a secret if it looks like one.
#[derive(Clone, Copy)]
pub(crate) struct Word {
    pub(crate) word: &'static str,
    pub(crate) name: &'static str,
    /// The fewest characters a value has.
    least: usize,
    /// The least entropy in bits a character.
    bits: f64,
}

const fn password(word: &'static str) -> Word {
    Word {
        word,
        name: "password",
        least: 8,
        bits: 2.5,
    }
}

const fn key(word: &'static str) -> Word {
    Word {
        word,
        name: "key or token with a random value",
        least: 10,
        bits: 3.3,
    }
}

pub(crate) const WORDS: [Word; 27] = [
    password("password"),
    password("passwd"),
    password("passphrase"),
    password("pwd"),
    password("密码"),
    password("口令"),
    key("api_key"),
    key("apikey"),
    key("api-key"),
    key("api key"),
    key("access_key"),
    key("accesskey"),
    key("access key"),
    key("private_key"),
    key("secret"),
    key("token"),
    key("credential"),
    key("auth_key"),
    key("authorization"),
    key("encryption_key"),
    key("creds"),
    key("auth"),
    key("access"),
    key("api"),
    key("key"),
    key("密钥"),
    key("令牌"),
];

/// The rest of a name, a sign of assignment and quotes may stand between a word and its value.
const LONGEST_NAME_REST: usize = 24;
const LONGEST_VALUE: usize = 200;

impl Word {
    pub(crate) fn value(&self, text: &str, word: &Range<usize>) -> Option<Range<usize>> {
        let start = value_start(text, word)?;
        let rest = text.get(start..)?;
        let is_value = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(
                    c,
                    '_' | '.'
                        | '='
                        | '-'
                        | '+'
                        | '/'
                        | '~'
                        | '!'
                        | '@'
                        | '#'
                        | '$'
                        | '%'
                        | '^'
                        | '&'
                        | '*'
                        | ':'
                )
        };
        let length = rest.find(|c| !is_value(c)).unwrap_or(rest.len());
        let value = rest.get(..length)?.trim_end_matches(['.', ':', '!', ',']);
        let is_secret = (self.least..=LONGEST_VALUE).contains(&value.len())
            && (is_mixed(value) || (self.name == "password" && is_quoted(text, start, value)))
            && !is_known_form(value)
            && entropy::bits(value) >= self.bits;
        is_secret.then(|| start..start + value.len())
    }
}

/// `"hunterhunter"` is a password even without a digit, unless it says that it stands for one.
fn is_quoted(text: &str, start: usize, value: &str) -> bool {
    let bytes = text.as_bytes();
    let quote = |at: Option<usize>| {
        let byte = at.and_then(|at| bytes.get(at));
        byte.filter(|b| matches!(b, b'"' | b'\''))
    };
    let small = value.to_ascii_lowercase();
    let stands_for = [
        "your",
        "example",
        "change",
        "password",
        "secret",
        "placeholder",
    ];
    let (before, after) = (
        quote(start.checked_sub(1)),
        quote(Some(start + value.len())),
    );
    before.is_some() && before == after && !stands_for.iter().any(|word| small.contains(word))
}

/// Letters and digits both, and not words and figures joined by signs.
fn is_mixed(value: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|b| test(&b));
    let mut words = value.split(|c: char| !c.is_ascii_alphanumeric());
    let joins = |word: &str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        digits > 0 && digits < word.len()
    };
    has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit) && words.any(joins)
}

/// Addresses, paths and dates after a word are no keys.
fn is_known_form(value: &str) -> bool {
    value.contains("://") || value.starts_with(['/', '.', '#']) || value.starts_with("www.")
}

/// Where the value begins in `NAME_REST = "value"`, `name: value`, `name => value`, `名称：value`.
pub(crate) fn value_start(text: &str, word: &Range<usize>) -> Option<usize> {
    let rest = text.get(word.end..)?;
    let bytes = rest.as_bytes();
    let is_name =
        |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b' ' | b'\t');
    let mut at = bytes
        .iter()
        .take(LONGEST_NAME_REST)
        .take_while(|b| is_name(b))
        .count();
    at += skipped(bytes, at, b"'\"]` )", 4);
    let sign = [
        "=>", ":=", "||", "=", ":", "：", ">", ",", "is ", "为", "是",
    ];
    let before = rest.get(..at)?;
    // `password is hunter22x`: the verb is a part of what looked like a name.
    let verb = before.rfind(" is ").map(|found| found + " is ".len());
    let found = sign
        .iter()
        .find(|sign| rest.get(at..).is_some_and(|r| r.starts_with(*sign)));
    let mut at = match (found, verb) {
        (Some(sign), _) => at + sign.len(),
        (None, Some(verb)) => verb,
        (None, None) => return None,
    };
    at += skipped(bytes, at, b"'\"` =\t[(", 6);
    // `Authorization: Bearer …`
    for scheme in ["Bearer ", "bearer ", "Basic ", "basic ", "Token "] {
        if rest.get(at..).is_some_and(|r| r.starts_with(scheme)) {
            at += scheme.len();
        }
    }
    Some(word.end + at)
}

fn skipped(bytes: &[u8], at: usize, signs: &[u8], most: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter()
        .take(most)
        .take_while(|b| signs.contains(b))
        .count()
}
