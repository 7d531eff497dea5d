//! One pass over the draft as a whole. The sections were written apart from each other; a model names
//! what repeats, what contradicts and what answers the question, and code takes only what the
//! sentences themselves bear out. Where the model cannot be asked or believed, the draft stands.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use assay_analyst::{remark_places, without_sentences_at, written_sentences};
use assay_claims::{AgreedPairs, NamedPairs, Sentence, agreed_pairs, words_beyond};
use assay_domain::{
    DataBlock, Event, EvidenceId, Finding, Label, Language, Role, Section, Standing, Statement,
    cited_evidence, without_citations,
};
use assay_plan::Purpose;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Researchers;
use super::ask::{Asking, Reading, json as read_answer};
use super::verifier::keeps_code_verdict;
use crate::artifacts::{ArtifactWriter, DRAFT_READING, DraftReading};
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, clip};
use crate::workshop::{IntegrateJob, WorkError};
use crate::{Brain, Scope};

/// Characters of sentences that one reading takes; what stands behind them is not read.
const CHARACTERS: usize = 40_000;
/// Times that the model is asked.
const TRIES: u32 = 2;
/// Sentences named as the answer, and parts of the question named as open.
const MOST_ANSWERS: usize = 5;
const MOST_OPEN: usize = 5;
/// Characters of a part of the question.
const PART: usize = 300;

/// The draft as it stands after it was read.
#[derive(Default)]
pub(super) struct ReadDraft {
    pub(super) sections: Vec<Section>,
    /// Statements of it that are at odds.
    pub(super) conflicts: Vec<Finding>,
    /// Sentences that answer the question, with their citations.
    pub(super) answers: Vec<String>,
    /// What a reader is told of the pass.
    pub(super) told: Vec<String>,
    pub(super) events: Vec<Event>,
}

#[derive(Debug, Deserialize)]
struct Answer {
    repeats: Vec<Repeat>,
    contradicts: Vec<Contradiction>,
    answers: Vec<usize>,
    unanswered: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Repeat {
    first: usize,
    again: usize,
}

#[derive(Debug, Deserialize)]
struct Contradiction {
    one: usize,
    other: usize,
}

/// A sentence of the draft that may be named.
struct Placed {
    /// Of the section.
    section: usize,
    range: Range<usize>,
    /// As written, with its citations.
    written: String,
    text: String,
    is_proven: bool,
    next: Option<String>,
}

/// Reads the sections as one text.
pub(super) async fn read(
    researchers: &Researchers,
    job: &IntegrateJob,
    sections: Vec<Section>,
) -> Result<ReadDraft, WorkError> {
    let placed = placed(&sections);
    let (Some(brain), true) = (
        researchers.brain(&job.context, Role::Verifier)?,
        are_several(&placed),
    ) else {
        return Ok(ReadDraft {
            sections,
            ..ReadDraft::default()
        });
    };
    match ask(job, &brain, &sections, &placed).await {
        Ok(Some(answer)) => settled(job, sections, &placed, answer).await,
        Ok(None) => Ok(unread(job, sections)),
        Err(WorkError::Failed(failure)) if keeps_code_verdict(failure.code) => {
            Ok(unread(job, sections))
        }
        Err(error) => Err(error),
    }
}

/// The draft as it was, and that nobody read it; why stands with the calls in the journal.
fn unread(job: &IntegrateJob, sections: Vec<Section>) -> ReadDraft {
    let told = job.context.settings.language.pick(
        "The draft was not read as a whole: the model that was to do it gave no usable answer. Sections may repeat each other.",
        "全文未经通读：负责通读的模型没有给出可用的答复，各节可能有重复。",
    );
    ReadDraft {
        sections,
        told: vec![told.to_owned()],
        ..ReadDraft::default()
    }
}

/// Sections that hold no sentence have nothing to repeat.
fn are_several(placed: &[Placed]) -> bool {
    let sections: BTreeSet<usize> = placed.iter().map(|one| one.section).collect();
    sections.len() > 1
}

/// The sentences of prose that stand by something, in the order of the draft. A row belongs to its
/// table and does not go alone.
fn placed(sections: &[Section]) -> Vec<Placed> {
    let mut all = Vec::new();
    let mut characters = 0;
    for (at, section) in sections.iter().enumerate() {
        let standings: BTreeMap<usize, &Standing> = section
            .labels
            .iter()
            .map(|label| (label.at, &label.standing))
            .collect();
        let written = written_sentences(&section.markdown);
        let places = remark_places(&section.markdown);
        for (nth, (sentence, (text, place))) in written.iter().zip(&places).enumerate() {
            let Some(standing) = standings.get(place) else {
                continue;
            };
            characters += text.chars().count();
            if text.trim_start().starts_with('|') || characters > CHARACTERS {
                continue;
            }
            let cut = |range: &Range<usize>| section.markdown.get(range.clone());
            let next = written.get(nth + 1).filter(|next| {
                let between = cut(&(sentence.range.end..next.range.start));
                between.is_some_and(|between| !between.contains('\n'))
            });
            let next = next.and_then(|next| cut(&next.range)).map(str::to_owned);
            all.push(Placed {
                section: at,
                range: sentence.range.clone(),
                written: cut(&sentence.range).unwrap_or_default().trim().to_owned(),
                text: text.trim().to_owned(),
                is_proven: !matches!(standing, Standing::Conclusion | Standing::Gap),
                next,
            });
        }
    }
    all
}

/// What the model says of the draft; `None` where it does not keep to the form.
async fn ask(
    job: &IntegrateJob,
    brain: &Brain,
    sections: &[Section],
    placed: &[Placed],
) -> Result<Option<Answer>, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    context.doing(None, || {
        language
            .pick("reading the draft as a whole", "通读全文")
            .to_owned()
    });
    let asking = Asking {
        context,
        brain,
        role: Role::Verifier,
        purpose: Purpose::Research,
        schema: Some(("whole_draft", schema())),
        writing: Writing::Structure,
    };
    let read = |text: &str, is_last: bool| -> Result<Reading<Option<Answer>>, WorkError> {
        let known = read_answer::<Answer>(text).and_then(|answer| with_known(answer, placed.len()));
        Ok(match known {
            Ok(answer) => Ok(Some(answer)),
            Err(_) if is_last => Ok(None),
            Err(problems) => Err(problems),
        })
    };
    let prompt = prompt(job, sections, placed)?;
    let mut scope = Scope::of_step("whole-draft");
    asking.ask_within(TRIES, &mut scope, prompt, read).await
}

