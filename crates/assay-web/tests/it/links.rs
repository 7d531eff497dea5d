use proptest::prelude::*;

use crate::support::{Site, not_found, reply, visit, visitor_of};

async fn links(content_type: &'static str, page: &[u8]) -> Vec<String> {
    let page = page.to_vec();
    let site = Site::start(move |path| match path {
        "/robots.txt" => not_found(),
        _ => reply(200, &[("content-type", content_type)], &page),
    })
    .await;
    let page = visit(&visitor_of(&site), &site.url("/a/b")).await.unwrap();
    let own = site.url("");
    let links = page.links.iter();
    links.map(|link| link.replace(&own, "")).collect()
}

#[tokio::test]
async fn links_are_those_that_a_reader_of_the_page_could_click() {
    for (page, expected) in [
        ("<a href=c>", vec!["/a/c"]),
        ("<A HREF = '/c' >x</A>", vec!["/c"]),
        (
            "<a\nclass=x\nhref=\"?q=1&amp;r=2#s\">",
            vec!["/a/b?q=1&r=2"],
        ),
        ("<a href='/&#x63;&#99;'>", vec!["/cc"]),
        ("<a href='/x?a&copy=1'>", vec!["/x?a&copy=1"]),
        ("<area href=/map>", vec!["/map"]),
        ("<a title='<a href=/no>' href=/yes>", vec!["/yes"]),
        ("<a href=/1 href=/2>", vec!["/1"]),
        ("<a href=/1><a href=/1#x>", vec!["/1"]),
        ("<a href=/1/><a href=/2>", vec!["/1/", "/2"]),
        ("<!-- <a href=/no> --><a href=/yes>", vec!["/yes"]),
        ("<!--><a href=/yes>-->", vec!["/yes"]),
        ("<!-- <a href=/no> --!><a href=/yes>", vec!["/yes"]),
        ("<!-- <a href=/no> ----><a href=/yes>", vec!["/yes"]),
        ("<!-- -- ><a href=/no> -->", vec![]),
        (
            "<script>'<a href=/no>'</SCRIPT ><a href=/yes>",
            vec!["/yes"],
        ),
        ("<style><a href=/no></style><a href=/yes>", vec!["/yes"]),
        ("<title><a href=/no></title><a href=/yes>", vec!["/yes"]),
        ("<textarea><a href=/no></textarea>", vec![]),
        ("<script>never closed <a href=/no>", vec![]),
        ("<base href=/other/><a href=c>", vec!["/other/c"]),
        ("<a href='//example.com/x'>", vec!["http://example.com/x"]),
        ("<a href='mailto:a@b.c'><a href='javascript:x()'>", vec![]),
        ("<a href='ftp://x/'><a href='http://u:p@x/'>", vec![]),
        ("<a href=/cut", vec![]),
        ("<a href='/cut", vec![]),
        ("<a href='/\u{fffd}'>", vec![]),
        ("<ahref=/no><abbr href=/no>", vec![]),
        ("a < b <a href=/yes> <3", vec!["/yes"]),
        ("<a href=/年报>", vec!["/%E5%B9%B4%E6%8A%A5"]),
    ] {
        let found = links("text/html; charset=utf-8", page.as_bytes()).await;
        assert_eq!(found, expected, "{page}");
    }
}

#[tokio::test]
async fn a_page_in_another_encoding_has_its_links_read_in_it() {
    // 年报 in GBK
    let page = b"<a href='/\xc4\xea\xb1\xa8'>";
    let found = links("text/html; charset=\"GBK\"", page).await;
    assert_eq!(found, ["/%E5%B9%B4%E6%8A%A5"]);
    assert_eq!(links("text/html", page).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_page_made_to_be_slow_is_not() {
    // Two megabytes of one tag's attributes, and as many open comments.
    let attributes = format!("<a {} href=/x>", "b ".repeat(1 << 20));
    assert_eq!(links("text/html", attributes.as_bytes()).await, ["/x"]);
    let comments = "<!--".repeat(1 << 19);
    assert_eq!(links("text/html", comments.as_bytes()).await.len(), 0);
    let closed = "<!---->".repeat(1 << 19);
    assert_eq!(links("text/html", closed.as_bytes()).await.len(), 0);
    let references = format!("<a href='/{}'>", "&".repeat(1 << 21));
    assert_eq!(links("text/html", references.as_bytes()).await.len(), 0);
    let base = format!("<base href='/{}'>", "x".repeat(1 << 20));
    let deep = format!("{base}{}", "<a href=y>".repeat(1 << 17));
    assert_eq!(links("text/html", deep.as_bytes()).await, ["/a/y"]);
    let many: String = (0..20_000).map(|n| format!("<a href=/{n}>")).collect();
    assert_eq!(links("text/html", many.as_bytes()).await.len(), 5_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_page_breaks_the_reader(page in r#"([<>"'/=!\- a-f\PC]|href|<a |<!--|-->|script){0,60}"#) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let found = runtime.block_on(links("text/html; charset=utf-8", page.as_bytes()));
        for link in found {
            let is_web = link.starts_with('/') || link.starts_with("http");
            prop_assert!(is_web, "{}", link);
        }
    }
}
