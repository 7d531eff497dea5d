use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{
    Author, Evidence, EvidenceId, Failure, Finding, Language, LeftOut, Outcome, Plan, Section,
    TaskId,
};

use crate::caveats::{caveats, citation_caveats, method, note, nothing_found};
use crate::citations::{Citations, SourceEntry};
use crate::document::{Block, Body, Chapter, Document, Inline, Status, plain};
use crate::labels;
use crate::left_out::left_out;
use crate::plain_text::{reason_text, title_text};
use crate::{html, markdown, markup, words};

/// Everything a report is made of. Nothing in it knows the time or the run.
pub struct ReportInput<'a> {
    pub plan: &'a Plan,
    pub language: Language,
    pub outcome: Outcome,
    /// Why the run ended as it did.
    pub reasons: &'a [String],
    /// In task order.
    pub parts: &'a [Part],
    pub evidence: &'a BTreeMap<EvidenceId, Evidence>,
    pub findings: &'a [Finding],
    /// Sentences with citation marks.
    pub summary: &'a [String],
    /// Text that leads into a section; it may cite.
    pub transitions: &'a BTreeMap<TaskId, String>,
    /// Parameter and what was assumed for it.
    pub assumptions: &'a [(String, String)],
    pub release: Release,
    /// What was left out of summary and lead-ins; each section has its own.
    pub left_out: &'a [LeftOut],
    /// How the research went about it, a line each; empty where there is nothing to tell.
    pub method: &'a [String],
    pub layout: Layout,
}

/// In what order a reader meets the parts of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// How it ended, summary, caveats, then section by section.
    Sections,
    /// The answer first, and behind it what is to be known of it.
    Answer,
}

/// Whether a text is the answer of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// It is what was asked for.
    Answer,
    /// What the evidence bears of it: too much of what was written has no support to sum it up.
    WithoutSummary,
    /// The quality gate let out less than what was asked for; this is what was written before.
    HeldBack,
}

/// What became of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Section(Section),
    Failed {
        task: TaskId,
        title: String,
        failure: Failure,
    },
    Blocked {
        task: TaskId,
        title: String,
        by: TaskId,
    },
}

impl Part {
    pub fn task(&self) -> TaskId {
        match self {
            Self::Section(section) => section.task,
            Self::Failed { task, .. } | Self::Blocked { task, .. } => *task,
        }
    }

    pub(crate) fn title(&self) -> &str {
        match self {
            Self::Section(section) => &section.title,
            Self::Failed { title, .. } | Self::Blocked { title, .. } => title,
        }
    }

