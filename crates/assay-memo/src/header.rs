//! The box under the title and what stands on the first page of every document.

use assay_domain::Tier;
use assay_exports::{Inline, MetaItem, Tone};
use assay_gates::{QualityVerdict, Standing};

use crate::amount;
use crate::error::MemoError;
use crate::notes::Made;
use crate::page::Page;
use crate::words;

pub(crate) fn item(page: &Page<'_>, english: &str, chinese: &str, value: Vec<Inline>) -> MetaItem {
    MetaItem {
        label: page.pick(english, chinese).to_owned(),
        value,
    }
}

/// Run, days and gate: in every document.
pub(crate) fn common(page: &mut Page<'_>) -> Vec<MetaItem> {
    let dossier = page.dossier;
    let decision = dossier.decision;
    let mut items = Vec::new();
    let hint = dossier.sector;
    let is_shown = hint.by_code.is_some() || !dossier.package.data_points.is_empty();
    let kind = if is_shown {
        words::sector(hint.sector, page.language())
    } else {
        page.pick("not known: there is no figure", "未知：没有任何数据")
    };
    let sector = kind.to_owned();
    items.push(item(
        page,
        "Kind of company",
        "公司类型",
        vec![Inline::text(sector)],
    ));
    let as_of = dossier.as_of.to_string();
    items.push(item(
        page,
        "Data as of",
        "数据截至",
        vec![Inline::text(as_of)],
    ));
    let gate = format!(
        "{} → {}",
        decision.verdict.name(),
        crate::disclosure::kind(decision.output_type, page.language())
    );
    items.push(item(page, "Gate", "质量门禁", vec![Inline::strong(gate)]));
    let written = dossier
        .generated_at
        .strftime("%Y-%m-%d %H:%M UTC")
        .to_string();
    items.push(item(
        page,
        "Generated",
        "生成时间",
        vec![Inline::text(written)],
    ));
    let run = dossier.run_id.to_string();
    items.push(item(page, "Run", "运行编号", vec![Inline::text(run)]));
    let version = format!("assay-memo {}", env!("CARGO_PKG_VERSION"));
    items.push(item(page, "Version", "版本", vec![Inline::text(version)]));
    items
}

/// What the gates said and why, and warnings that belong on the first page.
pub(crate) fn gate(page: &mut Page<'_>) {
    let decision = page.dossier.decision;
    let language = page.language();
    let tone = match decision.verdict {
        QualityVerdict::Pass => Tone::Good,
        QualityVerdict::Degrade => Tone::Warning,
        QualityVerdict::Fail => Tone::Stop,
    };
    let origin = page.pick("quality gate", "质量门禁").to_owned();
    let mut paragraphs = Vec::new();
    let meaning = if decision.needs_person {
        page.pick(
            "A person must look before anything goes on.",
            "须人工介入后方可继续",
        )
    } else if decision.verdict == QualityVerdict::Pass {
        page.pick(
            "Every critical claim holds on evidence of tier A or B, core data is there, and no conflict is open.",
            "关键论断均有 A/B 级证据支持，核心数据齐备，无未解决冲突。",
        )
    } else {
        decision.verdict.meaning(language)
    };
    paragraphs.push(vec![Inline::text(meaning)]);
    for (at, reason) in decision.gate.reasons.iter().enumerate() {
        let mut line = vec![Inline::strong(format!("{}: ", reason.code))];
        let key = format!("gate.{}.{at}", reason.code);
        line.extend(page.ledger.said(&key, reason.text.get(language), &origin));
        paragraphs.push(line);
    }
    let title = page.pick("Gate: ", "质量门禁：");
    let title = format!("{title}{}", decision.verdict.name());
    page.callout(tone, &title, paragraphs);
    warnings(page);
}

fn warnings(page: &mut Page<'_>) {
    let decision = page.dossier.decision;
    let language = page.language();
    let origin = page.pick("kill switch", "熔断规则").to_owned();
    for switch in decision.fired() {
        let mut line = vec![Inline::strong(format!("{}: ", switch.rule_id))];
        let key = format!("switch.{}", switch.rule_id);
        line.extend(page.ledger.said(&key, switch.note.get(language), &origin));
        let stands = words::kill_action(switch.action, language);
        line.push(Inline::text(
            page.pick(format!(" ({stands})"), format!("（{stands}）")),
        ));
        let title = page.pick("Kill switch fired", "熔断规则已触发");
        page.callout(Tone::Warning, title, vec![line]);
    }
}

/// Of the claims that the conclusion stands on, the share whose best evidence is of each tier.
pub(crate) fn coverage(page: &mut Page<'_>) -> Result<Vec<Inline>, MemoError> {
    let claims = page.dossier.thesis.claims.iter();
    let critical: Vec<_> = claims.filter(|claim| claim.critical).collect();
    if critical.is_empty() {
        return Ok(vec![page.word("no critical claims", "无关键论断")]);
    }
    let best = |tier: Option<Tier>| {
        let of = critical.iter().filter(|claim| {
            let holds = claim.standing == Standing::Holds;
            let found = claim.evidence.iter().map(|(_, tier)| *tier).min();
            found.filter(|_| holds) == tier
        });
        of.map(|claim| claim.id.clone()).collect::<Vec<String>>()
    };
    let mut inlines = Vec::new();
    let classes = [
        ("A", Some(Tier::A)),
        ("B", Some(Tier::B)),
        ("C", Some(Tier::C)),
        ("D", Some(Tier::D)),
        ("none", None),
    ];
    for (name, tier) in classes {
        let ids = best(tier);
        if ids.is_empty() {
            continue;
        }
        let text = share_text(ids.len(), critical.len())?;
        let word = if tier.is_none() {
            page.pick("none", "无").to_owned()
        } else {
            name.to_owned()
        };
        let id = page.ledger.made(Made {
            id: format!("coverage/{name}"),
            label: page.pick(
                format!("Critical claims whose best evidence is of tier {word}"),
                format!("最佳证据为 {word} 级的关键论断占比"),
            ),
            value: text.clone(),
            formula: Some(format!("{} / {}", ids.len(), critical.len())),
            inputs: Vec::new(),
            source: page.pick("claims of the run", "本次运行的论断").to_owned(),
            locator: Some(ids.join(", ")),
        });
        if !inlines.is_empty() {
            inlines.push(Inline::text(" · "));
        }
        inlines.push(Inline::text(format!("{word} ")));
        inlines.push(Inline::figure(id, text));
    }
    Ok(inlines)
}

fn share_text(part: usize, whole: usize) -> Result<String, MemoError> {
    let share = crate::points::share(part.into(), whole.into());
    let share = share.ok_or_else(|| MemoError::Overflow {
        what: "evidence coverage".to_owned(),
    })?;
    Ok(amount::percent(share))
}
