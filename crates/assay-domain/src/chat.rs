use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Role, json_text};

/// What a role asks a model. Field order is the order of the prompt, so that the prefix a provider
/// caches (system, tools, earlier messages) stays stable from call to call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    pub role: Role,
    pub model: String,
    #[serde(serialize_with = "json_text::serialize")]
    pub system: String,
    pub tools: Vec<ToolSpec>,
    pub messages: Vec<Message>,
    pub output: OutputFormat,
    pub sampling: Sampling,
    pub max_output_tokens: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Message {
    User {
        #[serde(serialize_with = "json_text::serialize")]
        text: String,
    },
    Assistant {
        #[serde(serialize_with = "json_text::serialize")]
        text: String,
        tool_calls: Vec<ToolCall>,
    },
    Tool {
        call_id: String,
        name: String,
        #[serde(serialize_with = "json_text::serialize")]
        text: String,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    /// JSON Schema of the arguments object.
    pub parameters: serde_json::Value,
}

/// A model's wish to use a tool. `arguments` is the raw text: parsing it is the caller's work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "output", rename_all = "snake_case")]
pub enum OutputFormat {
    Text,
    Json {
        name: String,
        schema: serde_json::Value,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sampling {
    pub temperature: f64,
    pub top_p: f64,
    /// Null leaves it to the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
}

/// How hard a model is to think before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    Minimal,
    Low,
    Medium,
    High,
}

impl Effort {
    pub const ALL: [Self; 4] = [Self::Minimal, Self::Low, Self::Medium, Self::High];

    pub fn name(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// A complete reply. It exists only if the provider's terminal event was seen; its text, without
/// what the model thought aloud, may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatReply {
    #[serde(serialize_with = "json_text::serialize")]
    pub text: String,
    pub tool_calls: Vec<ToolCall>,
    pub finish: Finish,
    /// `None` where the server reports no usage; the caller then estimates and says so.
    pub usage: Option<Usage>,
    pub model: String,
}

impl ChatReply {
    /// Nothing in it answers: the model wrote nothing, or nothing but what it thought.
    pub fn is_blank(&self) -> bool {
        let is_withheld = self.finish == Finish::Filtered;
        self.text.trim().is_empty() && self.tool_calls.is_empty() && !is_withheld
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    Stop,
    ToolCalls,
    /// The output limit was reached: the text is cut.
    Length,
    /// The provider withheld content.
    Filtered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
pub struct Usage {
    pub input_tokens: u64,
    /// Part of `input_tokens` that the provider read from its cache.
    pub cached_input_tokens: u64,
    pub output_tokens: u64,
}

impl Usage {
    pub fn total(self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}
