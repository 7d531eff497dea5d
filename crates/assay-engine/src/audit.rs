//! A run checked again, offline, from what it left and nothing else.

mod follow_ups;
mod research;

use assay_appraisal::{Ground, Thesis, verify};
use assay_domain::{
    ArtifactKind, ArtifactType, Envelope, Event, Evidence, Finding, GateName, Language, RunId,
    RunSettings, Verdict,
};
use assay_exports::{Doc, markdown};
use assay_facts::DataPackage;
use assay_gates::{EgressPolicy, OfRun, Outgoing, OutputKind, decide, egress};
use assay_plan::RunState;
use assay_store::Store;
use assay_valuation::{Outcome, value};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::artifacts::{
    Artifacts, DATA_INTEGRITY, DOCUMENT, QUALITY_GATE, RESEARCH_MECHANISM, VALUATION,
};
use crate::{EngineError, Library};

/// What an audit found, check by check.
#[derive(Clone, Debug, Serialize)]
pub struct Audit {
    pub run: RunId,
    pub checks: Vec<AuditCheck>,
}

#[derive(Clone, Debug, Serialize)]
pub struct AuditCheck {
    pub name: &'static str,
    pub pass: bool,
    pub detail: String,
}

impl Audit {
    pub fn is_passed(&self) -> bool {
        self.checks.iter().all(|check| check.pass)
    }
}

/// Re-checks a run from what it left: sentences, also of what was asked on, are borne out by their
/// evidence, and of a judgement about a company figures recompute, sentences say what their figures say, the gates decide the
/// same, the valuation gives the same digits, the document is the one that was delivered.
pub fn audit(store: &Store, library: &Library, run: &RunId) -> Result<Audit, EngineError> {
    let journal = store.load(run, 0)?;
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
    let settings = state.settings().ok_or_else(|| EngineError::UnknownRun {
        run: run.to_string(),
    })?;
    let archive = Archive {
        store,
        run,
        journal: &journal,
    };
    let mut checks = match settings.investment {
        Some(_) => judgement(&archive, settings)?,
        None => Vec::new(),
    };
    checks.push(research::sentences(
        store,
        library,
        &journal,
        settings.language,
    )?);
    checks.extend(follow_ups::answers(library, &journal)?);
    Ok(Audit {
        run: run.clone(),
        checks,
    })
}

fn judgement(
    archive: &Archive<'_>,
    settings: &RunSettings,
) -> Result<Vec<AuditCheck>, EngineError> {
    let package = archive.read(DATA_INTEGRITY)?;
    let thesis = archive.read(RESEARCH_MECHANISM)?;
    let gate = archive.read(QUALITY_GATE)?;
    let outcome = archive.artifacts().read(VALUATION)?;
    let rules = crate::agents::rules_of(settings)?;
    let mut checks = vec![figures(&package)];
    checks.push(archive.sentences(&package, &thesis, outcome.as_ref()));
    let again = decide(&gate.measured, &rules);
    checks.push(AuditCheck {
        name: "the gates decide the same",
        pass: again == gate.decision,
        detail: format!("{} → {}", again.verdict.name(), again.output_type.name()),
    });
    checks.extend(outcome.as_ref().map(valuation));
    checks.push(archive.document(settings.language)?);
    Ok(checks)
}

fn figures(package: &DataPackage) -> AuditCheck {
    let wrong: Vec<String> = package
        .data_points
        .iter()
        .filter_map(|point| point.recompute().err())
        .map(|error| error.to_string())
        .collect();
    AuditCheck {
        name: "every derived figure recomputes",
        pass: wrong.is_empty(),
        detail: match wrong.first() {
            Some(first) => format!("{} of {}: {first}", wrong.len(), package.data_points.len()),
            None => format!("{} data points", package.data_points.len()),
        },
    }
}

fn valuation(stored: &Outcome) -> AuditCheck {
    let name = "the valuation gives the same digits";
    let Outcome::Valued(valuation) = stored else {
        return AuditCheck {
            name,
            pass: true,
            detail: "no method could run".to_owned(),
        };
    };
    let again = value(&valuation.request, valuation.generated_at);
    let pass = matches!(&again, Ok(again) if again == stored) && valuation.audit().is_ok();
    AuditCheck {
        name,
        pass,
        detail: match again {
            Ok(_) => format!("input hash {}", valuation.input_hash),
            Err(fault) => fault.to_string(),
        },
    }
}

