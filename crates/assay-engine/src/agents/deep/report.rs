use std::collections::BTreeMap;

use assay_analyst::{Note, claims_of, summarise};
use assay_domain::{
    ArtifactKind, Author, Claim, ClaimKind, Event, Evidence, EvidenceId, Failure, Finding, LeftOut,
    Outcome, Role, Section, TaskId,
};
use assay_plan::Purpose;
use assay_report::{Layout, Part, Report, ReportInput, compose};
use assay_steps::{ReportMetadata, ReportSource, ResearchReport, address, outline};

use super::super::integrator::{Delivered, Found, deliver, parts};
use super::super::summary::{fallen_short, not_borne_out, without_doubtful};
use super::super::switches::{self, Switches};
use super::super::{Researchers, disputed, may_stand_in, whole_draft};
use super::modeling::Modelled;
use super::record::{self, Gathered};
use super::report_model::{self, Written};
use crate::Brain;
use crate::agents::lines::{Line, Said};
use crate::agents::mend::Mender;
use crate::artifacts::{ArtifactWriter, RESEARCH_REPORT};
use crate::section::{Citable, Draft, Subject, written};
use crate::workshop::{Done, IntegrateJob, WorkError};

/// The chapters of a report, and what they add to the journal.
struct Chapters {
    summary: Vec<String>,
    parts: Vec<Part>,
    events: Vec<Event>,
    shortfall: Option<Failure>,
    /// Of the summary; each section has its own.
    left_out: Vec<LeftOut>,
    /// Statements of the chapters that are at odds.
    conflicts: Vec<Finding>,
    /// What the reading of the whole is told of.
    told: Vec<String>,
}

/// Writes the report, takes it through the last gate and ends the run.
pub(super) async fn report(
    researchers: &Researchers,
    job: &IntegrateJob,
    found: Found,
    gathered: Gathered,
    modelled: Modelled,
) -> Result<Done, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    let chapters = chapters(researchers, job, &found, &gathered, &modelled).await?;
    let mut events = chapters.events;
    let shortfalls: Vec<Failure> = [modelled.shortfall, chapters.shortfall]
        .into_iter()
        .flatten()
        .collect();
    let sections = chapters.parts.iter().filter_map(Part::section);
    let sections: Vec<Section> = sections.cloned().collect();
    let unsupported = not_borne_out(&sections, language);
    let switches = Switches::of(
        &context.settings,
        &switches::Written {
            claims: registered(context, &events),
            sections: &sections,
            findings: &found.findings,
            left_out: &chapters.left_out,
        },
    )?;
    events.extend(switches.decided());
    let failures = shortfalls.iter().map(|failure| failure.told(language));
    let short = failures.chain(unsupported).chain(switches.reasons());
    let (outcome, reasons) = fallen_short(job, short);
    events.extend(
        shortfalls
            .into_iter()
            .map(|reason| Event::Degraded { reason }),
    );
    let rounds = gathered.rounds.as_ref();
    let mut method = rounds.map_or_else(Vec::new, |rounds| rounds.told(language));
    method.extend(chapters.told);
    let mut findings = found.findings;
    findings.extend(chapters.conflicts);
    let composed = compose(&ReportInput {
        plan: &job.plan,
        language,
        outcome,
        reasons: &reasons,
        parts: &chapters.parts,
        evidence: &found.evidence,
        findings: &findings,
        summary: switches.released(&chapters.summary),
        transitions: &BTreeMap::new(),
        assumptions: &found.assumptions,
        release: switches.release(),
        left_out: &chapters.left_out,
        method: &method,
        layout: Layout::Sections,
    });
    let sources = sources(&composed, &found.evidence, &gathered.notes);
    let is_fallback = gathered.result.metadata.is_fallback;
    let delivery = researchers.judge(composed, &found.evidence, switches.of_run(), language);
    let before = events.len();
    let (outcome, reasons) = match deliver(delivery, context, &mut events).await? {
        Delivered::Out => (outcome, reasons),
        Delivered::Blocked(why) => (Outcome::Blocked, why),
    };
    if let Some(markdown) = delivered(context, events.get(before..).unwrap_or_default())? {
        events.push(research_report(context, markdown, sources, is_fallback).await?);
    }
    Ok(Done::end(events, outcome, reasons))
}

