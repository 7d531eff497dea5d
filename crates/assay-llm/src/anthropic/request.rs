use std::borrow::Cow;

use assay_domain::{ChatRequest, Effort, Message, OutputFormat, Sampling, ToolCall, json_text};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::schema::system_with_schema;
use crate::{ProviderConfig, StructuredOutput};

/// The cached prefix (tools, system) is marked; what changes from call to call comes after it.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<SystemBlock<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    messages: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig<'a>>,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    stream: bool,
}

#[derive(Serialize)]
struct SystemBlock<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(serialize_with = "json_text::serialize")]
    text: Cow<'a, str>,
    cache_control: CacheControl,
}

#[derive(Serialize)]
struct CacheControl {
    #[serde(rename = "type")]
    kind: &'static str,
}

const EPHEMERAL: CacheControl = CacheControl { kind: "ephemeral" };

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Vec<Block<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text {
        #[serde(serialize_with = "json_text::serialize")]
        text: &'a str,
    },
    ToolUse {
        id: &'a str,
        name: &'a str,
        input: Cow<'a, RawValue>,
    },
    ToolResult {
        tool_use_id: &'a str,
        #[serde(serialize_with = "json_text::serialize")]
        content: &'a str,
    },
}

#[derive(Serialize)]
struct OutputConfig<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Format<'a>>,
}

#[derive(Serialize)]
struct Format<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    schema: &'a Value,
}

pub(crate) fn body(
    request: &ChatRequest,
    config: &ProviderConfig,
    takes_sampling: bool,
    stream: bool,
) -> Result<Vec<u8>, serde_json::Error> {
    let sampling = takes_sampling.then_some(request.sampling);
    serde_json::to_vec(&Body {
        model: &request.model,
        system: system(request, config.structured),
        tools: tools(request),
        messages: turns(&request.messages)?,
        output_config: output_config(request, config.structured),
        max_tokens: request.max_output_tokens,
        temperature: sampling.and_then(temperature),
        top_p: sampling.and_then(top_p),
        stream,
    })
}

/// Anthropic's newer models refuse temperature and top-p together. The temperature goes unless only
/// top-p says anything.
fn temperature(sampling: Sampling) -> Option<f64> {
    (top_p(sampling).is_none()).then_some(sampling.temperature.clamp(0.0, 1.0))
}

fn top_p(sampling: Sampling) -> Option<f64> {
    (sampling.temperature >= 1.0 && sampling.top_p < 1.0).then_some(sampling.top_p)
}

fn system(request: &ChatRequest, structured: StructuredOutput) -> Vec<SystemBlock<'_>> {
    let text = match &request.output {
        OutputFormat::Json { name, schema } if structured != StructuredOutput::JsonSchema => {
            Cow::Owned(system_with_schema(&request.system, name, schema))
        }
        OutputFormat::Json { .. } | OutputFormat::Text => Cow::Borrowed(request.system.as_str()),
    };
    if text.is_empty() {
        return Vec::new();
    }
    vec![SystemBlock {
        kind: "text",
        text,
        cache_control: EPHEMERAL,
    }]
}

fn tools(request: &ChatRequest) -> Vec<Tool<'_>> {
    let last = request.tools.len().saturating_sub(1);
    request
        .tools
        .iter()
        .enumerate()
        .map(|(position, spec)| Tool {
            name: &spec.name,
            description: &spec.description,
            input_schema: &spec.parameters,
            cache_control: (position == last).then_some(EPHEMERAL),
        })
        .collect()
}

/// Results of tools and what the user says next are one user turn: the dialect wants turns to
/// alternate.
fn turns(messages: &[Message]) -> Result<Vec<Turn<'_>>, serde_json::Error> {
    let mut turns: Vec<Turn<'_>> = Vec::with_capacity(messages.len());
    for message in messages {
        let (role, blocks) = match message {
            Message::User { text } => ("user", text_block(text)),
            Message::Tool { call_id, text, .. } => ("user", vec![tool_result(call_id, text)]),
            Message::Assistant { text, tool_calls } => {
                let mut blocks = text_block(text);
                for call in tool_calls {
                    blocks.push(tool_use(call)?);
                }
                ("assistant", blocks)
            }
        };
        match turns.last_mut() {
            Some(turn) if turn.role == role => turn.content.extend(blocks),
            _ if blocks.is_empty() => {}
            _ => turns.push(Turn {
                role,
                content: blocks,
            }),
        }
    }
    Ok(turns)
}

/// Empty text blocks are refused by the server.
fn text_block(text: &str) -> Vec<Block<'_>> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    vec![Block::Text { text }]
}

fn tool_result<'a>(tool_use_id: &'a str, content: &'a str) -> Block<'a> {
    Block::ToolResult {
        tool_use_id,
        content,
    }
}

/// The dialect wants an object. Arguments that are none are sent back as they were, under a name.
fn tool_use(call: &ToolCall) -> Result<Block<'_>, serde_json::Error> {
    let object = serde_json::from_str::<&RawValue>(&call.arguments)
        .ok()
        .filter(|raw| raw.get().starts_with('{'));
    let input = match object {
        Some(raw) => Cow::Borrowed(raw),
        None => {
            let wrapped = serde_json::json!({ "invalid_arguments": call.arguments });
            Cow::Owned(RawValue::from_string(wrapped.to_string())?)
        }
    };
    Ok(Block::ToolUse {
        id: &call.id,
        name: &call.name,
        input,
    })
}

fn output_config(request: &ChatRequest, structured: StructuredOutput) -> Option<OutputConfig<'_>> {
    let format = match &request.output {
        OutputFormat::Json { schema, .. } if structured == StructuredOutput::JsonSchema => {
            Some(Format {
                kind: "json_schema",
                schema,
            })
        }
        OutputFormat::Json { .. } | OutputFormat::Text => None,
    };
    let effort = request.sampling.effort.map(effort);
    (format.is_some() || effort.is_some()).then_some(OutputConfig { effort, format })
}

/// Anthropic knows no less than `low`.
fn effort(wanted: Effort) -> &'static str {
    match wanted {
        Effort::Minimal | Effort::Low => Effort::Low.name(),
        Effort::Medium | Effort::High => wanted.name(),
    }
}
