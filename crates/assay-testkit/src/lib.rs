//! A scripted model server on loopback, for tests and benchmarks.
//!
//! [`FakeProvider`] speaks both dialects over plain HTTP/1.1 on a port of its own and stops when it
//! is dropped. A [`Script`] decides what it answers: an [`Answer`] per request, faults included, or
//! a [`Simulation`] of a model server's timing for measurements. [`Obedient`] is a model that does
//! whatever a text it reads asks for.

mod answer;
mod http;
mod obedient;
mod reply;
mod script;
mod server;
mod settings;
mod simulation;
mod verdicts;

pub use answer::{Answer, Framing};
pub use http::RecordedRequest;
pub use obedient::{
    FORBIDDEN_TOOLS, INVENTED_FIGURE, INVENTED_QUOTE, Obedient, granted, prompt_text,
};
pub use reply::{
    Reply, anthropic_reply, anthropic_stream, anthropic_tool_reply, anthropic_tool_stream,
    openai_reply, openai_stream, openai_tool_reply, openai_tool_stream,
};
pub use script::Script;
pub use server::{FakeProvider, closed_base_url};
pub use settings::run_settings;
pub use simulation::Simulation;
