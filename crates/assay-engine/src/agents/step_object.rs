use assay_domain::{ChatReply, Finish, ToolCall, ToolMode};
use assay_llm::read_json;
use assay_plan::Turn;
use serde::Deserialize;
use serde_json::{Value, json};

/// One turn of a model that has no tool calls: what to do next, as JSON.
#[derive(Deserialize)]
struct StepObject {
    action: String,
    #[serde(default)]
    arguments: Value,
    #[serde(default)]
    section: String,
}

const FINISH: &str = "finish";

/// The schema of a step: one of the tools, or `finish` with the section.
pub(super) fn schema(tools: &[&str]) -> Value {
    let mut actions: Vec<&str> = tools.to_vec();
    actions.push(FINISH);
    json!({
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": actions},
            "arguments": {"type": "object"},
            "section": {"type": "string"},
        },
        "required": ["action"],
    })
}

/// Reads a reply as the turn it is in the mode the model was asked in.
pub(super) fn turn(mode: ToolMode, reply: ChatReply, cut: &str) -> Turn {
    if reply.finish == Finish::Length {
        return Turn::Unreadable {
            text: reply.text,
            problem: cut.to_owned(),
        };
    }
    if !reply.tool_calls.is_empty() {
        return Turn::Tools {
            text: reply.text,
            calls: reply.tool_calls,
        };
    }
    match mode {
        ToolMode::Native => Turn::Answer { text: reply.text },
        ToolMode::StepObject => step(reply.text),
    }
}

fn step(text: String) -> Turn {
    match read_json::<StepObject>(&text) {
        Err(problem) => Turn::Unreadable {
            text,
            problem: problem.to_string(),
        },
        Ok(step) if step.action == FINISH => Turn::Answer { text: step.section },
        Ok(step) => {
            let arguments = step.arguments.to_string();
            let call = ToolCall {
                id: "step".to_owned(),
                name: step.action,
                arguments,
            };
            Turn::Tools {
                text,
                calls: vec![call],
            }
        }
    }
}
