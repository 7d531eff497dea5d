use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use assay_analyst::summarise;
use assay_claims::words_beyond;
use assay_domain::{
    DataBlock, Failure, FailureCode, Finding, Language, LeftOut, Outcome, QualityNote, Role,
    Section, TaskId, cited_ids,
};
use assay_plan::Purpose;
use serde::Deserialize;
use serde_json::Value;

use super::ask::{Asking, json};
use super::disputed::is_doubtful;
use super::lines::{Line, Said};
use super::mend::Mender;
use super::switches::Switches;
use super::{Researchers, integrator, may_stand_in};
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::section::Citable;
use crate::workshop::{IntegrateJob, WorkError};
use crate::{Brain, Scope};

const SECTION_CHARACTERS: usize = 6_000;

/// The executive summary, the transitions, and why they are not the model's if they should be.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) summary: Vec<String>,
    pub(super) transitions: BTreeMap<TaskId, String>,
    pub(super) shortfall: Option<Failure>,
    /// Whether there is none, because nothing may stand in for the model.
    pub(super) is_missing: bool,
    /// What the model wrote of it and nothing bears out.
    pub(super) left_out: Vec<LeftOut>,
}

impl Summary {
    /// The outcome of the run, with what happened to the summary taken into account.
    pub(super) fn outcome(
        &self,
        job: &IntegrateJob,
        sections: &[Section],
        switches: &Switches,
    ) -> (Outcome, Vec<String>) {
        let language = job.context.settings.language;
        let own = self.shortfall.iter().map(|failure| failure.told(language));
        let own = own.chain(not_borne_out(sections, language));
        let (outcome, reasons) = fallen_short(job, own.chain(switches.reasons()));
        match outcome {
            Outcome::Degraded if self.is_missing => (Outcome::Partial, reasons),
            outcome => (outcome, reasons),
        }
    }

    /// None, since its model failed and the sections are to stand without one.
    fn missing(failure: Failure, language: Language) -> Self {
        let why = failure.message;
        let message = language.pick(
            format!("the summary could not be written: {why}"),
            format!("摘要未能写成：{why}"),
        );
        Self {
            shortfall: Some(Failure::new(failure.code, message)),
            is_missing: true,
            ..Self::default()
        }
    }
}

/// The outcome of a run whose text falls short for these reasons, if there are any: what would have
/// been completed is degraded.
pub(super) fn fallen_short(
    job: &IntegrateJob,
    shortfalls: impl Iterator<Item = String>,
) -> (Outcome, Vec<String>) {
    let mut reasons = job.reasons.clone();
    let mut is_short = false;
    for shortfall in shortfalls {
        is_short = true;
        if !reasons.contains(&shortfall) {
            reasons.push(shortfall);
        }
    }
    let outcome = match job.outcome {
        Outcome::Completed if is_short => Outcome::Degraded,
        outcome => outcome,
    };
    (outcome, reasons)
}

/// How many sentences of the sections their evidence does not bear out, in words.
pub(super) fn not_borne_out<'s>(
    sections: impl IntoIterator<Item = &'s Section>,
    language: Language,
) -> Option<String> {
    let notes = sections.into_iter().flat_map(|section| &section.notes);
    let sentences: usize = notes
        .map(|note| match note {
            QualityNote::Unsupported { sentences } => *sentences,
            _ => 0,
        })
        .sum();
    (sentences > 0).then(|| match language {
        Language::En => {
            format!("sentences that no evidence bears out, moved out of the findings: {sentences}")
        }
        Language::Zh => format!("有 {sentences} 句陈述没有证据支持，已移出研究结果"),
    })
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

/// What a summary is made of.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) sections: &'a [Section],
    pub(super) findings: &'a [Finding],
    /// Sentences of the sections that a reader of the whole draft found to answer the question.
    pub(super) answers: &'a [String],
}

