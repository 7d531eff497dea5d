use assay_domain::{Date, Language};
use jiff::Span;
use rust_decimal::Decimal;

use super::history::{FiscalYear, History, Metric, YearRatio};
use super::market::MarketAssumptions;
use super::statistics::{PLACES, Spread, spread};
use crate::company::CompanyKind;
use crate::fault::ValuationFault;
use crate::input::{Input, InputBasis};
use crate::models::renamed;
use crate::request::{Distribution, Draw, Scenario, ScenarioName};
use crate::sheet::{divide, subtract};
use crate::unit::Unit;

/// Years that make a typical year; a cycle takes longer.
const LEAST_YEARS: usize = 3;
const CYCLE_YEARS: usize = 5;
/// An annual report has three years of results and two balance sheets.
const LEAST_BALANCES: usize = 2;
/// Returns above the cost of capital that last for ever are rare; half of the past excess, and
/// never more than five points, is kept.
const WIDEST_SPREAD: Decimal = Decimal::from_parts(5, 0, 0, false, 2);
/// The next annual report is out by then.
const DAYS_TO_NEXT_REPORT: i64 = 365 + 180;

/// What a company's own history and the given market figures allow one to assume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfflineAssumptions {
    pub inputs: Vec<Input>,
    pub scenarios: Vec<Scenario>,
    pub draws: Vec<Draw>,
    pub fiscal_years: Vec<Date>,
    pub beta_description: Option<String>,
    pub erp_source: Option<String>,
    /// Inputs that the history could not give, and why. The run lists them as missing.
    pub absent: Vec<(String, String)>,
}

/// Medians of history as named assumptions. Nothing is assumed about the market: what `market`
/// lacks, the run will miss.
pub fn assume(
    history: &History,
    market: &MarketAssumptions,
    kind: CompanyKind,
    on: Date,
    language: Language,
) -> Result<OfflineAssumptions, ValuationFault> {
    let mut work = Work {
        history,
        kind,
        on,
        language,
        made: OfflineAssumptions {
            fiscal_years: history.sorted().iter().map(|year| year.end).collect(),
            beta_description: market.beta_description.clone(),
            erp_source: market.erp_source.clone(),
            ..OfflineAssumptions::default()
        },
    };
    for (name, figure) in market.figures() {
        if let Some(figure) = figure {
            work.made.inputs.push(renamed(figure, name.to_owned())?);
        }
    }
    if let Some(last) = history.last() {
        work.base_figures(last)?;
    }
    match kind {
        CompanyKind::Operating | CompanyKind::Cyclical | CompanyKind::Conglomerate => {
            work.operating_drivers()?;
        }
        CompanyKind::Bank | CompanyKind::Insurer => work.equity_drivers()?,
        CompanyKind::Reit | CompanyKind::PreProfit => {}
    }
    Ok(work.made)
}

struct Work<'a> {
    history: &'a History,
    kind: CompanyKind,
    on: Date,
    language: Language,
    made: OfflineAssumptions,
}

