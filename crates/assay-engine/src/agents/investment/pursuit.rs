use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_appraisal::{
    BlueprintMetadata, Dossier, FollowUpStep, Ground, MarketFigures, ModelBlueprint, Quote, Thesis,
    ValuationRequest, blueprint, improve, measure, thesis, valuation_request, verify,
};
use assay_domain::{
    Claim, Event, Evidence, EvidenceId, Finding, GateName, Investment, Language, Outcome as Ended,
    RunId, Section, Timestamp, Verdict,
};
use assay_ecosystem::EcosystemPackage;
use assay_exports::{Doc, Workbook, html, markdown};
use assay_facts::{Change, Company, PackageRequest, SectorHint};
use assay_gates::{
    Decision, Measured, NextStep, OutputType, QualityVerdict, RequiredAction, RuleSet, decide,
    next_step,
};
use assay_memo::{compose, conflict_list, error_list, hypothesis_list, watchlist_card, workbook};
use assay_valuation::{Outcome, Valuation, ValueChange, difference, value};

use serde_json::Value;

use super::ground::ground;
use super::{safety, sentences};
use crate::workshop::{IntegrateJob, WorkError};
use crate::{CompanyFile, EngineError, FactPlaces, Filter, Library};

/// Years of figures that a memo looks back on.
const YEARS: i32 = 12;
/// Passages that one instruction of the gate may bring in.
const MOST_FOUND: usize = 5;

/// What a judgement is made from.
pub(super) struct Material<'a> {
    pub(super) library: &'a Library,
    pub(super) file: &'a CompanyFile,
    pub(super) places: &'a FactPlaces,
    pub(super) investment: &'a Investment,
    pub(super) language: Language,
    pub(super) run: &'a RunId,
    pub(super) now: Timestamp,
    pub(super) ecosystem: Option<&'a EcosystemPackage>,
    pub(super) claims: Vec<Claim>,
    pub(super) sections: &'a [Arc<Section>],
    pub(super) seen: Vec<Evidence>,
    pub(super) evidence: BTreeMap<EvidenceId, Evidence>,
    pub(super) findings: &'a [Finding],
    pub(super) previous: Option<Valuation>,
}

/// A judgement with everything that it rests on.
pub(super) struct Pursued {
    pub(super) company: Company,
    pub(super) sector: SectorHint,
    pub(super) dossier: Dossier,
    pub(super) changes: Vec<Change>,
    pub(super) thesis: Thesis,
    pub(super) measured: Measured,
    /// What the gates said.
    pub(super) decision: Decision,
    /// The same with the kind of document that could be written.
    pub(super) delivered: Decision,
    pub(super) decided: Vec<Event>,
    pub(super) request: Option<ValuationRequest>,
    pub(super) outcome: Option<Outcome>,
    pub(super) change: Option<ValueChange>,
    pub(super) document: Doc,
    pub(super) workbook: Option<Workbook>,
    pub(super) markdown: String,
    pub(super) html: String,
    /// Evidence that the judgement cites and no section did.
    pub(super) new_evidence: Vec<Evidence>,
    pub(super) notes: Vec<String>,
    /// The document as data, in the form of its kind.
    pub(super) final_output: Value,
}

impl Pursued {
    pub(super) fn attached(&self) -> Vec<Event> {
        let new = self.new_evidence.iter().cloned();
        new.map(|evidence| Event::EvidenceAttached { evidence })
            .collect()
    }

    /// The thesis as S2's model of what drives what. Written by rules, so no model stood behind it.
    pub(super) fn blueprint(&self) -> ModelBlueprint {
        let cited = self.thesis.claims.iter().flat_map(|claim| &claim.evidence);
        let notes: BTreeSet<EvidenceId> = cited.map(|(id, _)| id.clone()).collect();
        let notes: Vec<EvidenceId> = notes.into_iter().collect();
        let metadata = BlueprintMetadata::default();
        let outcome = self.outcome.as_ref();
        blueprint(&self.thesis, &self.dossier, &notes, outcome, metadata)
    }

    /// Addresses of filings and evidence: nothing else may be a link.
    pub(super) fn links(&self) -> BTreeSet<String> {
        let figures = self.document.figures.iter();
        let sources = self.document.sources.iter();
        figures
            .filter_map(|note| note.url.clone())
            .chain(sources.filter_map(|note| note.url.clone()))
            .collect()
    }

