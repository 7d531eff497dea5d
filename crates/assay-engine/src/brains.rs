use std::collections::BTreeMap;

use assay_domain::{Role, RunSettings};
use assay_llm::Client;

use crate::EngineError;

/// A model ready to be asked.
#[derive(Clone)]
pub struct Brain {
    pub client: Client,
    /// The name the server knows the model by.
    pub model: String,
    /// `provider/model`, as configured and shown.
    pub label: String,
}

/// The configured providers by name.
#[derive(Clone, Default)]
pub struct Brains {
    providers: BTreeMap<String, Client>,
}

impl Brains {
    pub fn new(clients: impl IntoIterator<Item = Client>) -> Self {
        let named = clients
            .into_iter()
            .map(|client| (client.config().name.clone(), client));
        Self {
            providers: named.collect(),
        }
    }

    /// The model that answers `role` in this run, or `None` for the offline analyst.
    pub fn for_role(
        &self,
        settings: &RunSettings,
        role: Role,
    ) -> Result<Option<Brain>, EngineError> {
        settings
            .models
            .get(&role)
            .map(|label| self.resolve(label))
            .transpose()
    }

    pub fn resolve(&self, label: &str) -> Result<Brain, EngineError> {
        let (provider, model) = label.split_once('/').unwrap_or((label, ""));
        let client = self
            .providers
            .get(provider)
            .ok_or_else(|| EngineError::UnknownProvider {
                provider: provider.to_owned(),
                model: label.to_owned(),
                known: self
                    .providers
                    .keys()
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(", "),
            })?;
        Ok(Brain {
            client: client.clone(),
            model: model.to_owned(),
            label: label.to_owned(),
        })
    }

    pub fn clients(&self) -> impl Iterator<Item = &Client> {
        self.providers.values()
    }
}
