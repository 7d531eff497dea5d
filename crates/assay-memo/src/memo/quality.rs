use std::collections::BTreeMap;

use assay_domain::Decimal;
use assay_exports::{Cell, Inline};
use assay_facts::{Change, ChangeClass, DataPoint, ReconciliationVerdict, metric_title};

use crate::amount;
use crate::error::MemoError;
use crate::notes::Made;
use crate::page::{NONE, Page, left, right, row};
use crate::words;

pub(crate) use super::origins::{filings, gates, notes};

/// Examples that a list shows; the rest is counted.
const MOST: usize = 8;

/// The data-quality appendix: conflicts, stale data, refusals, normalisations, changes, gates.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("quality", "Data-quality appendix", "数据质量附录");
    conflicts(page)?;
    freshness(page);
    refusals(page);
    normalisations(page);
    changes(page);
    gates(page)?;
    notes(page);
    filings(page);
    Ok(())
}

pub(crate) fn conflicting<'a>(page: &Page<'a>) -> Vec<&'a DataPoint> {
    let points = page.dossier.package.data_points.iter();
    points
        .filter(|point| point.reconciliation.verdict == ReconciliationVerdict::Conflict)
        .collect()
}

fn conflicts(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.subheading("quality-conflicts", "Conflicts between sources", "来源冲突");
    let found = conflicting(page);
    if found.is_empty() {
        page.say(
            "No data point conflicts with another source or vintage.",
            "没有数据点与其他来源或版本冲突。",
        );
        return Ok(());
    }
    conflict_table(page, &found)
}

/// The chosen value and each other value side by side, with class and reason.
pub(crate) fn conflict_table<'a>(
    page: &mut Page<'a>,
    found: &[&'a DataPoint],
) -> Result<(), MemoError> {
    let columns = vec![
        left(page.pick("Figure", "指标")),
        right(page.pick("Chosen", "采用值")),
        right(page.pick("Other", "其他值")),
        left(page.pick("Where", "出处")),
        left(page.pick("Class", "差异类别")),
        left(page.pick("Reason", "原因")),
    ];
    let mut rows = Vec::new();
    for point in found.iter().rev().take(MOST * 2) {
        let chosen = page.ledger.point(point)?;
        for (at, peer) in point.reconciliation.peers.iter().enumerate() {
            let label = page.ledger.point_label(point);
            let id = page.ledger.made(Made {
                id: format!("{}/peer{at}", point.id),
                label: label.clone(),
                value: format!("{} {}", amount::exact(peer.value), point.unit),
                formula: None,
                inputs: Vec::new(),
                source: format!("{} {} {}", peer.source, peer.form, peer.filed),
                locator: Some(point.reconciliation.chosen_by_rule.clone()),
            });
            let class = peer.diff_class.map_or(NONE, ChangeClass::code);
            let key = format!("{}.peer{at}.reason", point.id);
            let reason = page.ledger.said_cell(&key, &peer.reason, &peer.source);
            rows.push(row(vec![
                Cell::text(label),
                Cell::figure(chosen.clone(), point.value, amount::exact(point.value)),
                Cell::figure(id, peer.value, amount::exact(peer.value)),
                Cell::text(format!("{} {}", peer.form, peer.filed)),
                Cell::text(class),
                reason,
            ]));
        }
    }
    page.table(None, columns, rows);
    Ok(())
}

fn freshness(page: &mut Page<'_>) {
    page.subheading("quality-freshness", "Freshness", "时效");
    let summary = &page.dossier.package.freshness_summary;
    let language = page.language();
    let Some(status) = summary.overall_staleness else {
        page.lacks("No data point has an age.", "没有可计算时效的数据点。");
        return;
    };
    let status = words::staleness(status, language);
    let newest = summary.newest_data_point.map(|day| day.to_string());
    let newest = newest.unwrap_or_default();
    let stale: Vec<&str> = summary
        .stale_metrics
        .iter()
        .map(|name| metric_title(name, language))
        .collect();
    let mut text = page.pick(
        format!("Core data is {status}; the newest period ends on {newest}. "),
        format!("核心数据{status}；最新期间截至 {newest}。"),
    );
    text.push_str(&match stale.is_empty() {
        true => page
            .pick("No metric is stale.", "没有陈旧指标。")
            .to_owned(),
        false => page.pick(
            format!("Stale, not used as current: {}.", stale.join(", ")),
            format!("以下指标陈旧，不作为当期数据：{}。", stale.join("、")),
        ),
    });
    page.paragraph(vec![Inline::text(text)]);
}

