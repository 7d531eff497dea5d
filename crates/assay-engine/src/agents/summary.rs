use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use assay_analyst::summarise;
use assay_domain::{
    ChatRequest, DataBlock, Failure, FailureCode, Finding, Finish, Message, Outcome, OutputFormat,
    Role, Section, TaskId, cited_ids,
};
use assay_llm::read_json;
use assay_plan::Purpose;
use serde::Deserialize;
use serde_json::json;

use super::disputed::is_doubtful;
use super::{Researchers, integrator, may_stand_in};
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::workshop::{IntegrateJob, WorkError};
use crate::{Brain, Scope};

const MAX_SUMMARY_TOKENS: u32 = 2_000;
const SECTION_CHARACTERS: usize = 6_000;

/// The executive summary, the transitions, and why they are not the model's if they should be.
pub(super) struct Summary {
    pub(super) summary: Vec<String>,
    pub(super) transitions: BTreeMap<TaskId, String>,
    pub(super) shortfall: Option<Failure>,
}

impl Summary {
    /// The outcome of the run, with what happened to the summary taken into account.
    pub(super) fn outcome(&self, job: &IntegrateJob) -> (Outcome, Vec<String>) {
        let mut reasons = job.reasons.clone();
        let mut outcome = job.outcome;
        if let Some(shortfall) = &self.shortfall {
            reasons.push(shortfall.to_string());
            if outcome == Outcome::Completed {
                outcome = Outcome::Degraded;
            }
        }
        (outcome, reasons)
    }
}

#[derive(Deserialize)]
struct Written {
    #[serde(default)]
    summary: Vec<String>,
    #[serde(default)]
    transitions: Vec<Transition>,
}

#[derive(Deserialize)]
struct Transition {
    before_task: TaskId,
    text: String,
}

pub(super) async fn write(
    researchers: &Researchers,
    job: &IntegrateJob,
    sections: &[Section],
    findings: &[Finding],
) -> Result<Summary, WorkError> {
    let offline = |shortfall| Summary {
        summary: summarise(&job.plan, &without_doubtful(sections, findings)),
        transitions: BTreeMap::new(),
        shortfall,
    };
    let Some(brain) = researchers.brain(&job.context, Role::Report)? else {
        return Ok(offline(None));
    };
    match ask(job, &brain, sections, findings).await {
        Ok(written) => Ok(written.unwrap_or_else(|| {
            let message = format!(
                "the summary by {} added or cited what no section has",
                brain.label
            );
            offline(Some(Failure::new(FailureCode::ModelMalformed, message)))
        })),
        Err(WorkError::Failed(failure)) if may_stand_in(&job.context, &failure) => {
            Ok(offline(Some(failure)))
        }
        Err(error) => Err(error),
    }
}

/// The sections without the lines that rest on a disputed or replaced value.
pub(super) fn without_doubtful(sections: &[Section], findings: &[Finding]) -> Vec<Section> {
    let keep = |section: &Section| {
        let lines = section
            .markdown
            .lines()
            .filter(|line| !is_doubtful(line, findings));
        Section {
            markdown: lines.collect::<Vec<_>>().join("\n"),
            ..section.clone()
        }
    };
    sections.iter().map(keep).collect()
}

