use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::fault::ValuationFault;
use crate::method::Method;
use crate::models::{VALUE, build_across_days};
use crate::request::Request;
use crate::valuation::Valuation;

/// Decimal places of the compared values: differences of such numbers add up exactly.
const PLACES: u32 = 8;

/// Why the value of a share is another than in the run before. The parts add up to the total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValueChange {
    pub previous: Decimal,
    pub current: Decimal,
    pub total: Decimal,
    /// In the order in which the inputs were exchanged.
    pub parts: Vec<ChangePart>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChangePart {
    pub cause: ChangeCause,
    pub amount: Decimal,
    /// Names of the inputs that differ.
    pub inputs: Vec<String>,
    /// With these inputs alone exchanged there is no value: the effect is in the next part.
    pub not_separable: bool,
    pub formula: String,
}

/// In the order in which they are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeCause {
    /// The earlier request computed by the model of today.
    Code,
    /// Price, exchange rate and the passing of time.
    Price,
    /// Data points, claims and peers.
    Data,
    /// Assumptions, scenarios and the form of the model.
    Assumption,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DifferenceFault {
    #[error("the {which} run has no value a share by {method:?}: there is nothing to compare")]
    NoValue { which: &'static str, method: Method },
    #[error("the currency changed from {from} to {to}: convert one of the runs first")]
    Currency { from: String, to: String },
    #[error("the difference has more digits than a decimal holds")]
    Overflow,
    #[error(transparent)]
    Valuation(#[from] ValuationFault),
}

/// Splits the change between two runs. Inputs are exchanged cause by cause; what each exchange
/// moves is its part.
pub fn difference(
    previous: &Valuation,
    current: &Valuation,
) -> Result<ValueChange, DifferenceFault> {
    if previous.currency != current.currency {
        return Err(DifferenceFault::Currency {
            from: previous.currency.to_string(),
            to: current.currency.to_string(),
        });
    }
    let method = Method::primary(current.kind);
    let stored = |run: &Valuation, which| {
        let value = run.value_per_share().map(|value| value.round_dp(PLACES));
        value.ok_or(DifferenceFault::NoValue { which, method })
    };
    let (first, last) = (stored(previous, "previous")?, stored(current, "current")?);
    let (old, new) = (&previous.request, &current.request);
    let (priced, price_names) = with_price(old, new);
    let (supplied, data_names) = with_data(&priced, new);
    let steps = [
        (ChangeCause::Code, old.clone(), Vec::new()),
        (ChangeCause::Price, priced, price_names),
        (ChangeCause::Data, supplied, data_names),
    ];
    let mut parts = Vec::new();
    let mut before = first;
    for (cause, request, inputs) in steps {
        let after = value_of(method, &request)?;
        parts.push(part(
            cause,
            before,
            after.unwrap_or(before),
            inputs,
            after.is_none(),
        )?);
        before = after.unwrap_or(before);
    }
    let names = assumption_names(old, new);
    parts.push(part(ChangeCause::Assumption, before, last, names, false)?);
    Ok(ValueChange {
        previous: first,
        current: last,
        total: minus(last, first)?,
        parts,
    })
}

fn minus(a: Decimal, b: Decimal) -> Result<Decimal, DifferenceFault> {
    a.checked_sub(b).ok_or(DifferenceFault::Overflow)
}

fn part(
    cause: ChangeCause,
    before: Decimal,
    after: Decimal,
    inputs: Vec<String>,
    not_separable: bool,
) -> Result<ChangePart, DifferenceFault> {
    Ok(ChangePart {
        cause,
        amount: minus(after, before)?,
        inputs,
        not_separable,
        formula: format!("{after} - {before}"),
    })
}

fn value_of(method: Method, request: &Request) -> Result<Option<Decimal>, DifferenceFault> {
    let Ok(sheet) = build_across_days(method, request)? else {
        return Ok(None);
    };
    Ok(Some(sheet.value(VALUE)?.round_dp(PLACES)))
}

fn is_price(name: &str) -> bool {
    matches!(name, "price" | "fx.price")
}

fn with_price(old: &Request, new: &Request) -> (Request, Vec<String>) {
    let mut request = old.clone();
    let mut names = Vec::new();
    for name in ["price", "fx.price"] {
        let (was, is) = (old.inputs.get(name), new.inputs.get(name));
        if was.map(crate::Input::value) != is.map(crate::Input::value) {
            names.push(name.to_owned());
        }
        match is {
            Some(input) => request.inputs.replace(input.clone()),
            None => drop(request.inputs.remove(name)),
        }
    }
    if old.valuation_date != new.valuation_date {
        names.push("valuation_date".to_owned());
    }
    request.valuation_date = new.valuation_date;
    (request, names)
}

fn with_data(priced: &Request, new: &Request) -> (Request, Vec<String>) {
    let mut request = priced.clone();
    let mut names = Vec::new();
    for input in new
        .inputs
        .iter()
        .filter(|input| !input.basis().is_assumption())
    {
        let was = priced.inputs.get(input.name());
        if is_price(input.name()) {
            continue;
        }
        if was.map(crate::Input::value) != Some(input.value()) {
            names.push(input.name().to_owned());
        }
        request.inputs.replace(input.clone());
    }
    for input in priced
        .inputs
        .iter()
        .filter(|input| !input.basis().is_assumption())
    {
        if new.inputs.get(input.name()).is_none() {
            names.push(input.name().to_owned());
            request.inputs.remove(input.name());
        }
    }
    if priced.base_period_end != new.base_period_end {
        names.push("base_period_end".to_owned());
    }
    if priced.peers != new.peers {
        names.push("peers".to_owned());
    }
    request.base_period_end = new.base_period_end;
    request.fiscal_years.clone_from(&new.fiscal_years);
    request.peers.clone_from(&new.peers);
    (request, names)
}

fn assumption_names(old: &Request, new: &Request) -> Vec<String> {
    let mut names = Vec::new();
    for input in new.inputs.iter().chain(old.inputs.iter()) {
        let (was, is) = (old.inputs.get(input.name()), new.inputs.get(input.name()));
        let assumed = [was, is]
            .into_iter()
            .flatten()
            .any(|i| i.basis().is_assumption());
        let moved = was.map(crate::Input::value) != is.map(crate::Input::value);
        let known = names.iter().any(|name| name == input.name());
        if assumed && moved && !known && !is_price(input.name()) {
            names.push(input.name().to_owned());
        }
    }
    if old.shape != new.shape {
        names.push("shape".to_owned());
    }
    names
}
