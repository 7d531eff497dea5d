//! OpenAI-compatible chat completions.

mod reply;
mod request;

pub(crate) use reply::{OpenAiStream, read_whole};
pub(crate) use request::body;
