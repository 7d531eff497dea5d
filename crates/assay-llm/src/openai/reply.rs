use std::borrow::Cow;

use assay_domain::{ChatReply, Finish, Usage};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::assemble::{Assembly, OnText};
use crate::fault::Fault;
use crate::text::{First, Text, utf8};

/// A whole reply or one chunk of a streamed one: they differ only in `message` and `delta`.
#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(borrow, default)]
    model: Text<'a>,
    #[serde(borrow, default)]
    choices: First<Choice<'a>>,
    #[serde(default)]
    usage: Option<WireUsage>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow, default)]
    delta: Option<Content<'a>>,
    #[serde(borrow, default)]
    message: Option<Content<'a>>,
    #[serde(borrow, default)]
    finish_reason: Text<'a>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow, default)]
    content: Text<'a>,
    #[serde(borrow, default)]
    refusal: Text<'a>,
    #[serde(borrow, default)]
    tool_calls: Option<Vec<Call<'a>>>,
}

#[derive(Deserialize)]
struct Call<'a> {
    #[serde(default)]
    index: Option<u64>,
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, default)]
    function: Option<Function<'a>>,
}

#[derive(Deserialize)]
struct Function<'a> {
    #[serde(borrow, default)]
    name: Text<'a>,
    /// A string of JSON, though some servers write the object itself.
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct WireUsage {
    #[serde(default)]
    prompt_tokens: Option<u64>,
    #[serde(default)]
    completion_tokens: Option<u64>,
    #[serde(default)]
    prompt_tokens_details: Option<PromptDetails>,
    /// DeepSeek's name for cached tokens.
    #[serde(default)]
    prompt_cache_hit_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct PromptDetails {
    #[serde(default)]
    cached_tokens: Option<u64>,
}

impl WireUsage {
    /// `None` unless both counts are there: half a usage is no usage.
    fn normalised(&self) -> Option<Usage> {
        let (input_tokens, output_tokens) = (self.prompt_tokens?, self.completion_tokens?);
        let details = self.prompt_tokens_details.as_ref();
        let cached = details
            .and_then(|details| details.cached_tokens)
            .or(self.prompt_cache_hit_tokens);
        Some(Usage {
            input_tokens,
            cached_input_tokens: cached.unwrap_or(0).min(input_tokens),
            output_tokens,
        })
    }
}

pub(crate) fn read_whole(
    body: &[u8],
    assembly: &mut Assembly,
    asked_model: &str,
    on_text: &mut OnText<'_>,
) -> Result<ChatReply, Fault> {
    let wire: Wire<'_> =
        serde_json::from_slice(body).map_err(|error| Fault::from_json(&error, body))?;
    if wire.error.is_none() && wire.choices.0.as_ref().is_none_or(|c| c.message.is_none()) {
        return Err(Fault::malformed("no message in it", body));
    }
    take_wire(assembly, &wire, Framing::Whole, on_text)?;
    assembly.ended = true;
    assembly.complete(asked_model, on_text)
}

/// Reads the events of a streamed reply.
#[derive(Debug)]
pub(crate) struct OpenAiStream {
    pub(crate) assembly: Assembly,
}

impl OpenAiStream {
    pub(crate) fn event(&mut self, data: &[u8], on_text: &mut OnText<'_>) -> Result<(), Fault> {
        if self.assembly.ended {
            return Ok(());
        }
        if data == b"[DONE]" {
            self.assembly.ended = true;
            return Ok(());
        }
        let wire: Wire<'_> = serde_json::from_str(utf8(data)?)
            .map_err(|error| Fault::malformed(error.to_string(), data))?;
        take_wire(&mut self.assembly, &wire, Framing::Streamed, on_text)
    }
}

#[derive(Clone, Copy)]
enum Framing {
    Whole,
    Streamed,
}

fn take_wire(
    assembly: &mut Assembly,
    wire: &Wire<'_>,
    framing: Framing,
    on_text: &mut OnText<'_>,
) -> Result<(), Fault> {
    if let Some(error) = wire.error {
        return Err(Fault::Reported {
            error: error.get().to_owned(),
        });
    }
    if assembly.model.is_empty() {
        assembly.model.push_str(wire.model.as_str());
    }
    if let Some(usage) = wire.usage.as_ref().and_then(WireUsage::normalised) {
        assembly.usage = Some(usage);
    }
    let Some(choice) = &wire.choices.0 else {
        return Ok(());
    };
    let content = match framing {
        Framing::Whole => &choice.message,
        Framing::Streamed => &choice.delta,
    };
    if let Some(content) = content {
        assembly.refused |= !content.refusal.is_empty();
        take_content(assembly, content, on_text)?;
    }
    if !choice.finish_reason.is_empty() {
        let finish = finish(choice.finish_reason.as_str())?;
        assembly.set_finish(finish);
    }
    Ok(())
}

fn take_content(
    assembly: &mut Assembly,
    content: &Content<'_>,
    on_text: &mut OnText<'_>,
) -> Result<(), Fault> {
    assembly.push_text(content.content.as_str(), on_text)?;
    assembly.push_text(content.refusal.as_str(), on_text)?;
    for (position, call) in content.tool_calls.iter().flatten().enumerate() {
        let index = call.index.unwrap_or(position as u64);
        let (name, arguments) = match &call.function {
            Some(function) => (function.name.as_str(), arguments(function)?),
            None => ("", Cow::Borrowed("")),
        };
        assembly.push_call(index, call.id.as_str(), name, &arguments);
    }
    Ok(())
}

fn arguments<'a>(function: &Function<'a>) -> Result<Cow<'a, str>, Fault> {
    let Some(raw) = function.arguments.map(RawValue::get) else {
        return Ok(Cow::Borrowed(""));
    };
    if !raw.starts_with('"') {
        return Ok(Cow::Borrowed(raw));
    }
    let text: Text<'a> = serde_json::from_str(raw)
        .map_err(|error| Fault::malformed(error.to_string(), raw.as_bytes()))?;
    Ok(text.0)
}

/// A reason that is not known is not taken for a good end.
fn finish(reason: &str) -> Result<Finish, Fault> {
    match reason {
        "stop" | "eos" | "eos_token" | "end_turn" | "stop_sequence" => Ok(Finish::Stop),
        "tool_calls" | "function_call" | "tool_use" => Ok(Finish::ToolCalls),
        "length" | "max_tokens" | "model_length" => Ok(Finish::Length),
        "content_filter" | "safety" | "refusal" | "sensitive" => Ok(Finish::Filtered),
        // The server stopped writing, not the model.
        "error" | "abort" | "cancelled" | "insufficient_system_resource" | "network_error" => {
            Err(Fault::Truncated)
        }
        other => Err(Fault::malformed(
            format!("unknown finish reason {other:?}"),
            b"",
        )),
    }
}
