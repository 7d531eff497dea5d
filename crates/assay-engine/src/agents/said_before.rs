//! Passages that say what others say: a filing tells the same under Business, under Risks and in its
//! notes, and a model reads it once.

use std::collections::BTreeSet;

use assay_figures::{cut, sentences};

/// Share of a passage's letters, in percent, that others must have said for it to be a repeat.
const REPEATED_PERCENT: usize = 70;

/// Sentences of the passages that were taken.
#[derive(Default)]
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
