use std::time::Duration;

use assay_web::{Robots, RobotsVerdict};
use proptest::prelude::*;

fn is_allowed(file: &str, path: &str) -> bool {
    let robots = Robots::parse(file.as_bytes(), "assay");
    robots.verdict(path) == RobotsVerdict::Allowed
}

#[test]
fn rules_decide_as_rfc_9309_says() {
    for (rules, path, expected) in [
        ("", "/x", true),
        ("Disallow:", "/x", true),
        ("Disallow: /", "/x", false),
        ("Disallow: /", "/robots.txt", true),
        ("Disallow: /x", "/xyz", false),
        ("Disallow: /x", "/X", true),
        ("Disallow: /x/", "/x", true),
        ("DISALLOW : /x # not there", "/x", false),
        // the longest match, and of two equal ones the one that allows
        ("Disallow: /a\nAllow: /a/b", "/a/b/c", true),
        ("Allow: /a/b\nDisallow: /a", "/a/c", false),
        ("Disallow: /a\nAllow: /a", "/a", true),
        ("Allow: /a\nDisallow: /a/*.pdf", "/a/x.pdf", false),
        // wildcards and the end
        ("Disallow: /*.gif$", "/a/b.gif", false),
        ("Disallow: /*.gif$", "/a/b.gif?x", true),
        ("Disallow: *.gif", "/a/b.gif?x", false),
        ("Disallow: /a*b*c$", "/a1b2c3c", false),
        ("Disallow: /a*b*c$", "/a1b2c3", true),
        ("Disallow: /a$", "/a", false),
        ("Disallow: /a$", "/ab", true),
        ("Disallow: /ab*b$", "/ab", true),
        ("Disallow: /*?id=", "/x?id=7", false),
        // encodings
        ("Disallow: /年报", "/%E5%B9%B4%E6%8A%A5/x", false),
        ("Disallow: /%e5%b9%b4", "/%E5%B9%B4", false),
        ("Disallow: /~x", "/%7Ex", false),
        ("Disallow: /a%2Fb", "/a/b", true),
        ("Disallow: /100%", "/100%", false),
        // not a path
        ("Disallow: x", "/x", true),
        ("Sitemap: https://x/y\nDisallow: /x", "/x", false),
    ] {
        let file = format!("User-agent: *\n{rules}\n");
        assert_eq!(is_allowed(&file, path), expected, "{rules:?} {path}");
        let with_returns = file.replace('\n', "\r\n");
        assert_eq!(
            is_allowed(&with_returns, path),
            expected,
            "{rules:?} {path}"
        );
    }
}

#[test]
fn the_group_that_names_us_counts() {
    for (file, expected) in [
        ("User-agent: assay\nDisallow: /\n", false),
        ("User-agent: ASSAY/9.9\nDisallow: /\n", false),
        ("User-agent: assayer\nDisallow: /\n", true),
        ("User-agent: other\nDisallow: /\n", true),
        (
            "User-agent: *\nDisallow: /\nUser-agent: assay\nAllow: /\n",
            true,
        ),
        (
            "User-agent: assay\nAllow: /\nUser-agent: *\nDisallow: /\n",
            true,
        ),
        ("User-agent: other\nUser-agent: assay\nDisallow: /\n", false),
        // groups of the same name are one
        (
            "User-agent: assay\nAllow: /a\nUser-agent: x\nAllow: /\nUser-agent: assay\nDisallow: /",
            false,
        ),
        // rules before any group belong to nobody
        ("Disallow: /\nUser-agent: other\nDisallow: /\n", true),
        ("\u{feff}User-agent: *\nDisallow: /\n", false),
        ("User-agent: *\n\n\nDisallow: /\n", false),
        ("<html>User-agent: *", true),
    ] {
        assert_eq!(is_allowed(file, "/x"), expected, "{file:?}");
    }
}

#[test]
fn a_crawl_delay_is_read_from_the_group_that_counts() {
    let delay = |file: &str| Robots::parse(file.as_bytes(), "assay").crawl_delay();
    let file = "User-agent: *\nCrawl-delay: 9\n\nUser-agent: assay\nCrawl-delay: 1.5\nDisallow: /x";
    assert_eq!(delay(file), Some(Duration::from_millis(1_500)));
    assert_eq!(
        delay("User-agent: *\nCrawl-delay: 9"),
        Some(Duration::from_secs(9))
    );
    for nonsense in ["-1", "soon", "", "NaN", "1e400"] {
        let file = format!("User-agent: *\nCrawl-delay: {nonsense}");
        assert_eq!(delay(&file), None, "{nonsense}");
    }
}

proptest! {
    #[test]
    fn a_pattern_without_specials_is_a_prefix(
        pattern in "/[a-c/]{0,8}", path in "/[a-c/]{0,8}",
    ) {
        let file = format!("User-agent: *\nDisallow: {pattern}");
        prop_assert_eq!(is_allowed(&file, &path), !path.starts_with(&pattern));
    }

    #[test]
    fn a_pattern_with_specials_matches_as_its_plain_meaning(
        pattern in "/[ab*]{0,6}[$]?", path in "/[ab]{0,8}",
    ) {
        let file = format!("User-agent: *\nDisallow: {pattern}");
        prop_assert_eq!(is_allowed(&file, &path), !matches(pattern.as_bytes(), path.as_bytes()));
    }

    #[test]
    fn any_file_can_be_read(file in prop::collection::vec(any::<u8>(), 0..400), path in "/\\PC{0,20}") {
        Robots::parse(&file, "assay").verdict(&path);
    }
}

/// The definition, written as slowly as it is simple.
fn matches(pattern: &[u8], path: &[u8]) -> bool {
    match (pattern, path) {
        ([], _) => true,
        ([b'$'], _) => path.is_empty(),
        ([b'*', rest @ ..], _) => (0..=path.len()).any(|skip| matches(rest, &path[skip..])),
        ([a, pattern @ ..], [b, path @ ..]) if a == b => matches(pattern, path),
        _ => false,
    }
}
