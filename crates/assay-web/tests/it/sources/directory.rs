use assay_domain::Timestamp;
use assay_testkit::Answer;
use assay_web::{Cik, CompanyDirectory, SourceError, Tickers};
use proptest::prelude::*;

use super::{NOW, SUBMISSIONS, TICKERS, edgar_at, serve, serve_always};

fn directory() -> CompanyDirectory {
    CompanyDirectory::read(TICKERS.as_bytes()).unwrap()
}

#[test]
fn the_list_keeps_the_order_of_the_sec() {
    let tickers: Vec<String> = directory()
        .listed()
        .iter()
        .map(|row| row.ticker.clone())
        .collect();
    let expected = ["SMPL", "TWO-A", "TWO-B", "MOTR", "RIVER", "OAKA", "OAKB"];
    assert_eq!(tickers, expected);
}

#[test]
fn a_ticker_a_number_or_a_name_is_one_company() {
    for (asked, stem) in [
        ("SMPL", "SMPL"),
        ("smpl", "SMPL"),
        (" $SMPL ", "SMPL"),
        ("1234", "SMPL"),
        ("0000001234", "SMPL"),
        ("CIK0000001234", "SMPL"),
        ("cik 1234", "SMPL"),
        ("Sample", "SMPL"),
        ("sample inc", "SMPL"),
        ("The Sample Company, Inc.", "SMPL"),
        ("two.b", "TWO-B"),
        ("TWO-B", "TWO-B"),
        ("TWO/A", "TWO-A"),
        ("Two Classes", "TWO-A"),
        ("RIVER", "RIVER"),
        ("River Motor Co", "MOTR"),
        ("OAK HOLDINGS", ""),
    ] {
        let found = directory().resolve(asked).map(|filer| filer.stem());
        assert_eq!(found.unwrap_or_default(), stem, "{asked}");
    }
    let both = directory().resolve("TWO.B").unwrap().tickers;
    assert_eq!(both, ["TWO-B", "TWO-A"]);
}

#[test]
fn nothing_is_guessed() {
    // A word that is one company's ticker and another's name.
    let error = directory().resolve("River").unwrap_err();
    insta::assert_snapshot!(error, @"`River` may be Downriver Industries Inc (RIVER, CIK0000038264) or RIVER MOTOR CO (MOTR, CIK0000037996); write the ticker in capitals or give the CIK");
    let error = directory().resolve("Oak Holdings").unwrap_err();
    assert!(matches!(error, SourceError::AmbiguousCompany { .. }));
    assert!(!error.is_no_data());

    let error = directory().resolve("Motor").unwrap_err();
    insta::assert_snapshot!(error, @"no company is listed as `Motor`; near it: RIVER MOTOR CO (MOTR, CIK0000037996)");
    assert!(error.is_no_data());
    let error = directory().resolve("ZZZZ").unwrap_err();
    insta::assert_snapshot!(error, @"no company is listed as `ZZZZ`; check the spelling, or give a ticker or CIK");
    for nothing in ["", "  ", "$", "...", "贵州茅台", "99999999999"] {
        let error = directory().resolve(nothing).unwrap_err();
        assert!(
            matches!(error, SourceError::UnknownCompany { .. }),
            "{nothing}"
        );
    }
}

#[tokio::test]
async fn the_list_is_fetched_once_a_day() {
    let server = serve_always(Answer::json(200, TICKERS)).await;
    let edgar = edgar_at(&server.base_url());
    for asked in ["SMPL", "Sample Inc.", "TWO.A"] {
        edgar.clone().resolve(asked, NOW).await.unwrap();
    }
    assert!(edgar.resolve("ZZZZ", NOW).await.is_err());
    assert_eq!(server.request_count(), 1);
    let tomorrow: Timestamp = "1970-01-02T00:00:00Z".parse().unwrap();
    edgar.resolve("SMPL", tomorrow).await.unwrap();
    assert_eq!(server.request_count(), 2);

    let stored = edgar.tickers(NOW).await.unwrap().file;
    let other = edgar_at(&server.base_url());
    other.remember(Tickers::read(stored).unwrap());
    other.resolve("SMPL", NOW).await.unwrap();
    assert_eq!(server.request_count(), 3, "a stored list serves as well");
}

#[tokio::test]
async fn a_filer_without_a_ticker_is_found_by_its_number() {
    let server = serve(|path| match path {
        "/files/company_tickers.json" => Answer::json(200, TICKERS.replace("1234", "4321")),
        "/submissions/CIK0000001234.json" => Answer::json(200, SUBMISSIONS),
        _ => Answer::json(404, ""),
    })
    .await;
    let edgar = edgar_at(&server.base_url());
    let filer = edgar.resolve("CIK1234", NOW).await.unwrap();
    assert_eq!(filer.title.as_deref(), Some("Sample Inc."));
    let error = edgar.resolve("999", NOW).await.unwrap_err();
    assert!(matches!(error, SourceError::NotFound { .. }), "{error:?}");
}

#[test]
fn a_list_that_is_none_is_refused() {
    for text in [
        "",
        "[]",
        "{}",
        "{\"0\": {}}",
        "{\"0\": {\"cik_str\": 0, \"ticker\": \"A\", \"title\": \"A\"}}",
        "{\"0\": {\"cik_str\": -1, \"ticker\": \"A\", \"title\": \"A\"}}",
        "{\"0\": {\"cik_str\": 1, \"ticker\": \" \", \"title\": \"A\"}}",
        "{\"x\": {\"cik_str\": 1, \"ticker\": \"A\", \"title\": \"A\"}}",
        "{\"0\": {\"cik_str\": 1, \"ticker\": null, \"title\": \"A\"}}",
    ] {
        let error = CompanyDirectory::read(text.as_bytes()).unwrap_err();
        assert!(matches!(error, SourceError::Malformed { .. }), "{text}");
    }
}

#[test]
fn numbers_of_filers() {
    for (text, number) in [
        ("320193", Some(320_193)),
        ("CIK0000320193", Some(320_193)),
        ("cik#320193", Some(320_193)),
        ("0", None),
        ("", None),
        ("CIK", None),
        ("-1", None),
        ("12345678901", None),
        ("32O193", None),
        ("３２０", None),
        ("贵州", None),
    ] {
        assert_eq!(Cik::parse(text).map(Cik::number), number, "{text}");
    }
}

proptest! {
    #[test]
    fn a_number_is_read_as_it_is_shown(number in 1u64..=9_999_999_999) {
        let cik = Cik::new(number).unwrap();
        prop_assert_eq!(cik.to_string().len(), 13);
        prop_assert_eq!(Cik::parse(&cik.to_string()), Some(cik));
    }

    #[test]
    fn any_word_is_answered(asked in "\\PC{0,40}") {
        if let Ok(filer) = directory().resolve(&asked) {
            prop_assert!(directory().by_cik(filer.cik).is_some());
        }
    }
}
