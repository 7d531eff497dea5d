use std::collections::BTreeMap;
use std::sync::Arc;

use assay_domain::RunId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use crate::arguments::{run_id, written};
use crate::front::{Front, aside};
use crate::refusal::Refusal;

pub(super) const VALUE: &str = "value_company";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WantedValuation {
    /// The run whose valuation is meant.
    run: Option<String>,
    /// A company: the newest run about it that has a valuation.
    company: Option<String>,
    // texts, since a JSON number would be rounded on its way
    /// Inputs of the valuation by name, as decimal texts (rates as fractions: "0.08"). The valuation
    /// lists its inputs.
    #[serde(default)]
    assumptions: BTreeMap<String, String>,
}

pub(super) async fn value(front: Arc<Front>, asked: WantedValuation) -> Outcome {
    let run = match (&asked.run, &asked.company) {
        (Some(run), None) => run_id(run)?,
        (None, Some(company)) => {
            let company = written("company", company)?.to_owned();
            let looking = Arc::clone(&front);
            aside(move || newest_about(&looking, &company)).await?
        }
        _ => {
            return Err(Refusal::told(
                "name either a `run` or a `company`; both or none cannot be valued",
            ));
        }
    };
    let path = format!("/api/runs/{run}/valuation");
    let mut valued = if asked.assumptions.is_empty() {
        front.workbench.get(&path).await?
    } else {
        let inputs = json!({"inputs": asked.assumptions});
        front.workbench.post(&path, Some(&inputs)).await?
    };
    if let Value::Object(fields) = &mut valued {
        fields.insert("run".to_owned(), json!(run));
    }
    Ok(valued)
}

/// The newest run with a valuation of a company. Blocks on the disk.
fn newest_about(front: &Front, company: &str) -> Result<RunId, Refusal> {
    let store = front.host.store();
    let file = front.host.library().companies()?.open(company)?;
    let names = [file.company.name.as_str(), &file.company.key()];
    if let Some(newest) = store.valuations(&names, None)?.into_iter().next() {
        return Ok(newest.run);
    }
    Err(Refusal::told(format!(
        "no research about {} has a valuation yet; start_research with profile `investment` makes one",
        file.company.name
    )))
}
