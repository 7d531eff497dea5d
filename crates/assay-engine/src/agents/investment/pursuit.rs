use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_appraisal::{
    Dossier, FollowUpStep, Ground, MarketFigures, PeerCompany, Quote, Thesis, ValuationRequest,
    improve, measure, outdated, thesis, valuation_request, verify, without_unsound,
};
use assay_domain::{
    Claim, Date, Evidence, EvidenceId, Finding, Investment, Language, PassageId, RunId,
    RunSettings, Section, Timestamp,
};
use assay_ecosystem::EcosystemPackage;
use assay_facts::{Change, DataPoint, PackageRequest, SectorHint};
use assay_gates::{
    Measured, NextStep, OutputType, QualityVerdict, RequiredAction, RuleSet, decide, next_step,
};
use assay_memo::PeerPrice;
use assay_valuation::{
    Outcome, Valuation, ValueChange, difference, label, render_not_runnable, value,
};

use super::super::safety;
use super::super::switches::rules_of;
use super::ground::ground;
use super::judgement::{Judgement, Round};
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
    pub(super) peers: &'a [Peer],
}

/// Another company of the same industry, as of the same day.
pub(crate) struct Peer {
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

    /// The prices of peers that the valuation may name.
    pub(super) fn peer_prices(&self) -> Vec<PeerPrice> {
        let priced = self.peers.iter().filter_map(|peer| {
            Some(PeerPrice {
                company: peer.dossier.company().to_owned(),
                quote: price_of_memo(peer.price.clone()?),
            })
        });
        priced.collect()
    }
}

pub(super) fn price_of_memo(quote: Quote) -> assay_memo::Quote {
    assay_memo::Quote {
        id: quote.id,
        value: quote.close,
        currency: quote.currency,
        date: quote.date,
        source: quote.source,
        url: None,
    }
}

/// The way from figures and passages to a document.
pub(super) struct Pursuit<'a> {
    pub(super) material: Material<'a>,
    pub(super) dossier: Dossier,
    pub(super) changes: Vec<Change>,
    pub(super) sector: SectorHint,
    rules: RuleSet,
    /// How often the gate has sent the judgement back.
    returns: u32,
    pub(super) notes: Vec<String>,
}

impl<'a> Pursuit<'a> {
    /// Goes on behind the judgements that the gate sent back, each with the passages that it brought.
    /// They are made again: what they noted is told with what the last one notes.
    pub(super) fn of(
        material: Material<'a>,
        sent_back: &[Vec<PassageId>],
    ) -> Result<Self, WorkError> {
        let view = material.file.book.as_of(material.investment.as_of);
        let package = view.analyse().package(&wanted(&material));
        let mut pursuit = Self {
            dossier: Dossier::new(package, &view, material.language),
            changes: view.changes(),
            sector: view.sector(),
            rules: rules_of(material.settings)?,
            material,
            returns: 0,
            notes: Vec::new(),
        };
        for brought in sent_back {
            pursuit.judged()?;
            for passage in brought {
                let found = pursuit.material.library.evidence(passage)?;
                pursuit.material.seen.extend(found);
            }
            pursuit.returns += 1;
        }
        Ok(pursuit)
    }

    /// Looks for what the gate asks for where it sends a judgement back. The passages that were found
    /// come back; where there are none, the judgement stands.
    pub(super) fn way_back(&mut self, round: &Round) -> Result<Vec<PassageId>, WorkError> {
        match next_step(&round.decision, self.returns) {
            NextStep::GoBack(actions) => self.follow(&actions),
            NextStep::Value | NextStep::Compose(_) => Ok(Vec::new()),
        }
    }

