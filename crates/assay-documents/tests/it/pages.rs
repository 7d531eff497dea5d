//! Web pages: broken markup, main content, links.

use assay_documents::{Extent, Link, links, main_content, read_document};
use proptest::prelude::*;

fn text(html: &str) -> String {
    main_content(html).expect("a page").text
}

#[test]
fn broken_markup_is_read_as_browsers_read_it() {
    let cases = [
        ("<p>one<p>two", "one\n\ntwo"),
        (
            "<ul><li>one<li>two<ul><li>three</ul><li>four</ul>",
            "- one\n- two\n  - three\n- four",
        ),
        (
            "<table><tr><td>a<td>b<tr><td>c<td>d</table>after",
            "| a | b |\n| c | d |\n\nafter",
        ),
        (
            "<table><td>a<td>b<tr><td>c<td>d</table>",
            "| a | b |\n| c | d |",
        ),
        (
            "<table>loose<tr><td>a<td>b<tr><td>c<td>d</table>",
            "loose\n\n| a | b |\n| c | d |",
        ),
        ("<i><p>one</i> two</p><p>three", "one two\n\nthree"),
        ("<button><div>x</button>one", "one"),
        ("<noscript><p>x</noscript>one", "one"),
        (
            "<div>one</p>two</div></div></section>three",
            "one\n\ntwo\n\nthree",
        ),
        ("1 < 2 and <3 hearts <- left", "1 < 2 and <3 hearts <- left"),
        ("a <b b <i>c</b> d", "a c d"),
        ("one<br/>two<BR>three</br>four", "one\ntwo\nthree\nfour"),
        (
            "<!-- a > b --> one <!--> two --!> three",
            "one two --!> three",
        ),
        ("<!doctype html><?php echo 1 ?>one</ x>two", "onetwo"),
        ("<p title='a>b' data-x=\"</p>\">one", "one"),
        ("<title>a <b> title</title><p>one", "one"),
        ("<script><!-- </script>one", "one"),
        ("<svg><path d=1 /><g/></svg>one", "one"),
        ("<select><option>a<option>b</select>one", "one"),
        ("<h1>one<h2>two</h1>three", "# one\n\n## two\n\nthree"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\n\nb\n\nc\n\nd"),
        ("<pre>a\n  b\n\nc</pre>", "a\nb\n\nc"),
        ("one<div/>two", "one\n\ntwo"),
        (
            "<?xml version='1.0'?><html><body>one<p/>two</body></html>",
            "one\n\ntwo",
        ),
        ("<a href=1>x<a href=2>y</a>z", "xyz"),
        (
            "<table><tr><td><table><tr><td>in<td>ner<tr><td>1<td>2</table></table>",
            "| in | ner |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("text</body></html><p>after", "text\n\nafter"),
        ("<p>end", "end"),
        ("<p>end <", "end <"),
        ("<p>end <b", "end"),
    ];
    for (html, expected) in cases {
        assert_eq!(text(html), expected, "{html}");
    }
}

#[test]
fn character_references_are_replaced() {
    let cases = [
        ("&lt;b&gt; &amp;amp; &quot;&apos;", "<b> &amp; \"'"),
        ("A&nbsp;&#160;&#xA0;B", "A B"),
        ("&#8217;&#x2019;&rsquo;&#146;", "’’’’"),
        ("&eacute;&Eacute;&euro;&mdash;&yuml;&nbsp;x", "éÉ€—ÿ x"),
        (
            "&copy 2024 &notit; &unknown; &; & &#; &#xyz;",
            "© 2024 ¬it; &unknown; &; & &#; &#xyz;",
        ),
        ("&#0;&#xD800;&#99999999999;x", "\u{fffd}\u{fffd}\u{fffd}x"),
        ("营业&#25910;入", "营业收入"),
    ];
    for (html, expected) in cases {
        assert_eq!(text(html), expected, "{html}");
    }
}

const STORY: &str = "The company said on Monday that revenue rose, costs fell, and deliveries grew in \
    every region, which analysts, investors and suppliers had not expected after a weak spring.";

fn article_page(extra: &str) -> String {
    format!(
        r#"<html><head><title>Acme grows - The Paper</title>
        <meta property="og:type" content="article"><meta name="author" content="Ann Lee">
        <meta property="article:published_time" content="2025-03-04T10:00:00Z"></head><body>
        <header class="site-header"><a href="/">The Paper</a><ul class="menu"><li><a href="/w">World</a></li></ul></header>
        <div class="sidebar"><h3>Most read</h3><ul><li><a href="/1">Other story</a></li></ul></div>
        <div class="article-body"><h1>Acme grows</h1><p class="byline">By Ann Lee</p>
        <p>{STORY}</p><p>{STORY}</p><h2>Outlook</h2><p>{STORY}</p>
        <div class="share"><a href="/s">Share this</a></div>
        <table><tr><th>Year</th><th>Sales</th></tr><tr><td>2024</td><td>12.5</td></tr></table>{extra}
        <ul><li>First, a point.</li><li>Second, a point.</li></ul></div>
        <footer>Copyright The Paper</footer></body></html>"#
    )
}

#[test]
fn an_article_is_taken_out_of_its_page() {
    let content = main_content(&article_page("")).expect("a page");
    assert_eq!(content.extent, Extent::Article);
    assert_eq!(content.title.as_deref(), Some("Acme grows - The Paper"));
    assert_eq!(content.byline.as_deref(), Some("Ann Lee"));
    assert_eq!(
        content.date.map(|date| date.to_string()).as_deref(),
        Some("2025-03-04")
    );
    insta::assert_snapshot!(content.text);
    let parsed = read_document("page.html", article_page("").as_bytes()).expect("a page");
    assert_eq!(parsed.text, content.text);
    assert_eq!(parsed.date, content.date);
}

#[test]
fn tables_of_figures_in_an_article_stay() {
    let row = |name: &str| format!("<tr><td>{name}</td><td>9.1</td><td>8.4</td></tr>");
    let table = format!("<table>{}{}</table>", row("Pumps"), row("Valves"));
    let pages = [
        article_page(&table),
        article_page(&format!("<div class='c7'>{table}</div>")),
        article_page("").replace("<footer>", &format!("{table}<footer>")),
    ];
    for page in pages {
        let content = main_content(&page).expect("a page");
        assert_eq!(content.extent, Extent::Article, "{page}");
        let rows = "| Pumps | 9.1 | 8.4 |\n| Valves | 9.1 | 8.4 |";
        assert!(content.text.contains(rows), "{}", content.text);
        for part in ["Most read", "Share this", "Copyright"] {
            assert!(!content.text.contains(part), "{part}: {}", content.text);
        }
    }
}

#[test]
fn a_report_keeps_everything_that_can_be_seen() {
    let rows: String = (1..40)
        .map(|row| format!("<tr><td>Segment {row}</td><td>{row}.5</td><td>{row}.7</td></tr>"))
        .collect();
    let table = format!("<table><tr><th>Segment</th><th>2024</th><th>2023</th></tr>{rows}</table>");
    let prose = format!("<p>{STORY}</p>").repeat(8);
    let pages = [
        // a filing: no parts of a site around it
        format!("<body><p>FORM 10-K</p><div>{prose}</div><div>Signatures</div>{table}</body>"),
        // a page of tables with the parts of a site
        format!(
            "<body><nav>Menu</nav><p>FORM</p><div><p>{STORY}</p></div><div>Signatures{table}</div></body>"
        ),
        // nothing but a table
        format!("<body><header>FORM Signatures</header>{table}</body>"),
    ];
    for page in pages {
        let content = main_content(&page).expect("a page");
        assert_eq!(content.extent, Extent::WholePage, "{page}");
        for part in ["FORM", "Signatures", "| Segment 39 | 39.5 | 39.7 |"] {
            assert!(content.text.contains(part), "{part}: {}", content.text);
        }
    }
}

#[test]
fn links_are_absolute_and_seen() {
    let page = r##"<base href="/news/"><a href="a.html">A <b>page</b></a>
        <a href="https://Other.example/X?a=1&amp;b=2#c">Other</a><a href="a.html">again</a>
        <a href="#top">top</a><a href="javascript:go()">go</a><a href="mailto:a@b.c">mail</a>
        <a href="//cdn.example/x">cdn</a><a>no</a><a style="display:none" href="/hidden">h</a>"##;
    let link = |url: &str, text: &str| Link {
        url: url.to_owned(),
        text: text.to_owned(),
    };
    assert_eq!(
        links(page, "https://example.com/old/page.html").expect("a page"),
        [
            link("https://example.com/news/a.html", "A page"),
            link("https://Other.example/X?a=1&b=2#c", "Other"),
            link("https://cdn.example/x", "cdn"),
        ]
    );
    assert_eq!(
        links("<a href=x>x</a>", "not an address").expect("a page"),
        []
    );
}

#[test]
fn enormous_pages_are_read_or_refused() {
    let refused = |source: &str, reason: &str| {
        let error = read_document("a.html", source.as_bytes()).expect_err(reason);
        assert!(error.to_string().contains(reason), "{error}");
    };
    refused(&"<div>".repeat(2_000_000), "nested deeper than 400 levels");
    refused(&"<p>".repeat(2_000_001), "more than 2000000 elements");
    let names: String = (0..20_000).map(|name| format!("a{name} ")).collect();
    for start in [
        "<p ",
        "<script><a b=\"</script><p ",
        "<script><a b=\"</script x='<' ",
        "&a<p =",
        "<svg><script><p a='>' ",
    ] {
        refused(&format!("{start}{names}>"), "more than 1000 attributes");
    }
    for source in [
        "<p>x".repeat(40_000),
        format!("<p>{}", "x ".repeat(200_000)),
        format!("x{}", "<".repeat(400_000)),
        format!("x{}", "&".repeat(200_000)),
        format!("x{}", "<!-".repeat(100_000)),
        format!("x<!--{}", "-".repeat(200_000)),
        format!("x<p {}>", "a=b ".repeat(50_000)),
        format!("x{}", "<br>".repeat(20_000)),
        format!("x{}", "</div>".repeat(50_000)),
        format!("x<table>{}", "<tr><td>1".repeat(10_000)),
        format!("x{}", "<!--a-->".repeat(20_000)),
        format!("x{}", "<b><p>y</b>".repeat(10_000)),
        format!("<style>{}</style>x", ".a{".repeat(30_000)),
        format!("x{}", "&amp;£".repeat(30_000)),
        format!("x<a href='{}'>y</a>", "&".repeat(400_000)),
        format!("<script>1<{names}</script>x"),
        format!("<p data-x='{names}'>x"),
        format!("x<!-- <p {names}> -->"),
    ] {
        let parsed = read_document("a.html", source.as_bytes());
        assert!(parsed.is_ok(), "{}…: {parsed:?}", &source[..20]);
    }
}

#[test]
fn a_page_states_its_encoding() {
    let (gbk, ..) = encoding_rs::GBK.encode("<html><head><meta http-equiv=Content-Type content='text/html; charset=gb2312'></head><body><p>公司营业收入增长</body>");
    let parsed = read_document("a.html", &gbk).expect("a page");
    assert_eq!(parsed.text, "公司营业收入增长");
    let (latin, ..) = encoding_rs::WINDOWS_1252
        .encode("<meta charset='iso-8859-1'><p>Société Générale – résultats");
    let parsed = read_document("a.html", &latin).expect("a page");
    assert_eq!(parsed.text, "Société Générale – résultats");
}

proptest! {
    #[test]
    fn any_markup_is_read(parts in prop::collection::vec(markup(), 0..120)) {
        let source = format!("start {}", parts.concat());
        if let Ok(content) = main_content(&source) {
            let is_whole = content.extent == Extent::WholePage;
            prop_assert!(!is_whole || content.text.contains("start"), "{source}");
        }
        prop_assert!(links(&source, "https://example.com").is_ok());
    }
}

fn markup() -> impl Strategy<Value = String> {
    prop_oneof![
        "<(p|div|b|a|table|tr|td|th|ul|li|h2|form|br|tbody|caption|span|button|dd|font)>",
        "</(p|div|b|a|table|tr|td|th|ul|li|h2|form|br|tbody|caption|span|button|dd|font)>",
        "<(script|style|title|textarea|svg|select|option|nav|article|ix:header)>",
        "</(script|style|title|textarea|svg|select|option|nav|article|ix:header)>",
        "[a-z ,.年收&;<>\"'=/-]{0,20}",
        "<p (class|id|style|hidden)=[\"']?[a-z:;0]{0,12}",
    ]
}

#[test]
fn a_row_with_an_empty_cell_keeps_its_figures_under_their_columns() {
    let page = r#"<table><tr><td></td><td colspan="2">2024</td><td></td><td colspan="2">2023</td><td></td><td colspan="2">2022</td></tr>
        <tr><td>Cars</td><td>$</td><td>9</td><td></td><td>$</td><td>8</td><td></td><td>$</td><td>7</td></tr>
        <tr><td>Energy</td><td></td><td></td><td></td><td></td><td>3</td><td></td><td></td><td>2</td></tr>
        <tr><td>Other</td><td></td><td>5</td><td></td><td></td><td></td><td></td><td></td><td>1</td></tr></table>"#;
    insta::assert_snapshot!(text(page), @r"
    |  | 2024 | 2023 | 2022 |
    | --- | --- | --- | --- |
    | Cars | $9 | $8 | $7 |
    | Energy |  | 3 | 2 |
    | Other | 5 |  | 1 |
    ");
}

#[test]
fn heads_that_span_columns_and_rows_head_each_of_them() {
    let check = |head: &str, body: &str, expected: &str| {
        let page = format!("<h1>Figures</h1><table>{head}{body}</table>");
        let parsed = read_document("a.html", page.as_bytes()).expect("a page");
        assert!(parsed.text.contains(expected), "{}", parsed.text);
    };
    check(
        "<tr><th rowspan=2>€ million</th><th colspan=2>2031</th><th>2030</th></tr><tr><th>Q2</th><th>Q1</th><th>Q2</th></tr>",
        "<tr><td>Ferries</td><td>412</td><td>390</td><td>371</td></tr><tr><td colspan=4><b>Costs</b></td></tr><tr><td>Fuel</td><td>88</td><td></td><td>79</td></tr>",
        "| € million | 2031 | 2031 | 2030 |\n| € million | Q2 | Q1 | Q2 |\n| --- | --- | --- | --- |\n| Ferries | 412 | 390 | 371 |\n| Costs |\n| Fuel | 88 |  | 79 |",
    );
    check(
        "<tr><td></td><th colspan=\"2\">Six months</th><th rowspan=\"2\">Change</th></tr><tr><td></td><th>2031</th><th>2030</th></tr>",
        "<tr><td>Revenue</td><td>9.5</td><td>8.1</td><td>1.4</td></tr>",
        "|  | Six months | Six months | Change |\n|  | 2031 | 2030 | Change |\n| --- | --- | --- | --- |\n| Revenue | 9.5 | 8.1 | 1.4 |",
    );
    // a group of rows is named in each of them
    check(
        "<tr><th>Region</th><th>Port</th><th>Calls</th></tr>",
        "<tr><td rowspan=2>North</td><td>Bodø</td><td>12</td></tr><tr><td>Narvik</td><td>7</td></tr>",
        "| North | Bodø | 12 |\n| North | Narvik | 7 |",
    );
}

#[test]
fn a_table_that_only_arranges_by_spans_repeats_nothing() {
    let long = "x".repeat(50_000);
    let page = format!(
        "<table><tr><th colspan=60 rowspan=900>{long}</th><th>2031</th></tr>{}</table>",
        "<tr><td>a</td><td>1</td></tr>".repeat(50)
    );
    let parsed = read_document("a.html", page.as_bytes()).expect("a page");
    assert!(parsed.text.len() < 2 * long.len());
}
