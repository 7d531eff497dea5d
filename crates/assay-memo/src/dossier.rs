use std::collections::BTreeMap;

use assay_appraisal::Thesis;
use assay_domain::{Date, Decimal, Evidence, EvidenceId, Language, RunId, Timestamp};
use assay_ecosystem::EcosystemPackage;
use assay_facts::{Change, Company, DataPackage, DataPoint, SectorHint};
use assay_gates::{Decision, Measured};
use assay_valuation::{Outcome, Request, Valuation, ValueChange};

/// Everything that a run found about a company. A document is composed from this and from nothing
/// else.
#[derive(Clone, Copy, Debug)]
pub struct Dossier<'a> {
    pub run_id: &'a RunId,
    pub generated_at: Timestamp,
    /// Nothing that became known after this day is in it.
    pub as_of: Date,
    pub language: Language,
    pub company: &'a Company,
    pub sector: &'a SectorHint,
    pub package: &'a DataPackage,
    /// Data points that inputs of the valuation name and the package does not hold, those of peers
    /// for instance.
    pub further_points: &'a [DataPoint],
    /// Prices that inputs of the valuation name beside the company's own.
    pub peer_prices: &'a [PeerPrice],
    pub changes: &'a [Change],
    pub price: Option<&'a Quote>,
    pub thesis: &'a Thesis,
    pub evidence: &'a BTreeMap<EvidenceId, Evidence>,
    pub ecosystem: Option<&'a EcosystemPackage>,
    /// What the decision was made over.
    pub measured: &'a Measured,
    pub decision: &'a Decision,
    pub outcome: Option<&'a Outcome>,
    pub request: Option<&'a Request>,
    /// Why the value is another than in the memo before.
    pub previous: Option<&'a ValueChange>,
    /// What the run has to say about itself: sources left out, steps that failed.
    pub notes: &'a [String],
}

/// A price that was paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The id under which the valuation's input `price` names it.
    pub id: String,
    pub value: Decimal,
    /// Three letters of ISO 4217.
    pub currency: String,
    pub date: Date,
    pub source: String,
    /// Only http and https.
    pub url: Option<String>,
}

/// A price that was paid for a share of another company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerPrice {
    pub company: String,
    pub quote: Quote,
}

impl<'a> Dossier<'a> {
    /// The company's own price or that of a peer, and whose it is where it is not the company's.
    pub(crate) fn price_named(&self, id: &str) -> Option<(&'a Quote, Option<&'a str>)> {
        let own = self.price.filter(|quote| quote.id == id);
        own.map(|quote| (quote, None)).or_else(|| {
            let peer = self.peer_prices.iter().find(|peer| peer.quote.id == id)?;
            Some((&peer.quote, Some(peer.company.as_str())))
        })
    }

    pub(crate) fn valuation(&self) -> Option<&'a Valuation> {
        match self.outcome {
            Some(Outcome::Valued(valuation)) => Some(valuation),
            Some(Outcome::NotRunnable(_)) | None => None,
        }
    }

    pub(crate) fn request(&self) -> Option<&'a Request> {
        self.valuation()
            .map(|valuation| &valuation.request)
            .or(self.request)
    }

    /// The company and its ticker.
    pub(crate) fn subject(&self) -> String {
        let name = &self.company.name;
        match self.company.tickers.first() {
            Some(ticker) => self
                .language
                .pick(format!("{name} ({ticker})"), format!("{name}（{ticker}）")),
            None => name.clone(),
        }
    }
}
