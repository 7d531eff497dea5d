use std::time::{Duration, Instant};

use assay_testkit::Answer;
use assay_web::{
    Cik, DataKind, Edgar, EdgarConfig, Filer, Identification, SourceError, SourceManners,
};

use super::{
    FACTS, HASTE, NOW, SUBMISSIONS, TICKERS, client, edgar_at, edgar_with, filing, identification,
    page, paths, sample, serve, serve_always,
};

#[test]
fn nothing_is_asked_without_a_name_and_an_address() {
    for (text, problem) in [
        ("", "there is no identification"),
        (" \t", "there is no identification"),
        ("Jane Doe", "no e-mail address"),
        ("Jane Doe jane@", "no e-mail address"),
        ("Jane Doe @example.com", "no e-mail address"),
        ("Jane Doe jane@example", "no e-mail address"),
        ("jane@example.com", "no name"),
        ("张三 zhang@example.com", "characters beyond"),
        ("Jane\u{7f} jane@example.com", "characters beyond"),
    ] {
        let error = Identification::new(text).unwrap_err();
        let told = error.to_string();
        assert!(told.contains(problem), "{text}: {told}");
        assert!(told.contains("`Jane Doe jane@example.com`"), "{told}");
    }
    for text in [
        "Jane Doe jane@example.com",
        "  Sample Research LLC  <desk@sample.co.uk> ",
    ] {
        let shown = format!("{:?}", Identification::new(text).unwrap());
        assert!(!shown.contains('@'), "{shown}");
    }
}

#[tokio::test]
async fn every_request_says_who_reads() {
    let server = serve(|path| match path {
        "/files/company_tickers.json" => Answer::json(200, TICKERS),
        path if path.contains("companyfacts") => Answer::json(200, FACTS),
        path if path.contains("submissions") => Answer::json(200, SUBMISSIONS),
        _ => page("<html>10-K</html>"),
    })
    .await;
    let edgar = edgar_at(&server.base_url());
    edgar.tickers(NOW).await.unwrap();
    edgar.submissions(&sample(), NOW).await.unwrap();
    edgar.companyfacts(&sample(), NOW).await.unwrap();
    edgar.document(&filing(), NOW).await.unwrap();
    let requests = server.requests();
    assert_eq!(requests.len(), 4);
    for request in requests {
        let agents: Vec<&str> = request
            .headers
            .iter()
            .filter(|(name, _)| name == "user-agent")
            .map(|(_, value)| value.as_str())
            .collect();
        assert_eq!(agents, ["Jane Doe jane@example.com"]);
        assert_eq!(request.header("accept-encoding"), Some("gzip"));
    }
}

#[tokio::test]
async fn files_come_as_they_are_with_a_name_to_take_them_in() {
    let server = serve(|path| match path {
        "/files/company_tickers.json" => Answer::json(200, TICKERS),
        "/api/xbrl/companyfacts/CIK0000001234.json" => Answer::json(200, FACTS),
        "/submissions/CIK0000001234.json" => Answer::json(200, SUBMISSIONS),
        "/Archives/edgar/data/1234/000000123425000007/smpl-20250126.htm" => {
            page("<html>10-K</html>")
        }
        _ => Answer::json(404, ""),
    })
    .await;
    let edgar = edgar_at(&server.base_url());
    let base = server.base_url();
    let tickers = edgar.tickers(NOW).await.unwrap();
    let files = [
        (
            tickers.file,
            "company_tickers.json",
            TICKERS,
            DataKind::Tickers,
        ),
        (
            edgar.companyfacts(&sample(), NOW).await.unwrap(),
            "SMPL-companyfacts.json",
            FACTS,
            DataKind::CompanyFacts,
        ),
        (
            edgar.submissions(&sample(), NOW).await.unwrap(),
            "SMPL-submissions.json",
            SUBMISSIONS,
            DataKind::Submissions,
        ),
        (
            edgar.document(&filing(), NOW).await.unwrap(),
            "smpl-10-k-2025-02-26.html",
            "<html>10-K</html>",
            DataKind::Filing,
        ),
    ];
    for ((file, name, bytes, kind), path) in files.into_iter().zip(paths(&server)) {
        assert_eq!(file.name, name);
        assert_eq!(file.bytes, bytes.as_bytes());
        assert_eq!(file.kind, kind);
        assert_eq!(file.retrieved_at, NOW);
        assert_eq!(file.url, format!("{base}{path}"));
        assert!(!format!("{file:?}").contains("cik"), "{file:?}");
    }
}

