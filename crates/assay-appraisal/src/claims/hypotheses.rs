//! What the evidence does not carry, and what would tell.

use std::collections::BTreeMap;

use assay_domain::{Confidence, Finding, Language, Tier};
use assay_facts::{Basis, Refusal, RefusalReason, Staleness, metric_title};
use assay_gates::Standing;
use assay_valuation::Outcome;

use super::counter::{speaks_of, title};
use super::tripwires::quartile;
use crate::core_data::{CoreFigure, core_figures};
use crate::dossier::Dossier;
use crate::print::{Style, printed};
use crate::thesis::{Catalyst, Hypothesis, MonitoringTrigger, Part, PrintedFigure, ThesisClaim};

pub(super) fn hypotheses(
    dossier: &Dossier,
    claims: &[ThesisClaim],
    findings: &[Finding],
    outcome: Option<&Outcome>,
) -> Vec<Hypothesis> {
    let mut found = Vec::new();
    weak_claims(dossier, claims, &mut found);
    missing_data(dossier, &mut found);
    missing_periods(dossier, findings, &mut found);
    overdue_report(dossier, &mut found);
    continued(dossier, &mut found);
    if let Some(Outcome::NotRunnable(refused)) = outcome {
        unvalued(dossier, refused, &mut found);
    }
    for (at, hypothesis) in found.iter_mut().enumerate() {
        hypothesis.id = format!("hyp_{:03}", at + 1);
    }
    found
}

fn weak_claims(dossier: &Dossier, claims: &[ThesisClaim], found: &mut Vec<Hypothesis>) {
    let language = dossier.language();
    for claim in claims.iter().filter(|claim| claim.critical) {
        let is_strong = claim.standing == Standing::Holds
            && claim.evidence.iter().any(|(_, tier)| *tier <= Tier::B);
        if is_strong {
            continue;
        }
        found.push(Hypothesis {
            id: String::new(),
            statement: plain(&claim.text),
            figures: figures_of(&claim.text),
            confidence: Confidence::Weak,
            verification_needed: vec![
                language
                    .pick(
                        "the same figure in a filing (tier A) or from a licensed vendor (tier B)",
                        "以监管公告（A 级）或持牌数据商（B 级）核实同一数据",
                    )
                    .to_owned(),
            ],
            monitoring_triggers: vec![MonitoringTrigger {
                event: language
                    .pick("a periodic report states it", "定期报告予以披露")
                    .to_owned(),
                action: language
                    .pick("raise it to a claim", "升级为论点")
                    .to_owned(),
            }],
        });
    }
}

fn missing_data(dossier: &Dossier, found: &mut Vec<Hypothesis>) {
    let language = dossier.language();
    for CoreFigure {
        metric,
        period,
        point,
    } in core_figures(dossier)
    {
        if point.is_some() {
            continue;
        }
        let title = metric_title(metric, language);
        found.push(Hypothesis {
            id: String::new(),
            statement: language.pick(
                format!("{title} of {period} is not known: nothing is concluded from it"),
                format!("{period}的{title}未知，不据此下结论"),
            ),
            figures: Vec::new(),
            confidence: Confidence::Unsupported,
            verification_needed: vec![language.pick(
                format!("{title} of {period} from the filing of that period"),
                format!("该期间公告中的{title}（{period}）"),
            )],
            monitoring_triggers: vec![ingested(language)],
        });
    }
}

/// Holes in a series: what a passage or a refused sum shows to be absent.
fn missing_periods(dossier: &Dossier, findings: &[Finding], found: &mut Vec<Hypothesis>) {
    let language = dossier.language();
    let mut holes: Vec<(String, String)> = Vec::new();
    for finding in findings {
        if let Finding::MissingPeriod {
            subject, missing, ..
        } = finding
        {
            holes.push((subject.clone(), missing.join(language.pick(", ", "、"))));
        }
    }
    let after = dossier.frame().map(|frame| frame.end);
    let mut gaps: BTreeMap<&str, &Refusal> = BTreeMap::new();
    for refusal in &dossier.package().refusals {
        // Only what is newer than the twelve months in use could change what is said.
        let is_newer = after.is_none_or(|end| refusal.end > end);
        let is_gap = matches!(refusal.reason, RefusalReason::GapInQuarters { .. });
        let newest = gaps.entry(&refusal.metric).or_insert(refusal);
        if is_newer && is_gap && refusal.end >= newest.end {
            *newest = refusal;
        }
    }
    for (metric, refusal) in gaps {
        if let RefusalReason::GapInQuarters { missing } = &refusal.reason
            && after.is_none_or(|end| refusal.end > end)
        {
            let mut days: Vec<String> = missing.iter().map(ToString::to_string).collect();
            days.sort();
            let days = days.join(language.pick(", ", "、"));
            let periods = language.pick(
                format!("the quarters to about {days}"),
                format!("截至{days}前后的季度"),
            );
            holes.push((metric_title(metric, language).to_owned(), periods));
        }
    }
    holes.sort();
    holes.dedup();
    for (subject, periods) in holes {
        found.push(Hypothesis {
            id: String::new(),
            statement: language.pick(
                format!("{subject} is not known for {periods}; the trend across it is a guess"),
                format!("{subject}缺少{periods}的数据，跨期趋势仅为推测"),
            ),
            figures: Vec::new(),
            confidence: Confidence::Unsupported,
            verification_needed: vec![language.pick(
                format!("{subject} for {periods}"),
                format!("{periods}的{subject}"),
            )],
            monitoring_triggers: vec![ingested(language)],
        });
    }
}