    /// A memo is the whole of what was asked for; anything less is a run that goes on with less.
    pub(super) fn outcome(&self, job: &IntegrateJob) -> (Ended, Vec<String>) {
        let mut reasons = job.reasons.clone();
        let language = self.dossier.language();
        let gate = self.decision.gate.reasons.iter();
        reasons.extend(gate.map(|reason| {
            let text = reason.text.get(language);
            format!("{text} ({})", reason.code)
        }));
        reasons.extend(self.notes.iter().cloned());
        let ended = match self.delivered.output_type {
            OutputType::Memo => job.outcome,
            OutputType::WatchlistCard | OutputType::HypothesisList => Ended::Degraded,
            OutputType::ConflictReport | OutputType::ErrorReport => Ended::Failed,
        };
        (ended, reasons)
    }
}

/// The way from figures and passages to a document.
pub(super) struct Pursuit<'a> {
    material: Material<'a>,
    decided: Vec<Event>,
    notes: Vec<String>,
    /// Passages that show the figures of the thesis.
    grounds: Vec<Evidence>,
}

impl<'a> Pursuit<'a> {
    pub(super) fn of(material: Material<'a>) -> Self {
        Self {
            material,
            decided: Vec::new(),
            notes: Vec::new(),
            grounds: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> Result<Pursued, WorkError> {
        let view = self
            .material
            .file
            .book
            .as_of(self.material.investment.as_of);
        let package = view.analyse().package(&self.wanted());
        let changes = view.changes();
        let sector = view.sector();
        let dossier = Dossier::new(package, &view, self.material.language);
        let rules = self.rules()?;
        let (mut thesis, mut measured, mut decision) = self.judged(&dossier, &rules)?;
        let mut returns = 0;
        while let NextStep::GoBack(actions) = next_step(&decision, returns) {
            returns += 1;
            self.decided
                .push(quality_event(&decision, self.material.language));
            if !self.follow(&actions)? {
                let nothing = self.material.language.pick(
                    "nothing further is in the library about what the gate asked for",
                    "资料库中没有门禁所要求的更多内容",
                );
                self.notes.push(nothing.to_owned());
                break;
            }
            (thesis, measured, decision) = self.judged(&dossier, &rules)?;
        }
        let mut request = None;
        let mut outcome = None;
        if decision.verdict == QualityVerdict::Pass && decision.output_type == OutputType::Memo {
            (request, outcome) = self.valued(&dossier)?;
            if let Some(Outcome::Valued(_)) = outcome {
                thesis = self.thesis(&dossier, outcome.as_ref())?;
                measured = self.measured(&thesis, &dossier);
                decision = decide(&measured, &rules);
            }
        }
        let event = quality_event(&decision, self.material.language);
        self.decided.push(event);
        let delivered = delivered(&decision, outcome.as_ref());
        self.composed(Judgement {
            dossier,
            sector,
            changes,
            thesis,
            measured,
            decision,
            delivered,
            request,
            outcome,
        })
    }

    fn wanted(&self) -> PackageRequest {
        let documents = self.material.file.fact_documents.iter();
        let retrieved = documents.map(|document| document.ingested_at).max();
        let as_of = self.material.investment.as_of;
        let since = assay_domain::Date::new(as_of.year() - YEARS as i16, 1, 1).ok();
        PackageRequest {
            since,
            ..PackageRequest::everything(
                retrieved.unwrap_or(self.material.now),
                self.material.language,
            )
        }
    }

    fn rules(&self) -> Result<RuleSet, EngineError> {
        let rules = RuleSet::defaults().map_err(EngineError::KillSwitch)?;
        match &self.material.investment.kill_switch {
            Some(own) => rules.with(own).map_err(EngineError::KillSwitch),
            None => Ok(rules),
        }
    }

    fn judged(
        &mut self,
        dossier: &Dossier,
        rules: &RuleSet,
    ) -> Result<(Thesis, Measured, Decision), WorkError> {
        let thesis = self.thesis(dossier, None)?;
        let measured = self.measured(&thesis, dossier);
        let decision = decide(&measured, rules);
        Ok((thesis, measured, decision))
    }

    /// What the figures say, and what the sections of the research state on evidence.
    fn thesis(
        &mut self,
        dossier: &Dossier,
        outcome: Option<&Outcome>,
    ) -> Result<Thesis, EngineError> {
        let material = &self.material;
        let mut made = thesis(dossier, &material.seen, material.findings, outcome);
        let wrong = verify(
            &made,
            &Ground {
                package: dossier.package(),
                outcome,
                passages: &material.seen,
            },
        );
        // a sentence that its ground does not carry never reaches a reader
        let is_wrong = |id: &str| wrong.iter().any(|problem| problem.sentence() == id);
        made.claims.retain(|claim| !is_wrong(&claim.id));
        self.notes.extend(wrong.iter().map(ToString::to_string));
        let stated = sentences::of_research(&material.claims, &material.evidence);
        made.claims.extend(stated);
        self.grounds = ground(
            &mut made,
            dossier,
            material.library,
            material.file,
            material.places,
        )?;
        Ok(made)
    }

    fn measured(&self, thesis: &Thesis, dossier: &Dossier) -> Measured {
        let safety = safety::of(self.material.sections, self.material.language);
        measure(thesis, dossier, self.material.findings, safety)
    }

    /// Looks in the library for what the gate asked for. Whether anything new was found.
    fn follow(&mut self, actions: &[RequiredAction]) -> Result<bool, WorkError> {
        let before = self.material.seen.len();
        let company = &self.material.file.company.name;
        for task in improve(company, actions, self.material.language) {
            let FollowUpStep::Search { queries } = &task.step else {
                continue;
            };
            for query in queries {
                let hits = self
                    .material
                    .library
                    .search(query, &Filter::default(), MOST_FOUND)?;
                for (evidence, _) in hits {
                    if !self.material.seen.iter().any(|seen| seen.id == evidence.id) {
                        self.material.seen.push(evidence);
                    }
                }
            }
        }
        Ok(self.material.seen.len() > before)
    }

    fn valued(
        &mut self,
        dossier: &Dossier,
    ) -> Result<(Option<ValuationRequest>, Option<Outcome>), WorkError> {
        let market: MarketFigures =
            serde_json::from_value(serde_json::to_value(&self.material.investment.market)?)?;
        let quote = self.quote();
        let request = match valuation_request(dossier, quote.as_ref(), &market, &[]) {
            Ok(request) => request,
            Err(error) => {
                self.notes.push(error.to_string());
                return Ok((None, None));
            }
        };
        match value(&request.request, self.material.now) {
            Ok(outcome) => Ok((Some(request), Some(outcome))),
            Err(error) => {
                self.notes.push(error.to_string());
                Ok((Some(request), None))
            }
        }
    }

    /// The price of the user's settings, else the last one of the library's price tables.
    fn quote(&self) -> Option<Quote> {
        let investment = self.material.investment;
        if let Some(price) = &investment.price {
            return Some(Quote::new(
                &investment.company,
                price.value,
                price.currency.clone(),
                price.as_of,
                price.source.clone(),
            ));
        }
        let (price, currency, document) = self.material.file.price(investment.as_of)?;
        Some(Quote::new(
            &investment.company,
            price.close,
            currency,
            price.date,
            document.title.clone(),
        ))
    }

    fn composed(mut self, judged: Judgement) -> Result<Pursued, WorkError> {
        let material = &self.material;
        let change = match (&material.previous, &judged.outcome) {
            (Some(previous), Some(Outcome::Valued(current))) => {
                match difference(previous, current) {
                    Ok(change) => Some(change),
                    Err(fault) => {
                        self.notes.push(fault.to_string());
                        None
                    }
                }
            }
            _ => None,
        };
        let mut evidence = material.evidence.clone();
        let new_evidence = self.cited(&judged, &mut evidence)?;
        let quote = self.quote().map(|quote| assay_memo::Quote {
            id: quote.id.clone(),
            value: quote.close,
            currency: quote.currency.clone(),
            date: quote.date,
            source: quote.source,
            url: None,
        });
        let dossier = assay_memo::Dossier {
            run_id: material.run,
            generated_at: material.now,
            as_of: material.investment.as_of,
            language: material.language,
            company: &material.file.company,
            sector: &judged.sector,
            package: judged.dossier.package(),
            further_points: &[],
            changes: &judged.changes,
            price: quote.as_ref(),
            thesis: &judged.thesis,
            evidence: &evidence,
            ecosystem: material.ecosystem,
            measured: &judged.measured,
            decision: &judged.delivered,
            outcome: judged.outcome.as_ref(),
            request: judged.request.as_ref().map(|made| &made.request),
            previous: change.as_ref(),
            notes: &self.notes,
        };
        let document = compose(&dossier).map_err(EngineError::Memo)?;
        let workbook = match &judged.outcome {
            Some(Outcome::Valued(_)) => Some(workbook(&dossier).map_err(EngineError::Memo)?),
            Some(Outcome::NotRunnable(_)) | None => None,
        };
        let final_output = match judged.delivered.output_type {
            OutputType::Memo => serde_json::json!({
                "output_type": "memo",
                "title": document.title.clone(),
            }),
            OutputType::WatchlistCard => serde_json::to_value(watchlist_card(&dossier))?,
            OutputType::HypothesisList => serde_json::to_value(hypothesis_list(&dossier))?,
            OutputType::ConflictReport => serde_json::to_value(conflict_list(&dossier))?,
            OutputType::ErrorReport => serde_json::to_value(error_list(&dossier))?,
        };
        Ok(Pursued {
            final_output,
            company: material.file.company.clone(),
            markdown: markdown(&document).map_err(EngineError::Export)?,
            html: html(&document).map_err(EngineError::Export)?,
            document,
            workbook,
            change,
            new_evidence,
            decided: self.decided,
            notes: self.notes,
            sector: judged.sector,
            dossier: judged.dossier,
            changes: judged.changes,
            thesis: judged.thesis,
            measured: judged.measured,
            decision: judged.decision,
            delivered: judged.delivered,
            request: judged.request,
            outcome: judged.outcome,
        })
    }

    /// Evidence that the thesis and the relations cite and no section did; `evidence` gains it.
    fn cited(
        &self,
        judged: &Judgement,
        evidence: &mut BTreeMap<EvidenceId, Evidence>,
    ) -> Result<Vec<Evidence>, WorkError> {
        let mut new = Vec::new();
        let mut add = |item: &Evidence| {
            if !evidence.contains_key(&item.id) {
                evidence.insert(item.id.clone(), item.clone());
                new.push(item.clone());
            }
        };
        let cited = judged
            .thesis
            .claims
            .iter()
            .flat_map(|claim| &claim.evidence);
        for (id, _) in cited {
            let mut known = self.grounds.iter().chain(&self.material.seen);
            known
                .find(|seen| seen.id == *id)
                .into_iter()
                .for_each(&mut add);
        }
        self.grounds.iter().for_each(&mut add);
        let edges = self.material.ecosystem.map(|package| &package.graph.edges);
        for stated in edges.into_iter().flatten().flat_map(|edge| &edge.evidence) {
            let found = self.material.library.evidence(&stated.passage)?;
            found.iter().for_each(&mut add);
        }
        Ok(new)
    }
}

/// What a document is composed from.
struct Judgement {
    dossier: Dossier,
    sector: SectorHint,
    changes: Vec<Change>,
    thesis: Thesis,
    measured: Measured,
    decision: Decision,
    delivered: Decision,
    request: Option<ValuationRequest>,
    outcome: Option<Outcome>,
}

/// What the reader gets: a memo that the gates allow and no method could value becomes a card.
fn delivered(decision: &Decision, outcome: Option<&Outcome>) -> Decision {
    let mut delivered = decision.clone();
    if delivered.output_type == OutputType::Memo && !matches!(outcome, Some(Outcome::Valued(_))) {
        delivered.verdict = delivered.verdict.max(QualityVerdict::Degrade);
        delivered.output_type = OutputType::WatchlistCard;
    }
    delivered
}

fn quality_event(decision: &Decision, language: Language) -> Event {
    let verdict = match decision.verdict {
        QualityVerdict::Pass => Verdict::Pass,
        QualityVerdict::Degrade => Verdict::Degrade,
        QualityVerdict::Fail => Verdict::Fail,
    };
    let gate = decision.gate.reasons.iter().map(|reason| {
        let text = reason.text.get(language);
        format!("{text} ({})", reason.code)
    });
    let fired = decision.fired().map(|switch| {
        let figures = switch.figures.iter().map(|figure| {
            let value = figure.value.map(|value| value.to_string());
            format!("{} = {}", figure.metric.name(), value.unwrap_or_default())
        });
        let figures: Vec<String> = figures.collect();
        let note = switch.note.get(language);
        format!("{note} ({}: {})", switch.rule_id, figures.join(", "))
    });
    Event::GateDecided {
        gate: GateName::QualityGate,
        verdict,
        reasons: gate.chain(fired).collect(),
    }
}
