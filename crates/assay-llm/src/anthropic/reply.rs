use assay_domain::{ChatReply, Finish, Usage};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::assemble::{Assembly, OnText};
use crate::fault::Fault;
use crate::text::{Text, utf8};

#[derive(Deserialize)]
struct Whole<'a> {
    #[serde(borrow, default)]
    model: Text<'a>,
    #[serde(borrow, default)]
    content: Option<Vec<Block<'a>>>,
    #[serde(borrow, default)]
    stop_reason: Text<'a>,
    #[serde(default)]
    usage: Option<WireUsage>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Text<'a>,
    #[serde(borrow, default)]
    text: Text<'a>,
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, default)]
    name: Text<'a>,
    #[serde(borrow, default)]
    input: Option<&'a RawValue>,
}

/// One event of a stream. Flat, because a tagged enum would be buffered before it is read.
#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Text<'a>,
    #[serde(default)]
    index: u64,
    #[serde(borrow, default)]
    message: Option<Start<'a>>,
    #[serde(borrow, default)]
    content_block: Option<Block<'a>>,
    #[serde(borrow, default)]
    delta: Option<Delta<'a>>,
    #[serde(default)]
    usage: Option<WireUsage>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Start<'a> {
    #[serde(borrow, default)]
    model: Text<'a>,
    #[serde(default)]
    usage: Option<WireUsage>,
}

#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Text<'a>,
    #[serde(borrow, default)]
    text: Text<'a>,
    #[serde(borrow, default)]
    partial_json: Text<'a>,
    #[serde(borrow, default)]
    stop_reason: Text<'a>,
}

/// In a stream the counts arrive in parts, later ones replacing earlier ones.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct WireUsage {
    #[serde(default)]
    input_tokens: Option<u64>,
    #[serde(default)]
    cache_read_input_tokens: Option<u64>,
    #[serde(default)]
    cache_creation_input_tokens: Option<u64>,
    #[serde(default)]
    output_tokens: Option<u64>,
}

impl WireUsage {
    fn update(&mut self, later: Self) {
        self.input_tokens = later.input_tokens.or(self.input_tokens);
        self.cache_read_input_tokens = later
            .cache_read_input_tokens
            .or(self.cache_read_input_tokens);
        self.cache_creation_input_tokens = later
            .cache_creation_input_tokens
            .or(self.cache_creation_input_tokens);
        self.output_tokens = later.output_tokens.or(self.output_tokens);
    }

