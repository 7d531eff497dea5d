//! The watchlist card: what is known and what to watch, without a target.

use assay_appraisal::ClaimRole;
use assay_exports::{Inline, MetaItem};
use assay_gates::Standing;
use assay_valuation::{Outcome, Reason, Standing as MethodStanding};

use crate::disclosure;
use crate::error::MemoError;
use crate::header;
use crate::memo::{financials, quality, risks, thesis};
use crate::page::Page;

pub(crate) fn add(page: &mut Page<'_>) -> Result<Vec<MetaItem>, MemoError> {
    let mut meta = Vec::new();
    let none = vec![page.word(
        "none: the evidence does not carry one",
        "无：证据不足以支撑目标价",
    )];
    meta.push(header::item(page, "Target", "目标价", none));
    if let Some(quote) = page.dossier.price {
        let id = page.ledger.quote()?;
        let text = crate::amount::per_share(quote.value, &quote.currency, page.language());
        let day = quote.date;
        let value = vec![
            Inline::figure(id, text),
            Inline::text(page.pick(format!(" on {day}"), format!("（{day}）"))),
        ];
        meta.push(header::item(page, "Price", "股价", value));
    }
    let coverage = header::coverage(page)?;
    meta.push(header::item(
        page,
        "Evidence by tier",
        "证据分级占比",
        coverage,
    ));
    meta.extend(header::common(page));
    disclosure::first_page(page);
    header::gate(page);
    upgrade(page);
    known(page)?;
    open_claims(page)?;
    page.heading("financials", "Financial summary", "财务摘要");
    if !financials::short(page)? {
        page.lacks("No fiscal year is at hand.", "没有任何财年的数据。");
    }
    watch(page)?;
    risks::risks(page)?;
    page.heading("quality", "Data quality", "数据质量");
    quality::gates(page)?;
    quality::notes(page);
    quality::filings(page);
    disclosure::add(page);
    Ok(meta)
}

/// What would make a memo of it.
pub(crate) fn upgrade(page: &mut Page<'_>) {
    page.heading("upgrade", "What would upgrade it", "升级条件");
    let language = page.language();
    let origin = page.pick("quality gate", "质量门禁").to_owned();
    let actions = &page.dossier.decision.gate.actions;
    let mut items = Vec::new();
    for (at, action) in actions.iter().enumerate() {
        let mut text = vec![Inline::strong(format!("{} ", action.code))];
        let key = format!("action.{at}");
        text.extend(
            page.ledger
                .said(&key, action.instruction.get(language), &origin),
        );
        items.push(text);
    }
    for switch in page.dossier.decision.fired() {
        let key = format!("upgrade.{}", switch.rule_id);
        let mut text = vec![
            Inline::strong(format!("{} ", switch.rule_id)),
            page.word("no longer holds: ", "不再成立："),
        ];
        text.extend(page.ledger.said(&key, &switch.condition, &origin));
        items.push(text);
    }
    items.extend(lacking(page));
    if items.is_empty() {
        page.lacks(
            "The gate asks for nothing in particular.",
            "门禁未提出具体要求。",
        );
    }
    page.bullets(items);
}

/// What every method of valuation lacked, each once.
fn lacking(page: &mut Page<'_>) -> Vec<Vec<Inline>> {
    let Some(Outcome::NotRunnable(lacking)) = page.dossier.outcome else {
        return Vec::new();
    };
    let language = page.language();
    let origin = page.pick("valuation", "估值").to_owned();
    let mut items = Vec::new();
    for (at, gap) in lacking.missing.iter().enumerate() {
        let mut text = vec![page.word("For a valuation: ", "估值所需：")];
        let key = format!("lacking.{at}");
        text.extend(page.ledger.said(&key, &gap.text(language), &origin));
        items.push(text);
    }
    for (at, verdict) in lacking.verdicts.iter().enumerate() {
        if verdict.standing != MethodStanding::Refused {
            continue;
        }
        let is_other_kind = matches!(verdict.reason, Reason::UnsuitedToKind { .. });
        if is_other_kind {
            continue;
        }
        let method = verdict.method.text(language);
        let mut text = vec![Inline::strong(format!("{method} "))];
        let key = format!("refused.{at}");
        text.extend(
            page.ledger
                .said(&key, &verdict.reason.text(language), &origin),
        );
        items.push(text);
    }
    items
}

fn known(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("known", "What holds", "已获支持的论断");
    let all = page.dossier.thesis.claims.iter();
    let held = all.filter(|claim| {
        claim.standing == Standing::Holds && claim.role != ClaimRole::Risk && !claim.text.is_empty()
    });
    let mut items = Vec::new();
    for claim in held {
        items.push(thesis::bullet(page, claim)?);
    }
    if items.is_empty() {
        page.lacks("No claim holds on its evidence.", "没有论断获得证据支持。");
    }
    page.bullets(items);
    Ok(())
}

fn open_claims(page: &mut Page<'_>) -> Result<(), MemoError> {
    let all = page.dossier.thesis.claims.iter();
    let open: Vec<_> = all
        .filter(|claim| claim.standing != Standing::Holds)
        .collect();
    if open.is_empty() {
        return Ok(());
    }
    page.heading(
        "open",
        "What the evidence does not carry",
        "证据尚不支持的论断",
    );
    let mut items = Vec::new();
    for claim in open {
        items.push(thesis::statement(page, claim)?);
    }
    page.bullets(items);
    Ok(())
}

/// Events and tests to watch for.
fn watch(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("watch", "What to watch", "监控事项");
    let thesis = page.dossier.thesis;
    let mut items = Vec::new();
    let mut catalysts: Vec<_> = thesis.catalysts.iter().collect();
    catalysts.sort_by_key(|catalyst| catalyst.date);
    for (at, catalyst) in catalysts.into_iter().enumerate() {
        let mut text = vec![Inline::strong(page.pick(
            format!("{}: ", catalyst.date),
            format!("{}：", catalyst.date),
        ))];
        text.extend(page.parts(&format!("catalyst.{at}"), &catalyst.text)?);
        items.push(text);
    }
    let origin = page
        .pick("hypotheses of the run", "本次运行的假设")
        .to_owned();
    let mut seen = Vec::new();
    for hypothesis in &thesis.hypotheses {
        for (at, trigger) in hypothesis.monitoring_triggers.iter().enumerate() {
            if seen.contains(&trigger) {
                continue;
            }
            seen.push(trigger);
            let key = format!("{}.trigger{at}", hypothesis.id);
            let mut text = page.ledger.said(&key, &trigger.event, &origin);
            text.push(Inline::text(" → "));
            text.extend(
                page.ledger
                    .said(&format!("{key}.action"), &trigger.action, &origin),
            );
            items.push(text);
        }
    }
    if items.is_empty() {
        page.lacks(
            "Nothing with a day or a trigger is known.",
            "没有已知的日期或触发事件。",
        );
    }
    page.bullets(items);
    Ok(())
}
