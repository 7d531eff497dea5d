//! The tool-calling loop of every model worker, as a state machine.

#[cfg(test)]
mod tests;

use assay_domain::{
    ChatRequest, Failure, FailureCode, Message, OutputFormat, Role, Sampling, ToolCall, ToolMode,
    ToolSpec,
};

/// What an agent is given.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    pub role: Role,
    pub model: String,
    pub system: String,
    /// The first message.
    pub task: String,
    pub tools: Vec<ToolSpec>,
    pub mode: ToolMode,
    /// Schema of a step object; `null` in [`ToolMode::Native`].
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
    /// A tool call that the model wrote down instead of making it; `problem` is told to the model.
    WrittenCall {
        text: String,
        problem: String,
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
    /// Ask [`Agent::request`].
    CallModel,
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
    /// The whole conversation. A turn only adds messages to its end, so that a provider finds what
    /// came before in its cache; [`Agent::finish_now`] takes the tools away, and `restart` begins
    /// the messages anew.
    request: ChatRequest,
    mode: ToolMode,
    max_steps: u32,
    max_attempts: u32,
    finish_prompt: String,
    steps: u32,
    sent_back: u32,
    finishing: bool,
    next: AgentStep,
}

impl Agent {
    pub fn new(spec: AgentSpec) -> Self {
        let (tools, output) = match spec.mode {
            ToolMode::Native => (spec.tools, OutputFormat::Text),
            ToolMode::StepObject => {
                let name = "step".to_owned();
                let schema = spec.step_schema;
                (Vec::new(), OutputFormat::Json { name, schema })
            }
        };
        Self {
            request: ChatRequest {
                role: spec.role,
                model: spec.model,
                system: spec.system,
                tools,
                messages: vec![Message::User { text: spec.task }],
                output,
                sampling: spec.sampling,
                max_output_tokens: spec.max_output_tokens,
            },
            mode: spec.mode,
            max_steps: spec.max_steps,
            max_attempts: spec.max_attempts,
            finish_prompt: spec.finish_prompt,
            steps: 0,
            sent_back: 0,
            finishing: false,
            next: AgentStep::CallModel,
        }
    }

    /// What the model is asked: the whole conversation.
    pub fn request(&self) -> &ChatRequest {
        &self.request
    }

    pub fn next(&self) -> &AgentStep {
        &self.next
    }

    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// How long the history is.
    pub(crate) fn messages(&self) -> usize {
        self.request.messages.len()
    }

    /// Drops the history and asks anew from these messages.
    pub(crate) fn restart(&mut self, messages: Vec<String>) {
        let messages = messages.into_iter().map(|text| Message::User { text });
        self.request.messages = messages.collect();
        self.next = AgentStep::CallModel;
    }

    /// A turn that is no action where only actions count; `message` tells the model.
    pub(crate) fn on_stray(&mut self, turn: Turn, message: String) {
        let (Turn::Answer { text }
        | Turn::WrittenCall { text, .. }
        | Turn::Unreadable { text, .. }
        | Turn::Tools { text, .. }) = turn;
        self.remember(text, Vec::new());
        self.request.messages.push(Message::User { text: message });
        self.next = AgentStep::CallModel;
    }

    /// No more tools from here on: steps or budget are used up. Asks for the answer.
    pub fn finish_now(&mut self) {
        if !self.finishing {
            self.finishing = true;
            self.request.tools = Vec::new();
            self.request.messages.push(Message::User {
                text: self.finish_prompt.clone(),
            });
        }
        self.next = AgentStep::CallModel;
    }

    /// Whether an answer that is sent back now is the last one.
    pub fn is_last_chance(&self) -> bool {
        self.sent_back + 1 >= self.max_attempts
    }

    /// Whether an answer went back: what is asked now was asked before.
    pub fn was_sent_back(&self) -> bool {
        self.sent_back > 0
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
            Turn::WrittenCall { text, problem } if !self.finishing => {
                self.remember(text, Vec::new());
                self.request.messages.push(Message::User { text: problem });
                self.search_on();
            }
            Turn::WrittenCall { text, problem } | Turn::Unreadable { text, problem } => {
                self.remember(text, Vec::new());
                self.reject(problem);
            }
        }
    }

    /// The results of the calls asked for, in the same order.
    pub fn on_tool_results(&mut self, results: Vec<(ToolCall, String)>) {
        self.answer_tools(results.into_iter());
        self.search_on();
    }

    fn search_on(&mut self) {
        if self.steps >= self.max_steps {
            self.finish_now();
        } else {
            self.next = AgentStep::CallModel;
        }
    }

    pub fn accept(&mut self, text: String) {
        self.next = AgentStep::Done { text };
    }

    /// The answer cannot be taken: `message` tells the model, `problem` the reader of the failure if
    /// this was the last attempt.
    pub fn send_back(&mut self, problem: &str, message: String) {
        self.sent_back += 1;
        if self.sent_back >= self.max_attempts {
            let message = format!("no usable answer in {} attempts: {problem}", self.sent_back);
            self.next = AgentStep::Failed(Failure::new(FailureCode::ModelMalformed, message));
        } else {
            self.request.messages.push(Message::User { text: message });
            self.next = AgentStep::CallModel;
        }
    }

    fn reject(&mut self, problem: String) {
        let message = problem.clone();
        self.send_back(&problem, message);
    }

    fn remember(&mut self, text: String, tool_calls: Vec<ToolCall>) {
        let message = match self.mode {
            ToolMode::Native => Message::Assistant { text, tool_calls },
            ToolMode::StepObject => Message::Assistant {
                text,
                tool_calls: Vec::new(),
            },
        };
        self.request.messages.push(message);
    }

    fn answer_tools(&mut self, results: impl Iterator<Item = (ToolCall, String)>) {
        for (call, text) in results {
            self.request.messages.push(match self.mode {
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
}
