//! What speaks against the conclusion: whatever worsened, failed a check or contradicts.

use assay_domain::{Confidence, Decimal, Evidence, EvidenceId, Finding, Tier};
use assay_facts::{DataPoint, metric_title};
use assay_gates::Standing;

use super::tripwires::quartile;
use crate::dossier::Dossier;
use crate::sentence::Sentence;
use crate::thesis::{ClaimRole, Part, ThesisClaim};

/// Which way is worse.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Worse {
    Lower,
    Higher,
}

/// What says nothing of a bank or an insurer.
pub(super) const NOT_OF_FINANCIALS: &[&str] = &[
    "gross_margin",
    "operating_margin",
    "fcf",
    "fcf_margin",
    "cash_conversion",
    "capex_intensity",
    "rd_ratio",
    "net_debt_to_ebitda",
];

/// Whether a metric means something for this kind of company.
pub(super) fn speaks_of(dossier: &Dossier, metric: &str) -> bool {
    !dossier.is_financial() || !NOT_OF_FINANCIALS.contains(&metric)
}

/// The difference, the figure it is of, and which way is worse.
const COMPARED: &[(&str, &str, Worse)] = &[
    ("revenue_growth_change", "revenue_growth", Worse::Lower),
    ("gross_margin_change", "gross_margin", Worse::Lower),
    ("operating_margin_change", "operating_margin", Worse::Lower),
    ("net_margin_change", "net_margin", Worse::Lower),
    ("fcf_margin_change", "fcf_margin", Worse::Lower),
    ("cash_conversion_change", "cash_conversion", Worse::Lower),
    ("roe_change", "roe", Worse::Lower),
    ("capex_intensity_change", "capex_intensity", Worse::Higher),
    ("efficiency_ratio_change", "efficiency_ratio", Worse::Higher),
    ("combined_ratio_change", "combined_ratio", Worse::Higher),
    (
        "insurance_service_ratio_change",
        "insurance_service_ratio",
        Worse::Higher,
    ),
    (
        "net_debt_to_ebitda_change",
        "net_debt_to_ebitda",
        Worse::Higher,
    ),
];

const SHRINKING: &[&str] = &[
    "revenue",
    "operating_income",
    "net_income",
    "eps_diluted",
    "fcf",
];

pub(super) fn claims(
    dossier: &Dossier,
    findings: &[Finding],
    passages: &[Evidence],
    claims: &mut Vec<ThesisClaim>,
) {
    let language = dossier.language();
    for name in SHRINKING.iter().filter(|name| speaks_of(dossier, name)) {
        let growth = dossier.current(&format!("{name}_growth"));
        let (Some(growth), Some(now), Some(before)) =
            (growth, dossier.current(name), dossier.previous(name))
        else {
            continue;
        };
        if growth.value < Decimal::ZERO {
            let title = metric_title(name, language);
            let sentence = Sentence::new(
                dossier,
                &format!("{title} fell from {{0}} to {{1}} ({{2}})."),
                &format!("{title}由{{0}}降至{{1}}（{{2}}）。"),
                &[before, now, growth],
            );
            claims.push(sentence.claim(
                &format!("worse_{name}"),
                ClaimRole::CounterEvidence,
                false,
                None,
            ));
        }
    }
    compared(dossier, claims);
    if let Some(growth) = dossier.current("diluted_shares_growth")
        && growth.value > Decimal::ZERO
    {
        let sentence = Sentence::new(
            dossier,
            "The share count grew by {0} in {0.period}: each share owns less.",
            "{0.period}稀释后股本变动{0}，每股权益被摊薄。",
            &[growth],
        );
        claims.push(sentence.claim("worse_dilution", ClaimRole::CounterEvidence, false, None));
    }
    below_own_years(dossier, claims);
    losses(dossier, claims);
    failed_checks(dossier, claims);
    from_findings(dossier, findings, passages, claims);
}

