use assay_exports::{Cell, Row, RowKind};
use assay_valuation::{Method, MethodResult, Traced, Unit, Valuation};

use super::method_title;
use crate::amount::Scale;
use crate::error::MemoError;
use crate::notes::table_of;
use crate::page::{NONE, Page, left, right, right_in, row, total};
use crate::pictures;
use crate::words;

const WACC: &[&str] = &[
    "rf",
    "beta",
    "erp",
    "ke",
    "kd",
    "tax.marginal",
    "kd.after_tax",
    "capital.equity",
    "capital.debt",
    "weight.debt.used",
    "wacc",
];
const FLOWS: &[&str] = &[
    "growth",
    "revenue",
    "margin",
    "ebit",
    "tax",
    "nopat",
    "da",
    "capex",
    "nwc_increase",
    "sbc",
    "fcff",
    "roe",
    "book",
    "earnings",
    "dividend",
    "excess",
    "discount",
    "pv",
    "pv.excess",
    "pv.dividend",
];
const TERMINAL: &[&str] = &[
    "growth.terminal",
    "roic.terminal",
    "reinvestment.terminal",
    "fcff.terminal",
    "tv.gordon",
    "pv.tv.gordon",
    "tv.share",
    "implied.multiple",
    "exit.multiple",
    "tv.exit",
    "pv.tv.exit",
    "tv.share.exit",
    "implied.growth",
    "roe.terminal",
    "excess.terminal",
    "pv.terminal",
    "pv.explicit",
    "ev.base",
    "equity.base",
    "equity.dividends",
    "pb.justified",
    "affo",
    "multiple.sales",
];
const RESULT: &[&str] = &[
    "shares.count",
    "shares.quoted",
    "value.per_share",
    "value.exit",
    "value.nav",
    "value.pb_roe",
];

/// One method: rates, projection, terminal value, bridge.
pub(super) fn add(
    page: &mut Page<'_>,
    valuation: &Valuation,
    result: &MethodResult,
) -> Result<(), MemoError> {
    let table = table_of(result.method);
    let name = method_title(result.method, page.language());
    page.subheading(&format!("model-{}", table.replace('_', "-")), &name, &name);
    let amounts = result
        .lines
        .iter()
        .filter(|line| matches!(line.unit, Unit::Money(_)));
    let scale = Scale::of(amounts.map(|line| line.value));
    let sheet = Sheet {
        table,
        result,
        scale,
        unit: scale.unit(valuation.currency.code(), page.language()),
    };
    sheet.list(page, WACC, "Cost of capital", "资本成本（WACC）")?;
    sources(page, valuation, result);
    sheet.years(page)?;
    sheet.list(
        page,
        TERMINAL,
        "Terminal value and what it implies",
        "终值及其隐含",
    )?;
    if result.method == Method::Dcf && result.line("exit.multiple").is_none() {
        page.lacks(
            "Terminal value by exit multiple: not computed, no multiple was given. The perpetuity's implied multiple stands above.",
            "退出倍数法终值：未提供倍数，未计算；永续增长法隐含的倍数见上表。",
        );
    }
    sheet.bridge(page)?;
    sheet.list(page, RESULT, "Shares and value a share", "股本与每股价值")?;
    pictures::bridge::add(page, table, result, scale, &sheet.unit)
}

/// Where beta and premium come from.
fn sources(page: &mut Page<'_>, valuation: &Valuation, result: &MethodResult) {
    if result.line("beta").is_none() {
        return;
    }
    let request = &valuation.request;
    let origin = page.ledger.model();
    let mut text = Vec::new();
    for (key, word, stated) in [
        (
            "beta",
            page.word("Beta: ", "贝塔来源："),
            &request.beta_description,
        ),
        (
            "erp",
            page.word(" Equity risk premium: ", " 股权风险溢价来源："),
            &request.erp_source,
        ),
    ] {
        if let Some(stated) = stated {
            text.push(word);
            text.extend(page.ledger.said(&format!("{key}.source"), stated, &origin));
            text.push(page.word(".", "。"));
        }
    }
    if !text.is_empty() {
        page.paragraph(text);
    }
}

struct Sheet<'v> {
    table: &'static str,
    result: &'v MethodResult,
    scale: Scale,
    unit: String,
}

