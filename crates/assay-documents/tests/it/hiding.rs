//! What no reader of a page sees is handed over beside the text and is never in it.

use assay_documents::{Parsed, read_document};
use assay_domain::HiddenKind::{self, Alternative, Comment, Metadata, Style};
use proptest::prelude::*;

fn page(body: &str) -> Parsed {
    let source = format!("<html><body><p>Seen text.</p>{body}</body></html>");
    read_document("a.html", source.as_bytes()).expect("a page")
}

const HIDDEN: &[(&str, HiddenKind)] = &[
    ("<!-- SECRET -->", Comment),
    ("<!-- SECRET", Comment),
    ("<p hidden>SECRET</p>", Style),
    ("<p aria-hidden=TRUE>SECRET</p>", Style),
    ("<template><p>SECRET</p></template>", Style),
    ("<noscript>SECRET</noscript>", Style),
    ("<p style='display:none'>SECRET</p>", Style),
    ("<p style='DISPLAY : None !important'>SECRET</p>", Style),
    ("<p style='display:/**/none'>SECRET</p>", Style),
    (
        "<div style='display:none'><p style='display:block'>SECRET</p></div>",
        Style,
    ),
    ("<p style='visibility:hidden'>SECRET</p>", Style),
    ("<p style='opacity:0'>SECRET</p>", Style),
    ("<p style='opacity: 0.01'>SECRET</p>", Style),
    ("<p style='font-size:0'>SECRET</p>", Style),
    ("<p style='font-size:1px'>SECRET</p>", Style),
    ("<p style='font-size:.1pt'><b>SECRET</b></p>", Style),
    ("<p style='font-size:0.01em'>SECRET</p>", Style),
    (
        "<p style='position:absolute; left:-9999px'>SECRET</p>",
        Style,
    ),
    ("<p style='position:fixed; top:-200em'>SECRET</p>", Style),
    ("<p style='text-indent:-9999px'>SECRET</p>", Style),
    (
        "<p style='position:absolute;clip:rect(0,0,0,0)'>SECRET</p>",
        Style,
    ),
    (
        "<p style='position:absolute;clip:rect(1px, 1px, 1px, 1px)'>SECRET</p>",
        Style,
    ),
    (
        "<p style='position:absolute;clip-path:inset(50%)'>SECRET</p>",
        Style,
    ),
    ("<p style='height:0;overflow:hidden'>SECRET</p>", Style),
    ("<p style='color:white'>SECRET</p>", Style),
    ("<p style='color:#FFF'>SECRET</p>", Style),
    ("<p style='color:rgb(254, 255, 254)'>SECRET</p>", Style),
    ("<p style='color:rgba(0,0,0,0)'>SECRET</p>", Style),
    ("<p style='color:rgba(0,0,0,.02)'>SECRET</p>", Style),
    ("<p style='color:transparent'>SECRET</p>", Style),
    (
        "<div style='background:#123456'><i style='color:#123456'>SECRET</i></div>",
        Style,
    ),
    (
        "<table bgcolor=black><tr><td><font color=black>SECRET</font></table>",
        Style,
    ),
    (
        "<style>.x{display:none}</style><p class='a x'>SECRET</p>",
        Style,
    ),
    (
        "<style>#x , q { visibility : hidden }</style><p id=x>SECRET</p>",
        Style,
    ),
    (
        "<style>p.x{font-size:0}</style><p class=x>SECRET</p>",
        Style,
    ),
    (
        "<style>/* { */ @media print{p{color:red}} blink{opacity:0}</style><blink>SECRET</blink>",
        Style,
    ),
    (
        "<p class=x>SECRET</p><style>.x{position:absolute;left:-5000px}</style>",
        Style,
    ),
    ("<img alt='SECRET'>", Alternative),
    ("<a title=SECRET>link</a>", Alternative),
    ("<p aria-label='SECRET'>label</p>", Alternative),
    ("<svg><title>SECRET</title></svg>", Alternative),
    ("<iframe>SECRET</iframe>", Alternative),
    ("<meta name=description content='SECRET'>", Metadata),
    ("<meta property='og:title' content='SECRET'>", Metadata),
    ("<meta name=Keywords content='SECRET'>", Metadata),
];

#[test]
fn hidden_text_is_beside_the_text() {
    for (body, kind) in HIDDEN {
        let parsed = page(body);
        assert!(!parsed.text.contains("SECRET"), "{body}: {}", parsed.text);
        let found = parsed.hidden.iter().find(|h| h.text.contains("SECRET"));
        assert_eq!(found.map(|hidden| hidden.kind), Some(*kind), "{body}");
    }
}

