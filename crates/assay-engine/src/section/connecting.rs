//! Sentences that cite nothing because they only introduce what their paragraph goes on to say.

use std::ops::Range;

use assay_analyst::written_sentences;
use assay_claims::words_beyond;
use assay_domain::ClaimCheck;
use assay_figures::cut;

use super::Checked;
use super::citable::states_a_fact;

/// The sentences without those that say in words of their own what supported sentences behind them
/// in the same paragraph say: these connect, and state nothing.
pub(crate) fn without_connecting(markdown: &str, checked: Vec<Checked>) -> Vec<Checked> {
    let paragraphs = paragraphs(markdown);
    let connects = |(claim, check): &Checked| {
        let is_refused = matches!(check, Some(ClaimCheck::Unsupported { .. }));
        is_refused
            && claim.evidence_ids.is_empty()
            && paragraphs
                .iter()
                .any(|paragraph| introduces(&claim.text, paragraph, &checked))
    };
    let is_kept: Vec<bool> = checked.iter().map(|one| !connects(one)).collect();
    let kept = checked.into_iter().zip(is_kept);
    kept.filter_map(|(one, is_kept)| is_kept.then_some(one))
        .collect()
}

/// The sentences of each paragraph, without citation marks.
fn paragraphs(markdown: &str) -> Vec<Vec<String>> {
    let mut paragraphs: Vec<Vec<String>> = Vec::new();
    let mut last: Option<Range<usize>> = None;
    for sentence in written_sentences(markdown) {
        let gap = last.map_or(0, |last| last.end)..sentence.range.start;
        let goes_on = !cut(markdown, gap).contains("\n\n");
        last = Some(sentence.range);
        let text = sentence.claim.map(|claim| claim.text).unwrap_or_default();
        match paragraphs.last_mut() {
            Some(paragraph) if goes_on => paragraph.push(text),
            _ => paragraphs.push(vec![text]),
        }
    }
    paragraphs
}

fn introduces(text: &str, paragraph: &[String], checked: &[Checked]) -> bool {
    let Some(at) = paragraph.iter().position(|sentence| sentence == text) else {
        return false;
    };
    let is_fact = |sentence: &&str| {
        let facts = checked.iter().filter(|(claim, check)| {
            !claim.evidence_ids.is_empty() && states_a_fact(check.as_ref())
        });
        facts.into_iter().any(|(claim, _)| claim.text == *sentence)
    };
    let behind = paragraph.iter().skip(at + 1).map(String::as_str);
    let facts: Vec<&str> = behind.filter(is_fact).collect();
    let numbers_of = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_numeric() && !matches!(c, '.' | ','));
        let parts = parts.map(|part| part.trim_matches(['.', ',']).to_owned());
        parts.filter(|part| !part.is_empty()).collect()
    };
    let known: Vec<String> = facts.iter().flat_map(|fact| numbers_of(fact)).collect();
    !facts.is_empty()
        && numbers_of(text).iter().all(|own| known.contains(own))
        && words_beyond(text, &facts).is_empty()
}

#[cfg(test)]
mod tests {
    use assay_analyst::claims_of;
    use assay_domain::{ClaimCheck, Standing};

    use super::*;

    /// Holds that what cites is supported and the rest is not; gives what is left of the rest.
    fn left(markdown: &str) -> Vec<String> {
        let checked = claims_of(markdown).into_iter().map(|claim| {
            let check = match claim.evidence_ids.is_empty() {
                false => ClaimCheck::Supported {
                    standing: Some(Standing::Wording),
                    figures: Vec::new(),
                    span: None,
                },
                true => ClaimCheck::Unsupported {
                    problems: vec!["it cites nothing".to_owned()],
                },
            };
            (claim, Some(check))
        });
        let left = without_connecting(markdown, checked.collect());
        let uncited = left.into_iter().map(|(claim, _)| claim);
        let uncited = uncited.filter(|claim| claim.evidence_ids.is_empty());
        uncited.map(|claim| claim.text).collect()
    }

    #[test]
    fn a_topic_sentence_says_what_the_paragraph_goes_on_to_say() {
        for markdown in [
            "Ferry traffic grew on both routes. On the northern route ferry traffic grew 4% to 310,000 cars [[ev_1]]. The southern routes grew by 9% [[ev_2]].",
            "两条航线的运量都上升了。北线运量上升了4%[[ev_1]]。两条航线都增加了班次[[ev_2]]。",
        ] {
            assert_eq!(left(markdown), Vec::<String>::new(), "{markdown}");
        }
    }

    #[test]
    fn what_the_paragraph_does_not_say_is_a_statement_without_evidence() {
        for markdown in [
            // another figure, another word, a negation
            "Ferry traffic grew 12 times. Ferry traffic grew 4% to 310,000 cars [[ev_1]].",
            "Ferry traffic collapsed on the route. Ferry traffic grew 4% on the route [[ev_1]].",
            "Ferry traffic never grew. Ferry traffic grew 4% [[ev_1]].",
            // said above, or in another paragraph, or behind and without evidence
            "Ferry traffic grew 4% [[ev_1]]. So ferry traffic grew again.",
            "Ferry traffic grew again.\n\nFerry traffic grew again by 4% [[ev_1]].",
            "北线运量减少了。北线运量上升了4%[[ev_1]]。",
        ] {
            assert_eq!(left(markdown).len(), 1, "{markdown}");
        }
    }
}
