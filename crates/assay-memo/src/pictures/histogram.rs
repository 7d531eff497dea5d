use assay_charts::{Bin, Colours, Histogram, NumberFormat, Reference};
use assay_domain::Decimal;
use assay_valuation::{SimulatedValues, Valuation};

use super::caption;
use crate::amount;
use crate::error::MemoError;
use crate::page::Page;

/// The simulated values between the first and the ninety-ninth percentile.
pub(crate) fn add(
    page: &mut Page<'_>,
    valuation: &Valuation,
    simulation: &SimulatedValues,
) -> Result<(), MemoError> {
    let bins = bins(simulation)?;
    if bins.is_empty() {
        return Ok(());
    }
    let language = page.language();
    let mut references = Vec::new();
    for point in &simulation.percentiles {
        if matches!(point.percent, 10 | 50 | 90) {
            references.push(Reference {
                id: format!("simulation/p{}", point.percent),
                label: format!("P{}", point.percent),
                value: point.value,
            });
        }
    }
    if let (Some(_), Some(price)) = (page.dossier.price, &valuation.price) {
        references.push(Reference {
            id: page.ledger.quote()?.to_string(),
            label: page.pick("Price", "现价").to_owned(),
            value: price.value,
        });
    }
    let currency = amount::currency_word(valuation.currency.code(), language);
    let title = page.pick("Simulated value a share", "每股价值模拟分布");
    let unit = page.pick(
        format!("{currency} a share, between the first and the ninety-ninth percentile"),
        format!("{currency}/股，第一至第九十九百分位"),
    );
    let told = page.pick(
        "Histogram of the simulated values of a share, with percentiles and the price as lines.",
        "每股价值模拟结果直方图，竖线为分位数与股价。",
    );
    let chart = Histogram {
        caption: caption("simulation-picture", title, &unit, told),
        bins,
        references,
        format: NumberFormat::plain(0),
        count_label: page.pick("paths", "次").to_owned(),
        value_label: page.pick(
            format!("Value a share ({currency})"),
            format!("每股价值（{currency}）"),
        ),
    };
    let svg = chart.svg(Colours::Variables)?;
    let source = page.pick("Source: simulation of this run.", "资料来源：本次模拟。");
    page.picture(svg, &chart.caption, source.to_owned(), None);
    Ok(())
}

/// Equal bins from the counts and the two ends.
fn bins(simulation: &SimulatedValues) -> Result<Vec<Bin>, MemoError> {
    let histogram = &simulation.histogram;
    let fault = || MemoError::Overflow {
        what: "histogram".to_owned(),
    };
    let width = histogram
        .high
        .checked_sub(histogram.low)
        .ok_or_else(fault)?;
    let count = Decimal::from(histogram.counts.len());
    if count.is_zero() || width <= Decimal::ZERO {
        return Ok(Vec::new());
    }
    let edge = |at: usize| {
        let share = width.checked_mul(Decimal::from(at))?.checked_div(count)?;
        histogram.low.checked_add(share)
    };
    let mut bins = Vec::new();
    for (at, paths) in histogram.counts.iter().enumerate() {
        bins.push(Bin {
            id: format!("simulation/bin{at}"),
            low: edge(at).ok_or_else(fault)?,
            high: edge(at + 1).ok_or_else(fault)?,
            count: u64::from(*paths),
        });
    }
    Ok(bins)
}
