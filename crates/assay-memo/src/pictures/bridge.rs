use assay_charts::{Bridge, BridgeStep, Colours, StepKind};
use assay_domain::Decimal;
use assay_valuation::MethodResult;

use super::caption;
use crate::amount::Scale;
use crate::error::MemoError;
use crate::page::Page;
use crate::words;

/// From enterprise value to equity, step by step.
pub(crate) fn add(
    page: &mut Page<'_>,
    table: &'static str,
    result: &MethodResult,
    scale: Scale,
    unit: &str,
) -> Result<(), MemoError> {
    if result.bridge.len() < 2 {
        return Ok(());
    }
    let mut steps = Vec::new();
    for line in &result.bridge {
        let kind = if line.id.starts_with("bridge.") {
            StepKind::Change
        } else {
            StepKind::Total
        };
        // A claim that the company does not have is no step.
        if kind == StepKind::Change && line.value.is_zero() {
            continue;
        }
        steps.push(BridgeStep {
            id: page.ledger.line(table, &line.id)?.to_string(),
            label: words::line_title(&line.id, page.language()),
            kind,
            value: line.value,
        });
    }
    let title = page.pick(
        "From enterprise value to equity value",
        "企业价值至股权价值",
    );
    let told = page.pick(
        "Waterfall from enterprise value through debt, cash and other claims to the value of equity.",
        "由企业价值经负债、现金及其他项目至股权价值的瀑布图。",
    );
    let chart = Bridge {
        caption: caption(
            &format!("bridge-{}", table.replace('_', "-")),
            title,
            unit,
            told,
        ),
        steps,
        // Amounts are decimals of many places; the last of them may be rounded away.
        tolerance: Decimal::new(1, 2),
        format: scale.format(),
    };
    let svg = chart.svg(Colours::Variables)?;
    let source = page.pick(
        "Source: valuation of this run; the figures stand in the table above.",
        "资料来源：本次估值；数据见上表。",
    );
    page.picture(svg, &chart.caption, source.to_owned(), None);
    Ok(())
}
