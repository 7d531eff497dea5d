//! A valuation from the points of a package and stated assumptions about the market.

use std::collections::BTreeMap;

use assay_domain::{Date, Decimal, Language, Timestamp};
use assay_facts::{Basis, DataPackage, DataPoint};
use assay_memo::Quote;
use assay_valuation::{
    CompanyKind, Currency, FiscalYear, History, Input, InputBasis, Leases, MarketAssumptions,
    Metric, Outcome, Peer, PeriodBasis, Request, Shape, Simulation, Unit, assume, value,
};

use crate::facts::{day, number};

pub(crate) fn usd() -> Currency {
    Currency::new("USD").expect("a currency")
}

fn stated(name: &str, value: Decimal, unit: Unit, on: Date, reason: &str) -> Input {
    let basis = InputBasis::Assumption {
        name: name.to_owned(),
        reason: reason.to_owned(),
        evidence_ids: Vec::new(),
        owner: "test".to_owned(),
        expires: day("2099-01-01"),
    };
    Input::new(name, value, unit, basis, on).expect("an input")
}

fn market(on: Date) -> MarketAssumptions {
    let ratio = |name, value| {
        Some(stated(
            name,
            number(value),
            Unit::Ratio,
            on,
            "settings of the test",
        ))
    };
    MarketAssumptions {
        risk_free: ratio("rf", "0.043"),
        equity_risk_premium: ratio("erp", "0.045"),
        erp_source: Some("settings of the test, implied premium".to_owned()),
        beta: ratio("beta", "1.2"),
        beta_description: Some("settings of the test: 5 years, monthly, broad index".to_owned()),
        cost_of_debt: ratio("kd", "0.05"),
        marginal_tax: ratio("tax.marginal", "0.25"),
        terminal_growth: ratio("growth.terminal", "0.03"),
        target_debt_weight: None,
    }
}

struct Points<'p>(BTreeMap<(&'p str, Basis, Date), &'p DataPoint>);

impl<'p> Points<'p> {
    fn input(&self, name: &str, metric: &str, basis: Basis, end: Date, on: Date) -> Option<Input> {
        let point = self.0.get(&(metric, basis, end))?;
        let unit = match point.unit.as_str() {
            "shares" => Unit::Shares,
            _ => Unit::Money(usd()),
        };
        let basis = InputBasis::DataPoint {
            id: point.id.clone(),
        };
        Some(
            Input::new(name, point.value, unit, basis, on.min(point.knowledge_time))
                .expect("input"),
        )
    }

    /// A sum of balances with the points it is of.
    fn sum(&self, name: &str, terms: &[(&str, i64)], end: Date, on: Date) -> Option<Input> {
        let mut total = Decimal::ZERO;
        let mut evidence_ids = Vec::new();
        for (metric, sign) in terms {
            let point = self.0.get(&(*metric, Basis::Instant, end))?;
            total += point.value * Decimal::from(*sign);
            evidence_ids.push(point.id.clone());
        }
        let basis = InputBasis::Assumption {
            name: name.to_owned(),
            reason: "sum of balances".to_owned(),
            evidence_ids,
            owner: "test".to_owned(),
            expires: day("2099-01-01"),
        };
        Some(Input::new(name, total, Unit::Money(usd()), basis, on).expect("input"))
    }
}

fn history(points: &Points<'_>, ends: &[Date], on: Date) -> History {
    let metrics = [
        (Metric::Revenue, "revenue"),
        (Metric::OperatingIncome, "operating_income"),
        (Metric::Depreciation, "da"),
        (Metric::CapitalExpenditure, "capex"),
        (Metric::PretaxIncome, "pretax_income"),
        (Metric::IncomeTax, "income_tax"),
        (Metric::OperatingCashFlow, "ocf"),
        (Metric::NetIncome, "net_income"),
    ];
    let years = ends.iter().map(|end| {
        let mut figures: BTreeMap<Metric, Input> = metrics
            .iter()
            .filter_map(|(metric, name)| {
                Some((*metric, points.input(name, name, Basis::Fy, *end, on)?))
            })
            .collect();
        let book = points.input("equity", "equity", Basis::Instant, *end, on);
        figures.extend(book.map(|book| (Metric::BookEquity, book)));
        let working = [("receivables", 1), ("inventory", 1), ("payables", -1)];
        let working = points.sum("working_capital", &working, *end, on);
        figures.extend(working.map(|sum| (Metric::WorkingCapital, sum)));
        let invested = [("equity", 1), ("total_debt", 1), ("cash", -1)];
        let invested = points.sum("invested_capital", &invested, *end, on);
        figures.extend(invested.map(|sum| (Metric::InvestedCapital, sum)));
        FiscalYear { end: *end, figures }
    });
    History {
        years: years.collect(),
    }
}

