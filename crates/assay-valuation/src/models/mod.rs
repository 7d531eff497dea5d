//! One sheet for each method. Every sheet ends in `value.per_share` and has the cost of equity as
//! `ke`, so that scenarios, targets, grids and the simulation work on all of them.

mod capital;
mod dcf;
mod excess_return;
mod parts;
mod reit;
mod sales_and_failure;
mod shares;

use rust_decimal::Decimal;

use crate::fault::ValuationFault;
use crate::gap::gaps;
use crate::input::InputBasis;
use crate::method::{Method, Reason};
use crate::request::{Leases, Request};
use crate::sheet::{Overrides, Sheet};
use crate::unit::Unit;
pub(crate) use capital::{BRIDGE, bridge_needs, bridge_total};
pub(crate) use shares::fill as fill_shares;

/// A sheet, or why the method has nothing to say.
pub(crate) type Attempt<T> = Result<Result<T, Reason>, ValuationFault>;

/// The line all sheets end in.
pub(crate) const VALUE: &str = "value.per_share";

pub(crate) fn build(method: Method, request: &Request) -> Attempt<Sheet> {
    let missing = unmet(method, request);
    if !missing.is_empty() {
        return Ok(Err(Reason::Missing { gaps: missing }));
    }
    fill(method, request)
}

/// For the difference between two runs, which mixes inputs of two days.
pub(crate) fn build_across_days(method: Method, request: &Request) -> Attempt<Sheet> {
    let mut missing = unmet(method, request);
    missing.retain(|gap| {
        !matches!(
            gap.problem,
            crate::Problem::Expired { .. }
                | crate::Problem::FromTheFuture { .. }
                | crate::Problem::TooOld { .. }
        )
    });
    if !missing.is_empty() {
        return Ok(Err(Reason::Missing { gaps: missing }));
    }
    fill(method, request)
}

fn unmet(method: Method, request: &Request) -> Vec<crate::Gap> {
    let needs = needs(method, request);
    let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
    let mut missing = gaps(request, &needs);
    missing.extend(descriptions(request));
    missing
}

fn fill(method: Method, request: &Request) -> Attempt<Sheet> {
    let mut model = Model::new(request);
    let sheet = match method {
        Method::Dcf => dcf::fill(&mut model)?,
        Method::ExcessReturn => excess_return::fill(&mut model)?,
        Method::ReitAffo => reit::fill(&mut model)?,
        Method::SalesAndFailure => sales_and_failure::fill(&mut model)?,
        Method::SumOfParts => parts::fill(&mut model)?,
        Method::Comparables | Method::ReverseDcf | Method::Target => Err(Reason::NeedsDcf),
    };
    Ok(sheet.map(|()| model.sheet))
}

/// A beta without its window and a premium without its source are bare numbers.
fn descriptions(request: &Request) -> Vec<crate::Gap> {
    let stated = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    [
        ("beta_description", stated(&request.beta_description)),
        ("erp_source", stated(&request.erp_source)),
    ]
    .into_iter()
    .filter(|(_, stated)| !stated)
    .map(|(name, _)| crate::Gap {
        name: name.to_owned(),
        problem: crate::Problem::Missing,
    })
    .collect()
}

pub(crate) fn needs(method: Method, request: &Request) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |list: &[&str]| names.extend(list.iter().map(|name| (*name).to_owned()));
    add(&["rf", "erp", "beta", "shares.diluted | shares.basic"]);
    if is_quoted_abroad(request) {
        // what is quoted in another currency may stand for any number of shares
        add(&["fx.price", "adr.ratio"]);
    }
    match method {
        Method::Dcf => {
            add(dcf::NEEDS);
            add(capital::WACC_NEEDS);
            add(capital::bridge_needs(request.shape.leases).as_slice());
            add(match request.shape.weights {
                crate::Weights::Market => &["price"],
                crate::Weights::Target => &["weight.debt"],
            });
            if request.shape.stock_compensation == crate::StockCompensation::AddedBack {
                add(&["sbc.ratio"]);
            }
        }
        Method::ExcessReturn => add(excess_return::NEEDS),
        Method::ReitAffo => {
            add(reit::NEEDS);
            add(capital::bridge_needs(request.shape.leases).as_slice());
        }
        Method::SalesAndFailure => {
            add(sales_and_failure::NEEDS);
            add(capital::bridge_needs(request.shape.leases).as_slice());
        }
        Method::SumOfParts => {
            add(capital::bridge_needs(request.shape.leases).as_slice());
            let segments = request.numbered("segment");
            if segments.is_empty() {
                add(&["segment.1.metric", "segment.1.multiple"]);
            }
            for number in segments {
                add(&[
                    &format!("segment.{number}.metric"),
                    &format!("segment.{number}.multiple"),
                ]);
            }
        }
        Method::Comparables | Method::ReverseDcf | Method::Target => {}
    }
    for number in request.numbered("options") {
        names.push(format!("options.{number}.count"));
        names.push(format!("options.{number}.strike"));
    }
    // optional inputs are checked where they are given
    for name in [
        "price",
        "fx.price",
        "adr.ratio",
        "exit.multiple",
        "shares.restricted",
        "dividends.next",
    ] {
        if request.has(name) && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// A sheet under construction.
pub(crate) struct Model<'a> {
    pub(crate) request: &'a Request,
    pub(crate) sheet: Sheet,
    money: Unit,
    per_share: Unit,
}

