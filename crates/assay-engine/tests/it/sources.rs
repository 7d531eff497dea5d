use assay_domain::IngestVerdict;
use assay_engine::{Arrival, EngineError, Library, SystemClock};
use assay_gates::{SourcePolicy, UnknownSource};
use assay_store::Store;

const PAGE: &[u8] = b"<html><body><p>Revenue was 12.4 million dollars in 2025.</p></body></html>";

fn policy(unknown: UnknownSource) -> SourcePolicy {
    SourcePolicy {
        allow: vec!["sec.gov".to_owned()],
        deny: vec!["rumours.example".to_owned()],
        unknown,
    }
}

/// What becomes of a page from `origin`: its verdict, or `None` where it was refused.
async fn comes_in(origin: &str, unknown: UnknownSource) -> Option<IngestVerdict> {
    let home = tempfile::tempdir().unwrap();
    let library = Library::new(Store::open(home.path()).unwrap()).with_sources(policy(unknown));
    let result = library
        .bring_in(Arrival::fetched(origin, "page.html", PAGE), &SystemClock)
        .await;
    match result {
        Ok(ingested) => Some(ingested.document.verdict),
        Err(EngineError::Source { rule, .. }) => {
            assert_eq!(rule, "G-008");
            None
        }
        Err(other) => panic!("{origin}: {other}"),
    }
}

#[tokio::test]
async fn pages_come_in_only_from_where_the_user_says() {
    use IngestVerdict::{Clean, Flagged};
    use UnknownSource::{Allow, ByList, Refuse};
    for (origin, unknown, expected) in [
        ("https://www.sec.gov/10-k.htm", ByList, Some(Clean)),
        ("https://blog.example/post", ByList, Some(Flagged)),
        ("https://blog.example/post", Allow, Some(Clean)),
        ("https://blog.example/post", Refuse, None),
        ("https://sec.gov@blog.example/post", Refuse, None),
        ("https://www.rumours.example/post", Allow, None),
        ("reports/page.html", Refuse, Some(Clean)),
    ] {
        assert_eq!(comes_in(origin, unknown).await, expected, "{origin}");
    }
}
