//! `file_operation`: a concrete action, or an instruction in plain words. Words are for a small agent
//! over the same operations; rules read them only where no model answers.

use assay_domain::{DataBlock, Failure, FailureCode, Finish, Role, ToolCall};
use assay_llm::estimate_tokens;
use assay_plan::{Agent, AgentSpec, AgentStep, DashboardKind, FILE_OPERATION, Purpose, Turn};
use assay_workspace::{
    FileAction, WorkspaceError, asks_to_lose, plain_path, possible, tools, understand,
};
use serde::Deserialize;
use serde_json::Value;

use super::super::step_object;
use super::actions::tool_name;
use super::desk::{Desk, Performed};
use crate::ceiling::Writing;
use crate::prompts::{Prompt, clip};
use crate::workshop::WorkError;
use crate::{Brain, RunContext, Scope};

/// Turns of the file agent.
const STEPS: u32 = 10;
/// Stands for content that was handed over, so that no model copies it.
const CONTENT: &str = "{{content}}";
/// Characters of what the file agent says in the end.
const SAID: usize = 2_000;

pub(super) struct FileDesk<'a> {
    pub(super) context: &'a RunContext,
    pub(super) brain: &'a Brain,
    pub(super) desk: Desk,
    pub(super) scope: Scope,
    /// Tokens that the file agent used since they were last asked for.
    pub(super) tokens: u64,
    /// Files that the last operation wrote.
    pub(super) written: Vec<String>,
}

/// What a call of `file_operation` asks for.
pub(super) enum FileRequest {
    Action(FileAction),
    Words(Instruction),
}

/// An instruction in plain words and the text that was handed over beside it.
#[derive(Deserialize)]
pub(super) struct Instruction {
    #[serde(alias = "description", alias = "operation")]
    operation_description: String,
    content: Option<String>,
}

impl FileRequest {
    /// `None`: it is neither. Words beside an action that cannot be read do not stand in for it.
    pub(super) fn read(arguments: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(arguments).ok()?;
        match value.get("action") {
            None | Some(Value::Null) => serde_json::from_value(value).ok().map(Self::Words),
            Some(_) => serde_json::from_value(value).ok().map(Self::Action),
        }
    }

    /// What is being done, for whoever watches.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Action(action) => action.shown(),
            Self::Words(instruction) => instruction.operation_description.clone(),
        }
    }
}

impl FileDesk<'_> {
    pub(super) async fn operate(&mut self, request: &FileRequest) -> Result<Performed, WorkError> {
        self.written.clear();
        let Instruction {
            operation_description: instruction,
            content,
        } = match request {
            FileRequest::Action(action) => return self.perform(action).await,
            FileRequest::Words(words) => words,
        };
        let content = content.as_deref();
        let mut done = Performed::default();
        match self.ask(instruction, content, &mut done).await {
            Ok(()) => Ok(done),
            // The main agent has its own calls; one that it cannot make is told, not fatal.
            Err(WorkError::Failed(failure)) if !failure.code.is_storage() => {
                if done.text.is_empty() {
                    return self.by_rules(instruction, content).await;
                }
                done.text = format!("{}\nerror: {}", done.text, failure.message);
                Ok(done)
            }
            Err(error) => Err(error),
        }
    }

    async fn by_rules(
        &mut self,
        instruction: &str,
        content: Option<&str>,
    ) -> Result<Performed, WorkError> {
        if let Some(action) = understand(instruction, content) {
            return self.perform(&action).await;
        }
        let what = serde_json::json!({"operation_description": instruction}).to_string();
        let why = possible(self.context.settings.language);
        self.refuse(FILE_OPERATION, &what, why).await
    }

    /// Journals, as a failed call, what is not performed, and tells the agent why.
    async fn refuse(
        &mut self,
        tool: &str,
        arguments: &str,
        why: &str,
    ) -> Result<Performed, WorkError> {
        let refused = || async { Err(Failure::new(FailureCode::ToolRefused, why)) };
        let scope = &mut self.scope;
        let journaled = self.context.tool(scope, tool, arguments, refused).await;
        Performed::of(journaled, false)
    }

    async fn perform(&mut self, action: &FileAction) -> Result<Performed, WorkError> {
        let path = action.written_path().and_then(plain_path);
        let path = path.map(|path| path.to_lowercase());
        if let Some(kind) = DashboardKind::ALL
            .into_iter()
            .find(|kind| path.as_deref() == Some(kind.file()))
        {
            let why = format!("use {} for this file", kind.action());
            let arguments = serde_json::to_string(action)?;
            return self.refuse(FILE_OPERATION, &arguments, &why).await;
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
        instruction: &str,
        content: Option<&str>,
        done: &mut Performed,
    ) -> Result<(), WorkError> {
        let settings = &self.context.settings;
        let mut agent = self.agent(instruction, content)?;
        self.scope.begin_again();
        loop {
            match agent.next().clone() {
                AgentStep::CallModel => {
                    let purpose = Purpose::Research;
                    let reply = self
                        .context
                        .model(&mut self.scope, self.brain, agent.request(), purpose)
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
                        let performed = self.call(&call, instruction, content).await?;
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
                    return Ok(());
                }
                AgentStep::Failed(failure) => return Err(WorkError::Failed(failure)),
            }
        }
    }

    async fn call(
        &mut self,
        call: &ToolCall,
        instruction: &str,
        content: Option<&str>,
    ) -> Result<Performed, WorkError> {
        let name = tool_name(&call.name);
        if !tools().iter().any(|tool| tool.name == call.name) {
            let why = "there is no operation of that name";
            return self.refuse(&name, &call.arguments, why).await;
        }
        let Ok(mut action) = FileAction::from_call(&call.name, &call.arguments) else {
            let why = "the arguments are not those of this operation";
            return self.refuse(&name, &call.arguments, why).await;
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
        if let Some(path) = action.written_path()
            && action.loses_text()
            && !asks_to_lose(instruction, path)
            && self.has_text(path)
        {
            let why = self.context.settings.language.pick(
                format!("not done: the instruction does not clearly say that `{path}` may be removed or overwritten; for that call {FILE_OPERATION} with \"action\" and \"file_path\""),
                format!("未执行：指令没有明确说明可以删除或覆盖 `{path}`；如确需如此，请在 {FILE_OPERATION} 中给出 \"action\" 与 \"file_path\""),
            );
            let arguments = serde_json::to_string(&action)?;
            return self.refuse(FILE_OPERATION, &arguments, &why).await;
        }
        self.perform(&action).await
    }

    /// Whether there is anything at this place that could be lost.
    fn has_text(&self, path: &str) -> bool {
        match self.desk.workspace.text(path) {
            Ok(text) => !text.is_empty(),
            Err(WorkspaceError::NotText { .. } | WorkspaceError::Quota { .. }) => true,
            Err(_) => false,
        }
    }

    fn agent(&self, instruction: &str, content: Option<&str>) -> Result<Agent, WorkError> {
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
            model: self.brain.model.clone(),
            system,
            task: format!("{}{given}", clip(instruction, 8_000)),
            tools,
            mode: settings.tool_mode,
            step_schema,
            sampling: settings.sampling,
            max_output_tokens: Writing::Section.ceiling(settings),
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
