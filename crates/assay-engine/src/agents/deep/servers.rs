//! Tools of the user's servers in a deep research: a model names the calls, code makes them, and what
//! comes back is read like a page.

use assay_domain::{Failure, FailureCode, ToolSpec};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::Researchers;
use super::search::{Searcher, unless_refused, written};
use crate::agents::server_tools::{fitting, note_missing_tools};
use crate::outside::CallReply;
use crate::workshop::WorkError;

/// Calls of one search.
const MOST_CALLS: usize = 4;
/// Characters of the tools that a model is shown.
const SHOWN: usize = 3_000;

/// A call as a model wishes for it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ServerCall {
    name: String,
    #[serde(default)]
    arguments: Value,
}

/// The tools of the user's servers as a model that plans searches is shown them.
pub(super) struct ServerTools(Vec<ToolSpec>);

impl ServerTools {
    pub(super) async fn of(researchers: &Researchers) -> Self {
        let specs = researchers.outside.specs(false).await;
        Self(fitting(specs, SHOWN))
    }

    /// As JSON; empty where there are none.
    pub(super) fn shown(&self) -> Result<String, WorkError> {
        Ok(match self.0.as_slice() {
            [] => String::new(),
            tools => serde_json::to_string(tools)?,
        })
    }

    /// The schema of the calls.
    pub(super) fn schema(&self) -> Value {
        let names: Vec<&str> = self.0.iter().map(|tool| tool.name.as_str()).collect();
        let name = match names.is_empty() {
            true => json!({"type": "string"}),
            false => json!({"type": "string", "enum": names}),
        };
        json!({"type": "array", "items": {
            "type": "object",
            "properties": {"name": name, "arguments": {"type": "object"}},
            "required": ["name", "arguments"],
        }})
    }
}

impl Searcher<'_> {
    /// The tools that there are; why others are not there is journaled.
    pub(super) async fn server_tools(&mut self) -> Result<ServerTools, WorkError> {
        let (researchers, context) = (self.researchers, &self.job.context);
        note_missing_tools(researchers, context, &mut self.scope).await?;
        Ok(ServerTools::of(researchers).await)
    }

    /// Makes the calls that name a tool which is there. One that fails is journaled and passed over.
    pub(super) async fn servers(&mut self, calls: &[ServerCall]) -> Result<(), WorkError> {
        for call in calls.iter().take(MOST_CALLS) {
            if self.researchers.outside.offers_tool(&call.name).await {
                self.call_server(call).await?;
            }
        }
        Ok(())
    }

    async fn call_server(&mut self, call: &ServerCall) -> Result<(), WorkError> {
        let arguments = match &call.arguments {
            Value::Null => "{}".to_owned(),
            arguments => arguments.to_string(),
        };
        self.doing("asking a server", "调用工具服务");
        let researchers = self.researchers;
        let (outside, library) = (&researchers.outside, &researchers.library);
        let context = &self.job.context;
        let names_secret = researchers.names_own_secret(&arguments);
        let answer = context
            .tool(&mut self.scope, &call.name, &arguments, || async {
                if names_secret {
                    let why = crate::agents::tool_calls::SECRET;
                    return Err(Failure::new(FailureCode::ToolRefused, why));
                }
                let clock = context.clock();
                written(&outside.call(&call.name, &arguments, library, clock).await?)
            })
            .await;
        if let Some(text) = unless_refused(answer)? {
            let reply: CallReply = serde_json::from_str(&text)?;
            if let Some(stored) = reply.stored {
                self.read(&stored.document)?;
            }
        }
        Ok(())
    }
}
