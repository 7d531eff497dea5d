use std::collections::BTreeMap;

use assay_exports::{Cell, Inline};

use crate::error::MemoError;
use crate::page::{Page, left, right, row};
use crate::words;

/// Every metric of the run and every switch.
pub(crate) fn gates(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.subheading(
        "quality-gates",
        "Gate figures and kill switch",
        "门禁指标与熔断规则",
    );
    let language = page.language();
    let decision = page.dossier.decision;
    let columns = vec![
        left(page.pick("Figure of the run", "运行指标")),
        right(page.pick("Value", "数值")),
        left(page.pick("Comes from", "来源")),
    ];
    let mut rows = Vec::new();
    for reading in &decision.metrics {
        let text = words::reading(reading.value, reading.metric.unit(), language);
        let value = match reading.value {
            Some(value) => Cell::figure(page.ledger.metric(reading)?, value, text),
            None => Cell::text(text),
        };
        rows.push(row(vec![
            Cell::text(reading.metric.description(language)),
            value,
            Cell::text(reading.metric.origin(language)),
        ]));
    }
    page.table(None, columns, rows);
    let columns = vec![
        left(page.pick("Rule", "规则")),
        left(page.pick("Condition", "条件")),
        left(page.pick("State", "状态")),
        left(page.pick("Action", "动作")),
        left(page.pick("Fallback", "降级输出")),
    ];
    let origin = page.pick("kill-switch rules", "熔断规则文件").to_owned();
    let mut rows = Vec::new();
    for switch in &decision.switches {
        let key = format!("rule.{}", switch.rule_id);
        rows.push(row(vec![
            Cell::text(&switch.rule_id),
            page.ledger.said_cell(&key, &switch.condition, &origin),
            Cell::text(words::switch_state(switch.state, language)),
            Cell::text(words::kill_action(switch.action, language)),
            Cell::text(words::fallback(switch.fallback, language)),
        ]));
    }
    page.table(None, columns, rows);
    Ok(())
}

/// What the run says of itself, sources left out among it.
pub(crate) fn notes(page: &mut Page<'_>) {
    page.subheading(
        "quality-notes",
        "Notes of the run and excluded sources",
        "运行说明与剔除的来源",
    );
    if page.dossier.notes.is_empty() {
        page.say(
            "The run left no source out and has nothing to add.",
            "本次运行未剔除来源，无其他说明。",
        );
        return;
    }
    let origin = page.pick("the run", "本次运行").to_owned();
    let mut items = Vec::new();
    for (at, note) in page.dossier.notes.iter().enumerate() {
        items.push(page.ledger.said(&format!("note.{at}"), note, &origin));
    }
    page.bullets(items);
}

/// The filings behind the figures used, newest first, with links.
pub(crate) fn filings(page: &mut Page<'_>) {
    page.subheading("filings", "Filings behind the figures", "数据所依据的公告");
    let mut filings = BTreeMap::new();
    for point in page.ledger.used_points() {
        for source in &point.sources {
            filings.insert((source.filed, source.accession.as_str()), source);
        }
    }
    if filings.is_empty() {
        page.lacks(
            "No figure of this document comes from a filing.",
            "本文件没有来自公告的数据。",
        );
        return;
    }
    let mut items = Vec::new();
    for ((filed, accession), source) in filings.into_iter().rev() {
        let told = format!("{} {filed}, {accession}", source.form);
        let tier = words::tier(source.tier, page.language());
        items.push(vec![
            match &source.url {
                Some(url) => Inline::Link {
                    to: url.clone(),
                    text: told,
                },
                None => Inline::text(told),
            },
            Inline::text(format!(" · {} · {tier}", source.source)),
        ]);
    }
    page.bullets(items);
}
