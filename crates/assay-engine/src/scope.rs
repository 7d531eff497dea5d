use std::collections::HashMap;

use assay_domain::{CallKey, ChatRequest, TaskId, ToolSpec};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The calls of one worker, in order. Two workers never share one, so what one does cannot change
/// how the other's calls are named.
pub struct Scope {
    name: String,
    pub(crate) task: Option<TaskId>,
    /// The last occurrence of each call, by the key of its first one.
    occurrences: HashMap<CallKey, u32>,
    messages_told: usize,
    /// The ceiling that an answer of this conversation once needed, in tokens.
    pub(crate) raised_ceiling: u32,
    pub(crate) repeats_failures: bool,
    /// Its next calls ask again for what was asked for before.
    pub(crate) asks_again: bool,
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
            raised_ceiling: 0,
            repeats_failures: false,
            asks_again: false,
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

    /// Messages behind the first `messages` are no part of the conversation that goes on.
    pub(crate) fn forget_after(&mut self, messages: usize) {
        self.messages_told = self.messages_told.min(messages);
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

    /// What the journal does not know yet of a conversation, as JSON: storing the whole of it at
    /// every turn would grow with the square of its length. `json` is the request's own.
    pub(crate) fn news(&mut self, request: &ChatRequest, json: &str) -> serde_json::Result<String> {
        let Conversation { system, messages } = serde_json::from_str(json)?;
        if messages.len() < self.messages_told {
            self.messages_told = 0;
        }
        let told = std::mem::replace(&mut self.messages_told, messages.len());
        let is_first = told == 0;
        let tools: &[ToolSpec] = if is_first { &request.tools } else { &[] };
        serde_json::to_string(&News {
            system: is_first.then_some(system),
            tools: tools.iter().map(|tool| tool.name.as_str()).collect(),
            messages: messages.get(told..).unwrap_or_default(),
        })
    }
}

/// The long parts of a request as they stand in its JSON.
#[derive(Deserialize)]
struct Conversation<'a> {
    #[serde(borrow)]
    system: &'a RawValue,
    #[serde(borrow)]
    messages: Vec<&'a RawValue>,
}

/// What a call adds to its conversation.
#[derive(Serialize)]
struct News<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<&'a str>,
    messages: &'a [&'a RawValue],
}

#[cfg(test)]
mod tests {
    use assay_domain::{ChatRequest, Message, OutputFormat, Role, Sampling, ToolSpec};

    use super::Scope;

    fn said(text: &str) -> Message {
        Message::User {
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_call_tells_what_the_calls_before_it_did_not() {
        let mut request = ChatRequest {
            role: Role::Search,
            model: "model".to_owned(),
            system: "Say “yes”.\n".to_owned(),
            tools: vec![ToolSpec {
                name: "look".to_owned(),
                description: "Looks.".to_owned(),
                parameters: serde_json::json!({"type": "object"}),
            }],
            messages: vec![said("营业收入？")],
            output: OutputFormat::Text,
            sampling: Sampling {
                temperature: 0.5,
                top_p: 1.0,
                effort: None,
            },
            max_output_tokens: 4_000,
        };
        let mut scope = Scope::of_step("step");
        let mut news = |request: &ChatRequest| {
            let json = serde_json::to_string(request).unwrap();
            scope.news(request, &json).unwrap()
        };
        let all = r#"{"system":"Say “yes”.\n","tools":["look"],"messages":[{"from":"user","text":"营业收入？"}]}"#;
        assert_eq!(news(&request), all);
        request.messages.push(said("再看 \"一遍\""));
        assert_eq!(
            news(&request),
            r#"{"messages":[{"from":"user","text":"再看 \"一遍\""}]}"#
        );
        request.messages.pop();
        assert_eq!(news(&request), all);
    }
}
