//! No number of a document stands in its plain words.

use assay_domain::Language;
use assay_exports::{Block, Doc, Inline};
use assay_gates::OutputType;
use assay_memo::compose;

use crate::case;

fn words(inlines: &[Inline], into: &mut Vec<String>) {
    for inline in inlines {
        match inline {
            Inline::Text { text } => into.push(text.clone()),
            Inline::Strong { text } | Inline::Emphasis { text } => words(text, into),
            Inline::Figure { .. } | Inline::Cite(_) | Inline::Link { .. } => {}
        }
    }
}

fn body(doc: &Doc) -> Vec<String> {
    let mut texts = Vec::new();
    for block in &doc.blocks {
        match block {
            Block::Heading { text, .. } | Block::Paragraph { text } => words(text, &mut texts),
            Block::List { items, .. } => items.iter().for_each(|item| words(item, &mut texts)),
            Block::Callout { paragraphs, .. } => {
                paragraphs.iter().for_each(|text| words(text, &mut texts));
            }
            Block::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    if cell.figure.is_none() {
                        texts.push(cell.text.clone());
                    }
                }
            }
            Block::Picture(_) | Block::PageBreak => {}
        }
    }
    texts
}

/// Digits that are no part of a day, a year, a fiscal label, a code, a name or a formula.
fn loose_digits(text: &str) -> Vec<String> {
    let is_joined = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '/');
    text.split(|c: char| !is_joined(c))
        .map(|word| word.trim_matches(['.', ':', '/']))
        .filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.'))
        .filter(|word| word.chars().filter(char::is_ascii_digit).count() >= 2)
        .filter(|word| !(word.len() == 4 && (word.starts_with("19") || word.starts_with("20"))))
        .map(str::to_owned)
        .collect()
}

#[test]
fn plain_words_hold_no_figures() {
    for language in [Language::En, Language::Zh] {
        for output in OutputType::LADDER {
            let case = match output {
                OutputType::Memo => case::memo(language),
                other => case::lesser(other, language),
            };
            let doc = compose(&case.dossier()).expect("a document");
            for text in body(&doc) {
                // Formulas of the model name its constants.
                if text.contains('*') || text.contains(" / ") {
                    continue;
                }
                assert_eq!(
                    loose_digits(&text),
                    Vec::<String>::new(),
                    "{output:?}: {text}"
                );
            }
        }
    }
}

#[test]
fn loose_digits_are_found() {
    for (text, expected) in [
        ("grew 12 percent", vec!["12"]),
        ("grew 1.5 percent", vec!["1.5"]),
        ("FY2025, Q-001, 10-K of 2026-02-20 and 2026", vec![]),
        ("净利率 35 与 2025 年", vec!["35"]),
    ] {
        assert_eq!(loose_digits(text), expected, "{text}");
    }
}
