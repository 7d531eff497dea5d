use std::collections::{BTreeMap, BTreeSet};

use assay_appraisal::{
    Dossier, Outdated, Thesis, ValuationRequest, blueprint, output_after_valuation,
};
use assay_domain::{Event, Evidence, EvidenceId, Outcome as Ended};
use assay_exports::{Doc, Workbook, html, markdown};
use assay_gates::{Decision, Measured, OutputType, QualityVerdict};
use assay_memo::{compose, conflict_list, error_list, hypothesis_list, watchlist_card, workbook};
use assay_steps::{BlueprintMetadata, ModelBlueprint};
use assay_valuation::{Outcome, ValueChange};
use serde_json::{Value, json};

use super::archive::why;
use super::pursuit::{Pursuit, price_of_memo};
use crate::EngineError;
use crate::workshop::{IntegrateJob, WorkError};

/// One way through research and gate. A run that goes back makes another.
pub(super) struct Round {
    pub(super) thesis: Thesis,
    pub(super) measured: Measured,
    /// What the gates said.
    pub(super) decision: Decision,
    /// Core figures that are too old for the day of the run.
    pub(super) outdated: Option<Outdated>,
    /// Passages that show the figures of the thesis.
    pub(super) grounds: Vec<Evidence>,
}

/// What the figures and passages come to.
pub(super) struct Judgement {
    pub(super) round: Round,
    pub(super) request: Option<ValuationRequest>,
    pub(super) outcome: Option<Outcome>,
    pub(super) change: Option<ValueChange>,
}

impl Judgement {
    /// What the reader gets: a memo that the gates allow and no method could value becomes a card.
    pub(super) fn delivered(&self) -> Decision {
        let mut delivered = self.round.decision.clone();
        delivered.output_type = match (delivered.output_type, &self.outcome) {
            (OutputType::Memo, None) => OutputType::WatchlistCard,
            (output, Some(outcome)) => output_after_valuation(output, outcome),
            (output, None) => output,
        };
        if delivered.output_type > self.round.decision.output_type {
            delivered.verdict = delivered.verdict.max(QualityVerdict::Degrade);
        }
        delivered
    }
}

impl Round {
    /// The thesis as S2's model of what drives what. Written by rules, so no model stood behind it.
    pub(super) fn blueprint(&self, dossier: &Dossier, outcome: Option<&Outcome>) -> ModelBlueprint {
        let cited = self.thesis.claims.iter().flat_map(|claim| &claim.evidence);
        let notes: BTreeSet<EvidenceId> = cited.map(|(id, _)| id.clone()).collect();
        let notes: Vec<EvidenceId> = notes.into_iter().collect();
        let metadata = BlueprintMetadata::default();
        blueprint(&self.thesis, dossier, &notes, outcome, metadata)
    }
}

/// A judgement and the document that tells it.
pub(super) struct Pursued {
    pub(super) judged: Judgement,
    /// The decision with the kind of document that could be written.
    pub(super) delivered: Decision,
    pub(super) document: Doc,
    pub(super) workbook: Option<Workbook>,
    pub(super) markdown: String,
    pub(super) html: String,
    pub(super) notes: Vec<String>,
    /// The document as data, in the form of its kind.
    pub(super) final_output: Value,
}

impl Pursued {
    pub(super) fn is_memo(&self) -> bool {
        self.delivered.output_type == OutputType::Memo
    }

    /// A memo is the whole of what was asked for; anything less is a run that goes on with less.
    pub(super) fn outcome(&self, job: &IntegrateJob) -> (Ended, Vec<String>) {
        let mut reasons = job.reasons.clone();
        let language = job.context.settings.language;
        // what only warns is told with the figures that are old
        let decision = &self.judged.round.decision;
        reasons.extend(why(decision, language, |fired| fired.action.blocks()));
        let outdated = self.judged.round.outdated.as_ref();
        reasons.extend(outdated.map(|old| old.told(language)));
        reasons.extend(self.notes.iter().cloned());
        let ended = match self.delivered.output_type {
            // figures carried the memo where no text answered the tasks
            OutputType::Memo if job.outcome == Ended::Failed => Ended::Partial,
            OutputType::Memo => job.outcome,
            OutputType::WatchlistCard | OutputType::HypothesisList => Ended::Degraded,
            OutputType::ConflictReport | OutputType::ErrorReport => Ended::Failed,
        };
        (ended, reasons)
    }
}

