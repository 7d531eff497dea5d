//! What a section worker is told.

use std::sync::LazyLock;

use assay_domain::{
    Claim, ClaimCheck, DataBlock, Evidence, Hints, Role, ToolMode, ToolSpec, citation,
};
use assay_plan::{Agent, AgentSpec};
use serde_json::json;

use super::compute_tool::COMPUTE;
use super::step_object;
use crate::Brain;
use crate::ceiling::Writing;
use crate::memory::SEARCH_TOOL;
use crate::outside::READ_PASSAGE;
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::workshop::{TaskJob, WorkError};

/// Passages given with the task, and most that one search returns.
pub(super) const FIRST_PASSAGES: usize = 12;
pub(super) const MOST_PASSAGES: usize = 10;
/// Characters of each earlier section that a task is given.
const EARLIER_CHARACTERS: usize = 6_000;
/// The part of the passages' characters that the list of their figures may have: one in so many.
const FIGURES_PART: usize = 5;

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

    /// What an answer is given: its passages are all that it is made of.
    pub(super) const ANSWER: Self = Self {
        passages: 20,
        characters: 32_000,
    };

    pub(super) fn characters(self) -> usize {
        self.characters
    }

    /// As many of the passages as the prompt has room for.
    pub(super) fn of(self, passages: &[Evidence]) -> &[Evidence] {
        passages.get(..self.passages).unwrap_or(passages)
    }

    pub(super) fn smaller(self) -> Option<Self> {
        let half = Self {
            passages: self.passages / 2,
            characters: self.characters / 2,
        };
        (half.passages >= 3).then_some(half)
    }
}

/// What a first search brought.
pub(super) struct Found<'a> {
    pub(super) passages: &'a [Evidence],
    /// The numbers in them that may be cited.
    pub(super) figures: Vec<String>,
}

/// The agent for a task: its rules, its tools, and a first message with the best passages.
pub(super) fn agent(
    job: &TaskJob,
    brain: &Brain,
    found: &Found<'_>,
    tools: Vec<ToolSpec>,
    mode: ToolMode,
    size: PromptSize,
) -> Result<Agent, WorkError> {
    let settings = &job.context.settings;
    let length = settings.language.pick(
        format!(
            "{}–{} words",
            settings.section_length.min, settings.section_length.max
        ),
        format!(
            "{}–{} 字",
            settings.section_length.min, settings.section_length.max
        ),
    );
    let words = WriterWords {
        system: Prompt::SectionSystem,
        finish: Prompt::SectionFinish,
        length,
        task: task_prompt(job, found, size)?,
    };
    writer(job, brain, words, tools, mode)
}

/// What a writer is told, and how long what he writes may be.
pub(super) struct WriterWords {
    pub(super) system: Prompt,
    pub(super) finish: Prompt,
    pub(super) length: String,
    pub(super) task: String,
}

/// An agent that writes with tools at hand.
pub(super) fn writer(
    job: &TaskJob,
    brain: &Brain,
    words: WriterWords,
    tools: Vec<ToolSpec>,
    mode: ToolMode,
) -> Result<Agent, WorkError> {
    let settings = &job.context.settings;
    let language = settings.language;
    let language_rule = language.pick("Write in English.", "请用中文撰写。");
    let mut system = words.system.render(
        language,
        &[
            ("tool_guide", Fill::Ours(Prompt::ToolGuide.text(language))),
            ("length", Fill::Ours(&words.length)),
            ("language_rule", Fill::Ours(language_rule)),
        ],
    )?;
    let step_schema = step_object::explain(&mut system, &tools, mode, language)?;
    let reason = language.pick("no more tool calls are possible", "已不能再调用工具");
    Ok(Agent::new(AgentSpec {
        role: Role::Search,
        model: brain.model.clone(),
        system,
        task: words.task,
        tools,
        mode,
        step_schema,
        sampling: settings.sampling,
        max_output_tokens: Writing::Section.ceiling(settings),
        max_steps: settings.max_steps,
        max_attempts: settings.max_attempts,
        finish_prompt: words
            .finish
            .render(language, &[("reason", Fill::Ours(reason))])?,
    }))
}

