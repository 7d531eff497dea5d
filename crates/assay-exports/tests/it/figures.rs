//! From any figure to its source and formula in two clicks.

use std::collections::BTreeSet;

use assay_domain::Language;
use assay_exports::{Block, FigureId, Inline, html, markdown};
use pulldown_cmark::{Event, Tag};
use scraper::{Html, Selector};

use crate::samples::memo;

fn select<'h>(page: &'h Html, selector: &str) -> Vec<scraper::ElementRef<'h>> {
    let selector = Selector::parse(selector).expect(selector);
    page.select(&selector).collect()
}

#[test]
fn every_figure_leads_to_formula_and_source() {
    for language in [Language::En, Language::Zh] {
        let page = Html::parse_document(&html(&memo(language)).expect("a page"));
        assert!(page.errors.is_empty(), "{:?}", page.errors);
        let ids: Vec<&str> = select(&page, "[id]")
            .iter()
            .filter_map(|one| one.value().id())
            .collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len(), "every id stands once");
        let figures = select(&page, "a.figure");
        assert!(figures.len() > 20);
        for figure in figures {
            let target = figure
                .value()
                .attr("href")
                .and_then(|to| to.strip_prefix('#'));
            let entry = select(&page, "article")
                .into_iter()
                .find(|one| one.value().id() == target)
                .expect("an entry one click away");
            let text: String = entry.text().collect();
            let words = language.pick(["Formula", "Source"], ["公式", "来源"]);
            assert!(words.iter().all(|word| text.contains(word)), "{text}");
            let back = figure.value().id().expect("an id");
            let has_back = entry.html().contains(&format!("href=\"#{back}\""));
            let many = entry.html().contains('…');
            assert!(has_back || many, "{back}");
        }
        for link in select(&page, "a[href^='#'], a[*|href^='#']") {
            let target = link
                .value()
                .attr("href")
                .and_then(|to| to.strip_prefix('#'))
                .expect("a place");
            assert!(unique.contains(target), "{target}");
        }
    }
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let text = html(&memo(Language::En)).expect("a page");
    let page = Html::parse_document(&text);
    assert_eq!(
        select(
            &page,
            "script, iframe, object, embed, img, link, form, base, video, audio"
        )
        .len(),
        0
    );
    let policy = select(&page, "meta[http-equiv='Content-Security-Policy']");
    let policy = policy[0].value().attr("content").expect("a policy");
    assert!(policy.starts_with("default-src 'none'"));
    assert!(!text.contains("@import") && !text.contains("url("));
    for element in page.root_element().descendants() {
        if let Some(element) = element.value().as_element() {
            let runs = element.attrs().any(|(name, _)| name.starts_with("on"));
            assert!(!runs, "{element:?}");
        }
    }
}

#[test]
fn markdown_links_lead_to_their_entries() {
    let text = markdown(&memo(Language::En)).expect("a text");
    for place in text
        .split("](#")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
    {
        assert!(text.contains(&format!("<a id=\"{place}\"></a>")), "{place}");
    }
    assert!(text.contains("[USD 4,480 m](#fig-revenue_ttm)[[1]](#s1)[[2]](#s2)"));
    assert!(text.contains("#fig-revenue_9m~40~2026-09-30"));
}

#[test]
fn the_same_tree_gives_the_same_text() {
    for language in [Language::En, Language::Zh] {
        assert_eq!(
            html(&memo(language)).expect("a page"),
            html(&memo(language)).expect("a page")
        );
        assert_eq!(
            markdown(&memo(language)).expect("a text"),
            markdown(&memo(language)).expect("a text")
        );
    }
}

/// What is bold in the tree is bold to a reader of the Markdown, or plain, and never shows its marks.
#[test]
fn marks_are_never_read_as_text() {
    let strong = |text: &str| Inline::strong(text);
    let emphasis = |text: &str| Inline::Emphasis {
        text: vec![Inline::text(text)],
    };
    for (text, has_form) in [
        (
            vec![Inline::text("利润率"), strong("上升"), Inline::text("明显")],
            true,
        ),
        (
            vec![
                Inline::text("不成立"),
                emphasis("（连续两季）"),
                Inline::text("。"),
            ],
            false,
        ),
        (vec![strong("“引文”"), Inline::text("之后")], false),
        (
            vec![Inline::text("a "), strong(" b "), Inline::text(" c")],
            true,
        ),
        (
            vec![
                Inline::text("利润率"),
                Inline::Strong {
                    text: vec![Inline::figure(FigureId::new("price"), "21.4 %")],
                },
                Inline::text("，"),
            ],
            false,
        ),
        (vec![strong("a"), strong("b")], true),
    ] {
        let mut doc = memo(Language::Zh);
        doc.blocks = vec![Block::Paragraph { text: text.clone() }];
        doc.meta.clear();
        let written = markdown(&doc).expect("a text");
        let body = written.split("\n\n").nth(2).expect("the paragraph");
        let mut shown = String::new();
        let mut formed = false;
        for event in pulldown_cmark::Parser::new(body) {
            match event {
                Event::Text(text) => shown.push_str(&text),
                Event::Start(Tag::Strong | Tag::Emphasis) => formed = true,
                _ => {}
            }
        }
        assert!(!shown.contains('*'), "{text:?} reads {shown}");
        assert_eq!(formed, has_form, "{body}");
    }
}
