use assay_domain::{Date, HiddenKind, Place};
use jiff::Zoned;
use jiff::fmt::rfc2822;

use super::correspondence::Correspondence;
use super::mime::{self, Content, Headers, Part};
use super::writer::TextWriter;
use super::{Body, Depth, ReadError, html, read_nested, squeezed};

const FORMAT: &str = "e-mail";
const MAX_MESSAGES: usize = 10_000;
/// Fields that a mail program shows.
const SHOWN: [&str; 6] = ["From", "To", "Cc", "Date", "Reply-To", "Organization"];
/// Fields of the way a mail took; nobody writes a message into them.
const TECHNICAL: [&str; 14] = [
    "received",
    "message-id",
    "references",
    "in-reply-to",
    "mime-version",
    "dkim-signature",
    "return-path",
    "authentication-results",
    "arc-seal",
    "arc-message-signature",
    "content-transfer-encoding",
    "content-type",
    "content-disposition",
    "content-id",
];

/// One message, with what is attached to it.
pub(super) fn read(bytes: &[u8], depth: Depth) -> Result<Body, ReadError> {
    let message = mime::parse(bytes)?;
    if message.headers.raw("from").is_none() && message.headers.raw("subject").is_none() {
        return Err(ReadError::Malformed {
            format: FORMAT,
            reason: "it has neither a sender nor a subject".to_owned(),
        });
    }
    let mut mailbox = Mailbox::new(depth);
    mailbox.letter(&message);
    mailbox.finish()
}

/// A box of messages, each begun by a line `From `.
pub(super) fn read_box(bytes: &[u8], depth: Depth) -> Result<Body, ReadError> {
    let messages = messages_of(bytes);
    if messages.len() > MAX_MESSAGES {
        return Err(ReadError::Exceeds {
            format: FORMAT,
            what: format!("the box has {} messages", messages.len()),
            limit: MAX_MESSAGES as u64,
            hint: super::error::SPLIT_IT,
        });
    }
    let mut mailbox = Mailbox::new(depth);
    for message in messages {
        mailbox.letter(&mime::parse(message)?);
        if mailbox.writer.is_over() {
            break;
        }
    }
    mailbox.finish()
}

pub(super) fn is_box(bytes: &[u8]) -> bool {
    bytes.starts_with(b"From ")
}

fn messages_of(bytes: &[u8]) -> Vec<&[u8]> {
    let mut messages = Vec::new();
    let (mut start, mut at) = (None, 0);
    let mut is_after_blank = true;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"From ") && is_after_blank {
            messages.extend(start.and_then(|start| bytes.get(start..at)));
            start = Some(at + line.len());
        }
        is_after_blank = line.trim_ascii().is_empty();
        at += line.len();
    }
    messages.extend(start.and_then(|start| bytes.get(start..)));
    messages
}

struct Mailbox {
    writer: TextWriter,
    depth: Depth,
    count: u32,
    letters: Correspondence,
    date: Option<Date>,
}

impl Mailbox {
    fn new(depth: Depth) -> Self {
        Self {
            writer: TextWriter::new(FORMAT),
            depth,
            count: 0,
            letters: Correspondence::default(),
            date: None,
        }
    }

    fn finish(self) -> Result<Body, ReadError> {
        let mut body = self.writer.finish(self.letters.title(None))?;
        body.date = self.date;
        Ok(body)
    }

    /// A message of the box, by which the box is named; not one that is attached to it.
    fn letter(&mut self, message: &Part<'_>) {
        let headers = &message.headers;
        self.letters.add(
            &headers.text("from").unwrap_or_default(),
            headers.text("to").as_deref(),
            headers.text("subject").as_deref(),
            headers.raw("date").and_then(sent_at).map(|at| at.date()),
        );
        self.message(message);
    }

