//! Model providers: the only crate that knows provider JSON.
//!
//! A [`Client`] speaks one dialect (OpenAI-compatible chat completions or Anthropic messages) to
//! one server. [`Client::chat`] is one attempt: it returns a *complete* [`assay_domain::ChatReply`]
//! or a typed [`LlmError`]; a reply cut at any byte is never taken for an answer. Retrying is the
//! caller's decision, with [`retry_delay`] saying whether and when.
//!
//! Beside the client live the readers of what models write: [`strip_think`] and [`read_json`].

mod anthropic;
mod assemble;
mod classify;
mod client;
mod config;
mod error;
mod fault;
mod http;
mod json;
mod openai;
mod pace;
mod probe;
mod quirks;
mod reader;
mod repair;
mod retry;
mod schema;
mod text;
mod think;
mod tokens;

pub use client::Client;
pub use config::{Dialect, ProviderConfig, StructuredOutput};
pub use error::{LlmError, Phase, Sent};
pub use json::{JsonProblem, read_json};
pub use probe::Probe;
pub use retry::retry_delay;
pub use think::{ThinkFilter, strip_think};
pub use tokens::estimate_tokens;