impl Pursuit<'_> {
    /// Writes the document that the judgement allows.
    pub(super) fn composed(self, judged: Judgement) -> Result<Pursued, WorkError> {
        let material = &self.material;
        let mut evidence = material.evidence.clone();
        self.cited(&judged.round, &mut evidence)?;
        let delivered = judged.delivered();
        let quote = self.quote().map(price_of_memo);
        let notes: Vec<String> = material
            .shortfalls
            .iter()
            .chain(&self.notes)
            .cloned()
            .collect();
        let dossier = assay_memo::Dossier {
            run_id: material.run,
            generated_at: material.now,
            as_of: material.investment.as_of,
            language: material.language,
            company: &material.file.company,
            sector: &self.sector,
            package: self.dossier.package(),
            further_points: &material.peer_points(),
            peer_prices: &material.peer_prices(),
            changes: &self.changes,
            price: quote.as_ref(),
            thesis: &judged.round.thesis,
            evidence: &evidence,
            ecosystem: material.ecosystem,
            measured: &judged.round.measured,
            decision: &delivered,
            outcome: judged.outcome.as_ref(),
            request: judged.request.as_ref().map(|made| &made.request),
            previous: judged.change.as_ref(),
            notes: &notes,
        };
        let document = compose(&dossier).map_err(EngineError::Memo)?;
        let workbook = match &judged.outcome {
            Some(Outcome::Valued(_)) => Some(workbook(&dossier).map_err(EngineError::Memo)?),
            Some(Outcome::NotRunnable(_)) | None => None,
        };
        let final_output = final_output(&dossier, &document)?;
        Ok(Pursued {
            markdown: markdown(&document).map_err(EngineError::Export)?,
            html: html(&document).map_err(EngineError::Export)?,
            document,
            workbook,
            final_output,
            delivered,
            notes: self.notes,
            judged,
        })
    }

    /// The passages that a round shows its figures by, as events where the run does not have them.
    pub(super) fn attached(
        &self,
        round: &Round,
        known: &BTreeMap<EvidenceId, Evidence>,
    ) -> Result<Vec<Event>, WorkError> {
        let new = self.cited(round, &mut known.clone())?.into_iter();
        Ok(new
            .map(|evidence| Event::EvidenceAttached { evidence })
            .collect())
    }

    /// Evidence that the thesis and the relations cite and no section did; `evidence` gains it.
    fn cited(
        &self,
        round: &Round,
        evidence: &mut BTreeMap<EvidenceId, Evidence>,
    ) -> Result<Vec<Evidence>, WorkError> {
        let mut new = Vec::new();
        let mut add = |item: &Evidence| {
            if !evidence.contains_key(&item.id) {
                evidence.insert(item.id.clone(), item.clone());
                new.push(item.clone());
            }
        };
        let cited = round.thesis.claims.iter().flat_map(|claim| &claim.evidence);
        for (id, _) in cited {
            let mut known = round.grounds.iter().chain(&self.material.seen);
            known
                .find(|seen| seen.id == *id)
                .into_iter()
                .for_each(&mut add);
        }
        round.grounds.iter().for_each(&mut add);
        let edges = self.material.ecosystem.map(|package| &package.graph.edges);
        for stated in edges.into_iter().flatten().flat_map(|edge| &edge.evidence) {
            let found = self.material.library.evidence(&stated.passage)?;
            found.iter().for_each(&mut add);
        }
        Ok(new)
    }
}

fn final_output(
    dossier: &assay_memo::Dossier<'_>,
    document: &Doc,
) -> Result<Value, serde_json::Error> {
    match dossier.decision.output_type {
        OutputType::Memo => Ok(json!({"output_type": "memo", "title": document.title})),
        OutputType::WatchlistCard => serde_json::to_value(watchlist_card(dossier)),
        OutputType::HypothesisList => serde_json::to_value(hypothesis_list(dossier)),
        OutputType::ConflictReport => serde_json::to_value(conflict_list(dossier)),
        OutputType::ErrorReport => serde_json::to_value(error_list(dossier)),
    }
}
