use assay_charts::{Colours, FootballField, NumberFormat, RangeRow, Reference};
use assay_domain::Decimal;
use assay_exports::{Cell, FigureId, Table};
use assay_valuation::{Implied, Valuation};

use super::caption;
use crate::amount;
use crate::error::MemoError;
use crate::memo::valuation::Simulated;
use crate::notes::{COMPARABLES, TARGET, table_of};
use crate::page::{NONE, Page, left, right, row};
use crate::words;

/// A method's range: lowest, middle and highest value a share, each with its figure.
struct Range {
    label: String,
    low: (FigureId, Decimal),
    middle: Option<(FigureId, Decimal)>,
    high: (FigureId, Decimal),
}

/// What each method and view gives, against the price and the target.
pub(crate) fn add(page: &mut Page<'_>, valuation: &Valuation) -> Result<(), MemoError> {
    let mut ranges = Vec::new();
    ranges.extend(scenarios(page)?);
    for grid in &valuation.grids {
        ranges.extend(grid_range(page, valuation, grid)?);
    }
    ranges.extend(exit(page, valuation)?);
    ranges.extend(simulated(page, valuation)?);
    ranges.extend(comparables(page, valuation)?);
    if ranges.is_empty() {
        return Ok(());
    }
    let mut references = Vec::new();
    if let (Some(_), Some(price)) = (page.dossier.price, &valuation.price) {
        references.push(Reference {
            id: page.ledger.quote()?.to_string(),
            label: page.pick("Price", "现价").to_owned(),
            value: price.value,
        });
    }
    if let Some(target) = &valuation.target {
        references.push(Reference {
            id: page.ledger.line(TARGET, &target.target.id)?.to_string(),
            label: page.pick("Target", "目标价").to_owned(),
            value: target.target.value,
        });
    }
    let currency = valuation.currency.code();
    let unit = page.pick(
        format!("{currency} a share"),
        format!("{}/股", amount::currency_word(currency, page.language())),
    );
    let title = page.pick("Valuation by method", "各估值方法结果区间");
    let told = page.pick(
        "Ranges of the value a share by method, with the price and the target as lines.",
        "各估值方法的每股价值区间，竖线为股价与目标价。",
    );
    let chart = FootballField {
        caption: caption("football", title, &unit, told),
        rows: ranges.iter().map(bar).collect(),
        references,
        format: NumberFormat::plain(2),
    };
    let svg = chart.svg(Colours::Variables)?;
    let source = page.pick("Source: valuation of this run.", "资料来源：本次估值。");
    let data = data(page, &ranges);
    page.picture(svg, &chart.caption, source.to_owned(), Some(data));
    Ok(())
}

fn bar(range: &Range) -> RangeRow {
    RangeRow {
        id: range.low.0.to_string(),
        label: range.label.clone(),
        low: range.low.1,
        high: range.high.1,
        middle: range.middle.as_ref().map(|(_, value)| *value),
    }
}

fn data(page: &Page<'_>, ranges: &[Range]) -> Table {
    let cell = |figure: &(FigureId, Decimal)| {
        let (id, value) = figure;
        Cell::figure(id.clone(), *value, amount::plain(*value, 2))
    };
    let rows = ranges.iter().map(|range| {
        row(vec![
            Cell::text(&range.label),
            cell(&range.low),
            range.middle.as_ref().map_or_else(|| Cell::text(NONE), cell),
            cell(&range.high),
        ])
    });
    Table {
        caption: None,
        columns: vec![
            left(page.pick("Method", "方法")),
            right(page.pick("Low", "低")),
            right(page.pick("Middle", "中")),
            right(page.pick("High", "高")),
        ],
        rows: rows.collect(),
    }
}

fn scenarios(page: &mut Page<'_>) -> Result<Option<Range>, MemoError> {
    let found = page.dossier.valuation();
    let [bear, base, bull] = found.map_or(&[][..], |one| &one.scenarios) else {
        return Ok(None);
    };
    Ok(Some(Range {
        label: page
            .pick("Scenarios, bear to bull", "情景（悲观至乐观）")
            .to_owned(),
        low: (page.ledger.scenario(bear)?, bear.value_per_share.value),
        middle: Some((page.ledger.scenario(base)?, base.value_per_share.value)),
        high: (page.ledger.scenario(bull)?, bull.value_per_share.value),
    }))
}

