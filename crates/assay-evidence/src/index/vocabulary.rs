use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::schema::terms_of;

/// A name of a concept and the words it is made of.
pub(super) struct Name {
    pub(super) text: String,
    pub(super) words: BTreeSet<String>,
}

static CONCEPTS: LazyLock<Vec<Vec<Name>>> = LazyLock::new(|| {
    include_str!("vocabulary.txt")
        .lines()
        .filter_map(concept)
        .collect()
});

fn concept(line: &str) -> Option<Vec<Name>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let mut names: Vec<Name> = Vec::new();
    for text in line.split(" = ") {
        let words = terms_of(text);
        if !words.is_empty() && names.iter().all(|name| name.words != words) {
            let text = text.trim().to_owned();
            names.push(Name { text, words });
        }
    }
    Some(names)
}

/// A concept that a question names, and the other names it has.
pub(super) struct Expansion {
    /// The names that the question uses.
    pub(super) used: Vec<&'static Name>,
    pub(super) others: Vec<&'static Name>,
}

/// Every name by the first of its words, with the number of its concept: only names whose first
/// word a question has can be in it.
static BY_FIRST_WORD: LazyLock<BTreeMap<&str, Vec<(usize, &Name)>>> = LazyLock::new(|| {
    let mut names: BTreeMap<&str, Vec<(usize, &Name)>> = BTreeMap::new();
    for (number, concept) in CONCEPTS.iter().enumerate() {
        for name in concept {
            if let Some(first) = name.words.first() {
                names.entry(first).or_default().push((number, name));
            }
        }
    }
    names
});

/// The concepts that a question's words name, in the order of the vocabulary. A name inside a longer
/// one that is named too says nothing: who asks for the cost of revenue does not ask for revenue.
pub(super) fn expansions(words: &BTreeSet<String>) -> Vec<Expansion> {
    let candidates = words
        .iter()
        .filter_map(|word| BY_FIRST_WORD.get(word.as_str()));
    let named: Vec<(usize, &Name)> = candidates
        .flatten()
        .filter(|(_, name)| name.words.is_subset(words))
        .copied()
        .collect();
    let is_part = |name: &Name| {
        let inside = |longer: &Name| {
            longer.words.len() > name.words.len() && name.words.is_subset(&longer.words)
        };
        named.iter().any(|(_, longer)| inside(longer))
    };
    let whole = named.iter().filter(|(_, name)| !is_part(name));
    let concepts: BTreeSet<usize> = whole.map(|(number, _)| *number).collect();
    let expansion = |concept: &'static Vec<Name>| {
        let is_named = |name: &&Name| name.words.is_subset(words);
        let (used, others): (Vec<&Name>, Vec<&Name>) = concept.iter().partition(is_named);
        let used = used.into_iter().filter(|name| !is_part(name)).collect();
        Expansion { used, others }
    };
    concepts
        .into_iter()
        .filter_map(|number| CONCEPTS.get(number))
        .map(expansion)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{CONCEPTS, expansions};
    use crate::index::schema::terms_of;

    fn others(question: &str) -> Vec<String> {
        let found = expansions(&terms_of(question));
        let names = found.into_iter().flat_map(|expansion| expansion.others);
        names.map(|name| name.text.clone()).collect()
    }

    #[test]
    fn every_concept_has_names_and_no_name_is_in_two() {
        let mut seen = std::collections::BTreeMap::new();
        for (number, concept) in CONCEPTS.iter().enumerate() {
            assert!(concept.len() > 1, "concept {number}");
            for name in concept {
                if let Some(other) = seen.insert(name.words.clone(), number) {
                    panic!("{} is in concepts {other} and {number}", name.text);
                }
            }
        }
        assert!(CONCEPTS.len() > 80);
    }

    #[test]
    fn a_question_is_widened_by_what_it_names_and_nothing_else() {
        for (question, found, not_found) in [
            ("revenue of Tesla", "营业收入", "cost of sales"),
            ("茅台的营业收入是多少", "net sales", "cost of sales"),
            ("cost of revenue", "营业成本", "net sales"),
            ("R&D in 2024", "研发费用", "net sales"),
            ("毛利率", "gross margin", "gross profit"),
            ("capex plans", "资本支出", "dividends"),
        ] {
            let others = others(question);
            assert!(
                others.iter().any(|name| name == found),
                "{question}: {others:?}"
            );
            assert!(
                !others.iter().any(|name| name == not_found),
                "{question}: {others:?}"
            );
        }
        assert_eq!(others("the weather in Paris"), Vec::<String>::new());
    }
}
