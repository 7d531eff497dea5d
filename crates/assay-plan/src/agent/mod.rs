//! The tool-calling loop of every model worker, as a state machine.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use assay_domain::{
    ChatRequest, Failure, FailureCode, Message, OutputFormat, Role, Sampling, ToolCall, ToolMode,
    ToolSpec,
};

/// What an agent is given. Fixed for its life, so that the prompt's prefix never changes.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    pub role: Role,
    pub model: String,
    pub system: String,
    /// The first message.
    pub task: String,
    pub tools: Vec<ToolSpec>,
    pub mode: ToolMode,
    /// Schema of a step object; used in [`ToolMode::StepObject`] only.
    pub step_schema: serde_json::Value,
    pub sampling: Sampling,
    pub max_output_tokens: u32,
    /// Turns in which tools may be called.
    pub max_steps: u32,
    /// Answers that may be sent back before the last one is taken or the agent fails.
    pub max_attempts: u32,
    /// Said when no more tools may be called: write now from what you have.
    pub finish_prompt: String,
}

/// A model's turn, read by the caller from its reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    Tools {
        text: String,
        calls: Vec<ToolCall>,
    },
    Answer {
        text: String,
    },
    /// The reply is not what was asked for; `problem` is told to the model.
    Unreadable {
        text: String,
        problem: String,
    },
}

/// What the loop wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentStep {
    CallModel(Arc<ChatRequest>),
    CallTools(Vec<ToolCall>),
    /// An answer to judge: answer with [`Agent::accept`] or [`Agent::send_back`].
    Review {
        text: String,
        last_chance: bool,
    },
    Done {
        text: String,
    },
    Failed(Failure),
}

/// The loop: model → tools → model → … → answer → review → done. It never awaits; every outside
/// result is fed in, so that replaying the journaled results leads to the same place.
#[derive(Clone, Debug)]
pub struct Agent {
    spec: AgentSpec,
    messages: Vec<Message>,
    steps: u32,
    sent_back: u32,
    finishing: bool,
    next: AgentStep,
}

impl Agent {
    pub fn new(mut spec: AgentSpec) -> Self {
        let messages = vec![Message::User {
            text: std::mem::take(&mut spec.task),
        }];
        let next = AgentStep::Failed(Failure::new(
            FailureCode::WorkerCrashed,
            "the agent was not started",
        ));
        let mut agent = Self {
            spec,
            messages,
            steps: 0,
            sent_back: 0,
            finishing: false,
            next,
        };
        agent.ask();
        agent
    }

    pub fn next(&self) -> &AgentStep {
        &self.next
    }

    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// How long the history is.
    pub(crate) fn messages(&self) -> usize {
        self.messages.len()
    }

    /// Drops the history and asks anew from these messages.
    pub(crate) fn restart(&mut self, messages: Vec<String>) {
        let messages = messages.into_iter().map(|text| Message::User { text });
        self.messages = messages.collect();
        self.ask();
    }

    /// A turn that is no action where only actions count; `message` tells the model.
    pub(crate) fn on_stray(&mut self, turn: Turn, message: String) {
        let (Turn::Answer { text } | Turn::Unreadable { text, .. } | Turn::Tools { text, .. }) =
            turn;
        self.remember(text, Vec::new());
        self.messages.push(Message::User { text: message });
        self.ask();
    }

    /// No more tools from here on: steps or budget are used up. Asks for the answer.
    pub fn finish_now(&mut self) {
        if !self.finishing {
            self.finishing = true;
            self.messages.push(Message::User {
                text: self.spec.finish_prompt.clone(),
            });
        }
        self.ask();
    }

    /// Whether an answer that is sent back now is the last one.
    pub fn is_last_chance(&self) -> bool {
        self.sent_back + 1 >= self.spec.max_attempts
    }

    pub fn is_finishing(&self) -> bool {
        self.finishing
    }

    pub fn on_turn(&mut self, turn: Turn) {
        self.steps += 1;
        match turn {
            Turn::Tools { text, calls } if self.finishing => {
                self.remember(text, calls.clone());
                self.answer_tools(calls.into_iter().map(|call| {
                    (
                        call,
                        "no more tool calls are possible; write your answer now".to_owned(),
                    )
                }));
                self.reject("you called a tool although none is left".to_owned());
            }
            Turn::Tools { text, calls } => {
                self.remember(text, calls.clone());
                self.next = AgentStep::CallTools(calls);
            }
            Turn::Answer { text } => {
                self.remember(text.clone(), Vec::new());
                let last_chance = self.is_last_chance();
                self.next = AgentStep::Review { text, last_chance };
            }
            Turn::Unreadable { text, problem } => {
                self.remember(text, Vec::new());
                self.reject(problem);
            }
        }
    }

    /// The results of the calls asked for, in the same order.
    pub fn on_tool_results(&mut self, results: Vec<(ToolCall, String)>) {
        self.answer_tools(results.into_iter());
        if self.steps >= self.spec.max_steps {
            self.finish_now();
        } else {
            self.ask();
        }
    }

    pub fn accept(&mut self, text: String) {
        self.next = AgentStep::Done { text };
    }

    /// The answer cannot be taken: `message` tells the model, `problem` the reader of the failure if
    /// this was the last attempt.
    pub fn send_back(&mut self, problem: &str, message: String) {
        self.sent_back += 1;
        if self.sent_back >= self.spec.max_attempts {
            let message = format!("no usable answer in {} attempts: {problem}", self.sent_back);
            self.next = AgentStep::Failed(Failure::new(FailureCode::ModelMalformed, message));
        } else {
            self.messages.push(Message::User { text: message });
            self.ask();
        }
    }

    fn reject(&mut self, problem: String) {
        let message = problem.clone();
        self.send_back(&problem, message);
    }

    fn remember(&mut self, text: String, tool_calls: Vec<ToolCall>) {
        let message = match self.spec.mode {
            ToolMode::Native => Message::Assistant { text, tool_calls },
            ToolMode::StepObject => Message::Assistant {
                text,
                tool_calls: Vec::new(),
            },
        };
        self.messages.push(message);
    }

    fn answer_tools(&mut self, results: impl Iterator<Item = (ToolCall, String)>) {
        for (call, text) in results {
            self.messages.push(match self.spec.mode {
                ToolMode::Native => Message::Tool {
                    call_id: call.id,
                    name: call.name,
                    text,
                },
                ToolMode::StepObject => Message::User {
                    text: format!("{}: {text}", call.name),
                },
            });
        }
    }

    fn ask(&mut self) {
        let (tools, output) = match self.spec.mode {
            ToolMode::Native if self.finishing => (Vec::new(), OutputFormat::Text),
            ToolMode::Native => (self.spec.tools.clone(), OutputFormat::Text),
            ToolMode::StepObject => {
                let schema = self.spec.step_schema.clone();
                (
                    Vec::new(),
                    OutputFormat::Json {
                        name: "step".to_owned(),
                        schema,
                    },
                )
            }
        };
        self.next = AgentStep::CallModel(Arc::new(ChatRequest {
            role: self.spec.role,
            model: self.spec.model.clone(),
            system: self.spec.system.clone(),
            tools,
            messages: self.messages.clone(),
            output,
            sampling: self.spec.sampling,
            max_output_tokens: self.spec.max_output_tokens,
        }));
    }
}
