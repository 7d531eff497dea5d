use std::ops::Range;

use super::checks;
use super::context::{Around, Topic};
use super::{Hit, PersonalKind};

const PROVINCES: &str = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使";

/// Shorter tokens of letters and digits are model names, quarters and the like.
const SHORTEST: usize = 5;

/// What a token of letters and digits is.
pub(crate) fn check(text: &str, token: &Range<usize>) -> Option<Hit> {
    let word = text.get(token.clone()).unwrap_or_default();
    let by_itself = iban(text, token)
        .or_else(|| resident(word, token))
        .or_else(|| hong_kong(text, word, token))
        .or_else(|| segwit(word, token));
    if by_itself.is_some() {
        return by_itself;
    }
    let nine = national_insurance(text, token);
    if word.len() < SHORTEST && nine.is_none() {
        return None;
    }
    let around = Around::of(text, token);
    nine.filter(|(_, range)| is_spaced(text, range) || around.has(Topic::Insurance))
        .or_else(|| plate(text, word, token, &around))
        .or_else(|| wallet(word, token, &around))
        .or_else(|| passport(word, token, &around))
        .or_else(|| licence(token, &around).filter(|_| digits(word) >= 4))
}

fn digits(word: &str) -> usize {
    word.bytes().filter(u8::is_ascii_digit).count()
}

/// Letters and digits from a place on, in capitals and without the gaps, and where they end.
fn without_gaps(text: &str, from: usize, count: usize) -> Option<(Vec<u8>, usize)> {
    let mut code = Vec::with_capacity(count);
    let mut gap = 0;
    for (at, byte) in text.as_bytes().iter().enumerate().skip(from) {
        if byte.is_ascii_alphanumeric() {
            code.push(byte.to_ascii_uppercase());
            gap = 0;
            if code.len() == count {
                let next = text.as_bytes().get(at + 1);
                let ends = next.is_none_or(|b| !b.is_ascii_alphanumeric());
                return ends.then_some((code, at + 1));
            }
        } else {
            gap += 1;
            if gap > 1 || !matches!(byte, b' ' | b'-') {
                return None;
            }
        }
    }
    None
}

