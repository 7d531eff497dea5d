//! The regulator, a data vendor and a source of prices, played by servers on loopback.

mod directory;
mod edgar;
mod edgar_list;
mod faults;
mod fmp;
mod freshness;
mod led_away;
mod prices;
mod real_files;

use assay_domain::Timestamp;
use assay_testkit::{Answer, FakeProvider, RecordedRequest, Script};
use assay_web::{
    Cik, Edgar, EdgarConfig, Filer, Filing, Fmp, FmpConfig, Identification, Policy, Prices,
    PricesConfig, SourceManners, WebClient,
};
use secrecy::SecretString;

pub(crate) const KEY: &str = "KEY-CANARY-42";
pub(crate) const NOW: Timestamp = Timestamp::UNIX_EPOCH;

/// Does not wait.
pub(crate) const HASTE: SourceManners = SourceManners {
    milliseconds_apart: 0,
    max_retries: 2,
    retry_milliseconds: 1,
    longest_wait_milliseconds: 50,
    timeout_milliseconds: 10_000,
};

pub(crate) fn client() -> WebClient {
    WebClient::new(Policy::default()).unwrap()
}

pub(crate) fn identification() -> Identification {
    Identification::new("Jane Doe jane@example.com").unwrap()
}

pub(crate) fn edgar_at(base: &str) -> Edgar {
    edgar_with(base, HASTE)
}

pub(crate) fn edgar_with(base: &str, manners: SourceManners) -> Edgar {
    let config = EdgarConfig {
        data_url: Some(base.to_owned()),
        www_url: Some(base.to_owned()),
        internal: true,
        manners,
        ..EdgarConfig::new(identification())
    };
    Edgar::new(config, &client()).unwrap()
}

pub(crate) fn fmp_at(base: &str) -> Fmp {
    let config = FmpConfig {
        base_url: Some(base.to_owned()),
        internal: true,
        manners: HASTE,
        ..FmpConfig::new(SecretString::from(KEY))
    };
    Fmp::new(config, &client()).unwrap()
}

pub(crate) fn prices_at(base: &str) -> Prices {
    let config = PricesConfig {
        base_url: Some(base.to_owned()),
        internal: true,
        manners: HASTE,
        ..PricesConfig::new(Some(SecretString::from(KEY)))
    };
    Prices::new(config, &client()).unwrap()
}

/// A server that answers by the path below its base.
pub(crate) async fn serve(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> FakeProvider {
    let script = Script::new(move |request: &RecordedRequest, _| {
        answer(request.path.strip_prefix("/v1").unwrap())
    });
    FakeProvider::start(script).await.unwrap()
}

pub(crate) async fn serve_always(answer: Answer) -> FakeProvider {
    FakeProvider::start(Script::always(answer)).await.unwrap()
}

pub(crate) fn paths(server: &FakeProvider) -> Vec<String> {
    let requests = server.requests().into_iter();
    let paths = requests.map(|request| request.path.replacen("/v1", "", 1));
    paths.collect()
}

pub(crate) fn sample() -> Filer {
    Filer {
        cik: Cik::new(1234).unwrap(),
        tickers: vec!["SMPL".to_owned()],
        title: Some("Sample Inc.".to_owned()),
    }
}

pub(crate) fn filing() -> Filing {
    Filing {
        cik: Cik::new(1234).unwrap(),
        filer: "SMPL".to_owned(),
        form: "10-K".to_owned(),
        accession: "0000001234-25-000007".to_owned(),
        filed: "2025-02-26".parse().unwrap(),
        report_date: Some("2025-01-26".parse().unwrap()),
        primary_document: Some("smpl-20250126.htm".to_owned()),
    }
}

pub(crate) const TICKERS: &str = r#"{
    "0": {"cik_str": 1234, "ticker": "SMPL", "title": "Sample Inc."},
    "1": {"cik_str": 77, "ticker": "TWO-A", "title": "Two Classes CORP /DE/"},
    "2": {"cik_str": 77, "ticker": "TWO-B", "title": "Two Classes CORP /DE/"},
    "3": {"cik_str": 37996, "ticker": "MOTR", "title": "RIVER MOTOR CO"},
    "10": {"cik_str": 38264, "ticker": "RIVER", "title": "Downriver Industries Inc"},
    "11": {"cik_str": 500, "ticker": "OAKA", "title": "OAK HOLDINGS LTD"},
    "12": {"cik_str": 501, "ticker": "OAKB", "title": "Oak Holdings, Inc."}
}"#;

pub(crate) const FACTS: &str =
    r#"{"cik": 1234, "entityName": "Sample Inc.", "facts": {"us-gaap": {}, "dei": {}}}"#;

pub(crate) const SUBMISSIONS: &str = r#"{
    "cik": "0000001234", "name": "Sample Inc.", "tickers": ["SMPL"], "exchanges": ["Nasdaq"],
    "filings": {
        "recent": {
            "accessionNumber": ["0000001234-25-000009", "0000001234-25-000007",
                "0000001234-25-000006", "0000001234-24-000003"],
            "filingDate": ["2025-03-01", "2025-02-26", "2025-02-26", "2024-11-20"],
            "reportDate": ["", "2025-01-26", "2025-02-26", "2024-10-27"],
            "form": ["4", "10-K", "8-K", "10-Q"],
            "primaryDocument": ["xslF345X05/wk-form4_1.xml", "smpl-20250126.htm", "", "smpl-20241027.htm"]
        },
        "files": [
            {"name": "CIK0000001234-submissions-002.json", "filingCount": 1,
             "filingFrom": "1999-01-01", "filingTo": "2003-01-01"},
            {"name": "CIK0000001234-submissions-001.json", "filingCount": 2,
             "filingFrom": "2003-01-02", "filingTo": "2024-02-21"}
        ]
    }
}"#;

pub(crate) const OLDER: &str = r#"{
    "accessionNumber": ["0000001234-24-000002", "0000001234-23-000001"],
    "filingDate": ["2024-02-21", "2023-02-24"],
    "reportDate": ["2024-01-28", "2023-01-29"],
    "form": ["10-K", "10-K"],
    "primaryDocument": ["smpl-20240128.htm", "smpl-20230129.htm"]
}"#;

pub(crate) const OLDEST: &str = r#"{
    "accessionNumber": ["0000001234-03-000001"], "filingDate": ["2003-01-01"],
    "reportDate": [""], "form": ["10-K405"], "primaryDocument": ["0000001234-03-000001.txt"]
}"#;

pub(crate) fn page(body: &str) -> Answer {
    Answer::json(200, body).with_header("content-type", "text/html; charset=utf-8")
}