fn grid_range(
    page: &mut Page<'_>,
    valuation: &Valuation,
    grid: &assay_valuation::Grid,
) -> Result<Option<Range>, MemoError> {
    let mut cells: Vec<_> = grid
        .cells
        .iter()
        .flatten()
        .filter_map(|cell| Some((cell, cell.value?)))
        .collect();
    cells.sort_by_key(|(_, value)| *value);
    let (Some(low), Some(high)) = (cells.first(), cells.last()) else {
        return Ok(None);
    };
    let low = (super::heat::figure(page, valuation, low.0)?, low.1);
    let high = (super::heat::figure(page, valuation, high.0)?, high.1);
    let middle = match grid.centre().and_then(|cell| Some((cell, cell.value?))) {
        Some((cell, value)) => Some((super::heat::figure(page, valuation, cell)?, value)),
        None => None,
    };
    Ok(Some(Range {
        label: grid_label(page, grid),
        low,
        middle,
        high,
    }))
}

fn grid_label(page: &Page<'_>, grid: &assay_valuation::Grid) -> String {
    let known = match grid.id.as_str() {
        "grid.rate_growth" => Some(page.pick(
            "Sensitivity: rate, growth for ever",
            "敏感性：折现率与永续增长",
        )),
        "grid.growth_margin" => {
            Some(page.pick("Sensitivity: growth, margin", "敏感性：增速与利润率"))
        }
        _ => None,
    };
    let names = [&grid.row_driver, &grid.column_driver];
    let names = names.map(|driver| words::line(driver, page.language()));
    known.map_or_else(|| names.join(page.pick(", ", "、")), str::to_owned)
}

/// The two terminal values of the model.
fn exit(page: &mut Page<'_>, valuation: &Valuation) -> Result<Option<Range>, MemoError> {
    let Some(lead) = valuation.leading() else {
        return Ok(None);
    };
    let Some(other) = lead.other_values.first() else {
        return Ok(None);
    };
    let table = table_of(lead.method);
    let own = (
        page.ledger.line(table, &lead.value_per_share.id)?,
        lead.value_per_share.value,
    );
    let other = (page.ledger.line(table, &other.id)?, other.value);
    let (low, high) = if own.1 <= other.1 {
        (own, other)
    } else {
        (other, own)
    };
    Ok(Some(Range {
        label: page
            .pick("The method and its cross-check", "主要方法与其交叉验证")
            .to_owned(),
        low,
        middle: None,
        high,
    }))
}

fn simulated(page: &mut Page<'_>, valuation: &Valuation) -> Result<Option<Range>, MemoError> {
    let Some(simulation) = &valuation.simulation else {
        return Ok(None);
    };
    let point = |percent| {
        let found = simulation
            .percentiles
            .iter()
            .find(|one| one.percent == percent);
        found.map(|one| one.value)
    };
    let (Some(low), Some(middle), Some(high)) = (point(10), point(50), point(90)) else {
        return Ok(None);
    };
    let figures = Simulated::new(page, valuation, simulation)?;
    let mut figure = |name: &str, value: Decimal| {
        let id = figures.made(page, name, amount::plain(value, 2));
        (id, value)
    };
    let (low, middle, high) = (
        figure("p10", low),
        figure("p50", middle),
        figure("p90", high),
    );
    Ok(Some(Range {
        label: page
            .pick("Simulated, P10 to P90", "模拟（P10 至 P90）")
            .to_owned(),
        low,
        middle: Some(middle),
        high,
    }))
}

fn comparables(page: &mut Page<'_>, valuation: &Valuation) -> Result<Vec<Range>, MemoError> {
    let mut ranges = Vec::new();
    let found = valuation
        .comparables
        .iter()
        .flat_map(|one| &one.distributions);
    for distribution in found {
        let Implied::Values(values) = &distribution.implied else {
            continue;
        };
        let mut figure = |line: &assay_valuation::Traced| -> Result<_, MemoError> {
            Ok((page.ledger.line(COMPARABLES, &line.id)?, line.value))
        };
        let (low, middle, high) = (
            figure(&values.first_quartile)?,
            figure(&values.median)?,
            figure(&values.third_quartile)?,
        );
        let name = distribution.multiple.text();
        ranges.push(Range {
            label: page.pick(
                format!("Peers' {name}, quartiles"),
                format!("可比公司 {name}（四分位）"),
            ),
            low,
            middle: Some(middle),
            high,
        });
    }
    Ok(ranges)
}
