use std::collections::BTreeMap;

use assay_domain::{Decimal, RunId, Timestamp};
use assay_engine::RunRecord;
use assay_valuation::{
    INPUTS, Input, InputBasis, Outcome, Request, Unit, UnitKind, difference, value,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, answer};

/// How long an assumption of the user's holds, in days: long enough for the sitting it is made in.
const DAYS: i64 = 365;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Assumptions {
    /// Name of an input to its value as a decimal text.
    inputs: BTreeMap<String, Decimal>,
}

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    Ok(answer::ok(&aside(move || shown(&desk, &run)).await?))
}

fn shown(desk: &Desk, run: &RunId) -> Result<Value, Problem> {
    let record = record(desk, run)?;
    let part = |name: &str| -> Result<Option<Value>, Problem> {
        let text = record.artifact(name)?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    };
    let Some(outcome) = part("valuation")? else {
        return Err(no_valuation(run));
    };
    Ok(json!({
        "outcome": outcome,
        "notes": part("valuation_notes")?,
        "change": part("valuation_change")?,
        "company": part("company")?,
    }))
}

pub(crate) async fn recompute(mut call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let Assumptions { inputs } = call.json().await?;
    let desk = call.desk;
    let now = desk.host.clock().now();
    let computed = aside(move || {
        let record = record(&desk, &run)?;
        let archived = record.artifact("valuation")?;
        let archived = archived.ok_or_else(|| no_valuation(&run))?;
        let archived: Outcome = serde_json::from_str(&archived)?;
        let mut request = match &archived {
            Outcome::Valued(valuation) => valuation.request.clone(),
            Outcome::NotRunnable(_) => {
                let request = record.artifact("valuation_request")?;
                let request = request.ok_or_else(|| {
                    Problem::conflict("the request of this valuation was not archived; research the company again")
                })?;
                serde_json::from_str(&request)?
            }
        };
        assume(&mut request, &inputs)?;
        computed(&archived, &request, now)
    });
    Ok(answer::ok(&computed.await?))
}

fn computed(archived: &Outcome, request: &Request, now: Timestamp) -> Result<Value, Problem> {
    let outcome = value(request, now).map_err(|fault| Problem::unusable(fault.to_string()))?;
    let (Outcome::Valued(before), Outcome::Valued(after)) = (archived, &outcome) else {
        return Ok(json!({"outcome": outcome, "change": null}));
    };
    Ok(match difference(before, after) {
        Ok(change) => json!({"outcome": outcome, "change": change}),
        Err(fault) => {
            json!({"outcome": outcome, "change": null, "change_refused": fault.to_string()})
        }
    })
}

fn record<'a>(desk: &'a Desk, run: &RunId) -> Result<RunRecord<'a>, Problem> {
    desk.row(run)?;
    Ok(RunRecord::load(desk.store(), run)?)
}

fn no_valuation(run: &RunId) -> Problem {
    Problem::not_found(format!(
        "run {run} has no valuation: only a research about one company has, and only where its gates allow one"
    ))
}

/// Puts assumptions of the user's in the place of the run's. What was filed or cited stays.
fn assume(request: &mut Request, inputs: &BTreeMap<String, Decimal>) -> Result<(), Problem> {
    let mut problems = Vec::new();
    for (name, number) in inputs {
        match assumed(request, name, *number) {
            Ok(input) => request.inputs.replace(input),
            Err(why) => problems.push(json!({"input": name, "text": why})),
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    let first = problems.first().and_then(|one| one.get("text")).cloned();
    let first = first.unwrap_or_default();
    let first = first.as_str().unwrap_or_default();
    Err(Problem::unusable(format!("an input cannot be changed: {first}")).with_problems(problems))
}

fn assumed(request: &Request, name: &str, number: Decimal) -> Result<Input, String> {
    let day = request.valuation_date;
    let last = day.saturating_add(jiff::Span::new().days(DAYS));
    let (unit, expires) = match request.inputs.get(name) {
        Some(input) => match input.basis() {
            InputBasis::Assumption { expires, .. } => (input.unit().clone(), *expires),
            InputBasis::DataPoint { id } | InputBasis::Claim { id } => {
                return Err(format!(
                    "`{name}` is no assumption but {id}; only assumptions can be changed"
                ));
            }
        },
        None => (unit_of(request, name)?, last),
    };
    let basis = InputBasis::Assumption {
        name: name.to_owned(),
        reason: "set in the workbench".to_owned(),
        evidence_ids: Vec::new(),
        owner: "user".to_owned(),
        expires: expires.max(last),
    };
    Input::new(name, number, unit, basis, day).map_err(|fault| fault.to_string())
}

/// What an input that the request lacks counts in.
fn unit_of(request: &Request, name: &str) -> Result<Unit, String> {
    let known = INPUTS.iter().find(|(known, ..)| *known == name);
    let Some((_, kind, ..)) = known else {
        return Err(format!(
            "there is no input `{name}`; the valuation lists its inputs"
        ));
    };
    Ok(match kind {
        UnitKind::Ratio => Unit::Ratio,
        UnitKind::Shares => Unit::Shares,
        UnitKind::Money => Unit::Money(request.currency.clone()),
        UnitKind::MoneyPerShare => Unit::MoneyPerShare(request.currency.clone()),
    })
}
