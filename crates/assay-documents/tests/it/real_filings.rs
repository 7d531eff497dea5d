//! Real filings lie beside the repository and are not part of it: where they are absent, this test
//! says so and passes, unless the machine is meant to have them.

use std::io::Write;

use assay_documents::{Parsed, read_document, split};
use assay_domain::{Decimal, Place};

use crate::library::document;

fn source(name: &str) -> Option<String> {
    match assay_measure::data_file(&format!("sec/filings/{name}")) {
        Ok(path) => Some(std::fs::read_to_string(path).expect("a filing")),
        Err(reason) => {
            assert!(
                std::env::var_os("ASSAY_REQUIRE_LABS").is_none_or(|set| set != "1"),
                "{reason}"
            );
            writeln!(std::io::stderr(), "skipped: {reason}").expect("standard error takes a line");
            None
        }
    }
}

fn parsed(name: &str) -> Option<Parsed> {
    let source = source(name)?;
    Some(read_document(name, source.as_bytes()).expect("a filing"))
}

#[test]
fn a_real_filing_is_read() {
    let Some(source) = source("tsla-10-q-2025-07-24.html") else {
        return;
    };
    let (filing, text) = document("tsla-10-q.html", &source);
    assert!(text.contains("| Automotive sales |"), "tables are kept");
    let passages = split(&filing, &text);
    assert!(passages.len() > 200, "{}", passages.len());
    let statement = passages.iter().filter(|passage| {
        let headings = passage.headings.join(" ");
        headings.contains("Consolidated Balance Sheets") && passage.text.contains("| Total")
    });
    let mut count = 0;
    for passage in statement {
        let headings = passage.headings.join(" ");
        assert!(headings.contains("in millions"), "{headings}");
        assert!(
            !passage
                .headings
                .iter()
                .any(|heading| heading == "(unaudited)")
        );
        count += 1;
    }
    assert!(count > 1, "{count}");
}

#[test]
fn real_filings_say_what_they_are_and_where_their_items_begin() {
    let annual = [
        "1", "1A", "1B", "1C", "2", "3", "4", "5", "6", "7", "7A", "8", "9", "9A", "9B", "9C",
        "10", "11", "12", "13", "14", "15", "16",
    ];
    let cases = [
        ("aapl-10-k-2024-11-01.html", "Apple Inc.", "2024-09-28"),
        ("nvda-10-k-2025-02-26.html", "NVIDIA CORP", "2025-01-26"),
        ("tsla-10-k-2025-01-30.html", "Tesla, Inc.", "2024-12-31"),
    ];
    for (name, entity, end) in cases {
        let Some(parsed) = parsed(name) else {
            return;
        };
        assert_eq!(parsed.subject.entity.as_deref(), Some(entity));
        assert_eq!(parsed.subject.form.as_deref(), Some("10-K"));
        assert_eq!(
            parsed.subject.period_end.map(|d| d.to_string()).as_deref(),
            Some(end)
        );
        let items: Vec<Place> = parsed
            .places
            .iter()
            .map(|mark| mark.place.clone())
            .collect();
        let expected = annual.map(|item| Place::Item(format!("Item {item}")));
        assert_eq!(items, expected, "{name}");
        for fact in &parsed.facts {
            let Some((start, end)) = fact.shown_at else {
                continue;
            };
            let printed = parsed.text[start..end].replace(',', "");
            let Ok(printed) = printed.parse::<Decimal>() else {
                continue;
            };
            // The printed digits are the value's digits: scale moves the point and nothing else.
            let digits = |number: Decimal| number.normalize().mantissa().abs().to_string();
            let bare = |number: Decimal| digits(number).trim_end_matches('0').to_owned();
            assert_eq!(bare(printed), bare(fact.value), "{fact:?}");
        }
    }
}
