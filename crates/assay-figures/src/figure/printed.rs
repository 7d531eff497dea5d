//! A number as texts print it: sign, currency, brackets, digits, and the unit behind.

use std::ops::Range;

use crate::embedded::cut;
use crate::scan::Cursor;

/// The parts of a printed number, in bytes of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    pub(super) whole: Range<usize>,
    /// `-`, `minus `, `负`
    pub(super) sign: Option<Range<usize>>,
    /// The currency before the digits, with the blanks behind it.
    pub(super) before: Option<Range<usize>>,
    pub(super) is_opened: bool,
    /// A minus sign behind the currency or the bracket.
    pub(super) has_inner_sign: bool,
    pub(super) digits: Range<usize>,
    pub(super) is_closed: bool,
    pub(super) tail: Tail,
}

/// What follows the digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    Percent,
    Points,
    Basis,
    Multiple,
    /// A scale and a currency, where there are any, each with the blank before it.
    Amount {
        scale: Option<Range<usize>>,
        after: Option<Range<usize>>,
    },
}

/// The first printed number at `from` or behind it.
pub(super) fn next_printed(text: &str, from: usize) -> Option<Printed> {
    let start = (from..text.len()).find(|at| digit_length(text, *at) > 0)?;
    let head = Head::before(cut(text, from..start));
    let digits = start..end_of_digits(text, start);
    let closed = Cursor::new(text, digits.end).exactly(")");
    let after = closed.map_or(digits.end, |cursor| cursor.at);
    let (tail, end) = tail(text, after);
    let shifted = |range: Range<usize>| from + range.start..from + range.end;
    Some(Printed {
        whole: from + head.start..end,
        sign: head.sign.map(shifted),
        before: head.currency.map(shifted),
        is_opened: head.is_opened,
        has_inner_sign: head.has_inner_sign,
        digits,
        is_closed: closed.is_some(),
        tail,
    })
}

/// Zeros of the scripts that have digits of their own, where a lead byte of [`digit_length`] says so.
const ZEROS: [char; 36] = [
    '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}',
    '\u{be6}', '\u{c66}', '\u{ce6}', '\u{d66}', '\u{de6}', '\u{e50}', '\u{ed0}', '\u{f20}',
    '\u{1040}', '\u{1090}', '\u{17e0}', '\u{1810}', '\u{1946}', '\u{19d0}', '\u{1a80}', '\u{1a90}',
    '\u{1b50}', '\u{1bb0}', '\u{1c40}', '\u{1c50}', '\u{a620}', '\u{a8d0}', '\u{a900}', '\u{a9d0}',
    '\u{a9f0}', '\u{aa50}', '\u{abf0}', '\u{ff10}',
];

/// Bytes of the digit at a place, none where there is no digit. Digits of other scripts belong to a
/// number, which then is not read.
fn digit_length(text: &str, at: usize) -> usize {
    match text.as_bytes().get(at) {
        Some(b'0'..=b'9') => 1,
        Some(0xd9 | 0xdb | 0xdf | 0xe0 | 0xe1 | 0xea | 0xef) => {
            let next = cut(text, at..text.len()).chars().next();
            let is_digit = |c: char| {
                let after = |zero: char| u32::from(c).wrapping_sub(u32::from(zero));
                ZEROS.iter().any(|zero| after(*zero) < 10)
            };
            next.filter(|c| is_digit(*c)).map_or(0, char::len_utf8)
        }
        _ => 0,
    }
}

/// Up to `most` digits from a place on: how many they are and where they end.
fn run_of_digits(text: &str, start: usize, most: usize) -> (usize, usize) {
    let (mut count, mut end) = (0, start);
    while count < most {
        match digit_length(text, end) {
            0 => break,
            length => end += length,
        }
        count += 1;
    }
    (count, end)
}

/// What parts thousands: a comma, and in Switzerland an apostrophe.
pub(super) const THOUSANDS: [char; 3] = [',', '\'', '’'];

