//! What a causal model keeps, whoever proposed it.

use assay_analyst::{Measure, Note, ProposedModel, Quoted, accept, causal_model};
use assay_domain::{EvidenceId, Language};
use serde_json::json;

fn note(topic: &str, summary: &str, id: &str) -> Note {
    Note {
        topic: topic.to_owned(),
        summary: summary.to_owned(),
        evidence: vec![Quoted {
            id: EvidenceId::new(id),
            quote: summary.to_owned(),
            confidence: 0.7,
        }],
    }
}

fn notes() -> Vec<Note> {
    vec![
        note(
            "Margins",
            "Gross margin fell to 18.4% due to lower selling prices, partly offset by cost cuts.",
            "ev_1",
        ),
        note("Prices", "List prices fell by 8% in 2024.", "ev_2"),
        note("Outlook", "The company expects prices to settle.", "ev_3"),
        note("Outlook", "公司预计2026年上半年开始供货。", "ev_4"),
        note("Supply", "A shortage of wafers is the main risk.", "ev_5"),
        note("需求", "补贴政策带动销量增长12%。", "ev_6"),
    ]
}

#[test]
fn the_offline_model_says_what_sentences_say() {
    let model = causal_model(&notes(), Vec::new(), Language::En);
    let blueprint = model.blueprint(Default::default());
    insta::assert_json_snapshot!(blueprint);
    insta::assert_snapshot!(model.section(&notes(), Language::En));
}

#[test]
fn notes_without_causes_or_prospects_give_warnings_instead_of_guesses() {
    let plain = [note("Prices", "List prices were 8 dollars.", "ev_1")];
    let model = causal_model(&plain, Vec::new(), Language::Zh);
    assert!(model.relations.is_empty() && model.scenarios.is_empty());
    assert_eq!(model.warnings.len(), 2);
}

#[test]
fn a_proposal_keeps_only_what_its_notes_bear() {
    let proposed: ProposedModel = serde_json::from_value(json!({
        "coreDrivers": [
            {"name": "Prices", "description": "List prices fell by 8% in 2024.", "evidenceRefs": [1, 99]},
            {"name": "Margins", "description": "Gross margin fell to 18.4%.", "evidenceRefs": [0]},
            {"name": "Magic", "description": "Everything doubles.", "evidenceRefs": [1]},
            {"name": "Nowhere", "description": "Prices fell.", "evidenceRefs": [42]},
        ],
        "relationships": [
            {"from": "Prices", "to": "Margins", "type": "influence", "confidence": 0.99, "note": 0},
            {"from": "Magic", "to": "Margins", "confidence": 0.5, "note": 0},
            {"from": "Prices", "to": "Margins", "confidence": 0.5, "note": 77},
        ],
        "scenarios": [{"name": "Base", "confidence": 1.0,
            "assumptions": [{"text": "The company expects prices to settle.", "note": 2}],
            "outcomes": [{"text": "Profit triples.", "note": 2}]}],
        "metrics": [
            {"name": "Price cut", "estimate": 8.0, "unit": "%", "note": 1},
            {"name": "Price cut", "estimate": 9.0, "unit": "%", "note": 1},
        ],
    }))
    .expect("a proposal");
    let measures = [Measure {
        name: "List prices".to_owned(),
        estimate: 8.0,
        unit: "%".to_owned(),
        confidence: 0.7,
        note: 1,
    }];
    let says = |text: &str, note: &Note| {
        Ok::<_, std::convert::Infallible>(note.summary.starts_with(text.trim_end_matches('.')))
    };
    let model = accept(proposed, &notes(), &measures, says, Language::En).expect("checked");
    let names: Vec<&str> = model.drivers.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Prices", "Margins"]);
    assert_eq!(
        model.drivers.first().map(|one| one.notes.clone()),
        Some(vec![1])
    );
    assert_eq!(model.relations.len(), 1);
    // nobody is surer than the source
    assert!(model.relations.iter().all(|one| one.confidence <= 0.7));
    assert_eq!(model.scenarios.len(), 1);
    assert!(model.scenarios.iter().all(|one| one.outcomes.is_empty()));
    assert_eq!(model.metrics.len(), 1);
    assert_eq!(model.warnings.len(), 6, "{:?}", model.warnings);
}
