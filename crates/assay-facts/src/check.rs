//! Identities that statements must satisfy.

use std::collections::BTreeMap;

use assay_domain::{Date, Decimal, grouped};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::metric::metrics;
use crate::period::{days_between, plus_days};
use crate::series::Figure;
use crate::{Analysis, Basis};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CheckId {
    /// Assets = liabilities + equity with non-controlling and redeemable interests.
    BalanceSheet,
    /// Assets = liabilities and equity, as the company sums them.
    BalanceTotals,
    /// Operating + investing + financing + exchange rates = change in cash.
    CashFlow,
    /// Change in cash = cash at the end - cash at the start.
    CashRoll,
    QuartersMakeYear,
    GrossProfit,
    EarningsPerShare,
    OrderOfMagnitude,
    PartWithinWhole,
    NotNegative,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    pub id: CheckId,
    pub pass: bool,
    /// Both sides, as figures.
    pub detail: String,
}

/// A check of one period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedPeriod {
    pub basis: Basis,
    pub end: Date,
    pub check: Check,
    /// The metrics it speaks about.
    pub metrics: Vec<&'static str>,
}

/// Parts that cannot be larger than the whole.
const PARTS: &[(&str, &str)] = &[
    ("current_assets", "total_assets"),
    ("cash", "total_assets"),
    ("cash", "cash_incl_restricted"),
    ("goodwill", "total_assets"),
    ("inventory", "total_assets"),
    ("current_liabilities", "total_liabilities"),
];

type Found<'f, 'a> = Option<&'f Figure<'a>>;

