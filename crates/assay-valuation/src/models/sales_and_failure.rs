use super::{Attempt, Model, VALUE, capital, renamed, shares};
use crate::comparables::{LEAST_PEERS, Multiple, usable_multiples};
use crate::method::Reason;

pub(crate) const NEEDS: &[&str] = &["revenue.base", "failure.probability", "failure.recovery"];

/// What peers' sales are worth, if the company lives; what is left, if it does not.
pub(crate) fn fill(model: &mut Model<'_>) -> Attempt<()> {
    shares::fill(model)?;
    model.take(NEEDS)?;
    let peers = usable_multiples(model.request, Multiple::EvToSales);
    if peers.len() < LEAST_PEERS {
        return Ok(Err(Reason::TooFewPeers {
            usable: peers.len(),
        }));
    }
    let mut ids = Vec::new();
    for (number, value, metric) in peers {
        let (ev, sales) = (format!("peer.{number}.ev"), format!("peer.{number}.sales"));
        model.sheet.input(&renamed(value, ev.clone())?)?;
        model.sheet.input(&renamed(metric, sales.clone())?)?;
        let id = format!("peer.{number}.multiple");
        model.ratio(id.clone(), format!("{ev} / {sales}"))?;
        ids.push(id);
    }
    model.ratio("multiple.sales", format!("median({})", ids.join(", ")))?;
    model.money("ev", "revenue.base * multiple.sales")?;
    capital::bridge(model)?;
    model.money(
        "equity.weighed",
        "max(0, equity.value) * (1 - failure.probability) + failure.recovery * failure.probability",
    )?;
    model.per_share(VALUE, "equity.weighed / shares.quoted")?;
    Ok(Ok(()))
}
