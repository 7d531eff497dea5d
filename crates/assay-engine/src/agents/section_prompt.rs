//! What a section worker is told.

use assay_domain::{Evidence, Hints, Role, ToolMode, ToolSpec};
use assay_plan::{Agent, AgentSpec};
use serde_json::json;

use super::step_object;
use crate::Brain;
use crate::prompts::{Prompt, bullets, clip, fenced};
use crate::workshop::{TaskJob, WorkError};

/// Passages given with the task, and most that one search returns.
pub(super) const FIRST_PASSAGES: usize = 12;
pub(super) const MOST_PASSAGES: usize = 10;
/// Characters of each earlier section that a task is given.
const EARLIER_CHARACTERS: usize = 6_000;

/// How much a task's prompt may hold. Halved for models with a small context.
#[derive(Clone, Copy)]
pub(super) struct PromptSize {
    passages: usize,
    characters: usize,
}

impl PromptSize {
    pub(super) const FULL: Self = Self {
        passages: FIRST_PASSAGES,
        characters: 30_000,
    };

    pub(super) fn smaller(self) -> Option<Self> {
        let half = Self {
            passages: self.passages / 2,
            characters: self.characters / 2,
        };
        (half.passages >= 3).then_some(half)
    }
}
/// The agent for a task: its rules, its tools, and a first message with the best passages.
pub(super) fn agent(
    job: &TaskJob,
    brain: &Brain,
    found: &[Evidence],
    mode: ToolMode,
    size: PromptSize,
) -> Result<Agent, WorkError> {
    let context = &job.context;
    let settings = &context.settings;
    let language = settings.language;
    let length = language.pick(
        format!(
            "{}–{} words",
            settings.section_length.min, settings.section_length.max
        ),
        format!(
            "{}–{} 字",
            settings.section_length.min, settings.section_length.max
        ),
    );
    let language_rule = language.pick("Write in English.", "请用中文撰写。");
    let mut system = Prompt::SectionSystem.render(
        language,
        &[
            ("tool_guide", Prompt::ToolGuide.text(language)),
            ("length", &length),
            ("language_rule", language_rule),
        ],
    )?;
    let tools = tool_specs();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    let step_schema = step_object::schema(&names);
    if mode == ToolMode::StepObject {
        let (tools, schema) = (serde_json::to_string(&tools)?, step_schema.to_string());
        system.push_str("\n\n");
        system.push_str(
            &Prompt::StepObject.render(language, &[("tools", &tools), ("schema", &schema)])?,
        );
    }
    let reason = language.pick("no more tool calls are possible", "已不能再调用工具");
    Ok(Agent::new(AgentSpec {
        role: Role::Search,
        model: brain.model.clone(),
        system,
        task: task_prompt(job, found, size)?,
        tools,
        mode,
        step_schema,
        sampling: settings.sampling,
        max_output_tokens: settings.max_output_tokens,
        max_steps: settings.max_steps,
        max_attempts: settings.max_attempts,
        finish_prompt: Prompt::SectionFinish.render(language, &[("reason", reason)])?,
    }))
}

fn task_prompt(job: &TaskJob, found: &[Evidence], size: PromptSize) -> Result<String, WorkError> {
    let TaskJob {
        context,
        plan,
        task,
        earlier,
        ..
    } = job;
    let language = context.settings.language;
    let none = Hints::default();
    let hints = task.hints.as_ref().unwrap_or(&none);
    let earlier: Vec<String> = earlier
        .iter()
        .map(|section| {
            let text = clip(&section.markdown, EARLIER_CHARACTERS);
            fenced(&[("section", &section.title)], &text)
        })
        .collect();
    let earlier = if earlier.is_empty() {
        "-".to_owned()
    } else {
        earlier.join("\n\n")
    };
    let evidence = if found.is_empty() {
        "-".to_owned()
    } else {
        show(found.get(..size.passages).unwrap_or(found))
    };
    Ok(Prompt::SectionTask.render(
        language,
        &[
            ("task_id", &task.id.to_string()),
            ("description", &clip(&task.description, 2_000)),
            ("research_type", plan.research_type.name()),
            ("topic", &clip(&plan.topic, 1_000)),
            ("objectives", &clip(&bullets(&plan.objectives), 2_000)),
            ("data_needs", &clip(&bullets(&hints.data_needs), 2_000)),
            (
                "key_questions",
                &clip(&bullets(&hints.key_questions), 2_000),
            ),
            (
                "suggested_tools",
                &clip(&bullets(&hints.suggested_tools), 500),
            ),
            ("earlier_sections", &clip(&earlier, size.characters)),
            ("evidence", &clip(&evidence, size.characters)),
        ],
    )?)
}

/// Passages as a model sees them: fenced, each under the id it may be cited by.
pub(super) fn show(found: &[Evidence]) -> String {
    if found.is_empty() {
        return "nothing found".to_owned();
    }
    let fence = |evidence: &Evidence| {
        let date = evidence
            .as_of
            .map(|date| date.to_string())
            .unwrap_or_default();
        let headings = evidence.headings.join(" > ");
        let tier = format!("{:?}", evidence.tier);
        let attributes = [
            ("id", evidence.id.as_str()),
            ("source", &evidence.source),
            ("heading", &headings),
            ("date", &date),
            ("tier", &tier),
        ];
        fenced(&attributes, &evidence.quote)
    };
    found.iter().map(fence).collect::<Vec<_>>().join("\n")
}

fn tool_specs() -> Vec<ToolSpec> {
    vec![
        ToolSpec {
            name: "search_library".to_owned(),
            description:
                "Full-text search in the local library. Returns passages with evidence ids."
                    .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "query": {"type": "string", "description": "a few telling words"},
                    "limit": {"type": "integer", "minimum": 1, "maximum": MOST_PASSAGES},
                },
                "required": ["query"],
            }),
        },
        ToolSpec {
            name: "read_passage".to_owned(),
            description: "Reads a passage with its neighbours. `id` is an evidence id.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {"id": {"type": "string"}},
                "required": ["id"],
            }),
        },
    ]
}
