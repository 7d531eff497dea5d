//! What a run found about a made-up company.

use std::collections::BTreeMap;

use assay_appraisal::{
    Catalyst, ClaimRole, Driver, Hypothesis, Mechanism, MonitoringTrigger, Part, Thesis,
    ThesisClaim, Tripwire,
};
use assay_domain::{
    ClaimId, Confidence, DocumentId, Evidence, EvidenceId, Language, PassageId, Tier,
};
use assay_ecosystem::{
    EcosystemPackage, EdgeEvidence, EdgeType, Found, Graph, NodeKind, Polarity, Relation, Subject,
    UpdatePolicy,
};
use assay_facts::{Basis, DataPackage};
use assay_gates::{
    CitedEvidence, CoreDatum, CoreFreshness, CoreState, CriticalClaim, Measured, Safety,
    SafetyCheck, Sentences, Standing,
};

use crate::facts::{day, number};

pub(crate) fn evidence() -> BTreeMap<EvidenceId, Evidence> {
    [
        (
            "ev_1",
            "Demand for the product exceeded supply in the year.",
            Tier::A,
        ),
        (
            "ev_2",
            "Two customers accounted for a third of revenue.",
            Tier::A,
        ),
        ("ev_3", "A rival announced a cheaper product.", Tier::C),
    ]
    .into_iter()
    .map(|(id, quote, tier)| {
        let document = DocumentId::new("doc_sample");
        let evidence = Evidence {
            id: EvidenceId::new(id),
            passage: PassageId::from_range(&document, 0, 10),
            document,
            source: "Annual report".to_owned(),
            origin: "https://example.com/report".to_owned(),
            headings: vec!["Business".to_owned()],
            place: None,
            quote: quote.to_owned(),
            tier,
            as_of: Some(day("2026-02-20")),
        };
        (evidence.id.clone(), evidence)
    })
    .collect()
}

fn text(text: &str) -> Part {
    Part::Text {
        text: text.to_owned(),
    }
}

/// A figure of the newest fiscal year.
fn figure(package: &DataPackage, metric: &str, shown: &str) -> Part {
    let points = package.data_points.iter();
    let of =
        points.filter(|point| point.canonical_metric == metric && point.period.basis == Basis::Fy);
    match of.max_by_key(|point| point.as_of_date) {
        Some(newest) => Part::Figure {
            id: newest.id.clone(),
            text: shown.to_owned(),
        },
        None => text("a record"),
    }
}

fn claim(
    number: usize,
    role: ClaimRole,
    parts: Vec<Part>,
    evidence: &[(&str, Tier)],
) -> ThesisClaim {
    ThesisClaim {
        id: format!("claim_{number}"),
        role,
        critical: role == ClaimRole::Thesis,
        text: parts,
        standing: Standing::Holds,
        confidence: Confidence::from_tiers(evidence.iter().map(|(_, tier)| *tier)),
        evidence: evidence
            .iter()
            .map(|(id, tier)| (EvidenceId::new(*id), *tier))
            .collect(),
        figures: Vec::new(),
        wrong_if: None,
    }
}

pub(crate) fn thesis(package: &DataPackage, language: Language) -> Thesis {
    let pick = |english: &str, chinese: &str| text(language.pick(english, chinese));
    let wire = |metric: &str, threshold: &str| Tripwire {
        metric: metric.to_owned(),
        operator: "<".to_owned(),
        threshold: number(threshold),
        unit: "pure".to_owned(),
        threshold_point: None,
        source: "10-K".to_owned(),
        cadence: language.pick("yearly", "每年").to_owned(),
        action: language
            .pick("review the thesis", "复核投资逻辑")
            .to_owned(),
    };
    let mut growth = claim(
        1,
        ClaimRole::Thesis,
        vec![
            pick("Revenue reached ", "营业收入达到 "),
            figure(
                package,
                "revenue",
                language.pick("USD 1.60 bn", "16.0 亿美元"),
            ),
            pick(" on demand above supply.", "，需求大于供给。"),
        ],
        &[("ev_1", Tier::A)],
    );
    growth.wrong_if = Some(wire("gross_margin", "0.55"));
    let mut concentrated = claim(
        2,
        ClaimRole::Risk,
        vec![pick(
            "Two customers carry a third of revenue.",
            "两家客户贡献三分之一收入。",
        )],
        &[("ev_2", Tier::A)],
    );
    concentrated.wrong_if = Some(wire("operating_margin", "0.2"));
    let rival = claim(
        3,
        ClaimRole::CounterEvidence,
        vec![pick(
            "A rival sells a cheaper product.",
            "竞争对手推出更低价产品。",
        )],
        &[("ev_3", Tier::C)],
    );
    Thesis {
        claims: vec![growth, concentrated, rival],
        drivers: vec![Driver {
            name: language.pick("Volume", "销量").to_owned(),
            description: vec![pick("Units follow capacity.", "销量取决于产能。")],
            figures: Vec::new(),
            evidence: vec![EvidenceId::new("ev_1")],
        }],
        mechanisms: vec![Mechanism {
            from: language.pick("capacity", "产能").to_owned(),
            to: language.pick("revenue", "收入").to_owned(),
            text: vec![pick("More capacity, more units.", "产能增加带动销量。")],
            confidence: Confidence::Moderate,
        }],
        hypotheses: vec![hypothesis(language)],
        catalysts: vec![Catalyst {
            date: day("2026-05-15"),
            text: vec![pick("Next quarterly report is due.", "下一份季报披露。")],
        }],
    }
}

