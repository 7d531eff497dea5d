//! The fields at the head of a message or a part.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::LazyLock;

use jiff::Zoned;
use jiff::civil::DateTime;
use jiff::fmt::rfc2822;
use jiff::tz::{Offset, TimeZone};
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::hex::decode_hex;
use mail_parser::parsers::MessageStream;
use mail_parser::{Address, ContentType};
use regex::{Captures, Regex};

use super::correspondence::people;
use super::mime::in_charset;
use super::{decode, squeezed};

/// Of a longer field with parameters or addresses only so many bytes are taken apart: the time that
/// `mail-parser` takes grows with the square of them.
const STRUCTURED_BYTES: usize = 4 << 10;

/// Fields in the order in which they were sent, their values unfolded and their bytes text.
pub(super) struct Headers {
    fields: Vec<(String, String)>,
    /// Lower-case `text/plain`.
    media: String,
}

impl Headers {
    /// The fields and what comes after them. `usual` is the media type where none is stated.
    pub(super) fn split<'a>(bytes: &'a [u8], usual: &str) -> (Self, &'a [u8]) {
        let mut sent: Vec<(String, Vec<u8>)> = Vec::new();
        let mut rest = bytes;
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let after = rest.get(line.len()..).unwrap_or_default();
            let line = line.trim_ascii_end();
            if line.is_empty() {
                rest = after;
                break;
            }
            if line.starts_with(b" ") || line.starts_with(b"\t") {
                if let Some((_, value)) = sent.last_mut() {
                    value.push(b' ');
                    value.extend(line.trim_ascii());
                }
            } else if let Some((name, value)) = field(line) {
                sent.push((name, value.to_vec()));
            } else {
                break;
            }
            rest = after;
        }
        let fields = sent
            .into_iter()
            .map(|(name, value)| (name, decode::lossy(&value).into_owned()))
            .collect();
        let mut headers = Self {
            fields,
            media: usual.to_owned(),
        };
        if let Some(stated) = headers.structured("content-type") {
            // what is no type at all is text
            let media = stated
                .subtype()
                .map(|sub| format!("{}/{sub}", stated.ctype()));
            headers.media = media.unwrap_or_else(|| "text/plain".to_owned());
        }
        (headers, rest)
    }

    fn sent(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        let (_, value) = fields.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.sent(name).is_some()
    }

    /// The value as it is read.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.sent(name).and_then(text_of)
    }

    /// Each field as it is read.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, String)> {
        let fields = self.fields.iter();
        fields.filter_map(|(name, value)| Some((name.as_str(), text_of(value)?)))
    }

    /// Names of the people in a field, or the addresses of those without one.
    pub(super) fn people(&self, name: &str) -> Vec<String> {
        let Some(sent) = self.sent(name) else {
            return Vec::new();
        };
        let line = line(sent);
        let value = MessageStream::new(line.as_bytes()).parse_address();
        match value.as_address().map(named) {
            Some(named) if sent.len() <= STRUCTURED_BYTES && !named.is_empty() => named,
            _ => people(&text_of(sent).unwrap_or_default()),
        }
    }

    /// When the message was sent, by the clock of its sender.
    pub(super) fn sent_at(&self) -> Option<Zoned> {
        let text = self.text("date")?;
        rfc2822::parse(&text).ok().or_else(|| lenient_date(&text))
    }

    pub(super) fn media(&self) -> &str {
        &self.media
    }

    pub(super) fn transfer_encoding(&self) -> String {
        let text = self.text("content-transfer-encoding").unwrap_or_default();
        let name = text.split([' ', ';', '(']).next().unwrap_or_default();
        name.to_ascii_lowercase()
    }

    /// A parameter of a field, `filename*=utf-8''…` and `filename*0=` before a plain one.
    pub(super) fn parameter(&self, field: &str, name: &str) -> Option<String> {
        let extended = self.sent(field).and_then(|sent| extended(sent, name));
        let value = extended.or_else(|| {
            let stated = self.structured(field)?;
            stated.attribute(name).map(str::to_owned)
        })?;
        if value.contains("=?") {
            text_of(&value)
        } else {
            Some(value)
        }
    }

    pub(super) fn file_name(&self) -> Option<String> {
        let name = self.parameter("content-disposition", "filename");
        name.or_else(|| self.parameter("content-type", "name"))
    }

    pub(super) fn is_attachment(&self) -> bool {
        let disposition = self.structured("content-disposition");
        disposition.is_some_and(|disposition| disposition.is_attachment())
    }

    fn structured(&self, field: &str) -> Option<ContentType<'static>> {
        let line = line(self.sent(field)?);
        let value = MessageStream::new(line.as_bytes()).parse_content_type();
        value.into_owned().into_content_type()
    }
}

fn field(line: &[u8]) -> Option<(String, &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = line.split_at_checked(colon)?;
    let name = name.trim_ascii_end();
    let is_name = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    let name = is_name.then(|| String::from_utf8_lossy(name).into_owned())?;
    Some((name, value.get(1..)?.trim_ascii()))
}

/// A field's value as the readers of `mail-parser` want it, which stop at the line's end and must not
/// take what an encoded word says for a part of the form.
fn line(value: &str) -> String {
    let end = value.floor_char_boundary(STRUCTURED_BYTES);
    let value = value.get(..end).unwrap_or_default();
    let mut line = with_words(value, |line, text| {
        line.push_str("=?utf-8?Q?");
        for byte in text.bytes() {
            // writing to a string cannot fail
            let _ = write!(line, "={byte:02X}");
        }
        line.push_str("?=");
    });
    line.push('\n');
    line
}

