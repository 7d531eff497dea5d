use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use assay_analyst::{claims_of, summarise};
use assay_claims::words_beyond;
use assay_domain::{
    ClaimCheck, DataBlock, Failure, FailureCode, Finding, Language, LeftOut, Outcome, QualityNote,
    Role, Section, TaskId, cited_ids,
};
use assay_plan::Purpose;
use serde::Deserialize;
use serde_json::Value;

use super::ask::{Asking, json};
use super::disputed::is_doubtful;
use super::lines::supported;
use super::switches::Switches;
use super::{Researchers, integrator, may_stand_in};
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::section::{Checked, Citable};
use crate::workshop::{IntegrateJob, WorkError};
use crate::{Brain, EngineError, Library, Scope};

const SECTION_CHARACTERS: usize = 6_000;

/// The executive summary, the transitions, and why they are not the model's if they should be.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) summary: Vec<String>,
    pub(super) transitions: BTreeMap<TaskId, String>,
    pub(super) shortfall: Option<Failure>,
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
        fallen_short(job, own.chain(switches.reasons()))
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
        left_out: Vec::new(),
    };
    let Some(brain) = researchers.brain(&job.context, Role::Report)? else {
        return Ok(offline(None));
    };
    let written = match ask(researchers, job, &brain, sections, findings).await {
        Ok(written) => judged(researchers, job, sections, written).await,
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
        Err(error) => Err(error),
    }
}

/// The summary without what its evidence does not bear out, and lead-ins that add nothing to the
/// sections.
async fn judged(
    researchers: &Researchers,
    job: &IntegrateJob,
    sections: &[Section],
    mut written: Summary,
) -> Result<Summary, WorkError> {
    let context = &job.context;
    let mut citable = Citable::default();
    citable.inherit(context.memory().evidence.values().cloned());
    let mut scope = Scope::of_step("verify-summary");
    let mut known: Vec<&str> = vec![&job.plan.topic];
    known.extend(sections.iter().map(|section| section.title.as_str()));
    known.extend(sections.iter().map(|section| section.markdown.as_str()));
    let connects = |text: &String| words_beyond(text, &known).is_empty();
    let lead_ins = written.transitions.values();
    let stating: Vec<String> = lead_ins.filter(|text| !connects(text)).cloned().collect();
    let lines = written.summary.iter().chain(&stating).cloned().collect();
    let held = researchers
        .hold_lines(context, &mut scope, &citable, lines)
        .await?;
    written.left_out.extend(held.left_out);
    written.summary.retain(|text| held.kept.contains(text));
    written
        .transitions
        .retain(|_, text| connects(text) || held.kept.contains(text));
    Ok(written)
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

/// Asks the model until its evidence bears out all that it writes; in the end what stands is kept,
/// which may be nothing.
async fn ask(
    researchers: &Researchers,
    job: &IntegrateJob,
    brain: &Brain,
    sections: &[Section],
    findings: &[Finding],
) -> Result<Summary, WorkError> {
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
    let judge = Judge::of(researchers, job, sections, findings);
    let read = |text: &str, is_last: bool| {
        let written = match json::<Written>(text) {
            Ok(written) => written,
            // what the model wrote must not come back as the reason why it was not taken
            Err(_) if is_last => return Ok(Err(vec!["it is not the JSON asked for".to_owned()])),
            Err(problems) => return Ok(Err(problems)),
        };
        let (read, problems) = judge.read(written)?;
        Ok(if problems.is_empty() || is_last {
            let shortfall = problems
                .first()
                .map(|_| shortened(&problems, brain, language));
            Ok(Summary { shortfall, ..read })
        } else {
            Err(problems)
        })
    };
    let prompt = prompt(job, sections, findings)?;
    asking
        .ask(&mut Scope::of_step("summary"), prompt, read)
        .await
}

fn shortened(problems: &[String], brain: &Brain, language: Language) -> Failure {
    let (author, left_out) = (&brain.label, problems.len());
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

/// Says what may stand in a summary: what the sections have, and what its evidence bears out.
struct Judge<'a> {
    library: &'a Library,
    language: Language,
    findings: &'a [Finding],
    citable: Citable,
    known: BTreeSet<&'a str>,
    figures: BTreeSet<Cow<'a, str>>,
    /// What the sections state, verified.
    supported: Vec<Checked>,
}

impl<'a> Judge<'a> {
    fn of(
        researchers: &'a Researchers,
        job: &IntegrateJob,
        sections: &'a [Section],
        findings: &'a [Finding],
    ) -> Self {
        let mut citable = Citable::default();
        citable.inherit(job.context.memory().evidence.values().cloned());
        let figures = sections.iter();
        let figures = figures.flat_map(|section| numbers(&section.markdown));
        Self {
            library: &researchers.library,
            language: job.context.settings.language,
            findings,
            citable,
            known: integrator::cited_in(sections),
            figures: figures.collect(),
            supported: supported(&job.context),
        }
    }

    /// What may stand of a summary, and what is wrong with the rest.
    fn read(&self, written: Written) -> Result<(Summary, Vec<String>), EngineError> {
        let mut left_out = Vec::new();
        let mut summary = Vec::new();
        for text in written.summary {
            let mut wrong = self.problems_of(&text)?;
            if cited_ids(&text).next().is_none() {
                wrong.push("it cites nothing".to_owned());
            } else if is_doubtful(&text, self.findings) {
                wrong.push("it rests on a disputed or replaced value".to_owned());
            }
            match wrong.is_empty() {
                true => summary.push(text),
                false => left_out.push(LeftOut {
                    text,
                    problems: wrong,
                }),
            }
        }
        let mut transitions = BTreeMap::new();
        for Transition { before_task, text } in written.transitions {
            let problems = self.problems_of(&text)?;
            match problems.is_empty() {
                true => drop(transitions.insert(before_task, text)),
                false => left_out.push(LeftOut { text, problems }),
            }
        }
        let mut problems: Vec<String> = left_out.iter().map(told).collect();
        if summary.is_empty() && problems.is_empty() {
            problems.push("the summary has no sentence".to_owned());
        }
        let read = Summary {
            summary,
            transitions,
            shortfall: None,
            left_out,
        };
        Ok((read, problems))
    }

    fn problems_of(&self, text: &str) -> Result<Vec<String>, EngineError> {
        let mut problems = Vec::new();
        let unknown = cited_ids(text).filter(|id| !self.known.contains(id));
        problems.extend(unknown.map(|id| format!("no section cites {id}")));
        let new = numbers(text)
            .into_iter()
            .filter(|number| !self.figures.contains(number));
        problems.extend(new.map(|number| format!("no section has {number}")));
        let claims = claims_of(text);
        let checks = self
            .citable
            .check_figures(&claims, self.library, self.language)?;
        for (claim, check) in claims.iter().zip(checks) {
            if self.supported.iter().any(|(known, _)| known == claim) {
                continue;
            }
            match check {
                Some(ClaimCheck::Unsupported { problems: why }) => problems.extend(why),
                Some(_) => {}
                // nothing to hold it against: then it may join sections, and state no figure
                None if numbers(&claim.text).is_empty() => {}
                None => problems.push("it states a figure and cites nothing".to_owned()),
            }
        }
        Ok(problems)
    }
}

fn told(left_out: &LeftOut) -> String {
    let LeftOut { text, problems } = left_out;
    format!("“{}”: {}", clip(text, 120), problems.join("; "))
}

fn prompt(
    job: &IntegrateJob,
    sections: &[Section],
    findings: &[Finding],
) -> Result<String, WorkError> {
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
    Ok(Prompt::Summary.render(
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