/// A report that is due and not there may say something else.
fn overdue_report(dossier: &Dossier, found: &mut Vec<Hypothesis>) {
    let language = dossier.language();
    let Some(due) = dossier
        .newest("total_assets", Basis::Instant)
        .and_then(|point| point.freshness.expected_next)
        .filter(|day| *day < dossier.as_of())
    else {
        return;
    };
    found.push(Hypothesis {
        id: String::new(),
        statement: language.pick(
            format!("the report that was due by {due} confirms what is said here"),
            format!("应于{due}前披露的报告将印证上述内容"),
        ),
        figures: Vec::new(),
        confidence: Confidence::Unsupported,
        verification_needed: vec![
            language
                .pick("the periodic report that is due", "已到期应披露的定期报告")
                .to_owned(),
        ],
        monitoring_triggers: vec![ingested(language)],
    });
}

fn ingested(language: Language) -> MonitoringTrigger {
    MonitoringTrigger {
        event: language
            .pick("the filing is ingested", "收录该公告")
            .to_owned(),
        action: language
            .pick("run the research again", "重新运行研究")
            .to_owned(),
    }
}

/// That the company's own range continues is the first thing to test.
fn continued(dossier: &Dossier, found: &mut Vec<Hypothesis>) {
    let language = dossier.language();
    for metric in [
        "revenue_growth",
        "operating_margin",
        "cash_conversion",
        "roe",
    ]
    .into_iter()
    .filter(|metric| speaks_of(dossier, metric))
    {
        let Some(quartile) = quartile(dossier, metric) else {
            continue;
        };
        // What has failed already is counter-evidence and no hypothesis.
        if dossier
            .current(metric)
            .is_none_or(|now| now.value < quartile.value)
        {
            continue;
        }
        let threshold = printed(quartile.value, &Style::of_point(quartile), language);
        let title = title(metric, language);
        found.push(Hypothesis {
            id: String::new(),
            statement: language.pick(
                format!("{title} stays at or above {threshold}, the first quartile of the company's own years"),
                format!("{title}不低于{threshold}（公司自身历史下四分位数）"),
            ),
            figures: vec![PrintedFigure {
                id: quartile.id.clone(),
                text: threshold.clone(),
            }],
            confidence: Confidence::Weak,
            verification_needed: vec![language.pick(
                format!("{title} in the next periodic report"),
                format!("下一期定期报告中的{title}"),
            )],
            monitoring_triggers: vec![
                MonitoringTrigger {
                    event: language.pick(
                        format!("{title} below {threshold}"),
                        format!("{title}低于{threshold}"),
                    ),
                    action: language
                        .pick("appraise the company again", "重新评估")
                        .to_owned(),
                },
            ],
        });
    }
}

fn unvalued(
    dossier: &Dossier,
    refused: &assay_valuation::NotRunnable,
    found: &mut Vec<Hypothesis>,
) {
    let language = dossier.language();
    found.push(Hypothesis {
        id: String::new(),
        statement: language
            .pick(
                "the company can be valued once the listed inputs are known",
                "补齐所列输入后可进行估值",
            )
            .to_owned(),
        figures: Vec::new(),
        confidence: Confidence::Unsupported,
        verification_needed: refused
            .missing
            .iter()
            .map(|gap| gap.text(language))
            .collect(),
        monitoring_triggers: vec![MonitoringTrigger {
            event: language
                .pick(
                    "the inputs are given, dated and with their source",
                    "输入已给出，并注明日期与来源",
                )
                .to_owned(),
            action: language
                .pick("start the valuation", "启动估值分析")
                .to_owned(),
        }],
    });
}

/// The day by which the next periodic report is due, where it has not passed.
pub(super) fn catalysts(dossier: &Dossier) -> Vec<Catalyst> {
    let language = dossier.language();
    let Some(frame) = dossier.frame() else {
        return Vec::new();
    };
    let newest = ["revenue", "net_income", "total_assets"]
        .iter()
        .find_map(|name| {
            dossier
                .find(name, frame.basis, frame.end)
                .or_else(|| dossier.newest(name, Basis::Instant))
        });
    let Some(point) = newest else {
        return Vec::new();
    };
    let Some(date) = point
        .freshness
        .expected_next
        .filter(|day| *day >= dossier.as_of())
    else {
        return Vec::new();
    };
    let is_due = point.freshness.staleness_status >= Staleness::Aging;
    let text = if is_due {
        language.pick(
            "The next periodic report is due.",
            "下一期定期报告已到披露期。",
        )
    } else {
        language.pick(
            "The next periodic report is expected by this day.",
            "预计于该日前披露下一期定期报告。",
        )
    };
    vec![Catalyst {
        date,
        text: vec![Part::Text {
            text: text.to_owned(),
        }],
    }]
}

fn figures_of(parts: &[Part]) -> Vec<PrintedFigure> {
    let figures = parts.iter().filter_map(|part| match part {
        Part::Figure { id, text } => Some(PrintedFigure {
            id: id.clone(),
            text: text.clone(),
        }),
        Part::Text { .. } | Part::Cite { .. } => None,
    });
    figures.collect()
}

/// The sentence as a reader sees it, without its citations.
pub(crate) fn plain(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Text { text: words } => text.push_str(words),
            Part::Figure { text: figure, .. } => text.push_str(figure),
            Part::Cite { .. } => {}
        }
    }
    text
}
