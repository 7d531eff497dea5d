//! Looks at what was written, as a reader's program would.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "an assertion shared by the tests of this binary"
)]

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser, Tag};

const TAGS: &[&str] = &[
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "header",
    "main",
    "nav",
    "section",
    "aside",
    "footer",
    "div",
    "span",
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "a",
    "em",
    "strong",
    "s",
    "sup",
    "code",
    "pre",
    "blockquote",
    "br",
    "hr",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "details",
    "summary",
    "cite",
];

const ATTRIBUTES: &[&str] = &[
    "id",
    "class",
    "href",
    "rel",
    "lang",
    "role",
    "aria-label",
    "aria-labelledby",
    "aria-hidden",
    "tabindex",
    "scope",
    "start",
    "data-is-fallback",
    "charset",
    "name",
    "content",
    "http-equiv",
];

/// Panics unless the page holds only known tags and attributes and only plain links.
pub(crate) fn assert_safe_html(html: &str) {
    let html = html.strip_prefix("<!DOCTYPE html>").unwrap();
    let (before, rest) = html.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    assert!(before.contains(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
    ));
    for part in [before, after] {
        for tag in part.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').unwrap();
            assert_safe_tag(tag);
            assert!(!text.contains('>'), "stray > in {text}");
        }
    }
}

fn assert_safe_tag(tag: &str) {
    if let Some(name) = tag.strip_prefix('/') {
        assert!(TAGS.contains(&name), "end tag {name}");
        return;
    }
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    assert!(TAGS.contains(&name), "tag {tag}");
    while !rest.is_empty() {
        let (attribute, tail) = rest.trim_start().split_once("=\"").unwrap();
        let (value, tail) = tail.split_once('"').unwrap();
        assert!(ATTRIBUTES.contains(&attribute), "attribute of {tag}");
        if attribute == "href" {
            assert_safe_address(value);
        }
        rest = tail;
    }
}

fn assert_safe_address(address: &str) {
    let lower = address.to_ascii_lowercase();
    let is_plain = ["http://", "https://", "mailto:", "#"]
        .iter()
        .any(|start| lower.starts_with(start));
    assert!(is_plain, "address {address}");
}

/// Panics unless any CommonMark program would show the text without running or loading a thing.
pub(crate) fn assert_safe_markdown(markdown: &str) {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => {
                let is_anchor = html
                    .strip_prefix("<a id=\"s")
                    .and_then(|rest| rest.strip_suffix("\">"))
                    .is_some_and(|number| number.parse::<usize>().is_ok());
                assert!(
                    is_anchor || matches!(&*html, "</a>" | "<br>"),
                    "raw HTML {html}"
                );
            }
            Event::Start(Tag::Image { dest_url, .. }) => panic!("picture {dest_url}"),
            Event::Start(Tag::Link { dest_url, .. }) => assert_safe_address(&dest_url),
            _ => {}
        }
    }
}

/// The numbers of all citations in the page, and of all entries they may point to.
pub(crate) fn html_citations(html: &str) -> (BTreeSet<usize>, Vec<usize>) {
    (
        numbers(html, "href=\"#source-").into_iter().collect(),
        numbers(html, "id=\"source-"),
    )
}

pub(crate) fn markdown_citations(markdown: &str) -> (BTreeSet<usize>, Vec<usize>) {
    (
        numbers(markdown, "](#s").into_iter().collect(),
        numbers(markdown, "<a id=\"s"),
    )
}

/// The number after each `lead`; a lead without one is something else.
fn numbers(text: &str, lead: &str) -> Vec<usize> {
    text.split(lead)
        .skip(1)
        .filter_map(|rest| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        })
        .collect()
}
