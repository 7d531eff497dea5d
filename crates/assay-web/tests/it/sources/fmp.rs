use assay_testkit::Answer;
use assay_web::{DataKind, Fetched, Fmp, FmpConfig, SourceError, Statement, StatementPeriod};
use secrecy::SecretString;
use serde_json::json;

use super::{KEY, NOW, client, fmp_at, paths, serve_always};

fn rows(symbol: &str, period: &str) -> String {
    json!([
        {"date": "2024-09-28", "symbol": symbol, "reportedCurrency": "USD", "cik": "0000320193",
         "filingDate": "2024-11-01", "acceptedDate": "2024-11-01 06:01:36", "fiscalYear": "2024",
         "period": period, "revenue": 391_035_000_000_u64},
        {"date": "2023-09-30", "symbol": symbol, "reportedCurrency": "USD", "period": period}
    ])
    .to_string()
}

async fn ask(
    answer: Answer,
    statement: Statement,
    period: StatementPeriod,
) -> (Result<Fetched, SourceError>, Vec<String>) {
    let server = serve_always(answer).await;
    let fmp = fmp_at(&server.base_url());
    let fetched = fmp.statement("smpl", statement, period, NOW).await;
    (fetched, paths(&server))
}

#[tokio::test]
async fn each_statement_and_period_is_a_file_of_its_own() {
    use Statement::{BalanceSheet, CashFlow, Income};
    use StatementPeriod::{Annual, Quarter};
    for (statement, period, endpoint, name) in [
        (
            Income,
            Annual,
            "income-statement",
            "SMPL-fmp-income-annual.json",
        ),
        (
            Income,
            Quarter,
            "income-statement",
            "SMPL-fmp-income-quarter.json",
        ),
        (
            BalanceSheet,
            Annual,
            "balance-sheet-statement",
            "SMPL-fmp-balance-sheet-annual.json",
        ),
        (
            CashFlow,
            Quarter,
            "cash-flow-statement",
            "SMPL-fmp-cash-flow-quarter.json",
        ),
    ] {
        let (said, asked) = match period {
            Annual => ("FY", "annual"),
            Quarter => ("Q3", "quarter"),
        };
        let body = rows("SMPL", said);
        let (fetched, paths) = ask(Answer::json(200, body.clone()), statement, period).await;
        let fetched = fetched.unwrap();
        let path = format!("/{endpoint}?symbol=SMPL&period={asked}&limit=5");
        assert_eq!(paths, [format!("{path}&apikey={KEY}")]);
        assert_eq!(fetched.name, name);
        assert!(fetched.url.ends_with(&path), "{}", fetched.url);
        assert_eq!(fetched.bytes, body.into_bytes());
        assert_eq!(fetched.kind, DataKind::Statements);
        assert!(!format!("{fetched:?}").contains("CANARY"));
    }
}

#[tokio::test]
async fn the_vendor_means_what_it_says_whatever_the_status() {
    let said = |words: &str| json!({ "Error Message": words }).to_string();
    let plan = "Premium Query Parameter: 'limit' is not available under your current subscription";
    for (status, body, expected) in [
        (
            200,
            "[]".to_owned(),
            "has no income statements (annual) of SMPL",
        ),
        (
            200,
            said("Limit Reach . Please upgrade your plan"),
            "quota is used up",
        ),
        (
            429,
            said("Limit Reach . Please upgrade your plan"),
            "quota is used up",
        ),
        (
            200,
            said("Invalid API KEY. Please retry"),
            "the key is missing or refused",
        ),
        (
            401,
            said("Invalid API KEY. Please retry"),
            "the key is missing or refused (HTTP 401)",
        ),
        (
            401,
            String::new(),
            "the key is missing or refused (HTTP 401)",
        ),
        (402, plan.to_owned(), "plan does not include"),
        (402, String::new(), "plan does not include"),
        (
            200,
            said("Premium Query Parameter"),
            "plan does not include",
        ),
        (
            403,
            said("Legacy Endpoint : no longer supported"),
            "plan does not include",
        ),
        (403, said("Exclusive Endpoint"), "plan does not include"),
        (
            200,
            said(&format!("Something else {KEY}")),
            "it is an error of the vendor",
        ),
    ] {
        let answer = Answer::json(status, body.clone());
        let (fetched, paths) = ask(answer, Statement::Income, StatementPeriod::Annual).await;
        let error = fetched.unwrap_err();
        let told = format!("{error} {error:?}");
        assert!(told.contains(expected), "{status} {body}: {told}");
        assert!(!told.contains("CANARY"), "{told}");
        assert_eq!(error.is_no_data(), body == "[]", "{error:?}");
        assert_eq!(paths.len(), 1, "asking again does not help");
    }
}

#[tokio::test]
async fn statements_must_be_the_ones_asked_for() {
    for (body, problem) in [
        (rows("OTHR", "FY"), "another company"),
        (rows("SMPL", "Q4"), "another length"),
        (
            rows("SMPL", "FY").replace("2023-09-30", "last year"),
            "no date or currency",
        ),
        (
            rows("SMPL", "FY").replacen("USD", " ", 1),
            "no date or currency",
        ),
        (
            rows("SMPL", "FY").replace("\"date\"", "\"day\""),
            "another form",
        ),
    ] {
        let answer = Answer::json(200, body);
        let (fetched, _) = ask(answer, Statement::Income, StatementPeriod::Annual).await;
        let error = fetched.unwrap_err();
        assert!(matches!(error, SourceError::Malformed { .. }), "{error:?}");
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[tokio::test]
async fn a_company_without_a_ticker_has_no_statements_there() {
    let server = serve_always(Answer::json(200, "[]")).await;
    let fmp = fmp_at(&server.base_url());
    let annual = StatementPeriod::Annual;
    let error = fmp.statement(" ", Statement::Income, annual, NOW).await;
    assert!(error.unwrap_err().is_no_data());
    assert_eq!(server.request_count(), 0);
}

#[test]
fn a_key_is_needed_and_never_shown() {
    for key in ["", "  "] {
        let config = FmpConfig::new(SecretString::from(key));
        let error = Fmp::new(config, &client()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Financial Modeling Prep: api_key is missing"
        );
    }
    let config = FmpConfig::new(SecretString::from(KEY));
    assert!(!format!("{config:?}").contains("CANARY"));
    let fmp = Fmp::new(config, &client()).unwrap();
    assert!(!format!("{fmp:?}").contains("CANARY"));
}