impl Analysis<'_> {
    /// Every identity that can be checked, period by period. Where an operand is missing there is
    /// no check, and no pass.
    pub fn checks(&self) -> Vec<CheckedPeriod> {
        let mut found = Vec::new();
        self.balance_checks(&mut found);
        for basis in [Basis::Q, Basis::H1, Basis::NineMonths, Basis::Fy] {
            self.flow_checks(basis, &mut found);
        }
        self.year_checks(&mut found);
        self.sign_and_scale_checks(&mut found);
        found
    }

    fn at(&self, name: &str, basis: Basis, end: Date) -> Found<'_, '_> {
        self.figures(name, basis)?.get(&end).map(|figure| &**figure)
    }

    fn ends(&self, name: &str, basis: Basis) -> Vec<Date> {
        self.figures(name, basis)
            .map(|figures| figures.keys().copied().collect())
            .unwrap_or_default()
    }

    fn balance_checks(&self, found: &mut Vec<CheckedPeriod>) {
        for end in self.ends("total_assets", Basis::Instant) {
            let at = |name| self.at(name, Basis::Instant, end);
            let Some(assets) = at("total_assets") else {
                continue;
            };
            if let Some(total) = at("liabilities_and_equity") {
                let sides = Sides::new(&[assets], &[total]);
                found.push(sides.check(CheckId::BalanceTotals, Basis::Instant, end));
            }
            let liabilities = at("total_liabilities").filter(|figure| !figure.is_derived());
            let equity = match at("equity_incl_nci") {
                Some(whole) => Some(vec![whole]),
                None => at("equity").map(|parent| match at("nci") {
                    Some(nci) => vec![parent, nci],
                    None => vec![parent],
                }),
            };
            if let (Some(liabilities), Some(mut right)) = (liabilities, equity) {
                right.push(liabilities);
                right.extend(at("mezzanine"));
                let sides = Sides::new(&[assets], &right);
                found.push(sides.check(CheckId::BalanceSheet, Basis::Instant, end));
            }
            for (part, whole) in PARTS {
                if let (Some(part), Some(whole)) = (at(part), at(whole))
                    && !holds_investments(part)
                {
                    found.push(CheckedPeriod {
                        basis: Basis::Instant,
                        end,
                        check: Check {
                            id: CheckId::PartWithinWhole,
                            pass: part.value <= whole.value,
                            detail: format!("{} <= {}", shown(part.value), shown(whole.value)),
                        },
                        metrics: vec![part.metric, whole.metric],
                    });
                }
            }
        }
    }

    fn flow_checks(&self, basis: Basis, found: &mut Vec<CheckedPeriod>) {
        for end in self.ends("gross_profit", basis) {
            let at = |name| self.at(name, basis, end);
            let gross = at("gross_profit").filter(|figure| !is_by_formula(figure));
            if let (Some(gross), Some(revenue), Some(cost)) =
                (gross, at("revenue"), at("cost_of_revenue"))
            {
                let sides = Sides::new(&[gross, cost], &[revenue]);
                found.push(sides.check(CheckId::GrossProfit, basis, end));
            }
        }
        for end in self.ends("ocf", basis) {
            let at = |name| self.at(name, basis, end);
            let parts = [
                at("ocf"),
                at("investing_cash_flow"),
                at("financing_cash_flow"),
            ];
            let [Some(operating), Some(investing), Some(financing)] = parts else {
                continue;
            };
            // what follows from the identity does not prove it
            if is_by_formula(operating) {
                continue;
            }
            let Some(change) = at("change_in_cash") else {
                continue;
            };
            let mut left = vec![operating, investing, financing];
            left.extend(at("fx_on_cash"));
            let sides = Sides::new(&left, &[change]);
            found.push(sides.check(CheckId::CashFlow, basis, end));
            self.cash_roll(basis, change, found);
        }
        for end in self.ends("eps_diluted", basis) {
            self.earnings_check(basis, end, found);
        }
    }

    fn cash_roll(&self, basis: Basis, change: &Figure<'_>, found: &mut Vec<CheckedPeriod>) {
        let Some(start) = change.period.start else {
            return;
        };
        let opening = plus_days(start, -1);
        let near = |name: &str, day: Date| {
            let figures = self.figures(name, Basis::Instant)?;
            let range = plus_days(day, -10)..=plus_days(day, 10);
            let nearest = figures
                .range(range)
                .min_by_key(|(at, _)| days_between(**at, day).abs());
            nearest.map(|(_, figure)| &**figure)
        };
        let end = change.period.end;
        let (Some(open), Some(close)) = (
            near("cash_incl_restricted", opening),
            self.at("cash_incl_restricted", Basis::Instant, end),
        ) else {
            return;
        };
        let sides = Sides::new(&[open, change], &[close]);
        found.push(sides.check(CheckId::CashRoll, basis, end));
    }

    /// Net income to common shareholders over diluted shares, within the rounding of the quotient.
    fn earnings_check(&self, basis: Basis, end: Date, found: &mut Vec<CheckedPeriod>) {
        let at = |name| {
            self.at(name, basis, end)
                .filter(|figure| !figure.is_derived())
        };
        let income = at("net_income_to_common").or_else(|| at("net_income"));
        let (Some(eps), Some(income), Some(shares)) =
            (at("eps_diluted"), income, at("diluted_shares"))
        else {
            return;
        };
        let Some(implied) = income.value.checked_div(shares.value) else {
            return;
        };
        // Half a cent, and two percent for what dilution takes out of the numerator.
        let slack = Decimal::new(6, 3) + eps.value.abs() * Decimal::new(2, 2);
        found.push(CheckedPeriod {
            basis,
            end,
            check: Check {
                id: CheckId::EarningsPerShare,
                pass: (implied - eps.value).abs() <= slack && !shares.is_suspect,
                detail: format!(
                    "{} = {} / {}",
                    shown(eps.value),
                    shown(income.value),
                    shown(shares.value)
                ),
            },
            metrics: names(&[eps, income, shares]),
        });
    }

    fn year_checks(&self, found: &mut Vec<CheckedPeriod>) {
        for spec in metrics().filter(|spec| spec.is_additive()) {
            let Some(years) = self.figures(spec.name, Basis::Fy) else {
                continue;
            };
            let Some(quarters) = self.figures(spec.name, Basis::Q) else {
                continue;
            };
            let quarters: Vec<&Figure<'_>> = quarters.values().map(|figure| &**figure).collect();
            for (end, year) in years {
                let window = quarters.windows(4).find(|window| {
                    let last = window.last().map(|last| last.period.end);
                    let first = window.first();
                    last == Some(*end)
                        && first.is_some_and(|first| year.period.starts_with(&first.period))
                });
                // A fourth quarter that was derived from the year proves nothing about it.
                let window = window.filter(|window| {
                    let mut observations = window.iter().flat_map(|figure| figure.observations());
                    observations.all(|one| one.length == crate::Length::Quarter)
                });
                if let Some(window) = window.filter(|_| !year.is_derived()) {
                    let sides = Sides::new(window, &[year]);
                    let mut checked = sides.check(CheckId::QuartersMakeYear, Basis::Fy, *end);
                    checked.metrics = vec![spec.name];
                    found.push(checked);
                }
            }
        }
    }

    fn sign_and_scale_checks(&self, found: &mut Vec<CheckedPeriod>) {
        for ((name, basis), figures) in &self.table {
            let Some(spec) = crate::metric(name) else {
                continue;
            };
            for (end, figure) in figures {
                let mut push = |id, pass, detail| {
                    found.push(CheckedPeriod {
                        basis: *basis,
                        end: *end,
                        check: Check { id, pass, detail },
                        metrics: vec![*name],
                    });
                };
                if spec.is_never_negative {
                    let pass = figure.value >= Decimal::ZERO;
                    push(CheckId::NotNegative, pass, figure.value.to_string());
                }
                if spec.is_steady {
                    let detail = shown(figure.value);
                    push(CheckId::OrderOfMagnitude, !figure.is_suspect, detail);
                }
            }
        }
    }

    /// Checks by the metric and period they speak about.
    pub(crate) fn checks_by_point(&self) -> BTreeMap<(&'static str, Basis, Date), Vec<Check>> {
        let mut by_point: BTreeMap<_, Vec<Check>> = BTreeMap::new();
        for checked in self.checks() {
            for metric in checked.metrics {
                by_point
                    .entry((metric, checked.basis, checked.end))
                    .or_default()
                    .push(checked.check.clone());
            }
        }
        by_point
    }
}