pub(super) async fn write(
    researchers: &Researchers,
    job: &IntegrateJob,
    given: Given<'_>,
) -> Result<Summary, WorkError> {
    let Given {
        sections, findings, ..
    } = given;
    let offline = |shortfall| Summary {
        summary: summarise(&job.plan, &without_doubtful(sections, findings)),
        transitions: BTreeMap::new(),
        shortfall,
        ..Summary::default()
    };
    let Some(brain) = researchers.brain(&job.context, Role::Report)? else {
        return Ok(offline(None));
    };
    let written = match ask(job, &brain, given).await {
        Ok(written) => judged(researchers, job, &brain, (sections, findings), written).await,
        Err(error) => Err(error),
    };
    match written {
        Ok(written) if written.summary.is_empty() => {
            let author = &brain.label;
            let message =
                format!("nothing of the summary by {author} is borne out by what it cites");
            let failure = Failure::new(FailureCode::ModelMalformed, message);
            Ok(Summary {
                left_out: written.left_out,
                ..offline(Some(failure))
            })
        }
        Ok(written) => Ok(written),
        Err(WorkError::Failed(failure)) if may_stand_in(&job.context, &failure) => {
            Ok(offline(Some(failure)))
        }
        // The sections are written and paid for: they are not held up by what would introduce them.
        Err(WorkError::Failed(failure)) if failure.code.allows_stand_in() => {
            let language = job.context.settings.language;
            Ok(Summary::missing(failure, language))
        }
        Err(error) => Err(error),
    }
}

/// The summary without what its evidence does not bear out, and lead-ins that add nothing to the
/// sections. What is refused of it was asked for once more.
async fn judged(
    researchers: &Researchers,
    job: &IntegrateJob,
    brain: &Brain,
    (sections, findings): (&[Section], &[Finding]),
    written: Written,
) -> Result<Summary, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    let mut citable = Citable::default();
    citable.inherit(context.memory().evidence.values().cloned());
    let mender = Mender {
        researchers,
        context,
        brain,
        role: Role::Report,
        purpose: Purpose::Writing,
        citable: &citable,
    };
    let summary_place = language.pick("summary", "摘要");
    let entries = written.summary.into_iter();
    let mut lines: Vec<Line> = entries
        .map(|text| Line {
            place: summary_place.to_owned(),
            text,
        })
        .collect();
    let entries = lines.len();
    let mut leads_to = Vec::new();
    for Transition { before_task, text } in written.transitions {
        let place = language.pick(
            format!("lead-in to section {before_task}, without a statement of its own"),
            format!("第 {before_task} 节的引入句，不作陈述"),
        );
        lines.push(Line { place, text });
        leads_to.push(before_task);
    }
    let judge = Judge::of(job, sections, findings);
    let weigh = |line: &Line| Ok(judge.weigh(&line.text, line.place == summary_place));
    let mut held = mender.lines("summary", lines, weigh).await?;
    let lead_ins = held.kept.split_off(entries.min(held.kept.len()));
    let lead_ins = leads_to.into_iter().zip(lead_ins);
    let refused = held.left_out.len();
    Ok(Summary {
        summary: held.kept.into_iter().flatten().collect(),
        transitions: lead_ins
            .filter_map(|(task, text)| Some((task, text?)))
            .collect(),
        shortfall: (refused > 0).then(|| shortened(refused, brain, language)),
        is_missing: false,
        left_out: held.left_out,
    })
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

/// Asks the model until it answers in the form asked for.
async fn ask(job: &IntegrateJob, brain: &Brain, given: Given<'_>) -> Result<Written, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    context.doing(None, || language.pick("summing up", "撰写摘要").to_owned());
    let asking = Asking {
        context,
        brain,
        role: Role::Report,
        purpose: Purpose::Writing,
        schema: Some(("summary", schema())),
        writing: Writing::Summary,
    };
    let read = |text: &str, is_last: bool| {
        Ok(match json::<Written>(text) {
            Ok(written) if written.summary.is_empty() => {
                Err(vec!["the summary has no sentence".to_owned()])
            }
            // what the model wrote must not come back as the reason why it was not taken
            Err(_) if is_last => Err(vec!["it is not the JSON asked for".to_owned()]),
            read => read,
        })
    };
    let prompt = prompt(job, given)?;
    asking
        .ask(&mut Scope::of_step("summary"), prompt, read)
        .await
}