impl Work<'_> {
    /// Figures of the last year under the names a request uses.
    fn base_figures(&mut self, last: &FiscalYear) -> Result<(), ValuationFault> {
        for (metric, name) in [
            (Metric::Revenue, "revenue.base"),
            (Metric::OperatingIncome, "ebit.base"),
            (Metric::NetIncome, "net_income.base"),
            (Metric::BookEquity, "equity.book"),
            (Metric::OperatingCashFlow, "cash_flow.operating"),
        ] {
            if let Some(input) = last.figures.get(&metric) {
                self.made.inputs.push(renamed(input, name.to_owned())?);
            }
        }
        Ok(())
    }

    fn operating_drivers(&mut self) -> Result<(), ValuationFault> {
        let growth = self.growth(Metric::Revenue);
        let margins = self
            .history
            .ratios(Metric::OperatingIncome, Metric::Revenue);
        let growth_spread = self.median("growth.start", &growth, LEAST_YEARS - 1)?;
        let least = if self.kind == CompanyKind::Cyclical {
            CYCLE_YEARS
        } else {
            LEAST_YEARS
        };
        let margin_spread = self.median("margin.terminal", &margins, least)?;
        self.margin_today(&margins)?;
        for (name, above, least) in [
            ("da.ratio", Metric::Depreciation, LEAST_YEARS),
            ("capex.ratio", Metric::CapitalExpenditure, LEAST_YEARS),
            ("nwc.ratio", Metric::WorkingCapital, LEAST_BALANCES),
        ] {
            let ratios = self.history.ratios(above, Metric::Revenue);
            self.median(name, &ratios, least)?;
        }
        let mut taxes = self.history.ratios(Metric::IncomeTax, Metric::PretaxIncome);
        // a refund or a tax above the income says nothing about the next year
        taxes.retain(|tax| (Decimal::ZERO..=Decimal::ONE).contains(&tax.value));
        self.median("tax.start", &taxes, LEAST_YEARS)?;
        self.terminal_growth(growth_spread.as_ref(), &growth)?;
        self.terminal_spread()?;
        if let (Some(growth_spread), Some(margin_spread)) = (growth_spread, margin_spread) {
            let pair = [
                ("growth.start", &growth_spread, &growth),
                ("margin.terminal", &margin_spread, &margins),
            ];
            self.scenarios(&pair)?;
            self.draws(&pair)?;
        }
        Ok(())
    }

    /// Revenue, or another figure, over that of the year before, less one.
    fn growth(&self, of: Metric) -> Vec<YearRatio> {
        let ratios = self.history.ratios_to_year_before(of, of);
        let less_one = ratios.into_iter().filter_map(|ratio| {
            Some(YearRatio {
                value: subtract(ratio.value, Decimal::ONE).ok()?,
                evidence: ratio.evidence,
            })
        });
        less_one.collect()
    }

    fn equity_drivers(&mut self) -> Result<(), ValuationFault> {
        let returns = self
            .history
            .ratios_to_year_before(Metric::NetIncome, Metric::BookEquity);
        self.median("roe.start", &returns, LEAST_YEARS - 1)?;
        let mut payouts = self.history.ratios(Metric::Dividends, Metric::NetIncome);
        payouts.retain(|payout| (Decimal::ZERO..=Decimal::ONE).contains(&payout.value));
        self.payout(&payouts)?;
        let mut growth = self.growth(Metric::Revenue);
        if growth.is_empty() {
            // some insurers report no total of revenue
            growth = self.growth(Metric::BookEquity);
        }
        let typical = spread(&growth);
        self.terminal_growth(typical.as_ref(), &growth)?;
        let reason = self.language.pick(
            "computed from history: competition takes the return on equity back to its cost",
            "由历史推算：竞争使净资产收益率回归股权成本",
        );
        let evidence = evidence(&returns);
        self.assume("spread.roe", Decimal::ZERO, reason.to_owned(), evidence)?;
        if let Some(returns_spread) = spread(&returns) {
            self.scenarios(&[("roe.start", &returns_spread, &returns)])?;
            self.draws(&[("roe.start", &returns_spread, &returns)])?;
        }
        Ok(())
    }

    /// Who has paid nothing in years of cash flow statements pays nothing.
    fn payout(&mut self, payouts: &[YearRatio]) -> Result<(), ValuationFault> {
        let years = self.history.sorted();
        let has_paid = years
            .iter()
            .any(|year| year.figures.contains_key(&Metric::Dividends));
        let flows: Vec<&Input> = years
            .iter()
            .filter_map(|year| year.figures.get(&Metric::OperatingCashFlow))
            .collect();
        if has_paid || flows.len() < LEAST_YEARS {
            return self.median("payout", payouts, LEAST_YEARS).map(drop);
        }
        let evidence = flows.iter().flat_map(|flow| flow.basis().ids()).collect();
        let count = flows.len();
        let reason = self.language.pick(
            format!(
                "computed from history: the cash flow statements of {count} years have no dividends"
            ),
            format!("由历史推算：{count} 个年度的现金流量表均未列示分红"),
        );
        self.assume("payout", Decimal::ZERO, reason, evidence)
    }

    fn median(
        &mut self,
        name: &str,
        ratios: &[YearRatio],
        least: usize,
    ) -> Result<Option<Spread>, ValuationFault> {
        let count = ratios.len();
        let Some(found) = spread(ratios).filter(|_| count >= least) else {
            let why = self.language.pick(
                format!("{count} usable years, {least} are needed"),
                format!("可用年份 {count} 个，至少需要 {least} 个"),
            );
            self.made.absent.push((name.to_owned(), why));
            return Ok(None);
        };
        let reason = self.language.pick(
            format!("computed from history: median of {count} years"),
            format!("由历史推算：{count} 个年度的中位数"),
        );
        self.assume(name, found.median, reason, evidence(ratios))?;
        Ok(Some(found))
    }

    /// Where the margin stands; a cyclical company begins at its mid-cycle margin.
    fn margin_today(&mut self, margins: &[YearRatio]) -> Result<(), ValuationFault> {
        let mid_cycle = self.kind == CompanyKind::Cyclical;
        let enough = margins.len() >= if mid_cycle { CYCLE_YEARS } else { 1 };
        let (Some(last), Some(found), true) = (margins.last(), spread(margins), enough) else {
            let why = self
                .language
                .pick("no margin to begin with", "没有可用的利润率");
            self.made
                .absent
                .push(("margin.start".to_owned(), why.to_owned()));
            return Ok(());
        };
        let (value, reason, evidence) = if mid_cycle {
            let reason = self.language.pick(
                "computed from history: mid-cycle margin, the median of the years",
                "由历史推算：周期中枢利润率（各年中位数）",
            );
            (found.median, reason, evidence(margins))
        } else {
            let reason = self.language.pick(
                "computed from history: margin of the last year",
                "由历史推算：最近一年利润率",
            );
            (last.value.round_dp(PLACES), reason, last.evidence.clone())
        };
        self.assume("margin.start", value, reason.to_owned(), evidence)
    }

    /// Without a figure of the caller: the lower of the risk-free rate and the median growth.
    fn terminal_growth(
        &mut self,
        typical: Option<&Spread>,
        growth: &[YearRatio],
    ) -> Result<(), ValuationFault> {
        let given = |name: &str| self.made.inputs.iter().find(|input| input.name() == name);
        if given("growth.terminal").is_some() {
            return Ok(());
        }
        let (Some(risk_free), Some(typical)) = (given("rf"), typical) else {
            let why = self.language.pick(
                "needs the risk-free rate and a history of growth",
                "需要无风险利率与历史增长率",
            );
            self.made
                .absent
                .push(("growth.terminal".to_owned(), why.to_owned()));
            return Ok(());
        };
        let value = risk_free.value().min(typical.median);
        let mut evidence = evidence(growth);
        evidence.extend(risk_free.basis().ids());
        let reason = self.language.pick(
            "computed from history: the lower of the risk-free rate and the median growth, since nothing outgrows its economy for ever",
            "由历史推算：取无风险利率与历史增长中位数之较低者，企业不可能永远快于经济增长",
        );
        self.assume("growth.terminal", value, reason.to_owned(), evidence)
    }

    /// The cost of equity stands in for the cost of capital, which it is not below.
    fn terminal_spread(&mut self) -> Result<(), ValuationFault> {
        let given = |name: &str| self.made.inputs.iter().find(|input| input.name() == name);
        let (Some(rf), Some(beta), Some(erp), Some(tax)) = (
            given("rf"),
            given("beta"),
            given("erp"),
            given("tax.marginal"),
        ) else {
            let why = self
                .language
                .pick("needs the market figures", "需要市场参数");
            self.made
                .absent
                .push(("spread.terminal".to_owned(), why.to_owned()));
            return Ok(());
        };
        let cost = beta
            .value()
            .checked_mul(erp.value())
            .and_then(|premium| premium.checked_add(rf.value()));
        let after_tax = Decimal::ONE.checked_sub(tax.value());
        let returns = self
            .history
            .ratios_to_year_before(Metric::OperatingIncome, Metric::InvestedCapital);
        let excess = spread(&returns)
            .filter(|_| returns.len() + 1 >= LEAST_YEARS)
            .and_then(|found| found.median.checked_mul(after_tax?)?.checked_sub(cost?))
            .and_then(|excess| divide(excess, Decimal::TWO).ok());
        let (value, reason) = match excess {
            Some(half) => (
                half.clamp(Decimal::ZERO, WIDEST_SPREAD).round_dp(6),
                self.language.pick(
                    "computed from history: half of the past return on capital above its cost, from zero to five points",
                    "由历史推算：历史超额资本回报的一半，限于 0 至 5 个百分点",
                ),
            ),
            None => (
                Decimal::ZERO,
                self.language.pick(
                    "computed from history: no measured return on capital, so growth is given no value of its own",
                    "由历史推算：无法度量资本回报，故不赋予增长额外价值",
                ),
            ),
        };
        let evidence = evidence(&returns);
        self.assume("spread.terminal", value, reason.to_owned(), evidence)
    }

    fn scenarios(
        &mut self,
        drivers: &[(&str, &Spread, &Vec<YearRatio>)],
    ) -> Result<(), ValuationFault> {
        let reason = self.language.pick(
            "computed from history: a quarter of the years lay below the first quartile, a quarter above the third",
            "由历史推算：四分之一年份低于下四分位数，四分之一高于上四分位数",
        );
        for (name, weight) in [
            (ScenarioName::Bear, Decimal::new(25, 2)),
            (ScenarioName::Base, Decimal::new(50, 2)),
            (ScenarioName::Bull, Decimal::new(25, 2)),
        ] {
            let all = drivers.iter().flat_map(|(_, _, ratios)| evidence(ratios));
            let probability =
                self.input("probability", weight, reason.to_owned(), all.collect())?;
            let mut moved = Vec::new();
            for (driver, found, ratios) in drivers {
                let (value, which) = match name {
                    ScenarioName::Base => continue,
                    ScenarioName::Bear => (
                        found.first_quartile,
                        self.language.pick("first quartile", "下四分位数"),
                    ),
                    ScenarioName::Bull => (
                        found.third_quartile,
                        self.language.pick("third quartile", "上四分位数"),
                    ),
                };
                let count = ratios.len();
                let reason = self.language.pick(
                    format!("computed from history: {which} of {count} years"),
                    format!("由历史推算：{count} 个年度的{which}"),
                );
                moved.push(self.input(driver, value, reason, evidence(ratios))?);
            }
            self.made.scenarios.push(Scenario {
                name,
                probability,
                drivers: moved,
            });
        }
        Ok(())
    }

    /// Drivers vary as much as the typical year is uncertain: the standard error of the mean.
    fn draws(
        &mut self,
        drivers: &[(&str, &Spread, &Vec<YearRatio>)],
    ) -> Result<(), ValuationFault> {
        for (driver, found, ratios) in drivers {
            if found.standard_error <= Decimal::ZERO {
                continue;
            }
            let count = ratios.len();
            let reason = self.language.pick(
                format!("computed from history: standard error of {count} years"),
                format!("由历史推算：{count} 个年度的标准误"),
            );
            let deviation =
                self.input("deviation", found.standard_error, reason, evidence(ratios))?;
            self.made.draws.push(Draw {
                driver: (*driver).to_owned(),
                distribution: Distribution::Normal { deviation },
            });
        }
        Ok(())
    }

    fn input(
        &self,
        name: &str,
        value: Decimal,
        reason: String,
        evidence_ids: Vec<String>,
    ) -> Result<Input, ValuationFault> {
        let end = self.history.last().map_or(self.on, |year| year.end);
        let expires = end.saturating_add(Span::new().days(DAYS_TO_NEXT_REPORT));
        let basis = InputBasis::Assumption {
            name: name.to_owned(),
            reason,
            evidence_ids,
            owner: "offline analyst".to_owned(),
            expires,
        };
        Ok(Input::new(name, value, Unit::Ratio, basis, self.on)?)
    }

    fn assume(
        &mut self,
        name: &str,
        value: Decimal,
        reason: String,
        evidence_ids: Vec<String>,
    ) -> Result<(), ValuationFault> {
        let input = self.input(name, value, reason, evidence_ids)?;
        self.made.inputs.push(input);
        Ok(())
    }
}

fn evidence(ratios: &[YearRatio]) -> Vec<String> {
    let mut ids: Vec<String> = ratios.iter().flat_map(|r| r.evidence.clone()).collect();
    ids.sort();
    ids.dedup();
    ids
}