/// `1,234,567.8`, `1'234'567.8` or `1234567.8`
fn end_of_digits(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let (count, mut end) = run_of_digits(text, start, usize::MAX);
    let separator = cut(text, end..text.len()).chars().next();
    if let Some(separator) = separator.filter(|c| count <= 3 && THOUSANDS.contains(c)) {
        while cut(text, end..text.len()).starts_with(separator) {
            match run_of_digits(text, end + separator.len_utf8(), 3) {
                (3, group) => end = group,
                _ => break,
            }
        }
    }
    if bytes.get(end) == Some(&b'.') {
        match run_of_digits(text, end + 1, usize::MAX) {
            (0, _) => {}
            (_, fraction) => end = fraction,
        }
    }
    end
}

/// What belongs to a number before its digits, as much as there is.
#[derive(Default)]
struct Head {
    start: usize,
    sign: Option<Range<usize>>,
    currency: Option<Range<usize>>,
    is_opened: bool,
    has_inner_sign: bool,
}

impl Head {
    /// `text` ends where the digits begin.
    fn before(text: &str) -> Self {
        let mut best = Self::without_inner_sign(text);
        let inner = text.strip_suffix(['-', '−']);
        if let Some(shorter) = inner {
            let other = Self {
                has_inner_sign: true,
                ..Self::without_inner_sign(shorter)
            };
            // A lone dash is a sign.
            if other.start < best.start {
                best = other;
            }
        }
        best
    }

    fn without_inner_sign(text: &str) -> Self {
        let bracket = text.strip_suffix('(');
        let rest = bracket.unwrap_or(text);
        let currency = currency_at_end(rest);
        let rest = currency
            .as_ref()
            .map_or(rest, |range| cut(rest, 0..range.start));
        let sign = sign_at_end(rest);
        Self {
            start: sign.as_ref().map_or(rest.len(), |range| range.start),
            sign,
            currency,
            is_opened: bracket.is_some(),
            has_inner_sign: false,
        }
    }
}

fn sign_at_end(text: &str) -> Option<Range<usize>> {
    let rest = text
        .strip_suffix(['-', '−', '–', '+', '负', '△', '▲'])
        .or_else(|| text.strip_suffix("minus "))?;
    Some(rest.len()..text.len())
}

/// Currencies as filings abbreviate them.
const CODES: [&str; 30] = [
    "USD", "EUR", "GBP", "CNY", "RMB", "JPY", "HKD", "CHF", "AUD", "CAD", "NZD", "SGD", "TWD",
    "BRL", "INR", "KRW", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "ILS", "ZAR", "MXN", "THB",
    "IDR", "MYR", "VND", "AED",
];

/// Most blanks between the sign of a currency and the digits.
const WIDEST_GAP: usize = 3;

fn currency_at_end(text: &str) -> Option<Range<usize>> {
    const SIGNS: [&str; 15] = [
        "US$", "HK$", "NZ$", "NT$", "A$", "C$", "S$", "R$", "$", "€", "£", "¥", "￥", "₹", "₩",
    ];
    let last = text.bytes().next_back()?;
    if last.is_ascii_lowercase() || last.is_ascii_digit() {
        return None;
    }
    let ending = |text: &str, names: &[&str]| {
        let mut rests = names.iter().filter_map(|name| text.strip_suffix(name));
        rests.next().map(str::len)
    };
    let mut gapless = text;
    for _ in 0..WIDEST_GAP {
        gapless = gapless.strip_suffix([' ', '\u{a0}']).unwrap_or(gapless);
    }
    let start = ending(gapless, &SIGNS)
        .or_else(|| ending(text, &CODES))
        .or_else(|| ending(text.strip_suffix(char::is_whitespace)?, &CODES))
        .or_else(|| ending(text, &["人民币"]))?;
    Some(start..text.len())
}

