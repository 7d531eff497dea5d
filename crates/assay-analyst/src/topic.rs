use assay_domain::{Language, Plan, ResearchType};

use crate::compared::{compared, without_brackets};
use crate::naming::{names_in, strip_opening};
use crate::relevance::Terms;
use crate::workflow::workflow;

/// What a question is about, short enough for a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Topic {
    pub(crate) subject: String,
    /// The companies, people and places that it consists of, several where they are compared. Empty
    /// where the question names nobody.
    pub(crate) names: Vec<String>,
}

impl Topic {
    pub(crate) fn is_named(&self) -> bool {
        !self.names.is_empty()
    }

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
            Some(rest) if !self.is_named() => capital(rest),
            _ => self.fill(template),
        }
    }
}

const SUBJECT_LIMIT: usize = 48;

pub(crate) fn topic_of(question: &str) -> Topic {
    let question = question
        .trim()
        .trim_end_matches(['?', '？', '.', '。', '!', '！']);
    let mut names = compared(question);
    if names.is_empty() {
        names = names_in(question).into_iter().take(1).collect();
    }
    let subject = match names.split_last() {
        None => shorten(strip_opening(question)),
        Some((last, [])) => last.clone(),
        Some((last, others)) => match Language::of_text(question) {
            Language::En => format!("{} and {last}", others.join(", ")),
            Language::Zh => format!("{}与{last}", others.join("、")),
        },
    };
    Topic { subject, names }
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

const OF_ANY_EVENT: &str =
    "event incident happened development course 事件 经过 进展 发展 变化 过程";

/// By what words a sentence is known to speak of an event that has no name. `None` for all other
/// plans, and where the question has no words of its own.
pub(crate) fn event_words(plan: &Plan) -> Option<Terms> {
    let topic = topic_of(&plan.topic);
    if plan.research_type != ResearchType::Event || topic.is_named() {
        return None;
    }
    let usual = workflow(ResearchType::Event, Language::of_text(&plan.topic));
    let mut words = Terms::words(&topic.subject).without(&Terms::of(OF_ANY_EVENT));
    for section in &usual.sections {
        let questions = section.questions.join(" ");
        let usual = [&section.title, &section.description, &questions].map(|text| Terms::of(text));
        words = usual.iter().fold(words, Terms::without);
    }
    (words.word_count() > 0).then_some(words)
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
