//! Sources other than companyfacts.

use assay_domain::TaggedFact;
use assay_facts::{
    Basis, ChineseOptions, FilingMeta, ReadError, VendorKind, facts_from_tagged, read_chinese_csv,
    read_prices_csv, read_vendor_statements,
};

use crate::lab::{book, day, dec, point};

const STATEMENTS: &str = "\
单位：万元,,,,,,,
报告期,公告日期,报告类型,报表类型,营业收入,归属于母公司股东的净利润,扣非净利润,资产总计,基本每股收益
2023-12-31,2024-04-03,年报,合并期末,1200,300,290,5000,2.40
2024-03-31,2024-04-27,一季报,合并期末,310,80,78,5100,0.64
2024-06-30,2024-08-09,半年报,合并期末,650,170,165,5200,1.36
2024-06-30,2024-08-09,半年报,母公司,90,40,40,3000,
2024-09-30,2024-10-26,三季报,合并期末,980,255,250,5300,2.04
2024-12-31,2025-01-20,业绩预告,合并期末,,330~350,,,
2024-12-31,2025-02-15,业绩快报,合并期末,1350,345,,5400,2.76
2024-12-31,2025-04-03,年报,合并期末,1352,344,336,5405,2.75
";

fn options() -> ChineseOptions {
    ChineseOptions {
        unit: None,
        source: "样本公司".to_owned(),
    }
}

#[test]
fn chinese_statements_are_cumulative_and_have_vintages() {
    let read = read_chinese_csv(STATEMENTS.as_bytes(), &options()).expect("a table");
    let book = book(read.facts);
    let after = book.as_of(day("2025-05-01")).analyse();
    assert_eq!(after.currency(), Some("CNY"));
    for (metric, basis, end, value) in [
        ("revenue", Basis::Fy, "2024-12-31", "13520000"),
        ("revenue", Basis::H1, "2024-06-30", "6500000"),
        ("revenue", Basis::Q, "2024-06-30", "3400000"),
        ("revenue", Basis::Q, "2024-09-30", "3300000"),
        ("revenue", Basis::Q, "2024-12-31", "3720000"),
        ("net_income", Basis::Fy, "2024-12-31", "3440000"),
        ("net_income_recurring", Basis::Fy, "2024-12-31", "3360000"),
        ("total_assets", Basis::Instant, "2024-06-30", "52000000"),
        ("eps_basic", Basis::Fy, "2024-12-31", "2.75"),
    ] {
        assert_eq!(
            after.value(metric, basis, day(end)),
            Ok(dec(value)),
            "{metric} {end}"
        );
    }
    // Only the flash report was known in February, and only a range in January.
    let flash = book.as_of(day("2025-03-01")).analyse();
    assert_eq!(
        flash.value("revenue", Basis::Fy, day("2024-12-31")),
        Ok(dec("13500000"))
    );
    let preview = book.as_of(day("2025-01-31")).analyse();
    assert!(
        preview
            .value("net_income", Basis::Fy, day("2024-12-31"))
            .is_err()
    );
    let bounds: Vec<_> = book
        .facts()
        .iter()
        .filter(|fact| fact.concept.contains("预告"))
        .map(|fact| fact.value)
        .collect();
    assert_eq!(bounds.len(), 2);
    assert!(bounds.contains(&dec("3300000")) && bounds.contains(&dec("3500000")));
    let revenue = point(&after, "revenue", "FY", "2024-12-31");
    assert_eq!(revenue.accounting.standard, "CAS");
}

#[test]
fn a_single_quarter_and_a_unit_in_the_heading_are_read() {
    let table = "报告期,公告日期,口径,营业总收入(亿元),总股本（万股）\n2024-06-30,2024-08-09,单季,3.4,12560\n";
    let read = read_chinese_csv(table.as_bytes(), &options()).expect("a table");
    let book = book(read.facts);
    let analysis = book.as_of(day("2024-09-01")).analyse();
    assert_eq!(
        analysis.value("revenue", Basis::Q, day("2024-06-30")),
        Ok(dec("340000000"))
    );
    assert_eq!(
        analysis.value("shares_outstanding", Basis::Instant, day("2024-06-30")),
        Ok(dec("125600000"))
    );
}

#[test]
fn a_table_with_a_column_a_report_is_the_same() {
    let table = "\
单位：百万元,,
报告日,2024-12-31,2023-12-31
公告日期,2025-04-03,2024-04-03
营业总收入,1741.44,1505.60
资产总计,2989.45,2727.00
";
    let read = read_chinese_csv(table.as_bytes(), &options()).expect("a table");
    let book = book(read.facts);
    let analysis = book.as_of(day("2025-05-01")).analyse();
    assert_eq!(
        analysis.history("revenue", Basis::Fy),
        [
            (day("2023-12-31"), dec("1505600000")),
            (day("2024-12-31"), dec("1741440000"))
        ]
    );
    assert_eq!(
        analysis.newest("total_assets", Basis::Instant),
        Ok((day("2024-12-31"), dec("2989450000")))
    );
}

#[test]
fn a_table_in_the_national_encoding_is_read() {
    let bytes = [
        // 日期,收盘价
        0xc8_u8, 0xd5, 0xc6, 0xda, b',', 0xca, 0xd5, 0xc5, 0xcc, 0xbc, 0xdb, b'\n',
    ];
    let table = [&bytes[..], b"2025-01-02,1488.00\n"].concat();
    let series = read_prices_csv(&table).expect("prices");
    assert_eq!(series.prices[0].close, dec("1488"));
}

