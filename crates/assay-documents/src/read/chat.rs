//! Chat logs and mail boxes that a program exported as JSON: lists of records that each say who
//! wrote what, and when.

use assay_domain::{Date, HiddenKind, Place};
use jiff::Timestamp;
use serde_json::{Map, Value};

use super::correspondence::{Correspondence, people};
use super::writer::TextWriter;
use super::{Body, ReadError, squeezed};

const AUTHOR: [&str; 16] = [
    "user_profile",
    "from_name",
    "author",
    "user_name",
    "username",
    "sender_name",
    "sender",
    "user",
    "from",
    "name",
    "nickname",
    "real_name",
    "display_name",
    "displayName",
    "speaker",
    "who",
];
const TIME: [&str; 13] = [
    "ts",
    "timestamp",
    "create_at",
    "created_at",
    "createdDateTime",
    "date",
    "time",
    "datetime",
    "sent_at",
    "sentAt",
    "sent",
    "when",
    "createdAt",
];
const TEXT: [&str; 7] = [
    "text",
    "message",
    "body",
    "content",
    "msg",
    "plainText",
    "said",
];
const PLACE: [&str; 5] = ["channel", "room", "thread", "conversation", "topic"];
const REPLIES: [&str; 2] = ["replies", "comments"];
/// Lists that hold the messages of an export.
const LISTS: [&str; 5] = ["messages", "posts", "items", "chat", "emails"];
/// What nobody should read off a log.
const SECRET: [&str; 4] = ["password", "passwd", "token", "secret"];
/// Records of other kinds may stand beside the messages: users, channels, teams.
const LEAST_SHARE: f64 = 0.3;
const LEAST_MESSAGES: usize = 2;

/// A larger file is not built in memory as records, which takes many times its size.
const MAX_LOG_BYTES: usize = 24 << 20;

struct Message {
    author: String,
    time: Option<String>,
    date: Option<Date>,
    text: String,
    place: Option<String>,
    subject: Option<String>,
    to: Option<String>,
}

impl Message {
    fn told_to(&self, letters: &mut Correspondence) {
        let to = self.to.as_deref().map(people).unwrap_or_default();
        letters.add(&self.author, to, self.subject.as_deref(), self.date);
    }
}

/// The log as one block a message, or `None` if the records are something else.
pub(super) fn read(source: &str) -> Option<Result<Body, ReadError>> {
    if source.len() > MAX_LOG_BYTES {
        return None;
    }
    let stream = serde_json::Deserializer::from_str(source).into_iter::<Value>();
    let values: Vec<Value> = stream.collect::<Result<_, _>>().ok()?;
    let mut title = None;
    let mut records: Vec<&Value> = Vec::new();
    for value in &values {
        match value {
            Value::Array(items) => records.extend(items),
            Value::Object(fields) => {
                let list = LISTS.iter().find_map(|name| fields.get(*name)?.as_array());
                match list {
                    Some(items) => {
                        title = title.or_else(|| text_at(fields, &["name", "title", "topic"]));
                        records.extend(items);
                    }
                    None => records.push(value),
                }
            }
            _ => return None,
        }
    }
    let messages = records
        .iter()
        .filter(|record| message_of(record).is_some())
        .count();
    let is_log = messages >= LEAST_MESSAGES
        && messages as f64 >= LEAST_SHARE * records.len() as f64
        && shares_shape(&records);
    is_log.then(|| write(&records, title.as_deref()))
}

/// In a log every message names its author and nearly every one its time.
fn shares_shape(records: &[&Value]) -> bool {
    let messages: Vec<Message> = records.iter().filter_map(|r| message_of(r)).collect();
    let timed = messages
        .iter()
        .filter(|message| message.time.is_some())
        .count();
    timed * 10 >= messages.len() * 8
}

fn write(records: &[&Value], room: Option<&str>) -> Result<Body, ReadError> {
    let mut writer = TextWriter::new("JSON");
    let mut count = 0;
    let mut date = None;
    let mut letters = Correspondence::default();
    for record in records {
        match message_of(record) {
            Some(message) => {
                date = date.max(message.date);
                message.told_to(&mut letters);
                write_message(&message, &mut count, &mut writer);
                for reply in replies_of(record) {
                    if let Some(reply) = message_of(reply) {
                        date = date.max(reply.date);
                        reply.told_to(&mut letters);
                        write_message(&reply, &mut count, &mut writer);
                    }
                }
            }
            None => write_other(record, &mut writer),
        }
    }
    let mut body = writer.finish(letters.title(room))?;
    body.date = date;
    body.is_chat = true;
    Ok(body)
}

fn write_message(message: &Message, count: &mut u32, writer: &mut TextWriter) {
    *count += 1;
    writer.mark(Place::Message(*count));
    let mut about = vec![message.author.clone()];
    about.extend(message.to.as_ref().map(|to| format!("to {to}")));
    about.extend(message.time.clone());
    about.extend(message.place.as_ref().map(|place| format!("in {place}")));
    let head = about.join(", ");
    let text = match &message.subject {
        Some(subject) => format!("{head}: {subject}\n{}", message.text),
        None => format!("{head}: {}", message.text),
    };
    // A message is one block: blank lines inside it would part its end from its author.
    writer.paragraph(&text);
}

