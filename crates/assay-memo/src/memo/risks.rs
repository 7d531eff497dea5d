use assay_appraisal::ClaimRole;
use assay_exports::{Cell, Inline};
use assay_gates::Standing;

use super::thesis::{claims, condition, statement, threshold};
use crate::amount;
use crate::error::MemoError;
use crate::page::{NONE, Page, left, right, row};

/// Risks with what to watch, the strongest case against, and the table of tripwires.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    risks(page)?;
    counter_evidence(page)?;
    tripwires(page)
}

pub(crate) fn risks(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("risks", "Risks", "风险提示");
    let found = claims(page, ClaimRole::Risk);
    if found.is_empty() {
        page.lacks(
            "The run found no risk in its sources. That is a gap of the run, not a sign of safety.",
            "本次运行未在来源中识别到风险；此为本次运行的缺口，并不代表没有风险。",
        );
        return Ok(());
    }
    let mut items = Vec::new();
    for claim in found {
        let mut text = statement(page, claim)?;
        match &claim.wrong_if {
            Some(wire) => {
                text.push(page.word(" Tripwire: ", " 触发条件："));
                text.extend(condition(page, &claim.id, wire)?);
            }
            None => text.push(page.word(
                " No tripwire is set: nothing measurable is stated for it.",
                " 未设触发条件：来源未给出可度量的指标。",
            )),
        }
        items.push(text);
    }
    page.bullets(items);
    Ok(())
}

/// What speaks against the conclusion, told as its holder would.
fn counter_evidence(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("counter-evidence", "Counter-evidence", "反方证据");
    let all = page.dossier.thesis.claims.iter();
    let against = all.filter(|claim| {
        claim.role == ClaimRole::CounterEvidence || claim.standing == Standing::Contradicted
    });
    let against: Vec<_> = against.collect();
    let mut items = Vec::new();
    for claim in against {
        items.push(statement(page, claim)?);
    }
    if let Some(bear) = bear(page)? {
        items.push(bear);
    }
    if items.is_empty() {
        page.lacks(
            "The run found nothing against its conclusion, which may only mean that it did not look where such evidence is.",
            "本次运行未找到反方证据，可能仅因检索范围有限。",
        );
    }
    page.bullets(items);
    Ok(())
}

/// The bear case in one sentence.
fn bear(page: &mut Page<'_>) -> Result<Option<Vec<Inline>>, MemoError> {
    let scenario = page
        .dossier
        .valuation()
        .and_then(|one| one.scenarios.first());
    let Some(scenario) = scenario.filter(|one| !one.drivers.is_empty()) else {
        return Ok(None);
    };
    let id = page.ledger.scenario(scenario)?;
    let value = amount::traced(&scenario.value_per_share, page.language());
    let mut text = vec![
        Inline::strong(page.pick("Bear case. ", "悲观情景：")),
        page.word("If ", "若"),
    ];
    for (at, driver) in scenario.drivers.iter().enumerate() {
        if at > 0 {
            text.push(page.word(" and ", "且"));
        }
        let name = crate::words::line(&driver.id, page.language());
        text.push(Inline::text(
            page.pick(format!("{name} is "), format!("{name}为 ")),
        ));
        let figure = assay_exports::FigureId::new(format!("bear/{}", driver.id));
        text.push(Inline::figure(
            figure,
            amount::traced(driver, page.language()),
        ));
    }
    text.push(page.word(", the same model gives ", "，同一模型给出每股 "));
    text.push(Inline::figure(id, value));
    text.push(page.word(" a share.", "。"));
    Ok(Some(text))
}

/// Metric, comparison, threshold, source, cadence and action of every claim that has them.
fn tripwires(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("kill-switch", "Kill-switch table", "监控与止损触发表");
    let all = page.dossier.thesis.claims.iter();
    let watched = all.filter_map(|claim| Some((claim, claim.wrong_if.as_ref()?)));
    let watched: Vec<_> = watched.collect();
    if watched.is_empty() {
        page.lacks(
            "No claim names a figure that would show it to be wrong.",
            "没有论断给出可证伪的指标。",
        );
        return Ok(());
    }
    let columns = vec![
        left(page.pick("Claim", "论断")),
        left(page.pick("Metric", "指标")),
        left(page.pick("Operator", "条件")),
        right(page.pick("Threshold", "阈值")),
        left(page.pick("Source", "监控来源")),
        left(page.pick("Cadence", "频率")),
        left(page.pick("Action", "动作")),
    ];
    let origin = page.pick("thesis of the run", "本次运行的论断").to_owned();
    let mut rows = Vec::new();
    for (claim, wire) in watched {
        let id = threshold(page, &claim.id, wire)?;
        let text = amount::of_unit(wire.threshold, &wire.unit, page.language());
        let metric = assay_appraisal::metric_name(&wire.metric, page.language()).to_owned();
        let said = |page: &mut Page<'_>, name: &str, text: &str| {
            let text = if text.is_empty() { NONE } else { text };
            page.ledger
                .said_cell(&format!("wire.{}.{name}", claim.id), text, &origin)
        };
        rows.push(row(vec![
            Cell::text(&claim.id),
            Cell::text(metric),
            Cell::text(&wire.operator),
            Cell::figure(id, wire.threshold, text),
            said(page, "source", &wire.source),
            said(page, "cadence", &wire.cadence),
            said(page, "action", &wire.action),
        ]));
    }
    page.table(None, columns, rows);
    Ok(())
}
