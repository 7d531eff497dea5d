use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ArtifactName, ClaimId, Confidence, Date, Envelope, Event, EvidenceId, GateName, Request, RunId,
    Tier, Timestamp, Verdict,
};

/// The blackboard of a run: what its journal adds up to, at any version.
// It serialises exactly as S1 2.1 shows it. Apply the run's events in order; stopping early gives the
// board as it was then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    pub run_id: RunId,
    pub created_at: Option<Timestamp>,
    pub target: Option<Request>,
    pub artifacts: BTreeMap<ArtifactName, ArtifactRecord>,
    pub claim_registry: BTreeMap<ClaimId, ClaimRecord>,
    pub evidence_registry: BTreeMap<EvidenceId, EvidenceRecord>,
    pub gate_history: Vec<GateRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ArtifactRecord {
    pub artifact_id: String,
    pub version: u32,
    pub timestamp: Timestamp,
    pub status: String,
    pub agent: String,
    pub claim_ids: Vec<ClaimId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimRecord {
    pub text: String,
    pub source_agent: String,
    pub evidence_ids: Vec<EvidenceId>,
    pub confidence: Confidence,
    pub last_updated: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceRecord {
    pub source: String,
    pub tier: Tier,
    pub as_of: Option<Date>,
    pub linked_claims: Vec<ClaimId>,
    pub passage: crate::PassageId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateRecord {
    pub gate: GateName,
    pub verdict: Verdict,
    pub timestamp: Timestamp,
    pub reason: String,
}

impl Board {
    pub fn new(run_id: RunId) -> Self {
        Self {
            run_id,
            created_at: None,
            target: None,
            artifacts: BTreeMap::new(),
            claim_registry: BTreeMap::new(),
            evidence_registry: BTreeMap::new(),
            gate_history: Vec::new(),
        }
    }

    pub fn from_journal<'a>(
        run_id: RunId,
        journal: impl IntoIterator<Item = &'a Envelope>,
    ) -> Self {
        let mut board = Self::new(run_id);
        for envelope in journal {
            board.apply(envelope);
        }
        board
    }

    pub fn apply(&mut self, envelope: &Envelope) {
        let at = envelope.at;
        match &envelope.event {
            Event::RunCreated { request, .. } => {
                self.created_at = Some(at);
                self.target = Some(request.clone());
            }
            Event::ArtifactWritten {
                artifact,
                version,
                agent,
                claim_ids,
                ..
            } => {
                let record = ArtifactRecord {
                    artifact_id: format!("{artifact}_v{version}"),
                    version: *version,
                    timestamp: at,
                    status: "completed".to_owned(),
                    agent: agent.clone(),
                    claim_ids: claim_ids.clone(),
                };
                self.artifacts.insert(artifact.clone(), record);
            }
            Event::EvidenceAttached { evidence } => {
                let linked_claims = self
                    .evidence_registry
                    .get(&evidence.id)
                    .map(|known| known.linked_claims.clone())
                    .unwrap_or_default();
                let record = EvidenceRecord {
                    source: evidence.source.clone(),
                    tier: evidence.tier,
                    as_of: evidence.as_of,
                    linked_claims,
                    passage: evidence.passage.clone(),
                };
                self.evidence_registry.insert(evidence.id.clone(), record);
            }
            Event::ClaimRegistered { claim } => self.register(claim, at),
            Event::GateDecided {
                gate,
                verdict,
                reasons,
            } => self.gate_history.push(GateRecord {
                gate: *gate,
                verdict: *verdict,
                timestamp: at,
                reason: reasons.join("; "),
            }),
            _ => {}
        }
    }

    fn register(&mut self, claim: &crate::Claim, at: Timestamp) {
        for id in &claim.evidence_ids {
            if let Some(evidence) = self.evidence_registry.get_mut(id)
                && !evidence.linked_claims.contains(&claim.id)
            {
                evidence.linked_claims.push(claim.id.clone());
            }
        }
        let record = ClaimRecord {
            text: claim.text.clone(),
            source_agent: claim.source_agent.clone(),
            evidence_ids: claim.evidence_ids.clone(),
            confidence: claim.confidence,
            last_updated: at,
        };
        self.claim_registry.insert(claim.id.clone(), record);
    }
}
