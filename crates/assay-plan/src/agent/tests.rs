use assay_domain::{Message, Role, Sampling, ToolCall, ToolMode};

use super::*;

fn agent(mode: ToolMode, max_steps: u32) -> Agent {
    Agent::new(AgentSpec {
        role: Role::Search,
        model: "fake/m".to_owned(),
        system: "system".to_owned(),
        task: "task".to_owned(),
        tools: vec![ToolSpec {
            name: "search".to_owned(),
            description: "find".to_owned(),
            parameters: serde_json::json!({}),
        }],
        mode,
        step_schema: serde_json::json!({"type": "object"}),
        sampling: Sampling {
            temperature: 0.3,
            top_p: 0.85,
            effort: None,
        },
        max_output_tokens: 100,
        max_steps,
        max_attempts: 2,
        finish_prompt: "write now".to_owned(),
    })
}

fn search() -> ToolCall {
    ToolCall {
        id: "c1".to_owned(),
        name: "search".to_owned(),
        arguments: "{}".to_owned(),
    }
}

fn tools() -> Turn {
    Turn::Tools {
        text: String::new(),
        calls: vec![search()],
    }
}

fn answer(text: &str) -> Turn {
    Turn::Answer {
        text: text.to_owned(),
    }
}

fn request(agent: &Agent) -> &ChatRequest {
    match agent.next() {
        AgentStep::CallModel => agent.request(),
        other => panic!("expected a model call, got {other:?}"),
    }
}

#[test]
fn tools_then_an_answer_that_is_accepted() {
    let mut agent = agent(ToolMode::Native, 5);
    assert_eq!(request(&agent).messages.len(), 1);
    agent.on_turn(tools());
    assert_eq!(agent.next(), &AgentStep::CallTools(vec![search()]));
    agent.on_tool_results(vec![(search(), "found".to_owned())]);
    assert_eq!(request(&agent).messages.len(), 3);
    agent.on_turn(answer("text"));
    assert_eq!(
        agent.next(),
        &AgentStep::Review {
            text: "text".to_owned(),
            last_chance: false
        }
    );
    agent.accept("text".to_owned());
    assert_eq!(
        agent.next(),
        &AgentStep::Done {
            text: "text".to_owned()
        }
    );
}

#[test]
fn an_agent_that_only_searches_is_asked_to_finish_and_then_bounded() {
    let mut agent = agent(ToolMode::Native, 2);
    for _ in 0..2 {
        agent.on_turn(tools());
        agent.on_tool_results(vec![(search(), "found".to_owned())]);
    }
    assert!(agent.is_finishing());
    assert!(request(&agent).tools.is_empty());
    agent.on_turn(tools());
    agent.on_turn(tools());
    assert!(
        matches!(agent.next(), AgentStep::Failed(failure) if failure.code == FailureCode::ModelMalformed)
    );
}

#[test]
fn a_written_call_takes_a_step_and_no_attempt() {
    let mut agent = agent(ToolMode::Native, 3);
    for _ in 0..3 {
        assert!(!agent.is_finishing());
        agent.on_turn(Turn::WrittenCall {
            text: "search(growth)".to_owned(),
            problem: "call it".to_owned(),
        });
    }
    let told = request(&agent).messages.iter();
    let told =
        told.filter(|message| matches!(message, Message::User { text } if text == "call it"));
    assert_eq!(told.count(), 3);
    assert!(agent.is_finishing());
    assert!(!agent.is_last_chance());
    agent.on_turn(answer("text"));
    assert!(matches!(
        agent.next(),
        AgentStep::Review {
            last_chance: false,
            ..
        }
    ));
}

#[test]
fn a_second_bad_answer_is_the_last() {
    let mut agent = agent(ToolMode::Native, 5);
    agent.on_turn(answer("bad"));
    agent.send_back("no citation", "no citation".to_owned());
    let last = request(&agent).messages.last().cloned();
    assert_eq!(
        last,
        Some(Message::User {
            text: "no citation".to_owned()
        })
    );
    agent.on_turn(answer("still bad"));
    assert_eq!(
        agent.next(),
        &AgentStep::Review {
            text: "still bad".to_owned(),
            last_chance: true
        }
    );
    agent.send_back("no citation", "no citation".to_owned());
    assert!(matches!(agent.next(), AgentStep::Failed(_)));
}

#[test]
fn the_prompt_prefix_never_changes() {
    let mut agent = agent(ToolMode::Native, 9);
    let first = request(&agent).clone();
    agent.on_turn(tools());
    agent.on_tool_results(vec![(search(), "found".to_owned())]);
    let second = request(&agent);
    assert_eq!(second.system, first.system);
    assert_eq!(second.tools, first.tools);
    assert_eq!(second.messages.get(..1), Some(first.messages.as_slice()));
}

#[test]
fn a_server_without_tools_sees_plain_messages_and_a_schema() {
    let mut agent = agent(ToolMode::StepObject, 5);
    assert!(request(&agent).tools.is_empty());
    assert!(matches!(request(&agent).output, OutputFormat::Json { .. }));
    agent.on_turn(Turn::Tools {
        text: "{\"action\":\"search\"}".to_owned(),
        calls: vec![search()],
    });
    agent.on_tool_results(vec![(search(), "found".to_owned())]);
    let messages = &request(&agent).messages;
    assert_eq!(
        messages.last(),
        Some(&Message::User {
            text: "search: found".to_owned()
        })
    );
    assert!(
        messages
            .iter()
            .all(|message| !matches!(message, Message::Tool { .. }))
    );
}
