use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Host, Problem, Setting};

/// The configuration object of the search panel.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeepAgent {
    /// Whether a question that is not about one company is researched in the four steps.
    enabled: bool,
    models: DeepAgentModels,
    sampling: DeepAgentSampling,
}

/// The models of its steps as `provider/model`; a name without a provider is one of Ollama's.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DeepAgentModels {
    search: String,
    modeling: String,
    report: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct DeepAgentSampling {
    temperature: f64,
    top_p: f64,
}

const ENABLED: &str = "deep.enabled";
const TEMPERATURE: &str = "sampling.temperature";
const TOP_P: &str = "sampling.top_p";

impl DeepAgent {
    pub(super) fn of(settings: &[Setting]) -> Result<Self, Problem> {
        let text = |key: &str| {
            let found = settings.iter().find(|setting| setting.key == key);
            found
                .and_then(|setting| setting.value.clone())
                .unwrap_or_default()
        };
        let number = |key: &str| -> Result<f64, Problem> {
            let text = text(key);
            let wrong =
                || Problem::internal(format!("the setting {key} is `{text}`, which is no number"));
            text.parse().map_err(|_| wrong())
        };
        let model = |role: &str| {
            let own = text(&format!("models.{role}"));
            if own.is_empty() {
                text("models.default")
            } else {
                own
            }
        };
        Ok(Self {
            enabled: text(ENABLED) != "false",
            models: DeepAgentModels {
                search: model("search"),
                modeling: model("modeling"),
                report: model("report"),
            },
            sampling: DeepAgentSampling {
                temperature: number(TEMPERATURE)?,
                top_p: number(TOP_P)?,
            },
        })
    }

    /// Writes what differs from the settings as they are.
    pub(super) fn store(&self, host: &dyn Host) -> Result<(), Problem> {
        let now = Self::of(&host.settings()?)?;
        let set = |key: &str, new: &str, old: &str| {
            if new == old {
                return Ok(());
            }
            host.set(key, Some(new))
        };
        let (models, old) = (&self.models, &now.models);
        for (key, new, old) in [
            ("models.search", &models.search, &old.search),
            ("models.modeling", &models.modeling, &old.modeling),
            ("models.report", &models.report, &old.report),
        ] {
            set(key, &with_provider(new), old)?;
        }
        let text = |number: f64| number.to_string();
        let (new, old) = (&self.sampling, &now.sampling);
        set(TEMPERATURE, &text(new.temperature), &text(old.temperature))?;
        set(TOP_P, &text(new.top_p), &text(old.top_p))?;
        set(ENABLED, &self.enabled.to_string(), &now.enabled.to_string())
    }
}

/// A model that is named without its provider is one of Ollama's.
fn with_provider(model: &str) -> String {
    let model = model.trim();
    if model.is_empty() || model == "offline" || model.contains('/') {
        model.to_owned()
    } else {
        format!("ollama/{model}")
    }
}
