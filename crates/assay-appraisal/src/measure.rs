use std::collections::BTreeSet;

use assay_domain::{Claim, ClaimId, Decimal, Finding, Language, Reading};
use assay_facts::{CheckId, DataPoint, ReconciliationVerdict, Staleness, metric_title};
use assay_gates::{
    Bilingual, CitedEvidence, ConflictKind, ConflictSide, CoreDatum, CoreFreshness, CoreState,
    CriticalClaim, Measured, OpenConflict, OutputType, Safety, Sentences,
};
use assay_valuation::Outcome;

use crate::claims::plain;
use crate::core_data::{CoreFigure, core_figures};
use crate::dossier::Dossier;
use crate::identity::{broken, rested_on};
use crate::thesis::{ClaimRole, Part, Thesis, ThesisClaim};

/// What the gates look at: claims with what carries them, conflicts in what they rest on, and the
/// core figures of this kind of company.
pub fn measure(
    thesis: &Thesis,
    dossier: &Dossier,
    findings: &[Finding],
    research: &[Claim],
    safety: Safety,
) -> Measured {
    Measured {
        critical_claims: critical_claims(thesis),
        sentences: sentences(thesis, research).and(Sentences::of_claims(research)),
        conflicts: conflicts(thesis, dossier, findings),
        core_data: core_figures(dossier)
            .into_iter()
            .map(|figure| core_datum(dossier, figure))
            .collect(),
        hypotheses: thesis.hypotheses.iter().map(|one| one.id.clone()).collect(),
        safety,
    }
}

/// What a reader is given once the valuation has run: a memo without a value is a card of what to
/// watch, and what is missing would upgrade it.
pub fn output_after_valuation(allowed: OutputType, outcome: &Outcome) -> OutputType {
    match outcome {
        Outcome::Valued(_) => allowed,
        Outcome::NotRunnable(_) => allowed.max(OutputType::WatchlistCard),
    }
}

fn critical_claims(thesis: &Thesis) -> Vec<CriticalClaim> {
    let critical = thesis.claims.iter().filter(|claim| claim.critical);
    critical
        .map(|claim| CriticalClaim {
            id: ClaimId::new(claim.id.clone()),
            text: plain(&claim.text),
            is_core_conclusion: claim.role == ClaimRole::Thesis,
            evidence: claim
                .evidence
                .iter()
                .map(|(id, tier)| CitedEvidence {
                    id: id.clone(),
                    tier: *tier,
                })
                .collect(),
            standing: claim.standing,
        })
        .collect()
}

/// The thesis's own sentences.
fn sentences(thesis: &Thesis, research: &[Claim]) -> Sentences {
    let is_own =
        |claim: &&ThesisClaim| research.iter().all(|stated| stated.id.as_str() != claim.id);
    let own = || thesis.claims.iter().filter(is_own);
    let claims = own().map(|claim| (claim.id.clone(), &claim.text, !claim.evidence.is_empty()));
    let mechanisms = thesis.mechanisms.iter().enumerate().map(|(at, mechanism)| {
        let cited = mechanism
            .text
            .iter()
            .any(|part| matches!(part, Part::Cite { .. }));
        (format!("mechanism_{}", at + 1), &mechanism.text, cited)
    });
    let all: Vec<(String, &Vec<Part>, bool)> = claims.chain(mechanisms).collect();
    let unresolved = own().map(|claim| {
        let known = |part: &&Part| match part {
            Part::Cite { evidence } => claim.evidence.iter().all(|(id, _)| id != evidence),
            Part::Text { .. } | Part::Figure { .. } => false,
        };
        claim.text.iter().filter(known).count()
    });
    Sentences {
        factual: count(all.len()),
        unresolved_citations: count(unresolved.sum()),
        unsupported: Vec::new(),
        uncited: all
            .into_iter()
            .filter(|(_, _, cited)| !cited)
            .map(|(place, ..)| place)
            .collect(),
    }
}

fn core_datum(dossier: &Dossier, figure: CoreFigure<'_>) -> CoreDatum {
    let state = match (figure.point, dossier.outages().first()) {
        (Some(point), _) => known(point),
        (None, Some((source, failure))) => CoreState::Unreachable {
            source: source.clone(),
            failure: failure.clone(),
        },
        // every filing at hand was read, and none of them has it: which one would, nobody knows
        (None, None) => CoreState::Missing { expected_in: None },
    };
    CoreDatum {
        metric: figure.metric.to_owned(),
        title: Some(title(figure.metric)),
        period: figure.period,
        state,
    }
}

/// What readers call a core figure within a sentence.
fn title(metric: &str) -> Bilingual {
    let called = |language| metric_title(metric, language).to_lowercase();
    Bilingual::new(called(Language::En), called(Language::Zh))
}

fn known(point: &DataPoint) -> CoreState {
    let mut sources: BTreeSet<&str> = point.sources.iter().map(|s| s.source.as_str()).collect();
    let agreeing = matches!(
        point.reconciliation.verdict,
        ReconciliationVerdict::Match | ReconciliationVerdict::Explained
    );
    if agreeing {
        sources.extend(point.reconciliation.peers.iter().map(|p| p.source.as_str()));
    }
    CoreState::Known {
        data_point: point.id.clone(),
        // A balance of the day itself is not old, and none is of a later day.
        age_days: point.freshness.staleness_days.max(0).unsigned_abs(),
        freshness: match point.freshness.staleness_status {
            Staleness::Fresh => CoreFreshness::Fresh,
            Staleness::Aging => CoreFreshness::Aging,
            Staleness::Stale => CoreFreshness::Stale,
            Staleness::Expired => CoreFreshness::Expired,
        },
        sources: count(sources.len()),
    }
}