    fn message(&mut self, message: &Part<'_>) {
        self.count += 1;
        self.writer.mark(Place::Message(self.count));
        let headers = &message.headers;
        let subject = headers
            .text("subject")
            .unwrap_or_else(|| "(no subject)".to_owned());
        self.writer
            .heading(if self.count == 1 { 1 } else { 2 }, &subject);
        let date = headers.raw("date").and_then(sent_at);
        let lines: Vec<String> = SHOWN
            .iter()
            .filter_map(|name| {
                let text = match (*name, &date) {
                    ("Date", Some(date)) => Some(date.strftime("%Y-%m-%d %H:%M %:z").to_string()),
                    _ => headers.text(name),
                };
                text.map(|text| format!("{name}: {text}"))
            })
            .collect();
        self.writer.paragraph(&lines.join("\n"));
        self.date = self.date.max(date.map(|date| date.date()));
        for (name, value) in headers.all() {
            let is_shown = SHOWN.iter().any(|shown| shown.eq_ignore_ascii_case(name));
            let is_technical = TECHNICAL.contains(&name.to_ascii_lowercase().as_str());
            let says = value.contains(' ') && !name.eq_ignore_ascii_case("subject");
            if !is_shown && !is_technical && says {
                let text = format!("{name}: {}", mime::encoded_words(value));
                self.writer.hide(HiddenKind::Metadata, &text);
            }
        }
        self.part(message);
    }

    fn part(&mut self, part: &Part<'_>) {
        match &part.content {
            Content::Parts(parts) if part.headers.media() == "multipart/alternative" => {
                self.alternatives(parts);
            }
            Content::Parts(parts) => {
                for part in parts {
                    self.part(part);
                }
            }
            Content::Body(body) => self.body(&part.headers, body),
        }
    }

    /// The same text twice: the plain one is read, and the other one handed over where it says
    /// something else.
    fn alternatives(&mut self, parts: &[Part<'_>]) {
        let plain = parts
            .iter()
            .find(|part| part.headers.media() == "text/plain");
        let says = |part: &&Part<'_>| match &part.content {
            Content::Body(body) => !mime::unpacked(&part.headers, body).trim_ascii().is_empty(),
            Content::Parts(_) => true,
        };
        let chosen = plain.filter(says).or_else(|| parts.last());
        let Some(chosen) = chosen else { return };
        let before = self.writer.text().len();
        self.part(chosen);
        let said: String = letters(self.writer.text().get(before..).unwrap_or_default());
        for other in parts.iter().filter(|part| !std::ptr::eq(*part, chosen)) {
            if let Content::Body(body) = &other.content
                && other.headers.media() == "text/html"
                && let Ok(page) = html::read(&text_of(&other.headers, body))
            {
                for hidden in &page.hidden {
                    self.writer.hide(hidden.kind, &hidden.text);
                }
                for line in page.text.lines() {
                    let own = letters(line);
                    if own.len() > 16 && !said.contains(&own) {
                        self.writer.hide(HiddenKind::Alternative, line);
                    }
                }
            }
        }
    }

    fn body(&mut self, headers: &Headers, body: &[u8]) {
        let media = headers.media();
        let name = headers.file_name();
        if media == "message/rfc822" {
            match mime::parse(&mime::unpacked(headers, body)) {
                Ok(message) => self.message(&message),
                Err(error) => self.attachment("forwarded message", Err(error)),
            }
            return;
        }
        if headers.is_attachment() || (name.is_some() && !media.starts_with("text/")) {
            let name = name.unwrap_or_else(|| "attachment".to_owned());
            let read = read_nested(&name, &mime::unpacked(headers, body), self.depth);
            self.attachment(&name, read);
        } else if media == "text/html" {
            match html::read(&text_of(headers, body)) {
                Ok(page) => self.page(page),
                Err(error) => self.attachment("HTML text", Err(error)),
            }
        } else if media.starts_with("text/") || media.is_empty() {
            self.writer.block(text_of(headers, body).trim());
        }
    }

    fn page(&mut self, page: Body) {
        if !page.text.trim().is_empty() {
            self.writer.block(page.text.trim());
        }
        for hidden in page.hidden {
            self.writer.hide(hidden.kind, &hidden.text);
        }
    }

    fn attachment(&mut self, name: &str, read: Result<Body, ReadError>) {
        let name = squeezed(name);
        match read {
            Ok(body) => {
                self.writer.heading(3, &format!("Attachment: {name}"));
                self.page(body);
            }
            Err(ReadError::Unsupported { .. } | ReadError::Empty) => {
                self.writer.paragraph(&format!("Attachment: {name}"));
            }
            Err(error) => {
                self.writer
                    .paragraph(&format!("Attachment: {name} (not read: {error})"));
            }
        }
    }
}

fn text_of(headers: &Headers, body: &[u8]) -> String {
    let bytes = mime::unpacked(headers, body);
    let charset = headers.parameter("content-type", "charset");
    let text = mime::in_charset(&bytes, charset.as_deref());
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

fn sent_at(value: &str) -> Option<Zoned> {
    rfc2822::parse(value.trim()).ok()
}
