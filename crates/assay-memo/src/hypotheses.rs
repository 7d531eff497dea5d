//! The hypothesis list: what might be, and the tests that would tell.

use assay_appraisal::Hypothesis;
use assay_exports::{Block, Inline, MetaItem, Tone};

use crate::card;
use crate::disclosure;
use crate::error::MemoError;
use crate::header;
use crate::memo::quality;
use crate::page::Page;
use crate::words;

pub(crate) fn add(page: &mut Page<'_>) -> Result<Vec<MetaItem>, MemoError> {
    let mut meta = Vec::new();
    let coverage = header::coverage(page)?;
    meta.push(header::item(
        page,
        "Evidence by tier",
        "证据分级占比",
        coverage,
    ));
    meta.extend(header::common(page));
    disclosure::first_page(page);
    let title = page.pick("Hypotheses, not findings", "待验证假设，非结论");
    let text = vec![page.word(
        "The following are hypotheses to be verified, not investment advice.",
        "以下为待验证假设，非投资建议。",
    )];
    page.callout(Tone::Warning, title, vec![text]);
    header::gate(page);
    page.heading("hypotheses", "Hypotheses", "待验证假设");
    let hypotheses = &page.dossier.thesis.hypotheses;
    if hypotheses.is_empty() {
        page.lacks(
            "The run wrote no hypothesis down: the evidence does not even suggest one.",
            "本次运行未形成假设：现有证据不足以提出假设。",
        );
    }
    for (at, hypothesis) in hypotheses.iter().enumerate() {
        one(page, at, hypothesis);
    }
    card::upgrade(page);
    page.heading("quality", "Data quality", "数据质量");
    quality::gates(page)?;
    quality::notes(page);
    disclosure::add(page);
    Ok(meta)
}

fn one(page: &mut Page<'_>, at: usize, hypothesis: &Hypothesis) {
    let id = &hypothesis.id;
    let origin = page.pick(format!("hypothesis {id}"), format!("假设 {id}"));
    page.blocks.push(Block::heading(
        3,
        format!("hypothesis-{}", at + 1),
        id.as_str(),
    ));
    let mut text = page.ledger.said(id, &hypothesis.statement, &origin);
    let confidence = words::confidence(hypothesis.confidence, page.language());
    text.push(Inline::Emphasis {
        text: vec![Inline::text(page.pick(
            format!(" [confidence: {confidence}]"),
            format!("【置信度：{confidence}】"),
        ))],
    });
    page.paragraph(text);
    let mut items = Vec::new();
    for (at, needed) in hypothesis.verification_needed.iter().enumerate() {
        let mut text = vec![page.word("To verify: ", "待验证：")];
        text.extend(
            page.ledger
                .said(&format!("{id}.needs{at}"), needed, &origin),
        );
        items.push(text);
    }
    for (at, trigger) in hypothesis.monitoring_triggers.iter().enumerate() {
        let key = format!("{id}.trigger{at}");
        let mut text = vec![page.word("If ", "若")];
        text.extend(page.ledger.said(&key, &trigger.event, &origin));
        text.push(page.word(", then ", "，则"));
        text.extend(
            page.ledger
                .said(&format!("{key}.action"), &trigger.action, &origin),
        );
        items.push(text);
    }
    page.bullets(items);
}
