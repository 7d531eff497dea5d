use assay_domain::Timestamp;
use assay_web::{DataKind, is_fresh};

#[test]
fn each_kind_is_fresh_for_its_own_time() {
    let fetched: Timestamp = "2025-03-01T12:00:00Z".parse().unwrap();
    for (kind, last, first) in [
        (
            DataKind::Submissions,
            "2025-03-01T12:59:59Z",
            "2025-03-01T13:00:00Z",
        ),
        (
            DataKind::Prices,
            "2025-03-01T23:59:59Z",
            "2025-03-02T00:00:00Z",
        ),
        (
            DataKind::Tickers,
            "2025-03-02T11:59:59Z",
            "2025-03-02T12:00:00Z",
        ),
        (
            DataKind::CompanyFacts,
            "2025-03-02T11:59:59Z",
            "2025-03-02T12:00:00Z",
        ),
        (
            DataKind::Statements,
            "2025-03-02T11:59:59Z",
            "2025-03-02T12:00:00Z",
        ),
    ] {
        assert!(is_fresh(fetched, fetched, kind));
        assert!(is_fresh(fetched, last.parse().unwrap(), kind), "{kind:?}");
        assert!(!is_fresh(fetched, first.parse().unwrap(), kind), "{kind:?}");
    }
    let much_later: Timestamp = "2099-01-01T00:00:00Z".parse().unwrap();
    assert!(is_fresh(fetched, much_later, DataKind::Filing));
    let before: Timestamp = "2025-03-01T11:59:59Z".parse().unwrap();
    for kind in DataKind::ALL {
        assert!(!is_fresh(fetched, before, kind), "a clock was wrong");
    }
}
