use assay_documents::{TierRule, TierRules, tier_of, tier_of_document};
use assay_domain::Tier;

#[test]
fn the_origin_says_the_tier() {
    let cases = [
        (
            "https://www.sec.gov/Archives/edgar/data/1318605/tsla-10k.htm",
            Tier::A,
        ),
        ("https://notsec.gov/10-k", Tier::D),
        ("https://evil.example/sec.gov/10-k.html", Tier::D),
        ("https://user@evil.example:443/", Tier::D),
        ("https://ir.acme.com/results", Tier::B),
        ("https://investors.acme.com", Tier::B),
        ("https://WWW.Reuters.com/a", Tier::C),
        ("https://example.com/press-release", Tier::D),
        ("library/filings/acme.md", Tier::A),
        ("acme_10-K_2024.html", Tier::A),
        ("tsla-10q.html", Tier::A),
        ("library/acme-annual-report-2024.md", Tier::A),
        ("茅台2024年年度报告.md", Tier::A),
        ("library/ir/acme-q3.md", Tier::B),
        ("acme press release.md", Tier::B),
        ("vendor/prices.csv", Tier::B),
        ("news/acme.md", Tier::C),
        ("news/acme-10-k-preview.md", Tier::C),
        ("broker-note.md", Tier::C),
        ("券商研报.md", Tier::C),
        ("blog/10-k.md", Tier::D),
        ("research/acme/notes.md", Tier::D),
        ("first.md", Tier::D),
        ("", Tier::D),
    ];
    for (origin, expected) in cases {
        assert_eq!(tier_of(origin), expected, "{origin}");
    }
}

#[test]
fn a_document_can_lower_its_tier_and_never_raise_it() {
    let cases = [
        ("filings/a.md", "---\ntier: C\n---\nx", Tier::C),
        (
            "filings/a.md",
            "---\nsource: press release\n---\nx",
            Tier::B,
        ),
        ("filings/a.md", "---\nsource: Acme Inc.\n---\nx", Tier::A),
        (
            "news/a.md",
            "---\ntier: A\nsource: 10-K filing\n---\nx",
            Tier::C,
        ),
        ("a.md", "---\ntier: A\n---\nx", Tier::D),
        ("filings/a.md", "tier: D\n", Tier::A),
    ];
    for (origin, text, expected) in cases {
        assert_eq!(tier_of_document(origin, text), expected, "{origin} {text}");
    }
}

#[test]
fn rules_are_data() {
    let rules = TierRules {
        hosts: Vec::new(),
        words: vec![TierRule {
            tier: Tier::B,
            words: vec!["house view".to_owned()],
        }],
    };
    assert_eq!(rules.tier("House_View.md"), Tier::B);
    assert_eq!(rules.tier("10-K.md"), Tier::D);
}
