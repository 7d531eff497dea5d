use assay_exports::Cell;
use assay_valuation::{Input, InputBasis, Unit};

use crate::amount;
use crate::error::MemoError;
use crate::page::{Page, left, right, row};
use crate::words;

/// Every assumption with its value, reason, owner and last day.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("assumptions", "Assumptions register", "假设登记表");
    let inputs = page.dossier.request().map(|request| &request.inputs);
    let assumed: Vec<&Input> = inputs
        .into_iter()
        .flat_map(assay_valuation::InputSet::iter)
        .filter(|input| input.basis().is_assumption())
        .collect();
    if assumed.is_empty() {
        page.lacks("The run makes no assumption.", "本次运行没有使用假设。");
        return Ok(());
    }
    let columns = vec![
        left(page.pick("Assumption", "假设")),
        right(page.pick("Value", "数值")),
        left(page.pick("Reason", "依据")),
        left(page.pick("Owner", "负责人")),
        left(page.pick("Holds until", "有效期至")),
    ];
    let mut rows = Vec::new();
    for input in assumed {
        let InputBasis::Assumption {
            reason,
            owner,
            expires,
            ..
        } = input.basis()
        else {
            continue;
        };
        let id = page.ledger.assumption(input)?;
        let text = match input.unit() {
            Unit::Money(currency) => amount::money(input.value(), currency.code(), page.language()),
            unit => amount::in_unit(input.name(), input.value(), unit, page.language()),
        };
        let origin = page.pick("assumption", "假设").to_owned();
        let key = format!("assumption.{}.reason", input.name());
        rows.push(row(vec![
            Cell::text(words::line_title(input.name(), page.language())),
            Cell::figure(id, input.value(), text),
            page.ledger.said_cell(&key, reason, &origin),
            Cell::text(owner),
            Cell::text(expires.to_string()),
        ]));
    }
    page.table(None, columns, rows);
    Ok(())
}