impl<'a> Model<'a> {
    pub(crate) fn new(request: &'a Request) -> Self {
        Self {
            request,
            sheet: Sheet::default(),
            money: request.money(),
            per_share: request.per_share(),
        }
    }

    /// Takes the named inputs into the sheet, once each; those the request lacks are left out.
    pub(crate) fn take(&mut self, names: &[&str]) -> Result<(), ValuationFault> {
        for name in names {
            if let Some(input) = self.request.inputs.get(name)
                && !self.sheet.has(name)
            {
                self.sheet.input(input)?;
            }
        }
        Ok(())
    }

    pub(crate) fn money(&mut self, id: impl Into<String>, formula: impl Into<String>) -> Line {
        self.sheet.define(id, &self.money, formula)
    }

    pub(crate) fn per_share(&mut self, id: impl Into<String>, formula: impl Into<String>) -> Line {
        self.sheet.define(id, &self.per_share, formula)
    }

    pub(crate) fn ratio(&mut self, id: impl Into<String>, formula: impl Into<String>) -> Line {
        self.sheet.define(id, &Unit::Ratio, formula)
    }

    /// Years from the end of the base period to the day of the valuation.
    fn elapsed(&mut self) -> Line {
        let days = days_between(self.request.base_period_end, self.request.valuation_date);
        let formula = format!("{days} / 365");
        self.sheet.define("elapsed", &Unit::Years, formula)
    }

    /// Lines from an enterprise value `ev` to `value.per_share`.
    fn finish(&mut self) -> Result<(), ValuationFault> {
        capital::bridge(self)?;
        self.per_share(VALUE, "max(0, equity.value) / shares.quoted")?;
        Ok(())
    }
}

type Line = Result<Decimal, ValuationFault>;

pub(crate) fn days_between(from: assay_domain::Date, to: assay_domain::Date) -> i32 {
    from.duration_until(to).as_hours().div_euclid(24) as i32
}

/// The value a share has with some lines set otherwise; every line it rests on is computed anew.
pub(crate) fn value_with(sheet: &Sheet, set: &Overrides<'_>) -> Attempt<Decimal> {
    let rate = if sheet.has("wacc") { "wacc" } else { "ke" };
    let growth = ["growth.terminal", "growth.affo"]
        .into_iter()
        .find(|id| sheet.has(id));
    // what a value rests on is looked at first: a rate equal to the growth has no value to divide
    if let Some(id) = growth {
        let limits = sheet.recompute(set, &[rate, id])?;
        if let [rate, growth] = limits.as_slice()
            && growth >= rate
        {
            return Ok(Err(Reason::GrowthNotBelowRate {
                growth: *growth,
                rate: *rate,
            }));
        }
    }
    if sheet.has("roic.terminal") {
        let wanted = ["growth.terminal", "roic.terminal", "nopat.terminal", VALUE];
        return Ok(match sheet.recompute(set, &wanted)?.as_slice() {
            [growth, roic, ..] if growth > roic => Err(Reason::GrowthAboveReturn {
                growth: *growth,
                return_on_capital: *roic,
            }),
            [_, _, profit, value] if *profit > Decimal::ZERO => Ok(*value),
            _ => Err(Reason::NoTerminalProfit),
        });
    }
    let value = sheet.recompute(set, &[VALUE])?.first().copied();
    value.map(Ok).ok_or_else(|| ValuationFault::UnknownLine {
        id: VALUE.to_owned(),
    })
}

/// The price is in another currency than the statements.
fn is_quoted_abroad(request: &Request) -> bool {
    let price = request.inputs.get("price");
    let quoted = price.and_then(|price| price.unit().currency());
    quoted.is_some_and(|currency| *currency != request.currency)
}

/// Currencies that no given rate connects.
pub(crate) fn currency_mix(request: &Request) -> Option<Reason> {
    let own = &request.currency;
    let price = request
        .inputs
        .get("price")
        .and_then(|price| price.unit().currency());
    let bridged = request.has("fx.price");
    let mut codes: Vec<String> = Vec::new();
    for input in request.inputs.iter() {
        let Some(currency) = input.unit().currency() else {
            continue;
        };
        let is_quoted = input.name() == "price"
            || (input.name().starts_with("options.") && price == Some(currency));
        let fits = currency == own || (is_quoted && bridged);
        if !fits && !codes.iter().any(|code| code == currency.code()) {
            codes.push(currency.code().to_owned());
        }
    }
    if codes.is_empty() {
        return None;
    }
    codes.insert(0, own.code().to_owned());
    Some(Reason::UnknownCurrencyMix { currencies: codes })
}

/// Inputs of peers carry the peer's number in the sheet.
pub(crate) fn renamed(input: &crate::Input, name: String) -> Result<crate::Input, ValuationFault> {
    let basis: InputBasis = input.basis().clone();
    let unit = input.unit().clone();
    Ok(crate::Input::new(
        name,
        input.value(),
        unit,
        basis,
        input.as_of(),
    )?)
}

pub(crate) fn leases_in_bridge(request: &Request) -> bool {
    request.shape.leases == Leases::Debt
}
