//! What the offline analyst writes passes the check as it stands.

use std::fs;
use std::path::{Path, PathBuf};

use assay_analyst::{SectionInput, write_section};
use assay_claims::{ClaimText, ReadSource, Source, check_claim};
use assay_documents::{read_document, split};
use assay_domain::{
    DocumentSubject, Evidence, EvidenceId, Language, Plan, SectionLength, Tier, Timestamp,
};

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples")
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// The evidence of the samples, each with what its document says it is about.
fn library() -> Vec<(Evidence, DocumentSubject)> {
    let mut paths = Vec::new();
    for folder in ["filings", "ir", "news", "research", "vendor", "web"] {
        files(&samples().join(folder), &mut paths);
    }
    let mut found = Vec::new();
    for path in paths {
        let bytes = fs::read(&path).expect("a sample");
        let name = path.display().to_string();
        let parsed = read_document(&name, &bytes).expect("a readable sample");
        let document = parsed.record(&name, &bytes, Tier::B, Timestamp::UNIX_EPOCH);
        for passage in split(&document, &parsed.text) {
            let evidence = Evidence {
                id: EvidenceId::of_passage(&passage.id),
                passage: passage.id,
                document: document.id.clone(),
                source: document.title.clone(),
                origin: document.origin.clone(),
                headings: passage.headings,
                place: None,
                quote: passage.text,
                tier: document.tier,
                as_of: document.date,
            };
            found.push((evidence, document.subject.clone()));
        }
    }
    found
}

fn check_all(plan: &str, language: Language) {
    let plan = fs::read_to_string(samples().join(plan)).expect("a plan");
    let plan: Plan = serde_json::from_str(&plan).expect("a plan");
    let library = library();
    let evidence: Vec<Evidence> = library.iter().map(|(item, _)| item.clone()).collect();
    let mut wrong = Vec::new();
    let mut computed = 0;
    for task in &plan.tasks {
        let draft = write_section(&SectionInput {
            plan: &plan,
            task,
            evidence: &evidence,
            earlier: &[],
            language,
            length: SectionLength {
                min: 250,
                max: 2_000,
            },
        });
        let Ok(draft) = draft else {
            continue;
        };
        for claim in draft.claims {
            let sources: Vec<ReadSource<'_>> = library
                .iter()
                .filter(|(item, _)| claim.evidence_ids.contains(&item.id))
                .map(|(item, subject)| ReadSource::of(Source::of(item, Some(subject))))
                .collect();
            let formula = claim.kind.formula();
            computed += usize::from(formula.is_some());
            let text = ClaimText {
                text: &claim.text,
                formula,
            };
            let verdict = check_claim(&text, &sources.iter().collect::<Vec<_>>());
            if !verdict.is_supported() {
                wrong.push(format!(
                    "{}\n  {}",
                    claim.text,
                    verdict.reason(Language::En)
                ));
            }
        }
    }
    assert!(computed >= 8, "{computed} computed sentences");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_offline_analyst_passes_in_english() {
    check_all("plan.json", Language::En);
}

#[test]
fn the_offline_analyst_passes_in_chinese() {
    check_all("plan.zh.json", Language::Zh);
}
