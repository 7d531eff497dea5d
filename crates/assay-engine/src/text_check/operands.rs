//! Where the numbers of a formula stand.

use std::collections::BTreeSet;
use std::ops::Range;

use assay_domain::Evidence;

/// The sentences and rows that have the numbers of a formula, those with the most of them first;
/// nothing where a number stands nowhere.
pub(super) fn standing<'a>(
    formula: &str,
    held: &'a [Evidence],
) -> Vec<(&'a Evidence, Range<usize>)> {
    let mut missing: BTreeSet<String> = numbers(formula).collect();
    // a hundred turns a share into per cent; no document has to say it
    missing.remove("100");
    let mut lines: Vec<(&Evidence, Range<usize>, BTreeSet<String>)> = Vec::new();
    for evidence in held {
        for range in pieces(&evidence.quote) {
            let text = evidence.quote.get(range.clone()).unwrap_or_default();
            let found = numbers(text).filter(|number| missing.contains(number));
            let found: BTreeSet<String> = found.collect();
            if !found.is_empty() {
                lines.push((evidence, range, found));
            }
        }
    }
    lines.sort_by_key(|(.., found)| std::cmp::Reverse(found.len()));
    let mut chosen = Vec::new();
    for (evidence, range, found) in lines {
        let before = missing.len();
        missing.retain(|number| !found.contains(number));
        if missing.len() < before {
            chosen.push((evidence, range));
        }
    }
    if missing.is_empty() {
        chosen
    } else {
        Vec::new()
    }
}

/// Each number of a text without its grouping.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    let runs = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    let numbers = runs.map(|run| run.trim_matches(['.', ',']).replace(',', ""));
    numbers.filter(|number| !number.is_empty())
}

/// The lines of a text, and the sentences of each.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        let ends = matches!(c, '\n' | '。' | '！' | '？')
            || (matches!(c, '.' | '!' | '?') && next.is_none_or(char::is_whitespace));
        if ends {
            let end = at + c.len_utf8();
            found.push(start..end);
            start = end;
        }
    }
    found.push(start..text.len());
    found
}

#[cfg(test)]
mod tests {
    use assay_domain::Evidence;
    use serde_json::json;

    use super::standing;

    fn evidence(quote: &str) -> Evidence {
        serde_json::from_value(json!({
            "id": "ev_0000000001", "passage": "doc_1:0-9", "document": "doc_1", "source": "s",
            "origin": "o", "headings": [], "quote": quote, "tier": "C", "as_of": null,
        }))
        .unwrap()
    }

    #[test]
    fn the_sentences_that_have_every_number_are_named() {
        let held = [
            evidence("We expect 900 in 2025. Sales were $1,812.5 million, up from 700."),
            evidence("| Marine | 700 |\n| Inland | 41 |\n。费用为97万元。"),
        ];
        for (formula, expected) in [
            (
                "(1812.5 − 700) / 700",
                &["Sales were $1,812.5 million, up from 700."][..],
            ),
            ("41 / 97 * 100", &["| Inland | 41 |", "费用为97万元。"]),
            ("97 / 3", &[]),
        ] {
            let found: Vec<&str> = standing(formula, &held)
                .into_iter()
                .map(|(evidence, range)| evidence.quote[range].trim())
                .collect();
            assert_eq!(found, expected, "{formula}");
        }
    }
}
