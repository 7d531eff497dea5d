use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_appraisal::{
    Dossier, FollowUpStep, Ground, MarketFigures, PeerCompany, Quote, Thesis, ValuationRequest,
    improve, measure, outdated, thesis, valuation_request, verify, without_unsound,
};
use assay_domain::{
    Claim, Date, Evidence, EvidenceId, Finding, Investment, Language, RunId, RunSettings, Section,
    Timestamp,
};
use assay_ecosystem::EcosystemPackage;
use assay_facts::{DataPoint, PackageRequest};
use assay_gates::{
    Measured, NextStep, OutputType, QualityVerdict, RequiredAction, RuleSet, decide, next_step,
};
use assay_valuation::{Outcome, Valuation, label, render_not_runnable, value};

use super::super::safety;
use super::super::switches::rules_of;
use super::ground::ground;
use super::judgement::{Judgement, Pursued, Round};
use super::sentences;
use crate::workshop::WorkError;
use crate::{CompanyFile, EngineError, FactPlaces, Filter, Library};

/// Years of figures that a memo looks back on.
const YEARS: i16 = 12;
/// Passages that one instruction of the gate may bring in.
const MOST_FOUND: usize = 5;

/// What a judgement is made from.
pub(super) struct Material<'a> {
    pub(super) library: &'a Library,
    pub(super) file: &'a CompanyFile,
    pub(super) places: &'a FactPlaces,
    pub(super) settings: &'a RunSettings,
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
    /// What went less well than it should have before the judgement began.
    pub(super) shortfalls: &'a [String],
    pub(super) previous: Option<Valuation>,
    pub(super) peers: Vec<Peer>,
}

/// Another company of the same industry, as of the same day.
pub(super) struct Peer {
    pub(super) dossier: Dossier,
    pub(super) price: Option<Quote>,
}

impl Material<'_> {
    /// The figures of peers that the valuation may name.
    pub(super) fn peer_points(&self) -> Vec<DataPoint> {
        let peers = self.peers.iter();
        peers
            .flat_map(|peer| peer.dossier.package().data_points.iter().cloned())
            .collect()
    }
}

/// The way from figures and passages to a document.
pub(super) struct Pursuit<'a> {
    pub(super) material: Material<'a>,
    /// Judgements that the gate sent back, first to last.
    pub(super) returned: Vec<Round>,
    pub(super) notes: Vec<String>,
}

