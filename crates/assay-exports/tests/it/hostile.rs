//! Texts that want to be markup.

use assay_domain::{EvidenceId, Language};
use assay_exports::{
    Align, Block, Cell, CheckNote, CheckResult, Cite, Column, Doc, FigureId, FigureNote, Inline,
    ListKind, MetaItem, Row, RowKind, SourceNote, Table, Tone, docx, html, markdown,
};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use scraper::{Html, Selector};

use crate::zip_parts::{check, parts, text as part_text};

/// Every form of inline, in which every text is `text`.
fn inlines(text: &str) -> Vec<Inline> {
    let own = || text.to_owned();
    vec![
        Inline::text(own()),
        Inline::strong(own()),
        Inline::Emphasis {
            text: vec![Inline::text(own())],
        },
        Inline::figure(FigureId::new("f"), own()),
        Inline::Cite(Cite {
            evidence: EvidenceId::new("ev_1"),
            number: 1,
        }),
        Inline::Link {
            to: "https://x.example/".to_owned(),
            text: own(),
        },
    ]
}

fn blocks(text: &str) -> Vec<Block> {
    let own = || text.to_owned();
    let list = |kind| Block::List {
        kind,
        items: vec![inlines(text)],
    };
    let cell = Cell {
        text: own(),
        figure: Some(FigureId::new("f")),
        ..Cell::default()
    };
    vec![
        Block::Heading {
            level: 2,
            anchor: "h".to_owned(),
            text: inlines(text),
        },
        Block::Paragraph {
            text: inlines(text),
        },
        list(ListKind::Bulleted),
        list(ListKind::Numbered),
        Block::Table(Table {
            caption: Some(own()),
            columns: vec![Column {
                title: own(),
                align: Align::Right,
                unit: Some(own()),
            }],
            rows: vec![Row {
                kind: RowKind::Total,
                cells: vec![cell],
            }],
        }),
        Block::Callout {
            tone: Tone::Stop,
            title: own(),
            paragraphs: vec![inlines(text)],
        },
    ]
}

/// A document in which every text is `text`.
fn doc_of(text: &str) -> Doc {
    let own = || text.to_owned();
    Doc {
        kind: own(),
        title: format!("T {text}"),
        language: Language::En,
        meta: vec![MetaItem {
            label: own(),
            value: inlines(text),
        }],
        blocks: blocks(text),
        figures: vec![FigureNote {
            id: FigureId::new("f"),
            label: own(),
            value: own(),
            formula: Some(own()),
            inputs: vec![FigureId::new("f")],
            source: own(),
            locator: Some(own()),
            url: None,
            checks: vec![CheckNote {
                name: own(),
                result: CheckResult::Passed,
                detail: own(),
            }],
        }],
        sources: vec![SourceNote {
            number: 1,
            evidence: EvidenceId::new("ev_1"),
            title: own(),
            detail: own(),
            quote: Some(own()),
            url: None,
        }],
        disclaimer: own(),
    }
}

/// How many elements of each name a page has. The text must not change it.
fn shape(page: &Html) -> Vec<String> {
    let all = Selector::parse("*").expect("a selector");
    page.select(&all)
        .map(|one| one.value().name().to_owned())
        .collect()
}

fn check_all(text: &str) {
    let doc = doc_of(text);
    let page = Html::parse_document(&html(&doc).expect("a page"));
    let plain = Html::parse_document(&html(&doc_of("plain")).expect("a page"));
    assert_eq!(shape(&page), shape(&plain), "{text:?}");
    let written = markdown(&doc).expect("a text");
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    for event in Parser::new_ext(&written, options) {
        match event {
            Event::Html(tag) => panic!("{text:?} gives {tag:?}"),
            Event::InlineHtml(tag) => {
                let is_ours = matches!(&*tag, "</a>" | "<a id=\"fig-f\">" | "<a id=\"s1\">");
                assert!(is_ours, "{text:?} gives {tag:?}");
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let is_ours = matches!(&*dest_url, "#fig-f" | "#s1" | "https://x.example/");
                assert!(is_ours, "{text:?} links to {dest_url:?}");
            }
            Event::Start(Tag::Image { .. } | Tag::CodeBlock(_) | Tag::FootnoteDefinition(_)) => {
                panic!("{text:?} gives {event:?}")
            }
            _ => {}
        }
    }
    let file = docx(&doc).expect("a file");
    check(&file);
    let body = part_text(&parts(&file), "word/document.xml");
    assert_eq!(body.matches("<w:tbl>").count(), 1, "{text:?}");
    assert_eq!(body.matches("<w:drawing>").count(), 0, "{text:?}");
}

#[test]
fn markup_stays_text() {
    for text in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "</style></title></a></td></table></w:t></w:p>",
        "[x](javascript:alert(1))",
        "![x](https://evil.example/p.png)",
        "<https://evil.example/>",
        "[x]: https://evil.example/ \"t\"",
        "`code` ~~~ ``` **b** __c__ ~~d~~",
        "# heading",
        "1. item",
        "> quote",
        "| a | b |\n| - | - |\n| c | d |",
        "--- \n===\n***",
        "&lt;script&gt; &#60; &amp;",
        "]]> <![CDATA[x]]> <!-- c --> <?php",
        "\u{202e}evil\u{2066} \u{0}\u{1}\u{8}\u{b}\u{1f}\u{7f}\u{fffe}",
        "{{template}} ${x} #{x} %s",
        "=HYPERLINK(\"http://evil.example\")",
        "    indented code",
        "- [ ] task\n\n    code",
        "[^1]: note",
        "\\",
        "a\\",
        "甲|乙<丙>",
        "",
        " ",
        "\n\n\n",
    ] {
        check_all(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_text_becomes_markup(text in "([<>&\"'`*_\\[\\]()#|~!\\\\:+=.-]|\\PC|\n|https://){0,30}") {
        check_all(&text);
    }
}
