use super::{Line, Model, leases_in_bridge};
use crate::request::{Leases, Weights};

pub(crate) const WACC_NEEDS: &[&str] = &["kd", "tax.marginal"];

/// Claims before the shareholders and assets beside the operations, with the sign they take on the
/// way from enterprise value to equity.
pub(crate) const BRIDGE: &[(&str, &str)] = &[
    ("debt", "-"),
    ("leases", "-"),
    ("pensions", "-"),
    ("preferred", "-"),
    ("minority", "-"),
    ("cash", "+"),
    ("associates", "+"),
];

/// Every line of the bridge must be stated: what is merely missing is not zero.
pub(crate) fn bridge_needs(leases: Leases) -> Vec<&'static str> {
    BRIDGE
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| *name != "leases" || leases == Leases::Debt)
        .collect()
}

/// Weights at market values, of gross debt. Cash belongs to the bridge and never to the weights.
pub(crate) fn wacc(model: &mut Model<'_>) -> Line {
    model.take(&["kd", "tax.marginal", "debt", "weight.debt"])?;
    let weight = match model.request.shape.weights {
        Weights::Target => "weight.debt",
        Weights::Market => {
            model.money("capital.equity", "price.local * shares.quoted")?;
            let debt = if leases_in_bridge(model.request) {
                model.take(&["leases"])?;
                "debt + leases"
            } else {
                "debt"
            };
            model.money("capital.debt", debt)?;
            "capital.debt / (capital.debt + capital.equity)"
        }
    };
    model.ratio("weight.debt.used", weight)?;
    model.ratio("kd.after_tax", "kd * (1 - tax.marginal)")?;
    model.ratio(
        "wacc",
        "(1 - weight.debt.used) * ke + weight.debt.used * kd.after_tax",
    )
}

/// From `ev` to `equity.value`.
pub(crate) fn bridge(model: &mut Model<'_>) -> Line {
    bridge_total(model)?;
    model.money("equity.value", "ev + bridge.total")
}

/// What lies between enterprise value and equity, each line with its sign.
pub(crate) fn bridge_total(model: &mut Model<'_>) -> Line {
    let mut ids = Vec::new();
    for (name, sign) in BRIDGE {
        if *name == "leases" && !leases_in_bridge(model.request) {
            continue;
        }
        model.take(&[name])?;
        let signed = if *sign == "-" {
            format!("-{name}")
        } else {
            (*name).to_owned()
        };
        let id = format!("bridge.{name}");
        model.money(id.clone(), signed)?;
        ids.push(id);
    }
    model.money("bridge.total", ids.join(" + "))
}
