use assay_domain::Language;

use super::{CausalModel, Driver, Measure, Relation, Scenario, Statement};
use crate::note::Note;

/// Drivers, and statements of a scenario, at most.
const MOST_DRIVERS: usize = 8;
const MOST_STATEMENTS: usize = 4;
const MOST_METRICS: usize = 12;
const MOST_RELATIONS: usize = 8;
/// Characters of a phrase that names a cause.
const LONGEST_PHRASE: usize = 120;

/// Words between an effect and its cause; the cause stands behind them.
static BECAUSE: assay_domain::WordList = assay_domain::word_list!("causal/offline/because");

/// Words between a cause and its effect; the cause stands before them.
static THEREFORE: assay_domain::WordList = assay_domain::word_list!("causal/offline/therefore");

static EXPECTED: assay_domain::WordList = assay_domain::word_list!("causal/offline/expected");

static FEARED: assay_domain::WordList = assay_domain::word_list!("causal/offline/feared");

/// A model from notes alone. Every part of it is a sentence of the evidence; what the notes do not
/// say is a warning. `measures` are the figures that the evidence of the notes states.
pub fn causal_model(notes: &[Note], measures: Vec<Measure>, language: Language) -> CausalModel {
    let mut drivers = drivers(notes);
    let relations = add_causes(notes, &mut drivers);
    let scenarios = scenarios(notes, language);
    let mut warnings = Vec::new();
    if relations.is_empty() {
        warnings.push(language.pick(
            "no sentence of the evidence states a cause",
            "证据中没有说明因果关系的句子",
        ));
    }
    if scenarios.is_empty() {
        warnings.push(language.pick(
            "no sentence of the evidence looks ahead: there are no scenarios",
            "证据中没有前瞻性表述，无法构建情景",
        ));
    }
    let mut metrics = measures;
    metrics.truncate(MOST_METRICS);
    CausalModel {
        drivers,
        relations,
        scenarios,
        metrics,
        warnings: warnings.into_iter().map(str::to_owned).collect(),
    }
}

/// Each topic of the notes, in their order, with what its best-founded note says.
fn drivers(notes: &[Note]) -> Vec<Driver> {
    let mut drivers: Vec<Driver> = Vec::new();
    for (note, at) in notes.iter().zip(0usize..) {
        match drivers.iter_mut().find(|driver| driver.name == note.topic) {
            Some(driver) => driver.notes.push(at),
            None => drivers.push(Driver {
                name: note.topic.clone(),
                description: note.summary.clone(),
                notes: vec![at],
            }),
        }
    }
    // those that most of the evidence is about, ties in their order
    drivers.sort_by_key(|driver| std::cmp::Reverse(driver.notes.len()));
    drivers.truncate(MOST_DRIVERS);
    drivers
}

/// What sentences give as the cause of something, in their own words, and what it bears on: the topic
/// of the note. Nothing is inferred: a cause is a driver because a sentence calls it one.
fn add_causes(notes: &[Note], drivers: &mut Vec<Driver>) -> Vec<Relation> {
    let mut relations: Vec<Relation> = Vec::new();
    for (note, at) in notes.iter().zip(0usize..) {
        let cause = cause_in(&note.summary).and_then(phrase);
        let is_topic = drivers.iter().any(|driver| driver.name == note.topic);
        let Some(cause) = cause.filter(|_| is_topic && relations.len() < MOST_RELATIONS) else {
            continue;
        };
        match drivers.iter_mut().find(|driver| driver.name == cause) {
            Some(driver) => driver.notes.push(at),
            None => drivers.push(Driver {
                name: cause.clone(),
                description: note.summary.clone(),
                notes: vec![at],
            }),
        }
        relations.push(Relation {
            from: cause,
            to: note.topic.clone(),
            kind: "influence".to_owned(),
            confidence: note.confidence(),
            note: at,
        });
    }
    relations
}

/// A clause that names something: its words up to the first pause. Too short or too long, it names
/// nothing.
fn phrase(clause: &str) -> Option<String> {
    let end = clause.find([',', ';', '.', '，', '；', '。', '(', '（']);
    let words = clause.get(..end.unwrap_or(clause.len()))?.trim();
    let length = words.chars().count();
    let is_chinese = words
        .chars()
        .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let least = if is_chinese { 4 } else { 8 };
    (least..=LONGEST_PHRASE)
        .contains(&length)
        .then(|| words.to_owned())
}

/// The side of a sentence that it gives as the cause.
fn cause_in(sentence: &str) -> Option<&str> {
    let behind = BECAUSE.iter().find_map(|word| sentence.split_once(word));
    if let Some((_, cause)) = behind {
        return Some(cause);
    }
    let before = THEREFORE.iter().find_map(|word| sentence.split_once(word));
    before.map(|(cause, _)| cause)
}

fn scenarios(notes: &[Note], language: Language) -> Vec<Scenario> {
    let kinds = [
        (language.pick("Base", "基准"), &EXPECTED),
        (language.pick("Downside", "下行"), &FEARED),
    ];
    let mut scenarios = Vec::new();
    for (name, words) in kinds {
        let mut scenario = Scenario {
            name: name.to_owned(),
            assumptions: Vec::new(),
            outcomes: Vec::new(),
            confidence: 0.0,
        };
        for (note, at) in notes.iter().zip(0usize..) {
            // what somebody expected of a time gone by looks back
            let text = note
                .summary
                .to_lowercase()
                .replace(" company expected ", " ");
            if !words.iter().any(|word| text.contains(word)) {
                continue;
            }
            let statement = Statement {
                text: note.summary.clone(),
                note: at,
            };
            // what is put in figures is what would come out
            let has_figure = note.summary.chars().any(|c| c.is_ascii_digit());
            let list = if has_figure {
                &mut scenario.outcomes
            } else {
                &mut scenario.assumptions
            };
            if list.len() < MOST_STATEMENTS {
                list.push(statement);
                scenario.confidence = scenario.confidence.max(note.confidence());
            }
        }
        if !scenario.assumptions.is_empty() || !scenario.outcomes.is_empty() {
            scenarios.push(scenario);
        }
    }
    scenarios
}
