use assay_domain::Decimal;
use assay_exports::{Cell, FigureId, Inline};
use assay_valuation::{SimulatedValues, Valuation};

use crate::amount;
use crate::error::MemoError;
use crate::notes::{Made, table_of};
use crate::page::{Page, right, row};
use crate::pictures;

/// The simulated distribution, marked as simulated.
pub(super) fn add(page: &mut Page<'_>, valuation: &Valuation) -> Result<(), MemoError> {
    page.subheading("simulation", "Simulation", "模拟分布");
    let Some(simulation) = &valuation.simulation else {
        page.lacks("No simulation was asked for.", "本次未运行模拟。");
        return Ok(());
    };
    let figures = Simulated::new(page, valuation, simulation)?;
    let mut text = vec![figures.inline(page, "paths", Decimal::from(simulation.paths))];
    text.push(page.word(" paths with seed ", " 条路径，种子 "));
    text.push(figures.inline(page, "seed", Decimal::from(simulation.seed)));
    text.push(page.word("; without a value and left out: ", "；无解而剔除的路径 "));
    text.push(figures.inline(page, "discarded", Decimal::from(simulation.discarded)));
    if let Some(above) = simulation.above_price {
        text.push(page.word(
            "; share of paths above the price: ",
            "；高于股价的路径占比 ",
        ));
        let id = figures.made(page, "above_price", amount::percent(above));
        text.push(Inline::figure(id, amount::percent(above)));
    }
    text.push(page.word(
        ". Simulated figures count in floating point and are no values of the model.",
        "。模拟结果以浮点计算，非模型的精确值。",
    ));
    page.paragraph(text);
    let columns = simulation.percentiles.iter();
    let columns = columns
        .map(|point| right(format!("P{}", point.percent)))
        .collect();
    let mut cells = Vec::new();
    for point in &simulation.percentiles {
        let value = amount::plain(point.value, 2);
        let id = figures.made(page, &format!("p{}", point.percent), value.clone());
        cells.push(Cell::figure(id, point.value, value));
    }
    let currency = &valuation.currency;
    let caption = page.pick(
        format!("Simulated value a share, {currency}"),
        format!("每股价值模拟分位数（{currency}）"),
    );
    page.table(Some(caption), columns, vec![row(cells)]);
    pictures::histogram::add(page, valuation, simulation)
}

/// Entries of simulated figures.
pub(crate) struct Simulated<'v> {
    simulation: &'v SimulatedValues,
    inputs: Vec<FigureId>,
}

impl<'v> Simulated<'v> {
    pub(crate) fn new(
        page: &mut Page<'_>,
        valuation: &Valuation,
        simulation: &'v SimulatedValues,
    ) -> Result<Self, MemoError> {
        let mut inputs = Vec::new();
        if let Some(lead) = valuation.leading() {
            let table = table_of(lead.method);
            inputs.push(page.ledger.line(table, &lead.value_per_share.id)?);
            let draws = valuation
                .request
                .simulation
                .iter()
                .flat_map(|one| &one.draws);
            for draw in draws {
                inputs.push(page.ledger.line(table, &draw.driver)?);
            }
        }
        Ok(Self { simulation, inputs })
    }

    pub(crate) fn made(&self, page: &mut Page<'_>, name: &str, value: String) -> FigureId {
        let source = page.ledger.model();
        page.ledger.made(Made {
            id: format!("simulation/{name}"),
            label: page.pick(format!("Simulated: {name}"), format!("模拟：{name}")),
            value,
            formula: Some(self.simulation.formula.clone()),
            inputs: self.inputs.clone(),
            source,
            locator: Some(self.simulation.id.clone()),
        })
    }

    fn inline(&self, page: &mut Page<'_>, name: &str, value: Decimal) -> Inline {
        let text = amount::plain(value, 0);
        let id = self.made(page, name, text.clone());
        Inline::figure(id, text)
    }
}
