use assay_web::{Provenance, ProvenanceError, Refusal, UrlSource};
use proptest::prelude::*;

fn knowing(urls: &[&str]) -> Provenance {
    let mut provenance = Provenance::new();
    for url in urls {
        provenance.add(url, UrlSource::SearchResult).unwrap();
    }
    provenance
}

#[test]
fn the_same_url_in_another_spelling_is_permitted() {
    let provenance = knowing(&["https://Example.com/a/b?x=1#part"]);
    for url in [
        "https://example.com/a/b?x=1",
        " https://example.com/a/b?x=1 ",
        "HTTPS://EXAMPLE.COM:443/a/b?x=1#other",
        "https://example.com/a/c/../b?x=1",
    ] {
        let permitted = provenance.permit(url).unwrap();
        assert_eq!(permitted.as_str(), "https://example.com/a/b?x=1");
        assert_eq!(permitted.source(), UrlSource::SearchResult);
    }
}

#[test]
fn a_url_of_ones_own_making_is_not_permitted() {
    let provenance = knowing(&["https://example.com/a/b?x=1", "https://example.com/"]);
    for url in [
        "https://example.com/a/b",
        "https://example.com/a/b?",
        "https://example.com/a/b?x=1&y=2",
        "https://example.com/a/b?x=1%20secret",
        "https://example.com/a/b/?x=1",
        "https://example.com/a/B?x=1",
        "https://example.com/%61/b?x=1",
        "https://example.com/?q=secret",
        "http://example.com/a/b?x=1",
        "https://example.com:8443/a/b?x=1",
        "https://secret.example.com/a/b?x=1",
        "https://example.com./a/b?x=1",
        "https://evil.example/?x=1",
    ] {
        let error = provenance.permit(url).unwrap_err();
        assert!(matches!(error, ProvenanceError::Unknown { .. }), "{url}");
        let told = error.to_string();
        assert!(!told.contains('?') && !told.contains("/a"), "{told}");
    }
}

#[test]
fn what_is_no_url_of_the_web_is_neither_taken_nor_permitted() {
    let mut provenance = Provenance::new();
    for (url, refusal) in [
        ("file:///etc/passwd", Refusal::Scheme("file".to_owned())),
        (
            "javascript:alert(1)",
            Refusal::Scheme("javascript".to_owned()),
        ),
        ("https://user@example.com/", Refusal::UserInfo),
        ("https://:pass@example.com/", Refusal::UserInfo),
    ] {
        assert_eq!(provenance.add(url, UrlSource::User), Err(refusal.clone()));
        assert_eq!(provenance.permit(url), Err(refusal.into()));
    }
    assert!(matches!(
        provenance.add("not a url", UrlSource::User),
        Err(Refusal::NotAUrl(_))
    ));
    let long = format!("https://example.com/{}", "x".repeat(8_192));
    assert_eq!(
        provenance.add(&long, UrlSource::User),
        Err(Refusal::TooLong(8_212))
    );
    let many = format!("{} {}", "http://".repeat(100_000), ")".repeat(100_000));
    assert_eq!(provenance.add_text(&many, UrlSource::User), 0);
    assert!(provenance.is_empty());
}

#[test]
fn the_first_source_stays() {
    let mut provenance = knowing(&["https://example.com/"]);
    provenance
        .add("https://example.com/#x", UrlSource::User)
        .unwrap();
    assert_eq!(provenance.len(), 1);
    let permitted = provenance.permit("https://example.com").unwrap();
    assert_eq!(permitted.source(), UrlSource::SearchResult);
}

#[test]
fn urls_are_found_in_a_question() {
    for (text, expected) in [
        ("see https://example.com/a.", vec!["https://example.com/a"]),
        (
            "(https://example.com/a_(b))",
            vec!["https://example.com/a_(b)"],
        ),
        (
            "<https://example.com/a>, then",
            vec!["https://example.com/a"],
        ),
        (
            "[x](http://example.com/a?b=c&d=e)",
            vec!["http://example.com/a?b=c&d=e"],
        ),
        ("\"HTTP://Example.com\"!", vec!["http://example.com/"]),
        (
            "请看https://example.com/a，然后",
            vec!["https://example.com/a"],
        ),
        (
            "请看https://example.com/a然后",
            vec![
                "https://example.com/a",
                "https://example.com/a%E7%84%B6%E5%90%8E",
            ],
        ),
        (
            "https://a.com https://b.com",
            vec!["https://a.com/", "https://b.com/"],
        ),
        ("ftp://example.com https:// httpx://y", vec![]),
    ] {
        let mut provenance = Provenance::new();
        let count = provenance.add_text(text, UrlSource::User);
        assert_eq!(count, expected.len(), "{text}");
        assert_eq!(provenance.len(), expected.len(), "{text}");
        for url in expected {
            assert!(provenance.permit(url).is_ok(), "{text} {url}");
        }
    }
}

proptest! {
    #[test]
    fn nothing_can_be_added_to_a_url(addition in "[a-zA-Z0-9&=?/%._~-]{1,30}") {
        let known = "https://example.com/report?id=7";
        let provenance = knowing(&[known]);
        prop_assert!(provenance.permit(known).is_ok());
        let longer = format!("{known}{addition}");
        prop_assert!(provenance.permit(&longer).is_err(), "{}", longer);
        let deeper = format!("https://example.com/report/x{addition}?id=7");
        prop_assert!(provenance.permit(&deeper).is_err(), "{}", deeper);
    }

    #[test]
    fn any_text_can_be_searched_for_urls(text in "(https?://|[\\PC ]){0,40}") {
        Provenance::new().add_text(&text, UrlSource::User);
    }
}
