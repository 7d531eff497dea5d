//! From data points, market figures and a price to the request of a valuation.

mod bridge;
mod history;
mod market;
mod peers;
mod working_capital;

use assay_domain::{Date, Decimal};
use assay_facts::{Basis, DataPoint};
use assay_valuation::{
    CompanyKind, Currency, Input, InputBasis, Leases, Request, Shape, Simulation, Unit, assume,
    input_hash,
};

pub use market::{MarketFigure, MarketFigures, Quote};
pub use peers::{PeerCompany, PeerNote};

use crate::core_data::newest_shares;
use crate::days::days_later;
use crate::dossier::{Dossier, Frame};
use crate::error::AppraisalError;

/// A valuation request and what a reader must know about how it came to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuationRequest {
    pub request: Request,
    /// Drivers that the history could not give, and why. The run lists them as missing.
    pub absent: Vec<(String, String)>,
    /// Which companies are compared, and why others are not.
    pub peers: Vec<PeerNote>,
}

/// Paths of the simulation.
const PATHS: u32 = 20_000;
/// An assumption from statements holds until the next report is out.
const DAYS_TO_NEXT_REPORT: u64 = 365 + 180;

/// Maps data points to inputs. What is not there is left out and the run lists it; nothing is
/// filled in. `price` is the newest one on or before the day of the dossier.
pub fn valuation_request(
    dossier: &Dossier,
    price: Option<&Quote>,
    market: &MarketFigures,
    peers: &[PeerCompany<'_>],
) -> Result<ValuationRequest, AppraisalError> {
    let frame = dossier
        .frame()
        .ok_or_else(|| AppraisalError::NoStatements {
            company: dossier.company().to_owned(),
            as_of: dossier.as_of(),
        })?;
    let code = dossier
        .currency()
        .ok_or_else(|| AppraisalError::NoCurrency {
            company: dossier.company().to_owned(),
        })?;
    let currency = Currency::new(code)?;
    let shape = Shape::ten_years(leases(dossier));
    let mut request = Request::new(
        dossier.company(),
        dossier.kind(),
        currency.clone(),
        dossier.as_of(),
        frame.end,
        shape,
    );
    if let Some(price) = price {
        request.inputs.insert(price.input()?)?;
    }
    base(dossier, frame, &mut request)?;
    if !dossier.is_financial() {
        bridge::lines(dossier, &currency, frame, &mut request)?;
    }
    if let Some(shares) = newest_shares(dossier) {
        let name = if shares.canonical_metric == "diluted_shares" {
            "shares.diluted"
        } else {
            "shares.basic"
        };
        request.inputs.insert(from_point(name, shares)?)?;
    }
    let history = history::history(dossier)?;
    let assumptions = assume(
        &history,
        &market.assumptions()?,
        dossier.kind(),
        dossier.as_of(),
        dossier.language(),
    )?;
    let draws = assumptions.draws.clone();
    let mut absent = assumptions.absent.clone();
    request.adopt(&assumptions);
    if let Some(input) = working_capital::of_two_years(dossier, &request)? {
        absent.retain(|(name, _)| name != input.name());
        request.inputs.insert(input)?;
    }
    for input in market.other_inputs(&currency)? {
        request.inputs.replace(input);
    }
    dividends(dossier, frame, &currency, &mut request)?;
    let (compared, notes) = peers::peers(dossier, price, peers)?;
    request.peers = compared;
    if !draws.is_empty() {
        request.simulation = Some(Simulation {
            seed: seed(&request)?,
            paths: PATHS,
            draws,
        });
    }
    Ok(ValuationRequest {
        request,
        absent,
        peers: notes,
    })
}

/// Under IFRS and the Chinese standards rent is not in operating income, so leases are debt.
fn leases(dossier: &Dossier) -> Leases {
    let standard = dossier
        .newest("total_assets", Basis::Instant)
        .map(|point| point.accounting.standard.as_str());
    match standard {
        Some("IFRS" | "CAS") => Leases::Debt,
        _ => Leases::OperatingCost,
    }
}

/// The newest twelve months, before the last fiscal year that the history would give.
fn base(dossier: &Dossier, frame: Frame, request: &mut Request) -> Result<(), AppraisalError> {
    let flows = [
        ("revenue.base", "revenue"),
        ("ebit.base", "operating_income"),
        ("ebitda.base", "ebitda"),
        ("cash_flow.operating", "ocf"),
        ("net_income.base", "net_income_to_common"),
        ("net_income.base", "net_income"),
    ];
    for (name, metric) in flows {
        if let Some(point) = dossier.find(metric, frame.basis, frame.end)
            && request.inputs.get(name).is_none()
        {
            request.inputs.insert(from_point(name, point)?)?;
        }
    }
    // What a share of a bank or an insurer owns is the equity of its common shareholders.
    let common = dossier
        .balance("common_equity", frame.end)
        .filter(|_| dossier.is_financial());
    if let Some(equity) = common.or_else(|| dossier.balance("equity", frame.end)) {
        request.inputs.insert(from_point("equity.book", equity)?)?;
    }
    let starts_today = !matches!(dossier.kind(), CompanyKind::Cyclical);
    if starts_today && let Some(margin) = dossier.current("operating_margin") {
        request.inputs.insert(from_point("margin.start", margin)?)?;
    }
    Ok(())
}

/// Dividends of the last twelve months a share, as an assumption about the next.
fn dividends(
    dossier: &Dossier,
    frame: Frame,
    currency: &Currency,
    request: &mut Request,
) -> Result<(), AppraisalError> {
    let language = dossier.language();
    if request.inputs.get("dividends.next").is_some() {
        return Ok(());
    }
    let paid = dossier.find("dividends", frame.basis, frame.end);
    let shares = newest_shares(dossier);
    let (value, reason, ids) = match (paid, shares) {
        (Some(paid), Some(shares)) => {
            let Some(value) = paid.value.checked_div(shares.value) else {
                return Ok(());
            };
            let reason = language.pick(
                "computed from history: dividends of the last twelve months over the shares go on",
                "由历史推算：假定延续最近十二个月的每股分红",
            );
            (
                value.round_dp(4),
                reason,
                vec![paid.id.clone(), shares.id.clone()],
            )
        }
        (None, _) if !dossier.is_reported_near("dividends", frame.end) => {
            let Some(flow) = dossier.find("ocf", frame.basis, frame.end) else {
                return Ok(());
            };
            let reason = language.pick(
                "the cash flow statements of two years have no dividends",
                "近两年现金流量表未列示分红",
            );
            (Decimal::ZERO, reason, vec![flow.id.clone()])
        }
        _ => return Ok(()),
    };
    let basis = InputBasis::Assumption {
        name: "dividends.next".to_owned(),
        reason: reason.to_owned(),
        evidence_ids: ids,
        owner: "offline analyst".to_owned(),
        expires: days_later(frame.end, DAYS_TO_NEXT_REPORT),
    };
    let unit = Unit::MoneyPerShare(currency.clone());
    let input = Input::new("dividends.next", value, unit, basis, dossier.as_of())?;
    request.inputs.insert(input)?;
    Ok(())
}

/// The same inputs draw the same paths.
fn seed(request: &Request) -> Result<u64, AppraisalError> {
    let hash = blake3::hash(input_hash(request)?.as_bytes());
    let [a, b, c, d, e, f, g, h, ..] = *hash.as_bytes();
    Ok(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
}

pub(super) fn from_point(name: &str, point: &DataPoint) -> Result<Input, AppraisalError> {
    let basis = InputBasis::DataPoint {
        id: point.id.clone(),
    };
    let unit = unit_of(point)?;
    Ok(Input::new(
        name,
        point.value,
        unit,
        basis,
        point.knowledge_time,
    )?)
}

fn unit_of(point: &DataPoint) -> Result<Unit, AppraisalError> {
    Ok(match point.unit.as_str() {
        "shares" => Unit::Shares,
        "pure" => Unit::Ratio,
        unit => match unit.strip_suffix("/shares") {
            Some(code) => Unit::MoneyPerShare(Currency::new(code)?),
            None => Unit::Money(Currency::new(unit)?),
        },
    })
}

pub(super) fn expires(end: Date) -> Date {
    days_later(end, DAYS_TO_NEXT_REPORT)
}
