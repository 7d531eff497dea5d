use std::ops::Range;

use assay_figures::cut;

use crate::numeral::read;
use crate::wording::{self, Kind};

/// The names that a sentence has, for whoever looks for a document that has them too. A first word
/// that no list of words has may be one.
pub fn names(text: &str) -> Vec<&str> {
    let own = read(text, &[]);
    let is_of_number = |range: &Range<usize>| {
        let values = own.values.iter().map(|value| &value.range);
        let periods = own.periods.iter().map(|mark| &mark.range);
        let mut all = values.chain(periods);
        all.any(|number| number.start < range.end && range.start < number.end)
    };
    let terms = wording::terms(text).into_iter().enumerate();
    let names = terms.filter_map(|(at, term)| {
        let written = cut(text, term.range.clone());
        let is_name = term.kind == Kind::Name
            || (at == 0
                && term.kind == Kind::Word
                && written.starts_with(char::is_uppercase)
                && term.class().is_none());
        let name = written.trim_end_matches("'s").trim_end_matches("’s");
        (is_name && !is_of_number(&term.range)).then_some(name)
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_told_from_words_and_periods() {
        for (text, expected) in [
            (
                "Orvane's revenue was $812 million in June 2024.",
                &["Orvane"][..],
            ),
            (
                "Revenue of Tessel Valves rose in 2024.",
                &["Tessel", "Valves"],
            ),
            ("Revenue rose because demand grew.", &[]),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
    }
}
