use crate::naming::{names_in, strip_opening};
use crate::relevance::Terms;

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

/// What no sentence is quoted for, since every passage is about it: the one name that a question has,
/// or the owner where it names a thing of somebody (`Apple's iPhone`). Of several names, a sentence
/// that says one of them says something.
pub(crate) fn in_every_passage(question: &str) -> Terms {
    match names_in(&without_brackets(question)).as_slice() {
        [] => Terms::of(&topic_of(question).subject),
        [name] => Terms::of(name.split("'s ").next().unwrap_or(name)),
        _ => Terms::default(),
    }
}

/// A name in brackets is another one for what stands before them.
fn without_brackets(question: &str) -> String {
    let mut parts = question.split(['(', '（']);
    let first = parts.next().unwrap_or_default();
    let rest = parts.filter_map(|part| Some(part.split_once([')', '）'])?.1));
    std::iter::once(first).chain(rest).collect()
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
