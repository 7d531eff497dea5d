use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::ValuationFault;
use crate::gap::gaps;
use crate::method::{Method, Reason};
use crate::models::{Attempt, Model, VALUE, build, fill_shares};
use crate::request::{Request, ScenarioName};
use crate::sheet::{Sheet, Traced, add};

/// Bear, base and bull, each the whole model with its own drivers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioValue {
    pub name: ScenarioName,
    pub probability: Traced,
    pub value_per_share: Traced,
    /// The drivers that differ from the base.
    pub drivers: Vec<Traced>,
    pub lines: Vec<Traced>,
}

/// What a scenario may move. Rates are not among them: its probability already carries the risk.
const DRIVERS: &[&str] = &[
    "growth.start",
    "growth.terminal",
    "margin.start",
    "margin.terminal",
    "tax.start",
    "da.ratio",
    "capex.ratio",
    "nwc.ratio",
    "sbc.ratio",
    "spread.terminal",
    "exit.multiple",
    "roe.start",
    "spread.roe",
    "payout",
    "growth.affo",
    "ffo",
    "noi",
    "capex.maintenance",
    "failure.probability",
    "failure.recovery",
];

pub(crate) fn scenarios(
    method: Method,
    request: &Request,
    base: &Sheet,
) -> Attempt<Vec<ScenarioValue>> {
    if request.scenarios.is_empty() {
        return Ok(Err(Reason::NoScenarios));
    }
    check(request)?;
    let mut values = Vec::new();
    for scenario in &request.scenarios {
        let mut own = request.clone();
        for driver in &scenario.drivers {
            own.inputs.replace(driver.clone());
        }
        let sheet = match build(method, &own)? {
            Ok(sheet) => sheet,
            Err(reason) => return Ok(Err(reason)),
        };
        let drivers = scenario
            .drivers
            .iter()
            .map(|input| sheet.traced(input.name()));
        let mut probability = Sheet::default();
        probability.input(&scenario.probability)?;
        values.push(ScenarioValue {
            name: scenario.name,
            probability: probability.traced(scenario.probability.name())?,
            value_per_share: sheet.traced(VALUE)?,
            drivers: drivers.collect::<Result<_, _>>()?,
            lines: sheet.all_traced(),
        });
    }
    values.sort_by_key(|value| value.name);
    match ordered(&values, base)? {
        None => Ok(Ok(values)),
        Some(reason) => Ok(Err(reason)),
    }
}

fn check(request: &Request) -> Result<(), ValuationFault> {
    let mut names: Vec<ScenarioName> = request.scenarios.iter().map(|s| s.name).collect();
    names.sort_unstable();
    if names != [ScenarioName::Bear, ScenarioName::Base, ScenarioName::Bull] {
        return Err(ValuationFault::ScenarioNames);
    }
    let mut sum = Decimal::ZERO;
    for scenario in &request.scenarios {
        let probability = scenario.probability.value();
        sum = add(sum, probability).map_err(|why| ValuationFault::Arithmetic {
            line: "probability".to_owned(),
            why,
        })?;
        if probability < Decimal::ZERO {
            return Err(ValuationFault::Probabilities(probability));
        }
        for driver in &scenario.drivers {
            if scenario.name == ScenarioName::Base {
                return Err(ValuationFault::BaseScenarioDriver(driver.name().to_owned()));
            }
            if !DRIVERS.contains(&driver.name()) {
                return Err(ValuationFault::ScenarioDriver {
                    scenario: scenario.name.id().to_owned(),
                    driver: driver.name().to_owned(),
                });
            }
        }
    }
    if sum != Decimal::ONE {
        return Err(ValuationFault::Probabilities(sum));
    }
    Ok(())
}

/// Bear may not be above base, nor base above bull, and base is the base.
fn ordered(values: &[ScenarioValue], base: &Sheet) -> Result<Option<Reason>, ValuationFault> {
    let [bear, middle, bull] = values else {
        return Err(ValuationFault::ScenarioNames);
    };
    let value = |scenario: &ScenarioValue| scenario.value_per_share.value;
    let in_order = value(bear) <= value(middle) && value(middle) <= value(bull);
    let reason = Reason::ScenariosOutOfOrder {
        bear: value(bear),
        base: value(middle),
        bull: value(bull),
    };
    let stands = in_order && value(middle) == base.value(VALUE)?;
    Ok((!stands).then_some(reason))
}

/// The price expected in twelve months: values weighted by probability, carried forward at the
/// cost of equity, less the dividends paid on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Target {
    pub weighted_value: Traced,
    pub price: Traced,
    pub target: Traced,
    /// Dividends included.
    pub expected_return: Traced,
    pub low: Traced,
    pub high: Traced,
    /// Gain of the bull over loss of the bear, from the price; none where the bear loses nothing.
    pub upside_to_downside: Option<Traced>,
    pub lines: Vec<Traced>,
}

pub(crate) fn target(request: &Request, values: &[ScenarioValue]) -> Attempt<Target> {
    let missing = gaps(request, &["price", "dividends.next", "rf", "erp", "beta"]);
    if !missing.is_empty() {
        let no_price = missing.iter().any(|gap| gap.name == "price");
        let reason = if no_price && !request.has("price") {
            Reason::NoPrice
        } else {
            Reason::Missing { gaps: missing }
        };
        return Ok(Err(reason));
    }
    let mut model = Model::new(request);
    fill_shares(&mut model)?;
    model.take(&["dividends.next"])?;
    let mut terms = Vec::new();
    for (value, scenario) in values.iter().zip(sorted(request)) {
        let name = value.name.id();
        let probability =
            crate::models::renamed(&scenario.probability, format!("probability.{name}"))?;
        model.sheet.input(&probability)?;
        let id = format!("value.{name}");
        model.sheet.carry(id, &value.value_per_share, name)?;
        model.per_share(
            format!("target.{name}"),
            format!("value.{name} * (1 + ke) - dividends.next"),
        )?;
        terms.push(format!("probability.{name} * value.{name}"));
    }
    model.per_share("value.weighted", terms.join(" + "))?;
    model.per_share("target", "value.weighted * (1 + ke) - dividends.next")?;
    model.ratio(
        "expected_return",
        "(target + dividends.next) / price.local - 1",
    )?;
    let downside = model.per_share("downside", "price.local - target.bear")?;
    let upside_to_downside = if downside > Decimal::ZERO {
        model.ratio(
            "upside_to_downside",
            "(target.bull - price.local) / downside",
        )?;
        Some(model.sheet.traced("upside_to_downside")?)
    } else {
        None
    };
    let traced = |id: &str| model.sheet.traced(id);
    Ok(Ok(Target {
        weighted_value: traced("value.weighted")?,
        price: traced("price.local")?,
        target: traced("target")?,
        expected_return: traced("expected_return")?,
        low: traced("target.bear")?,
        high: traced("target.bull")?,
        upside_to_downside,
        lines: model.sheet.all_traced(),
    }))
}

fn sorted(request: &Request) -> Vec<&crate::Scenario> {
    let mut scenarios: Vec<&crate::Scenario> = request.scenarios.iter().collect();
    scenarios.sort_by_key(|scenario| scenario.name);
    scenarios
}
