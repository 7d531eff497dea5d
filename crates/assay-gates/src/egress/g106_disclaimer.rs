use assay_domain::Language;
use pulldown_cmark::{Event, Tag, TagEnd};

use super::outgoing::{Blocker, EgressPolicy, Outgoing};
use super::reading::Reading;
use super::view::is_cjk;

pub(crate) const CODE: &str = "G-106";

static ENGLISH: assay_domain::WordList = assay_domain::word_list!("egress/g106_disclaimer/english");
const CHINESE: [&str; 5] = [
    "不构成投资建议",
    "不构成任何投资建议",
    "不构成对任何人的投资建议",
    "不作为投资建议",
    "不作为投资依据",
];

/// In which the disclaimer of a report stands.
const LAST_EVENTS: usize = 40;

/// A disclaimer in the language of the text, where its reader sees it.
pub(crate) fn check(
    output: &Outgoing<'_>,
    read: &Reading<'_>,
    policy: &EgressPolicy,
) -> Option<Blocker> {
    if !output.disclaimer_required {
        return None;
    }
    let known: &[&str] = match output.language {
        Language::En => &ENGLISH,
        Language::Zh => &CHINESE,
    };
    let own = policy.disclaimers.iter().map(|own| folded(own));
    let wordings: Vec<String> = known.iter().map(|known| folded(known)).chain(own).collect();
    let is_in = |seen: &str| {
        let said = |wording: &String| !wording.is_empty() && seen.contains(wording);
        wordings.iter().any(said)
    };
    // Most disclaimers end their text, which is then not read as a whole.
    let end = read.events.len().saturating_sub(LAST_EVENTS);
    let is_there = is_in(&visible_from(end, read)) || is_in(&visible_from(0, read));
    (!is_there).then(|| {
        Blocker::new(
            CODE,
            "the disclaimer is missing in the language of the text",
        )
    })
}

/// The words that a viewer shows as text from an event on, without gaps.
fn visible_from(first: usize, read: &Reading<'_>) -> String {
    let mut seen = String::new();
    let mut in_code = false;
    for (at, (event, _)) in read.events.iter().enumerate() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(words) if !in_code && at >= first => fold(words, &mut seen),
            _ => {}
        }
    }
    seen
}

fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold(text, &mut folded);
    folded
}

fn fold(text: &str, folded: &mut String) {
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            c if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
            c if is_cjk(c) => folded.push(c),
            c => folded.extend(c.to_lowercase()),
        }
    }
}
