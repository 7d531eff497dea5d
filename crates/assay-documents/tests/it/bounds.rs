//! What one document may bring, and what it costs to split, whatever it was made to be.

use std::time::{Duration, Instant};

use assay_documents::{DocumentLimits, Sketch, read_document_within, split, stretches};

use crate::library::document;

const MEGABYTE: usize = 1 << 20;

#[test]
fn text_is_limited_whatever_file_it_comes_in() {
    let sentence = "The harbour office counts the barges again every morning. ";
    let text = sentence.repeat(3 * MEGABYTE / 2 / sentence.len());
    let page = format!("<p>{text}</p>");
    let within = |name: &str, source: &str, text_megabytes: usize| {
        let limits = DocumentLimits {
            text_megabytes,
            ..DocumentLimits::default()
        };
        read_document_within(name, source.as_bytes(), limits)
    };
    for (name, source) in [("a.txt", &text), ("a.md", &text), ("a.html", &page)] {
        assert!(within(name, source, 4).is_ok(), "{name}");
        let refusal = within(name, source, 1).expect_err(name).to_string();
        let said = "it has 2 MB of text, and at most 1 are read";
        assert!(refusal.contains(said), "{name}: {refusal}");
        assert!(
            refusal.contains("raise \"read.max_text_mb\""),
            "{name}: {refusal}"
        );
    }
}

#[test]
fn a_title_of_a_page_is_cut_and_stays_in_the_text() {
    let line = "a heading that goes on and on ".repeat(40);
    let source = format!("# {line}\n\nSomething is said below it.");
    let parsed = read_document_within("a.md", source.as_bytes(), DocumentLimits::default());
    let parsed = parsed.expect("a text");
    assert!(parsed.title.chars().count() <= 301 && parsed.title.ends_with('…'));
    assert_eq!(parsed.text, source);
}

#[test]
fn a_heading_of_a_page_is_prose_that_no_other_passage_carries() {
    let line = "counts barges and cranes ".repeat(80);
    for source in [
        format!("# {line}\n\nFirst.\n\n## Cranes\n\nSecond."),
        format!("{line}\n=====\n\nFirst.\n\n## Cranes\n\nSecond."),
    ] {
        let (document, text) = document("a.md", &source);
        let passages = split(&document, &text);
        let carried = passages.iter().flat_map(|passage| &passage.headings);
        assert!(carried.map(String::len).max() < Some(100), "{passages:?}");
        let said: usize = passages.iter().map(|passage| passage.text.len()).sum();
        assert!(said > line.len(), "nothing of it is lost");
    }
}

/// Each of these took a time that grew with the square of the text, or would with little changed.
#[test]
fn a_text_made_to_be_slow_is_split_and_sketched_in_one_go() {
    let pages: String = (1..=9_999).map(|page| format!("<p>{page}</p>")).collect();
    let shapes = [
        ("comments that never end", "a.md", "<!--\n\n".repeat(60_000)),
        (
            "page numbers",
            "a.html",
            pages + &"<p>9999</p>".repeat(20_000),
        ),
        ("remarks", "a.md", "(in thousands)\n\n".repeat(20_000)),
        (
            "rows of a head",
            "a.md",
            "| a | b |\n".repeat(20_000) + "| - | - |\n| 1 | 2 |\n",
        ),
        ("fences", "a.md", "```\n\n~~~\n\n".repeat(20_000)),
        ("headings", "a.md", "# a\n\nb\n\n".repeat(20_000)),
        ("one line", "a.txt", "港".repeat(80_000)),
        ("spaces", "a.txt", " \u{3000}".repeat(60_000) + "end"),
        (
            "the same words",
            "a.txt",
            "barge barge barge barge\n\n".repeat(10_000),
        ),
    ];
    for (shape, name, source) in shapes {
        let begun = Instant::now();
        let (document, text) = document(name, &source);
        let passages = stretches(&document, &text).len();
        let sketch = Sketch::of(&text).into_hashes().len();
        let took = begun.elapsed();
        // a square takes far longer, and a busy machine is slow
        let most = Duration::from_secs(120);
        assert!(
            took < most,
            "{shape}: {took:?}, {passages} passages, {sketch} hashes"
        );
    }
}