fn task_prompt(job: &TaskJob, found: &Found<'_>, size: PromptSize) -> Result<String, WorkError> {
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
    let earlier = earlier.iter().map(|section| {
        let text = clip(&section.markdown, EARLIER_CHARACTERS);
        DataBlock::new(&[("section", &section.title)], &text)
    });
    let earlier = DataBlock::stacked(earlier, size.characters);
    let evidence = DataBlock::stacked(found.passages.iter().map(as_data), size.characters);
    let room = size.characters / FIGURES_PART;
    let mut figures = whole_lines(&inherited_figures(job), room / 2);
    let own = whole_lines(&found.figures, room - figures.chars().count());
    if !figures.is_empty() && !own.is_empty() {
        figures.push('\n');
    }
    figures.push_str(&own);
    let figures = (!figures.is_empty()).then(|| DataBlock::new(&[], &figures));
    let figures = DataBlock::stacked(figures, size.characters);
    let ours = |items: &[String], characters| clip(&bullets(items), characters);
    Ok(Prompt::SectionTask.render(
        language,
        &[
            ("task_id", Fill::Ours(&task.id.to_string())),
            ("description", Fill::Ours(&clip(&task.description, 2_000))),
            ("research_type", Fill::Ours(plan.research_type.name())),
            ("topic", Fill::Ours(&clip(&plan.topic, 1_000))),
            ("day", Fill::Ours(&context.day_line())),
            ("objectives", Fill::Ours(&ours(&plan.objectives, 2_000))),
            ("data_needs", Fill::Ours(&ours(&hints.data_needs, 2_000))),
            (
                "key_questions",
                Fill::Ours(&ours(&hints.key_questions, 2_000)),
            ),
            (
                "suggested_tools",
                Fill::Ours(&ours(&hints.suggested_tools, 500)),
            ),
            ("earlier_sections", Fill::Data(&earlier)),
            ("evidence", Fill::Data(&evidence)),
            ("figures", Fill::Data(&figures)),
        ],
    )?)
}

/// The figures that were proven in the sections a task builds on, a sentence a line: what they are, and
/// the ids that carry them.
fn inherited_figures(job: &TaskJob) -> Vec<String> {
    const SENTENCE: usize = 120;
    let memory = job.context.memory();
    let is_earlier = |claim: &&Claim| job.earlier.iter().any(|section| section.task == claim.task);
    let lines = memory
        .claims
        .values()
        .filter(is_earlier)
        .filter_map(|claim| {
            let Some(ClaimCheck::Supported { figures, .. }) = &claim.check else {
                return None;
            };
            let printed: Vec<&str> = figures
                .iter()
                .map(|figure| figure.printed.as_str())
                .collect();
            let ids: String = claim.evidence_ids.iter().map(citation).collect();
            let sentence = clip(&claim.text, SENTENCE);
            let is_of_use = !printed.is_empty() && !ids.is_empty();
            is_of_use.then(|| format!("{} ({sentence}) {ids}", printed.join(", ")))
        });
    lines.collect()
}

/// As many lines as `characters` hold: a number that is cut would be another number.
fn whole_lines(lines: &[String], characters: usize) -> String {
    let mut left = characters;
    let fit = lines.iter().take_while(|line| {
        let needed = line.chars().count() + 1;
        let fits = needed <= left;
        left = left.saturating_sub(needed);
        fits
    });
    // what stands beside a number may run over a line's end in its passage
    let flat = fit.map(|line| line.replace('\n', " "));
    flat.collect::<Vec<_>>().join("\n")
}

/// A passage as a model sees it: fenced, under the id it may be cited by.
pub(super) fn as_data(evidence: &Evidence) -> DataBlock {
    let date = evidence.as_of.map(|date| date.to_string());
    let headings = evidence.headings.join(" > ");
    let tier = format!("{:?}", evidence.tier);
    let attributes = [
        ("id", evidence.id.as_str()),
        ("source", &evidence.source),
        ("heading", &headings),
        ("date", date.as_deref().unwrap_or_default()),
        ("tier", &tier),
    ];
    DataBlock::new(&attributes, &evidence.quote)
}

/// The tools over the library, which every worker has.
pub(super) static LIBRARY_TOOLS: LazyLock<[ToolSpec; 3]> = LazyLock::new(|| {
    [
        ToolSpec {
            name: SEARCH_TOOL.to_owned(),
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
            name: READ_PASSAGE.to_owned(),
            description: "Reads a passage with its neighbours. `id` is an evidence id.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {"id": {"type": "string"}},
                "required": ["id"],
            }),
        },
        ToolSpec {
            name: COMPUTE.to_owned(),
            description: "Computes a formula over figures of the evidence. Returns the result under an id that a sentence may cite."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "formula": {"type": "string", "description": "for instance (4610 - 4100) / 4100"},
                    "evidence": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "the evidence ids that have its numbers",
                    },
                },
                "required": ["formula", "evidence"],
            }),
        },
    ]
});
