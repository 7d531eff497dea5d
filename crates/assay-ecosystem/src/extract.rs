mod chinese;
mod cue;
mod english;
mod list;
mod sentence;
mod token;
mod voice;
mod words;

use std::collections::BTreeSet;

use assay_domain::{Date, EvidenceId, Language, Passage, Tier};
use thiserror::Error;

use crate::edge::{EdgeEvidence, EdgeType, Relation};
use crate::node::{NodeKind, key_of};
use sentence::{Sentence, sentences};
use voice::Voice;
use words::Words;

/// The company whose documents are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The full name first, for instance `Tesla, Inc.`, then others.
    pub names: Vec<String>,
    pub ticker: Option<String>,
}

/// A document of the subject or about it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// In the order of the document, quarantined text left out.
    pub passages: &'a [Passage],
    /// The day the document speaks of or was published.
    pub date: Date,
    pub tier: Tier,
    /// Whether the subject itself speaks: then `we` is the subject, and else somebody.
    pub is_own: bool,
}

/// A relation that a sentence states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub relation: Relation,
    pub edge_type: EdgeType,
    pub polarity: Polarity,
    pub kind: NodeKind,
    /// As the document writes it.
    pub name: String,
    pub aliases: Vec<String>,
    /// What is supplied or how much it matters, in the words of the document; may be empty.
    pub label: String,
    pub date: Date,
    /// The sentence, and the line above a list where it is an item of one.
    pub evidence: Vec<EdgeEvidence>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polarity {
    Stated,
    /// The document says that it has ended.
    Denied,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExtractError {
    #[error("the company has no name; without one its own name would be taken for another's")]
    NoSubject,
}

/// One relation in a sentence, before it is evidence.
struct Mention {
    relation: Relation,
    polarity: Polarity,
    kind: NodeKind,
    name: String,
    aliases: Vec<String>,
    label: String,
}

/// The line above a list: what the names in its items are.
struct OpenList<'a> {
    relation: Relation,
    lead: (&'a Passage, &'a str),
}

/// The relations that a document states, in its order. The same relation may be found more than once.
pub fn extract(subject: &Subject, source: &Source<'_>) -> Result<Vec<Found>, ExtractError> {
    let own: BTreeSet<String> = subject
        .names
        .iter()
        .chain(&subject.ticker)
        .map(|name| key_of(name))
        .filter(|key| !key.is_empty())
        .collect();
    if own.is_empty() {
        return Err(ExtractError::NoSubject);
    }
    let words = Words::of(source.passages);
    let subject = Voice::of(subject, source, own, &words);
    let mut found = Vec::new();
    let mut open: Option<OpenList<'_>> = None;
    for passage in source.passages {
        for sentence in sentences(&passage.text) {
            if !sentence.is_item && !is_page_furniture(sentence.text) {
                open = opened(passage, sentence.text);
            }
            let list = open.as_ref().filter(|_| sentence.is_item);
            let mentions = mentions(sentence, list, &subject, &words);
            let lead = list.map(|list| list.lead);
            let is_rumour = is_rumour(sentence.text);
            for mention in mentions {
                if !subject.is_meant(&mention) {
                    found.push(evidence(
                        mention,
                        source,
                        (passage, sentence.text),
                        lead,
                        is_rumour,
                    ));
                }
            }
        }
    }
    found.retain(|one| key_of(&one.name).chars().count() > 1 || one.name.contains(' '));
    Ok(found)
}

fn mentions(
    sentence: Sentence<'_>,
    list: Option<&OpenList<'_>>,
    subject: &Voice,
    words: &Words<'_>,
) -> Vec<Mention> {
    match Language::of_text(sentence.text) {
        Language::Zh => chinese::mentions(sentence.text, subject, words),
        Language::En => {
            let relation = list.map(|list| list.relation);
            english::mentions(sentence.text, relation, subject, words)
        }
    }
}

/// Page numbers and running titles stand between the items of a list and do not end it.
fn is_page_furniture(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit()) || text == "Table of Contents"
}

/// A line such as `Our current competitors include:`.
fn opened<'a>(passage: &'a Passage, sentence: &'a str) -> Option<OpenList<'a>> {
    let line = sentence.strip_suffix([':', '：'])?;
    english::list_of(line)
        .or_else(|| chinese::list_of(line))
        .map(|relation| OpenList {
            relation,
            lead: (passage, sentence),
        })
}

fn is_rumour(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    [
        "reportedly",
        "rumor",
        "rumour",
        "speculat",
        "in talks",
        "according to media",
        "unconfirmed",
        "据传",
        "传闻",
        "传言",
        "有消息称",
        "据媒体",
        "未经证实",
        "洽谈中",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

fn evidence(
    mention: Mention,
    source: &Source<'_>,
    sentence: (&Passage, &str),
    lead: Option<(&Passage, &str)>,
    is_rumour: bool,
) -> Found {
    let quoted = |(passage, quote): (&Passage, &str)| EdgeEvidence {
        evidence: EvidenceId::of_passage(&passage.id),
        passage: passage.id.clone(),
        quote: quote.to_owned(),
        tier: source.tier,
        as_of: source.date,
    };
    let tier = if is_rumour { Tier::D } else { source.tier };
    Found {
        relation: mention.relation,
        edge_type: EdgeType::of(mention.relation, tier),
        polarity: mention.polarity,
        kind: mention.kind,
        name: mention.name,
        aliases: mention.aliases,
        label: mention.label,
        date: source.date,
        evidence: std::iter::once(sentence).chain(lead).map(quoted).collect(),
    }
}