impl<'a> Pursuit<'a> {
    pub(super) fn of(material: Material<'a>) -> Self {
        Self {
            material,
            returned: Vec::new(),
            notes: Vec::new(),
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
        let rules = rules_of(self.material.settings)?;
        let mut round = self.judged(&dossier, &rules)?;
        while let NextStep::GoBack(actions) = next_step(&round.decision, self.returns()) {
            if !self.follow(&actions)? {
                let nothing = self.material.language.pick(
                    "nothing further is in the library about what the gate asked for",
                    "资料库中没有门禁所要求的更多内容",
                );
                self.notes.push(nothing.to_owned());
                break;
            }
            let again = self.judged(&dossier, &rules)?;
            self.returned.push(std::mem::replace(&mut round, again));
        }
        let mut request = None;
        let mut outcome = None;
        let decision = &round.decision;
        if decision.verdict == QualityVerdict::Pass && decision.output_type == OutputType::Memo {
            (request, outcome) = self.valued(&dossier)?;
            if let Some(Outcome::Valued(_)) = outcome {
                round = self.round(&dossier, &rules, outcome.as_ref())?;
            }
        }
        if round.decision.output_type != OutputType::HypothesisList {
            let language = self.material.language;
            let left_out = sentences::unsupported(&self.material.claims, language);
            let told = left_out.iter().map(|one| sentences::told(one, language));
            self.notes.extend(told);
        }
        let company = self.material.file.company.clone();
        self.composed(Judgement {
            company,
            sector,
            dossier,
            changes,
            round,
            request,
            outcome,
        })
    }

    /// How often the gate has sent the judgement back.
    fn returns(&self) -> u32 {
        u32::try_from(self.returned.len()).unwrap_or(u32::MAX)
    }

    fn wanted(&self) -> PackageRequest {
        let documents = self.material.file.fact_documents.iter();
        let retrieved = documents.map(|document| document.ingested_at).max();
        let as_of = self.material.investment.as_of;
        let since = Date::new(as_of.year() - YEARS, 1, 1).ok();
        PackageRequest {
            since,
            ..PackageRequest::everything(
                retrieved.unwrap_or(self.material.now),
                self.material.language,
            )
        }
    }

    fn judged(&mut self, dossier: &Dossier, rules: &RuleSet) -> Result<Round, WorkError> {
        self.round(dossier, rules, None)
    }

    fn round(
        &mut self,
        dossier: &Dossier,
        rules: &RuleSet,
        outcome: Option<&Outcome>,
    ) -> Result<Round, WorkError> {
        let (thesis, grounds) = self.thesis(dossier, outcome)?;
        let measured = self.measured(&thesis, dossier);
        let decision = decide(&measured, rules);
        Ok(Round {
            outdated: outdated(&measured, dossier, self.material.investment.as_of),
            thesis,
            measured,
            decision,
            grounds,
        })
    }

    /// What the figures say, and what the sections of the research state on evidence.
    fn thesis(
        &mut self,
        dossier: &Dossier,
        outcome: Option<&Outcome>,
    ) -> Result<(Thesis, Vec<Evidence>), EngineError> {
        let material = &self.material;
        let made = thesis(dossier, &material.seen, material.findings, outcome);
        let wrong = verify(
            &made,
            &Ground {
                package: dossier.package(),
                outcome,
                passages: &material.seen,
                findings: material.findings,
            },
        );
        // a sentence that its ground does not carry never reaches a reader
        let mut made = without_unsound(made, &wrong);
        self.notes.extend(wrong.iter().map(ToString::to_string));
        let stated = sentences::of_research(
            &material.claims,
            &material.evidence,
            material.investment.as_of,
        );
        made.claims.extend(stated);
        let unsupported = sentences::unsupported(&material.claims, material.language);
        made.hypotheses.extend(unsupported);
        let grounds = ground(
            &mut made,
            dossier,
            material.library,
            material.file,
            material.places,
        )?;
        Ok((made, grounds))
    }

    fn measured(&self, thesis: &Thesis, dossier: &Dossier) -> Measured {
        let safety = safety::of(
            self.material.sections.iter().map(|section| &**section),
            self.material.language,
        );
        let Material {
            findings, claims, ..
        } = &self.material;
        measure(thesis, dossier, findings, claims, safety)
    }

    /// Looks in the library for what the gate asked for, further down at each return. Whether
    /// anything new was found.
    fn follow(&mut self, actions: &[RequiredAction]) -> Result<bool, WorkError> {
        let material = &mut self.material;
        let before = material.seen.len();
        let company = &material.file.company.name;
        for task in improve(company, actions, material.language) {
            let FollowUpStep::Search { queries } = &task.step else {
                continue;
            };
            for query in queries {
                let most = MOST_FOUND + material.seen.len();
                let hits = material.library.search(query, &Filter::default(), most)?;
                let found = hits.into_iter().map(|(evidence, _)| evidence);
                let known: BTreeSet<EvidenceId> =
                    material.seen.iter().map(|seen| seen.id.clone()).collect();
                let new = found.filter(|evidence| {
                    !known.contains(&evidence.id) && was_known(evidence, material.investment.as_of)
                });
                material.seen.extend(new.take(MOST_FOUND));
            }
        }
        Ok(material.seen.len() > before)
    }

    fn valued(
        &mut self,
        dossier: &Dossier,
    ) -> Result<(Option<ValuationRequest>, Option<Outcome>), WorkError> {
        let market: MarketFigures =
            serde_json::from_value(serde_json::to_value(&self.material.investment.market)?)?;
        let quote = self.quote();
        let peers = self.material.peers.iter().map(|peer| PeerCompany {
            dossier: &peer.dossier,
            price: peer.price.as_ref(),
        });
        let peers: Vec<PeerCompany<'_>> = peers.collect();
        let request = match valuation_request(dossier, quote.as_ref(), &market, &peers) {
            Ok(request) => request,
            Err(error) => {
                self.notes.push(error.to_string());
                return Ok((None, None));
            }
        };
        match value(&request.request, self.material.now) {
            Ok(outcome) => {
                if let Outcome::NotRunnable(lacking) = &outcome {
                    let text = render_not_runnable(lacking, self.material.language);
                    let lines = text.lines().map(str::trim);
                    let lines = lines.filter(|line| !line.is_empty());
                    self.notes.extend(lines.map(str::to_owned));
                    let absent = request.absent.iter().filter(|(name, _)| {
                        let mut missing = lacking.missing.iter();
                        missing.any(|gap| gap.name.split(" | ").any(|one| one == name))
                    });
                    let language = self.material.language;
                    self.notes.extend(absent.map(|(name, why)| {
                        let name = label(name, language);
                        language.pick(format!("{name}: {why}"), format!("{name}：{why}"))
                    }));
                }
                Ok((Some(request), Some(outcome)))
            }
            Err(error) => {
                self.notes.push(error.to_string());
                Ok((Some(request), None))
            }
        }
    }

    /// The price of the user's settings, else the last one of the library's price tables.
    pub(super) fn quote(&self) -> Option<Quote> {
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
        last_price(self.material.file, investment.as_of)
    }
}

/// The last price of a company's tables on or before a day.
pub(super) fn last_price(file: &CompanyFile, day: Date) -> Option<Quote> {
    let (price, currency, document) = file.price(day)?;
    let name = &file.company.name;
    let source = document.title.clone();
    Some(Quote::new(name, price.close, currency, price.date, source))
}

/// Whether a passage had been published on the day; one without a date is taken as known.
pub(super) fn was_known(passage: &Evidence, day: Date) -> bool {
    passage.as_of.is_none_or(|published| published <= day)
}
