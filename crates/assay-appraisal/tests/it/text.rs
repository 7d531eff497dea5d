//! A whole thesis as text, in both languages, and its structured part.

use assay_appraisal::{Dossier, Part, Thesis, blueprint, thesis, valuation_request};
use assay_domain::{EvidenceId, Language, Timestamp};
use assay_steps::BlueprintMetadata;
use assay_valuation::value;

use crate::lab::{book, day, dec, dossier_on, market, quote, sample};

const ON: &str = "2025-03-01";

fn example(language: Language) -> (Dossier, Thesis, assay_valuation::Outcome) {
    let mut facts = sample(&[2019, 2020, 2021, 2022, 2023, 2024], "USD", false);
    // A year in which costs rose, so that something speaks against the company.
    for fact in &mut facts {
        if fact.concept.ends_with(":OperatingIncomeLoss") && fact.period.end == day("2024-12-31") {
            fact.value -= dec("40000000");
        }
    }
    let dossier = dossier_on(&book(facts), day(ON), language);
    let price = quote("30", "USD", day(ON));
    let made = valuation_request(&dossier, Some(&price), &market(day(ON)), &[]).unwrap();
    let outcome = value(&made.request, Timestamp::UNIX_EPOCH).unwrap();
    let written = thesis(&dossier, &[], &[], Some(&outcome));
    (dossier, written, outcome)
}

fn text(parts: &[Part]) -> String {
    let shown = parts.iter().map(|part| match part {
        Part::Text { text } => text.clone(),
        Part::Figure { text, .. } => format!("<{text}>"),
        Part::Cite { .. } => "[*]".to_owned(),
    });
    shown.collect()
}

fn page(written: &Thesis) -> String {
    let mut lines = Vec::new();
    for claim in &written.claims {
        let critical = if claim.critical { " critical" } else { "" };
        lines.push(format!(
            "{:?}{critical} {}: {}",
            claim.role,
            claim.id,
            text(&claim.text)
        ));
        if let Some(wire) = &claim.wrong_if {
            let source = wire.source.split(" (").next().unwrap();
            lines.push(format!(
                "  wrong if {} {} {} {} | {source} | {} | {}",
                wire.metric, wire.operator, wire.threshold, wire.unit, wire.cadence, wire.action
            ));
        }
    }
    for mechanism in &written.mechanisms {
        lines.push(format!(
            "{} -> {}: {}",
            mechanism.from,
            mechanism.to,
            text(&mechanism.text)
        ));
    }
    for driver in &written.drivers {
        lines.push(format!("{}: {}", driver.name, text(&driver.description)));
    }
    for hypothesis in &written.hypotheses {
        lines.push(format!("{} {}", hypothesis.id, hypothesis.statement));
        lines.push(format!("  {}", hypothesis.verification_needed.join("; ")));
        for trigger in &hypothesis.monitoring_triggers {
            lines.push(format!("  {} => {}", trigger.event, trigger.action));
        }
    }
    for catalyst in &written.catalysts {
        lines.push(format!("{} {}", catalyst.date, text(&catalyst.text)));
    }
    lines.join("\n")
}

#[test]
fn the_thesis_reads_in_english() {
    insta::assert_snapshot!(page(&example(Language::En).1));
}

#[test]
fn the_thesis_reads_in_chinese() {
    insta::assert_snapshot!(page(&example(Language::Zh).1));
}

#[test]
fn the_blueprint_has_the_fields_of_the_protocol() {
    let (dossier, written, outcome) = example(Language::En);
    let notes: Vec<EvidenceId> = written.claims[0]
        .evidence
        .iter()
        .map(|(id, _)| id.clone())
        .collect();
    let metadata = BlueprintMetadata {
        is_fallback: true,
        ..BlueprintMetadata::default()
    };
    let model = blueprint(&written, &dossier, &notes, Some(&outcome), metadata);
    insta::assert_json_snapshot!(model);
}
