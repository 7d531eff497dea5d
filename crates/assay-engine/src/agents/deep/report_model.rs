use assay_analyst::claims_of;
use assay_domain::{Author, DataBlock, Finding, Language, Role};
use assay_plan::Purpose;

use super::super::Researchers;
use super::modeling::{Modelled, numbered};
use super::record::Gathered;
use crate::agents::ask::Asking;
use crate::agents::repetition::repetition;
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::section::{Citable, Draft, Subject, citable_figures};
use crate::workshop::{IntegrateJob, WorkError};
use crate::{Brain, Scope};

/// Characters of the model, the figures and the findings that a writer is given.
const MODEL_CHARACTERS: usize = 16_000;
const FIGURE_CHARACTERS: usize = 12_000;
const FINDING_CHARACTERS: usize = 6_000;

pub(super) const SCOPE: &str = "report";

/// A report as a model wrote it: its summary and its sections.
pub(super) struct Written {
    pub(super) summary: Vec<String>,
    pub(super) drafts: Vec<Draft>,
}

pub(super) async fn write(
    researchers: &Researchers,
    job: &IntegrateJob,
    gathered: &Gathered,
    modelled: &Modelled,
    findings: &[Finding],
    brain: &Brain,
) -> Result<Written, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    context.doing(None, || {
        language.pick("writing the report", "撰写报告").to_owned()
    });
    let mut citable = Citable::default();
    citable.inherit(context.memory().evidence.values().cloned());
    let asking = Asking {
        context,
        brain,
        role: Role::Report,
        purpose: Purpose::Writing,
        schema: None,
        writing: Writing::Report,
    };
    let prompt = prompt(researchers, job, gathered, modelled, findings)?;
    let mut scope = Scope::of_step(SCOPE);
    // what is wrong with a sentence is for that sentence alone, once it has its section
    let read = |text: &str, _: bool| {
        let text = assay_llm::strip_think(text).trim().to_owned();
        // a summary may say what a section says, so each part is looked at by itself
        let mut parts = headed(&text).into_iter();
        let goes_round = parts.find_map(|(_, part)| repetition(part, language));
        let mut problems: Vec<String> = goes_round.into_iter().collect();
        if !citable.judge(&text).0 {
            problems.push("no sentence cites evidence".to_owned());
        }
        if !text.contains("## ") {
            problems.push("the report has no `## ` sections".to_owned());
        }
        Ok(match problems.is_empty() {
            true => Ok(text),
            false => Err(problems),
        })
    };
    let markdown = asking.ask(&mut scope, prompt, read).await?;
    let mut subject = Subject::of_plan(&job.plan);
    subject.asked.extend(headings(language));
    Ok(split(&markdown, &brain.label, &subject))
}

/// Headings that the prompt asks for, so that no model chose their words.
fn headings(language: Language) -> [String; 2] {
    let headings = language.pick(
        ["Scenarios", "What is not known"],
        ["情景", "尚不清楚的问题"],
    );
    headings.map(str::to_owned)
}

fn prompt(
    researchers: &Researchers,
    job: &IntegrateJob,
    gathered: &Gathered,
    modelled: &Modelled,
    findings: &[Finding],
) -> Result<String, WorkError> {
    let settings = &job.context.settings;
    let language = settings.language;
    let cited: Vec<_> = {
        let memory = job.context.memory();
        let ids = gathered.notes.iter().flat_map(|note| &note.evidence);
        let mut cited = Vec::new();
        for evidence in ids.filter_map(|quoted| memory.evidence.get(&quoted.id)) {
            if !cited.contains(evidence) {
                cited.push(evidence.clone());
            }
        }
        cited
    };
    let figures = citable_figures(&cited, &researchers.library, language)?;
    let figures = DataBlock::new(&[], &clip(&figures.join("\n"), FIGURE_CHARACTERS));
    let model = serde_json::to_string(&modelled.blueprint)?;
    let model = DataBlock::new(&[], &clip(&model, MODEL_CHARACTERS));
    let findings = findings
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<Vec<_>, _>>()?;
    let findings = DataBlock::new(&[], &clip(&bullets(&findings), FINDING_CHARACTERS));
    let sections = job.plan.tasks.len().clamp(2, 8);
    let (least, most) = (
        settings.section_length.min * sections / 2,
        settings.section_length.max * sections,
    );
    let length = language.pick(
        format!("{least}–{most} words"),
        format!("{least}–{most} 字"),
    );
    Ok(Prompt::DeepReport.render(
        language,
        &[
            ("audience", Fill::Ours(language.pick("executive", "管理层"))),
            ("length", Fill::Ours(&length)),
            (
                "language_rule",
                Fill::Ours(language.pick("Write in English.", "请用中文撰写。")),
            ),
            (
                "question",
                Fill::Ours(&clip(&job.context.request.question, 2_000)),
            ),
            ("model", Fill::Data(&model)),
            ("notes", Fill::Data(&numbered(&gathered.notes))),
            ("figures", Fill::Data(&figures)),
            ("findings", Fill::Data(&findings)),
        ],
    )?)
}

/// Cuts a report at its headings. The part that sums up becomes the summary.
fn split(markdown: &str, label: &str, subject: &Subject) -> Written {
    let mut written = Written {
        summary: Vec::new(),
        drafts: Vec::new(),
    };
    let author = || Author::Model {
        model: label.to_owned(),
    };
    for (title, body) in headed(markdown) {
        let is_summary = ["summary", "摘要"]
            .iter()
            .any(|word| title.to_lowercase().contains(word));
        if is_summary && written.summary.is_empty() {
            let lines = body
                .lines()
                .map(|line| line.trim_start_matches(['-', '*', ' ']));
            let lines = lines.filter(|line| !line.is_empty());
            written.summary = lines.map(str::to_owned).collect();
            continue;
        }
        if body.trim().is_empty() {
            continue;
        }
        written.drafts.push(Draft {
            title: title.to_owned(),
            claims: claims_of(body),
            markdown: body.trim().to_owned(),
            author: author(),
            notes: Vec::new(),
            checked: Vec::new(),
            subject: subject.clone(),
            left_out: Vec::new(),
        });
    }
    written
}

/// Title and text of every `## ` section.
fn headed(markdown: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<usize> = markdown
        .match_indices("\n## ")
        .map(|(at, _)| at + 1)
        .collect();
    if markdown.starts_with("## ") {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([markdown.len()]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| {
        let part = markdown.get(*start..end)?;
        let (title, body) = part.split_once('\n').unwrap_or((part, ""));
        Some((title.trim_start_matches('#').trim(), body))
    });
    parts.collect()
}
