//! Questions about a matter of many sides, over the papers of a ferry line.

use assay_answer::{Answer, Frame, Given, Known, answer, documents_about};
use assay_domain::{DocumentId, Evidence, EvidenceId, PassageId, Place, Tier};

use crate::told_from;

const QUESTION: &str = "How can the ferry line train its deck crews for winter storms, shorten boarding delays for passengers with cars and keep fuel costs down on the northern route?";

const WINTER: &str = "This plan outlines how the ferry line trains deck crews for winter storms on the northern route.\n\n\
    In the winter of 2024 storms caused 38 boarding delays on the northern route. \
    Crews that had been trained shortened them to 22 minutes on average.\n\n\
    It is read again every spring.";
const FUEL: &str = "Through winter storms and slow boarding, fuel costs of the ferry line on the northern route rose to 4.1 million in 2024. \
    Slower sailing with few passengers and cars would save 9% of it.";
const CANTEEN: &str = "The canteen on the quay sold 61,000 meals in 2024. Soup was liked best.";
const CHAT: &str = "Deck crews of the northern route asked for a second storm training before the winter of 2025, as boarding passengers with cars takes 40 minutes in a gale. \
    The office printer was out of order for 12 days.";

fn evidence(name: &str, title: &str, text: &str, place: Option<Place>) -> Evidence {
    let passage = PassageId::new(format!("{name}:0-900"));
    Evidence {
        id: EvidenceId::of_passage(&passage),
        passage,
        document: DocumentId::new(name),
        source: title.to_owned(),
        origin: format!("{name}.txt"),
        place,
        headings: Vec::new(),
        quote: text.to_owned(),
        tier: Tier::C,
        as_of: None,
    }
}

fn papers() -> Vec<Evidence> {
    vec![
        evidence("doc_canteen", "Canteen figures", CANTEEN, None),
        evidence("doc_fuel", "Fuel costs of the ferry line", FUEL, None),
        evidence(
            "doc_winter",
            "Training deck crews for winter storms",
            WINTER,
            None,
        ),
        evidence("doc_chat", "chat_0412", CHAT, Some(Place::Message(3))),
    ]
}

fn told<T>(question: &str, tell: impl Fn(&Frame, &Given<'_>) -> T) -> T {
    told_from(question, &Known::default(), &papers(), None, tell)
}

fn asked(question: &str) -> Answer {
    told(question, answer)
}

#[test]
fn each_document_about_the_matter_tells_what_it_reports() {
    let text = asked(QUESTION).markdown();
    for said in ["38 boarding delays", "22 minutes", "4.1 million", "save 9%"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    for unasked in ["canteen", "meals"] {
        assert!(!text.contains(unasked), "{unasked}: {text}");
    }
}

#[test]
fn of_messages_only_what_speaks_of_the_matter_is_told() {
    let text = asked(QUESTION).markdown();
    assert!(text.contains("second storm training"), "{text}");
    assert!(!text.contains("printer"), "{text}");
}

#[test]
fn documents_about_the_matter_come_best_first() {
    let documents = told(QUESTION, documents_about);
    let names: Vec<&str> = documents.iter().map(DocumentId::as_str).collect();
    assert_eq!(names.first(), Some(&"doc_winter"), "{names:?}");
    assert!(!names.contains(&"doc_canteen"), "{names:?}");
}

#[test]
fn a_question_for_one_thing_is_no_matter() {
    for question in [
        "what did fuel cost on the northern route in 2024",
        "how many boarding delays did storms cause?",
        "why was boarding late?",
    ] {
        assert!(told(question, documents_about).is_empty(), "{question}");
    }
}

#[test]
fn a_matter_that_no_document_is_about_is_not_told() {
    let strange = "How should orchestras rehearse contemporary operas, pay guest singers and tune historic organs while touring Asian festivals by train?";
    assert!(told(strange, documents_about).is_empty());
    assert!(!asked(strange).says_something());
}
