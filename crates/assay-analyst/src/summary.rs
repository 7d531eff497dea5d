use assay_domain::{Plan, Section, Task, cited_evidence};

use crate::prose::{cited_sentences, without_marks};
use crate::relevance::Terms;

const FEWEST: usize = 5;
const MOST: usize = 7;
/// With fewer sections than this, one that builds on others speaks too.
const FEWEST_SECTIONS: usize = 3;

/// The sentences of an executive summary: each verbatim, with its citation marks, from a section.
///
/// One from each section that others build on, in plan order; more from each where there are few.
pub fn summarise(plan: &Plan, sections: &[Section]) -> Vec<String> {
    let mut ranked: Vec<Vec<&str>> = plan
        .tasks
        .iter()
        .filter_map(|task| {
            let section = sections.iter().find(|section| section.task == task.id)?;
            let own_words = task.dependencies.is_empty() || sections.len() < FEWEST_SECTIONS;
            own_words.then(|| ranked_sentences(task, section))
        })
        .collect();
    let mut picked: Vec<(usize, &str)> = Vec::new();
    while ranked.iter().any(|sentences| !sentences.is_empty()) {
        for (place, sentences) in ranked.iter_mut().enumerate() {
            sentences.retain(|sentence| {
                !picked
                    .iter()
                    .any(|(_, known)| says_the_same(known, sentence))
            });
            if !sentences.is_empty() && picked.len() < MOST {
                picked.push((place, sentences.remove(0)));
            }
        }
        if picked.len() >= FEWEST {
            break;
        }
    }
    picked.sort_by_key(|(place, _)| *place);
    picked
        .into_iter()
        .map(|(_, sentence)| sentence.to_owned())
        .collect()
}

/// The same words under another citation, or the same arithmetic in other units, say nothing new.
fn says_the_same(left: &str, right: &str) -> bool {
    let (left, right) = (without_marks(left), without_marks(right));
    left == right || (formula(&left).is_some() && formula(&left) == formula(&right))
}

/// The arithmetic of a computed sentence: what stands after its last colon.
fn formula(sentence: &str) -> Option<&str> {
    let (_, tail) = sentence.rsplit_once([':', '：'])?;
    tail.contains(" − ")
        .then_some(tail)
        .or_else(|| tail.contains(" / ").then_some(tail))
}

/// Cited sentences, those that answer the task best first.
fn ranked_sentences<'a>(task: &Task, section: &'a Section) -> Vec<&'a str> {
    let mut wanted = Terms::of(&task.description);
    for hint in task.hints.iter().flat_map(|hints| &hints.key_questions) {
        wanted.merge(Terms::of(hint));
    }
    let mut sentences: Vec<&str> = cited_sentences(&section.markdown)
        .into_iter()
        .filter(|text| !text.starts_with('|') && !cited_evidence(text).is_empty())
        .collect();
    sentences.sort_by_key(|text| std::cmp::Reverse(weight(text, &wanted)));
    sentences
}

/// Answers weigh most, then numbers and arithmetic; long sentences say it worst.
fn weight(sentence: &str, wanted: &Terms) -> usize {
    let plain = without_marks(sentence);
    let numbers = plain
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .filter(|token| token.starts_with(|c: char| c.is_ascii_digit()))
        .count()
        .min(4);
    let computed = usize::from(plain.contains(" − ") || plain.contains(" / ")) * 8;
    let long = usize::from(plain.chars().count() > 320) * 4;
    let answers = wanted.match_score(&Terms::of(&plain)) * 2;
    (10 + answers + numbers + computed).saturating_sub(long)
}
