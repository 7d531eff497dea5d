//! Servers that limit, fail, hang, break off or talk nonsense, whatever they are asked for.

use std::io::Write as _;
use std::time::Duration;

use assay_testkit::{Answer, FakeProvider, Script, closed_base_url};
use assay_web::{
    Fetched, Phase, PriceRequest, SourceError, SourceManners, Statement, StatementPeriod, WebError,
};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{
    FACTS, HASTE, KEY, NOW, edgar_at, edgar_with, filing, fmp_at, page, prices_at, sample,
    serve_always,
};
use crate::support::{Site, reply};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Tickers,
    Resolve,
    Submissions,
    Facts,
    Filings,
    Document,
    Statement,
    Prices,
}

impl Call {
    pub(crate) const ALL: [Self; 8] = [
        Self::Tickers,
        Self::Resolve,
        Self::Submissions,
        Self::Facts,
        Self::Filings,
        Self::Document,
        Self::Statement,
        Self::Prices,
    ];

    pub(crate) async fn make(self, base: &str) -> Result<(), SourceError> {
        let edgar = edgar_at(base);
        match self {
            Self::Tickers => edgar.tickers(NOW).await.map(drop),
            Self::Resolve => edgar.resolve("SMPL", NOW).await.map(drop),
            Self::Submissions => edgar.submissions(&sample(), NOW).await.map(drop),
            Self::Facts => edgar.companyfacts(&sample(), NOW).await.map(drop),
            Self::Filings => edgar.filings(&sample(), &[], 3, NOW).await.map(drop),
            Self::Document => edgar.document(&filing(), NOW).await.map(drop),
            Self::Statement => statement(base).await.map(drop),
            Self::Prices => {
                let request = PriceRequest::us("SMPL");
                prices_at(base).daily(&request, NOW).await.map(drop)
            }
        }
    }

    fn is_edgar(self) -> bool {
        !matches!(self, Self::Statement | Self::Prices)
    }
}

async fn statement(base: &str) -> Result<Fetched, SourceError> {
    let annual = StatementPeriod::Annual;
    let fmp = fmp_at(base);
    fmp.statement("SMPL", Statement::Income, annual, NOW).await
}

async fn failed(call: Call, answer: Answer) -> (SourceError, usize) {
    let server = serve_always(answer).await;
    let error = call.make(&server.base_url()).await.unwrap_err();
    let told = format!("{error} {error:?}");
    assert!(!told.contains("CANARY"), "{told}");
    (error, server.request_count())
}

#[tokio::test]
async fn statuses_say_what_is_the_matter() {
    for call in Call::ALL {
        let (error, asked) = failed(call, Answer::json(403, KEY)).await;
        match call.is_edgar() {
            true => assert_eq!(error, SourceError::IdentificationRefused),
            false => assert!(matches!(error, SourceError::KeyRefused { status: 403, .. })),
        }
        assert_eq!(asked, 1);

        for status in [404, 410] {
            let (error, asked) = failed(call, Answer::json(status, KEY)).await;
            assert!(matches!(error, SourceError::NotFound { .. }), "{error:?}");
            assert!(error.is_no_data() && !error.is_transient());
            assert_eq!(asked, 1);
        }

        let (error, asked) = failed(call, Answer::retry_after("0.01")).await;
        let rest = Some(Duration::from_millis(10));
        assert_eq!(error.retry_after(), rest);
        assert!(matches!(
            error,
            SourceError::RateLimited { status: 429, .. }
        ));
        assert!(!error.is_no_data());
        assert_eq!(asked, 3, "two retries");

        for status in [500, 502, 503, 504] {
            let (error, asked) = failed(call, Answer::json(status, KEY)).await;
            let SourceError::Web { cause, .. } = &error else {
                panic!("{error:?}");
            };
            assert!(matches!(cause, WebError::Status { .. }), "{cause:?}");
            assert!(error.is_transient() && !error.is_no_data());
            assert_eq!(asked, 3, "two retries");
        }
    }
}

#[tokio::test]
async fn a_passing_fault_is_survived() {
    for fault in [
        Answer::retry_after("0.01"),
        Answer::json(503, "").with_header("retry-after", "0"),
        Answer::json(500, ""),
        Answer::Close,
        Answer::json(200, FACTS).cut_after(90),
    ] {
        let script = Script::sequence([fault.clone(), fault, Answer::json(200, FACTS)]);
        let server = FakeProvider::start(script).await.unwrap();
        let edgar = edgar_at(&server.base_url());
        edgar.companyfacts(&sample(), NOW).await.unwrap();
        assert_eq!(server.request_count(), 3);
    }
}

