use assay_domain::Timestamp;
use rust_decimal::Decimal;

use crate::company::CompanyKind;
use crate::comparables::{LEAST_PEERS, Multiple, compare, usable_multiples};
use crate::fault::ValuationFault;
use crate::flags::flags;
use crate::gap::{Gap, Problem, gaps};
use crate::method::{Method, MethodVerdict, Reason, Standing};
use crate::models::{Attempt, BRIDGE, VALUE, build, currency_mix, needs};
use crate::request::Request;
use crate::sheet::{Sheet, Traced};
use crate::simulation::simulate;
use crate::valuation::{MethodResult, NotRunnable, Outcome, Valuation};
use crate::views::grid::{SIDE, grid, tables};
use crate::views::reverse::reverse;
use crate::views::scenarios::{scenarios, target};
use crate::views::tornado::tornado;

/// Changes whenever the same request may give other digits.
pub const MODEL_VERSION: &str = "1";

/// Years of statements below which nothing is projected.
const LEAST_YEARS: usize = 3;

/// Values a company by every method that makes sense for it. `generated_at` is a label; nothing is
/// computed from it.
pub fn value(request: &Request, generated_at: Timestamp) -> Result<Outcome, ValuationFault> {
    request.check()?;
    let input_hash = input_hash(request)?;
    let primary = Method::primary(request.kind);
    let mut verdicts = Vec::new();
    let mut sheets = Vec::new();
    for method in [
        Method::Dcf,
        Method::ExcessReturn,
        Method::ReitAffo,
        Method::SalesAndFailure,
        Method::SumOfParts,
    ] {
        let attempt = attempt(method, primary, request)?;
        let verdict = verdict(method, primary, request.kind, attempt.as_ref().err());
        verdicts.push(verdict);
        if let Ok(sheet) = attempt {
            sheets.push((method, sheet));
        }
    }
    sheets.sort_by_key(|(method, _)| *method != primary);
    let comparables = comparables(request, &mut verdicts)?;
    let leads = sheets.first().is_some_and(|(method, _)| *method == primary);
    let lacks_inputs = verdicts
        .iter()
        .any(|v| v.method == primary && v.standing == Standing::NotRunnable);
    if lacks_inputs || (!leads && comparables.is_none()) {
        return Ok(Outcome::NotRunnable(NotRunnable {
            company: request.company.clone(),
            kind: request.kind,
            currency: request.currency.clone(),
            valuation_date: request.valuation_date,
            missing: missing(request, primary, &verdicts),
            verdicts,
            input_hash,
            model_version: MODEL_VERSION.to_owned(),
            generated_at,
        }));
    }
    let mut valuation = Valuation {
        company: request.company.clone(),
        kind: request.kind,
        currency: request.currency.clone(),
        valuation_date: request.valuation_date,
        price: None,
        price_date: None,
        flags: flags(request, sheets.first().map(|(_, sheet)| sheet))?,
        verdicts,
        results: Vec::new(),
        comparables,
        reverse: Vec::new(),
        scenarios: Vec::new(),
        target: None,
        grids: Vec::new(),
        tornado: Vec::new(),
        simulation: None,
        input_hash,
        model_version: MODEL_VERSION.to_owned(),
        generated_at,
        request: request.clone(),
    };
    look_closer(&mut valuation, &sheets)?;
    Ok(Outcome::Valued(Box::new(valuation)))
}

/// The hash under which a request is known.
pub fn input_hash(request: &Request) -> Result<String, ValuationFault> {
    let json = serde_json::to_vec(request).map_err(|fault| ValuationFault::Unwritable {
        why: fault.to_string(),
    })?;
    Ok(blake3::hash(&json).to_hex().to_string())
}

fn attempt(method: Method, primary: Method, request: &Request) -> Attempt<Sheet> {
    if let Some(reason) = unsuited(method, primary, request) {
        return Ok(Err(reason));
    }
    build(method, request)
}

/// What makes a method senseless for this company, whatever else is known.
fn unsuited(method: Method, primary: Method, request: &Request) -> Option<Reason> {
    let kind = request.kind;
    if method == Method::Dcf {
        match kind {
            CompanyKind::Bank | CompanyKind::Insurer => return Some(Reason::DebtIsRawMaterial),
            CompanyKind::PreProfit => return Some(Reason::NoProfitToProject),
            CompanyKind::Reit => return Some(Reason::UnsuitedToKind { kind }),
            CompanyKind::Operating | CompanyKind::Cyclical | CompanyKind::Conglomerate => {}
        }
    } else if method != primary {
        return Some(Reason::UnsuitedToKind { kind });
    }
    if let Some(mix) = currency_mix(request) {
        return Some(mix);
    }
    let projects = matches!(
        method,
        Method::Dcf | Method::ExcessReturn | Method::ReitAffo
    );
    let mut years = request.fiscal_years.clone();
    years.sort_unstable();
    years.dedup();
    if projects && years.len() < LEAST_YEARS {
        return Some(Reason::ShortHistory { years: years.len() });
    }
    let given = |name: &str| request.inputs.get(name).map(crate::Input::value);
    let at_most_zero = |name: &str| given(name).filter(|value| *value <= Decimal::ZERO);
    if matches!(method, Method::Dcf | Method::ExcessReturn)
        && let Some(book_equity) = at_most_zero("equity.book")
    {
        return Some(Reason::NegativeEquity { book_equity });
    }
    if method == Method::Dcf
        && let Some(operating_cash_flow) = at_most_zero("cash_flow.operating")
    {
        return Some(Reason::NoCashFlow {
            operating_cash_flow,
        });
    }
    None
}

