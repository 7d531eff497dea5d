use std::collections::BTreeMap;

use assay_domain::{Decimal, RunId, Timestamp};
use assay_engine::RunRecord;
use assay_engine::artifacts::{
    COMPANY, VALUATION, VALUATION_CHANGE, VALUATION_NOTES, VALUATION_REQUEST,
};
use assay_valuation::{
    INPUTS, Input, InputBasis, Outcome, Request, Unit, UnitKind, ValueChange, difference, value,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Problem;
use crate::call::{Call, aside};
use crate::desk::Desk;

/// How long an assumption of the user's holds, in days: long enough for the sitting it is made in.
const DAYS: i64 = 365;

/// Other assumptions for a valuation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Assumptions {
    /// Name of an input to its value, a decimal number as text: a JSON number would be rounded on its way.
    #[schemars(with = "BTreeMap<String, String>")]
    inputs: BTreeMap<String, Decimal>,
}

/// A valuation and what belongs to it, as the run archived them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ValuationView {
    #[schemars(with = "Outcome")]
    outcome: Value,
    /// What the request for it lacks, and its peers.
    notes: Option<Value>,
    /// Why the value is another than that of the run before.
    #[schemars(with = "Option<ValueChange>")]
    change: Option<Value>,
    company: Option<Value>,
}

/// A valuation with other assumptions.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Recomputed {
    outcome: Outcome,
    /// Why the value is another than the archived one; null where one of them has none.
    change: Option<ValueChange>,
    /// Why the two values cannot be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_refused: Option<String>,
}

pub(crate) async fn show(call: Call) -> Result<ValuationView, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    aside(move || shown(&desk, &run)).await
}

fn shown(desk: &Desk, run: &RunId) -> Result<ValuationView, Problem> {
    let record = record(desk, run)?;
    let artifacts = record.artifacts();
    let Some(outcome) = artifacts.read(VALUATION.seen_as())? else {
        return Err(no_valuation(run));
    };
    Ok(ValuationView {
        outcome,
        notes: artifacts.read(VALUATION_NOTES.seen_as())?,
        change: artifacts.read(VALUATION_CHANGE.seen_as())?,
        company: artifacts.read(COMPANY.seen_as())?,
    })
}

pub(crate) async fn recompute(mut call: Call) -> Result<Recomputed, Problem> {
    let run = RunId::new(call.param("run"));
    let Assumptions { inputs } = call.json().await?;
    let desk = call.desk;
    let now = desk.host.clock().now();
    aside(move || {
        let record = record(&desk, &run)?;
        let archived = record.artifacts().read(VALUATION)?;
        let archived = archived.ok_or_else(|| no_valuation(&run))?;
        let mut request = match &archived {
            Outcome::Valued(valuation) => valuation.request.clone(),
            Outcome::NotRunnable(_) => {
                let request = record.artifacts().read(VALUATION_REQUEST)?;
                request.ok_or_else(|| {
                    Problem::conflict("the request of this valuation was not archived; research the company again")
                })?
            }
        };
        assume(&mut request, &inputs)?;
        computed(&archived, &request, now)
    })
    .await
}

fn computed(archived: &Outcome, request: &Request, now: Timestamp) -> Result<Recomputed, Problem> {
    let outcome = value(request, now).map_err(|fault| Problem::unusable(fault.to_string()))?;
    let change = match (archived, &outcome) {
        (Outcome::Valued(before), Outcome::Valued(after)) => Some(difference(before, after)),
        _ => None,
    };
    let (change, change_refused) = match change {
        Some(Ok(change)) => (Some(change), None),
        Some(Err(fault)) => (None, Some(fault.to_string())),
        None => (None, None),
    };
    Ok(Recomputed {
        outcome,
        change,
        change_refused,
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