/// What follows the digits or words of a number that end at a place, and where it ends.
pub(super) fn tail(text: &str, at: usize) -> (Tail, usize) {
    let here = Cursor::new(text, at);
    let next = cut(text, at..text.len()).chars().next();
    let blank = next.filter(|c| c.is_whitespace()).map_or(0, char::len_utf8);
    let unit = Cursor::new(text, at + blank);
    let rate = match unit.byte() {
        Some(b'%' | b'p' | b'P' | b'b' | b'B' | b't' | b'T' | 0x80..) => rate(unit),
        _ => None,
    };
    let glued = || here.exactly("倍").or_else(|| here.exactly("x")?.at_edge());
    if let Some((rate, end)) = rate {
        return (rate, end.at);
    }
    if let Some(end) = glued() {
        return (Tail::Multiple, end.at);
    }
    let scale = scale_end(unit);
    let after_scale = scale.map_or(at, |end| end.at);
    let next = cut(text, after_scale..text.len()).chars().next();
    let blank = next.filter(|c| c.is_whitespace()).map_or(0, char::len_utf8);
    let currency = currency_end(Cursor::new(text, after_scale + blank));
    let end = currency.map_or(after_scale, |end| end.at);
    let amount = Tail::Amount {
        scale: scale.map(|end| at..end.at),
        after: currency.map(|end| after_scale..end.at),
    };
    (amount, end)
}

/// `percent`, `percentage points`, `bps`, `times`
fn rate(here: Cursor<'_>) -> Option<(Tail, Cursor<'_>)> {
    let two = |first: &str, second: &[&str]| {
        let after = here.whole_word(&[first])?.exactly(" ")?;
        after.whole_word(second)
    };
    let percent = || {
        here.exactly("%")
            .or_else(|| here.exactly("％"))
            .or_else(|| here.whole_word(&["percent"]))
            .or_else(|| two("per", &["cent"]))
    };
    let points = || {
        two("percentage", &["point", "points"])
            .or_else(|| here.whole_word(&["pp", "pps", "ppt", "ppts", "pts"]))
            .or_else(|| plain_points(here))
            .or_else(|| here.exactly("个百分点"))
    };
    let basis = || {
        two("basis", &["point", "points"])
            .or_else(|| here.whole_word(&["bps", "bp"]))
            .or_else(|| here.exactly("个基点"))
            .or_else(|| here.exactly("基点"))
    };
    let times = || here.whole_word(&["times"]);
    percent()
        .map(|end| (Tail::Percent, end))
        .or_else(|| points().map(|end| (Tail::Points, end)))
        .or_else(|| basis().map(|end| (Tail::Basis, end)))
        .or_else(|| times().map(|end| (Tail::Multiple, end)))
}

/// `rose 1.3 points`; `1,200 points of sale` are counted.
fn plain_points(here: Cursor<'_>) -> Option<Cursor<'_>> {
    const OF_A_RATE: [&str; 8] = [
        "growth", "margin", "the", "its", "decline", "net", "organic", "market",
    ];
    let end = here.whole_word(&["point", "points"])?;
    let of_something = end.literal(" of ");
    of_something
        .is_none_or(|after| after.whole_word(&OF_A_RATE).is_some())
        .then_some(end)
}

fn scale_end(here: Cursor<'_>) -> Option<Cursor<'_>> {
    const WORDS: [&str; 14] = [
        "thousand", "million", "billion", "trillion", "mn", "bn", "tn", "k", "m", "b", "crore",
        "crores", "lakh", "lakhs",
    ];
    const HAN: [&str; 10] = [
        "万亿", "千亿", "百亿", "十亿", "亿", "千万", "百万", "十万", "万", "千",
    ];
    if here.byte()?.is_ascii() {
        here.whole_word(&WORDS)
    } else {
        HAN.iter().find_map(|name| here.exactly(name))
    }
}

fn currency_end(here: Cursor<'_>) -> Option<Cursor<'_>> {
    static HAN: assay_domain::WordList = assay_domain::word_list!("figure/printed/han");
    if !here.byte()?.is_ascii() {
        return HAN.iter().find_map(|name| here.exactly(name));
    }
    let code = || CODES.iter().find_map(|code| here.exactly(code)?.at_edge());
    let country = here.literal("us ").or_else(|| here.literal("u.s. "));
    let of_a_country = country.and_then(named_currency);
    of_a_country.or_else(|| named_currency(here)).or_else(code)
}

fn named_currency(here: Cursor<'_>) -> Option<Cursor<'_>> {
    const WORDS: [&str; 7] = [
        "dollar", "dollars", "euro", "euros", "yuan", "renminbi", "yen",
    ];
    here.whole_word(&WORDS).or_else(|| {
        let after = here.whole_word(&["pound", "pounds"])?.exactly(" ")?;
        after.whole_word(&["sterling"])
    })
}
