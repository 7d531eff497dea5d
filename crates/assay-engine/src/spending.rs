//! What a call of a model may take, and what it took.

use assay_domain::{
    ChatReply, ChatRequest, Language, Message, OutputFormat, Spend, ToolCall, Usage,
};
use assay_llm::{LlmError, ProviderConfig, Sent, estimate_tokens};

/// What a call may take at most, by a rough count of its prompt.
#[derive(Clone, Copy)]
pub(crate) struct Estimate {
    /// With an answer as long as it may be.
    pub(crate) whole: Spend,
    prompt: Spend,
}

impl Estimate {
    pub(crate) fn new(config: &ProviderConfig, request: &ChatRequest) -> Self {
        let prompt = Usage {
            input_tokens: input_tokens(request),
            ..Usage::default()
        };
        let whole = Usage {
            output_tokens: u64::from(request.max_output_tokens),
            ..prompt
        };
        let spend = |usage: Usage| Spend {
            tokens: usage.total(),
            cost: config.cost(usage),
        };
        Self {
            whole: spend(whole),
            prompt: spend(prompt),
        }
    }

    /// What a try counts for that gave no reply. Nobody says what its server charges; what may have
    /// been written before the connection went is taken for written.
    pub(crate) fn of_failed(&self, error: &LlmError) -> Spend {
        match error.sent() {
            Sent::Nothing => Spend::default(),
            Sent::Prompt => self.prompt,
            Sent::PromptAndMaybeMore => self.whole,
        }
    }
}

/// What a reply took. A server that gives no figure, or none for a text that is there, is not
/// believed: its calls would be free and a ceiling would hold nothing.
pub(crate) fn believed(request: &ChatRequest, reply: &ChatReply) -> Usage {
    let mut usage = reply.usage.unwrap_or_default();
    if usage.input_tokens == 0 {
        usage.input_tokens = input_tokens(request);
    }
    if usage.output_tokens == 0 {
        usage.output_tokens =
            estimate_tokens(&reply.text) + call_tokens(&reply.tool_calls).sum::<u64>();
    }
    usage
}

/// That the figures of a model's server are not believed, as an assumption of the run.
pub(crate) fn unbelieved_usage(language: Language, model: &str) -> (String, String) {
    (
        language.pick(
            format!("tokens used by {model}"),
            format!("{model} 的词元用量"),
        ),
        language
            .pick(
                "estimated from the text: its server reports 0 for a text that is not empty",
                "由文本估算：其服务器对非空文本报告用量为 0",
            )
            .to_owned(),
    )
}

fn input_tokens(request: &ChatRequest) -> u64 {
    let tools = request.tools.iter().map(|tool| {
        let parameters = tool.parameters.to_string();
        [&tool.name, &tool.description, &parameters]
            .map(|text| estimate_tokens(text))
            .iter()
            .sum::<u64>()
    });
    let messages = request.messages.iter().map(|message| match message {
        Message::Assistant { text, tool_calls } => {
            estimate_tokens(text) + call_tokens(tool_calls).sum::<u64>()
        }
        Message::User { text } | Message::Tool { text, .. } => estimate_tokens(text),
    });
    let schema = match &request.output {
        OutputFormat::Text => 0,
        OutputFormat::Json { schema, .. } => estimate_tokens(&schema.to_string()),
    };
    estimate_tokens(&request.system) + schema + tools.sum::<u64>() + messages.sum::<u64>()
}

fn call_tokens(calls: &[ToolCall]) -> impl Iterator<Item = u64> {
    calls
        .iter()
        .map(|call| estimate_tokens(&call.name) + estimate_tokens(&call.arguments))
}
