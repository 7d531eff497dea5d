//! Anthropic's messages.

mod reply;
mod request;

pub(crate) use reply::{AnthropicStream, read_whole};
pub(crate) use request::body;