/// The answer, if every sentence that it names exists.
fn with_known(answer: Answer, sentences: usize) -> Reading<Answer> {
    let repeats = answer
        .repeats
        .iter()
        .flat_map(|pair| [pair.first, pair.again]);
    let contradicts = answer.contradicts.iter();
    let contradicts = contradicts.flat_map(|pair| [pair.one, pair.other]);
    let named = repeats
        .chain(contradicts)
        .chain(answer.answers.iter().copied());
    let unknown: BTreeSet<usize> = named.filter(|n| !(1..=sentences).contains(n)).collect();
    if unknown.is_empty() {
        return Ok(answer);
    }
    let unknown = unknown.into_iter();
    Err(unknown
        .map(|n| format!("there is no sentence {n}"))
        .collect())
}

/// The draft with what code agrees with.
async fn settled(
    job: &IntegrateJob,
    sections: Vec<Section>,
    placed: &[Placed],
    answer: Answer,
) -> Result<ReadDraft, WorkError> {
    let context = &job.context;
    let language = context.settings.language;
    let agreed = agreed(placed, &answer);
    let at = |place: usize| placed.get(place);
    let answering: Vec<&Placed> = answer
        .answers
        .iter()
        .filter_map(|n| n.checked_sub(1))
        .filter(|place| !agreed.repeats.contains_key(place))
        .filter_map(at)
        .take(MOST_ANSWERS)
        .collect();
    let unanswered = of_the_question(answer.unanswered, &context.request.question);
    let conflicts = agreed.conflicts.iter().filter_map(|(one, other)| {
        let statements = [at(*one)?, at(*other)?].map(|one| statement(one, &sections));
        Some(Finding::Conflict {
            statements: statements.into(),
        })
    });
    let conflicts: Vec<Finding> = conflicts.collect();
    let pair = |one: usize, other: usize| Some([at(one)?.text.clone(), at(other)?.text.clone()]);
    let record = DraftReading {
        repeated: agreed
            .repeats
            .iter()
            .filter_map(|(again, first)| pair(*again, *first))
            .collect(),
        conflicts: agreed
            .conflicts
            .iter()
            .filter_map(|(one, other)| pair(*one, *other))
            .collect(),
        answers: answering.iter().map(|one| one.text.clone()).collect(),
        unanswered: unanswered.clone(),
    };
    let writer = ArtifactWriter {
        store: context.store(),
        agent: "verifier",
    };
    let mut events = vec![writer.of_run(DRAFT_READING, 1, &record).await?];
    events.extend(conflicts.iter().map(|finding| Event::FindingRecorded {
        finding: finding.clone(),
    }));
    Ok(ReadDraft {
        told: told(
            agreed.repeats.len(),
            &unanswered,
            answering.is_empty(),
            language,
        ),
        answers: answering.iter().map(|one| one.written.clone()).collect(),
        sections: without_repeats(sections, placed, &agreed),
        conflicts,
        events,
    })
}

fn agreed(placed: &[Placed], answer: &Answer) -> AgreedPairs {
    let sentences: Vec<Sentence<'_>> = placed
        .iter()
        .map(|one| Sentence {
            text: &one.text,
            section: one.section,
            is_proven: one.is_proven,
            next: one.next.as_deref(),
        })
        .collect();
    let place = |one: usize, other: usize| Some((one.checked_sub(1)?, other.checked_sub(1)?));
    let repeats = answer.repeats.iter();
    let contradicts = answer.contradicts.iter();
    let named = NamedPairs {
        repeats: repeats
            .filter_map(|pair| place(pair.first, pair.again))
            .collect(),
        contradicts: contradicts
            .filter_map(|pair| place(pair.one, pair.other))
            .collect(),
    };
    agreed_pairs(&sentences, &named)
}