fn compared(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    for (change, name, worse) in COMPARED.iter().filter(|row| speaks_of(dossier, row.1)) {
        let (Some(change), Some(now), Some(before)) = (
            dossier.current(change),
            dossier.current(name),
            dossier.previous(name),
        ) else {
            continue;
        };
        let worsened = match worse {
            Worse::Lower => change.value < Decimal::ZERO,
            Worse::Higher => change.value > Decimal::ZERO,
        };
        if worsened {
            claims.push(worsening(dossier, name, before, now, change));
        }
    }
}

fn worsening(
    dossier: &Dossier,
    name: &str,
    before: &DataPoint,
    now: &DataPoint,
    change: &DataPoint,
) -> ThesisClaim {
    let title = title(name, dossier.language());
    let sentence = Sentence::new(
        dossier,
        &format!("{title} went from {{0}} to {{1}} ({{2}})."),
        &format!("{title}由{{0}}变为{{1}}（{{2}}）。"),
        &[before, now, change],
    );
    sentence.claim(
        &format!("worse_{name}"),
        ClaimRole::CounterEvidence,
        false,
        None,
    )
}

/// How a metric is called, the ratios that are computed here among them.
pub fn title(name: &str, language: assay_domain::Language) -> &str {
    match name {
        "revenue_growth" => language.pick("Revenue growth", "营业收入增速"),
        "net_income_growth" => language.pick("Net income growth", "净利润增速"),
        "cash_conversion" => language.pick("Operating cash flow to net income", "净现比"),
        "fcf_margin" => language.pick("Free cash flow margin", "自由现金流率"),
        "capex_intensity" => {
            language.pick("Capital expenditure to revenue", "资本开支占营业收入比")
        }
        "efficiency_ratio" => language.pick("Non-interest expense to revenue", "成本收入比"),
        "loss_ratio" => language.pick("Loss ratio", "赔付率"),
        "expense_ratio" => language.pick("Expense ratio", "费用率"),
        "combined_ratio" => language.pick("Combined ratio", "综合成本率"),
        "insurance_service_ratio" => language.pick(
            "Insurance service expenses to insurance revenue",
            "保险服务费用占保险服务收入比",
        ),
        "reserves_to_equity" => {
            language.pick("Reserves for losses to equity", "未决赔款准备金/净资产")
        }
        "net_debt_to_ebitda" => language.pick("Net debt to EBITDA", "净负债/EBITDA"),
        other => metric_title(other, language),
    }
}

/// Below what three quarters of the company's own years showed.
fn below_own_years(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    for name in [
        "revenue_growth",
        "operating_margin",
        "cash_conversion",
        "roe",
    ]
    .into_iter()
    .filter(|name| speaks_of(dossier, name))
    {
        let (Some(now), Some(quartile)) = (dossier.current(name), quartile(dossier, name)) else {
            continue;
        };
        if now.value < quartile.value {
            let title = title(name, dossier.language());
            let sentence = Sentence::new(
                dossier,
                &format!(
                    "{title} of {{0}} is below {{1}}, the first quartile of the company's own years."
                ),
                &format!("{title}{{0}}低于公司自身历史下四分位数{{1}}。"),
                &[now, quartile],
            );
            let id = format!("low_{name}");
            claims.push(sentence.claim(&id, ClaimRole::CounterEvidence, false, None));
        }
    }
}

