use super::{Line, Model};
use crate::fault::ValuationFault;
use crate::unit::Unit;

/// Price in the reporting currency, cost of equity, and diluted shares by the treasury-stock
/// method: options in the money add what their proceeds cannot buy back.
pub(crate) fn fill(model: &mut Model<'_>) -> Result<(), ValuationFault> {
    model.take(&["rf", "erp", "beta", "price", "fx.price", "adr.ratio"])?;
    if ["rf", "erp", "beta"].iter().all(|id| model.sheet.has(id)) {
        model.ratio("ke", "rf + beta * erp")?;
    }
    let has_price = model.sheet.has("price");
    if has_price {
        let foreign = model.sheet.has("fx.price");
        let formula = if foreign { "price * fx.price" } else { "price" };
        model.per_share("price.local", formula)?;
    }
    let formula = count(model, has_price)?;
    shares(model, "shares.count", &formula)?;
    let quoted = if model.sheet.has("adr.ratio") {
        "shares.count / adr.ratio"
    } else {
        "shares.count"
    };
    shares(model, "shares.quoted", quoted)?;
    Ok(())
}

fn shares(model: &mut Model<'_>, id: &str, formula: &str) -> Line {
    model.sheet.define(id, &Unit::Shares, formula)
}

fn count(model: &mut Model<'_>, has_price: bool) -> Result<String, ValuationFault> {
    if model.request.has("shares.diluted") {
        model.take(&["shares.diluted"])?;
        return Ok("shares.diluted".to_owned());
    }
    model.take(&["shares.basic", "shares.restricted"])?;
    let mut formula = "shares.basic".to_owned();
    if model.sheet.has("shares.restricted") {
        formula.push_str(" + shares.restricted");
    }
    for number in model.request.numbered("options") {
        let (count, strike) = (
            format!("options.{number}.count"),
            format!("options.{number}.strike"),
        );
        model.take(&[&count, &strike])?;
        let id = format!("options.{number}.dilution");
        let price = if model.sheet.has("adr.ratio") {
            "price / adr.ratio"
        } else {
            "price"
        };
        let added = if has_price {
            format!("max(0, {count} * (1 - {strike} / ({price})))")
        } else {
            count.clone()
        };
        shares(model, &id, &added)?;
        formula.push_str(" + ");
        formula.push_str(&id);
    }
    Ok(formula)
}