    /// The judgement that stands, with the value of what it allows to be valued.
    pub(super) fn valued(&mut self) -> Result<Judgement, WorkError> {
        let mut round = self.judged()?;
        if let NextStep::GoBack(_) = next_step(&round.decision, self.returns) {
            let nothing = self.material.language.pick(
                "nothing further is in the library about what the gate asked for",
                "资料库中没有门禁所要求的更多内容",
            );
            self.notes.push(nothing.to_owned());
        }
        let mut request = None;
        let mut outcome = None;
        let decision = &round.decision;
        if decision.verdict == QualityVerdict::Pass && decision.output_type == OutputType::Memo {
            (request, outcome) = self.valuation()?;
            if let Some(Outcome::Valued(_)) = outcome {
                round = self.round(outcome.as_ref())?;
            }
        }
        if round.decision.output_type != OutputType::HypothesisList {
            let language = self.material.language;
            let left_out = sentences::unsupported(&self.material.claims, language);
            let told = left_out.iter().map(|one| sentences::told(one, language));
            self.notes.extend(told);
        }
        let change = self.change(outcome.as_ref());
        Ok(Judgement {
            round,
            request,
            outcome,
            change,
        })
    }

    pub(super) fn judged(&mut self) -> Result<Round, WorkError> {
        self.round(None)
    }

    fn round(&mut self, outcome: Option<&Outcome>) -> Result<Round, WorkError> {
        let (thesis, grounds) = self.thesis(outcome)?;
        let measured = self.measured(&thesis);
        let decision = decide(&measured, &self.rules);
        Ok(Round {
            outdated: outdated(&measured, &self.dossier, self.material.investment.as_of),
            thesis,
            measured,
            decision,
            grounds,
        })
    }

    /// What the figures say, and what the sections of the research state on evidence.
    fn thesis(
        &mut self,
        outcome: Option<&Outcome>,
    ) -> Result<(Thesis, Vec<Evidence>), EngineError> {
        let (material, dossier) = (&self.material, &self.dossier);
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
        let stated = sentences::of_research(&material.claims, &material.evidence);
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

    fn measured(&self, thesis: &Thesis) -> Measured {
        let safety = safety::of(
            self.material.sections.iter().map(|section| &**section),
            self.material.language,
        );
        let Material {
            findings, claims, ..
        } = &self.material;
        measure(thesis, &self.dossier, findings, claims, safety)
    }

    /// Looks in the library for what the gate asked for, further down at each return. What is new
    /// comes back.
    fn follow(&mut self, actions: &[RequiredAction]) -> Result<Vec<PassageId>, WorkError> {
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
                let new = found.filter(|evidence| !known.contains(&evidence.id));
                material.seen.extend(new.take(MOST_FOUND));
            }
        }
        let new = material.seen.iter().skip(before);
        Ok(new.map(|evidence| evidence.passage.clone()).collect())
    }

    fn valuation(&mut self) -> Result<(Option<ValuationRequest>, Option<Outcome>), WorkError> {
        let market: MarketFigures =
            serde_json::from_value(serde_json::to_value(&self.material.investment.market)?)?;
        let quote = self.quote();
        let peers = self.material.peers.iter().map(|peer| PeerCompany {
            dossier: &peer.dossier,
            price: peer.price.as_ref(),
        });
        let peers: Vec<PeerCompany<'_>> = peers.collect();
        let request = match valuation_request(&self.dossier, quote.as_ref(), &market, &peers) {
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

    /// Why the value is another than in the run before.
    fn change(&mut self, outcome: Option<&Outcome>) -> Option<ValueChange> {
        let previous = self.material.previous.as_ref()?;
        let Some(Outcome::Valued(current)) = outcome else {
            return None;
        };
        match difference(previous, current) {
            Ok(change) => Some(change),
            Err(fault) => {
                self.notes.push(fault.to_string());
                None
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

/// The figures that a judgement asks its company's book for.
fn wanted(material: &Material<'_>) -> PackageRequest {
    let documents = material.file.fact_documents.iter();
    let retrieved = documents.map(|document| document.ingested_at).max();
    let since = Date::new(material.investment.as_of.year() - YEARS, 1, 1).ok();
    PackageRequest {
        since,
        ..PackageRequest::everything(retrieved.unwrap_or(material.now), material.language)
    }
}

/// The last price of a company's tables on or before a day.
pub(super) fn last_price(file: &CompanyFile, day: Date) -> Option<Quote> {
    let (price, currency, document) = file.price(day)?;
    let name = &file.company.name;
    let source = document.title.clone();
    Some(Quote::new(name, price.close, currency, price.date, source))
}
