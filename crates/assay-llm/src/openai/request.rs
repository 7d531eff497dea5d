use std::borrow::Cow;

use assay_domain::{ChatRequest, Effort, Message, OutputFormat, ToolCall, ToolSpec, json_text};
use serde::Serialize;
use serde_json::Value;

use crate::schema::{is_strict, system_with_schema};
use crate::{ProviderConfig, StructuredOutput};

/// Field order is fixed and what changes from call to call comes last, so that a provider's prompt
/// cache finds the same prefix.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    messages: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
}

#[derive(Serialize)]
struct Tool<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Value,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
    /// Never `null`: there are servers that fail on it.
    #[serde(serialize_with = "json_text::serialize")]
    content: Cow<'a, str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<Call<'a>>,
}

#[derive(Serialize)]
struct Call<'a> {
    id: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    function: CalledFunction<'a>,
}

#[derive(Serialize)]
struct CalledFunction<'a> {
    name: &'a str,
    arguments: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat<'a> {
    JsonSchema { json_schema: NamedSchema<'a> },
    JsonObject { schema: &'a Value },
}

#[derive(Serialize)]
struct NamedSchema<'a> {
    name: &'a str,
    strict: bool,
    schema: &'a Value,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

pub(crate) fn body(
    request: &ChatRequest,
    config: &ProviderConfig,
    takes_sampling: bool,
    stream: bool,
) -> Result<Vec<u8>, serde_json::Error> {
    let sampling = takes_sampling.then_some(request.sampling);
    let newer_limit = is_openai_itself(&config.base_url);
    let limit = Some(request.max_output_tokens);
    let body = Body {
        model: &request.model,
        tools: tools(request),
        messages: turns(request, config.structured),
        response_format: response_format(&request.output, config.structured),
        temperature: sampling.map(|sampling| sampling.temperature),
        top_p: sampling.map(|sampling| sampling.top_p),
        reasoning_effort: request.sampling.effort.map(Effort::name),
        max_tokens: limit.filter(|_| !newer_limit),
        max_completion_tokens: limit.filter(|_| newer_limit),
        stream,
        stream_options: stream.then_some(StreamOptions {
            include_usage: true,
        }),
    };
    // A buffer that starts small would be copied again and again while a prompt is written into it.
    let length: usize = body.messages.iter().map(|turn| turn.content.len()).sum();
    let mut json = Vec::with_capacity(length + length / 8 + 2_048);
    serde_json::to_writer(&mut json, &body)?;
    Ok(json)
}

/// OpenAI's newer models refuse `max_tokens`; other servers know nothing else.
fn is_openai_itself(base_url: &str) -> bool {
    reqwest::Url::parse(base_url).is_ok_and(|url| url.host_str() == Some("api.openai.com"))
}

fn tools(request: &ChatRequest) -> Vec<Tool<'_>> {
    request.tools.iter().map(tool).collect()
}

fn tool(spec: &ToolSpec) -> Tool<'_> {
    Tool {
        kind: "function",
        function: Function {
            name: &spec.name,
            description: &spec.description,
            parameters: &spec.parameters,
        },
    }
}

fn turns(request: &ChatRequest, structured: StructuredOutput) -> Vec<Turn<'_>> {
    let mut turns = Vec::with_capacity(request.messages.len() + 1);
    let system = system(request, structured);
    if !system.is_empty() {
        turns.push(turn("system", system));
    }
    turns.extend(request.messages.iter().map(message));
    turns
}

fn system(request: &ChatRequest, structured: StructuredOutput) -> Cow<'_, str> {
    match &request.output {
        OutputFormat::Json { name, schema } if structured != StructuredOutput::JsonSchema => {
            Cow::Owned(system_with_schema(&request.system, name, schema))
        }
        OutputFormat::Json { .. } | OutputFormat::Text => Cow::Borrowed(&request.system),
    }
}

fn message(message: &Message) -> Turn<'_> {
    match message {
        Message::User { text } => turn("user", Cow::Borrowed(text)),
        Message::Assistant { text, tool_calls } => Turn {
            tool_calls: tool_calls.iter().map(call).collect(),
            ..turn("assistant", Cow::Borrowed(text))
        },
        Message::Tool { call_id, text, .. } => Turn {
            tool_call_id: Some(call_id),
            ..turn("tool", Cow::Borrowed(text))
        },
    }
}

fn turn<'a>(role: &'static str, content: Cow<'a, str>) -> Turn<'a> {
    Turn {
        role,
        tool_call_id: None,
        content,
        tool_calls: Vec::new(),
    }
}

fn call(call: &ToolCall) -> Call<'_> {
    Call {
        id: &call.id,
        kind: "function",
        function: CalledFunction {
            name: &call.name,
            arguments: &call.arguments,
        },
    }
}

fn response_format(
    output: &OutputFormat,
    structured: StructuredOutput,
) -> Option<ResponseFormat<'_>> {
    let OutputFormat::Json { name, schema } = output else {
        return None;
    };
    match structured {
        StructuredOutput::JsonSchema => Some(ResponseFormat::JsonSchema {
            json_schema: NamedSchema {
                name,
                strict: is_strict(schema),
                schema,
            },
        }),
        StructuredOutput::JsonObject => Some(ResponseFormat::JsonObject { schema }),
        StructuredOutput::PromptOnly => None,
    }
}