fn text_of(value: &str) -> Option<String> {
    let text = squeezed(&with_words(value, String::push_str));
    (!text.is_empty()).then_some(text)
}

fn named(people: &Address<'_>) -> Vec<String> {
    let each = people.iter().filter_map(|person| {
        let name = person.name().filter(|name| !name.trim().is_empty());
        name.or_else(|| person.address()).map(squeezed)
    });
    each.collect()
}

/// Dates that the standard does not allow and mail programs read, such as one with a wrong weekday.
fn lenient_date(text: &str) -> Option<Zoned> {
    let date = mail_parser::DateTime::parse_rfc822(text)?;
    let small = |number: u8| i8::try_from(number).ok();
    let civil = DateTime::new(
        i16::try_from(date.year).ok()?,
        small(date.month)?,
        small(date.day)?,
        small(date.hour)?,
        small(date.minute)?,
        small(date.second)?,
        0,
    );
    let minutes = i32::from(date.tz_hour) * 60 + i32::from(date.tz_minute);
    let sign = if date.tz_before_gmt { -1 } else { 1 };
    let offset = Offset::from_seconds(sign * minutes * 60).ok()?;
    civil.ok()?.to_zoned(TimeZone::fixed(offset)).ok()
}

/// `=?utf-8?B?…?=` and `=?gb2312*zh?Q?…?=`
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"=\?([^?*\s]+)(?:\*[^?\s]*)?\?([BbQq])\?([^?]*(?:\?[^=?][^?]*)*)\?=")
});

struct Word<'a> {
    place: Range<usize>,
    charset: &'a str,
    bytes: Vec<u8>,
}

impl<'a> Word<'a> {
    fn of(found: &Captures<'a>) -> Option<Self> {
        let (_, [charset, encoding, content]) = found.extract();
        let bytes = if encoding.eq_ignore_ascii_case("b") {
            base64_decode(content.as_bytes())
        } else {
            let rest = format!("{content}?=");
            MessageStream::new(rest.as_bytes()).decode_quoted_printable_word()
        };
        Some(Self {
            place: found.get_match().range(),
            charset,
            bytes: bytes?,
        })
    }
}

/// The value with each run of encoded words written anew. `mail-parser` decodes word for word, which
/// breaks a character that two of them share, and does not look at what an encoding with an unknown
/// or wrong name really is.
fn with_words(value: &str, write: impl Fn(&mut String, &str)) -> String {
    let mut written = String::with_capacity(value.len());
    let mut at = 0;
    let found = WORD.captures_iter(value);
    let words: Vec<Word<'_>> = found.filter_map(|found| Word::of(&found)).collect();
    let between = |start: usize, end: usize| value.get(start..end).unwrap_or_default();
    // the space between two words is not part of the text
    let is_run = |a: &Word<'_>, b: &Word<'_>| between(a.place.end, b.place.start).trim().is_empty();
    for run in words.chunk_by(is_run) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        written.push_str(between(at, first.place.start));
        at = last.place.end;
        let mut text = String::new();
        for same in run.chunk_by(|a, b| a.charset.eq_ignore_ascii_case(b.charset)) {
            let bytes: Vec<u8> = same.iter().flat_map(|word| word.bytes.clone()).collect();
            let charset = same.first().map(|word| word.charset);
            text.push_str(&in_charset(&bytes, charset));
        }
        write(&mut written, &text);
    }
    written.push_str(between(at, value.len()));
    written
}

/// `; filename*0*=utf-8''na%C3; filename*1*=%AFve; filename*2=".txt"`
static SECTION: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r#";\s*([^\s;=*"]+)\*(?:([0-9]{1,4})(\*?))?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))"#)
});

/// A parameter in sections or with an encoding of its own. `mail-parser` decodes section for
/// section, and knows the encoding in the first one only.
fn extended(sent: &str, name: &str) -> Option<String> {
    let mut sections: BTreeMap<u32, (bool, String)> = BTreeMap::new();
    for section in SECTION.captures_iter(sent) {
        let group = |index: usize| section.get(index).map(|found| found.as_str());
        if !group(1)?.eq_ignore_ascii_case(name) {
            continue;
        }
        let number = group(2).map_or(Some(0), |number| number.parse().ok())?;
        let is_encoded = group(2).is_none() || group(3) == Some("*");
        let quoted = group(4).map(|quoted| quoted.replace('\\', ""));
        let value = quoted.unwrap_or_else(|| group(5).unwrap_or_default().to_owned());
        sections.entry(number).or_insert((is_encoded, value));
    }
    let mut charset = None;
    let mut bytes = Vec::new();
    for (number, (is_encoded, value)) in &sections {
        let mut value = value.as_str();
        if *number == 0
            && *is_encoded
            && let Some((stated, rest)) = value.split_once('\'')
        {
            charset = Some(stated);
            value = rest.split_once('\'').map_or(rest, |(_, text)| text);
        }
        let decoded = is_encoded.then(|| decode_hex(value.as_bytes()));
        match decoded {
            Some((true, decoded)) => bytes.extend(decoded),
            // not what it says it is: as it was sent
            Some((false, _)) | None => bytes.extend(value.bytes()),
        }
    }
    let text = in_charset(&bytes, charset).into_owned();
    (!text.is_empty()).then_some(text)
}

#[expect(
    clippy::expect_used,
    reason = "fixed patterns, which every test of mail compiles"
)]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}
