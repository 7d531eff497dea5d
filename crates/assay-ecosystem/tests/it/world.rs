use assay_domain::{Date, DocumentId, Language, Passage, PassageId, Tier};
use assay_ecosystem::{Found, Graph, Source, Subject, UpdatePolicy, extract};

pub(crate) fn day(text: &str) -> Date {
    text.parse().expect("a date")
}

pub(crate) fn subject() -> Subject {
    Subject {
        names: vec![
            "Acme Robotics, Inc.".to_owned(),
            "Acme".to_owned(),
            "艾克米".to_owned(),
        ],
        ticker: Some("ACME".to_owned()),
    }
}

pub(crate) fn policy() -> UpdatePolicy {
    UpdatePolicy::standard(Language::En)
}

/// Each text is a passage of one document.
pub(crate) fn passages(texts: &[&str]) -> Vec<Passage> {
    let document = DocumentId::of_bytes(texts.concat().as_bytes());
    let mut start = 0;
    texts
        .iter()
        .map(|text| {
            let end = start + text.len();
            let id = PassageId::from_range(&document, start, end);
            let passage = Passage {
                id,
                document: document.clone(),
                start,
                end,
                headings: Vec::new(),
                text: (*text).to_owned(),
            };
            start = end;
            passage
        })
        .collect()
}

pub(crate) fn found(texts: &[&str], date: &str, tier: Tier) -> Vec<Found> {
    let passages = passages(texts);
    let source = Source {
        passages: &passages,
        date: day(date),
        tier,
        is_own: true,
    };
    let found = extract(&subject(), &source).expect("a subject");
    for one in &found {
        for evidence in &one.evidence {
            let passage = passages
                .iter()
                .find(|passage| passage.id == evidence.passage);
            assert!(
                passage.unwrap().text.contains(&evidence.quote),
                "{evidence:?}"
            );
        }
    }
    found
}

/// A graph of what these texts state on a day, as a regulator's document.
pub(crate) fn graph(texts: &[&str], date: &str) -> Graph {
    let mut graph = Graph::new(&subject());
    graph.merge(found(texts, date, Tier::A), &policy());
    graph
}
