use std::collections::BTreeMap;

use assay_domain::{ArtifactName, ClaimId, Event, GateName, Investment, Language, Verdict};
use assay_ecosystem::EcosystemPackage;
use assay_gates::{Decision, QualityVerdict};
use assay_valuation::{Outcome, Valuation};
use serde::Serialize;
use serde_json::{Value, json};

use super::judgement::{Pursued, Round};
use crate::RunContext;
use crate::workshop::WorkError;

/// Everything that the board archives of a judgement, one artifact an agent, with what the gate said
/// after each round. An artifact that is written again is the next version of it.
pub(super) async fn archived(
    context: &RunContext,
    pursued: &Pursued,
    ecosystem: Option<&EcosystemPackage>,
) -> Result<Vec<Event>, WorkError> {
    let mut archive = Archive {
        context,
        versions: BTreeMap::new(),
        events: Vec::new(),
    };
    archive.data(pursued, ecosystem).await?;
    for round in &pursued.returned {
        archive.round(pursued, round, None).await?;
    }
    let delivered = Some(&pursued.delivered);
    archive.valuation(pursued).await?;
    archive
        .round(pursued, &pursued.judged.round, delivered)
        .await?;
    archive.output(pursued).await?;
    Ok(archive.events)
}

struct Archive<'a> {
    context: &'a RunContext,
    /// Of each artifact, the last that was written.
    versions: BTreeMap<&'static str, u32>,
    events: Vec<Event>,
}

impl Archive<'_> {
    async fn data(
        &mut self,
        pursued: &Pursued,
        ecosystem: Option<&EcosystemPackage>,
    ) -> Result<(), WorkError> {
        const AGENT: &str = "data_integrity";
        let judged = &pursued.judged;
        self.output_of(AGENT, AGENT, judged.dossier.package(), &[])
            .await?;
        let company = json!({"company": judged.company, "sector": judged.sector});
        self.write("company", AGENT, &company).await?;
        self.write("changes", AGENT, &judged.changes).await?;
        if let Some(package) = ecosystem {
            self.output_of("ecosystem_graph", "ecosystem_graph", package, &[])
                .await?;
        }
        Ok(())
    }

    /// `delivered` is what the reader gets; a judgement that was sent back gives none.
    async fn round(
        &mut self,
        pursued: &Pursued,
        round: &Round,
        delivered: Option<&Decision>,
    ) -> Result<(), WorkError> {
        const RESEARCH: &str = "research_mechanism";
        const GATE: &str = "quality_gate";
        let claims = round.thesis.claims.iter();
        let claims: Vec<ClaimId> = claims.map(|claim| ClaimId::new(claim.id.clone())).collect();
        self.output_of(RESEARCH, RESEARCH, &round.thesis, &claims)
            .await?;
        let blueprint = pursued.judged.blueprint(round);
        self.write("model_blueprint", RESEARCH, &blueprint).await?;
        let gate = json!({
            "measured": round.measured,
            "decision": round.decision,
            "delivered": delivered,
            "outdated": round.outdated,
        });
        self.write(GATE, GATE, &gate).await?;
        let language = pursued.judged.dossier.language();
        self.events.push(decided(&round.decision, language));
        Ok(())
    }

    async fn valuation(&mut self, pursued: &Pursued) -> Result<(), WorkError> {
        const AGENT: &str = "valuation_engine";
        let judged = &pursued.judged;
        if let Some(request) = &judged.request {
            let notes = json!({"absent": request.absent, "peers": request.peers});
            self.write("valuation_notes", AGENT, &notes).await?;
            // what a value names itself; where there is none, a reader may still supply what is missing
            if !matches!(judged.outcome, Some(Outcome::Valued(_))) {
                self.write("valuation_request", AGENT, &request.request)
                    .await?;
            }
        }
        if let Some(outcome) = &judged.outcome {
            self.write("valuation", AGENT, outcome).await?;
        }
        if let Some(change) = &pursued.change {
            self.write("valuation_change", AGENT, change).await?;
        }
        Ok(())
    }

    async fn output(&mut self, pursued: &Pursued) -> Result<(), WorkError> {
        const AGENT: &str = "report_composer";
        self.write("final_output", AGENT, &pursued.final_output)
            .await?;
        self.write("document", AGENT, &pursued.document).await?;
        if let Some(workbook) = &pursued.workbook {
            self.write("workbook", AGENT, workbook).await?;
        }
        Ok(())
    }

    /// The main output of an agent, which names its run, version and claims.
    async fn output_of<T: Serialize>(
        &mut self,
        name: &'static str,
        agent: &str,
        output: &T,
        claims: &[ClaimId],
    ) -> Result<(), WorkError> {
        let mut value = serde_json::to_value(output)?;
        if let Value::Object(fields) = &mut value {
            fields.insert("run_id".to_owned(), json!(self.context.run));
            let version = self.next_version(name);
            fields.insert("artifact_version".to_owned(), json!(version));
            fields.insert("claim_ids".to_owned(), json!(claims));
        }
        self.write(name, agent, &value).await
    }

    async fn write<T: Serialize>(
        &mut self,
        name: &'static str,
        agent: &str,
        content: &T,
    ) -> Result<(), WorkError> {
        let version = self.next_version(name);
        self.versions.insert(name, version);
        let text = serde_json::to_string(content)?;
        self.events.push(Event::ArtifactWritten {
            artifact: ArtifactName::new(name),
            version,
            agent: agent.to_owned(),
            claim_ids: Vec::new(),
            body: self.context.store().body(text).await?,
        });
        Ok(())
    }

    fn next_version(&self, name: &str) -> u32 {
        self.versions.get(name).map_or(1, |last| last + 1)
    }
}

/// What the quality gate and the kill switch said, with the figures that made a switch fire.
fn decided(decision: &Decision, language: Language) -> Event {
    let verdict = match decision.verdict {
        QualityVerdict::Pass => Verdict::Pass,
        QualityVerdict::Degrade => Verdict::Degrade,
        QualityVerdict::Fail => Verdict::Fail,
    };
    let gate = decision.gate.reasons.iter().map(|reason| {
        let text = reason.text.get(language);
        format!("{text} ({})", reason.code)
    });
    let fired = decision.fired().map(|switch| switch.said(language));
    Event::GateDecided {
        gate: GateName::QualityGate,
        verdict,
        reasons: gate.chain(fired).collect(),
    }
}

/// The newest valuation of the same company by an earlier run.
pub(super) fn previous_valuation(
    context: &RunContext,
    investment: &Investment,
) -> Result<Option<Valuation>, WorkError> {
    let store = context.store();
    for row in store.runs(usize::MAX)? {
        if row.run == context.run || row.title.is_empty() {
            continue;
        }
        let journal = store.load(&row.run, 0)?;
        let same = journal.iter().any(|envelope| {
            matches!(&envelope.event, Event::RunCreated { settings, .. }
                if settings.investment.as_ref().is_some_and(|other|
                    other.company == investment.company && other.as_of <= investment.as_of))
        });
        if !same {
            continue;
        }
        let valued = journal
            .iter()
            .rev()
            .find_map(|envelope| match &envelope.event {
                Event::ArtifactWritten { artifact, body, .. }
                    if artifact.as_str() == "valuation" =>
                {
                    Some(body)
                }
                _ => None,
            });
        let Some(body) = valued else { continue };
        let outcome: Outcome = serde_json::from_str(&store.text_of(body)?)?;
        if let Outcome::Valued(valuation) = outcome {
            return Ok(Some(*valuation));
        }
    }
    Ok(None)
}
