use std::cmp::Reverse;
use std::collections::BTreeSet;

use assay_domain::{Hints, Language, Plan, Task};
use assay_figures::{english_names, metrics_in};

use crate::candidate::{Candidate, candidates};
use crate::compute::{Computed, Sort, computations};
use crate::datum::Datum;
use crate::earlier::Carried;
use crate::examine::replaced;
use crate::owners::Subjects;
use crate::relevance::{Rarity, Terms};
use crate::section::SectionInput;
use crate::topic::{event_words, in_every_passage};

/// Quotations under one sub-heading.
pub(crate) const MOST_PER_GROUP: usize = 4;
const MOST_COMPUTED: usize = 9;

/// A sub-heading and what belongs under it.
pub(crate) struct Group {
    pub(crate) heading: String,
    terms: Terms,
    /// Those of the user's own words: they weigh more than what is usually looked for.
    asked: Terms,
    /// Metrics one of which must be named. Empty where the heading is a question.
    metrics: BTreeSet<&'static str>,
}

impl Group {
    fn score(&self, candidate: &Candidate<'_>, rarity: &Rarity, language: Language) -> usize {
        let named = self.metrics.is_empty()
            || self
                .metrics
                .iter()
                .any(|metric| candidate.terms.has_idea(metric));
        if named {
            candidate.score(&self.terms, &self.asked, rarity, language)
        } else {
            0
        }
    }
}

/// The key questions, each with the data needs that belong to it; a need that belongs to none
/// stands for itself. The title where there is neither.
pub(crate) fn groups_of(task: &Task, plan: &Plan) -> Vec<Group> {
    let topic = in_every_passage(&plan.topic);
    let event = event_words(plan).unwrap_or_default();
    let question = plan.topic.to_lowercase();
    let Hints {
        data_needs,
        key_questions,
        ..
    } = task.hints.clone().unwrap_or_default();
    let group = |heading: String| {
        let is_asked = question.contains(&heading.to_lowercase());
        let mut terms = Terms::of(&heading).without(&topic);
        // What happened is told by what speaks of it; causes and effects must be called so as well.
        if terms.has_idea("timeline") || !terms.has_ideas() {
            terms.merge(event.clone());
        }
        if is_asked {
            terms.merge(Terms::of(&english_names(&heading).join(" ")));
        }
        Group {
            asked: if is_asked {
                terms.clone()
            } else {
                Terms::default()
            },
            terms,
            metrics: BTreeSet::new(),
            heading,
        }
    };
    let mut groups: Vec<Group> = key_questions.into_iter().map(group).collect();
    let questions = groups.len();
    for need in data_needs.into_iter().map(group) {
        let home = groups
            .iter_mut()
            .take(questions)
            .map(|question| (question.terms.match_score(&need.terms), question))
            .filter(|(score, _)| *score > 0)
            .max_by_key(|(score, _)| *score);
        match home {
            Some((_, question)) => question.terms.merge(need.terms),
            None => {
                let named = metrics_in(&need.heading).into_iter();
                let metrics = named.map(|span| span.metric.id.as_str()).collect();
                groups.push(Group { metrics, ..need });
            }
        }
    }
    if groups.is_empty() {
        groups.push(group(title_of(task)));
    }
    groups
}

/// The title is the description up to its first full stop.
pub(crate) fn title_of(task: &Task) -> String {
    let description = task.description.trim();
    let end = [". ", "。"]
        .iter()
        .filter_map(|stop| description.find(stop))
        .min()
        .unwrap_or(description.len());
    let title = description.get(..end).unwrap_or(description);
    title.trim_end_matches(['.', '。']).to_owned()
}

/// Candidates by group, best first in each. A candidate goes where it fits best. What a newer source
/// has replaced is not quoted.
pub(crate) fn assigned<'a>(
    input: &SectionInput<'a>,
    data: &[Datum<'a>],
    groups: &[Group],
    carried: &[Carried],
) -> Vec<Vec<Candidate<'a>>> {
    let mut by_group: Vec<Vec<(usize, Candidate<'a>)>> =
        groups.iter().map(|_| Vec::new()).collect();
    let replaced = replaced(data);
    let mut candidates = candidates(input.evidence);
    if let Some(event) = event_words(input.plan) {
        candidates.retain(|candidate| event.words_in(&candidate.terms) > 0);
    }
    let rarity = Rarity::among(candidates.iter().map(|candidate| &candidate.terms));
    for candidate in candidates {
        let is_replaced = replaced
            .iter()
            .any(|(id, raw)| *id == candidate.evidence.id && candidate.text.contains(raw.as_str()));
        if is_replaced || carried.iter().any(|part| part.has(&candidate.text)) {
            continue;
        }
        let best = groups
            .iter()
            .map(|group| group.score(&candidate, &rarity, input.language))
            .enumerate()
            .filter(|(_, score)| *score > 0)
            .max_by_key(|(place, score)| (*score, Reverse(*place)));
        if let Some((place, score)) = best
            && let Some(list) = by_group.get_mut(place)
        {
            list.push((score, candidate));
        }
    }
    by_group
        .into_iter()
        .map(|mut list| {
            list.sort_by_key(|(score, candidate)| (Reverse(*score), candidate.rank));
            let enough = list.first().map_or(0, |(best, _)| best / 2);
            list.retain(|(score, _)| *score >= enough);
            list.truncate(MOST_PER_GROUP);
            list.into_iter().map(|(_, candidate)| candidate).collect()
        })
        .collect()
}

/// Arithmetic about the metrics that the task asks for, of the parts that the user names first.
pub(crate) fn fitting_computations(
    input: &SectionInput<'_>,
    data: &[Datum<'_>],
    groups: &[Group],
    carried: &[Carried],
) -> Vec<Computed> {
    let mut wanted = Terms::of(&input.task.description);
    let mut asked = Terms::default();
    for group in groups {
        wanted.merge(group.terms.clone());
        asked.merge(group.asked.clone());
    }
    let named = |computed: &Computed| asked.words_in(&Terms::of(&computed.parts.join(" ")));
    let subjects = Subjects::of(input.plan);
    let mut all = computations(data, &subjects, input.language);
    let tells = |computed: &Computed, of: &Terms| computed.tells.is_some_and(|id| of.has_idea(id));
    all.sort_by_cached_key(|(_, computed)| {
        Reverse(named(computed) + usize::from(tells(computed, &asked)))
    });
    let about_parts = wanted.has_idea("business_model");
    let about_change = wanted.has_idea("growth");
    let mut taken: Vec<(Sort, Computed)> = Vec::new();
    for (sort, computed) in all {
        let fits = named(&computed) > 0
            || match sort {
                Sort::Share => about_parts,
                Sort::Growth | Sort::Total | Sort::Mean => about_change || !about_parts,
                Sort::Ratio | Sort::Rest => true,
            };
        let is_wanted = tells(&computed, &wanted)
            || (fits && computed.metrics.iter().all(|id| wanted.has_idea(id)));
        let told = carried.iter().any(|part| part.has(&computed.text));
        // Each company that is asked about has its share, and all others together.
        let whose = |computed: &Computed| Some(computed.entity.clone()).filter(|e| subjects.has(e));
        let same =
            |(known, of): &&(Sort, Computed)| *known == sort && whose(of) == whose(&computed);
        let of_its_sort = taken.iter().filter(same).count();
        let most = MOST_COMPUTED * subjects.count.max(1);
        if is_wanted && !told && of_its_sort < sort.most() && taken.len() < most {
            taken.push((sort, computed));
        }
    }
    taken.into_iter().map(|(_, computed)| computed).collect()
}
