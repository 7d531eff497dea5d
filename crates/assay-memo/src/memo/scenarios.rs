use assay_exports::{Cell, Inline};
use assay_valuation::{ScenarioValue, Valuation};

use crate::amount;
use crate::error::MemoError;
use crate::notes::TARGET;
use crate::page::{NONE, Page, left, right, row};
use crate::pictures;
use crate::words;

/// Bear, base and bull with their drivers, weights and values.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("scenarios", "Scenarios", "情景分析");
    let valuation = page.dossier.valuation();
    let Some(valuation) = valuation.filter(|one| !one.scenarios.is_empty()) else {
        page.lacks(
            "No scenarios: none were given, or the valuation did not run.",
            "无情景：未提供情景，或估值未能运行。",
        );
        return Ok(());
    };
    let mut columns = vec![left(page.pick("Scenario", "情景"))];
    columns.extend(
        valuation
            .scenarios
            .iter()
            .map(|scenario| right(words::scenario(scenario.name, page.language()))),
    );
    let mut rows = Vec::new();
    for driver in drivers(valuation) {
        let mut cells = vec![Cell::text(words::line_title(&driver, page.language()))];
        for scenario in &valuation.scenarios {
            cells.push(driver_cell(page, valuation, scenario, &driver)?);
        }
        rows.push(row(cells));
    }
    for (id, english, chinese) in [
        ("probability", "Probability", "概率"),
        ("value", "Value a share", "每股价值"),
        ("target", "In twelve months", "十二个月后"),
    ] {
        let mut cells = vec![Cell::text(page.pick(english, chinese))];
        for scenario in &valuation.scenarios {
            cells.push(result_cell(page, scenario, id)?);
        }
        rows.push(row(cells));
    }
    page.table(None, columns, rows);
    if let Some(target) = &valuation.target {
        let text = vec![
            page.word("Weighted by probability the value a share is ", "概率加权每股价值 "),
            page.traced(TARGET, &target.weighted_value)?,
            page.word(
                "; carried forward twelve months at the cost of equity, less dividends, the target is ",
                "；按股权成本滚动十二个月并扣除股息，目标价 ",
            ),
            page.traced(TARGET, &target.target)?,
            page.word(
                ". The rates do not differ between scenarios, so risk is counted once.",
                "。各情景折现率相同，风险不重复计算。",
            ),
        ];
        page.paragraph(text);
    }
    weights(page, valuation)?;
    pictures::fan::add(page, valuation)
}

/// Why the weights are what they are.
fn weights(page: &mut Page<'_>, valuation: &Valuation) -> Result<(), MemoError> {
    let Some(scenario) = valuation.request.scenarios.first() else {
        return Ok(());
    };
    if let assay_valuation::InputBasis::Assumption { reason, .. } = scenario.probability.basis() {
        let mut text = vec![page.word("Basis of the weights: ", "概率依据：")];
        let origin = page.ledger.model();
        text.extend(page.ledger.said("scenario.weights", reason, &origin));
        text.push(Inline::text(page.pick(".", "。")));
        page.paragraph(text);
    }
    Ok(())
}

/// Drivers that any scenario moves, in the order of their first mention.
fn drivers(valuation: &Valuation) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for driver in valuation.scenarios.iter().flat_map(|one| &one.drivers) {
        if !names.contains(&driver.id) {
            names.push(driver.id.clone());
        }
    }
    names
}

fn driver_cell<'a>(
    page: &mut Page<'a>,
    valuation: &'a Valuation,
    scenario: &'a ScenarioValue,
    driver: &str,
) -> Result<Cell, MemoError> {
    let language = page.language();
    if let Some(line) = scenario.drivers.iter().find(|line| line.id == driver) {
        let place = format!("{}/{driver}", scenario.name.id());
        page.ledger.scenario(scenario)?;
        let id = assay_exports::FigureId::new(place);
        return Ok(Cell::figure(id, line.value, amount::traced(line, language)));
    }
    let lead = valuation.leading();
    let base =
        lead.and_then(|lead| Some((crate::notes::table_of(lead.method), lead.line(driver)?)));
    match base {
        Some((table, line)) => {
            let id = page.ledger.line(table, driver)?;
            Ok(Cell::figure(id, line.value, amount::traced(line, language)))
        }
        None => Ok(Cell::text(NONE)),
    }
}

fn result_cell<'a>(
    page: &mut Page<'a>,
    scenario: &'a ScenarioValue,
    id: &str,
) -> Result<Cell, MemoError> {
    let language = page.language();
    let name = scenario.name.id();
    if id == "value" {
        let figure = page.ledger.scenario(scenario)?;
        let value = scenario.value_per_share.value;
        return Ok(Cell::figure(figure, value, amount::plain(value, 2)));
    }
    let line = page.ledger.find_line(TARGET, &format!("{id}.{name}"));
    match line {
        Some(line) => {
            let figure = page.ledger.line(TARGET, &line.id)?;
            let text = if id == "target" {
                amount::plain(line.value, 2)
            } else {
                amount::percent(line.value)
            };
            Ok(Cell::figure(figure, line.value, text))
        }
        None if id == "probability" => {
            let line = &scenario.probability;
            let figure = page.ledger.made(crate::notes::Made {
                id: format!("{name}/probability"),
                label: words::line(&format!("probability.{name}"), language),
                value: amount::percent(line.value),
                formula: None,
                inputs: Vec::new(),
                source: line.inputs.join(", "),
                locator: None,
            });
            Ok(Cell::figure(
                figure,
                line.value,
                amount::percent(line.value),
            ))
        }
        None => Ok(Cell::text(NONE)),
    }
}
