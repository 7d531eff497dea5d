use assay_domain::Language;
use pulldown_cmark::{Event, Tag, TagEnd};

use super::outgoing::{Blocker, EgressPolicy, Outgoing};
use super::reading::Reading;
use super::view::is_cjk;

pub(crate) const CODE: &str = "G-106";

const ENGLISH: [&str; 6] = [
    "not investment advice",
    "not financial advice",
    "not constitute investment advice",
    "not constitute financial advice",
    "not an offer or solicitation",
    "not a recommendation to buy or sell",
];
const CHINESE: [&str; 5] = [
    "不构成投资建议",
    "不构成任何投资建议",
    "不构成对任何人的投资建议",
    "不作为投资建议",
    "不作为投资依据",
];

/// A disclaimer in the language of the text, where its reader sees it.
pub(crate) fn check(
    output: &Outgoing<'_>,
    read: &Reading<'_>,
    policy: &EgressPolicy,
) -> Option<Blocker> {
    if !output.disclaimer_required {
        return None;
    }
    let seen = visible(read);
    let known: &[&str] = match output.language {
        Language::En => &ENGLISH,
        Language::Zh => &CHINESE,
    };
    let own = policy.disclaimers.iter().map(|own| folded(own));
    let mut wordings = known.iter().map(|known| folded(known)).chain(own);
    let there = wordings.any(|wording| !wording.is_empty() && seen.contains(&wording));
    (!there).then(|| {
        Blocker::new(
            CODE,
            "the disclaimer is missing in the language of the text",
        )
    })
}

/// The words that a viewer shows as text, without gaps.
fn visible(read: &Reading<'_>) -> String {
    let mut seen = String::with_capacity(read.text.len());
    let mut in_code = false;
    for (event, _) in &read.events {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(words) if !in_code => fold(words, &mut seen),
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
