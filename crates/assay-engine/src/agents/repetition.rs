//! Text that goes round in circles.

use std::collections::BTreeSet;

use assay_domain::Language;

/// Letters and digits from which on a sentence or a paragraph is long enough to be itself: shorter
/// ones, such as a heading or a cell, come back in honest texts. A Chinese character counts as two.
const LEAST_WEIGHT: usize = 24;
/// Percent of a text that may stand above it already; beyond, it goes round in circles.
const MOST_REPEATED: usize = 33;

/// What a writer is told whose text says the same again and again.
pub(super) fn repetition(text: &str, language: Language) -> Option<String> {
    let sentences = text.split(is_end).flat_map(|part| part.split(". "));
    let repeated = [repeated_percent(text.lines()), repeated_percent(sentences)];
    let percent = repeated.into_iter().max().unwrap_or_default();
    (percent > MOST_REPEATED).then(|| language.pick(
        format!(
            "{percent}% of the text repeats word by word what stands above it; say each thing once, and write less where there is no more to say"
        ),
        format!("正文有 {percent}% 逐字重复了前面的内容；每件事只说一次，没有更多内容就少写"),
    ))
}

/// How many of the letters are in long parts that stood before, in percent.
fn repeated_percent<'t>(parts: impl Iterator<Item = &'t str>) -> usize {
    let (mut whole, mut repeated) = (0, 0);
    let mut seen = BTreeSet::new();
    for words in parts.map(words_of) {
        let weigh = |c: char| if c.is_ascii() { 1 } else { 2 };
        let weight: usize = words.chars().map(weigh).sum();
        whole += weight;
        if weight >= LEAST_WEIGHT && !seen.insert(words) {
            repeated += weight;
        }
    }
    repeated * 100 / whole.max(1)
}

/// Where a sentence or a line ends. A full stop also stands in numbers and names, so it is looked at
/// with the space behind it.
fn is_end(c: char) -> bool {
    matches!(c, '\n' | '。' | '！' | '？' | '；' | '!' | '?' | ';')
}

/// A sentence without citations, marks and spaces: other ids under the same words say nothing new.
fn words_of(sentence: &str) -> String {
    let mut words = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once("[[") {
        words.extend(letters(before));
        rest = after.split_once("]]").map_or("", |(_, behind)| behind);
    }
    words.extend(letters(rest));
    words
}

fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_round(text: &str) -> bool {
        repetition(text, Language::En).is_some()
    }

    #[test]
    fn a_paragraph_again_and_again_is_found_whatever_it_cites() {
        let english = |id: usize| {
            format!(
                "The harbour handled 4.2 million tonnes in 2019 [[ev_{id}]]. Most of it was timber, as in the years before [[ev_{id}]].\n\n"
            )
        };
        let chinese = |id: usize| {
            format!(
                "港口2019年吞吐量为420万吨[[ev_{id}]]。其中大部分是木材，与往年相同[[ev_{id}]]。\n\n"
            )
        };
        let times = |paragraph: &dyn Fn(usize) -> String, count: usize| {
            format!(
                "## Harbour\n\n{}",
                (0..count).map(paragraph).collect::<String>()
            )
        };
        for count in [2, 75] {
            assert!(goes_round(&times(&english, count)), "{count}");
            assert!(goes_round(&times(&chinese, count)), "{count}");
        }
        assert!(!goes_round(&times(&english, 1)));
        assert!(!goes_round(&times(&chinese, 1)));
    }

    #[test]
    fn a_paragraph_of_short_sentences_is_found() {
        let text = "Timber came first. Grain came next. Fish came last.\n\n".repeat(9);
        assert!(goes_round(&text));
        let chinese = "木材最多。粮食其次。鱼最少，石料更少。\n".repeat(9);
        assert!(goes_round(&chinese));
    }

    #[test]
    fn a_sentence_inside_growing_paragraphs_is_found() {
        let text: String = (0..9)
            .map(|n| format!("Part {n}. Timber was shipped to ports on three other coasts. "))
            .collect();
        assert!(goes_round(&text));
    }

    #[test]
    fn honest_texts_say_alike_things_and_return_to_a_finding_once() {
        let rows: String = (2001..2020)
            .map(|year| format!("| {year} | tonnes | n/a | not reported by the port [[ev_1]] |\n"))
            .collect();
        assert!(!goes_round(&rows));
        let years: String = (2001..2020)
            .map(|year| format!("In {year} the harbour handled more than the year before. "))
            .collect();
        assert!(!goes_round(&years));
        let returning = "Timber made most of what the harbour handled. Grain came second, with less than a tenth. The rest was fish and stone from two quarries inland. Timber made most of what the harbour handled.";
        assert!(!goes_round(returning));
        assert!(!goes_round(""));
    }
}
