use std::time::Duration;

use assay_domain::{
    ChatReply, ChatRequest, Message, OutputFormat, Role, Sampling, ToolCall, ToolSpec, Usage,
};
use assay_llm::{Client, Dialect, LlmError, ProviderConfig};
use assay_testkit::{Answer, FakeProvider, Reply, Script};
use serde_json::json;

pub(crate) const DIALECTS: [Dialect; 2] = [Dialect::OpenAi, Dialect::Anthropic];

pub(crate) const USAGE: Usage = Usage {
    input_tokens: 100,
    cached_input_tokens: 64,
    output_tokens: 7,
};

pub(crate) async fn serve(script: Script) -> FakeProvider {
    FakeProvider::start(script).await.unwrap()
}

pub(crate) fn config(server: &FakeProvider, dialect: Dialect) -> ProviderConfig {
    ProviderConfig::new("lab", dialect, server.base_url())
}

pub(crate) fn client(server: &FakeProvider, dialect: Dialect) -> Client {
    Client::new(config(server, dialect)).unwrap()
}

pub(crate) fn hurried(server: &FakeProvider, dialect: Dialect) -> Client {
    Client::new(ProviderConfig {
        first_byte_timeout: Duration::from_millis(150),
        idle_timeout: Duration::from_millis(150),
        total_timeout: Duration::from_millis(400),
        ..config(server, dialect)
    })
    .unwrap()
}

pub(crate) fn request() -> ChatRequest {
    ChatRequest {
        role: Role::Search,
        model: "m-1".to_owned(),
        system: "You read filings.".to_owned(),
        tools: Vec::new(),
        messages: vec![Message::User {
            text: "毛利率多少?".to_owned(),
        }],
        output: OutputFormat::Text,
        sampling: Sampling {
            temperature: 0.2,
            top_p: 0.9,
            effort: None,
        },
        max_output_tokens: 512,
    }
}

pub(crate) fn with_tools() -> ChatRequest {
    let tool = |name: &str, description: &str| ToolSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "query": { "type": "string" } },
            "required": ["query"],
        }),
    };
    ChatRequest {
        tools: vec![
            tool("search", "Searches the library."),
            tool("read", "Reads a passage."),
        ],
        ..request()
    }
}

pub(crate) fn call(id: &str, name: &str, arguments: &str) -> ToolCall {
    ToolCall {
        id: id.to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_owned(),
    }
}

/// What one answer becomes, and the text that was shown on the way.
pub(crate) struct Heard {
    pub(crate) result: Result<ChatReply, LlmError>,
    pub(crate) shown: String,
}

pub(crate) async fn ask(client: &Client, request: &ChatRequest, stream: bool) -> Heard {
    let mut shown = String::new();
    let result = client
        .chat(request, stream, &mut |text| shown.push_str(text))
        .await;
    Heard { result, shown }
}

/// A server that says only this, asked once in the dialect.
pub(crate) async fn hear(answer: Answer, dialect: Dialect, stream: bool) -> Heard {
    let server = serve(Script::always(answer)).await;
    ask(&client(&server, dialect), &request(), stream).await
}

pub(crate) fn reply_of(pieces: &[&str]) -> Reply {
    Reply {
        pieces: pieces.iter().map(|&piece| piece.to_owned()).collect(),
        ..Reply::text("").with_usage(Some(USAGE))
    }
}

/// The variant of an error, for tables.
pub(crate) fn kind(error: &LlmError) -> &'static str {
    match error {
        LlmError::Configuration { .. } => "configuration",
        LlmError::Unreachable { .. } => "unreachable",
        LlmError::Auth { .. } => "auth",
        LlmError::UnknownModel { .. } => "unknown model",
        LlmError::RateLimited { .. } => "rate limited",
        LlmError::QuotaExhausted { .. } => "quota exhausted",
        LlmError::Timeout { .. } => "timeout",
        LlmError::Truncated { .. } => "truncated",
        LlmError::Malformed { .. } => "malformed",
        LlmError::TooLarge { .. } => "too large",
        LlmError::ContextOverflow { .. } => "context overflow",
        LlmError::Server { .. } => "server",
        LlmError::Rejected { .. } => "rejected",
    }
}
