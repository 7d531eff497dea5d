use std::collections::BTreeSet;
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

/// The concepts that a question's words name, in the order of the vocabulary. A name inside a longer
/// one that is named too says nothing: who asks for the cost of revenue does not ask for revenue.
pub(super) fn expansions(words: &BTreeSet<String>) -> Vec<Expansion> {
    let is_used = |name: &&'static Name| name.words.is_subset(words);
    let all_used: Vec<&Name> = CONCEPTS.iter().flatten().filter(is_used).collect();
    let is_part = |name: &Name| {
        let inside = |longer: &&Name| {
            longer.words.len() > name.words.len() && name.words.is_subset(&longer.words)
        };
        all_used.iter().any(inside)
    };
    let mut found = Vec::new();
    for concept in CONCEPTS.iter() {
        let (used, others): (Vec<&Name>, Vec<&Name>) = concept.iter().partition(is_used);
        let used: Vec<&Name> = used.into_iter().filter(|name| !is_part(name)).collect();
        if !used.is_empty() {
            found.push(Expansion { used, others });
        }
    }
    found
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
