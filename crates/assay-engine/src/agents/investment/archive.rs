use assay_appraisal::Dossier;
use assay_domain::{
    ArtifactKind, ArtifactName, ArtifactType, ClaimId, Event, Investment, Language,
};
use assay_gates::{Decision, SwitchReading};
use assay_valuation::{Outcome, Valuation};
use serde::Serialize;
use serde_json::{Value, json};

use super::super::switches;
use super::judgement::{Judgement, Pursued, Round};
use super::pursuit::Pursuit;
use crate::RunContext;
use crate::artifacts::{
    ArtifactWriter, Artifacts, CHANGES, COMPANY, CompanyRecord, DATA_INTEGRITY, DOCUMENT,
    ECOSYSTEM_GRAPH, FINAL_OUTPUT, GateRecord, MODEL_BLUEPRINT, QUALITY_GATE, RESEARCH_MECHANISM,
    VALUATION, VALUATION_CHANGE, VALUATION_NOTES, VALUATION_REQUEST, ValuationNotes, WORKBOOK,
};
use crate::workshop::WorkError;

/// What the board archives of a judgement, one artifact an agent, with what the gate said after each
/// round. An artifact that is written again is the next version of it.
pub(super) struct Archive<'a> {
    pub(super) context: &'a RunContext,
    pub(super) events: Vec<Event>,
}

impl Archive<'_> {
    /// What every round is made from.
    pub(super) async fn data(&mut self, pursuit: &Pursuit<'_>) -> Result<(), WorkError> {
        const AGENT: &str = "data_integrity";
        let package = pursuit.dossier.package();
        self.output_of(DATA_INTEGRITY, AGENT, package, &[]).await?;
        let company = CompanyRecord {
            company: pursuit.material.file.company.clone(),
            sector: pursuit.sector.clone(),
        };
        self.write(COMPANY, AGENT, &company).await?;
        self.write(CHANGES, AGENT, &pursuit.changes).await?;
        if let Some(package) = pursuit.material.ecosystem {
            self.output_of(ECOSYSTEM_GRAPH, "ecosystem_graph", package, &[])
                .await?;
        }
        Ok(())
    }

    /// A judgement that the gate sent back: no value followed it, and no reader gets it.
    pub(super) async fn sent_back(
        &mut self,
        dossier: &Dossier,
        round: &Round,
    ) -> Result<(), WorkError> {
        self.round(dossier, round, (None, None)).await
    }

    /// The judgement that stands, with its value.
    pub(super) async fn judgement(
        &mut self,
        dossier: &Dossier,
        judged: &Judgement,
    ) -> Result<(), WorkError> {
        self.valuation(judged).await?;
        let delivered = judged.delivered();
        let beside = (judged.outcome.as_ref(), Some(&delivered));
        self.round(dossier, &judged.round, beside).await
    }

    /// `delivered` is what the reader gets.
    async fn round(
        &mut self,
        dossier: &Dossier,
        round: &Round,
        (outcome, delivered): (Option<&Outcome>, Option<&Decision>),
    ) -> Result<(), WorkError> {
        const RESEARCH: &str = "research_mechanism";
        let claims = round.thesis.claims.iter();
        let claims: Vec<ClaimId> = claims.map(|claim| ClaimId::new(claim.id.clone())).collect();
        self.output_of(RESEARCH_MECHANISM, RESEARCH, &round.thesis, &claims)
            .await?;
        let blueprint = round.blueprint(dossier, outcome);
        self.write(MODEL_BLUEPRINT, RESEARCH, &blueprint).await?;
        let gate = GateRecord {
            measured: round.measured.clone(),
            decision: round.decision.clone(),
            delivered: delivered.cloned(),
            outdated: round.outdated.clone(),
        };
        self.write(QUALITY_GATE, "quality_gate", &gate).await?;
        self.events
            .push(decided(&round.decision, dossier.language()));
        Ok(())
    }

    async fn valuation(&mut self, judged: &Judgement) -> Result<(), WorkError> {
        const AGENT: &str = "valuation_engine";
        if let Some(request) = &judged.request {
            let notes = ValuationNotes {
                absent: request.absent.clone(),
                peers: request.peers.clone(),
            };
            self.write(VALUATION_NOTES, AGENT, &notes).await?;
            // what a value names itself; where there is none, a reader may still supply what is missing
            if !matches!(judged.outcome, Some(Outcome::Valued(_))) {
                self.write(VALUATION_REQUEST, AGENT, &request.request)
                    .await?;
            }
        }
        if let Some(outcome) = &judged.outcome {
            self.write(VALUATION, AGENT, outcome).await?;
        }
        if let Some(change) = &judged.change {
            self.write(VALUATION_CHANGE, AGENT, change).await?;
        }
        Ok(())
    }

    /// The document that the reader gets.
    pub(super) async fn output(&mut self, pursued: &Pursued) -> Result<(), WorkError> {
        const AGENT: &str = "report_composer";
        self.write(FINAL_OUTPUT, AGENT, &pursued.final_output)
            .await?;
        self.write(DOCUMENT, AGENT, &pursued.document).await?;
        if let Some(workbook) = &pursued.workbook {
            self.write(WORKBOOK, AGENT, workbook).await?;
        }
        Ok(())
    }

    /// The main output of an agent, which names its run, version and claims.
    async fn output_of<T: Serialize>(
        &mut self,
        kind: ArtifactType<T>,
        agent: &str,
        output: &T,
        claims: &[ClaimId],
    ) -> Result<(), WorkError> {
        let mut value = serde_json::to_value(output)?;
        if let Value::Object(fields) = &mut value {
            fields.insert("run_id".to_owned(), json!(self.context.run));
            let version = self.next_version(kind.kind());
            fields.insert("artifact_version".to_owned(), json!(version));
            fields.insert("claim_ids".to_owned(), json!(claims));
        }
        self.write(kind.seen_as(), agent, &value).await
    }

    async fn write<T: Serialize>(
        &mut self,
        kind: ArtifactType<T>,
        agent: &str,
        content: &T,
    ) -> Result<(), WorkError> {
        let version = self.next_version(kind.kind());
        let store = self.context.store();
        let writer = ArtifactWriter { store, agent };
        self.events
            .push(writer.of_run(kind, version, content).await?);
        Ok(())
    }

    /// No step writes the same kind twice.
    fn next_version(&self, kind: ArtifactKind) -> u32 {
        let name = ArtifactName::of_run(kind);
        self.context.memory().next_version(&name)
    }
}

