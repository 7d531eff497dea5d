use assay_domain::Timestamp;
use assay_testkit::Answer;
use assay_web::{DataKind, Fetched, PriceRequest, Prices, PricesConfig, SourceError};
use secrecy::SecretString;

use super::{HASTE, KEY, NOW, client, page, paths, prices_at, serve_always};

const TABLE: &str = "Date,Open,High,Low,Close,Volume\r\n\
                     2025-01-02,248.93,249.1,241.82,243.85,55740731\r\n\
                     2025-01-03,243.36,244.18,241.89,243.36,40244114\r\n";

fn csv(body: &str) -> Answer {
    Answer::json(200, body).with_header("content-type", "text/csv")
}

async fn ask(answer: Answer) -> Result<Fetched, SourceError> {
    let server = serve_always(answer).await;
    let request = PriceRequest::us("smpl");
    prices_at(&server.base_url()).daily(&request, NOW).await
}

#[tokio::test]
async fn closes_come_as_a_table_with_their_currency() {
    for content_type in ["text/csv", "text/plain", "application/octet-stream"] {
        let answer = Answer::json(200, TABLE).with_header("content-type", content_type);
        let fetched = ask(answer).await.unwrap();
        assert_eq!(fetched.name, "SMPL-prices.csv");
        assert_eq!(fetched.kind, DataKind::Prices);
        let table = String::from_utf8(fetched.bytes).unwrap();
        let expected = "date,close,currency\n2025-01-02,243.85,USD\n2025-01-03,243.36,USD\n";
        assert_eq!(table, expected);
    }
}

#[tokio::test]
async fn the_question_names_the_share_and_the_days() {
    let server = serve_always(csv(TABLE)).await;
    let prices = prices_at(&server.base_url());
    let now: Timestamp = "2025-01-05T10:00:00Z".parse().unwrap();
    let own = PriceRequest::us("TWO.B");
    let since = PriceRequest {
        since: Some("2024-12-31".parse().unwrap()),
        ..PriceRequest::us("SMPL")
    };
    let abroad = PriceRequest {
        symbol: Some("0700.HK".to_owned()),
        currency: "HKD".to_owned(),
        ..PriceRequest::us("0700.HK")
    };
    let mut fetched = Vec::new();
    for request in [&own, &since, &abroad] {
        fetched.push(prices.daily(request, now).await.unwrap());
    }
    let queries = [
        "s=two-b.us&i=d",
        "s=smpl.us&i=d&d1=20241231&d2=20250105",
        "s=0700.hk&i=d",
    ];
    let asked = queries.map(|query| format!("/q/d/l/?{query}&apikey={KEY}"));
    assert_eq!(paths(&server), asked);
    for (fetched, query) in fetched.iter().zip(queries) {
        assert!(fetched.url.ends_with(query), "{}", fetched.url);
    }
    assert_eq!(fetched[2].name, "0700-HK-prices.csv");
    assert!(fetched[2].bytes.ends_with(b",HKD\n"));
}

#[tokio::test]
async fn a_currency_is_never_supposed() {
    let server = serve_always(csv(TABLE)).await;
    let prices = prices_at(&server.base_url());
    for (ticker, currency) in [("SMPL", ""), ("SMPL", "usd"), ("SMPL", "US$"), ("", "USD")] {
        let request = PriceRequest {
            currency: currency.to_owned(),
            ..PriceRequest::us(ticker)
        };
        let error = prices.daily(&request, NOW).await.unwrap_err();
        assert!(
            matches!(error, SourceError::Configuration { .. }),
            "{error:?}"
        );
    }
    assert_eq!(server.request_count(), 0);
}

#[tokio::test]
async fn everything_comes_with_status_200() {
    let key_page = "<html>Get your apikey: 1. Open the page 2. Enter the code</html>";
    for (answer, expected, is_no_data) in [
        (csv("No data"), "Stooq has no prices of SMPL", true),
        (csv("No data\r\n"), "Stooq has no prices of SMPL", true),
        (
            csv("Date,Open,High,Low,Close,Volume\r\n"),
            "Stooq has no prices of SMPL",
            true,
        ),
        (
            csv("Exceeded the daily hits limit"),
            "quota is used up",
            false,
        ),
        (
            page("Exceeded the daily hits limit"),
            "quota is used up",
            false,
        ),
        (page(key_page), "the key is missing or refused", false),
        (
            csv("Get your apikey:\n\n1. Open"),
            "the key is missing or refused",
            false,
        ),
        (
            page("<!DOCTYPE html>This site requires JavaScript"),
            "a page for people",
            false,
        ),
        (
            csv("<!DOCTYPE html>This site requires JavaScript"),
            "a page for people",
            false,
        ),
    ] {
        let error = ask(answer).await.unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.is_no_data(), is_no_data, "{error:?}");
    }
}

#[tokio::test]
async fn a_table_with_a_wrong_row_is_refused_whole() {
    for (from, to, problem) in [
        ("Close", "Last", "no column close"),
        ("Date", "Day", "no column date"),
        ("2025-01-03", "03.01.2025", "line 3: it has no date"),
        (
            "2025-01-03",
            "2025-01-02",
            "line 3: its day has another price above",
        ),
        (
            "243.36,40244114",
            "-1,40244114",
            "line 3: its close is no price",
        ),
        (
            "243.36,40244114",
            "0,40244114",
            "line 3: its close is no price",
        ),
        (
            "243.36,40244114",
            ",40244114",
            "line 3: its close is no number",
        ),
        (
            "243.36,40244114",
            "1e3,40244114",
            "line 3: its close is no number",
        ),
        (",40244114", "", "line 3: it has another number of columns"),
    ] {
        let table = TABLE.replacen(from, to, 1);
        assert_ne!(table, TABLE, "{from}");
        let error = ask(csv(&table)).await.unwrap_err();
        assert!(matches!(error, SourceError::Malformed { .. }), "{error:?}");
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[tokio::test]
async fn a_table_without_a_stated_end_must_end_with_a_line() {
    for (body, is_whole) in [(TABLE, true), (TABLE.trim_end(), false)] {
        let site = crate::support::Site::start(move |_| {
            let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/csv\r\n\r\n";
            format!("{head}{body}").into_bytes()
        })
        .await;
        let prices = prices_at(&format!("http://127.0.0.1:{}", site.port));
        let fetched = prices.daily(&PriceRequest::us("SMPL"), NOW).await;
        assert_eq!(fetched.is_ok(), is_whole, "{fetched:?}");
    }
}

#[tokio::test]
async fn a_key_is_sent_only_if_there_is_one() {
    let server = serve_always(csv(TABLE)).await;
    for key in [None, Some(SecretString::from(" "))] {
        let config = PricesConfig {
            base_url: Some(server.base_url()),
            internal: true,
            manners: HASTE,
            ..PricesConfig::new(key)
        };
        let prices = Prices::new(config, &client()).unwrap();
        prices.daily(&PriceRequest::us("SMPL"), NOW).await.unwrap();
    }
    for path in paths(&server) {
        assert_eq!(path, "/q/d/l/?s=smpl.us&i=d");
    }
    let config = PricesConfig::new(Some(SecretString::from(KEY)));
    assert!(!format!("{config:?}").contains("CANARY"));
    let prices = Prices::new(config, &client()).unwrap();
    assert!(!format!("{prices:?}").contains("CANARY"));
}
