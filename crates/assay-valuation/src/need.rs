//! Every input a model can read: its name, what it counts and the values that make sense.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::unit::Unit;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    Money,
    MoneyPerShare,
    Shares,
    Ratio,
}

impl UnitKind {
    pub(crate) fn fits(self, unit: &Unit) -> bool {
        matches!(
            (self, unit),
            (Self::Money, Unit::Money(_))
                | (Self::MoneyPerShare, Unit::MoneyPerShare(_))
                | (Self::Shares, Unit::Shares)
                | (Self::Ratio, Unit::Ratio)
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AllowedInput")]
pub enum Allowed {
    Any,
    AboveZero,
    /// A debt given as a negative amount would be added by the bridge.
    ZeroOrMore,
    ZeroToOne,
    AboveMinusOne,
    BelowOne,
    /// A yearly rate as a share of one: 4.2 % is 0.042, and 4.2 is a slip of the hand.
    Rate,
    /// A rate that a perpetuity grows at or is capitalised by, above zero.
    RateAboveZero,
    /// Above 0 and no more than 5: what is ten times the market is misread.
    Beta,
}

/// The lowest rate of a currency so far is above this, and the highest a model can use below that.
const LOWEST_RATE: Decimal = Decimal::from_parts(5, 0, 0, true, 2);
const HIGHEST_RATE: Decimal = Decimal::from_parts(6, 0, 0, false, 1);
const HIGHEST_BETA: Decimal = Decimal::from_parts(5, 0, 0, false, 0);

impl Allowed {
    pub(crate) fn holds(self, value: Decimal) -> bool {
        match self {
            Self::Any => true,
            Self::AboveZero => value > Decimal::ZERO,
            Self::ZeroOrMore => value >= Decimal::ZERO,
            Self::ZeroToOne => (Decimal::ZERO..=Decimal::ONE).contains(&value),
            Self::AboveMinusOne => value > Decimal::NEGATIVE_ONE,
            Self::BelowOne => value < Decimal::ONE,
            Self::Rate => (LOWEST_RATE..=HIGHEST_RATE).contains(&value),
            Self::RateAboveZero => value > Decimal::ZERO && value <= HIGHEST_RATE,
            Self::Beta => value > Decimal::ZERO && value <= HIGHEST_BETA,
        }
    }
}

/// `(name, what it counts, allowed values, what it is)`. `N` stands for 1, 2, 3 and so on.
pub const INPUTS: &[(&str, UnitKind, Allowed, &str)] = &[
    (
        "price",
        UnitKind::MoneyPerShare,
        Allowed::AboveZero,
        "last price, dated",
    ),
    (
        "fx.price",
        UnitKind::Ratio,
        Allowed::AboveZero,
        "reporting currency for one unit of the price's currency",
    ),
    (
        "adr.ratio",
        UnitKind::Ratio,
        Allowed::AboveZero,
        "ordinary shares behind one quoted share",
    ),
    (
        "dividends.next",
        UnitKind::MoneyPerShare,
        Allowed::ZeroOrMore,
        "dividends a share over the next twelve months",
    ),
    (
        "shares.basic",
        UnitKind::Shares,
        Allowed::AboveZero,
        "shares outstanding, dated",
    ),
    (
        "shares.restricted",
        UnitKind::Shares,
        Allowed::ZeroOrMore,
        "unvested restricted shares",
    ),
    (
        "shares.diluted",
        UnitKind::Shares,
        Allowed::AboveZero,
        "diluted shares as reported",
    ),
    (
        "options.N.count",
        UnitKind::Shares,
        Allowed::ZeroOrMore,
        "options of a tranche",
    ),
    (
        "options.N.strike",
        UnitKind::MoneyPerShare,
        Allowed::ZeroOrMore,
        "average strike of the tranche",
    ),
    (
        "revenue.base",
        UnitKind::Money,
        Allowed::AboveZero,
        "revenue of the base period, twelve months",
    ),
    (
        "cash_flow.operating",
        UnitKind::Money,
        Allowed::Any,
        "operating cash flow of the base period",
    ),
    (
        "equity.book",
        UnitKind::Money,
        Allowed::Any,
        "book equity of the parent's owners",
    ),
    (
        "ebitda.base",
        UnitKind::Money,
        Allowed::Any,
        "EBITDA of the base period",
    ),
    (
        "ebit.base",
        UnitKind::Money,
        Allowed::Any,
        "operating income of the base period",
    ),
    (
        "net_income.base",
        UnitKind::Money,
        Allowed::Any,
        "net income to common of the base period",
    ),
    (
        "growth.start",
        UnitKind::Ratio,
        Allowed::AboveMinusOne,
        "revenue growth of the first stage",
    ),
    (
        "growth.terminal",
        UnitKind::Ratio,
        Allowed::Rate,
        "growth for ever after the horizon",
    ),
    (
        "margin.start",
        UnitKind::Ratio,
        Allowed::BelowOne,
        "operating margin today",
    ),
    (
        "margin.terminal",
        UnitKind::Ratio,
        Allowed::BelowOne,
        "operating margin at the horizon",
    ),
    (
        "tax.start",
        UnitKind::Ratio,
        Allowed::ZeroToOne,
        "effective tax rate today",
    ),
    (
        "da.ratio",
        UnitKind::Ratio,
        Allowed::ZeroToOne,
        "depreciation and amortisation to revenue",
    ),
    (
        "capex.ratio",
        UnitKind::Ratio,
        Allowed::ZeroOrMore,
        "capital expenditure to revenue",
    ),
    (
        "nwc.ratio",
        UnitKind::Ratio,
        Allowed::Any,
        "net working capital to revenue",
    ),
    (
        "sbc.ratio",
        UnitKind::Ratio,
        Allowed::ZeroOrMore,
        "share-based pay to revenue, only where it is added back",
    ),
    (
        "spread.terminal",
        UnitKind::Ratio,
        Allowed::Any,
        "return on capital above its cost, for ever",
    ),
    (
        "exit.multiple",
        UnitKind::Ratio,
        Allowed::AboveZero,
        "EV/EBITDA at the horizon",
    ),
    (
        "rf",
        UnitKind::Ratio,
        Allowed::Rate,
        "risk-free rate of the flows' currency, dated",
    ),
    (
        "erp",
        UnitKind::Ratio,
        Allowed::RateAboveZero,
        "equity risk premium, with source",
    ),
    (
        "beta",
        UnitKind::Ratio,
        Allowed::Beta,
        "beta, with window, index and frequency",
    ),
    (
        "kd",
        UnitKind::Ratio,
        Allowed::Rate,
        "cost of debt before tax",
    ),
    (
        "tax.marginal",
        UnitKind::Ratio,
        Allowed::ZeroToOne,
        "marginal tax rate",
    ),
    (
        "weight.debt",
        UnitKind::Ratio,
        Allowed::ZeroToOne,
        "target share of debt in capital",
    ),
    (
        "debt",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "gross financial debt",
    ),
    (
        "leases",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "lease liabilities",
    ),
    (
        "pensions",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "pension deficit",
    ),
    (
        "preferred",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "preferred shares",
    ),
    (
        "minority",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "non-controlling interests",
    ),
    (
        "cash",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "excess cash and investments",
    ),
    (
        "associates",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "associates and joint ventures",
    ),
    (
        "roe.start",
        UnitKind::Ratio,
        Allowed::Any,
        "return on book equity today",
    ),
    (
        "spread.roe",
        UnitKind::Ratio,
        Allowed::Any,
        "return on equity above its cost, at the horizon and for ever",
    ),
    (
        "payout",
        UnitKind::Ratio,
        Allowed::ZeroToOne,
        "dividends to earnings",
    ),
    (
        "ffo",
        UnitKind::Money,
        Allowed::Any,
        "funds from operations",
    ),
    (
        "capex.maintenance",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "capital expenditure that keeps the estate as it is",
    ),
    (
        "growth.affo",
        UnitKind::Ratio,
        Allowed::Rate,
        "growth of adjusted funds from operations, for ever",
    ),
    (
        "noi",
        UnitKind::Money,
        Allowed::AboveZero,
        "net operating income",
    ),
    (
        "cap_rate",
        UnitKind::Ratio,
        Allowed::RateAboveZero,
        "capitalisation rate of like property",
    ),
    (
        "failure.probability",
        UnitKind::Ratio,
        Allowed::ZeroToOne,
        "probability that the company fails before it earns",
    ),
    (
        "failure.recovery",
        UnitKind::Money,
        Allowed::ZeroOrMore,
        "what shareholders keep if it fails",
    ),
    (
        "segment.N.metric",
        UnitKind::Money,
        Allowed::AboveZero,
        "EBITDA of a segment",
    ),
    (
        "segment.N.multiple",
        UnitKind::Ratio,
        Allowed::AboveZero,
        "EV/EBITDA of the segment's peers",
    ),
];

pub(crate) fn find(name: &str) -> Option<(UnitKind, Allowed)> {
    let pattern: Vec<&str> = name
        .split('.')
        .map(|part| {
            let is_number = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            if is_number { "N" } else { part }
        })
        .collect();
    let pattern = pattern.join(".");
    let mut rows = INPUTS.iter().filter(|(known, ..)| *known == pattern);
    rows.next().map(|(_, kind, allowed, _)| (*kind, *allowed))
}
