use assay_charts::{Colours, Fan, FanPath, Mark, NumberFormat};
use assay_valuation::Valuation;

use super::caption;
use crate::amount;
use crate::error::MemoError;
use crate::notes::TARGET;
use crate::page::Page;
use crate::words;

/// From the price of today to the scenarios in twelve months.
pub(crate) fn add(page: &mut Page<'_>, valuation: &Valuation) -> Result<(), MemoError> {
    let (Some(quote), Some(target), Some(price)) =
        (page.dossier.price, &valuation.target, &valuation.price)
    else {
        return Ok(());
    };
    let language = page.language();
    let mut paths = Vec::new();
    for scenario in &valuation.scenarios {
        let id = format!("target.{}", scenario.name.id());
        let Some(line) = target.lines.iter().find(|line| line.id == id) else {
            continue;
        };
        paths.push(FanPath {
            label: words::scenario(scenario.name, language).to_owned(),
            marks: vec![Mark {
                id: page.ledger.line(TARGET, &id)?.to_string(),
                value: line.value,
            }],
        });
    }
    let currency = amount::currency_word(valuation.currency.code(), language);
    let title = page.pick("Price and scenarios in twelve months", "股价与十二个月情景");
    let unit = page.pick(format!("{currency} a share"), format!("{currency}/股"));
    let told = page.pick(
        "Lines from the price to the value of each scenario in twelve months.",
        "由当前股价指向各情景十二个月后的价值。",
    );
    let chart = Fan {
        caption: caption("fan", title, &unit, told),
        history_label: page.pick("Price", "股价").to_owned(),
        history: vec![(
            quote.date.to_string(),
            Mark {
                id: page.ledger.quote()?.to_string(),
                value: price.value,
            },
        )],
        horizon: vec![page.pick("in twelve months", "十二个月后").to_owned()],
        paths,
        // Simulated values are of today, not of the horizon.
        bands: Vec::new(),
        format: NumberFormat::plain(2),
    };
    let svg = chart.svg(Colours::Variables)?;
    let source = page.pick(
        "Source: valuation of this run; the figures stand in the table above.",
        "资料来源：本次估值；数据见上表。",
    );
    page.picture(svg, &chart.caption, source.to_owned(), None);
    Ok(())
}
