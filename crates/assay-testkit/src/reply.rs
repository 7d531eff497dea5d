use assay_domain::{Finish, ToolCall, Usage};
use serde_json::{Value, json};

use crate::{Answer, Framing};

/// What a model says, before it is put in a dialect.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The text, in the pieces in which a stream sends it.
    pub pieces: Vec<String>,
    pub tool_calls: Vec<ToolCall>,
    pub finish: Finish,
    /// `None` for a server that reports no usage.
    pub usage: Option<Usage>,
    pub model: String,
}

impl Reply {
    /// The text, streamed word by word, with a small usage.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            pieces: text.split_inclusive(' ').map(str::to_owned).collect(),
            ..Self::new()
        }
    }

    pub fn tool_calls(calls: impl IntoIterator<Item = ToolCall>) -> Self {
        Self {
            tool_calls: calls.into_iter().collect(),
            finish: Finish::ToolCalls,
            ..Self::new()
        }
    }

    fn new() -> Self {
        Self {
            pieces: Vec::new(),
            tool_calls: Vec::new(),
            finish: Finish::Stop,
            usage: Some(Usage {
                input_tokens: 100,
                cached_input_tokens: 0,
                output_tokens: 20,
            }),
            model: "fake-model".to_owned(),
        }
    }

    #[must_use]
    pub fn with_usage(mut self, usage: Option<Usage>) -> Self {
        self.usage = usage;
        self
    }

    pub fn answer(&self, anthropic: bool, stream: bool) -> Answer {
        match (anthropic, stream) {
            (false, false) => Answer::json(200, self.openai_whole().to_string()),
            (false, true) => streamed(self.openai_events()),
            (true, false) => Answer::json(200, self.anthropic_whole().to_string()),
            (true, true) => streamed(self.anthropic_events()),
        }
    }

    fn openai_whole(&self) -> Value {
        let text = self.pieces.concat();
        let mut message = json!({ "role": "assistant", "content": text });
        if !self.tool_calls.is_empty() {
            let calls: Vec<Value> = self.tool_calls.iter().map(openai_call).collect();
            set(&mut message, "tool_calls", Value::Array(calls));
            if text.is_empty() {
                set(&mut message, "content", Value::Null);
            }
        }
        let choice = json!({
            "index": 0, "message": message, "finish_reason": openai_finish(&self.finish),
        });
        let mut whole = json!({
            "id": "chatcmpl-fake", "object": "chat.completion", "model": self.model,
            "choices": [choice],
        });
        if let Some(usage) = self.usage {
            set(&mut whole, "usage", openai_usage(usage));
        }
        whole
    }

    fn openai_events(&self) -> Vec<String> {
        let chunk = |delta: Value, finish: Value| {
            let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
            let chunk = json!({
                "id": "chatcmpl-fake", "object": "chat.completion.chunk",
                "model": self.model, "choices": [choice],
            });
            format!("data: {chunk}\n\n")
        };
        let mut events = vec![chunk(
            json!({ "role": "assistant", "content": "" }),
            Value::Null,
        )];
        for piece in &self.pieces {
            events.push(chunk(json!({ "content": piece }), Value::Null));
        }
        for (index, call) in self.tool_calls.iter().enumerate() {
            let start = json!({
                "index": index, "id": call.id, "type": "function",
                "function": { "name": call.name, "arguments": "" },
            });
            events.push(chunk(json!({ "tool_calls": [start] }), Value::Null));
            for piece in halves(&call.arguments) {
                let part = json!({ "index": index, "function": { "arguments": piece } });
                events.push(chunk(json!({ "tool_calls": [part] }), Value::Null));
            }
        }
        events.push(chunk(json!({}), json!(openai_finish(&self.finish))));
        if let Some(usage) = self.usage {
            let last = json!({
                "id": "chatcmpl-fake", "object": "chat.completion.chunk",
                "model": self.model, "choices": [], "usage": openai_usage(usage),
            });
            events.push(format!("data: {last}\n\n"));
        }
        events.push("data: [DONE]\n\n".to_owned());
        events
    }

    fn anthropic_whole(&self) -> Value {
        let text = self.pieces.concat();
        let mut content = Vec::new();
        if !text.is_empty() {
            content.push(json!({ "type": "text", "text": text }));
        }
        for call in &self.tool_calls {
            let input: Value = serde_json::from_str(&call.arguments).unwrap_or(json!({}));
            content.push(json!({
                "type": "tool_use", "id": call.id, "name": call.name, "input": input,
            }));
        }
        let mut whole = json!({
            "id": "msg_fake", "type": "message", "role": "assistant", "model": self.model,
            "content": content, "stop_reason": anthropic_finish(&self.finish),
        });
        if let Some(usage) = self.usage {
            set(&mut whole, "usage", anthropic_usage(usage));
        }
        whole
    }

    fn anthropic_events(&self) -> Vec<String> {
        let mut message = json!({
            "id": "msg_fake", "type": "message", "role": "assistant", "model": self.model,
            "content": [], "stop_reason": null,
        });
        if let Some(usage) = self.usage {
            let output_tokens = 1;
            set(
                &mut message,
                "usage",
                anthropic_usage(Usage {
                    output_tokens,
                    ..usage
                }),
            );
        }
        let mut events = vec![
            anthropic_event("message_start", json!({ "message": message })),
            anthropic_event("ping", json!({})),
        ];
        let mut index = 0;
        if !self.pieces.is_empty() {
            let deltas = self.pieces.iter();
            let deltas = deltas.map(|piece| json!({ "type": "text_delta", "text": piece }));
            let block = json!({ "type": "text", "text": "" });
            events.extend(anthropic_block(index, &block, deltas));
            index += 1;
        }
        for call in &self.tool_calls {
            let block = json!({
                "type": "tool_use", "id": call.id, "name": call.name, "input": {},
            });
            let deltas = halves(&call.arguments)
                .map(|piece| json!({ "type": "input_json_delta", "partial_json": piece }));
            events.extend(anthropic_block(index, &block, deltas.into_iter()));
            index += 1;
        }
        let mut end = json!({ "delta": { "stop_reason": anthropic_finish(&self.finish) } });
        if let Some(usage) = self.usage {
            set(
                &mut end,
                "usage",
                json!({ "output_tokens": usage.output_tokens }),
            );
        }
        events.push(anthropic_event("message_delta", end));
        events.push(anthropic_event("message_stop", json!({})));
        events
    }
}

