use assay_domain::{ChatReply, Finish, ToolCall, Usage};

use crate::ThinkFilter;
use crate::fault::Fault;

/// Receives visible text as it arrives.
pub(crate) type OnText<'a> = dyn FnMut(&str) + Send + 'a;

/// Puts a reply together from its pieces and refuses to hand it out before it is complete.
#[derive(Debug, Default)]
pub(crate) struct Assembly {
    text: String,
    think: ThinkFilter,
    /// Shows nothing until the thought is known to be over.
    hold_preview: bool,
    saw_stray_close: bool,
    calls: Vec<PartialCall>,
    finish: Option<Finish>,
    pub(crate) usage: Option<Usage>,
    pub(crate) model: String,
    /// The text is the provider's refusal, not the model's answer.
    pub(crate) refused: bool,
    /// The dialect's terminal event was seen.
    pub(crate) ended: bool,
}

#[derive(Debug)]
struct PartialCall {
    index: u64,
    id: String,
    name: String,
    arguments: String,
}

impl Assembly {
    pub(crate) fn new(hold_preview: bool) -> Self {
        Self {
            hold_preview,
            ..Self::default()
        }
    }

    pub(crate) fn saw_stray_close(&self) -> bool {
        self.saw_stray_close
    }

    pub(crate) fn push_text(&mut self, piece: &str, on_text: &mut OnText<'_>) -> Result<(), Fault> {
        if piece.is_empty() {
            return Ok(());
        }
        if self.finish.is_some() {
            return Err(Fault::malformed("text after its end", piece.as_bytes()));
        }
        let mut shown = self.text.len();
        if self.think.push(piece, &mut self.text) {
            self.saw_stray_close = true;
            self.hold_preview = false;
            shown = 0;
        }
        self.preview(shown, on_text);
        Ok(())
    }

    fn preview(&self, shown: usize, on_text: &mut OnText<'_>) {
        if self.hold_preview {
            return;
        }
        if let Some(fresh) = self.text.get(shown..).filter(|fresh| !fresh.is_empty()) {
            on_text(fresh);
        }
    }

    /// A piece of the tool call at `index`. Servers send the id and the name once, or every time,
    /// and some give every call the index 0 and tell them apart by id alone.
    pub(crate) fn push_call(&mut self, index: u64, id: &str, name: &str, arguments: &str) {
        let same = |call: &&mut PartialCall| {
            call.index == index && (id.is_empty() || call.id.is_empty() || call.id == id)
        };
        if let Some(call) = self.calls.iter_mut().rev().find(same) {
            if call.id.is_empty() {
                call.id.push_str(id);
            }
            if call.name.is_empty() {
                call.name.push_str(name);
            }
            call.arguments.push_str(arguments);
            return;
        }
        self.calls.push(PartialCall {
            index,
            id: id.to_owned(),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        });
    }

    pub(crate) fn set_finish(&mut self, finish: Finish) {
        self.finish = Some(finish);
    }

    /// The reply, if it is one.
    pub(crate) fn complete(
        &mut self,
        asked_model: &str,
        on_text: &mut OnText<'_>,
    ) -> Result<ChatReply, Fault> {
        let (true, Some(finish)) = (self.ended, self.finish.take()) else {
            return Err(Fault::Truncated);
        };
        let shown = if self.hold_preview {
            0
        } else {
            self.text.len()
        };
        self.hold_preview = false;
        self.think.finish(&mut self.text);
        self.preview(shown, on_text);

        let tool_calls = self.take_calls()?;
        let finish = match finish {
            Finish::Stop if self.refused => Finish::Filtered,
            Finish::Stop if !tool_calls.is_empty() => Finish::ToolCalls,
            Finish::ToolCalls if tool_calls.is_empty() => {
                return Err(Fault::malformed(
                    "it announces tool calls and has none",
                    b"",
                ));
            }
            other => other,
        };
        if finish == Finish::Stop && self.think.is_open() {
            // Behind an open thought may stand the rest of the answer: what is before it is a part.
            self.text.clear();
        }
        if self.model.is_empty() {
            self.model.push_str(asked_model);
        }
        Ok(ChatReply {
            text: std::mem::take(&mut self.text),
            tool_calls,
            finish,
            usage: self.usage,
            model: std::mem::take(&mut self.model),
        })
    }

    fn take_calls(&mut self) -> Result<Vec<ToolCall>, Fault> {
        let calls = std::mem::take(&mut self.calls);
        let mut complete = Vec::with_capacity(calls.len());
        for (position, call) in calls.into_iter().enumerate() {
            if call.name.is_empty() {
                let arguments = call.arguments.as_bytes();
                return Err(Fault::malformed("a tool call without a name", arguments));
            }
            complete.push(ToolCall {
                id: named_or(call.id, || format!("call_{}", position + 1)),
                name: call.name,
                arguments: named_or(call.arguments, || "{}".to_owned()),
            });
        }
        Ok(complete)
    }
}

/// Tools without parameters are called without arguments; some servers give calls no id.
fn named_or(text: String, otherwise: impl FnOnce() -> String) -> String {
    if text.is_empty() { otherwise() } else { text }
}
