use assay_appraisal::ClaimRole;
use assay_exports::{Cite, Inline};

use super::thesis::{claims, statement};
use crate::error::MemoError;
use crate::page::Page;
use crate::words;

/// How the business works: drivers, what drives what, and the claims that describe it.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("business", "Business and mechanism", "业务与传导机制");
    let thesis = page.dossier.thesis;
    let mut described = claims(page, ClaimRole::Mechanism);
    described.extend(claims(page, ClaimRole::Context));
    if described.is_empty() && thesis.drivers.is_empty() && thesis.mechanisms.is_empty() {
        page.lacks(
            "The run found no statement about how the business works.",
            "本次运行未找到描述业务机制的内容。",
        );
        return Ok(());
    }
    let mut items = Vec::new();
    for driver in &thesis.drivers {
        let mut text = vec![Inline::strong(
            page.pick(format!("{}: ", driver.name), format!("{}：", driver.name)),
        )];
        let place = format!("driver.{}", driver.name);
        text.extend(page.parts(&place, &driver.description)?);
        for evidence in &driver.evidence {
            let cite: Cite = page.ledger.cite(&place, evidence)?;
            if !text.contains(&Inline::Cite(cite.clone())) {
                text.push(Inline::Cite(cite));
            }
        }
        items.push(text);
    }
    page.bullets(std::mem::take(&mut items));
    for mechanism in &thesis.mechanisms {
        let confidence = words::confidence(mechanism.confidence, page.language());
        let mut text = vec![Inline::strong(format!(
            "{} → {}",
            mechanism.from, mechanism.to
        ))];
        text.push(page.word(": ", "："));
        let place = format!("mechanism.{}.{}", mechanism.from, mechanism.to);
        text.extend(page.parts(&place, &mechanism.text)?);
        text.push(Inline::Emphasis {
            text: vec![Inline::text(
                page.pick(format!(" [{confidence}]"), format!("【证据{confidence}】")),
            )],
        });
        items.push(text);
    }
    page.bullets(std::mem::take(&mut items));
    for claim in described {
        items.push(statement(page, claim)?);
    }
    page.bullets(items);
    Ok(())
}
