use assay_domain::Language;
use assay_exports::{CellRole, NumberFormat, SheetCell};
use assay_valuation::{Input, InputBasis, Request, Traced, Unit};

use crate::amount::{RatioKind, ratio_kind};

pub(super) fn title(text: impl Into<String>) -> SheetCell {
    SheetCell::text(text, CellRole::Title)
}

pub(super) fn head(text: impl Into<String>) -> SheetCell {
    SheetCell::text(text, CellRole::Head)
}

pub(super) fn text(text: impl Into<String>) -> SheetCell {
    SheetCell::text(text, CellRole::Plain)
}

pub(super) fn remark(text: impl Into<String>) -> SheetCell {
    SheetCell::text(text, CellRole::Remark)
}

pub(super) fn format_of(id: &str, unit: &Unit) -> NumberFormat {
    match unit {
        Unit::Money(_) | Unit::Shares => NumberFormat::Number(0),
        Unit::MoneyPerShare(_) => NumberFormat::Number(2),
        Unit::Years => NumberFormat::Number(4),
        Unit::Ratio => match ratio_kind(id) {
            RatioKind::Percent => NumberFormat::Percent(2),
            RatioKind::Multiple => NumberFormat::Multiple(1),
            RatioKind::Plain => NumberFormat::Number(4),
        },
    }
}

pub(super) fn is_input(line: &Traced) -> bool {
    matches!(
        line.formula.as_str(),
        "data point" | "claim" | "assumption" | "carried"
    )
}

/// An input as a value with where it comes from.
pub(super) fn input(line: &Traced, of: Option<&Input>, language: Language) -> SheetCell {
    let id = line.inputs.first().map_or(line.id.as_str(), String::as_str);
    let told = of.map_or_else(|| line.formula.clone(), |input| basis(input, language));
    SheetCell::value(line.value, format_of(&line.id, &line.unit), CellRole::Input)
        .with_note(id, told)
}

pub(super) fn basis(input: &Input, language: Language) -> String {
    match input.basis() {
        InputBasis::DataPoint { id } => {
            language.pick(format!("data point {id}"), format!("数据点 {id}"))
        }
        InputBasis::Claim { id } => language.pick(format!("claim {id}"), format!("论断 {id}")),
        InputBasis::Assumption {
            reason,
            owner,
            expires,
            ..
        } => language.pick(
            format!("assumption: {reason}; owner {owner}; holds until {expires}"),
            format!("假设：{reason}；负责人 {owner}；有效期至 {expires}"),
        ),
    }
}

pub(super) fn named<'r>(request: &'r Request, id: &str) -> Option<&'r Input> {
    if let Some(name) = id.strip_prefix("probability.") {
        let mut scenarios = request.scenarios.iter();
        return scenarios
            .find(|one| one.name.id() == name)
            .map(|one| &one.probability);
    }
    request.inputs.get(id)
}