fn refusals(page: &mut Page<'_>) {
    page.subheading(
        "quality-refusals",
        "Values that were not derived",
        "拒绝推算的数值",
    );
    let package = page.dossier.package;
    let origin = page.pick("data integrity", "数据完整性检查").to_owned();
    let mut items = Vec::new();
    for (at, missing) in package.missing.iter().enumerate() {
        items.push(
            page.ledger
                .said(&format!("missing.{at}"), &missing.text, &origin),
        );
    }
    let mut newest: Vec<_> = package.refusals.iter().collect();
    newest.sort_by_key(|refusal| std::cmp::Reverse(refusal.end));
    for (at, refusal) in newest.iter().take(MOST).enumerate() {
        let text = refusal.text(page.language());
        items.push(page.ledger.said(&format!("refusal.{at}"), &text, &origin));
    }
    if items.is_empty() {
        page.say(
            "Nothing that was asked for is missing, and no derivation was refused.",
            "所需数据齐备，没有被拒绝的推算。",
        );
        return;
    }
    page.bullets(items);
    if newest.len() > MOST {
        let label = page.pick("Refused derivations", "被拒绝的推算").to_owned();
        let (id, _) = page.ledger.count("refusals", &label, newest.len(), &origin);
        let text = vec![
            page.word("The newest are shown, of ", "仅列示最近若干项，共 "),
            Inline::figure(id, newest.len().to_string()),
            page.word(" in all.", " 项。"),
        ];
        page.paragraph(text);
    }
}

/// What was done to the points that the document uses.
fn normalisations(page: &mut Page<'_>) {
    page.subheading("quality-normalisation", "Normalisations", "口径调整");
    let summary = &page.dossier.package.normalization_summary;
    let currency = summary
        .base_currency
        .clone()
        .unwrap_or_else(|| NONE.to_owned());
    let year_end = summary
        .fiscal_year_end
        .clone()
        .unwrap_or_else(|| NONE.to_owned());
    let shares = &summary.share_count_basis;
    let text = page.pick(
        format!("Currency {currency}, shares {shares}, fiscal year to {year_end}."),
        format!("货币 {currency}，股本口径 {shares}，财年截至 {year_end}。"),
    );
    let origin = page.pick("data integrity", "数据完整性检查").to_owned();
    let text = page.ledger.said("normalisation.summary", &text, &origin);
    page.paragraph(text);
    let mut counted: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for point in page.ledger.used_points() {
        for (rule, told) in point
            .normalization_notes
            .rules
            .iter()
            .zip(&point.normalization_notes.adjustments)
        {
            let entry = counted.entry(rule_word(rule, page.language())).or_default();
            entry.0 += 1;
            entry.1.clone_from(told);
        }
    }
    if counted.is_empty() {
        page.say(
            "No figure used here was normalised.",
            "本文件所用数据未作口径调整。",
        );
        return;
    }
    let mut items = Vec::new();
    for (at, (rule, (count, example))) in counted.into_iter().enumerate() {
        let (id, _) = page
            .ledger
            .count(&format!("normalised.{at}"), rule, count, &origin);
        let mut text = vec![
            Inline::strong(rule),
            page.word(": ", "："),
            Inline::figure(id, count.to_string()),
            page.word(" figures, for instance ", " 项，例如"),
        ];
        text.extend(
            page.ledger
                .said(&format!("normalisation.{at}"), &example, &origin),
        );
        items.push(text);
    }
    page.bullets(items);
}

