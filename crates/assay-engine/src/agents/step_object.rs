use assay_domain::{ChatReply, Finish, Language, ToolCall, ToolMode, ToolSpec};
use assay_llm::read_json;
use assay_plan::Turn;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::prompts::{Fill, Prompt};
use crate::workshop::WorkError;

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
fn schema(tools: &[&str]) -> Value {
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

/// Adds to a system prompt how a model without tool calls names its next step, and gives the schema
/// of a step; nothing and `null` for one that calls tools.
pub(super) fn explain(
    system: &mut String,
    tools: &[ToolSpec],
    mode: ToolMode,
    language: Language,
) -> Result<Value, WorkError> {
    if mode == ToolMode::Native {
        return Ok(Value::Null);
    }
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    let schema = schema(&names);
    let values = [
        ("tools", Fill::Ours(&serde_json::to_string(tools)?)),
        ("schema", Fill::Ours(&schema.to_string())),
    ];
    system.push_str("\n\n");
    system.push_str(&Prompt::StepObject.render(language, &values)?);
    Ok(schema)
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
