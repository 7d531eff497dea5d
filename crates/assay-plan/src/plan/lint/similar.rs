use std::collections::{BTreeMap, BTreeSet};

use assay_domain::Plan;

use super::{Advice, AdviceKind};

/// P-006: two tasks with nearly the same description will write the same chapter twice.
///
/// Compared are words and pairs of Chinese characters, in any order. Descriptions with different
/// numbers ("results 2023", "results 2024") are different on purpose.
pub(super) fn lint(plan: &Plan) -> Vec<Advice> {
    let prints: Vec<Print> = plan
        .tasks
        .iter()
        .map(|task| Print::of(&task.description))
        .collect();
    let mut earlier: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    let mut advice = Vec::new();
    for (index, (task, print)) in plan.tasks.iter().zip(&prints).enumerate() {
        // two prints that are nearly alike differ in few parts, so they share one of the first few
        let keys: Vec<(&str, &str)> = print
            .parts
            .iter()
            .take(print.parts.len() / 5 + 1)
            .map(|part| (print.numbers.as_str(), part.as_str()))
            .collect();
        let twin = keys
            .iter()
            .filter_map(|key| earlier.get(key))
            .flatten()
            .filter(|other| prints.get(**other).is_some_and(|p| p.is_near(print)))
            .min();
        if let Some(other) = twin.and_then(|other| plan.tasks.get(*other)) {
            let kind = AdviceKind::SimilarDescription { other: other.id };
            advice.push(Advice::on_task(task.id, kind));
        } else {
            for key in keys {
                earlier.entry(key).or_default().push(index);
            }
        }
    }
    advice
}

struct Print {
    parts: BTreeSet<String>,
    numbers: String,
}

/// Words that tell two chapters apart from nothing.
const EMPTY_WORDS: [&str; 16] = [
    "a", "an", "the", "of", "and", "or", "in", "on", "for", "to", "its", "with", "analysis",
    "analyse", "analyze", "s",
];
const EMPTY_ZH: [&str; 3] = ["分析", "研究", "评估"];

impl Print {
    fn of(description: &str) -> Self {
        let mut text = description.to_lowercase();
        for word in EMPTY_ZH {
            text = text.replace(word, " ");
        }
        let mut parts = BTreeSet::new();
        let mut numbers = BTreeSet::new();
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            if word.is_empty() || EMPTY_WORDS.contains(&word) {
                continue;
            }
            if word.chars().any(|c| c.is_ascii_digit()) {
                numbers.insert(word);
            }
            if word.is_ascii() {
                parts.insert(word.strip_suffix('s').unwrap_or(word).to_owned());
            } else {
                let chars: Vec<char> = word.chars().collect();
                parts.extend(chars.windows(2).map(String::from_iter));
                if let [only] = chars.as_slice() {
                    parts.insert(only.to_string());
                }
            }
        }
        if parts.is_empty() {
            parts.insert(description.trim().to_lowercase());
        }
        Self {
            numbers: numbers.into_iter().collect::<Vec<_>>().join(" "),
            parts,
        }
    }

    /// At least nine tenths in common (Dice).
    fn is_near(&self, other: &Self) -> bool {
        let shared = self.parts.intersection(&other.parts).count();
        20 * shared >= 9 * (self.parts.len() + other.parts.len())
    }
}
