//! Questions on a run that has ended. What they leave out is what was asked before, and what the run
//! cited is cited again before anything else.

use std::collections::BTreeMap;

use assay_answer::{Before, follow_up};
use assay_domain::{
    Date, Envelope, Event, Evidence, EvidenceId, FollowUp, Language, Outcome, Request, RunId,
    Timestamp,
};
use assay_figures::{Period, periods};
use assay_plan::RunState;
use assay_store::Store;

use super::answering::Desk;
use crate::{EngineError, Library};

/// A question on a run.
#[derive(Clone, Copy, Debug)]
pub struct AskOn<'a> {
    pub run: &'a RunId,
    pub question: &'a str,
    /// Of the answer; by the question where none is given.
    pub language: Option<Language>,
    /// The day by which figures count; that of the run, or the day of asking, where none is given.
    pub as_of: Option<Date>,
    pub now: Timestamp,
}

/// Answers a question on a run that has ended. It is journaled with its answer in one step.
pub async fn ask_on(
    store: &Store,
    library: &Library,
    asking: AskOn<'_>,
) -> Result<FollowUp, EngineError> {
    let follow_up = answer_on(store, library, asking)?;
    let event = Event::FollowUpAnswered {
        follow_up: Box::new(follow_up.clone()),
    };
    store.append(asking.run, asking.now, vec![event]).await?;
    Ok(follow_up)
}

/// What was asked on a run, in order.
pub fn asked_on(journal: &[Envelope]) -> impl DoubleEndedIterator<Item = (Timestamp, &FollowUp)> {
    journal.iter().filter_map(|envelope| match &envelope.event {
        Event::FollowUpAnswered { follow_up } => Some((envelope.at, &**follow_up)),
        _ => None,
    })
}

fn answer_on(store: &Store, library: &Library, asking: AskOn<'_>) -> Result<FollowUp, EngineError> {
    if !Request::asks(asking.question) {
        return Err(EngineError::EmptyQuestion);
    }
    let journal = store.load(asking.run, 0)?;
    let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
    let (Some(request), Some(settings)) = (state.request(), state.settings()) else {
        return Err(EngineError::UnknownRun {
            run: asking.run.to_string(),
        });
    };
    if state.outcome().is_none() {
        return Err(EngineError::NotEnded {
            run: asking.run.clone(),
        });
    }
    let today = asking.now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let until = asking.as_of.or_else(|| settings.day());
    let as_of = until.unwrap_or(today);
    let language = asking
        .language
        .unwrap_or_else(|| language_of(asking.question, settings.language));
    let library = &library.looking_back(until, today);
    let desk = Desk::new(library, as_of)?.preferring(cited(library, &journal)?);
    let last = asked_on(&journal).rfind(|(_, one)| one.outcome == Outcome::Completed);
    let before = Before {
        question: last.map_or(&request.question, |(_, one)| &one.completed),
        told: told(&journal),
        this_year: as_of.year(),
    };
    let completed = follow_up(asking.question, &before, &desk.known);
    let asked = desk.ask(&completed, language, until)?;
    let is_answered = !asked.markdown.trim().is_empty();
    Ok(FollowUp {
        question: asking.question.trim().to_owned(),
        completed,
        language,
        as_of,
        understood: asked.understood,
        outcome: if is_answered {
            Outcome::Completed
        } else {
            Outcome::Failed
        },
        answer: asked.markdown,
        missing: asked.missing,
        evidence: asked.evidence,
        sentences: asked.sentences,
    })
}

/// A question of numbers and tickers alone is in no language, so it is answered in that of the run.
fn language_of(question: &str, of_run: Language) -> Language {
    let is_worded = question
        .chars()
        .any(|c| c.is_alphabetic() && !c.is_ascii_uppercase());
    if is_worded {
        Language::of_text(question)
    } else {
        of_run
    }
}

/// What the run cited, as the library has it now: what was taken out of use since is not cited again.
fn cited(library: &Library, journal: &[Envelope]) -> Result<Vec<Evidence>, EngineError> {
    let mut all: BTreeMap<&EvidenceId, &Evidence> = BTreeMap::new();
    let mut found = Vec::new();
    for evidence in journal
        .iter()
        .flat_map(|envelope| envelope.event.evidence())
    {
        if all.insert(&evidence.id, evidence).is_none() {
            found.extend(library.evidence(&evidence.passage)?);
        }
    }
    Ok(found)
}

/// The first period of the last answer.
fn told(journal: &[Envelope]) -> Option<Period> {
    let last = asked_on(journal).rfind(|(_, one)| one.outcome == Outcome::Completed);
    let mut texts: Vec<&str> = match last {
        Some((_, one)) => one.sentences.iter().map(|one| one.text.as_str()).collect(),
        None => Vec::new(),
    };
    if last.is_none() {
        texts.extend(journal.iter().filter_map(|envelope| match &envelope.event {
            Event::ClaimRegistered { claim } => Some(claim.text.as_str()),
            _ => None,
        }));
    }
    let spans = texts
        .into_iter()
        .find_map(|text| periods(text).into_iter().next());
    spans.map(|span| span.period)
}