#[test]
fn a_table_without_a_unit_or_with_a_bad_cell_is_refused() {
    let no_unit = "报告期,公告日期,营业收入\n2024-12-31,2025-04-03,100\n";
    assert!(matches!(
        read_chinese_csv(no_unit.as_bytes(), &options()),
        Err(ReadError::Unit { .. })
    ));
    let no_date = "报告期,营业收入(元)\n2024-12-31,100\n";
    assert!(matches!(
        read_chinese_csv(no_date.as_bytes(), &options()),
        Err(ReadError::Column { .. })
    ));
    let bad = "报告期,公告日期,营业收入(元)\n2024-12-31,2025-04-03,许多\n";
    assert!(matches!(
        read_chinese_csv(bad.as_bytes(), &options()),
        Err(ReadError::Row { row: 2, .. })
    ));
    // Re-disclosed values are known only from the day they were touched.
    let touched = "报告期,公告日期,更新日期,营业收入(元)\n2022-03-31,2022-04-28,2025-01-10,100\n";
    let read = read_chinese_csv(touched.as_bytes(), &options()).expect("a table");
    assert_eq!(read.facts[0].filed, day("2025-01-10"));
}

#[test]
fn vendor_statements_stand_beside_filings() {
    let json = r#"[
      {"date":"2024-09-28","symbol":"AAPL","reportedCurrency":"USD","fillingDate":"2024-11-01",
       "period":"FY","revenue":391035000000,"netIncome":93736000000,"epsdiluted":6.08,
       "weightedAverageShsOutDil":15408095000,"link":"x"}]"#;
    let facts = read_vendor_statements(json.as_bytes(), VendorKind::Fmp, day("2025-01-01"));
    let vendor = book(facts.expect("statements"));
    let analysis = vendor.as_of(day("2025-01-01")).analyse();
    let revenue = point(&analysis, "revenue", "FY", "2024-09-28");
    assert_eq!(revenue.value, dec("391035000000"));
    assert_eq!(revenue.sources[0].tier, assay_domain::Tier::B);
    assert_eq!(
        analysis.value("eps_diluted", Basis::Fy, day("2024-09-28")),
        Ok(dec("6.08"))
    );

    let Some(mut filed) = crate::lab::real("AAPL_2025-03") else {
        return;
    };
    filed.add(vendor.facts().to_vec());
    let analysis = filed.as_of(day("2025-01-01")).analyse();
    let revenue = point(&analysis, "revenue", "FY", "2024-09-28");
    assert_eq!(
        revenue.sources[0].tier,
        assay_domain::Tier::A,
        "a filing comes before a vendor"
    );
    assert_eq!(
        revenue.reconciliation.verdict,
        assay_facts::ReconciliationVerdict::Match
    );
    for bad in ["{}", "[]", r#"[{"date":"2024-09-28","period":"FY"}]"#] {
        assert!(
            read_vendor_statements(bad.as_bytes(), VendorKind::Fmp, day("2025-01-01")).is_err()
        );
    }
}

#[test]
fn prices_are_dated_and_never_made_up() {
    let table = "Date,Close,Adj Close,Currency\n2025-01-03,243.36,242.75,USD\n2025-01-02,243.85,243.26,USD\n2025-01-06,,,USD\n";
    let series = read_prices_csv(table.as_bytes()).expect("prices");
    assert_eq!(series.currency.as_deref(), Some("USD"));
    assert_eq!(
        series.as_of(day("2025-01-05")).map(|p| p.close),
        Some(dec("243.36"))
    );
    assert_eq!(series.as_of(day("2025-01-01")), None);
    let chinese = "日期,收盘价\n2025/1/2,1488.00\n";
    assert_eq!(
        read_prices_csv(chinese.as_bytes())
            .expect("prices")
            .prices
            .len(),
        1
    );
    for bad in [
        "",
        "Date,Open\n2025-01-02,1\n",
        "Date,Close\nyesterday,1\n",
        "Date,Close\n2025-01-02,-1\n",
        "Date,Close\n2025-01-02,1\n2025-01-02,2\n",
    ] {
        assert!(read_prices_csv(bad.as_bytes()).is_err(), "{bad}");
    }
}

#[test]
fn tagged_facts_of_a_filing_are_the_whole_company_only() {
    let tagged = |value: &str, dimensions: Vec<(String, String)>| TaggedFact {
        concept: "us-gaap:Revenues".to_owned(),
        value: dec(value),
        unit: "USD".to_owned(),
        start: Some(day("2024-01-01")),
        end: day("2024-12-31"),
        dimensions,
        decimals: Some(-6),
        shown_at: None,
    };
    let segment = vec![("srt:ProductOrServiceAxis".to_owned(), "x:Cars".to_owned())];
    let filing = FilingMeta {
        form: "10-K".to_owned(),
        filed: day("2025-01-30"),
        accession: "0001628280-25-003063".to_owned(),
        period_end: Some(day("2024-12-31")),
    };
    let facts = facts_from_tagged(
        &[
            tagged("97690000000", vec![]),
            tagged("72480000000", segment),
        ],
        &filing,
    );
    assert_eq!(facts.len(), 1);
    let mut book = book(facts);
    book.company.cik = Some(1_318_605);
    let analysis = book.as_of(day("2025-02-01")).analyse();
    let revenue = point(&analysis, "revenue", "FY", "2024-12-31");
    assert_eq!(revenue.value, dec("97690000000"));
    assert_eq!(
        revenue.sources[0].url.as_deref(),
        Some("https://www.sec.gov/Archives/edgar/data/1318605/000162828025003063/")
    );
}
