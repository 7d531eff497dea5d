use std::collections::BTreeSet;

use super::schema::terms_of;
use super::vocabulary::{Name, expansions};

/// What a query asks for: its own words, and other names of the concepts that it names.
pub(super) struct Need {
    /// The query's own words, then those that only other names have; each once.
    pub(super) terms: Vec<String>,
    /// How many of `terms` are the query's own.
    pub(super) own: usize,
    pub(super) concepts: Vec<Concept>,
}

/// Places in [`Need::terms`], by name.
pub(super) struct Concept {
    pub(super) used: Vec<Phrase>,
    pub(super) others: Vec<Phrase>,
}

pub(super) struct Phrase {
    pub(super) name: &'static str,
    pub(super) terms: Vec<usize>,
}

impl Need {
    pub(super) fn of(query: &str) -> Self {
        let words = terms_of(query);
        let expansions = expansions(&words);
        let names = expansions.iter().flat_map(|expansion| &expansion.others);
        let others: BTreeSet<&String> = names
            .flat_map(|name| &name.words)
            .filter(|word| !words.contains(*word))
            .collect();
        let own = words.len();
        let terms: Vec<String> = words.iter().chain(others).cloned().collect();
        let place = |word: &String| terms.iter().position(|term| term == word);
        let phrase = |name: &&'static Name| Phrase {
            name: &name.text,
            terms: name.words.iter().filter_map(place).collect(),
        };
        let concepts = expansions
            .iter()
            .map(|expansion| Concept {
                used: expansion.used.iter().map(phrase).collect(),
                others: expansion.others.iter().map(phrase).collect(),
            })
            .collect();
        Self {
            terms,
            own,
            concepts,
        }
    }
}

impl Concept {
    /// The places of the words that the query itself uses for it, each once and in order.
    pub(super) fn own(&self) -> BTreeSet<usize> {
        self.used
            .iter()
            .flat_map(|name| &name.terms)
            .copied()
            .collect()
    }

    /// The places of the words of all its names.
    pub(super) fn all(&self) -> BTreeSet<usize> {
        let names = self.used.iter().chain(&self.others);
        names.flat_map(|name| &name.terms).copied().collect()
    }
}
