use assay_domain::{Date, Decimal};
use assay_valuation::{Currency, Input, InputBasis, MarketAssumptions, Unit};
use serde::{Deserialize, Serialize};

use crate::days::days_later;
use crate::error::AppraisalError;

/// A figure that only the market or the user knows. There is no default for any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarketFigure {
    pub value: Decimal,
    /// The day it is of.
    pub as_of: Date,
    /// Where it comes from, in words. A beta's window, index and frequency belong here.
    pub source: String,
}

/// What a valuation needs beside statements, from the user's settings. What is absent the run
/// lists as missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MarketFigures {
    pub risk_free: Option<MarketFigure>,
    pub equity_risk_premium: Option<MarketFigure>,
    pub beta: Option<MarketFigure>,
    pub cost_of_debt: Option<MarketFigure>,
    pub marginal_tax: Option<MarketFigure>,
    pub terminal_growth: Option<MarketFigure>,
    pub target_debt_weight: Option<MarketFigure>,
    pub exit_multiple: Option<MarketFigure>,
    /// A share, over the next twelve months.
    pub dividends_next: Option<MarketFigure>,
    /// Reporting currency for one unit of the price's currency.
    pub fx_price: Option<MarketFigure>,
    /// Ordinary shares behind one quoted share.
    pub adr_ratio: Option<MarketFigure>,
    pub failure_probability: Option<MarketFigure>,
    /// What shareholders keep if the company fails.
    pub failure_recovery: Option<MarketFigure>,
    pub cap_rate: Option<MarketFigure>,
    pub affo_growth: Option<MarketFigure>,
}

/// A price that was paid on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// `px_` and 16 hex digits of what it states.
    pub id: String,
    pub close: Decimal,
    pub currency: String,
    pub date: Date,
    pub source: String,
}

/// A market figure that nobody renewed for so long is no longer one.
const DAYS_VALID: u64 = 365;
const OWNER: &str = "user's settings";

impl Quote {
    pub fn new(
        security: &str,
        close: Decimal,
        currency: impl Into<String>,
        date: Date,
        source: impl Into<String>,
    ) -> Self {
        let (currency, source) = (currency.into(), source.into());
        let stated = format!(
            "{security}\0{}\0{currency}\0{date}\0{source}",
            close.normalize()
        );
        let hex = blake3::hash(stated.as_bytes()).to_hex();
        Self {
            id: format!("px_{}", hex.get(..16).unwrap_or_default()),
            close,
            currency,
            date,
            source,
        }
    }

    pub(super) fn input(&self) -> Result<Input, AppraisalError> {
        let basis = InputBasis::DataPoint {
            id: self.id.clone(),
        };
        let unit = Unit::MoneyPerShare(Currency::new(&self.currency)?);
        Ok(Input::new("price", self.close, unit, basis, self.date)?)
    }
}

impl MarketFigures {
    pub(super) fn assumptions(&self) -> Result<MarketAssumptions, AppraisalError> {
        let ratio = |name: &str, figure: &Option<MarketFigure>| input(name, figure, Unit::Ratio);
        let source = |figure: &Option<MarketFigure>| figure.as_ref().map(|f| f.source.clone());
        Ok(MarketAssumptions {
            risk_free: ratio("rf", &self.risk_free)?,
            equity_risk_premium: ratio("erp", &self.equity_risk_premium)?,
            erp_source: source(&self.equity_risk_premium),
            beta: ratio("beta", &self.beta)?,
            beta_description: source(&self.beta),
            cost_of_debt: ratio("kd", &self.cost_of_debt)?,
            marginal_tax: ratio("tax.marginal", &self.marginal_tax)?,
            terminal_growth: ratio("growth.terminal", &self.terminal_growth)?,
            target_debt_weight: ratio("weight.debt", &self.target_debt_weight)?,
        })
    }

    /// Figures that go into a request as they are.
    pub(super) fn other_inputs(&self, currency: &Currency) -> Result<Vec<Input>, AppraisalError> {
        let money = Unit::Money(currency.clone());
        let a_share = Unit::MoneyPerShare(currency.clone());
        let rows = [
            ("exit.multiple", &self.exit_multiple, &Unit::Ratio),
            ("dividends.next", &self.dividends_next, &a_share),
            ("fx.price", &self.fx_price, &Unit::Ratio),
            ("adr.ratio", &self.adr_ratio, &Unit::Ratio),
            (
                "failure.probability",
                &self.failure_probability,
                &Unit::Ratio,
            ),
            ("failure.recovery", &self.failure_recovery, &money),
            ("cap_rate", &self.cap_rate, &Unit::Ratio),
            ("growth.affo", &self.affo_growth, &Unit::Ratio),
        ];
        let mut inputs = Vec::new();
        for (name, figure, unit) in rows {
            inputs.extend(input(name, figure, unit.clone())?);
        }
        Ok(inputs)
    }
}

fn input(
    name: &str,
    figure: &Option<MarketFigure>,
    unit: Unit,
) -> Result<Option<Input>, AppraisalError> {
    let Some(figure) = figure else {
        return Ok(None);
    };
    let basis = InputBasis::Assumption {
        name: name.to_owned(),
        reason: figure.source.clone(),
        evidence_ids: Vec::new(),
        owner: OWNER.to_owned(),
        expires: days_later(figure.as_of, DAYS_VALID),
    };
    Ok(Some(Input::new(
        name,
        figure.value,
        unit,
        basis,
        figure.as_of,
    )?))
}