/// What the quality gate and the kill switch said, with the figures that made a switch fire.
fn decided(decision: &Decision, language: Language) -> Event {
    switches::quality_gate(decision.verdict, why(decision, language, |_| true))
}

/// The reasons of the gate, then those of the switches that fired and count.
pub(super) fn why(
    decision: &Decision,
    language: Language,
    counts: fn(&SwitchReading) -> bool,
) -> Vec<String> {
    let gate = decision.gate.reasons.iter().map(|reason| {
        let text = reason.text.get(language);
        format!("{text} ({})", reason.code)
    });
    let fired = decision.fired().filter(|switch| counts(switch));
    gate.chain(fired.map(|switch| switch.said(language)))
        .collect()
}

/// The newest valuation of the same company by an earlier run.
pub(super) fn previous_valuation(
    context: &RunContext,
    investment: &Investment,
) -> Result<Option<Valuation>, WorkError> {
    let store = context.store();
    let earlier = store.valuations(&[&investment.company], Some(investment.as_of))?;
    for valued in earlier.into_iter().filter(|one| one.run != context.run) {
        let journal = store.load_some(&valued.run, valued.run_seq.saturating_sub(1), 1)?;
        let outcome = Artifacts::new(store, &journal).read(VALUATION)?;
        if let Some(Outcome::Valued(valuation)) = outcome {
            return Ok(Some(*valuation));
        }
    }
    Ok(None)
}