/// The report as the protocol of the four steps has it.
async fn research_report(
    context: &crate::RunContext,
    markdown: String,
    sources: Vec<ReportSource>,
    is_fallback: bool,
) -> Result<Event, WorkError> {
    let spent = record::spent_in(context, report_model::SCOPE)?;
    let report = ResearchReport {
        outline: outline(&markdown),
        markdown,
        sources,
        metadata: ReportMetadata {
            duration_ms: spent.duration_ms,
            tokens: spent.tokens,
            streamed: true,
            is_fallback,
        },
    };
    let writer = ArtifactWriter {
        store: context.store(),
        agent: "report_agent",
    };
    Ok(writer.of_run(RESEARCH_REPORT, 1, &report).await?)
}

/// What the tasks stated, and what the report states beside them.
fn registered(context: &crate::RunContext, events: &[Event]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = context.memory().claims.values().cloned().collect();
    claims.extend(events.iter().filter_map(|event| match event {
        Event::ClaimRegistered { claim } => Some(claim.clone()),
        _ => None,
    }));
    claims
}

/// The text that the gate let out, if it did.
fn delivered(context: &crate::RunContext, events: &[Event]) -> Result<Option<String>, WorkError> {
    let mut written = events.iter().filter_map(Event::artifact);
    let report = written.find(|artifact| artifact.is(ArtifactKind::Report));
    let text = report.map(|report| context.store().text_of(report.body));
    Ok(text.transpose()?)
}

async fn chapters(
    researchers: &Researchers,
    job: &IntegrateJob,
    found: &Found,
    gathered: &Gathered,
    modelled: &Modelled,
) -> Result<Chapters, WorkError> {
    let context = &job.context;
    let Some(brain) = researchers.brain(context, Role::Report)? else {
        return from_notes(researchers, job, found, gathered, modelled, None).await;
    };
    let findings = &found.findings;
    match report_model::write(researchers, job, gathered, modelled, findings, &brain).await {
        Ok(written) => from_model(researchers, job, (found, gathered), &brain, written).await,
        Err(WorkError::Failed(failure)) if may_stand_in(context, &failure) => {
            from_notes(researchers, job, found, gathered, modelled, Some(failure)).await
        }
        Err(error) => Err(error),
    }
}

/// The number of a chapter: behind the tasks and the further rounds.
fn chapter_number(job: &IntegrateJob, gathered: &Gathered, at: u32) -> TaskId {
    record::next_number(&job.plan, gathered.further_rounds + at)
}

/// The report that a model wrote; tasks that failed are named behind it.
async fn from_model(
    researchers: &Researchers,
    job: &IntegrateJob,
    (found, gathered): (&Found, &Gathered),
    brain: &Brain,
    report: Written,
) -> Result<Chapters, WorkError> {
    let context = &job.context;
    let mut citable = Citable::default();
    citable.inherit(found.evidence.values().cloned());
    let mender = Mender {
        researchers,
        context,
        brain,
        role: Role::Report,
        purpose: Purpose::Writing,
        citable: &citable,
    };
    let (mut events, mut sections) = (Vec::new(), Vec::new());
    for (mut draft, at) in report.drafts.into_iter().zip(0u32..) {
        let number = chapter_number(job, gathered, at);
        mender.judged(&number.to_string(), &mut draft).await?;
        let (news, section) =
            written(context, &researchers.library, number, draft, &citable).await?;
        events.extend(news);
        sections.push(section);
    }
    let draft = whole_draft::read(researchers, job, sections).await?;
    let sections = draft.sections;
    events.extend(draft.events);
    let findings = &found.findings;
    let place = context.settings.language.pick("summary", "摘要");
    let lines = report.summary.into_iter().map(|text| Line {
        place: place.to_owned(),
        text,
    });
    let states = |_: &Line| Ok(Said::States(Vec::new()));
    let held = mender.lines("summary", lines.collect(), states).await?;
    let kept: Vec<String> = held.kept.into_iter().flatten().collect();
    let summary = if kept.is_empty() {
        summarise(&job.plan, &without_doubtful(&sections, findings))
    } else {
        kept
    };
    let marked = disputed::marked(&sections, findings, context.settings.language);
    Ok(Chapters {
        summary,
        parts: numbered_as_printed(parts(job, marked)),
        events,
        shortfall: None,
        left_out: held.left_out,
        conflicts: draft.conflicts,
        told: draft.told,
    })
}