/// Conflicts in what the claims and the core figures rest on. An older period that nobody uses is
/// no conflict of this run, and a difference that is explained is none at all.
fn conflicts(thesis: &Thesis, dossier: &Dossier, findings: &[Finding]) -> Vec<OpenConflict> {
    let mut found: Vec<OpenConflict> = Vec::new();
    let mut push = |conflict: OpenConflict| {
        if found.iter().all(|known| known.about != conflict.about) {
            found.push(conflict);
        }
    };
    for point in points_of(thesis, dossier) {
        if point.reconciliation.verdict == ReconciliationVerdict::Conflict {
            push(between_sources(point));
        }
        for check in broken(dossier, point) {
            push(broken_identity(point, check));
        }
    }
    for (at, finding) in findings.iter().enumerate() {
        if let Finding::Contradiction {
            subject,
            period,
            readings,
        } = finding
            && (is_core(subject, dossier) || critical_claim_cites(thesis, readings))
        {
            let printed: Vec<String> = readings
                .iter()
                .map(|reading| format!("{} ({})", reading.value, reading.source))
                .collect();
            push(OpenConflict {
                id: format!("conflict_finding_{}", at + 1),
                kind: ConflictKind::Value,
                about: format!("{subject}, {period}: {}", printed.join(" / ")),
                sides: Vec::new(),
                needed: None,
            });
        }
    }
    found
}

/// Whether texts disagree about a core figure. What else they disagree about speaks against the
/// conclusion and does not forbid one.
fn is_core(subject: &str, dossier: &Dossier) -> bool {
    let subject = subject.to_lowercase();
    core_figures(dossier).iter().any(|figure| {
        let Bilingual { en, zh } = title(figure.metric);
        let is_named = |title: &String| subject.starts_with(title) || title.starts_with(&subject);
        is_named(&en) || is_named(&zh)
    })
}

fn critical_claim_cites(thesis: &Thesis, readings: &[Reading]) -> bool {
    let critical = thesis.claims.iter().filter(|claim| claim.critical);
    let mut cited = critical.flat_map(|claim| &claim.evidence);
    cited.any(|(id, _)| readings.iter().any(|reading| reading.evidence == *id))
}

/// The points of the claims and core figures and, through their formulas, what those rest on.
fn points_of<'a>(thesis: &Thesis, dossier: &'a Dossier) -> Vec<&'a DataPoint> {
    let claims = thesis.claims.iter().flat_map(|claim| claim.figures.clone());
    let core = core_figures(dossier);
    let core = core.iter().filter_map(|figure| figure.point);
    let ids = claims.chain(core.map(|point| point.id.clone()));
    rested_on(dossier, ids.collect())
}

fn about(point: &DataPoint) -> String {
    format!("{}, {}", point.metric, period_of(point))
}

fn period_of(point: &DataPoint) -> String {
    let label = point.period.fiscal_label.clone();
    label.unwrap_or_else(|| point.as_of_date.to_string())
}

fn between_sources(point: &DataPoint) -> OpenConflict {
    let own = point.sources.first();
    let mut sides = vec![ConflictSide {
        id: point.id.clone(),
        value: point.value,
        unit: point.unit.clone(),
        source: own.map_or_else(String::new, |s| {
            format!("{} {} {}", s.source, s.form, s.filed)
        }),
    }];
    for peer in &point.reconciliation.peers {
        if peer.diff_class == Some(assay_facts::ChangeClass::Unexplained) {
            sides.push(ConflictSide {
                id: format!("{}#{}", point.id, sides.len()),
                value: peer.value,
                unit: point.unit.clone(),
                source: format!("{} {} {}", peer.source, peer.form, peer.filed),
            });
        }
    }
    OpenConflict {
        id: format!("conflict_{}", point.id),
        kind: ConflictKind::Value,
        about: about(point),
        sides,
        needed: own.map(|s| format!("{} {}", s.form, s.accession)),
    }
}

fn broken_identity(point: &DataPoint, check: &assay_facts::Check) -> OpenConflict {
    let amounts = check.detail.split([' ', '=', '<', '/']);
    let amounts = amounts.map(|text| text.replace(',', ""));
    let values: Vec<Decimal> = amounts.filter_map(|text| text.parse().ok()).collect();
    let source = point.sources.first().map_or_else(String::new, |s| {
        format!("{} {} {}", s.source, s.form, s.filed)
    });
    let sides = values
        .into_iter()
        .enumerate()
        .map(|(at, value)| ConflictSide {
            id: format!("{}#{at}", point.id),
            value,
            unit: point.unit.clone(),
            source: source.clone(),
        });
    let name = check_name(check.id);
    OpenConflict {
        id: format!("conflict_{}_{}", name, point.id),
        kind: ConflictKind::Value,
        about: format!("{}, {}: {}", name, period_of(point), check.detail),
        sides: sides.collect(),
        needed: point
            .sources
            .first()
            .map(|s| format!("{} {}", s.form, s.accession)),
    }
}

fn check_name(check: CheckId) -> &'static str {
    match check {
        CheckId::BalanceSheet => "balance_sheet",
        CheckId::BalanceTotals => "balance_totals",
        CheckId::CashFlow => "cash_flow",
        CheckId::CashRoll => "cash_roll",
        CheckId::QuartersMakeYear => "quarters_make_year",
        CheckId::GrossProfit => "gross_profit",
        CheckId::EarningsPerShare => "earnings_per_share",
        CheckId::OrderOfMagnitude => "order_of_magnitude",
        CheckId::PartWithinWhole => "part_within_whole",
        CheckId::NotNegative => "not_negative",
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
