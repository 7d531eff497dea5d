//! `file_operation`: an instruction in plain words. Rules read what is common; what they do not
//! understand is for a small agent over the same operations.

use assay_domain::{DataBlock, Finish, Role, ToolCall};
use assay_llm::estimate_tokens;
use assay_plan::{Agent, AgentSpec, AgentStep, DashboardKind, Purpose, Turn};
use assay_workspace::{FileAction, possible, tools, understand};

use super::super::step_object;
use super::desk::{Desk, Performed};
use crate::prompts::{Prompt, clip};
use crate::workshop::WorkError;
use crate::{Brain, RunContext, Scope};

/// Turns of the file agent.
const STEPS: u32 = 10;
const ANSWER_TOKENS: u32 = 2_000;
/// Stands for content that was handed over, so that no model copies it.
const CONTENT: &str = "{{content}}";
/// Characters of what the file agent says in the end.
const SAID: usize = 2_000;

pub(super) struct FileDesk<'a> {
    pub(super) context: &'a RunContext,
    pub(super) brain: Option<&'a Brain>,
    pub(super) desk: Desk,
    pub(super) scope: Scope,
    /// Tokens that the file agent used since they were last asked for.
    pub(super) tokens: u64,
    /// Files that the last operation wrote.
    pub(super) written: Vec<String>,
}

impl FileDesk<'_> {
    pub(super) async fn operate(
        &mut self,
        instruction: &str,
        content: Option<&str>,
    ) -> Result<Performed, WorkError> {
        self.written.clear();
        if let Some(action) = understand(instruction, content) {
            return self.perform(&action).await;
        }
        match self.brain {
            Some(brain) => match self.ask(brain, instruction, content).await {
                // The main agent has its own calls; one that it cannot make is told, not fatal.
                Err(WorkError::Failed(failure)) if !failure.code.is_storage() => {
                    Ok(self.not_understood())
                }
                result => result,
            },
            None => Ok(self.not_understood()),
        }
    }

    fn not_understood(&self) -> Performed {
        let text = possible(self.context.settings.language).to_owned();
        Performed {
            text,
            changed: false,
        }
    }

    async fn perform(&mut self, action: &FileAction) -> Result<Performed, WorkError> {
        let path = action
            .written_path()
            .map(str::to_lowercase)
            .unwrap_or_default();
        let path = path.trim().trim_start_matches("./");
        if let Some(kind) = DashboardKind::ALL
            .into_iter()
            .find(|kind| kind.file() == path)
        {
            let text = format!("error: use {} for this file", kind.action());
            return Ok(Performed {
                text,
                changed: false,
            });
        }
        let performed = self
            .desk
            .perform(self.context, &mut self.scope, action)
            .await?;
        if performed.changed {
            self.written
                .extend(action.written_path().map(str::to_owned));
        }
        Ok(performed)
    }

    async fn ask(
        &mut self,
        brain: &Brain,
        instruction: &str,
        content: Option<&str>,
    ) -> Result<Performed, WorkError> {
        let settings = &self.context.settings;
        let mut agent = self.agent(brain, instruction, content)?;
        self.scope.begin_again();
        let mut done = Performed {
            text: String::new(),
            changed: false,
        };
        loop {
            match agent.next().clone() {
                AgentStep::CallModel(request) => {
                    let purpose = Purpose::Research;
                    let reply = self
                        .context
                        .model(&mut self.scope, brain, &request, purpose)
                        .await?;
                    self.tokens += reply
                        .usage
                        .map_or_else(|| estimate_tokens(&reply.text), assay_domain::Usage::total);
                    let cut = "the answer was cut";
                    let turn = match reply.finish {
                        Finish::Length if agent.is_last_chance() => {
                            Turn::Answer { text: reply.text }
                        }
                        _ => step_object::turn(settings.tool_mode, reply, cut),
                    };
                    agent.on_turn(turn);
                }
                AgentStep::CallTools(calls) => {
                    let mut results = Vec::with_capacity(calls.len());
                    for call in calls {
                        let performed = self.call(&call, content).await?;
                        done.changed |= performed.changed;
                        done.text = format!("{}\n{}", done.text, performed.text);
                        results.push((call, performed.text));
                    }
                    agent.on_tool_results(results);
                }
                AgentStep::Review { text, .. } => agent.accept(text),
                AgentStep::Done { text } => {
                    let said = DataBlock::new(&[("file_agent", "")], &clip(text.trim(), SAID));
                    done.text = format!("{}\n{}", done.text.trim(), said.as_str());
                    return Ok(done);
                }
                AgentStep::Failed(failure) => return Err(WorkError::Failed(failure)),
            }
        }
    }

    async fn call(
        &mut self,
        call: &ToolCall,
        content: Option<&str>,
    ) -> Result<Performed, WorkError> {
        let refused = |text: &str| Performed {
            text: format!("error: {text}"),
            changed: false,
        };
        if !tools().iter().any(|tool| tool.name == call.name) {
            return Ok(refused("there is no operation of that name"));
        }
        let Ok(mut action) = FileAction::from_call(&call.name, &call.arguments) else {
            return Ok(refused("the arguments are not those of this operation"));
        };
        if let (
            FileAction::WriteFile { content: text, .. }
            | FileAction::CreateFile {
                initial_content: text,
                ..
            },
            Some(content),
        ) = (&mut action, content)
            && text.trim() == CONTENT
        {
            content.clone_into(text);
        }
        self.perform(&action).await
    }

    fn agent(
        &self,
        brain: &Brain,
        instruction: &str,
        content: Option<&str>,
    ) -> Result<Agent, WorkError> {
        let settings = &self.context.settings;
        let language = settings.language;
        let mut system = Prompt::FileAgent.text(language).to_owned();
        let tools = tools();
        let step_schema = step_object::explain(&mut system, &tools, settings.tool_mode, language)?;
        let given = content.map_or_else(String::new, |text| {
            let characters = text.chars().count();
            language.pick(
                format!("\n\n{characters} characters of content were handed over; write {CONTENT} in their place."),
                format!("\n\n另附正文 {characters} 字；写入时以 {CONTENT} 代替。"),
            )
        });
        Ok(Agent::new(AgentSpec {
            role: Role::Search,
            model: brain.model.clone(),
            system,
            task: format!("{}{given}", clip(instruction, 8_000)),
            tools,
            mode: settings.tool_mode,
            step_schema,
            sampling: settings.sampling,
            max_output_tokens: ANSWER_TOKENS,
            max_steps: STEPS,
            max_attempts: 2,
            finish_prompt: language
                .pick(
                    "Say in one sentence what was done.",
                    "用一句话说明做了什么。",
                )
                .to_owned(),
        }))
    }
}