fn verdict(
    method: Method,
    primary: Method,
    kind: CompanyKind,
    refusal: Option<&Reason>,
) -> MethodVerdict {
    let (standing, reason) = match refusal {
        Some(reason @ (Reason::Missing { .. } | Reason::TooFewPeers { .. })) => {
            (Standing::NotRunnable, reason.clone())
        }
        Some(reason) => (Standing::Refused, reason.clone()),
        None if method == primary => (Standing::Primary, Reason::SuitsKind { kind }),
        None => (Standing::CrossCheck, Reason::SecondOpinion),
    };
    MethodVerdict {
        method,
        standing,
        reason,
    }
}

/// The verdict of a view on the leading model.
fn note(verdicts: &mut Vec<MethodVerdict>, method: Method, refusal: Option<&Reason>) {
    let mut verdict = verdict(method, method, CompanyKind::Operating, refusal);
    if refusal.is_none() {
        verdict.standing = Standing::CrossCheck;
        verdict.reason = match method {
            Method::Comparables => Reason::SecondOpinion,
            _ => Reason::RestsOnLeadingMethod,
        };
    }
    verdicts.push(verdict);
}

fn comparables(
    request: &Request,
    verdicts: &mut Vec<MethodVerdict>,
) -> Result<Option<crate::Comparables>, ValuationFault> {
    let compared = match currency_mix(request) {
        Some(mix) => Err(mix),
        None => compare(request)?,
    };
    note(verdicts, Method::Comparables, compared.as_ref().err());
    Ok(compared.ok())
}

fn missing(request: &Request, primary: Method, verdicts: &[MethodVerdict]) -> Vec<Gap> {
    let mut names = needs(primary, request);
    names.push("price".to_owned());
    names.push("dividends.next".to_owned());
    names.dedup();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut found = gaps(request, &names);
    for verdict in verdicts {
        if let Reason::Missing { gaps } = &verdict.reason {
            found.extend(gaps.iter().cloned());
        }
    }
    let usable = usable_multiples(request, Multiple::EvToSales).len();
    if primary == Method::SalesAndFailure && usable < LEAST_PEERS {
        found.push(Gap {
            name: "peers".to_owned(),
            problem: Problem::Missing,
        });
    }
    let mut once: Vec<Gap> = Vec::new();
    for gap in found {
        if !once.contains(&gap) {
            once.push(gap);
        }
    }
    once
}

fn look_closer(
    valuation: &mut Valuation,
    sheets: &[(Method, Sheet)],
) -> Result<(), ValuationFault> {
    let request = valuation.request.clone();
    for (method, sheet) in sheets {
        valuation.results.push(result(*method, sheet)?);
    }
    valuation.price_date = request.inputs.get("price").map(crate::Input::as_of);
    let Some((method, sheet)) = sheets.first() else {
        for view in [Method::ReverseDcf, Method::Target] {
            note(&mut valuation.verdicts, view, Some(&Reason::NeedsDcf));
        }
        return Ok(());
    };
    if sheet.has("price.local") {
        valuation.price = Some(sheet.traced("price.local")?);
    }
    for (id, rows, columns) in tables(*method) {
        valuation.grids.push(grid(sheet, id, rows, columns, SIDE)?);
    }
    valuation.tornado = tornado(sheet)?;
    if let Some(simulation) = &request.simulation {
        valuation.simulation = Some(simulate(sheet, simulation)?);
    }
    let turned = if *method != Method::Dcf {
        Some(Reason::NeedsDcf)
    } else if valuation.price.is_none() {
        Some(Reason::NoPrice)
    } else {
        valuation.reverse = reverse(&request, sheet)?;
        None
    };
    note(&mut valuation.verdicts, Method::ReverseDcf, turned.as_ref());
    let refusal = match scenarios(*method, &request, sheet)? {
        Err(reason) => Some(reason),
        Ok(values) => {
            valuation.scenarios = values;
            let aimed = target(&request, &valuation.scenarios)?;
            let refusal = aimed.as_ref().err().cloned();
            valuation.target = aimed.ok();
            refusal
        }
    };
    note(&mut valuation.verdicts, Method::Target, refusal.as_ref());
    Ok(())
}

const OTHER_VALUES: &[&str] = &["value.exit", "value.nav", "value.pb_roe"];
const KEY_FIGURES: &[&str] = &[
    "ke",
    "kd.after_tax",
    "weight.debt.used",
    "wacc",
    "roic.terminal",
    "reinvestment.terminal",
    "pv.explicit",
    "tv.gordon",
    "pv.tv.gordon",
    "tv.exit",
    "pv.tv.exit",
    "implied.multiple",
    "implied.growth",
    "tv.share",
    "ev",
    "equity.base",
    "equity.dividends",
    "pb.justified",
    "affo",
    "multiple.sales",
    "equity.value",
    "shares.count",
    "shares.quoted",
];

fn result(method: Method, sheet: &Sheet) -> Result<MethodResult, ValuationFault> {
    let pick = |ids: &[&str]| -> Result<Vec<Traced>, ValuationFault> {
        let present = ids.iter().filter(|id| sheet.has(id));
        present.map(|id| sheet.traced(id)).collect()
    };
    let mut steps = vec!["ev".to_owned()];
    steps.extend(BRIDGE.iter().map(|(name, _)| format!("bridge.{name}")));
    steps.push("equity.value".to_owned());
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    Ok(MethodResult {
        method,
        value_per_share: sheet.traced(VALUE)?,
        other_values: pick(OTHER_VALUES)?,
        key_figures: pick(KEY_FIGURES)?,
        bridge: if sheet.has("ev") {
            pick(&steps)?
        } else {
            Vec::new()
        },
        lines: sheet.all_traced(),
    })
}
