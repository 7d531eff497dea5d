//! A dossier that owns what it shows.

use std::collections::BTreeMap;

use assay_appraisal::Thesis;
use assay_domain::{Date, Evidence, EvidenceId, Language, RunId, Tier, Timestamp};
use assay_ecosystem::EcosystemPackage;
use assay_facts::Book;
use assay_gates::{
    Bilingual, ConflictKind, ConflictSide, CoreDatum, CoreState, Decision, Measured, OpenConflict,
    OutputType, RuleSet, Standing, decide,
};
use assay_memo::{Dossier, Quote};
use assay_valuation::{CompanyKind, Outcome};

use crate::facts::{self, Filed, day, number};
use crate::{research, valuation};

pub(crate) struct Case {
    run: RunId,
    pub(crate) language: Language,
    pub(crate) as_of: Date,
    pub(crate) filed: Filed,
    pub(crate) quote: Option<Quote>,
    pub(crate) thesis: Thesis,
    evidence: BTreeMap<EvidenceId, Evidence>,
    ecosystem: Option<EcosystemPackage>,
    pub(crate) measured: Measured,
    pub(crate) decision: Decision,
    pub(crate) outcome: Option<Outcome>,
    notes: Vec<String>,
}

impl Case {
    pub(crate) fn dossier(&self) -> Dossier<'_> {
        Dossier {
            run_id: &self.run,
            generated_at: Timestamp::UNIX_EPOCH,
            as_of: self.as_of,
            language: self.language,
            company: &self.filed.company,
            sector: &self.filed.sector,
            package: &self.filed.package,
            further_points: &[],
            peer_prices: &[],
            changes: &self.filed.changes,
            price: self.quote.as_ref(),
            thesis: &self.thesis,
            evidence: &self.evidence,
            ecosystem: self.ecosystem.as_ref(),
            measured: &self.measured,
            decision: &self.decision,
            outcome: self.outcome.as_ref(),
            request: None,
            previous: None,
            notes: &self.notes,
        }
    }

    fn decide(&mut self) {
        let rules = RuleSet::defaults().expect("rules");
        self.decision = decide(&self.measured, &rules);
    }
}

pub(crate) fn quote(value: &str, date: &str) -> Quote {
    Quote {
        id: format!("price_{date}"),
        value: number(value),
        currency: "USD".to_owned(),
        date: day(date),
        source: "prices of the test".to_owned(),
        url: None,
    }
}

/// A company with all that a memo can use.
pub(crate) fn of_book(book: &Book, as_of: &str, price: Option<&str>, language: Language) -> Case {
    let as_of = day(as_of);
    let filed = facts::filed(book, as_of, language);
    let quote = price.map(|price| quote(price, &as_of.to_string()));
    let mut request = valuation::request(
        &filed.package,
        quote.as_ref(),
        CompanyKind::Operating,
        language,
    );
    let peers = [
        ("Alpha", "900", "80"),
        ("Beta", "1500", "100"),
        ("Gamma", "700", "70"),
    ];
    request.peers = peers
        .iter()
        .map(|(name, ev, ebitda)| valuation::peer(name, ev, ebitda, as_of))
        .collect();
    request
        .peers
        .push(valuation::peer("Delta", "700", "-20", as_of));
    let outcome = valuation::valued(&request);
    let thesis = research::thesis(&filed.package, language);
    let measured = research::measured(&thesis, &filed.package);
    let rules = RuleSet::defaults().expect("rules");
    Case {
        run: RunId::new("r-20260302-sample"),
        language,
        as_of,
        quote,
        evidence: research::evidence(),
        ecosystem: Some(research::ecosystem(language)),
        decision: decide(&measured, &rules),
        outcome: Some(outcome),
        notes: vec![
            language
                .pick(
                    "1 post was left out: tier D.",
                    "剔除 1 条社交媒体帖子（D 级）。",
                )
                .to_owned(),
        ],
        measured,
        thesis,
        filed,
    }
}

/// A company of any kind, before it is valued.
pub(crate) fn unvalued(book: &Book, as_of: &str, language: Language) -> Case {
    let as_of = day(as_of);
    let filed = facts::filed(book, as_of, language);
    let thesis = research::thesis(&filed.package, language);
    let measured = research::measured(&thesis, &filed.package);
    let rules = RuleSet::defaults().expect("rules");
    Case {
        run: RunId::new("r-20260302-sample"),
        language,
        as_of,
        quote: None,
        evidence: research::evidence(),
        ecosystem: None,
        decision: decide(&measured, &rules),
        outcome: None,
        notes: Vec::new(),
        measured,
        thesis,
        filed,
    }
}

pub(crate) fn memo(language: Language) -> Case {
    of_book(&facts::sample(), "2026-03-02", Some("30"), language)
}

pub(crate) fn no_price(language: Language) -> Case {
    of_book(&facts::sample(), "2026-03-02", None, language)
}

/// The same run with a fault that leads to each of the lesser documents.
pub(crate) fn lesser(output: OutputType, language: Language) -> Case {
    let mut case = memo(language);
    case.outcome = None;
    match output {
        OutputType::Memo => {}
        OutputType::WatchlistCard => {
            let mut weak = case.thesis.claims[0].clone();
            weak.id = "claim_9".to_owned();
            weak.standing = Standing::Unsupported;
            weak.evidence = Vec::new();
            let mut second = case.thesis.claims[0].clone();
            second.id = "claim_8".to_owned();
            case.thesis.claims.extend([weak, second]);
            case.measured = research::measured(&case.thesis, &case.filed.package);
            let claims = case.measured.critical_claims.iter_mut();
            claims.for_each(|claim| claim.is_core_conclusion = claim.standing == Standing::Holds);
        }
        OutputType::HypothesisList => {
            for claim in &mut case.thesis.claims {
                claim.evidence = vec![(EvidenceId::new("ev_3"), Tier::C)];
            }
            case.measured = research::measured(&case.thesis, &case.filed.package);
        }
        OutputType::ConflictReport => {
            let side = |id: &str, value: &str, source: &str| ConflictSide {
                id: id.to_owned(),
                value: number(value),
                unit: "USD".to_owned(),
                source: source.to_owned(),
            };
            case.measured.conflicts.push(OpenConflict {
                id: "cf_1".to_owned(),
                kind: ConflictKind::Value,
                about: "revenue, FY2025".to_owned(),
                sides: vec![
                    side("dp_a", "1600000000", "10-K 2026-02-20"),
                    side("dp_b", "1580000000", "vendor"),
                ],
                needed: Some("10-K/A".to_owned()),
            });
        }
        OutputType::ErrorReport => {
            case.measured.core_data.push(CoreDatum {
                metric: "capex".to_owned(),
                title: Some(Bilingual::new("capital expenditure", "资本开支")),
                period: "FY2025".to_owned(),
                state: CoreState::Missing { expected_in: None },
            });
            case.measured.core_data.push(CoreDatum {
                metric: "shares_outstanding".to_owned(),
                title: Some(Bilingual::new("shares outstanding", "已发行股份数")),
                period: "FY2025".to_owned(),
                state: CoreState::Unreachable {
                    source: "sec".to_owned(),
                    failure: "timed out after 30 s".to_owned(),
                },
            });
        }
    }
    case.decide();
    assert_eq!(
        case.decision.output_type, output,
        "{:?}",
        case.decision.gate.reasons
    );
    case
}
