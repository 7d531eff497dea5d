use crate::naming::{names_in, strip_opening};

/// What a question is about, short enough for a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Topic {
    pub(crate) subject: String,
    /// The question names a company, person or place.
    pub(crate) is_named: bool,
}

impl Topic {
    pub(crate) fn fill(&self, template: &str) -> String {
        template.replace("{subject}", &self.subject)
    }

    /// As [`Topic::fill`] for a title. A question that names nobody makes no good title, so there
    /// the title starts with what follows it.
    pub(crate) fn fill_title(&self, template: &str) -> String {
        let rest = ["{subject}: ", "{subject}："]
            .iter()
            .find_map(|lead| template.strip_prefix(lead));
        match rest {
            Some(rest) if !self.is_named => capital(rest),
            _ => self.fill(template),
        }
    }
}

const SUBJECT_LIMIT: usize = 48;

pub(crate) fn topic_of(question: &str) -> Topic {
    let question = question
        .trim()
        .trim_end_matches(['?', '？', '.', '。', '!', '！']);
    match names_in(question).into_iter().next() {
        Some(subject) => Topic {
            subject,
            is_named: true,
        },
        None => Topic {
            subject: shorten(strip_opening(question)),
            is_named: false,
        },
    }
}

/// With a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= SUBJECT_LIMIT {
        return text.to_owned();
    }
    let head: String = text.chars().take(SUBJECT_LIMIT).collect();
    let whole_words = head
        .rsplit_once(' ')
        .map_or(head.as_str(), |(words, _)| words);
    format!("{}…", whole_words.trim_end_matches([',', ';', '，']))
}
