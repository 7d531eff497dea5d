use std::fmt;
use std::time::Duration;

use assay_domain::{MicroUsd, Usage};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

/// The protocol a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// `POST {base_url}/chat/completions`: OpenAI, DeepSeek, Qwen, vLLM, llama.cpp, Ollama …
    OpenAi,
    /// `POST {base_url}/messages`.
    Anthropic,
}

/// How this server is asked for JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StructuredOutput {
    /// The server binds its output to the schema.
    JsonSchema,
    /// The server promises some JSON object; the schema goes along as a hint and in the prompt.
    JsonObject,
    /// The schema is only in the prompt.
    PromptOnly,
}

/// One model server and how to treat it.
#[derive(Clone)]
pub struct ProviderConfig {
    pub name: String,
    pub dialect: Dialect,
    /// With the version, for instance `http://127.0.0.1:8080/v1`.
    pub base_url: String,
    pub api_key: Option<SecretString>,
    /// Calls in flight at once.
    pub max_concurrency: usize,
    pub requests_per_minute: Option<u32>,
    pub connect_timeout: Duration,
    /// Until the first byte of a streamed reply. A whole reply's first byte comes when it has been
    /// written to the end, so there only `total_timeout` applies.
    pub first_byte_timeout: Duration,
    /// Between two bytes of a reply.
    pub idle_timeout: Duration,
    /// From sending to the last byte; waiting for a permit or the rate limit is not counted.
    pub total_timeout: Duration,
    pub structured: StructuredOutput,
    /// Prices are per million tokens.
    pub input_price: MicroUsd,
    pub cached_input_price: MicroUsd,
    pub output_price: MicroUsd,
    pub max_retries: u32,
    /// Most tokens that its models can write in one reply; `None` where that is not known.
    pub max_output_tokens: Option<u32>,
}

impl ProviderConfig {
    /// A provider without key, rate limit and prices. Anthropic models are asked for JSON in the
    /// prompt because only its newer ones accept a schema.
    pub fn new(name: impl Into<String>, dialect: Dialect, base_url: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            dialect,
            base_url: base_url.into(),
            api_key: None,
            max_concurrency: 4,
            requests_per_minute: None,
            connect_timeout: Duration::from_secs(10),
            first_byte_timeout: Duration::from_secs(120),
            idle_timeout: Duration::from_secs(60),
            total_timeout: Duration::from_secs(600),
            structured: match dialect {
                Dialect::OpenAi => StructuredOutput::JsonSchema,
                Dialect::Anthropic => StructuredOutput::PromptOnly,
            },
            input_price: MicroUsd::default(),
            cached_input_price: MicroUsd::default(),
            output_price: MicroUsd::default(),
            max_retries: 4,
            max_output_tokens: None,
        }
    }

    pub fn cost(&self, usage: Usage) -> MicroUsd {
        let cached = usage.cached_input_tokens.min(usage.input_tokens);
        MicroUsd::for_tokens(usage.input_tokens - cached, self.input_price)
            + MicroUsd::for_tokens(cached, self.cached_input_price)
            + MicroUsd::for_tokens(usage.output_tokens, self.output_price)
    }
}

/// Leaves out the key and whatever of the URL may hold one.
impl fmt::Debug for ProviderConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderConfig")
            .field("name", &self.name)
            .field("dialect", &self.dialect)
            .field("structured", &self.structured)
            .field("has_key", &self.api_key.is_some())
            .finish_non_exhaustive()
    }
}