fn statement(placed: &Placed, sections: &[Section]) -> Statement {
    let mut evidence: Vec<EvidenceId> = Vec::new();
    for id in cited_evidence(&placed.written) {
        if !evidence.contains(&id) {
            evidence.push(id);
        }
    }
    let section = sections.get(placed.section);
    Statement {
        text: placed.text.clone(),
        section: section.map_or_else(String::new, |section| section.title.clone()),
        evidence,
    }
}

/// Parts that are in words of the question: a model has no others to tell a reader.
fn of_the_question(parts: Vec<String>, question: &str) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for part in parts {
        let part = without_citations(&clip(part.trim(), PART));
        let is_of_it = !part.is_empty() && words_beyond(&part, &[question]).is_empty();
        if is_of_it && !kept.contains(&part) && kept.len() < MOST_OPEN {
            kept.push(part);
        }
    }
    kept
}

/// The sections without the sentences that say nothing new, and with their labels in place.
fn without_repeats(
    sections: Vec<Section>,
    placed: &[Placed],
    agreed: &AgreedPairs,
) -> Vec<Section> {
    let gone = agreed.repeats.keys().filter_map(|place| placed.get(*place));
    let mut starts: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for one in gone {
        starts
            .entry(one.section)
            .or_default()
            .insert(one.range.start);
    }
    let all = sections.into_iter().enumerate();
    let shortened = all.map(|(at, section)| match starts.get(&at) {
        Some(starts) => shortened(section, starts),
        None => section,
    });
    shortened.collect()
}

fn shortened(section: Section, starts: &BTreeSet<usize>) -> Section {
    let written = written_sentences(&section.markdown);
    let old = written.iter().zip(remark_places(&section.markdown));
    let old = old.filter(|(sentence, _)| !starts.contains(&sentence.range.start));
    let old: Vec<usize> = old.map(|(_, (_, place))| place).collect();
    let markdown = without_sentences_at(&section.markdown, starts);
    let new = remark_places(&markdown);
    // a cut that changed more than it was to is none
    if new.len() != old.len() {
        return section;
    }
    let moved: BTreeMap<usize, usize> = old
        .into_iter()
        .zip(new)
        .map(|(old, (_, new))| (old, new))
        .collect();
    let labels = section.labels.iter().filter_map(|label| {
        Some(Label {
            at: *moved.get(&label.at)?,
            standing: label.standing.clone(),
        })
    });
    Section {
        labels: labels.collect(),
        markdown,
        ..section
    }
}

fn told(
    repeats: usize,
    unanswered: &[String],
    is_unanswered: bool,
    language: Language,
) -> Vec<String> {
    let mut lines = Vec::new();
    if repeats > 0 {
        lines.push(language.pick(
            format!("The draft was read as a whole; sentences left out because an earlier one says the same: {repeats}."),
            format!("全文经过通读；因前文已有相同内容而略去的句子：{repeats} 句。"),
        ));
    }
    if !unanswered.is_empty() {
        let parts = unanswered.join(language.pick("; ", "；"));
        lines.push(language.pick(
            format!(
                "No sentence of the report was found to answer this part of the question: {parts}."
            ),
            format!("通读后未发现回答问题以下部分的句子：{parts}。"),
        ));
    } else if is_unanswered {
        lines.push(language.pick(
            "The draft was read as a whole, and no sentence was named that answers the question itself."
                .to_owned(),
            "全文经过通读，未指出直接回答问题的句子。".to_owned(),
        ));
    }
    lines
}

fn prompt(
    job: &IntegrateJob,
    sections: &[Section],
    placed: &[Placed],
) -> Result<String, WorkError> {
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    for (one, number) in placed.iter().zip(1..) {
        if last != Some(one.section) {
            let title = sections
                .get(one.section)
                .map(|section| section.title.as_str());
            lines.push(format!("# {}", title.unwrap_or_default()));
            last = Some(one.section);
        }
        lines.push(format!("{number}. {}", one.text));
    }
    let sentences = DataBlock::new(&[], &lines.join("\n"));
    let question = clip(&job.context.request.question, 2_000);
    Ok(Prompt::WholeDraft.render(
        job.context.settings.language,
        &[
            ("question", Fill::Ours(&question)),
            ("sentences", Fill::Data(&sentences)),
        ],
    )?)
}

fn schema() -> Value {
    let pair = |one: &str, other: &str| {
        json!({"type": "array", "items": {
            "type": "object",
            "properties": {one: {"type": "integer"}, other: {"type": "integer"}},
            "required": [one, other],
        }})
    };
    json!({
        "type": "object",
        "properties": {
            "repeats": pair("first", "again"),
            "contradicts": pair("one", "other"),
            "answers": {"type": "array", "items": {"type": "integer"}},
            "unanswered": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["repeats", "contradicts", "answers", "unanswered"],
    })
}