/// The example of the specification in Chinese.
pub(crate) fn hypothesis(language: Language) -> Hypothesis {
    let pick = |english: &str, chinese: &str| language.pick(english, chinese).to_owned();
    Hypothesis {
        id: "hyp_001".to_owned(),
        statement: pick(
            "Full autonomy may be sold in 2026",
            "FSD可能在2026年实现L4商业化",
        ),
        figures: Vec::new(),
        confidence: Confidence::Weak,
        verification_needed: vec![
            pick(
                "Interventions in the first quarter of 2026",
                "2026 Q1 干预率数据",
            ),
            pick("Progress of approval", "监管审批进展"),
        ],
        monitoring_triggers: vec![
            MonitoringTrigger {
                event: pick(
                    "fewer than 2 interventions in 10,000 miles",
                    "干预率降至<2次/万英里",
                ),
                action: pick("raise to medium confidence", "升级为中置信度"),
            },
            MonitoringTrigger {
                event: pick("a city licenses it", "任一城市获Robotaxi许可"),
                action: pick("start a valuation", "启动估值分析"),
            },
        ],
    }
}

pub(crate) fn ecosystem(language: Language) -> EcosystemPackage {
    let subject = Subject {
        names: vec!["Sample Corp".to_owned()],
        ticker: Some("SMPL".to_owned()),
    };
    let policy = UpdatePolicy::standard(language);
    let mut graph = Graph::new(&subject);
    let found = |name: &str, relation, label: &str, date: &str| Found {
        kind: NodeKind::Company,
        name: name.to_owned(),
        aliases: Vec::new(),
        relation,
        edge_type: EdgeType::of(relation, Tier::A),
        label: label.to_owned(),
        polarity: Polarity::Stated,
        date: day(date),
        evidence: vec![EdgeEvidence {
            evidence: EvidenceId::new(format!("ev_{name}")),
            passage: PassageId::new("doc_sample:5-20"),
            quote: format!("We work with {name}."),
            tier: Tier::A,
            as_of: day(date),
        }],
    };
    let all = vec![
        found("Foundry", Relation::Supplier, "wafers", "2026-02-20"),
        found("Rival", Relation::Competitor, "", "2026-02-20"),
        found("Cloud", Relation::Customer, "", "2026-01-10"),
        found("Past", Relation::Partner, "", "2025-01-10"),
    ];
    graph.merge(all, &policy);
    EcosystemPackage::new(graph, policy, day("2026-03-02"))
}

/// What was measured, from the claims and the core figures of a package.
pub(crate) fn measured(thesis: &Thesis, package: &DataPackage) -> Measured {
    let critical = thesis.claims.iter().filter(|claim| claim.critical);
    let critical = critical.map(|claim| CriticalClaim {
        id: ClaimId::new(&claim.id),
        text: String::new(),
        is_core_conclusion: true,
        evidence: claim
            .evidence
            .iter()
            .map(|(id, tier)| CitedEvidence {
                id: id.clone(),
                tier: *tier,
            })
            .collect(),
        standing: claim.standing,
    });
    let core = ["revenue", "net_income", "ocf"]
        .into_iter()
        .filter_map(|metric| {
            let points = package.data_points.iter();
            let of = points.filter(|p| p.canonical_metric == metric && p.period.basis == Basis::Fy);
            let newest = of.max_by_key(|point| point.as_of_date)?;
            Some(CoreDatum {
                metric: metric.to_owned(),
                title: None,
                period: newest.period.fiscal_label.clone().unwrap_or_default(),
                state: CoreState::Known {
                    data_point: newest.id.clone(),
                    age_days: 61,
                    freshness: CoreFreshness::Fresh,
                    sources: 1,
                },
            })
        });
    Measured {
        critical_claims: critical.collect(),
        sentences: Sentences {
            factual: 10,
            ..Sentences::default()
        },
        conflicts: Vec::new(),
        core_data: core.collect(),
        hypotheses: Vec::new(),
        safety: Safety {
            executable_actions: Vec::new(),
            check: SafetyCheck::Passed,
        },
    }
}
