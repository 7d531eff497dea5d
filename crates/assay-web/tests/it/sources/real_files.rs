//! Files as the SEC gives them out, served again.

use std::io::Write as _;

use assay_testkit::Answer;
use assay_web::{Cik, Filer};

use super::{NOW, edgar_at, serve_always};

fn real(name: &str) -> Option<String> {
    match assay_measure::data_file(name) {
        Ok(path) => Some(std::fs::read_to_string(path).unwrap()),
        Err(reason) => {
            assert!(
                std::env::var_os("ASSAY_REQUIRE_LABS").is_none_or(|set| set != "1"),
                "ASSAY_REQUIRE_LABS is 1 and {reason}"
            );
            let mut stderr = std::io::stderr();
            writeln!(stderr, "skipped: {reason}").unwrap();
            None
        }
    }
}

fn filer(cik: u64, ticker: &str) -> Filer {
    Filer {
        tickers: vec![ticker.to_owned()],
        ..Filer::by_cik(Cik::new(cik).unwrap())
    }
}

#[tokio::test]
async fn real_facts_are_taken() {
    for (file, cik, ticker) in [
        ("AAPL_2025-03", 320_193, "AAPL"),
        ("NVDA_2025-03", 1_045_810, "NVDA"),
        ("SNOW", 1_640_147, "SNOW"),
        ("JPM_trimmed", 19_617, "JPM"),
        ("WMT_trimmed", 104_169, "WMT"),
    ] {
        let Some(text) = real(&format!("sec/companyfacts/{file}.json")) else {
            return;
        };
        let server = serve_always(Answer::json(200, text.clone())).await;
        let edgar = edgar_at(&server.base_url());
        let facts = edgar.companyfacts(&filer(cik, ticker), NOW).await.unwrap();
        assert_eq!(facts.bytes, text.into_bytes());
        let other = edgar.companyfacts(&filer(1, "OTHR"), NOW).await;
        assert!(other.is_err(), "{file}");
    }
}

#[tokio::test]
async fn real_lists_name_their_reports() {
    for (file, cik, form, filed, document, reports) in [
        (
            "AAPL",
            320_193,
            "10-K",
            "2024-11-01",
            "aapl-20240928.htm",
            11,
        ),
        (
            "AAPL",
            320_193,
            "10-Q",
            "2024-08-02",
            "aapl-20240629.htm",
            32,
        ),
        (
            "NVDA",
            1_045_810,
            "10-K",
            "2024-02-21",
            "nvda-20240128.htm",
            8,
        ),
        (
            "NVDA",
            1_045_810,
            "10-Q",
            "2024-11-20",
            "nvda-20241027.htm",
            25,
        ),
    ] {
        let Some(text) = real(&format!("sec/submissions/{file}.json")) else {
            return;
        };
        let server = serve_always(Answer::json(200, text)).await;
        let edgar = edgar_at(&server.base_url());
        let filer = filer(cik, file);
        let list = edgar.filings(&filer, &[form], reports, NOW).await.unwrap();
        assert_eq!(list.filings.len(), reports);
        assert_eq!((list.files.len(), list.unread_files), (1, 1));
        let newest = &list.filings[0];
        assert_eq!(newest.filed.to_string(), filed);
        assert_eq!(newest.primary_document.as_deref(), Some(document));
        let ticker = file.to_lowercase();
        let form = form.to_lowercase();
        assert_eq!(
            newest.file_name("html"),
            format!("{ticker}-{form}-{filed}.html")
        );
        let all = edgar.filings(&filer, &[], 1_000, NOW).await.unwrap();
        assert_eq!(all.filings.len(), 1_000);
    }
}