/// The chapters first and what is missing behind them, numbered in the order in which they are
/// printed: a reader does not count the tasks.
fn numbered_as_printed(mut parts: Vec<Part>) -> Vec<Part> {
    parts.sort_by_key(|part| !matches!(part, Part::Section(_)));
    let printed: BTreeMap<TaskId, TaskId> = parts
        .iter()
        .zip(1u32..)
        .map(|(part, number)| (part.task(), TaskId(number)))
        .collect();
    let number = |task: TaskId| printed.get(&task).copied().unwrap_or(task);
    let renumber = |part: Part| match part {
        Part::Section(section) => Part::Section(Section {
            task: number(section.task),
            ..section
        }),
        Part::Failed {
            task,
            title,
            failure,
        } => Part::Failed {
            task: number(task),
            title,
            failure,
        },
        Part::Blocked { task, title, by } => Part::Blocked {
            task: number(task),
            title,
            by: number(by),
        },
    };
    parts.into_iter().map(renumber).collect()
}

/// The notes of each dimension and the model, as sections.
async fn from_notes(
    researchers: &Researchers,
    job: &IntegrateJob,
    found: &Found,
    gathered: &Gathered,
    modelled: &Modelled,
    shortfall: Option<Failure>,
) -> Result<Chapters, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    let mut sections: Vec<Section> = job.sections.iter().map(|one| (**one).clone()).collect();
    sections.extend(gathered.further.iter().cloned());
    let mut events = Vec::new();
    let markdown = modelled.model.section(&gathered.notes, language);
    if !markdown.is_empty() {
        // the analyst's model is made of quotations under the names of what drives what
        let mut claims = claims_of(&markdown);
        let quoted = claims.iter_mut().filter(|claim| claim.text.contains('“'));
        quoted.for_each(|claim| claim.kind = ClaimKind::Quoted);
        let draft = Draft {
            title: language
                .pick("What drives what", "驱动因素与情景")
                .to_owned(),
            claims,
            markdown,
            author: Author::OfflineAnalyst,
            notes: Vec::new(),
            checked: Vec::new(),
            subject: Subject::of_plan(&job.plan),
            left_out: Vec::new(),
        };
        let mut citable = Citable::default();
        citable.inherit(found.evidence.values().cloned());
        let number = chapter_number(job, gathered, 0);
        let (news, section) =
            written(context, &researchers.library, number, draft, &citable).await?;
        events.extend(news);
        sections.push(section);
    }
    let findings = &found.findings;
    Ok(Chapters {
        summary: summarise(&job.plan, &without_doubtful(&sections, findings)),
        parts: parts(job, disputed::marked(&sections, findings, language)),
        events,
        shortfall,
        left_out: Vec::new(),
        conflicts: Vec::new(),
        told: Vec::new(),
    })
}

/// The sources of the report, each with the first note that rests on it.
fn sources(
    report: &Report,
    evidence: &BTreeMap<EvidenceId, Evidence>,
    notes: &[Note],
) -> Vec<ReportSource> {
    let entries = report.sources.iter().filter_map(|entry| {
        let cites = |note: &Note| {
            note.evidence
                .iter()
                .any(|quoted| quoted.id == entry.evidence)
        };
        let item = evidence.get(&entry.evidence)?;
        Some(ReportSource {
            title: item.source.clone(),
            url: address(item),
            note_index: notes.iter().position(cites)?,
        })
    });
    entries.collect()
}
