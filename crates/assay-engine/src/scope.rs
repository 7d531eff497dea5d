use std::collections::HashMap;

use assay_domain::{CallKey, ChatRequest, OutputFormat, Role, Sampling, TaskId, ToolSpec};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// The calls of one worker, in order. Two workers never share one, so what one does cannot change
/// how the other's calls are named.
pub struct Scope {
    name: String,
    pub(crate) task: Option<TaskId>,
    /// The last occurrence of each call, by the key of its first one.
    occurrences: HashMap<CallKey, u32>,
    messages_told: usize,
    pub(crate) repeats_failures: bool,
}

impl Scope {
    pub fn of_task(task: TaskId) -> Self {
        Self::named(format!("task-{task}"), Some(task))
    }

    pub fn of_step(step: &str) -> Self {
        Self::named(step.to_owned(), None)
    }

    fn named(name: String, task: Option<TaskId>) -> Self {
        Self {
            name,
            task,
            occurrences: HashMap::new(),
            messages_told: 0,
            repeats_failures: false,
        }
    }

    /// The same calls, of which a tool that failed before the crash is not used again: whoever
    /// decided what to do next has been told of it.
    #[must_use]
    pub fn repeating_failures(mut self) -> Self {
        self.repeats_failures = true;
        self
    }

    /// The conversation begins anew: its next message is told from the first word on.
    pub(crate) fn begin_again(&mut self) {
        self.messages_told = 0;
    }

    pub(crate) fn key(&mut self, request: &[u8]) -> CallKey {
        let first = CallKey::new_for(&self.name, request, 0);
        match self.occurrences.get_mut(&first) {
            Some(occurrence) => {
                *occurrence += 1;
                CallKey::new_for(&self.name, request, *occurrence)
            }
            None => {
                self.occurrences.insert(first.clone(), 0);
                first
            }
        }
    }

    /// What the journal does not know yet of a conversation: storing the whole of it at every turn
    /// would grow with the square of its length.
    pub(crate) fn news<'a>(&mut self, request: &'a ChatRequest, written: &'a Written) -> News<'a> {
        if request.messages.len() < self.messages_told {
            self.messages_told = 0;
        }
        let first = self.messages_told == 0;
        let told = std::mem::replace(&mut self.messages_told, request.messages.len());
        News {
            system: first.then_some(&written.system),
            tools: if first {
                request.tools.iter().map(|tool| &tool.name).collect()
            } else {
                Vec::new()
            },
            messages: written.messages.get(told..).unwrap_or_default(),
        }
    }
}

/// What a call adds to its conversation.
#[derive(Serialize)]
pub(crate) struct News<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<&'a String>,
    messages: &'a [Box<RawValue>],
}

/// The long parts of a request as JSON, which its key and its news both hold.
pub(crate) struct Written {
    system: Box<RawValue>,
    messages: Vec<Box<RawValue>>,
}

impl Written {
    pub(crate) fn of(request: &ChatRequest) -> serde_json::Result<Self> {
        Ok(Self {
            system: to_raw_value(&request.system)?,
            messages: request
                .messages
                .iter()
                .map(to_raw_value)
                .collect::<Result<_, _>>()?,
        })
    }
}

/// A [`ChatRequest`] whose long parts are written already; the same JSON, byte by byte.
#[derive(Serialize)]
struct Keyed<'a> {
    role: Role,
    model: &'a str,
    system: &'a RawValue,
    tools: &'a [ToolSpec],
    messages: &'a [Box<RawValue>],
    output: &'a OutputFormat,
    sampling: Sampling,
    max_output_tokens: u32,
}

pub(crate) fn request_json(
    request: &ChatRequest,
    written: &Written,
) -> serde_json::Result<Vec<u8>> {
    // A new field of a request has to be told apart by its key too.
    let ChatRequest {
        role,
        model,
        system: _,
        tools,
        messages: _,
        output,
        sampling,
        max_output_tokens,
    } = request;
    let keyed = Keyed {
        role: *role,
        model,
        system: &written.system,
        tools,
        messages: &written.messages,
        output,
        sampling: *sampling,
        max_output_tokens: *max_output_tokens,
    };
    // A buffer that starts small would be copied again and again while a prompt is written into it.
    let messages = written.messages.iter().map(|message| message.get().len());
    let length = written.system.get().len() + messages.sum::<usize>();
    let mut json = Vec::with_capacity(length + 2_048);
    serde_json::to_writer(&mut json, &keyed)?;
    Ok(json)
}

#[cfg(test)]
mod tests {
    use assay_domain::{ChatRequest, Message, OutputFormat, Role, Sampling, ToolCall, ToolSpec};

    use super::{Written, request_json};

    #[test]
    fn a_request_is_keyed_by_the_whole_of_it() {
        let request = ChatRequest {
            role: Role::Search,
            model: "model".to_owned(),
            system: "Say “yes”.\n".to_owned(),
            tools: vec![ToolSpec {
                name: "look".to_owned(),
                description: "Looks.".to_owned(),
                parameters: serde_json::json!({"type": "object"}),
            }],
            messages: vec![
                Message::User {
                    text: "营业收入？".to_owned(),
                },
                Message::Assistant {
                    text: String::new(),
                    tool_calls: vec![ToolCall {
                        id: "1".to_owned(),
                        name: "look".to_owned(),
                        arguments: "{\"at\":1}".to_owned(),
                    }],
                },
            ],
            output: OutputFormat::Text,
            sampling: Sampling {
                temperature: 0.5,
                top_p: 1.0,
            },
            max_output_tokens: 4_000,
        };
        let written = Written::of(&request).unwrap();
        let keyed = request_json(&request, &written).unwrap();
        assert_eq!(keyed, serde_json::to_vec(&request).unwrap());
    }
}