    pub fn section(&self) -> Option<&Section> {
        match self {
            Self::Section(section) => Some(section),
            Self::Failed { .. } | Self::Blocked { .. } => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub title: String,
    pub markdown: String,
    /// One page that loads nothing from outside and runs no script.
    pub html: String,
    /// In order of number.
    pub sources: Vec<SourceEntry>,
    /// Ids that did not resolve; each is marked where it stands.
    pub unresolved: Vec<String>,
}

pub fn compose(input: &ReportInput<'_>) -> Report {
    let language = input.language;
    let mut citations = Citations::new(language, input.evidence);
    // Numbers follow the order of the page: summary, caveats, sections.
    let summary = input
        .summary
        .iter()
        .map(|sentence| parse(sentence, &mut citations))
        .filter(|blocks| !blocks.is_empty())
        .collect();
    let mut caveats = caveats(input, &mut citations);
    let chapters: Vec<Chapter> = input
        .parts
        .iter()
        .map(|part| chapter(part, input, &mut citations))
        .collect();
    let left_out = left_out(input, &mut citations);
    let about_citations = citation_caveats(language, input.layout, &citations);
    let note = note(input, &citations);
    if caveats.is_empty() && input.layout == Layout::Sections {
        caveats.push(nothing_found(language));
    }
    caveats.extend(about_citations);
    caveats.extend(method(input.method, language));
    let (sources, unresolved) = citations.into_parts();
    let document = Document {
        language,
        title: title_text(&input.plan.topic),
        kind: match input.layout {
            Layout::Sections => words::research_type(language, input.plan.research_type),
            Layout::Answer => language.pick("Answer", "回答"),
        }
        .to_owned(),
        layout: input.layout,
        status: status(input, documents(&sources, input.evidence)),
        summary,
        caveats,
        note,
        chapters,
        left_out,
        labels: labels::legend(input.parts, input.summary, language),
        sources,
    };
    Report {
        markdown: markdown::write(&document),
        html: html::write(&document),
        title: document.title,
        sources: document.sources,
        unresolved,
    }
}

fn parse(markdown: &str, citations: &mut Citations<'_>) -> Vec<Block> {
    let mut blocks = markup::parse(markdown, citations);
    markup::settle_headings(&mut blocks);
    blocks
}

/// How many documents the sources are of: passages of one filing are one source.
fn documents(sources: &[SourceEntry], evidence: &BTreeMap<EvidenceId, Evidence>) -> usize {
    let cited = sources
        .iter()
        .filter_map(|entry| evidence.get(&entry.evidence));
    let documents: BTreeSet<_> = cited.map(|evidence| &evidence.document).collect();
    documents.len()
}

fn status(input: &ReportInput<'_>, sources: usize) -> Status {
    let written = input.parts.iter().filter_map(Part::section).count();
    let planned = if input.parts.is_empty() {
        input.plan.tasks.len()
    } else {
        input.parts.len()
    };
    Status {
        outcome: input.outcome,
        meaning: match input.release {
            Release::Answer => words::outcome_meaning(input.language, input.outcome),
            Release::WithoutSummary => words::without_summary(input.language),
            Release::HeldBack => words::held_back(input.language),
        },
        reasons: input.reasons.iter().map(|text| reason_text(text)).collect(),
        authors: authors(input),
        line: words::summary_line(input.language, input.outcome, written, planned, sources),
    }
}

/// Each author with the sections it wrote, in order of its first section.
pub(crate) fn by_author(parts: &[Part]) -> Vec<(&Author, Vec<&Section>)> {
    let mut authors: Vec<(&Author, Vec<&Section>)> = Vec::new();
    for section in parts.iter().filter_map(Part::section) {
        match authors
            .iter_mut()
            .find(|(author, _)| **author == section.author)
        {
            Some((_, sections)) => sections.push(section),
            None => authors.push((&section.author, vec![section])),
        }
    }
    authors
}

fn authors(input: &ReportInput<'_>) -> Vec<Vec<Inline>> {
    let language = input.language;
    let authors = by_author(input.parts);
    let all_by_one = authors.len() == 1;
    authors
        .into_iter()
        .map(|(author, sections)| {
            let tasks: Vec<String> = sections.iter().map(|s| s.task.to_string()).collect();
            let listed = tasks.join(language.pick(", ", "、"));
            let label = match language {
                Language::En if all_by_one => "Written by ".to_owned(),
                Language::Zh if all_by_one => "撰写者：".to_owned(),
                Language::En if tasks.len() > 1 => format!("Sections {listed} written by "),
                Language::En => format!("Section {listed} written by "),
                Language::Zh => format!("第 {listed} 节撰写者："),
            };
            let mut line = vec![Inline::Text(label)];
            line.extend(words::author(language, author));
            line
        })
        .collect()
}

fn chapter(part: &Part, input: &ReportInput<'_>, citations: &mut Citations<'_>) -> Chapter {
    let language = input.language;
    match part {
        Part::Section(section) => written(section, input, citations),
        Part::Failed {
            task,
            title,
            failure,
        } => missing(
            *task,
            title,
            language,
            words::placeholder(language, failure),
        ),
        Part::Blocked { task, title, by } => {
            let by_title = input.parts.iter().find(|part| part.task() == *by);
            let by_title = by_title.map(|part| title_text(part.title()));
            let placeholder = words::blocked_placeholder(language, *by, by_title.as_deref());
            missing(*task, title, language, placeholder)
        }
    }
}

fn missing(task: TaskId, title: &str, language: Language, placeholder: String) -> Chapter {
    Chapter {
        task,
        title: title_text(title),
        language,
        is_fallback: false,
        byline: None,
        labelled: None,
        lead_in: Vec::new(),
        body: Body::Missing { placeholder },
        notes: Vec::new(),
    }
}

fn written(section: &Section, input: &ReportInput<'_>, citations: &mut Citations<'_>) -> Chapter {
    let language = input.language;
    let lead_in = match input.transitions.get(&section.task) {
        Some(text) => parse(text, citations),
        None => Vec::new(),
    };
    let title = title_text(&section.title);
    let mut blocks = markup::parse(&section.markdown, citations);
    if blocks.first().is_some_and(|block| repeats(block, &title)) {
        blocks.remove(0);
    }
    markup::settle_headings(&mut blocks);
    let needs_byline = section.author.is_fallback() || by_author(input.parts).len() > 1;
    Chapter {
        task: section.task,
        title,
        language: section.language,
        is_fallback: section.author.is_fallback(),
        byline: needs_byline.then(|| words::author(language, &section.author)),
        labelled: labels::unmarked(section, language),
        lead_in,
        body: Body::Written(blocks),
        notes: section
            .notes
            .iter()
            .map(|note| {
                vec![Inline::Text(reason_text(&words::quality_note(
                    language, note,
                )))]
            })
            .collect(),
    }
}

/// Writers like to open with the title they were given, numbered or not.
fn repeats(block: &Block, title: &str) -> bool {
    let Block::Heading { text, .. } = block else {
        return false;
    };
    if text
        .iter()
        .any(|inline| matches!(inline, Inline::Cite(_) | Inline::Unresolved(_)))
    {
        return false;
    }
    let heading = plain(text);
    let unnumbered = heading
        .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '、' | ' '))
        .trim();
    unnumbered.eq_ignore_ascii_case(title) || heading.trim().eq_ignore_ascii_case(title)
}