fn rule_word(note: &assay_facts::Note, language: assay_domain::Language) -> &'static str {
    use assay_facts::Note;
    match note {
        Note::SplitAdjusted { .. } => language.pick("Adjusted for splits", "按拆股复权"),
        Note::WrongScaleSkipped { .. } => language.pick("Wrong scale passed over", "剔除量级错误"),
        Note::ScaleSuspect { .. } => language.pick("Doubtful scale", "量级存疑"),
        Note::WeakForm { .. } => language.pick("No periodic report", "非定期报告"),
        Note::ConceptSwitched { .. } => language.pick("Filed under another concept", "科目切换"),
        Note::Superseded { .. } => language.pick("Superseded by a later filing", "后续公告调整"),
        Note::TermLeftOut { .. } => language.pick("Term left out", "公式略去项"),
        Note::EpsByShares | Note::EpsBySubtraction => {
            language.pick("Quarterly EPS", "单季每股收益推算")
        }
        Note::Converted { .. } => language.pick("Converted", "货币折算"),
    }
}

/// Values that a later filing states differently, by class, and the ones that matter.
fn changes(page: &mut Page<'_>) {
    page.subheading(
        "quality-changes",
        "Changes between filings",
        "公告间数值变动",
    );
    let changes = page.dossier.changes;
    if changes.is_empty() {
        page.say(
            "No value changed between filings.",
            "没有数值在不同公告间发生变动。",
        );
        return;
    }
    let mut counts: BTreeMap<ChangeClass, usize> = BTreeMap::new();
    for change in changes {
        *counts.entry(change.class).or_default() += 1;
    }
    let of = page
        .pick("comparison of all filings", "全部公告比对")
        .to_owned();
    let columns = vec![
        left(page.pick("Class", "类别")),
        right(page.pick("Changes", "数量")),
    ];
    let mut rows = Vec::new();
    for (class, count) in counts {
        let (id, value) = page.ledger.count(
            &format!("changes.{}", class.code()),
            class.code(),
            count,
            &of,
        );
        rows.push(row(vec![
            Cell::text(class.code()),
            Cell::figure(id, value, amount::plain(value, 0)),
        ]));
    }
    page.table(None, columns, rows);
    let weighty = changes
        .iter()
        .filter(|one| matches!(one.class, ChangeClass::Restated | ChangeClass::Unexplained));
    let mut weighty: Vec<&Change> = weighty.collect();
    weighty.sort_by_key(|change| std::cmp::Reverse(change.new_filed));
    let mut items = Vec::new();
    for (at, change) in weighty.into_iter().take(MOST).enumerate() {
        items.push(changed(page, at, change));
    }
    if !items.is_empty() {
        page.say(
            "The newest restated or unexplained ones:",
            "最近的重述或无法解释的变动：",
        );
        page.bullets(items);
    }
}

fn changed(page: &mut Page<'_>, at: usize, change: &Change) -> Vec<Inline> {
    let side =
        |page: &mut Page<'_>, name: &str, value: Decimal, form: &str, filed, accession: &str| {
            let text = amount::exact(value);
            let id = page.ledger.made(Made {
                id: format!("changed/{at}.{name}"),
                label: format!("{} {}", change.concept, change.period.end),
                value: format!("{text} {}", change.unit),
                formula: None,
                inputs: Vec::new(),
                source: format!("{form} {filed}"),
                locator: Some(accession.to_owned()),
            });
            Inline::figure(id, text)
        };
    let old = side(
        page,
        "old",
        change.old,
        &change.old_form,
        change.old_filed,
        &change.old_accession,
    );
    let new = side(
        page,
        "new",
        change.new,
        &change.new_form,
        change.new_filed,
        &change.new_accession,
    );
    let mut text = vec![
        Inline::text(format!(
            "{} {} ({}): ",
            change.class.code(),
            change.concept,
            change.period.end
        )),
        old,
        Inline::text(" → "),
        new,
        Inline::text(format!(", {} {}; ", change.new_form, change.new_filed)),
    ];
    let reason = change.reason.text(page.language());
    text.extend(
        page.ledger
            .said(&format!("changed.{at}"), &reason, &change.new_accession),
    );
    text
}
