use assay_domain::{Date, HiddenKind, Place};

use super::correspondence::Correspondence;
use super::flowed::unflowed;
use super::mime::{self, Content, Part};
use super::mime_header::Headers;
use super::writer::TextWriter;
use super::{Body, Depth, ReadError, html, read_nested, squeezed};

const FORMAT: &str = "e-mail";
const MAX_MESSAGES: usize = 10_000;
/// Messages forwarded within forwarded messages.
const MAX_FORWARDED: usize = 16;
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
    if !message.headers.has("from") && !message.headers.has("subject") {
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
    /// How many messages the one that is read is forwarded in.
    forwarded: usize,
    letters: Correspondence,
    date: Option<Date>,
}

impl Mailbox {
    fn new(depth: Depth) -> Self {
        Self {
            writer: TextWriter::new(FORMAT),
            depth,
            count: 0,
            forwarded: 0,
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
        let author = headers.people("from").into_iter().next();
        self.letters.add(
            &author.unwrap_or_default(),
            headers.people("to"),
            headers.text("subject").as_deref(),
            headers.sent_at().map(|at| at.date()),
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
        let date = headers.sent_at();
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
                let text = format!("{name}: {value}");
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
            Content::Body(body) => {
                let unpacked = mime::unpacked(&part.headers, body);
                unpacked.is_ok_and(|bytes| !bytes.trim_ascii().is_empty())
            }
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
                && let Ok(page) = text_of(&other.headers, body).and_then(|text| html::read(&text))
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
        if matches!(media, "message/rfc822" | "message/global") {
            if let Err(error) = self.forwarded(headers, body) {
                self.attachment("forwarded message", Err(error));
            }
            return;
        }
        // A text of many parts whose boundary is nowhere in it is a text.
        let is_text = media.starts_with("text/") || media.starts_with("multipart/");
        let name = headers.file_name();
        let is_shown_in_text = ["image/", "audio/", "video/"]
            .iter()
            .any(|kind| media.starts_with(kind));
        if headers.is_attachment() || (!is_text && (name.is_some() || !is_shown_in_text)) {
            let usual = || match headers.is_attachment() {
                true => "attachment".to_owned(),
                false => media.to_owned(),
            };
            let name = name.unwrap_or_else(usual);
            let bytes = mime::unpacked(headers, body);
            let read = bytes.and_then(|bytes| read_nested(&name, &bytes, self.depth));
            self.attachment(&name, read);
        } else if media == "text/html" {
            match text_of(headers, body).and_then(|text| html::read(&text)) {
                Ok(page) => self.page(page),
                Err(error) => self.attachment("HTML text", Err(error)),
            }
        } else if is_text {
            match text_of(headers, body) {
                Ok(text) => self.writer.block(text.trim()),
                Err(error) => self.attachment("text", Err(error)),
            }
        }
    }

    fn forwarded(&mut self, headers: &Headers, body: &[u8]) -> Result<(), ReadError> {
        if self.forwarded >= MAX_FORWARDED {
            let what = "its messages are forwarded within each other deeper than that";
            return Err(mime::too_many(what, MAX_FORWARDED));
        }
        let bytes = mime::unpacked(headers, body)?;
        let message = mime::parse(&bytes)?;
        self.forwarded += 1;
        self.message(&message);
        self.forwarded -= 1;
        Ok(())
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

fn text_of(headers: &Headers, body: &[u8]) -> Result<String, ReadError> {
    let parameter = |name: &str| headers.parameter("content-type", name);
    let bytes = mime::unpacked(headers, body)?;
    let text = mime::in_charset(&bytes, parameter("charset").as_deref());
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is = |name: &str, value: &str| {
        let stated = parameter(name);
        stated.is_some_and(|stated| stated.eq_ignore_ascii_case(value))
    };
    Ok(
        if headers.media() == "text/plain" && is("format", "flowed") {
            unflowed(&text, is("delsp", "yes"))
        } else {
            text
        },
    )
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}
