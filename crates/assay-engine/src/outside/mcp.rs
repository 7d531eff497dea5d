use assay_domain::Failure;
use serde::{Deserialize, Serialize};

use super::{Outside, Stored, failure};
use crate::{Arrival, Clock, EngineError, Library};

/// What the journal keeps of a call: where its answer lies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CallReply {
    /// `None` where the answer held no text.
    pub(crate) stored: Option<Stored>,
}

impl Outside {
    /// Whether a server offers a tool by this name.
    pub(crate) async fn offers_tool(&self, name: &str) -> bool {
        let offers = self.offers().await;
        offers.tools.iter().any(|offer| offer.spec.name == name)
    }

    /// Calls a tool of a server; its answer becomes a document of the library.
    pub(crate) async fn call(
        &self,
        name: &str,
        arguments: &str,
        library: &Library,
        clock: &dyn Clock,
    ) -> Result<CallReply, Failure> {
        let offers = self.offers().await;
        let offer = offers.tools.iter().find(|offer| offer.spec.name == name);
        let (Some(servers), Some(offer)) = (&self.servers, offer) else {
            return Err(failure(false, format!("there is no tool `{name}`")));
        };
        let arguments = serde_json::from_str(arguments)
            .map_err(|error| failure(false, format!("the arguments are no JSON: {error}")))?;
        let output = servers
            .call(&offer.server, &offer.tool, arguments)
            .await
            .map_err(|error| failure(error.is_transport(), error.to_string()))?;
        let texts: Vec<&str> = output.texts().iter().map(|text| text.untrusted()).collect();
        let text = texts.join("\n\n");
        if text.trim().is_empty() {
            return Ok(CallReply { stored: None });
        }
        let origin = format!("mcp:{}/{}", offer.server, offer.tool);
        let is_json = serde_json::from_str::<serde_json::Value>(&text)
            .is_ok_and(|value| value.is_object() || value.is_array());
        let kind = if is_json { "json" } else { "txt" };
        let file = format!("{}.{}.{kind}", offer.server, offer.tool);
        // what a tool calls itself says nothing about how far it can be trusted
        let tier = servers.tier(&offer.server);
        let ingested = library
            .bring_in(
                Arrival::handed_in(&origin, &file, text.as_bytes()).of_tier(tier),
                clock,
            )
            .await
            .map_err(|error: EngineError| failure(false, error.to_string()))?;
        Ok(CallReply {
            stored: Some(Stored {
                document: ingested.document.id,
            }),
        })
    }
}
