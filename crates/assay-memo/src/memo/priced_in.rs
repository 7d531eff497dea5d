use assay_exports::{Cell, FigureId, Inline};
use assay_valuation::{ImpliedDriver, Method, MethodVerdict, ReverseDcf, Standing, Valuation};

use crate::amount;
use crate::error::MemoError;
use crate::notes::{Made, table_of};
use crate::page::{NONE, Page, left, right, row};
use crate::words;

/// What the price takes for granted.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("priced-in", "What is priced in", "股价隐含预期（反向 DCF）");
    let solved = page.dossier.valuation().map(|valuation| &valuation.reverse);
    let Some(solved) = solved.filter(|solved| !solved.is_empty()) else {
        if page.dossier.valuation().is_some_and(suits_no_cash_flow) {
            page.lacks(
                "Not computed: what a price implies is read from a cash flow model, which does not suit this kind of company.",
                "未计算：股价隐含预期由现金流折现模型反推，而该模型不适用于此类公司。",
            );
        } else {
            page.lacks(
                "Not computed: a reverse DCF needs a price and a cash flow model that ran.",
                "未计算：反向 DCF 需要股价与可运行的现金流折现模型。",
            );
        }
        return Ok(());
    };
    page.say(
        "Each line is the one driver that makes the model give the price, all others as in the base case. It is read and never fed back.",
        "下表逐项求解：其余假设不变时，使模型价值等于股价的单一驱动因素。结果仅供解读，不回填模型。",
    );
    let columns = vec![
        left(page.pick("Driver", "驱动因素")),
        right(page.pick("Base", "基准假设")),
        right(page.pick("Implied", "股价隐含")),
        right(page.pick("Searched from", "求解下限")),
        right(page.pick("to", "求解上限")),
        right(page.pick("Value at the lower end", "下限对应价值")),
        right(page.pick("at the upper end", "上限对应价值")),
    ];
    let mut rows = Vec::new();
    for one in solved {
        rows.push(row(cells(page, one)?));
    }
    page.table(None, columns, rows);
    Ok(())
}

/// The company has a price, and no cash flow model is meant for it.
pub(super) fn suits_no_cash_flow(valuation: &Valuation) -> bool {
    let is_refused = |verdict: &MethodVerdict| {
        verdict.method == Method::Dcf && verdict.standing == Standing::Refused
    };
    valuation.price.is_some() && valuation.verdicts.iter().any(is_refused)
}

fn cells(page: &mut Page<'_>, solved: &ReverseDcf) -> Result<Vec<Cell>, MemoError> {
    let language = page.language();
    let driver = &solved.driver;
    let mut cells = vec![Cell::text(words::line_title(driver, language))];
    let base = base(page, solved)?;
    cells.push(Cell::figure(
        base,
        solved.base,
        amount::driver(driver, solved.base, language),
    ));
    cells.push(match &solved.implied {
        ImpliedDriver::Found { value } => {
            let id = implied(page, solved)?;
            Cell::figure(id, *value, amount::driver(driver, *value, language))
        }
        ImpliedDriver::NoRoot => Cell::text(page.pick("none in the range", "区间内无解")),
    });
    for (name, value) in [("low", solved.low), ("high", solved.high)] {
        let text = amount::driver(driver, value, language);
        let id = bound(page, solved, name, text.clone());
        cells.push(Cell::figure(id, value, text));
    }
    for (name, value) in [
        ("value_at_low", solved.value_at_low),
        ("value_at_high", solved.value_at_high),
    ] {
        cells.push(match value {
            Some(value) => {
                let text = amount::plain(value, 2);
                let id = bound(page, solved, name, text.clone());
                Cell::figure(id, value, text)
            }
            None => Cell::text(NONE),
        });
    }
    Ok(cells)
}

fn base(page: &mut Page<'_>, solved: &ReverseDcf) -> Result<FigureId, MemoError> {
    let lead = page.dossier.valuation().and_then(|one| one.leading());
    if let Some(lead) = lead
        && let Some(line) = lead.line(&solved.driver)
    {
        return page.ledger.line(table_of(lead.method), &line.id);
    }
    let value = amount::driver(&solved.driver, solved.base, page.language());
    Ok(bound(page, solved, "base", value))
}

fn bound(page: &mut Page<'_>, solved: &ReverseDcf, name: &str, value: String) -> FigureId {
    let title = words::line(&solved.driver, page.language());
    page.ledger.made(Made {
        id: format!("reverse/{}.{name}", solved.driver),
        label: page.pick(
            format!("Reverse DCF, {title}: {}", name.replace('_', " ")),
            format!("反向 DCF，{title}：{name}"),
        ),
        value,
        formula: name.starts_with("value").then(|| {
            let end = name.trim_start_matches("value_at_");
            format!("value.per_share with {} at the {end} end", solved.driver)
        }),
        inputs: Vec::new(),
        source: page.ledger.model(),
        locator: Some(format!("reverse/{}", solved.driver)),
    })
}

fn implied(page: &mut Page<'_>, solved: &ReverseDcf) -> Result<FigureId, MemoError> {
    let language = page.language();
    let ImpliedDriver::Found { value } = &solved.implied else {
        return base(page, solved);
    };
    let mut inputs = Vec::new();
    if page.dossier.price.is_some() {
        inputs.push(page.ledger.quote()?);
    }
    inputs.push(base(page, solved)?);
    let title = words::line(&solved.driver, language);
    Ok(page.ledger.made(Made {
        id: format!("reverse/{}", solved.driver),
        label: page.pick(
            format!("Implied by the price: {title}"),
            format!("股价隐含：{title}"),
        ),
        value: amount::driver(&solved.driver, *value, language),
        formula: Some(solved.formula.clone()),
        inputs,
        source: page.ledger.model(),
        locator: None,
    }))
}

/// What the price implies for one driver against the base case.
pub(super) fn sentence(page: &mut Page<'_>, solved: &ReverseDcf) -> Result<Vec<Inline>, MemoError> {
    let language = page.language();
    let driver = words::line(&solved.driver, language);
    let base = base(page, solved)?;
    let base = Inline::figure(base, amount::driver(&solved.driver, solved.base, language));
    let ImpliedDriver::Found { value } = &solved.implied else {
        return Ok(vec![
            Inline::text(page.pick(
                format!("No {driver} in the searched range explains the price; the base case has "),
                format!("在求解区间内，没有任何{driver}能解释当前股价；基准假设为 "),
            )),
            base,
            page.word(".", "。"),
        ]);
    };
    let id = implied(page, solved)?;
    let found = Inline::figure(id, amount::driver(&solved.driver, *value, language));
    let differs = if *value > solved.base {
        page.word(
            ": the market expects more than the base case.",
            "：市场预期高于基准情景。",
        )
    } else {
        page.word(
            ": the market expects less than the base case.",
            "：市场预期低于基准情景。",
        )
    };
    Ok(vec![
        Inline::text(page.pick(
            format!("For the price to be right, {driver} must be "),
            format!("若股价合理，{driver}须为 "),
        )),
        found,
        page.word("; the base case has ", "，而基准假设为 "),
        base,
        differs,
    ])
}
