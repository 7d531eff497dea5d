use assay_domain::RunId;
use assay_engine::RunRecord;
use serde_json::{Value, json};

use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::route::Answer;
use crate::{Problem, answer};

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    Ok(answer::ok(&aside(move || shown(&desk, &run)).await?))
}

fn shown(desk: &Desk, run: &RunId) -> Result<Value, Problem> {
    desk.row(run)?;
    let record = RunRecord::load(desk.store(), run)?;
    let Some(package) = record.artifact("ecosystem_graph")? else {
        return Err(Problem::not_found(format!(
            "run {run} has no graph of a company: only a research about one company has, once it has ended"
        )));
    };
    let package: Value = serde_json::from_str(&package)?;
    let settings = record.state().settings();
    let company = settings
        .and_then(|settings| settings.investment.as_ref())
        .map(|investment| investment.company.clone());
    Ok(json!({"company": company, "graph": package.get("graph").unwrap_or(&package)}))
}