/// The text without what the egress gate takes out. Whether it may leave at all was decided by the
/// counts of the run, which the archive holds, and by secrets of the machine, which it does not.
fn cleaned(text: &str, document: &Doc, language: Language) -> Option<String> {
    let outgoing = Outgoing {
        kind: OutputKind::Report,
        text,
        language,
        disclaimer_required: true,
        run: OfRun::NONE,
        configured_secrets: &[],
    };
    let policy = EgressPolicy {
        allowed_links: document.links(),
        ..EgressPolicy::default()
    };
    egress(&outgoing, &policy).text
}

struct Archive<'a> {
    store: &'a Store,
    run: &'a RunId,
    journal: &'a [Envelope],
}

impl Archive<'_> {
    fn artifacts(&self) -> Artifacts<'_> {
        Artifacts::new(self.store, self.journal)
    }

    fn read<T: DeserializeOwned>(&self, kind: ArtifactType<T>) -> Result<T, EngineError> {
        let found = self.artifacts().read(kind)?;
        found.ok_or_else(|| EngineError::Missing {
            run: self.run.clone(),
            what: format!("archived {}", kind.kind().name()),
            why: "it did not get that far".to_owned(),
        })
    }

    fn sentences(
        &self,
        package: &DataPackage,
        thesis: &Thesis,
        outcome: Option<&Outcome>,
    ) -> AuditCheck {
        let passages: Vec<Evidence> = self
            .journal
            .iter()
            .filter_map(|envelope| match &envelope.event {
                Event::EvidenceAttached { evidence } => Some(evidence.clone()),
                _ => None,
            })
            .collect();
        let findings: Vec<Finding> = self
            .journal
            .iter()
            .filter_map(|envelope| match &envelope.event {
                Event::FindingRecorded { finding } => Some(finding.clone()),
                _ => None,
            })
            .collect();
        let ground = Ground {
            package,
            outcome,
            passages: &passages,
            findings: &findings,
        };
        // sentences of the research are held against their passages by themselves
        let mut own = thesis.clone();
        own.claims.retain(|claim| !self.is_of_research(&claim.id));
        own.hypotheses.retain(|one| !self.is_of_research(&one.id));
        let wrong = verify(&own, &ground);
        AuditCheck {
            name: "every sentence says what its figures say",
            pass: wrong.is_empty(),
            detail: match wrong.first() {
                Some(first) => format!("{}: {first}", wrong.len()),
                None => format!(
                    "{} claims, {} hypotheses",
                    own.claims.len(),
                    own.hypotheses.len()
                ),
            },
        }
    }

    fn is_of_research(&self, id: &str) -> bool {
        self.journal.iter().any(|envelope| {
            matches!(&envelope.event, Event::ClaimRegistered { claim } if claim.id.as_str() == id)
        })
    }

    fn is_kept_in(&self) -> bool {
        self.journal.iter().any(|envelope| {
            let Event::GateDecided { gate, verdict, .. } = &envelope.event else {
                return false;
            };
            *gate == GateName::Egress && *verdict == Verdict::Blocked
        })
    }

    /// The document tree leads everywhere it points, and what the egress gate leaves of it is the
    /// text that was delivered.
    fn document(&self, language: Language) -> Result<AuditCheck, EngineError> {
        let document = self.read(DOCUMENT)?;
        let delivered = self.artifacts().text(ArtifactKind::Report)?;
        let (pass, detail) = match (markdown(&document), delivered) {
            (Ok(again), Some(delivered)) => {
                let detail = format!("{} bytes", again.len());
                (
                    cleaned(&again, &document, language) == Some(delivered),
                    detail,
                )
            }
            (Ok(_), None) if self.is_kept_in() => (true, "the egress gate kept it in".to_owned()),
            (Ok(_), None) => (
                false,
                "there is no report, and no gate kept it in".to_owned(),
            ),
            (Err(error), _) => (false, error.to_string()),
        };
        Ok(AuditCheck {
            name: "the document is the one that was delivered",
            pass,
            detail,
        })
    }
}
