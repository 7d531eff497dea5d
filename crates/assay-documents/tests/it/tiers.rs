use assay_documents::{TierRule, TierRules, graded, read_document};
use assay_domain::{Provenance, Tier, TierBasis};

fn grade(provenance: Provenance, origin: &str, text: &str) -> (Tier, TierBasis) {
    let name = origin.rsplit('/').next().filter(|name| name.contains('.'));
    let parsed = read_document(name.unwrap_or("page.md"), text.as_bytes()).expect("a document");
    graded(provenance, origin, &parsed)
}

#[test]
fn the_host_says_the_tier_of_what_was_fetched() {
    let cases = [
        (
            "https://www.sec.gov/Archives/edgar/data/1/acme-10k.htm",
            Tier::A,
        ),
        ("https://notsec.gov/10-k", Tier::D),
        ("https://evil.example/sec.gov/10-k.html", Tier::D),
        ("https://user@evil.example:443/", Tier::D),
        ("https://ir.acme.com/results", Tier::B),
        ("https://investors.acme.com", Tier::B),
        ("https://WWW.Reuters.com/a", Tier::C),
        ("https://example.com/press-release", Tier::D),
        ("file:///sec.gov/a.md", Tier::D),
        ("", Tier::D),
    ];
    for (origin, expected) in cases {
        let found = grade(Provenance::Fetched, origin, "Acme grew.\n");
        assert_eq!(found, (expected, TierBasis::Host), "{origin}");
    }
}

#[test]
fn neither_name_nor_folder_nor_address_of_a_given_file_says_anything() {
    let names = [
        "filings/acme_10-K_2024.md",
        "茅台2024年年度报告.md",
        "news/acme.md",
        "forum/reddit.md",
        "https://www.sec.gov/a.md",
    ];
    for name in names {
        let found = grade(Provenance::Given, name, "Acme grew.\n");
        assert_eq!(found, (Tier::C, TierBasis::GivenFile), "{name}");
    }
}

#[test]
fn a_given_filing_is_known_by_the_words_that_the_law_demands() {
    let filings = [
        "# UNITED STATES SECURITIES AND EXCHANGE COMMISSION\n\nFORM 10-Q\n\nOstmark Mills Inc.\n\n(Exact name of registrant as specified in its charter)\n",
        "Dear shareholders, it was a good year.\n\nSECURITIES AND\nEXCHANGE COMMISSION\n\nForm 20-F\n\nHafenwerk AG\n\n(Exact Name of\nRegistrant as Specified in Its Charter)\n",
        "Securities and Exchange Commission\n\nSchedule 14A\n\n(Name of Registrant as Specified In Its Charter)\n",
        "北山机械股份有限公司 2024 年年度报告摘要\n\n本公司董事会及全体董事保证本公告内容不存在任何虚假记载、误导性陈述或者重大遗漏。\n",
        "Hong Kong Exchanges and Clearing Limited and The Stock Exchange of Hong Kong Limited take no responsibility for the contents of this announcement.\n",
    ];
    for text in filings {
        let found = grade(Provenance::Given, "forum/a.md", text);
        assert_eq!(found, (Tier::A, TierBasis::FilingCopy), "{text}");
    }
    let others = [
        "Acme told the Securities and Exchange Commission in its Form 10-K that it grew.\n",
        "证监会称，该公司年报存在虚假记载、误导性陈述，将依法处罚。\n",
        "The exact name of the registrant is not known to us.\n",
    ];
    for text in others {
        let found = grade(Provenance::Given, "filings/10-K.md", text);
        assert_eq!(found, (Tier::C, TierBasis::GivenFile), "{text}");
    }
}

#[test]
fn a_cover_proves_nothing_of_what_nobody_gave() {
    let cover = "Securities and Exchange Commission\n\nForm 10-K\n\n(Exact name of registrant)\n";
    let fetched = grade(Provenance::Fetched, "https://evil.example/a.md", cover);
    assert_eq!(fetched, (Tier::D, TierBasis::Host));
    let handed_in = grade(Provenance::HandedIn, "mcp:desk/read", cover);
    assert_eq!(handed_in, (Tier::D, TierBasis::HandedIn));
}

#[test]
fn facts_in_the_form_of_the_regulator_are_no_filing() {
    let facts = r#"{"cik": 7, "entityName": "Fabrica Inc.", "facts": {"us-gaap": {"Revenues":
        {"label": "Revenues", "units": {"USD": [{"start": "2024-01-01", "end": "2024-12-31",
        "val": 5, "accn": "0000000007-25-000001", "form": "10-K", "filed": "2025-02-01"}]}}}}}"#;
    let found = grade(Provenance::Given, "companyfacts/CIK0000000007.json", facts);
    assert_eq!(found, (Tier::C, TierBasis::GivenFile));
}

#[test]
fn a_document_can_lower_its_tier_and_never_raise_it() {
    let cases = [
        (Provenance::Fetched, "https://sec.gov/a.md", "C", Tier::C),
        (Provenance::Given, "a.md", "D", Tier::D),
        (Provenance::Given, "a.md", "A", Tier::C),
        (Provenance::HandedIn, "mcp:a", "A", Tier::D),
    ];
    for (provenance, origin, claimed, expected) in cases {
        let text = format!("---\ntier: {claimed}\n---\nx\n");
        let (tier, _) = grade(provenance, origin, &text);
        assert_eq!(tier, expected, "{origin} {claimed}");
    }
    let (tier, _) = grade(Provenance::Given, "a.md", "tier: D\n");
    assert_eq!(tier, Tier::C, "words of the text are no front matter");
}

#[test]
fn rules_are_data() {
    let rules = TierRules {
        hosts: vec![TierRule {
            tier: Tier::B,
            words: vec!["house.example".to_owned()],
        }],
    };
    let parsed = read_document("a.md", b"x").expect("a document");
    let tier = |url: &str| rules.graded(Provenance::Fetched, url, &parsed).0;
    assert_eq!(tier("https://house.example/a"), Tier::B);
    assert_eq!(tier("https://sec.gov/a"), Tier::D);
}
