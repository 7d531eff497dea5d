//! Passages that say what others say: a filing tells the same under Business, under Risks and in its
//! notes, and a model reads it once.

use std::collections::BTreeSet;

use assay_domain::{Evidence, EvidenceId};
use assay_figures::{cut, sentences};

/// Share of a passage's letters, in percent, that others must have said for it to be a repeat.
const REPEATED_PERCENT: usize = 70;

/// Sentences of the passages that were taken.
#[derive(Clone, Default)]
pub(super) struct SaidBefore {
    sentences: BTreeSet<String>,
}

impl SaidBefore {
    /// Takes a passage, unless most of it was said before.
    pub(super) fn takes(&mut self, text: &str) -> bool {
        let own: Vec<String> = sentences(text, 0..text.len())
            .into_iter()
            .map(|range| letters(cut(text, range)))
            .filter(|sentence| !sentence.is_empty())
            .collect();
        let length =
            |all: &mut dyn Iterator<Item = &String>| -> usize { all.map(String::len).sum() };
        let all = length(&mut own.iter());
        let known = length(&mut own.iter().filter(|one| self.sentences.contains(*one)));
        let is_new = all > 0 && known * 100 < all * REPEATED_PERCENT;
        if is_new {
            self.sentences.extend(own);
        }
        is_new
    }
}

/// What a model was shown in a conversation that only grows.
#[derive(Default)]
pub(super) struct Shown {
    ids: BTreeSet<EvidenceId>,
    said: SaidBefore,
}

impl Shown {
    /// Parts passages into those that it has not before it, and the ids of those that it has. What
    /// only says in other places what it has read is neither.
    pub(super) fn part<'e>(
        &self,
        found: &'e [Evidence],
    ) -> (Vec<&'e Evidence>, Vec<&'e EvidenceId>) {
        let (new, known) = self.part_by_id(found);
        let mut said = self.said.clone();
        let new = new.into_iter().filter(|one| said.takes(&one.quote));
        (new.collect(), known)
    }

    /// As [`Self::part`], for passages that were asked for by their place.
    pub(super) fn part_by_id<'e>(
        &self,
        found: &'e [Evidence],
    ) -> (Vec<&'e Evidence>, Vec<&'e EvidenceId>) {
        let (known, new): (Vec<_>, Vec<_>) =
            found.iter().partition(|one| self.ids.contains(&one.id));
        (new, known.into_iter().map(|one| &one.id).collect())
    }

    /// Notes which of the passages a text has: not all of them may have fitted.
    pub(super) fn note<'e>(&mut self, text: &str, found: impl IntoIterator<Item = &'e Evidence>) {
        for one in found {
            if text.contains(&format!("id=\"{}\"", one.id)) {
                self.said.takes(&one.quote);
                self.ids.insert(one.id.clone());
            }
        }
    }
}

fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::SaidBefore;

    #[test]
    fn a_passage_that_adds_little_is_a_repeat() {
        let mut said = SaidBefore::default();
        let first =
            "The ferry line lost its licence in March. Fares were frozen for the whole year.";
        assert!(said.takes(first));
        assert!(!said.takes("The ferry line lost its  licence in March."));
        assert!(!said.takes(
            "So. The ferry line lost its licence in March. Fares were frozen for the whole year."
        ));
        assert!(said.takes(
            "Fares were frozen for the whole year. Two ships were sold to a yard in Gdansk for scrap."
        ));
        assert!(!said.takes("  "));
    }
}
