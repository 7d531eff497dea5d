use assay_domain::{ClaimKind, Language, Plan, Section, Task, cited_evidence};
use assay_figures::{Span, english_names, metrics_in, periods};

use crate::earlier::kind_of;
use crate::prose::{cited_sentences, without_marks};
use crate::query::breadth;
use crate::relevance::Terms;
use crate::substance::{is_generality, leans_on_context, names_something};

const FEWEST: usize = 5;
const MOST: usize = 8;
/// Sentences of the section that answers what was asked.
const MOST_ANSWERS: usize = 4;
/// With fewer sections than this, one that builds on others speaks too.
const FEWEST_SECTIONS: usize = 3;

/// The sentences of an executive summary: each verbatim, with its citation marks, from a section.
///
/// First what was asked, where a section answers it. Then the arithmetic that a reader looks for:
/// growth, margin, cash. Then one from each section that others build on and that has not spoken yet,
/// in plan order; more from each where there are few.
pub fn summarise(plan: &Plan, sections: &[Section]) -> Vec<String> {
    let speakers: Vec<(&Task, &Section)> = plan
        .tasks
        .iter()
        .filter_map(|task| {
            let section = sections.iter().find(|section| section.task == task.id)?;
            let own_words = task.dependencies.is_empty() || sections.len() < FEWEST_SECTIONS;
            own_words.then_some((task, section))
        })
        .collect();
    let mut picked: Vec<(usize, &str)> = answers(plan, &speakers);
    for lead in leads(&speakers) {
        if !picked.iter().any(|(_, known)| says_the_same(known, lead.1)) {
            picked.push(lead);
        }
    }
    let mut ranked: Vec<(usize, Vec<&str>)> = speakers
        .iter()
        .enumerate()
        .map(|(place, (task, section))| (place, ranked_sentences(task, section)))
        .collect();
    let led: Vec<usize> = picked.iter().map(|(place, _)| *place).collect();
    let mut others = Vec::new();
    let mut is_first_round = true;
    while ranked.iter().any(|(_, sentences)| !sentences.is_empty()) {
        for (place, sentences) in &mut ranked {
            let known = |sentence: &str| {
                let mut all = picked.iter().chain(&others);
                all.any(|(_, known)| says_the_same(known, sentence))
            };
            sentences.retain(|sentence| !known(sentence));
            let has_spoken = is_first_round && led.contains(place);
            let has_room = picked.len() + others.len() < MOST;
            if !sentences.is_empty() && !has_spoken && has_room {
                others.push((*place, sentences.remove(0)));
            }
        }
        if picked.len() + others.len() >= FEWEST {
            break;
        }
        is_first_round = false;
    }
    others.sort_by_key(|(place, _)| *place);
    picked.append(&mut others);
    picked
        .into_iter()
        .map(|(_, sentence)| sentence.to_owned())
        .collect()
}

/// The best of the section whose questions are the user's own: arithmetic, and a quotation unless
/// companies are compared.
fn answers<'s>(plan: &Plan, speakers: &[(&Task, &'s Section)]) -> Vec<(usize, &'s str)> {
    let question = plan.topic.to_lowercase();
    let most_computed = MOST_ANSWERS - usize::from(breadth(plan) == 1);
    let is_asked = |task: &Task| {
        let mut own = task.hints.iter().flat_map(|hints| &hints.key_questions);
        own.any(|part| question.contains(&part.to_lowercase()))
    };
    let mut asked = speakers.iter().enumerate();
    let Some((place, (task, section))) = asked.find(|(_, (task, _))| is_asked(task)) else {
        return Vec::new();
    };
    // What was computed stands in the order in which it answers.
    let ranked = ranked_sentences(task, section);
    let is_computed = |text: &&str| matches!(kind_of(text), (ClaimKind::Computed { .. }, _));
    let in_order = cited_sentences(&section.markdown).into_iter();
    let computed = in_order.filter(|text| is_computed(text) && ranked.contains(text));
    let quoted = ranked.iter().copied().filter(|text| !is_computed(text));
    let best = computed.take(most_computed).chain(quoted);
    best.take(MOST_ANSWERS)
        .map(|sentence| (place, sentence))
        .collect()
}

/// Revenue growth, a margin and the cash left over, where they could be computed.
fn leads<'s>(speakers: &[(&Task, &'s Section)]) -> Vec<(usize, &'s str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    for is_wanted in [is_revenue_growth, is_margin, is_cash_left] {
        let all = speakers
            .iter()
            .enumerate()
            .flat_map(|(place, (_, section))| {
                let sentences = cited_sentences(&section.markdown).into_iter();
                sentences.map(move |text| (place, text))
            })
            .filter(|(_, text)| match kind_of(text) {
                (ClaimKind::Computed { formula }, claim) => is_wanted(&claim, &formula),
                _ => false,
            });
        // A year says more than a quarter; among equals the first stands in the section about it.
        found.extend(all.min_by_key(|(_, text)| !speaks_of_years(text)));
    }
    found
}

fn speaks_of_years(text: &str) -> bool {
    periods(text)
        .iter()
        .all(|span| span.period.span == Span::Year)
}

fn speaks_of(claim: &str, ids: &[&str]) -> bool {
    let named = metrics_in(claim);
    ids.iter()
        .all(|id| named.iter().any(|span| span.metric.id == *id))
}

fn is_whole(claim: &str) -> bool {
    let first = metrics_in(claim).into_iter().next();
    first.is_some_and(|span| {
        let after = claim.get(span.range.end..).unwrap_or_default();
        !after.starts_with([' ', '（']) || !after.trim_start().starts_with(['(', '（'])
    })
}

fn is_revenue_growth(claim: &str, formula: &str) -> bool {
    formula.contains(" − ")
        && formula.contains(" / ")
        && speaks_of(claim, &["revenue"])
        && is_whole(claim)
}

fn is_margin(claim: &str, formula: &str) -> bool {
    let profit = ["gross_profit", "operating_income", "net_income"];
    !formula.contains(" − ")
        && formula.contains(" / ")
        && profit
            .iter()
            .any(|part| speaks_of(claim, &[part, "revenue"]))
}

fn is_cash_left(claim: &str, formula: &str) -> bool {
    !formula.contains(" / ") && speaks_of(claim, &["operating_cash_flow", "capital_expenditure"])
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
        wanted.merge(Terms::of(&english_names(hint).join(" ")));
    }
    let mut sentences: Vec<&str> = cited_sentences(&section.markdown)
        .into_iter()
        .filter(|text| !text.starts_with('|') && !cited_evidence(text).is_empty())
        .collect();
    sentences.sort_by_key(|text| {
        let readable = Language::of_text(text) == section.language;
        std::cmp::Reverse((readable, weight(text, &wanted)))
    });
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
    let generality = usize::from(is_generality(&plain)) * 16;
    let leaning = usize::from(leans_on_context(&plain)) * 8;
    let names = usize::from(names_something(&plain)) * 3;
    (24 + answers + numbers * 2 + computed + names).saturating_sub(long + generality + leaning)
}