/// Country and length as the registry of the standard lists them.
const IBAN_LENGTHS: [(&str, usize); 88] = [
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("AZ", 28),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BH", 22),
    ("BI", 27),
    ("BR", 29),
    ("BY", 28),
    ("CH", 21),
    ("CR", 22),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DJ", 27),
    ("DK", 18),
    ("DO", 28),
    ("EE", 20),
    ("EG", 29),
    ("ES", 24),
    ("FI", 18),
    ("FK", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("GT", 28),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IQ", 23),
    ("IS", 26),
    ("IT", 27),
    ("JO", 30),
    ("KW", 30),
    ("KZ", 20),
    ("LB", 28),
    ("LC", 32),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("LY", 25),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MN", 20),
    ("MR", 27),
    ("MT", 31),
    ("MU", 30),
    ("NI", 28),
    ("NL", 18),
    ("NO", 15),
    ("OM", 23),
    ("PK", 24),
    ("PL", 28),
    ("PS", 29),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("RU", 33),
    ("SA", 24),
    ("SC", 31),
    ("SD", 18),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("SO", 23),
    ("ST", 25),
    ("SV", 28),
    ("TL", 23),
    ("TN", 24),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
    ("VG", 24),
    ("XK", 20),
    ("YE", 30),
];

fn iban(text: &str, token: &Range<usize>) -> Option<Hit> {
    let head = text.as_bytes().get(token.start..token.start + 4)?;
    let [a, b, c, d] = head else { return None };
    if !(a.is_ascii_alphabetic()
        && b.is_ascii_alphabetic()
        && c.is_ascii_digit()
        && d.is_ascii_digit())
    {
        return None;
    }
    let country = text.get(token.start..token.start + 2)?;
    let mut known = IBAN_LENGTHS.iter();
    let (_, length) = known.find(|(name, _)| name.eq_ignore_ascii_case(country))?;
    let (code, end) = without_gaps(text, token.start, *length)?;
    checks::iban(&code).then_some((PersonalKind::Iban, token.start..end))
}

/// Seventeen digits and an X.
fn resident(word: &str, token: &Range<usize>) -> Option<Hit> {
    let number = word.strip_suffix(['X', 'x'])?;
    let first: Vec<u8> = number.bytes().map(|b| b.wrapping_sub(b'0')).collect();
    let birthday = first.get(6..14)?;
    let is_one = first.len() == 17
        && first.iter().all(|d| *d < 10)
        && checks::is_province(&first)
        && checks::is_birthday(birthday)
        && checks::resident(&first, 10);
    is_one.then(|| (PersonalKind::ChineseResident, token.clone()))
}

/// `A123456(3)`.
fn hong_kong(text: &str, word: &str, token: &Range<usize>) -> Option<Hit> {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let number: Vec<u8> = word
        .bytes()
        .skip(letters)
        .map(|b| b.wrapping_sub(b'0'))
        .collect();
    let rest = text.get(token.end..)?;
    let [b'(', check, b')', ..] = rest.as_bytes() else {
        return None;
    };
    let check = match check {
        b'0'..=b'9' => check - b'0',
        b'A' | b'a' => 10,
        _ => return None,
    };
    let letters = word.as_bytes().get(..letters)?;
    let is_one = number.iter().all(|d| *d < 10) && checks::hong_kong(letters, &number, check);
    is_one.then(|| (PersonalKind::HongKongIdentity, token.start..token.end + 3))
}

/// Two letters, six digits, one letter from A to D; some letters are not given out.
fn national_insurance(text: &str, token: &Range<usize>) -> Option<Hit> {
    // Most tokens begin otherwise, and are not read further.
    let head = text.as_bytes().get(token.start..token.start + 2)?;
    if !head.iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    let (code, end) = without_gaps(text, token.start, 9)?;
    let [a, b, number @ .., last] = code.as_slice() else {
        return None;
    };
    let excluded = |c: &u8| matches!(c, b'D' | b'F' | b'I' | b'Q' | b'U' | b'V');
    let pair = [*a, *b];
    let administrative = [*b"BG", *b"GB", *b"NK", *b"KN", *b"TN", *b"NT", *b"ZZ"];
    let is_one = a.is_ascii_uppercase()
        && b.is_ascii_uppercase()
        && !excluded(a)
        && !excluded(b)
        && *b != b'O'
        && !administrative.contains(&pair)
        && number.iter().all(u8::is_ascii_digit)
        && matches!(last, b'A'..=b'D');
    is_one.then_some((PersonalKind::UkNationalInsurance, token.start..end))
}

/// The same with a gap after its letters, where the digits begin.
pub(crate) fn spaced_national_insurance(text: &str, run: &Range<usize>) -> Option<Hit> {
    let before = text.as_bytes().get(..run.start)?;
    let [.., a, b, b' '] = before else {
        return None;
    };
    let start = run.start - 3;
    let free = start.checked_sub(1).and_then(|at| before.get(at));
    let is_word = free.is_some_and(u8::is_ascii_alphanumeric);
    let letters = a.is_ascii_uppercase() && b.is_ascii_uppercase();
    if is_word || !letters || run.len() != 2 {
        return None;
    }
    let found = national_insurance(text, &(start..run.end))?;
    is_spaced(text, &found.1).then_some(found)
}

/// `AB 12 34 56 C`, which nothing else looks like.
fn is_spaced(text: &str, range: &Range<usize>) -> bool {
    let written = text.get(range.clone()).unwrap_or_default();
    written.matches([' ', '-']).count() == 4
}

/// `京A12345`, `粤B·D12345`.
fn plate(text: &str, word: &str, token: &Range<usize>, around: &Around<'_>) -> Option<Hit> {
    let before = text.get(..token.start)?;
    let (start, number) = match before.strip_suffix('·') {
        Some(before) => (before_letter(before)?, word),
        None => (token.start, word.get(1..)?),
    };
    let before = text.get(..start)?;
    let province = before
        .chars()
        .next_back()
        .filter(|c| PROVINCES.contains(*c))?;
    let letter = text
        .as_bytes()
        .get(start)
        .is_some_and(u8::is_ascii_uppercase);
    let is_one = letter && (5..=6).contains(&number.len()) && digits(number) >= 3;
    let named = around.has(Topic::Plate);
    (is_one && named).then(|| {
        (
            PersonalKind::LicencePlate,
            start - province.len_utf8()..token.end,
        )
    })
}

fn before_letter(text: &str) -> Option<usize> {
    let last = text.as_bytes().last()?;
    last.is_ascii_uppercase().then(|| text.len() - 1)
}

/// The same where the part behind the dot is digits alone.
pub(crate) fn plate_behind_dot(text: &str, run: &Range<usize>) -> Option<Hit> {
    let before = text.get(..run.start)?;
    if !before.ends_with('·') {
        return None;
    }
    let word = text.get(run.clone())?;
    plate(text, word, run, &Around::of(text, run))
}

/// A wallet whose address has a checksum of its own.
fn segwit(word: &str, token: &Range<usize>) -> Option<Hit> {
    let data = word
        .strip_prefix("bc1")
        .or_else(|| word.strip_prefix("BC1"))?;
    let data = data.to_ascii_lowercase();
    let is_one = (11..=71).contains(&data.len()) && checks::bech32("bc", &data);
    is_one.then(|| (PersonalKind::Wallet, token.clone()))
}

/// The older forms of wallets by their shape and a word beside them.
fn wallet(word: &str, token: &Range<usize>, around: &Around<'_>) -> Option<Hit> {
    let base58 = |b: u8| b.is_ascii_alphanumeric() && !matches!(b, b'0' | b'O' | b'I' | b'l');
    let older = (26..=35).contains(&word.len())
        && word.starts_with(['1', '3'])
        && word.bytes().all(base58)
        && word.bytes().any(|b| b.is_ascii_uppercase())
        && word.bytes().any(|b| b.is_ascii_lowercase());
    let ethereum = word
        .strip_prefix("0x")
        .is_some_and(|hex| hex.len() == 40 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
    let is_one = (older || ethereum) && around.has(Topic::Wallet);
    is_one.then(|| (PersonalKind::Wallet, token.clone()))
}

fn passport(word: &str, token: &Range<usize>, around: &Around<'_>) -> Option<Hit> {
    let is_one =
        (8..=9).contains(&word.len()) && digits(word) >= 5 && around.before(Topic::Passport);
    is_one.then(|| (PersonalKind::Passport, token.clone()))
}

/// Every state has its own format, so only the word beside it says what it is.
pub(crate) fn licence(token: &Range<usize>, around: &Around<'_>) -> Option<Hit> {
    let is_one = (5..=20).contains(&token.len()) && around.before(Topic::Licence);
    is_one.then(|| (PersonalKind::DriverLicence, token.clone()))
}
