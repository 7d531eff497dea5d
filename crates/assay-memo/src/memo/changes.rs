use assay_domain::Decimal;
use assay_exports::{Cell, FigureId, Inline};

use crate::amount;
use crate::error::MemoError;
use crate::notes::Made;
use crate::page::{NONE, Page, left, right, row, total};
use crate::words;

/// Why the value is another than in the memo before.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading(
        "changes",
        "Change log against the last memo",
        "较上次备忘的变更",
    );
    let Some(change) = page.dossier.previous else {
        page.lacks(
            "No earlier valuation of this company was given to compare with.",
            "没有可供比较的上一次估值。",
        );
        return Ok(());
    };
    let columns = vec![
        left(page.pick("Cause", "原因")),
        right(page.pick("Amount a share", "每股影响")),
        left(page.pick("Inputs that differ", "变动的输入")),
    ];
    let mut rows = Vec::new();
    for part in &change.parts {
        let name = words::cause(part.cause, page.language());
        let (id, text) = figure(
            page,
            &format!("{:?}", part.cause).to_lowercase(),
            part.amount,
            Some(&part.formula),
        );
        let mut inputs = part.inputs.join(", ");
        if part.not_separable {
            inputs.push_str(page.pick(" (effect in the next line)", "（影响计入下一行）"));
        }
        let inputs = if inputs.is_empty() { NONE } else { &inputs };
        rows.push(row(vec![
            Cell::text(name),
            Cell::figure(id, part.amount, text),
            Cell::text(inputs),
        ]));
    }
    let (id, text) = figure(page, "total", change.total, Some("current - previous"));
    rows.push(total(vec![
        Cell::text(page.pick("Total", "合计")),
        Cell::figure(id, change.total, text),
        Cell::text(NONE),
    ]));
    page.table(None, columns, rows);
    let (before, was) = figure(page, "previous", change.previous, None);
    let (now, is) = figure(page, "current", change.current, None);
    let text = vec![
        page.word("Value a share before: ", "上次每股价值 "),
        Inline::figure(before, was),
        page.word("; now: ", "；本次 "),
        Inline::figure(now, is),
        page.word(".", "。"),
    ];
    page.paragraph(text);
    Ok(())
}

fn figure(
    page: &mut Page<'_>,
    name: &str,
    value: Decimal,
    formula: Option<&str>,
) -> (FigureId, String) {
    let id = page.ledger.made(Made {
        id: format!("change/{name}"),
        label: page.pick(
            format!("Change of value: {name}"),
            format!("价值变动：{name}"),
        ),
        value: amount::exact(value),
        formula: formula.map(str::to_owned),
        inputs: Vec::new(),
        source: page
            .pick("difference between two runs", "两次运行的差异分解")
            .to_owned(),
        locator: None,
    });
    (id, amount::plain(value, 2))
}
