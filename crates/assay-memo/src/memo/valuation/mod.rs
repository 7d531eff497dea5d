//! How the value was computed, and by which methods it was not.

mod comparables;
mod model;
mod sensitivity;
mod simulation;

use assay_domain::Language;
use assay_exports::{Cell, Inline, Tone};
use assay_valuation::{Flag, Method, MethodVerdict, Outcome};

use crate::amount;
use crate::error::MemoError;
use crate::page::{Page, left, row};
use crate::pictures;
pub(crate) use simulation::Simulated;

pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("valuation", "Valuation", "盈利预测与估值");
    match page.dossier.outcome {
        None => page.lacks("No valuation was run.", "本次运行未进行估值。"),
        Some(Outcome::NotRunnable(refusal)) => {
            page.lacks(
                "No method has a value; what each one lacks stands below. Nothing was filled in.",
                "所有方法均无法给出价值，缺项如下；未以任何默认值填补。",
            );
            missing(page, &refusal.missing);
            verdicts(page, &refusal.verdicts);
        }
        Some(Outcome::Valued(valuation)) => {
            verdicts(page, &valuation.verdicts);
            flags(page, &valuation.flags);
            pictures::football::add(page, valuation)?;
            for result in &valuation.results {
                model::add(page, valuation, result)?;
            }
            comparables::add(page, valuation)?;
            sensitivity::add(page, valuation)?;
            simulation::add(page, valuation)?;
        }
    }
    Ok(())
}

pub(crate) fn missing(page: &mut Page<'_>, gaps: &[assay_valuation::Gap]) {
    let origin = page.pick("valuation engine", "估值引擎").to_owned();
    let mut items = Vec::new();
    for gap in gaps {
        let name = crate::words::line(&gap.name, page.language());
        let told = gap.text(page.language());
        let key = format!("gap.{}", gap.name);
        let mut text = vec![Inline::strong(
            page.pick(format!("{name}: "), format!("{name}：")),
        )];
        let told = told.strip_prefix(&gap.name).unwrap_or(&told);
        let told = told.trim_start_matches([':', '：', ' ']);
        text.extend(page.ledger.said(&key, told, &origin));
        items.push(text);
    }
    page.bullets(items);
}

/// Which methods lead, cross-check, or were refused and why.
pub(crate) fn verdicts(page: &mut Page<'_>, verdicts: &[MethodVerdict]) {
    let language = page.language();
    let columns = vec![
        left(page.pick("Method", "方法")),
        left(page.pick("Standing", "结论")),
        left(page.pick("Reason", "理由")),
    ];
    let origin = page.pick("valuation engine", "估值引擎").to_owned();
    let mut rows = Vec::new();
    for verdict in verdicts {
        let key = format!("verdict.{}", crate::notes::table_of(verdict.method));
        let reason = verdict.reason.text(language);
        rows.push(row(vec![
            Cell::text(method_title(verdict.method, language)),
            Cell::text(verdict.standing.text(language)),
            page.ledger.said_cell(&key, &reason, &origin),
        ]));
    }
    let caption = page
        .pick("Methods and their applicability", "估值方法适用性")
        .to_owned();
    page.table(Some(caption), columns, rows);
}

/// The name of a method as a heading.
pub(crate) fn method_title(method: Method, language: Language) -> String {
    match method {
        Method::Target => language
            .pick("Twelve-month target", "十二个月目标价")
            .to_owned(),
        other => capital(other.text(language)),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn flags(page: &mut Page<'_>, flags: &[Flag]) {
    if flags.is_empty() {
        return;
    }
    let origin = page.ledger.model();
    let mut paragraphs = Vec::new();
    for (at, flag) in flags.iter().enumerate() {
        let text = match flag {
            // The engine prints the amount with all its digits.
            Flag::EquityBelowZero { equity } => {
                let currency = page.dossier.valuation().map(|one| one.currency.to_string());
                let equity = amount::money(*equity, &currency.unwrap_or_default(), page.language());
                page.pick(
                    format!("claims before the shareholders exceed the enterprise value (equity {equity}); the share is worth zero, not less"),
                    format!("优先于股东的索偿超过企业价值（股权价值 {equity}），每股价值以零为下限"),
                )
            }
            other => other.text(page.language()),
        };
        paragraphs.push(page.ledger.said(&format!("flag.{at}"), &text, &origin));
    }
    let title = page.pick("What to know about this result", "结果提示");
    page.callout(Tone::Warning, title, paragraphs);
}