fn shortened(left_out: usize, brain: &Brain, language: Language) -> Failure {
    let author = &brain.label;
    let message = match language {
        Language::En => format!(
            "left out of the summary by {author}, since the evidence does not bear it out: {left_out} of its statements"
        ),
        Language::Zh => {
            format!("{author} 所写摘要中有 {left_out} 处陈述未得到证据支持，已删去")
        }
    };
    Failure::new(FailureCode::ModelMalformed, message)
}

/// Says what may stand in a summary beside what its evidence bears out: what the sections have.
struct Judge<'a> {
    findings: &'a [Finding],
    /// What the sections cite, their figures and their words.
    cited: BTreeSet<&'a str>,
    figures: BTreeSet<Cow<'a, str>>,
    words: Vec<&'a str>,
}

impl<'a> Judge<'a> {
    fn of(job: &'a IntegrateJob, sections: &'a [Section], findings: &'a [Finding]) -> Self {
        let texts = || sections.iter().map(|section| section.markdown.as_str());
        let titles = sections.iter().map(|section| section.title.as_str());
        let topic = std::iter::once(job.plan.topic.as_str());
        Self {
            findings,
            cited: integrator::cited_in(sections),
            figures: texts().flat_map(numbers).collect(),
            words: topic.chain(titles).chain(texts()).collect(),
        }
    }

    fn weigh(&self, text: &str, is_summary: bool) -> Said {
        let unknown = cited_ids(text).filter(|id| !self.cited.contains(id));
        let mut wrong: Vec<String> = unknown.map(|id| format!("no section cites {id}")).collect();
        let new = numbers(text).into_iter();
        let new = new.filter(|number| !self.figures.contains(number));
        wrong.extend(new.map(|number| format!("no section has {number}")));
        let cites = cited_ids(text).next().is_some();
        if is_summary && !cites {
            wrong.push("it cites nothing".to_owned());
        } else if is_summary && is_doubtful(text, self.findings) {
            wrong.push("it rests on a disputed or replaced value".to_owned());
        }
        if is_summary {
            return Said::States(wrong);
        }
        let beyond = words_beyond(text, &self.words);
        if wrong.is_empty() && beyond.is_empty() {
            return Said::Connects;
        }
        if !cites {
            wrong.push(format!("no section says “{}”", beyond.join("”, “")));
        }
        Said::States(wrong)
    }
}

fn prompt(job: &IntegrateJob, given: Given<'_>) -> Result<String, WorkError> {
    let language = job.context.settings.language;
    let texts = given.sections.iter().map(|section| {
        let task = section.task.to_string();
        DataBlock::new(
            &[("task", &task), ("title", &section.title)],
            &clip(&section.markdown, SECTION_CHARACTERS),
        )
    });
    let texts = DataBlock::stacked(texts, 60_000);
    let findings = given.findings.iter();
    let findings = findings
        .map(serde_json::to_string)
        .collect::<Result<Vec<_>, _>>()?;
    let findings = DataBlock::new(&[], &clip(&bullets(&findings), 8_000));
    let answers = DataBlock::new(&[], &clip(&bullets(given.answers), 4_000));
    let question = clip(&job.context.request.question, 2_000);
    Ok(Prompt::Summary.render(
        language,
        &[
            ("question", Fill::Ours(&question)),
            ("answers", Fill::Data(&answers)),
            ("topic", Fill::Ours(&clip(&job.plan.topic, 1_000))),
            (
                "objectives",
                Fill::Ours(&clip(&bullets(&job.plan.objectives), 2_000)),
            ),
            ("sections", Fill::Data(&texts)),
            ("findings", Fill::Data(&findings)),
        ],
    )?)
}

fn schema() -> Value {
    serde_json::json!({
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
