use assay_domain::RunId;
use assay_engine::RunRecord;
use assay_engine::artifacts::ECOSYSTEM_GRAPH;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::Problem;
use crate::call::{Call, aside};
use crate::desk::Desk;

/// Whom a company deals with.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GraphView {
    company: Option<String>,
    /// Nodes and edges, as the run archived them.
    graph: Map<String, Value>,
}

pub(crate) async fn show(call: Call) -> Result<GraphView, Problem> {
    let run = RunId::new(call.param("run"));
    let desk = call.desk;
    aside(move || shown(&desk, &run)).await
}

fn shown(desk: &Desk, run: &RunId) -> Result<GraphView, Problem> {
    desk.row(run)?;
    let record = RunRecord::load(desk.store(), run)?;
    let archived = ECOSYSTEM_GRAPH.seen_as::<Map<String, Value>>();
    let Some(mut package) = record.artifacts().read(archived)? else {
        return Err(Problem::not_found(format!(
            "run {run} has no graph of a company: only a research about one company has, once it has ended"
        )));
    };
    let graph = match package.remove("graph") {
        Some(Value::Object(graph)) => graph,
        _ => package,
    };
    let settings = record.state().settings();
    let company = settings
        .and_then(|settings| settings.investment.as_ref())
        .map(|investment| investment.company.clone());
    Ok(GraphView { company, graph })
}
