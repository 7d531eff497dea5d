use assay_domain::{
    ArtifactName, Author, Autonomy, Event, Failure, FailureCode, Role, ToolMode, ToolSpec, Usage,
};
use assay_llm::estimate_tokens;
use assay_plan::{
    ALL_FINISHED, AgentSpec, Autonomous, AutonomousSpec, AutonomousStep, Dashboard, DashboardKind,
    Ending, FILE_OPERATION, Purpose, Turn,
};
use serde_json::json;

use super::super::section_writer::Writer;
use super::super::server_tools::{fitting, note_missing_tools};
use super::super::{Researchers, step_object};
use super::actions::Explorer;
use super::browsing::Browsing;
use super::chapter;
use super::desk::Desk;
use super::files::FileDesk;
use crate::artifacts::ArtifactWriter;
use crate::ceiling::Writing;
use crate::outside::{VISIT_URL, WEB_SEARCH, browser_specs};
use crate::prompts::{Fill, Prompt, clip};
use crate::workshop::{Done, TaskJob, WorkError};
use crate::{Brain, RunContext, Scope};

/// What a turn that is no action is called in the journal.
const NO_ACTION: &str = "no_action";

/// Lets a model work. What it wrote stands, however it ended, if a report can be made of it.
pub(super) async fn work(
    researchers: &Researchers,
    job: &TaskJob,
    autonomy: Autonomy,
    brain: &Brain,
) -> Result<Done, WorkError> {
    // a quarter of the context at four characters a token: the rest is for the work
    let room = usize::try_from(autonomy.context_tokens).unwrap_or(usize::MAX);
    let servers = fitting(researchers.outside.specs(false).await, room);
    let mut machine = machine(job, autonomy, brain, &servers)?;
    let desk = Desk::open(&job.context, machine.overall())?;
    let mut explorer = Explorer {
        writer: Writer::new(researchers, job, brain)
            .repeating_failures()
            .forgetting(),
        files: FileDesk {
            context: &job.context,
            brain,
            desk,
            scope: Scope::of_step("autonomous-files").repeating_failures(),
            tokens: 0,
            written: Vec::new(),
        },
        refusals: 0,
        browsing: Browsing::default(),
        pictures: 0,
    };
    let scope = &mut explorer.writer.scope;
    note_missing_tools(researchers, &job.context, scope).await?;
    let ending = run(&mut machine, &mut explorer, job, brain).await?;
    let shortfall = match ending {
        Ending::Finished { .. } => None,
        Ending::Stopped(failure) => Some(failure),
    };
    let chapters = chapter::read(&explorer.files.desk.workspace)?;
    let citable = &explorer.writer.citable;
    if !chapter::are_usable(&chapters, citable) {
        let none = || Failure::new(FailureCode::ModelMalformed, "no chapter cites any evidence");
        return Err(WorkError::Failed(shortfall.unwrap_or_else(none)));
    }
    let author = Author::Model {
        model: brain.label.clone(),
    };
    chapter::finish(
        job,
        researchers,
        Some(brain),
        chapters,
        citable,
        author,
        shortfall,
    )
    .await
}

async fn run(
    machine: &mut Autonomous,
    explorer: &mut Explorer<'_>,
    job: &TaskJob,
    brain: &Brain,
) -> Result<Ending, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    let cut = language.pick(
        "your answer was cut at the output limit; write less in one action",
        "你的回答超出输出上限而被截断；请减少单次动作的内容",
    );
    loop {
        match machine.next() {
            AutonomousStep::End(ending) => return Ok(ending),
            AutonomousStep::CallModel => {
                note(machine, explorer, job).await?;
                let scope = &mut explorer.writer.scope;
                match context
                    .model(scope, brain, machine.request(), Purpose::Research)
                    .await
                {
                    Ok(reply) => {
                        let own = reply
                            .usage
                            .map_or_else(|| estimate_tokens(&reply.text), Usage::total);
                        let tokens = own + std::mem::take(&mut explorer.files.tokens);
                        let mode = context.settings.tool_mode;
                        let turn = as_action(mode, step_object::turn(mode, reply, cut));
                        note_stray(machine, explorer, context, &turn).await?;
                        machine.on_turn(turn, tokens);
                    }
                    Err(WorkError::Failed(failure)) if !failure.code.is_storage() => {
                        machine.stop(failure.code, &failure.message);
                    }
                    Err(error) => return Err(error),
                }
            }
            AutonomousStep::Act(calls) => {
                let mut acted = Vec::with_capacity(calls.len());
                for call in calls {
                    acted.push(explorer.act(machine, call).await?);
                }
                machine.on_results(acted);
            }
        }
    }
}

