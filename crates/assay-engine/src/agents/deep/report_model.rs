use assay_analyst::claims_of;
use assay_domain::{Author, DataBlock, Finding, Language, Role};
use assay_plan::Purpose;

use super::super::Researchers;
use super::headed::headed;
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
    let mut subject = Subject::of_plan(&job.plan);
    subject.asked.extend(headings(language));
    let read = |text: &str, _: bool| {
        let text = assay_llm::strip_think(text);
        let text = text.trim();
        // a summary may say what a section says, so each part is looked at by itself
        let mut parts = headed(text).sections.into_iter();
        let goes_round = parts.find_map(|(_, part)| repetition(part, language));
        let mut problems: Vec<String> = goes_round.into_iter().collect();
        if !citable.judge(text).0 {
            problems.push("no sentence cites evidence".to_owned());
        }
        let written = split(text, &brain.label, &subject);
        if written.drafts.is_empty() {
            problems.push("the report has no section under a `## ` heading".to_owned());
        }
        Ok(match problems.is_empty() {
            true => Ok(written),
            false => Err(problems),
        })
    };
    asking.ask(&mut scope, prompt, read).await
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

/// A report in sections. The part that sums up becomes the summary; where none does, what stands
/// before the first heading.
fn split(markdown: &str, label: &str, subject: &Subject) -> Written {
    let report = headed(markdown);
    let mut written = Written {
        summary: Vec::new(),
        drafts: Vec::new(),
    };
    for (title, body) in report.sections {
        let is_summary = ["summary", "摘要"]
            .iter()
            .any(|word| title.to_lowercase().contains(word));
        if is_summary && written.summary.is_empty() {
            written.summary = lines_of(body);
            continue;
        }
        written.drafts.push(Draft {
            title: title.to_owned(),
            claims: claims_of(body),
            markdown: body.to_owned(),
            author: Author::Model {
                model: label.to_owned(),
            },
            notes: Vec::new(),
            checked: Vec::new(),
            subject: subject.clone(),
            left_out: Vec::new(),
        });
    }
    if written.summary.is_empty() {
        written.summary = lines_of(report.lead);
    }
    written
}

fn lines_of(text: &str) -> Vec<String> {
    let lines = text.lines();
    let lines = lines.map(|line| line.trim_start_matches(['-', '*', ' ']));
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}