fn losses(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    // Deposits and loans run through a bank's operating cash flow, and premiums through an insurer's
    // long before claims: its sign says nothing.
    let names: &[&str] = if dossier.is_financial() {
        &["net_income"]
    } else {
        &["operating_income", "net_income", "ocf"]
    };
    for name in names {
        let Some(point) = dossier.current(name).filter(|p| p.value < Decimal::ZERO) else {
            continue;
        };
        let title = metric_title(name, dossier.language());
        let sentence = Sentence::new(
            dossier,
            &format!("{title} of {{0.period}} is negative: {{0}}."),
            &format!("{{0.period}}{title}为负：{{0}}。"),
            &[point],
        );
        claims.push(sentence.claim(
            &format!("negative_{name}"),
            ClaimRole::CounterEvidence,
            false,
            None,
        ));
    }
    if let Some(equity) = dossier
        .current_balance("equity")
        .filter(|p| p.value <= Decimal::ZERO)
    {
        let sentence = Sentence::new(
            dossier,
            "Equity on {0.period} is {0}: claims before the shareholders exceed the assets.",
            "截至{0.period}归母净资产为{0}，资不抵债。",
            &[equity],
        );
        claims.push(sentence.claim("negative_equity", ClaimRole::CounterEvidence, true, None));
    }
}

/// Identities that the newest figures break.
fn failed_checks(dossier: &Dossier, claims: &mut Vec<ThesisClaim>) {
    let Some(frame) = dossier.frame() else {
        return;
    };
    let newest = dossier
        .package()
        .data_points
        .iter()
        .filter(|point| point.as_of_date == frame.end);
    let broken = newest.filter(|point| point.checks.iter().any(|check| !check.pass));
    for point in broken {
        let title = metric_title(&point.canonical_metric, dossier.language());
        let sentence = Sentence::new(
            dossier,
            &format!(
                "{title} of {{0.period}}, {{0}}, does not agree with the other lines of its statement."
            ),
            &format!("{{0.period}}{title}{{0}}与报表其他项目勾稽不符。"),
            &[point],
        );
        let id = format!(
            "check_{}_{}",
            point.canonical_metric,
            point.period.basis.code()
        );
        claims.push(sentence.claim(&id.to_lowercase(), ClaimRole::CounterEvidence, false, None));
    }
}

/// Values that sources print are quoted with the evidence that prints them.
fn from_findings(
    dossier: &Dossier,
    findings: &[Finding],
    passages: &[Evidence],
    claims: &mut Vec<ThesisClaim>,
) {
    let language = dossier.language();
    for (at, finding) in findings.iter().enumerate() {
        let (lead, readings, standing) = match finding {
            Finding::Contradiction {
                subject, readings, ..
            } => (
                language.pick(
                    format!("Sources disagree on {subject}: "),
                    format!("各来源对{subject}的说法不一："),
                ),
                readings.iter().collect::<Vec<_>>(),
                Standing::Contradicted,
            ),
            Finding::Outdated {
                subject, old, new, ..
            } => (
                language.pick(
                    format!("A newer source replaces an older value of {subject}: "),
                    format!("较新来源更新了{subject}："),
                ),
                vec![old, new],
                Standing::Holds,
            ),
            Finding::Conflict { .. }
            | Finding::MissingPeriod { .. }
            | Finding::Quarantined { .. } => continue,
        };
        let mut text = vec![Part::Text { text: lead }];
        for (nth, reading) in readings.iter().enumerate() {
            let joint = if nth == 0 {
                ""
            } else {
                language.pick("; ", "；")
            };
            let value = &reading.value;
            text.push(Part::Text {
                text: format!("{joint}“{value}”"),
            });
            text.push(Part::Cite {
                evidence: reading.evidence.clone(),
            });
        }
        // The tier of a source that is not at hand is not known; the lowest is the safe one.
        let tier = |id: &EvidenceId| {
            let known = passages.iter().find(|passage| passage.id == *id);
            known.map_or(Tier::D, |passage| passage.tier)
        };
        let evidence: Vec<(EvidenceId, Tier)> = readings
            .iter()
            .map(|reading| (reading.evidence.clone(), tier(&reading.evidence)))
            .collect();
        claims.push(ThesisClaim {
            id: format!("claim_finding_{}", at + 1),
            role: ClaimRole::CounterEvidence,
            critical: false,
            text,
            standing,
            confidence: Confidence::from_tiers(evidence.iter().map(|(_, tier)| *tier)),
            evidence,
            figures: Vec::new(),
            wrong_if: None,
        });
    }
}