#[test]
fn what_can_be_seen_is_not_hidden() {
    let cases = [
        "<details><summary>More</summary>PLAIN</details>",
        "<div style='font-size:0'><p style='font-size:16px'>PLAIN</p></div>",
        "<div style='visibility:hidden'><p style='visibility:visible'>PLAIN</p></div>",
        "<style>.x{display:none}</style><p class=x style='display:block'>PLAIN</p>",
        "<style>.menu .x{display:none}</style><p class=x>PLAIN</p>",
        "<style>@media print{.x{display:none}}</style><p class=x>PLAIN</p>",
        "<div style='background:#000'><p style='color:white'>PLAIN</p></div>",
        "<div style='background:url(a.png)'><p style='color:white'>PLAIN</p></div>",
        "<p style='color:rgba(0,0,0,.84);background:rgba(0,0,0,.05)'>PLAIN</p>",
        "<p style='position:relative;left:-9999px;left:0'>PLAIN</p>",
        "<p style='font-size:0.9em'>PLAIN</p>",
        "<p style='opacity:0.8'>PLAIN</p>",
        "<p aria-hidden=false>PLAIN</p>",
        "<p style='margin-left:-1px;text-indent:-36pt'>PLAIN</p>",
    ];
    for body in cases {
        let parsed = page(body);
        assert!(parsed.text.contains("PLAIN"), "{body}: {:?}", parsed.hidden);
    }
}

#[test]
fn a_page_in_light_type_has_its_background_from_elsewhere() {
    let source =
        "<style>body{color:#fff}</style><body><h1>Dark page</h1><p>All of it is white.</p>";
    let parsed = read_document("a.html", source.as_bytes()).expect("a page");
    assert_eq!(parsed.text, "# Dark page\n\nAll of it is white.");
}

#[test]
fn programs_and_controls_are_in_neither() {
    let parsed = page(
        "<script>var a = '</p>'; if (a </b) PROGRAM;</script><style>.PROGRAM{}</style>\
         <select><option>PROGRAM</select><textarea>PROGRAM</textarea><p>After.</p>",
    );
    assert_eq!(parsed.text, "Seen text.\n\nAfter.");
    assert!(!format!("{:?}", parsed.hidden).contains("PROGRAM"));
}

#[test]
fn hidden_text_is_capped() {
    let parsed = page(&format!("<p hidden>{}</p>", "much ado ".repeat(200_000)));
    let bytes: usize = parsed.hidden.iter().map(|hidden| hidden.text.len()).sum();
    assert!((1..=512 << 10).contains(&bytes), "{bytes}");
}

/// An element around text, and whether it hides it.
fn wrapper() -> impl Strategy<Value = (&'static str, &'static str, bool)> {
    prop::sample::select(vec![
        ("<div>", "</div>", false),
        ("<b>", "</b>", false),
        ("<ul><li>", "</ul>", false),
        ("<table><tr><td>", "</table>", false),
        ("<section><h2>Head</h2>", "</section>", false),
        ("<div hidden>", "</div>", true),
        ("<span style='display:none'>", "</span>", true),
        ("<div style='color:#fff'>", "</div>", true),
        ("<blockquote style='opacity:0'>", "</blockquote>", true),
        ("<div class=gone>", "</div>", true),
        ("<template>", "</template>", true),
    ])
}

proptest! {
    #[test]
    fn nothing_hidden_is_ever_in_the_text(
        nests in prop::collection::vec(prop::collection::vec(wrapper(), 0..6), 1..12),
    ) {
        let mut source = "<style>.gone{display:none}</style>".to_owned();
        let mut words = Vec::new();
        for (place, nest) in nests.iter().enumerate() {
            let word = format!("word{place}x");
            source.extend(nest.iter().map(|(start, _, _)| *start));
            source.push_str(&word);
            source.extend(nest.iter().rev().map(|(_, end, _)| *end));
            words.push((word, nest.iter().any(|(_, _, hides)| *hides)));
        }
        let parsed = page(&source);
        for (word, is_hidden) in words {
            prop_assert_eq!(parsed.text.contains(&word), !is_hidden, "{} in {}", word, source);
            let is_handed_over = parsed.hidden.iter().any(|hidden| hidden.text.contains(&word));
            prop_assert_eq!(is_handed_over, is_hidden, "{} in {}", word, source);
        }
    }
}
