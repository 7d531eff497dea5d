//! Which text of a broken page is inside which element, and so whether it is seen, is what the HTML
//! standard says and browsers do.

use assay_documents::read_document;

/// A page whose words say what a reader sees of it: `SEEN` is shown, `GONE` is not.
const PAGES: &[&str] = &[
    // What may not stand in a table goes in front of it, and out of what hides the table.
    "<table hidden><p>SEEN</p><tr><td>GONE</td></tr></table>",
    "<table hidden>SEEN<tr>SEEN<td>GONE",
    "<table style='display:none'><tr><td>GONE</td></tr><b>SEEN</b></table>",
    "<table hidden><caption>GONE<tr><td>GONE",
    // The end of a formatting element ends it inside the blocks that are still open.
    "<b hidden><p>GONE</b>SEEN</p>",
    "<i style='opacity:0'><div>GONE<p>GONE</i>SEEN</p>SEEN</div>",
    // One that was never closed goes on in the next block.
    "<p><font color='#ffffff'>GONE</p><p>GONE</font>SEEN</p>",
    "<p><b hidden>GONE</p><p>GONE</b>SEEN</p>",
    "<p><a hidden>GONE<a>SEEN</a></p>",
    "<nobr hidden>GONE<nobr>SEEN</nobr>",
    "<b hidden><table><tr><td>GONE</b>GONE</table>GONE</b>SEEN",
    // Blocks end paragraphs, items end items, headings end headings.
    "<p hidden>GONE<div>SEEN</div>",
    "<p hidden>GONE<ul><li>SEEN</ul>",
    "<p hidden>GONE<button>x</button>GONE",
    "<ul><li hidden>GONE<li>SEEN</ul>",
    "<ul><li hidden>GONE<ul><li>GONE</ul>GONE</ul>SEEN",
    "<dl><dt hidden>GONE<dd>SEEN<dt hidden>GONE</dl>",
    "<h2 hidden>GONE<h3>SEEN</h3>",
    // A table ends a paragraph, unless the page is written for very old browsers.
    "<!doctype html><p hidden>GONE<table><tr><td>SEEN</table>",
    "<p hidden>GONE<table><tr><td>GONE</table>",
    // An end tag does not reach out of a cell, and one without a beginning says nothing.
    "<div hidden><table><tr><td>GONE</div>GONE</table>GONE</div>SEEN",
    "<div hidden>GONE</span></section>GONE</div>SEEN",
    "<section hidden>GONE</p>GONE</section>SEEN",
    // `/>` closes nothing but pictures and formulas.
    "<div hidden/>GONE</div>SEEN",
    "<svg/><p>SEEN</p>",
    // Elements of a page end a picture that they stand in.
    "<svg hidden><p>SEEN</p></svg>",
    "<div hidden><svg><p>GONE</p></svg>GONE</div>SEEN",
    "<svg><foreignObject><p>GONE</p></foreignObject></svg>SEEN",
    // What a page says to browsers without scripts, and what it keeps for later.
    "<head><noscript><p>GONE</p></noscript></head><body>SEEN",
    "<noscript><img alt='GONE'><b>GONE</b></noscript>SEEN",
    "<template><p>GONE</p><template>GONE</template>GONE</template>SEEN",
    "<table><template><tr><td>GONE</template><tr><td>SEEN</table>",
    "<div><template shadowrootmode=open><p>SEEN</p></template></div>",
    // Comments end where browsers end them.
    "<!-->SEEN-->",
    "<!--->SEEN-->",
    "<!--GONE--!>SEEN",
    "<!--GONE <!-- GONE -->SEEN-->",
    "</GONE>SEEN",
    "</!GONE>SEEN",
    "<!GONE>SEEN",
    "<?GONE ?>SEEN",
    // The first of two attributes counts, and a second body adds to the first.
    "<p style='' style='display:none'>SEEN</p>",
    "<p hidden hidden=no>GONE</p>SEEN",
    "<p style='color:#fff'>SEEN</p><p>GONE</p><body bgcolor='#000000'>",
    // Raw text is no markup.
    "<textarea><p hidden></textarea>SEEN",
    "<title><p hidden></title>SEEN",
    "<style><p hidden></style>SEEN",
    "<script>'<!--<script>' </script> GONE </script>SEEN",
    // A form inside a form is none, and its end is the outer one's.
    "<form hidden><form>GONE</form>SEEN",
    // After its end a page goes on.
    "<body><div hidden>GONE</body></html>GONE</div>SEEN",
];

#[test]
fn what_is_seen_of_a_broken_page_is_what_browsers_show() {
    for source in PAGES {
        // The page itself has text, or white type on it would be taken for a dark page.
        let source = source.replacen("SEEN", "A plain sentence to begin with. SEEN", 1);
        let expected = source.contains("SEEN");
        let parsed = read_document("a.html", source.as_bytes());
        let text = parsed.as_ref().map_or("", |parsed| &parsed.text);
        assert_eq!(
            text.matches("SEEN").count(),
            source.matches("SEEN").count(),
            "{source}"
        );
        assert!(!text.contains("GONE"), "{source}: {text}");
        assert!(!expected || parsed.is_ok(), "{source}");
    }
}

#[test]
fn what_is_gone_is_handed_over_as_hidden() {
    let programs = ["<script>", "</GONE>", "<button>"];
    for source in PAGES {
        let source = format!("<p>Seen.</p>{source}");
        let parsed = read_document("a.html", source.as_bytes()).expect("a page");
        let is_program = programs.iter().any(|program| source.contains(program));
        let hidden: usize = parsed
            .hidden
            .iter()
            .map(|hidden| hidden.text.matches("GONE").count())
            .sum();
        if !is_program {
            assert_eq!(
                hidden,
                source.matches("GONE").count(),
                "{source}: {:?}",
                parsed.hidden
            );
        }
    }
}

#[test]
fn every_named_character_is_known() {
    let cases = [
        ("&CounterClockwiseContourIntegral;", "∳"),
        ("&NotEqualTilde;", "≂̸"),
        ("&thickapprox; &lesssim; &DoubleDot;", "≈ ≲ ¨"),
        ("&notin; &notit; &amp &AMPx", "∉ ¬it; & &x"),
        ("&#x80;&#150;", "€–"),
    ];
    for (source, expected) in cases {
        let parsed = read_document("a.html", source.as_bytes()).expect("a page");
        assert_eq!(parsed.text, expected, "{source}");
    }
    let page = "<a href='https://example.com/?a=1&lt=2&amp;copy=3&para'>x</a>";
    let links = assay_documents::links(page, "https://example.com").expect("a page");
    let urls: Vec<&str> = links.iter().map(|link| link.url.as_str()).collect();
    assert_eq!(urls, ["https://example.com/?a=1&lt=2&copy=3¶"]);
}
