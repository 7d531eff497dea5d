//! How far figures and documents can be trusted, by where they came from and what stands beside them.

use std::collections::BTreeSet;

use assay_domain::{DocumentId, Tier, TierBasis};
use assay_engine::{Arrival, Library, SystemClock};
use assay_store::Store;

/// Concepts that facts and filing state of one year.
const CONCEPTS: [&str; 12] = [
    "Revenues",
    "GrossProfit",
    "OperatingIncomeLoss",
    "NetIncomeLoss",
    "Assets",
    "Liabilities",
    "StockholdersEquity",
    "InterestExpense",
    "IncomeTaxExpenseBenefit",
    "ResearchAndDevelopmentExpense",
    "CostOfRevenue",
    "ShareBasedCompensation",
];

/// Facts in the regulator's form; each value is its place, times `factor`.
fn facts(factor: usize) -> String {
    let concept = |(place, name): (usize, &&str)| {
        let value = (place + 1) * factor;
        format!(
            r#""{name}": {{"label": "{name}", "units": {{"USD": [{{"start": "2024-01-01",
            "end": "2024-12-31", "val": {value}, "accn": "0000000007-25-000001", "fy": 2024,
            "fp": "FY", "form": "10-K", "filed": "2025-02-01"}}]}}}}"#
        )
    };
    let concepts: Vec<String> = CONCEPTS.iter().enumerate().map(concept).collect();
    format!(
        r#"{{"cik": 7, "entityName": "Kestrel Looms Inc.", "facts": {{"us-gaap": {{{}}}}}}}"#,
        concepts.join(",")
    )
}

/// A tagged filing of the same company and year.
fn filing() -> String {
    let tag = |(place, name): (usize, &&str)| {
        let value = place + 1;
        format!(
            r#"<p>{name} <ix:nonFraction contextRef="y" unitRef="usd" name="us-gaap:{name}"
            scale="0" decimals="0">{value}</ix:nonFraction></p>"#
        )
    };
    let tags: Vec<String> = CONCEPTS.iter().enumerate().map(tag).collect();
    format!(
        r#"<?xml version="1.0"?><html><body><div style="display:none"><ix:header><ix:resources>
        <xbrli:context id="y"><xbrli:entity><xbrli:identifier>7</xbrli:identifier></xbrli:entity>
        <xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
        <xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
        </ix:resources></ix:header></div>
        <p><ix:nonNumeric contextRef="y" name="dei:DocumentType">10-K</ix:nonNumeric></p>
        <p><ix:nonNumeric contextRef="y" name="dei:EntityRegistrantName">Kestrel Looms Inc.</ix:nonNumeric></p>
        {}</body></html>"#,
        tags.join("")
    )
}

struct Shelf {
    library: Library,
    _home: tempfile::TempDir,
}

impl Shelf {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let library = Library::new(Store::open(home.path()).unwrap());
        Self {
            library,
            _home: home,
        }
    }

    async fn put(&self, name: &str, text: &str, tier: Option<Tier>) -> (DocumentId, Tier) {
        let arrival = Arrival::given(name, text.as_bytes()).of_tier(tier);
        let ingested = self.library.bring_in(arrival, &SystemClock).await.unwrap();
        (ingested.document.id, ingested.document.tier)
    }

    /// The tiers of the figures that `document`'s table states.
    fn tiers_of_table(&self) -> BTreeSet<Tier> {
        let file = self
            .library
            .companies()
            .unwrap()
            .open("Kestrel Looms")
            .unwrap();
        let facts = file.book.facts().iter();
        let of_table = facts.filter(|fact| !fact.source.starts_with("filing:"));
        of_table.map(|fact| fact.tier).collect()
    }
}

#[tokio::test]
async fn a_table_of_facts_is_not_a_filing_because_it_has_the_form_of_one() {
    let shelf = Shelf::new();
    let (_, tier) = shelf.put("forum/rumours.json", &facts(1), None).await;
    assert_eq!(tier, Tier::B);
    assert_eq!(shelf.tiers_of_table(), BTreeSet::from([Tier::B]));
}

#[tokio::test]
async fn a_filing_that_states_the_same_stands_behind_a_table() {
    for (factor, expected) in [(1, Tier::A), (3, Tier::C)] {
        let shelf = Shelf::new();
        shelf.put("facts.json", &facts(factor), None).await;
        let (_, tier) = shelf.put("kestrel.htm", &filing(), None).await;
        assert_eq!(tier, Tier::A);
        assert_eq!(
            shelf.tiers_of_table(),
            BTreeSet::from([expected]),
            "{factor}"
        );
    }
}

#[tokio::test]
async fn a_persons_word_counts_before_all_and_can_be_changed() {
    let shelf = Shelf::new();
    let (id, tier) = shelf.put("facts.json", &facts(1), Some(Tier::D)).await;
    assert_eq!(tier, Tier::D);
    shelf.put("kestrel.htm", &filing(), None).await;
    assert_eq!(shelf.tiers_of_table(), BTreeSet::from([Tier::D]));
    let reason = Some("downloaded from the regulator".to_owned());
    let declared = shelf
        .library
        .declare_tier(&id, Tier::A, reason.clone(), &SystemClock)
        .await
        .unwrap();
    assert_eq!(declared.tier, Tier::A);
    assert!(
        matches!(declared.tier_basis, Some(TierBasis::Declared { reason: kept, .. }) if kept == reason)
    );
    assert_eq!(shelf.tiers_of_table(), BTreeSet::from([Tier::A]));
    let unknown = DocumentId::new("doc_000000000000");
    let refused = shelf
        .library
        .declare_tier(&unknown, Tier::A, None, &SystemClock)
        .await;
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("assay library list")
    );
}
