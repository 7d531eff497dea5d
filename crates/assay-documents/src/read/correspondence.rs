//! What readers call messages: by who wrote to whom, when and about what, in the language of the
//! messages.

use assay_domain::Date;

/// People whom a title names; the others are counted.
const NAMED: usize = 2;
/// A longer subject is cut.
const SUBJECT_CHARS: usize = 120;

/// Mails or messages that come in one document.
#[derive(Default)]
pub(super) struct Correspondence {
    count: usize,
    /// Who wrote, in the order of their first message.
    authors: Vec<String>,
    /// To whom the first message went.
    to: Vec<String>,
    subject: Option<String>,
    first: Option<Date>,
    last: Option<Date>,
}

impl Correspondence {
    pub(super) fn add(
        &mut self,
        author: &str,
        to: Vec<String>,
        subject: Option<&str>,
        date: Option<Date>,
    ) {
        let author = name_of(author);
        if self.count == 0 {
            self.to = to;
            self.subject = subject.map(|subject| subject.chars().take(SUBJECT_CHARS).collect());
        }
        self.count += 1;
        if !author.is_empty() && !self.authors.contains(&author) {
            self.authors.push(author);
        }
        self.first = self.first.into_iter().chain(date).min();
        self.last = self.last.max(date);
    }

    /// `Mail from Ana Ruiz to Ben Cole, 2031-03-14: Kiln prices`, `Chat of Ana Ruiz, Ben Cole and 3
    /// others, 2031-03-14 to 2031-03-20 (kilns)`. `None` where nobody is known to have written.
    pub(super) fn title(&self, room: Option<&str>) -> Option<String> {
        let is_mail = self.subject.is_some() || !self.to.is_empty();
        let said = self.subject.iter().map(String::as_str).chain(room);
        let mut said = said.chain(self.authors.iter().map(String::as_str));
        let is_chinese = said.any(|text| text.chars().any(is_han));
        let authors = listed(&self.authors, is_chinese)?;
        let when = self.when(is_chinese);
        let subject = self.subject.as_deref().unwrap_or_default();
        let title = match (is_mail, self.count, is_chinese) {
            (true, 1, false) => {
                let to = listed(&self.to, false).map(|to| format!(" to {to}"));
                format!(
                    "Mail from {authors}{}{when}: {subject}",
                    to.unwrap_or_default()
                )
            }
            (true, 1, true) => {
                let to = listed(&self.to, true).map(|to| format!("致{to}"));
                format!("{authors}{}的邮件{when}：{subject}", to.unwrap_or_default())
            }
            (true, count, false) => format!("{count} mails of {authors}{when}: {subject}"),
            (true, count, true) => format!("{authors}的 {count} 封邮件{when}：{subject}"),
            (false, _, false) => {
                let room = room.map(|room| format!(" ({room})")).unwrap_or_default();
                format!("Chat of {authors}{when}{room}")
            }
            (false, _, true) => {
                let room = room.map(|room| format!("（{room}）")).unwrap_or_default();
                format!("{authors}的聊天{when}{room}")
            }
        };
        Some(title.trim_end_matches([':', '：', ' ']).to_owned())
    }

    fn when(&self, is_chinese: bool) -> String {
        let (comma, to) = if is_chinese {
            ("，", " 至 ")
        } else {
            (", ", " to ")
        };
        match (self.first, self.last) {
            (Some(first), Some(last)) if first != last => format!("{comma}{first}{to}{last}"),
            (Some(day), _) | (_, Some(day)) => format!("{comma}{day}"),
            (None, None) => String::new(),
        }
    }
}

/// `Ana Ruiz`, `Ana Ruiz and Ben Cole`, `Ana Ruiz, Ben Cole and 3 others`.
fn listed(people: &[String], is_chinese: bool) -> Option<String> {
    let named = people.get(..people.len().min(NAMED))?;
    let (first, second) = (named.first()?, named.get(1));
    let others = people.len() - named.len();
    Some(match (second, others, is_chinese) {
        (None, _, _) => first.clone(),
        (Some(second), 0, false) => format!("{first} and {second}"),
        (Some(second), 1, false) => format!("{first}, {second} and 1 other"),
        (Some(second), _, false) => format!("{first}, {second} and {others} others"),
        (Some(second), 0, true) => format!("{first}、{second}"),
        (Some(second), _, true) => format!("{first}、{second}等 {} 人", people.len()),
    })
}

/// The people of a field such as `"Ruiz, Ana" <ana@kilns.example>, ben@kilns.example`.
pub(super) fn people(field: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    let mut is_quoted = false;
    for c in field.chars() {
        is_quoted ^= c == '"';
        match parts.last_mut() {
            Some(part) if is_quoted || !matches!(c, ',' | ';') => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    let names = parts.iter().map(|part| name_of(part));
    names.filter(|name| !name.is_empty()).collect()
}

/// The name beside an address, or the address.
fn name_of(person: &str) -> String {
    let (name, address) = person.split_once('<').unwrap_or((person, ""));
    let name = name.trim().trim_matches(['"', '\'']).trim();
    let address = address.trim().trim_end_matches('>').trim();
    if name.is_empty() { address } else { name }.to_owned()
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}