    /// The wire counts fresh, cached and newly cached input apart; ours counts all input, and what
    /// of it was cached.
    fn normalised(self) -> Option<Usage> {
        let (fresh, output_tokens) = (self.input_tokens?, self.output_tokens?);
        let cached = self.cache_read_input_tokens.unwrap_or(0);
        let written = self.cache_creation_input_tokens.unwrap_or(0);
        Some(Usage {
            input_tokens: fresh.saturating_add(cached).saturating_add(written),
            cached_input_tokens: cached,
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
    let whole: Whole<'_> =
        serde_json::from_slice(body).map_err(|error| Fault::from_json(&error, body))?;
    if let Some(error) = whole.error {
        return Err(reported(error));
    }
    let Some(blocks) = &whole.content else {
        return Err(Fault::malformed("no content in it", body));
    };
    for (index, block) in (0u64..).zip(blocks) {
        take_block(assembly, index, block, on_text)?;
    }
    assembly.model.push_str(whole.model.as_str());
    assembly.usage = whole.usage.and_then(WireUsage::normalised);
    if !whole.stop_reason.is_empty() {
        assembly.set_finish(finish(whole.stop_reason.as_str())?);
    }
    assembly.ended = true;
    assembly.complete(asked_model, on_text)
}

/// Reads the events of a streamed reply.
#[derive(Debug)]
pub(crate) struct AnthropicStream {
    pub(crate) assembly: Assembly,
    usage: WireUsage,
}

impl AnthropicStream {
    pub(crate) fn new(assembly: Assembly) -> Self {
        Self {
            assembly,
            usage: WireUsage::default(),
        }
    }

    pub(crate) fn event(&mut self, data: &[u8], on_text: &mut OnText<'_>) -> Result<(), Fault> {
        if self.assembly.ended {
            return Ok(());
        }
        let event: Event<'_> = serde_json::from_str(utf8(data)?)
            .map_err(|error| Fault::malformed(error.to_string(), data))?;
        if let Some(error) = event.error {
            return Err(reported(error));
        }
        match event.kind.as_str() {
            "content_block_delta" => self.take_delta(&event, on_text),
            "content_block_start" => match &event.content_block {
                Some(block) => self.start_block(event.index, block, on_text),
                None => Err(Fault::malformed("a content block without content", data)),
            },
            "message_start" => {
                if let Some(start) = &event.message {
                    self.assembly.model.push_str(start.model.as_str());
                    self.usage.update(start.usage.unwrap_or_default());
                }
                Ok(())
            }
            "message_delta" => self.take_end(&event),
            "message_stop" => {
                self.assembly.usage = self.usage.normalised();
                self.assembly.ended = true;
                Ok(())
            }
            // ping, content_block_stop, and whatever is added to the protocol
            _ => Ok(()),
        }
    }

    fn start_block(
        &mut self,
        index: u64,
        block: &Block<'_>,
        on_text: &mut OnText<'_>,
    ) -> Result<(), Fault> {
        if block.kind.as_str() == "tool_use" {
            // The input follows in deltas; here it is an empty object.
            let (id, name) = (block.id.as_str(), block.name.as_str());
            self.assembly.push_call(index, id, name, "");
            return Ok(());
        }
        take_block(&mut self.assembly, index, block, on_text)
    }

    fn take_delta(&mut self, event: &Event<'_>, on_text: &mut OnText<'_>) -> Result<(), Fault> {
        let Some(delta) = &event.delta else {
            return Ok(());
        };
        match delta.kind.as_str() {
            "text_delta" => self.assembly.push_text(delta.text.as_str(), on_text),
            "input_json_delta" => {
                let piece = delta.partial_json.as_str();
                self.assembly.push_call(event.index, "", "", piece);
                Ok(())
            }
            // thinking and its signature
            _ => Ok(()),
        }
    }

    fn take_end(&mut self, event: &Event<'_>) -> Result<(), Fault> {
        self.usage.update(event.usage.unwrap_or_default());
        let reason = event.delta.as_ref().map(|delta| delta.stop_reason.as_str());
        if let Some(reason) = reason.filter(|reason| !reason.is_empty()) {
            self.assembly.set_finish(finish(reason)?);
        }
        Ok(())
    }
}

fn take_block(
    assembly: &mut Assembly,
    index: u64,
    block: &Block<'_>,
    on_text: &mut OnText<'_>,
) -> Result<(), Fault> {
    match block.kind.as_str() {
        "text" => assembly.push_text(block.text.as_str(), on_text),
        "tool_use" => {
            let input = block.input.map_or("", RawValue::get);
            assembly.push_call(index, block.id.as_str(), block.name.as_str(), input);
            Ok(())
        }
        // thinking
        _ => Ok(()),
    }
}

fn reported(error: &RawValue) -> Fault {
    Fault::Reported {
        error: error.get().to_owned(),
    }
}

/// A reason that is not known is not taken for a good end.
fn finish(reason: &str) -> Result<Finish, Fault> {
    match reason {
        "end_turn" | "stop_sequence" => Ok(Finish::Stop),
        "tool_use" => Ok(Finish::ToolCalls),
        "max_tokens" | "model_context_window_exceeded" => Ok(Finish::Length),
        "refusal" => Ok(Finish::Filtered),
        other => Err(Fault::malformed(
            format!("unknown stop reason {other:?}"),
            b"",
        )),
    }
}