#[tokio::test]
async fn a_filer_without_a_ticker_is_named_by_its_number() {
    let server = serve_always(Answer::json(200, FACTS)).await;
    let filer = Filer::by_cik(Cik::new(1234).unwrap());
    let facts = edgar_at(&server.base_url()).companyfacts(&filer, NOW).await;
    assert_eq!(facts.unwrap().name, "CIK0000001234-companyfacts.json");
}

#[tokio::test]
async fn clones_share_the_pace() {
    let server = serve_always(Answer::json(200, FACTS)).await;
    let manners = SourceManners {
        milliseconds_apart: 20,
        ..HASTE
    };
    let edgar = edgar_with(&server.base_url(), manners);
    let started = Instant::now();
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..6 {
        let edgar = edgar.clone();
        asking.spawn(async move { edgar.companyfacts(&sample(), NOW).await });
    }
    while let Some(done) = asking.join_next().await {
        done.unwrap().unwrap();
    }
    let least = Duration::from_millis(5 * 20);
    assert!(started.elapsed() >= least, "six requests have five gaps");
}

#[test]
fn the_sec_is_never_asked_more_than_ten_times_a_second() {
    let usual = SourceManners::default();
    assert_eq!(usual.milliseconds_apart, 125, "eight requests a second");
    for (milliseconds_apart, is_allowed) in [(0, false), (99, false), (100, true), (125, true)] {
        let config = EdgarConfig {
            manners: SourceManners {
                milliseconds_apart,
                ..usual
            },
            ..EdgarConfig::new(identification())
        };
        let made = Edgar::new(config, &client());
        assert_eq!(made.is_ok(), is_allowed, "{milliseconds_apart}");
    }
}

#[test]
fn a_server_inside_the_network_must_be_meant() {
    for url in [
        "http://127.0.0.1:9/",
        "http://10.0.0.1/",
        "http://edgar.local/",
    ] {
        let config = EdgarConfig {
            data_url: Some(url.to_owned()),
            ..EdgarConfig::new(identification())
        };
        let error = Edgar::new(config, &client()).unwrap_err();
        assert!(error.to_string().contains("set internal = true"), "{error}");
    }
    for url in [
        "data.sec.gov",
        "ftp://data.sec.gov",
        "https://data.sec.gov/?x=1",
    ] {
        let config = EdgarConfig {
            www_url: Some(url.to_owned()),
            ..EdgarConfig::new(identification())
        };
        let error = Edgar::new(config, &client()).unwrap_err();
        assert!(
            matches!(error, SourceError::Configuration { .. }),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_refused_reader_stops_asking() {
    let server = serve_always(page("Request Rate Threshold Exceeded").status(403)).await;
    let edgar = edgar_at(&server.base_url());
    for _ in 0..3 {
        let error = edgar
            .clone()
            .companyfacts(&sample(), NOW)
            .await
            .unwrap_err();
        assert_eq!(error, SourceError::IdentificationRefused);
        assert!(!error.is_no_data());
    }
    assert_eq!(server.request_count(), 1, "asking on would prolong it");
}

#[tokio::test]
async fn a_server_that_asks_for_a_long_rest_is_left_in_peace() {
    let server = serve_always(Answer::retry_after("3600")).await;
    let edgar = edgar_at(&server.base_url());
    for _ in 0..3 {
        let error = edgar.companyfacts(&sample(), NOW).await.unwrap_err();
        let rest = error.retry_after().unwrap();
        assert!(rest > Duration::from_secs(3_500), "{rest:?}");
    }
    assert_eq!(server.request_count(), 1);
}

/// The same answer with another status.
trait WithStatus {
    fn status(self, status: u16) -> Answer;
}

impl WithStatus for Answer {
    fn status(self, to: u16) -> Answer {
        match self {
            Answer::Whole { headers, body, .. } => Answer::Whole {
                status: to,
                headers,
                body,
            },
            other => other,
        }
    }
}