/// The request of a company with everything that the package has.
pub(crate) fn request(
    package: &DataPackage,
    quote: Option<&Quote>,
    kind: CompanyKind,
    language: Language,
) -> Request {
    let on = package.as_of;
    let by = package.data_points.iter().map(|point| {
        let key = (
            point.canonical_metric.as_str(),
            point.period.basis,
            point.as_of_date,
        );
        (key, point)
    });
    let points = Points(by.collect());
    let mut ends: Vec<Date> = points
        .0
        .keys()
        .filter(|(metric, basis, _)| *metric == "revenue" && *basis == Basis::Fy)
        .map(|(_, _, end)| *end)
        .collect();
    ends.sort_unstable();
    let skipped = ends.len().saturating_sub(6);
    let ends = ends.split_off(skipped);
    let last = *ends.last().expect("a fiscal year");
    let made = assume(
        &history(&points, &ends, on),
        &market(on),
        kind,
        on,
        language,
    );
    let made = made.expect("assumptions");
    let shape = Shape::ten_years(Leases::OperatingCost);
    let mut request = Request::new("Sample", kind, usd(), on, last, shape);
    let draws = made.draws.clone();
    request.adopt(&made);
    if let Some(quote) = quote {
        let basis = InputBasis::DataPoint {
            id: quote.id.clone(),
        };
        let unit = Unit::MoneyPerShare(usd());
        let price = Input::new("price", quote.value, unit.clone(), basis, quote.date);
        request.inputs.replace(price.expect("a price"));
        let reason = "no dividend is announced in the facts";
        request
            .inputs
            .replace(stated("dividends.next", number("0"), unit, on, reason));
    }
    let shares = points.input("shares.diluted", "diluted_shares", Basis::Fy, last, on);
    request.inputs.replace(shares.expect("shares"));
    for (name, metric) in [("debt", "total_debt"), ("cash", "cash")] {
        let input = points.input(name, metric, Basis::Instant, last, on);
        request.inputs.replace(input.expect("a balance"));
    }
    let assets = points.0.get(&("total_assets", Basis::Instant, last));
    let evidence = vec![assets.expect("total assets").id.clone()];
    for name in ["pensions", "preferred", "minority", "associates"] {
        let zero = Input::not_reported(name, &usd(), evidence.clone(), on, day("2099-01-01"));
        request.inputs.replace(zero.expect("an input"));
    }
    let exit = stated(
        "exit.multiple",
        number("14"),
        Unit::Ratio,
        on,
        "settings of the test",
    );
    request.inputs.replace(exit);
    request.simulation = Some(Simulation {
        seed: 7,
        paths: 2_000,
        draws,
    });
    request
}

pub(crate) fn valued(request: &Request) -> Outcome {
    value(request, Timestamp::UNIX_EPOCH).expect("a sound request")
}

/// A peer whose amounts are stated by the test.
pub(crate) fn peer(name: &str, ev: &str, ebitda: &str, on: Date) -> Peer {
    let money = |label: &str, text: &str| {
        Some(stated(
            label,
            number(text),
            Unit::Money(usd()),
            on,
            "settings of the test",
        ))
    };
    Peer {
        name: name.to_owned(),
        reason: "sells to the same customers".to_owned(),
        excluded: None,
        basis: PeriodBasis::Ltm,
        as_of: on,
        enterprise_value: money("ev", ev),
        market_value: None,
        ebitda: money("ebitda", ebitda),
        ebit: None,
        sales: None,
        net_income: None,
        book_equity: None,
    }
}