/// Asks the model; `None` if nothing of what it wrote may stand.
async fn ask(
    job: &IntegrateJob,
    brain: &Brain,
    sections: &[Section],
    findings: &[Finding],
) -> Result<Option<Summary>, WorkError> {
    let context = &job.context;
    let mut scope = Scope::of_step("summary");
    let request = request(job, brain, sections, findings)?;
    context.doing(None, || {
        context
            .settings
            .language
            .pick("summing up", "撰写摘要")
            .to_owned()
    });
    let reply = context
        .model(&mut scope, brain, &request, Purpose::Writing)
        .await?;
    if reply.finish == Finish::Length {
        return Ok(None);
    }
    let Ok(written) = read_json::<Written>(&reply.text) else {
        return Ok(None);
    };
    let known = integrator::cited_in(sections);
    let figures: BTreeSet<Cow<'_, str>> = sections
        .iter()
        .flat_map(|section| numbers(&section.markdown))
        .collect();
    let stands = |text: &String| {
        cited_ids(text).all(|id| known.contains(id))
            && numbers(text).iter().all(|number| figures.contains(number))
    };
    let summary: Vec<String> = written
        .summary
        .into_iter()
        .filter(|text| cited_ids(text).next().is_some() && stands(text))
        .filter(|text| !is_doubtful(text, findings))
        .collect();
    let transitions = written
        .transitions
        .into_iter()
        .filter(|transition| stands(&transition.text))
        .map(|transition| (transition.before_task, transition.text))
        .collect();
    Ok((!summary.is_empty()).then_some(Summary {
        summary,
        transitions,
        shortfall: None,
    }))
}

fn request(
    job: &IntegrateJob,
    brain: &Brain,
    sections: &[Section],
    findings: &[Finding],
) -> Result<ChatRequest, WorkError> {
    let language = job.context.settings.language;
    let texts = sections.iter().map(|section| {
        let task = section.task.to_string();
        DataBlock::new(
            &[("task", &task), ("title", &section.title)],
            &clip(&section.markdown, SECTION_CHARACTERS),
        )
    });
    let texts = DataBlock::stacked(texts, 60_000);
    let findings = findings
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<Vec<_>, _>>()?;
    let findings = DataBlock::new(&[], &clip(&bullets(&findings), 8_000));
    let text = Prompt::Summary.render(
        language,
        &[
            ("topic", Fill::Ours(&clip(&job.plan.topic, 1_000))),
            (
                "objectives",
                Fill::Ours(&clip(&bullets(&job.plan.objectives), 2_000)),
            ),
            ("sections", Fill::Data(&texts)),
            ("findings", Fill::Data(&findings)),
        ],
    )?;
    let schema = json!({
        "type": "object",
        "properties": {
            "summary": {"type": "array", "items": {"type": "string"}},
            "transitions": {"type": "array", "items": {
                "type": "object",
                "properties": {"before_task": {"type": "integer"}, "text": {"type": "string"}},
                "required": ["before_task", "text"],
            }},
        },
        "required": ["summary", "transitions"],
    });
    Ok(ChatRequest {
        role: Role::Report,
        model: brain.model.clone(),
        system: String::new(),
        tools: Vec::new(),
        messages: vec![Message::User { text }],
        output: OutputFormat::Json {
            name: "summary".to_owned(),
            schema,
        },
        sampling: job.context.settings.sampling,
        max_output_tokens: MAX_SUMMARY_TOKENS,
    })
}

/// The numbers of a text outside its citations, without thousands separators.
fn numbers(text: &str) -> Vec<Cow<'_, str>> {
    let in_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c == '[' || in_number(c)) {
        let here = rest.get(at..).unwrap_or_default();
        if let Some(after) = after_citation(here) {
            rest = after;
            continue;
        }
        let length = here.find(|c: char| !in_number(c)).unwrap_or(here.len());
        let printed = here.get(..length).unwrap_or_default();
        rest = here.get(length.max(1)..).unwrap_or_default();
        let is_mark = |c: char| matches!(c, '.' | ',');
        let digits = printed.trim_matches(is_mark);
        if digits.contains(',') {
            found.push(Cow::Owned(digits.replace(',', "")));
        } else if !digits.is_empty() {
            found.push(Cow::Borrowed(digits));
        }
    }
    found
}

/// What follows the citation that `text` begins with, if it begins with one.
fn after_citation(text: &str) -> Option<&str> {
    let (id, rest) = text.strip_prefix("[[ev_")?.split_once("]]")?;
    let is_id = id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_id && !id.is_empty()).then_some(rest)
}