/// Journals, as a failed call, a turn that is no action.
async fn note_stray(
    machine: &Autonomous,
    explorer: &mut Explorer<'_>,
    context: &RunContext,
    turn: &Turn,
) -> Result<(), WorkError> {
    let why = match turn {
        Turn::Tools { .. } => return Ok(()),
        Turn::WrittenCall { problem, .. } | Turn::Unreadable { problem, .. } => problem.as_str(),
        Turn::Answer { .. } => "the answer is no action",
    };
    let arguments = json!({"step": machine.steps() + 1}).to_string();
    let refused = || async { Err::<String, _>(Failure::new(FailureCode::ModelMalformed, why)) };
    let scope = &mut explorer.writer.scope;
    match context.tool(scope, NO_ACTION, &arguments, refused).await {
        Err(WorkError::Failed(failure)) if !failure.code.is_storage() => Ok(()),
        journaled => journaled.map(drop),
    }
}

/// Writes down which histories were dropped, and tells the watcher where the work stands.
async fn note(
    machine: &mut Autonomous,
    explorer: &mut Explorer<'_>,
    job: &TaskJob,
) -> Result<(), WorkError> {
    let context = &job.context;
    for dropped in machine.take_compressions() {
        explorer.writer.scope.begin_again();
        let why = if dropped.by_dashboard {
            "dashboard"
        } else {
            "context"
        };
        let arguments = json!({"step": dropped.step, "messages": dropped.messages, "because": why});
        let scope = &mut explorer.writer.scope;
        context
            .tool(
                scope,
                "compress_context",
                &arguments.to_string(),
                || async { Ok(String::new()) },
            )
            .await?;
    }
    let progress = machine.overall().progress();
    let step = machine.steps() + 1;
    context.doing(Some(job.task.id), || {
        context.settings.language.pick(
            format!("step {step}, chapters {}/{}", progress.done, progress.total),
            format!("第 {step} 步，章节 {}/{}", progress.done, progress.total),
        )
    });
    Ok(())
}

/// A model without tool calls that says `finish` means the last action.
fn as_action(mode: ToolMode, turn: Turn) -> Turn {
    match (mode, turn) {
        (ToolMode::StepObject, Turn::Answer { text }) => Turn::Tools {
            calls: vec![assay_domain::ToolCall {
                id: "step".to_owned(),
                name: ALL_FINISHED.to_owned(),
                arguments: json!({"result": text}).to_string(),
            }],
            text,
        },
        (_, turn) => turn,
    }
}

fn machine(
    job: &TaskJob,
    autonomy: Autonomy,
    brain: &Brain,
    servers: &[ToolSpec],
) -> Result<Autonomous, WorkError> {
    let settings = &job.context.settings;
    let language = settings.language;
    let title = clip(&job.plan.topic, 500);
    let purpose = clip(&job.plan.objectives.join("; "), 2_000);
    let headings = |kind| Dashboard::headings(kind, language).join(" · ");
    let (overall, current) = (
        headings(DashboardKind::Overall),
        headings(DashboardKind::Current),
    );
    let rule = language.pick("Write in English.", "请用中文撰写。");
    let mut system = Prompt::AutonomousSystem.render(
        language,
        &[
            ("overall_headings", Fill::Ours(&overall)),
            ("current_headings", Fill::Ours(&current)),
            ("language_rule", Fill::Ours(rule)),
        ],
    )?;
    let may_browse = settings.web && settings.browser;
    if may_browse {
        system.push_str("\n\n");
        system.push_str(Prompt::AutonomousBrowser.text(language));
    }
    let mut tools = tools(may_browse);
    tools.extend(servers.iter().cloned());
    let step_schema = step_object::explain(&mut system, &tools, settings.tool_mode, language)?;
    let task = Prompt::AutonomousTask.render(
        language,
        &[
            ("title", Fill::Ours(&title)),
            ("purpose", Fill::Ours(&purpose)),
        ],
    )?;
    let agent = AgentSpec {
        role: Role::Search,
        model: brain.model.clone(),
        system,
        task,
        tools,
        mode: settings.tool_mode,
        step_schema,
        sampling: settings.sampling,
        max_output_tokens: Writing::Section
            .ceiling(settings)
            .min(autonomy.context_tokens / 4),
        max_steps: autonomy.max_steps,
        max_attempts: settings.max_attempts,
        finish_prompt: String::new(),
    };
    Autonomous::new(AutonomousSpec {
        agent,
        overall: Dashboard::overall(&title, &purpose, language),
        current: Dashboard::empty(DashboardKind::Current, language),
        max_steps: autonomy.max_steps,
        context_tokens: u64::from(autonomy.context_tokens),
        max_tokens: settings.budget.max_tokens,
        count: estimate_tokens,
        language,
    })
    .map_err(WorkError::Failed)
}