pub fn openai_reply(text: &str, usage: Option<Usage>) -> Answer {
    Reply::text(text).with_usage(usage).answer(false, false)
}

pub fn openai_stream(pieces: &[&str], usage: Option<Usage>) -> Answer {
    in_pieces(pieces).with_usage(usage).answer(false, true)
}

pub fn openai_tool_reply(calls: &[ToolCall]) -> Answer {
    Reply::tool_calls(calls.to_vec()).answer(false, false)
}

pub fn openai_tool_stream(calls: &[ToolCall]) -> Answer {
    Reply::tool_calls(calls.to_vec()).answer(false, true)
}

pub fn anthropic_reply(text: &str, usage: Option<Usage>) -> Answer {
    Reply::text(text).with_usage(usage).answer(true, false)
}

pub fn anthropic_stream(pieces: &[&str], usage: Option<Usage>) -> Answer {
    in_pieces(pieces).with_usage(usage).answer(true, true)
}

pub fn anthropic_tool_reply(calls: &[ToolCall]) -> Answer {
    Reply::tool_calls(calls.to_vec()).answer(true, false)
}

pub fn anthropic_tool_stream(calls: &[ToolCall]) -> Answer {
    Reply::tool_calls(calls.to_vec()).answer(true, true)
}

fn in_pieces(pieces: &[&str]) -> Reply {
    Reply {
        pieces: pieces.iter().map(|&piece| piece.to_owned()).collect(),
        ..Reply::new()
    }
}

fn streamed(chunks: Vec<String>) -> Answer {
    Answer::Stream {
        chunks,
        framing: Framing::Chunked,
    }
}

fn set(object: &mut Value, name: &str, value: Value) {
    if let Value::Object(fields) = object {
        fields.insert(name.to_owned(), value);
    }
}

/// Arguments arrive in more than one piece.
fn halves(text: &str) -> [&str; 2] {
    let middle = text.floor_char_boundary(text.len() / 2);
    let (first, second) = text.split_at_checked(middle).unwrap_or((text, ""));
    [first, second]
}

fn openai_call(call: &ToolCall) -> Value {
    json!({
        "id": call.id, "type": "function",
        "function": { "name": call.name, "arguments": call.arguments },
    })
}

fn openai_finish(finish: &Finish) -> &'static str {
    match finish {
        Finish::Stop => "stop",
        Finish::ToolCalls => "tool_calls",
        Finish::Length => "length",
        Finish::Filtered => "content_filter",
    }
}

fn openai_usage(usage: Usage) -> Value {
    json!({
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.total(),
        "prompt_tokens_details": { "cached_tokens": usage.cached_input_tokens },
    })
}

fn anthropic_finish(finish: &Finish) -> &'static str {
    match finish {
        Finish::Stop => "end_turn",
        Finish::ToolCalls => "tool_use",
        Finish::Length => "max_tokens",
        Finish::Filtered => "refusal",
    }
}

fn anthropic_usage(usage: Usage) -> Value {
    json!({
        "input_tokens": usage.input_tokens.saturating_sub(usage.cached_input_tokens),
        "cache_read_input_tokens": usage.cached_input_tokens,
        "cache_creation_input_tokens": 0,
        "output_tokens": usage.output_tokens,
    })
}

fn anthropic_event(kind: &str, mut fields: Value) -> String {
    set(&mut fields, "type", json!(kind));
    format!("event: {kind}\ndata: {fields}\n\n")
}

fn anthropic_block(
    index: usize,
    block: &Value,
    deltas: impl Iterator<Item = Value>,
) -> Vec<String> {
    let start = json!({ "index": index, "content_block": block });
    let mut events = vec![anthropic_event("content_block_start", start)];
    for delta in deltas {
        let fields = json!({ "index": index, "delta": delta });
        events.push(anthropic_event("content_block_delta", fields));
    }
    events.push(anthropic_event(
        "content_block_stop",
        json!({ "index": index }),
    ));
    events
}