/// It is cash and short-term investments in one.
fn holds_investments(figure: &Figure<'_>) -> bool {
    let mut concepts = figure.observations().into_iter();
    concepts.any(|one| one.fact.concept.ends_with("AndShortTermInvestments"))
}

fn is_by_formula(figure: &Figure<'_>) -> bool {
    matches!(
        figure.origin,
        crate::series::Origin::Derived {
            operation: crate::Operation::Formula,
            ..
        }
    )
}

fn names(figures: &[&Figure<'_>]) -> Vec<&'static str> {
    figures.iter().map(|figure| figure.metric).collect()
}

/// Two sums that must be equal up to the rounding of their terms.
struct Sides {
    left: Decimal,
    right: Decimal,
    slack: Decimal,
    metrics: Vec<&'static str>,
}

impl Sides {
    fn new(left: &[&Figure<'_>], right: &[&Figure<'_>]) -> Self {
        let all = left.iter().chain(right);
        Self {
            left: left.iter().map(|figure| figure.value).sum(),
            right: right.iter().map(|figure| figure.value).sum(),
            slack: all.clone().map(|figure| figure.rounding_error()).sum(),
            metrics: all.map(|figure| figure.metric).collect(),
        }
    }

    fn check(self, id: CheckId, basis: Basis, end: Date) -> CheckedPeriod {
        CheckedPeriod {
            basis,
            end,
            check: Check {
                id,
                pass: (self.left - self.right).abs() <= self.slack,
                detail: format!("{} = {}", shown(self.left), shown(self.right)),
            },
            metrics: self.metrics,
        }
    }
}

/// In groups: eleven digits in a row could be taken for a telephone number.
fn shown(value: Decimal) -> String {
    grouped(&value.to_string())
}