/// The actions: six, and those of the browser where there is one.
pub(super) fn tools(may_browse: bool) -> Vec<ToolSpec> {
    let text = |description: &str| json!({"type": "string", "description": description});
    let tool = |name: &str, description: &str, properties: serde_json::Value, required: &[&str]| {
        ToolSpec {
            name: name.to_owned(),
            description: description.to_owned(),
            parameters: json!({"type": "object", "properties": properties, "required": required}),
        }
    };
    let mut tools = vec![
        tool(
            FILE_OPERATION,
            "Any file operation in the workspace. Either `action` with its parameters, which is performed as it stands; or `operation_description` in plain words: read, write, append, insert, create, search, grep, find, stream, list. Text to be written goes into `content`, as it is. Deleting or overwriting takes the action.",
            json!({
                "action": {"type": "string", "enum": assay_workspace::tools().into_iter().map(|tool| tool.name).collect::<Vec<_>>()},
                "file_path": text("such as: Notebook/01 Background.md"),
                "mode": text("of write_file: overwrite, append or insert (with line); of read_file: full, lines (with lines) or section (with heading)"),
                "line": {"type": "integer"},
                "lines": text("such as: 10-20"),
                "heading": text("of a section"),
                "pattern": text("of search_in_file and grep_files"),
                "directory": text("of grep_files and file_search"),
                "directory_path": text("of list_directory and create_directory"),
                "name_pattern": text("of file_search, such as: *.md"),
                "stream_id": text("of continue_stream_read"),
                "operation_description": text("in plain words, where no action is given"),
                "content": text("what is to be written"),
            }),
            &[],
        ),
        tool(
            WEB_SEARCH,
            "Searches the library, and the web where it is configured. Returns passages with evidence ids.",
            json!({"query": text("a few telling words")}),
            &["query"],
        ),
        tool(
            VISIT_URL,
            "Reads a page that a search returned; or, given an evidence id, the passages around it.",
            json!({"url": text("an address or an evidence id")}),
            &["url"],
        ),
        tool(
            DashboardKind::Overall.action(),
            "Replaces overall_dashboard.md. The history is dropped afterwards.",
            json!({"content": text("the whole dashboard in Markdown")}),
            &["content"],
        ),
        tool(
            DashboardKind::Current.action(),
            "Replaces current_dashboard.md. The history is dropped afterwards.",
            json!({"content": text("the whole dashboard in Markdown")}),
            &["content"],
        ),
        tool(
            ALL_FINISHED,
            "The chapters in Notebook/ are complete; the report is made of them.",
            json!({"result": text("one sentence")}),
            &["result"],
        ),
    ];
    if may_browse {
        tools.extend(browser_specs());
    }
    tools
}

/// The newest state of a dashboard, for the journal.
pub(super) async fn dashboard_event(
    context: &crate::RunContext,
    dashboard: &Dashboard,
) -> Result<Event, WorkError> {
    let kind = dashboard.kind().artifact();
    let version = context.memory().next_version(&ArtifactName::of_run(kind));
    let writer = ArtifactWriter {
        store: context.store(),
        agent: "autonomous_agent",
    };
    Ok(writer.text(kind, version, dashboard.markdown()).await?)
}