#[tokio::test]
async fn an_outage_is_never_no_data() {
    let closed = closed_base_url().await.unwrap();
    for call in Call::ALL {
        let error = call.make(&closed).await.unwrap_err();
        assert!(!error.is_no_data() && error.is_transient(), "{error:?}");
        let (error, asked) = failed(call, Answer::Close).await;
        assert!(!error.is_no_data() && error.is_transient(), "{error:?}");
        assert_eq!(asked, 3);
    }
}

#[tokio::test]
async fn a_silent_server_is_not_waited_for() {
    let soon = SourceManners {
        timeout_milliseconds: 50,
        max_retries: 0,
        ..HASTE
    };
    let stalled = Answer::json(200, FACTS);
    let stalled = stalled.clone().stall_after(stalled.head_length() + 9);
    for (answer, expected) in [(Answer::Hang, Phase::Headers), (stalled, Phase::Body)] {
        let server = serve_always(answer).await;
        let edgar = edgar_with(&server.base_url(), soon);
        let error = edgar.companyfacts(&sample(), NOW).await.unwrap_err();
        let SourceError::Web {
            cause: WebError::Timeout { phase, .. },
            ..
        } = error
        else {
            panic!("{error:?}");
        };
        assert_eq!(phase, expected);
    }
}

#[tokio::test]
async fn a_reply_that_breaks_off_is_not_used() {
    for call in Call::ALL {
        let whole = Answer::json(200, FACTS);
        for left in [1, 20] {
            let cut = whole.clone().cut_after(whole.wire().len() - left);
            let (error, asked) = failed(call, cut).await;
            let SourceError::Web { cause, .. } = &error else {
                panic!("{error:?}");
            };
            assert!(matches!(cause, WebError::Truncated { .. }), "{cause:?}");
            assert_eq!(asked, 3);
        }
    }
}

#[tokio::test]
async fn nonsense_is_called_nonsense() {
    for call in Call::ALL.into_iter().filter(|call| *call != Call::Document) {
        let challenge = page(&format!("<html>Just a moment {KEY}</html>"));
        let (error, asked) = failed(call, challenge).await;
        assert!(matches!(error, SourceError::Malformed { .. }), "{error:?}");
        assert_eq!(asked, 1);
        for body in [KEY, "", "{", "[", "{}", "{\"cik\":", "null", "\u{0}\u{1}"] {
            let (error, asked) = failed(call, Answer::json(200, body)).await;
            assert!(matches!(error, SourceError::Malformed { .. }), "{error:?}");
            assert!(!error.is_no_data(), "{call:?} {body}");
            assert_eq!(asked, 1, "{call:?}");
        }
    }
}

#[tokio::test]
async fn facts_of_another_company_are_refused() {
    let (error, _) = failed(
        Call::Facts,
        Answer::json(200, FACTS.replace("1234", "1235")),
    )
    .await;
    assert!(error.to_string().contains("another company"), "{error}");
}

#[tokio::test]
async fn a_huge_reply_is_not_taken() {
    let bomb = {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        let megabyte = vec![b' '; 1 << 20];
        for _ in 0..66 {
            encoder.write_all(&megabyte).unwrap();
        }
        encoder.finish().unwrap()
    };
    let stated = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
                   content-length: 99999999999\r\n\r\n{";
    let packed = [
        ("content-type", "application/json"),
        ("content-encoding", "gzip"),
    ];
    for wire in [stated.to_vec(), reply(200, &packed, &bomb)] {
        for call in [
            Call::Facts,
            Call::Submissions,
            Call::Statement,
            Call::Prices,
        ] {
            let wire = wire.clone();
            let site = Site::start(move |_| wire.clone()).await;
            let base = format!("http://127.0.0.1:{}", site.port);
            let error = call.make(&base).await.unwrap_err();
            let SourceError::Web { cause, .. } = &error else {
                panic!("{error:?}");
            };
            assert!(matches!(cause, WebError::TooLarge { .. }), "{cause:?}");
            assert_eq!(site.heads().len(), 1);
        }
    }
}
