use assay_documents::{facts_filed_by, read_document};

const FACTS: &str = r#"{"cik":1,"entityName":"Velmora Inc.","facts":{"us-gaap":{"Revenues":{
"label":"Revenues","description":"…","units":{"USD":[
{"start":"2022-01-01","end":"2022-12-31","val":1234567.5,"accn":"0000000001-23-000001","fy":2022,"fp":"FY","form":"10-K","filed":"2023-02-10"},
{"start":"2022-01-01","end":"2022-12-31","val":1234567.5,"accn":"0000000001-24-000001","fy":2023,"fp":"FY","form":"10-K","filed":"2024-02-10"},
{"start":"2022-01-01","end":"2022-12-31","val":-900,"accn":"0000000001-24-000009","fy":2022,"fp":"FY","form":"10-K/A","filed":"2024-05-10"}
]}},"Assets":{"label":null,"description":null,"units":{"USD":[
{"end":"2022-12-31","val":77,"accn":"0000000001-23-000001","fy":2022,"fp":"FY","form":"10-K","filed":"2023-02-10"}]}}}}}"#;

#[test]
fn tagged_facts_become_tables_with_each_value_under_its_first_filing() {
    let parsed = read_document("companyfacts/velmora.json", FACTS.as_bytes()).unwrap();
    assert_eq!(parsed.subject.entity.as_deref(), Some("Velmora Inc."));
    assert_eq!(parsed.subject.form.as_deref(), Some("companyfacts"));
    assert_eq!(parsed.date.unwrap().to_string(), "2024-05-10");
    insta::assert_snapshot!(parsed.text);
}

#[test]
fn facts_cut_off_in_the_middle_are_refused() {
    let cut = &FACTS[..FACTS.len() / 2];
    let error = read_document("velmora.json", cut.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("company facts"), "{error}");
}

#[test]
fn a_list_of_filings_becomes_a_table() {
    let source = r#"{"cik":"1","sicDescription":"Widgets","name":"Velmora Inc.","tickers":["VLM"],
        "fiscalYearEnd":"1231","filings":{"recent":{"accessionNumber":["0000000001-24-000001"],
        "filingDate":["2024-02-10"],"reportDate":["2023-12-31"],"form":["10-K"]},"files":[]}}"#;
    let parsed = read_document("submissions/velmora.json", source.as_bytes()).unwrap();
    assert_eq!(parsed.subject.form.as_deref(), Some("submissions"));
    insta::assert_snapshot!(parsed.text);
}

#[test]
fn facts_on_a_day_are_those_whose_filing_day_is_read_and_not_later() {
    let piece = "## Revenue (us-gaap:Revenues)\n\n| Period | USD | Form | Filed | Accession |\n|---|---|---|---|---|\n\
        | 2023-01-01 to 2023-12-31 | 7,000 | 10-K | 2024-02-11 | 0-24 |\n\
        | 2022-12-31 | 6,500 | 10-K | soon | 0-23 |\n\
        | 2024-01-01 to 2024-12-31 | 8,000 | 10-K | 2025-02-11 | 0-25 |";
    let on = |day: &str| facts_filed_by(piece, day.parse().expect("a day"));
    let (kept, newest) = on("2024-06-30").expect("one row");
    assert_eq!(newest.to_string(), "2024-02-11");
    assert!(kept.contains("Filed") && kept.contains("7,000"), "{kept}");
    assert!(!kept.contains("6,500") && !kept.contains("8,000"), "{kept}");
    assert_eq!(on("2024-02-10"), None);
}