impl Sheet<'_> {
    fn list(
        &self,
        page: &mut Page<'_>,
        ids: &[&str],
        english: &str,
        chinese: &str,
    ) -> Result<(), MemoError> {
        let present: Vec<&Traced> = ids.iter().filter_map(|id| self.result.line(id)).collect();
        if present.is_empty() {
            return Ok(());
        }
        let columns = vec![
            left(page.pick(english, chinese)),
            right(page.pick("Value", "数值")),
            left(page.pick("Unit", "单位")),
            left(page.pick("Formula", "公式")),
        ];
        let mut rows = Vec::new();
        for line in present {
            let is_result = matches!(line.id.as_str(), "wacc" | "value.per_share");
            let cells = vec![
                Cell::text(words::line_title(&line.id, page.language())),
                page.traced_cell(self.table, line, self.scale)?,
                Cell::text(self.unit_of(line)),
                Cell::text(formula(page, line)),
            ];
            rows.push(if is_result { total(cells) } else { row(cells) });
        }
        page.table(None, columns, rows);
        Ok(())
    }

    fn unit_of(&self, line: &Traced) -> String {
        match &line.unit {
            Unit::Money(_) => self.unit.clone(),
            Unit::MoneyPerShare(currency) => currency.to_string(),
            Unit::Shares | Unit::Ratio | Unit::Years => String::new(),
        }
    }

    /// The projection, a column for each year.
    fn years(&self, page: &mut Page<'_>) -> Result<(), MemoError> {
        let years = (1..).take_while(|year| !self.result.year(*year).is_empty());
        let years: Vec<u32> = years.collect();
        if years.is_empty() {
            return Ok(());
        }
        let mut columns = vec![left(page.pick("Year", "年度"))];
        columns.extend(years.iter().map(|year| right(format!("{year}E"))));
        let mut rows: Vec<Row> = Vec::new();
        for family in FLOWS {
            let lines = years
                .iter()
                .map(|year| self.result.line(&format!("{family}.y{year}")));
            let lines: Vec<Option<&Traced>> = lines.collect();
            if lines.iter().all(Option::is_none) {
                continue;
            }
            let mut cells = vec![Cell::text(words::line_title(family, page.language()))];
            for line in lines {
                cells.push(match line {
                    Some(line) => page.traced_cell(self.table, line, self.scale)?,
                    None => Cell::text(NONE),
                });
            }
            let kind = if matches!(*family, "fcff" | "excess") {
                RowKind::Total
            } else {
                RowKind::Plain
            };
            rows.push(Row { kind, cells });
        }
        let unit = &self.unit;
        let end = page
            .dossier
            .request()
            .map(|request| request.base_period_end);
        let end = end.map(|end| end.to_string()).unwrap_or_default();
        let is_mid_year = self.result.line("half_year").is_some();
        let (when, when_zh) = if is_mid_year {
            ("flows arrive mid-year", "现金流于年中到达")
        } else {
            (
                "flows are counted at the end of each year",
                "各年流量计于年末",
            )
        };
        let caption = page.pick(
            format!("Projection in {unit}; year 1E is the twelve months after {end}; {when}"),
            format!("预测（{unit}）；1E 为 {end} 之后的十二个月；{when_zh}"),
        );
        page.table(Some(caption), columns, rows);
        Ok(())
    }

    fn bridge(&self, page: &mut Page<'_>) -> Result<(), MemoError> {
        if self.result.bridge.is_empty() {
            return Ok(());
        }
        let columns = vec![
            left(page.pick("From enterprise value to equity", "企业价值至股权价值")),
            right_in(page.pick("Amount", "金额"), &self.unit),
        ];
        let mut rows = Vec::new();
        for line in &self.result.bridge {
            let cells = vec![
                Cell::text(words::line_title(&line.id, page.language())),
                page.traced_cell(self.table, line, self.scale)?,
            ];
            let is_end = matches!(line.id.as_str(), "ev" | "equity.value");
            rows.push(if is_end { total(cells) } else { row(cells) });
        }
        page.table(None, columns, rows);
        Ok(())
    }
}

fn formula(page: &Page<'_>, line: &Traced) -> String {
    match line.formula.as_str() {
        "data point" => page.pick("data point", "数据点").to_owned(),
        "claim" => page.pick("claim", "论断").to_owned(),
        "assumption" => page.pick("assumption", "假设").to_owned(),
        // A sum of ten years is told by its entry.
        long if long.len() > 80 => NONE.to_owned(),
        formula => formula.to_owned(),
    }
}
