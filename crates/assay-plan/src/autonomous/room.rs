//! How much of the context things take.

use assay_domain::{ChatRequest, Message};

use crate::agent::AgentSpec;

pub(super) fn fixed_tokens(spec: &AgentSpec, task: &str, count: fn(&str) -> u64) -> u64 {
    let tools = spec.tools.iter().map(|tool| {
        count(&tool.name) + count(&tool.description) + count(&tool.parameters.to_string())
    });
    count(&spec.system)
        + count(task)
        + tools.sum::<u64>()
        + count(&spec.step_schema.to_string())
        + u64::from(spec.max_output_tokens)
}

/// Tokens of a request and of the longest answer to it.
pub(super) fn request_tokens(request: &ChatRequest, count: fn(&str) -> u64) -> u64 {
    let tools = request.tools.iter().map(|tool| {
        count(&tool.name) + count(&tool.description) + count(&tool.parameters.to_string())
    });
    let messages = request.messages.iter().map(|message| match message {
        Message::User { text } => count(text),
        Message::Assistant { text, tool_calls } => {
            let calls = tool_calls
                .iter()
                .map(|call| count(&call.name) + count(&call.arguments));
            count(text) + calls.sum::<u64>()
        }
        Message::Tool { name, text, .. } => count(name) + count(text),
    });
    count(&request.system)
        + tools.sum::<u64>()
        + messages.sum::<u64>()
        + u64::from(request.max_output_tokens)
}

/// A text of at most `tokens`. Fenced blocks stay whole: a fence that is not closed would let data
/// pass for words of the program.
pub(super) fn cut(text: &str, tokens: u64, count: fn(&str) -> u64) -> String {
    const FENCE: &str = "</data>";
    if count(text) <= tokens {
        return text.to_owned();
    }
    let mut characters = text.chars().count();
    let mut kept = String::new();
    while characters > 0 {
        characters = characters * 3 / 4;
        kept = text.chars().take(characters).collect();
        if count(&kept) + 4 <= tokens {
            break;
        }
    }
    if kept.matches("<data").count() > kept.matches(FENCE).count() {
        let end = kept.rfind(FENCE).map(|at| at + FENCE.len());
        match end {
            Some(end) => kept.truncate(end),
            None => kept.push_str("\n</data>"),
        }
    }
    kept.push_str("\n[…]");
    kept
}