fn write_other(record: &Value, writer: &mut TextWriter) {
    let mut lines = Vec::new();
    let mut secrets = Vec::new();
    let (kind, fields) = unwrapped(record);
    let Some(fields) = fields else { return };
    for (key, value) in fields {
        let lower = key.to_ascii_lowercase();
        let shown = match value {
            Value::String(text) => squeezed(text),
            Value::Number(number) => number.to_string(),
            Value::Bool(_) | Value::Null => continue,
            Value::Array(items) => {
                let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                texts.join(", ")
            }
            Value::Object(_) => continue,
        };
        if shown.is_empty() || (key == "type" && kind.is_some()) {
            continue;
        }
        if SECRET.iter().any(|secret| lower.contains(secret)) {
            secrets.push(format!("{key}: {shown}"));
        } else {
            lines.push(format!("{key}: {shown}"));
        }
    }
    if !lines.is_empty() {
        let head = kind.map(|kind| format!("{kind} ")).unwrap_or_default();
        writer.paragraph(&format!("{head}{}", lines.join("; ")));
    }
    writer.hide(HiddenKind::Metadata, &secrets.join("; "));
}

/// `{"type": "post", "post": {…}}` is the post.
fn unwrapped(record: &Value) -> (Option<&str>, Option<&Map<String, Value>>) {
    let Some(fields) = record.as_object() else {
        return (None, None);
    };
    let kind = fields.get("type").and_then(Value::as_str);
    let inner = kind
        .and_then(|kind| fields.get(kind))
        .and_then(Value::as_object);
    (kind, Some(inner.unwrap_or(fields)))
}

fn message_of(record: &Value) -> Option<Message> {
    let (_, fields) = unwrapped(record);
    let fields = fields?;
    let text = text_at(fields, &TEXT)?;
    let author = text_at(fields, &AUTHOR)?;
    let time = TIME.iter().find_map(|name| time_of(fields.get(*name)?));
    let (time, date) = time.map_or((None, None), |(text, date)| (Some(text), date));
    let to = fields.get("to").and_then(names);
    Some(Message {
        author,
        time,
        date,
        text,
        place: text_at(fields, &PLACE),
        subject: text_at(fields, &["subject"]),
        to,
    })
}

fn replies_of(record: &Value) -> impl Iterator<Item = &Value> {
    let (_, fields) = unwrapped(record);
    let lists = REPLIES
        .iter()
        .filter_map(move |name| fields?.get(*name)?.as_array());
    lists.flatten()
}

/// The first of these fields that says something; a nested record says it by its own name.
fn text_at(fields: &Map<String, Value>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| spoken(fields.get(*name)?))
}

fn spoken(value: &Value) -> Option<String> {
    const INSIDE: [&str; 7] = [
        "display_name",
        "displayName",
        "real_name",
        "name",
        "username",
        "content",
        "user",
    ];
    match value {
        Value::String(text) => {
            let text = text.replace("\r\n", "\n");
            (!text.trim().is_empty()).then(|| text.trim().to_owned())
        }
        Value::Object(fields) => INSIDE.iter().find_map(|name| spoken(fields.get(*name)?)),
        // Rich text comes in pieces: strings and records with a text.
        Value::Array(pieces) => {
            let texts: Vec<String> = pieces
                .iter()
                .filter_map(|piece| match piece {
                    Value::String(text) => Some(text.clone()),
                    Value::Object(fields) => spoken(fields.get("text")?),
                    _ => None,
                })
                .collect();
            (!texts.is_empty()).then(|| texts.concat())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn names(value: &Value) -> Option<String> {
    match value {
        Value::Array(items) => {
            let texts: Vec<String> = items.iter().filter_map(spoken).collect();
            (!texts.is_empty()).then(|| texts.join(", "))
        }
        value => spoken(value),
    }
}

/// Seconds or milliseconds since 1970, or a time as it is written.
fn time_of(value: &Value) -> Option<(String, Option<Date>)> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.parse::<f64>().ok().filter(|n| *n > 1e8),
        _ => None,
    };
    if let Some(number) = number {
        let seconds = if number >= 1e11 { number / 1e3 } else { number };
        let moment = Timestamp::from_second(seconds as i64).ok()?;
        let moment = moment.to_zoned(jiff::tz::TimeZone::UTC);
        let text = moment.strftime("%Y-%m-%d %H:%M UTC").to_string();
        return Some((text, Some(moment.date())));
    }
    let text = value.as_str()?.trim();
    let day: Option<Date> = text.get(..10).and_then(|day| day.parse().ok());
    text.chars()
        .any(|c| c.is_ascii_digit())
        .then(|| (squeezed(text), day))
}
