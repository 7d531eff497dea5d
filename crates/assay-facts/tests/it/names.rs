//! Names to companies, and what kind of company it is.

use assay_facts::{Company, Directory, Resolution, Sector, read_submissions};

use crate::lab::{book, bytes, day, fact, real};

fn directory() -> Directory {
    let company = |name: &str, cik: Option<u64>, ticker: &str, others: &[&str]| Company {
        cik,
        tickers: vec![ticker.to_owned()],
        other_names: others.iter().map(|name| (*name).to_owned()).collect(),
        ..Company::named(name)
    };
    Directory::new(vec![
        company("Apple Inc.", Some(320_193), "AAPL", &["苹果公司"]),
        company("Apple Hospitality REIT, Inc.", Some(1_418_121), "APLE", &[]),
        company("NVIDIA CORP", Some(1_045_810), "NVDA", &["英伟达"]),
        company(
            "贵州茅台酒股份有限公司",
            None,
            "600519.SH",
            &["贵州茅台", "Kweichow Moutai"],
        ),
        company("Alpha Holdings", Some(1), "AAA", &[]),
        company("Alpha Group", Some(2), "AAB", &[]),
    ])
}

#[test]
fn a_company_is_found_by_ticker_number_or_name() {
    let directory = directory();
    for (text, name) in [
        ("AAPL", "Apple Inc."),
        ("$aapl", "Apple Inc."),
        ("320193", "Apple Inc."),
        ("CIK0000320193", "Apple Inc."),
        ("apple", "Apple Inc."),
        ("苹果", "Apple Inc."),
        ("Nvidia Corporation", "NVIDIA CORP"),
        ("英伟达", "NVIDIA CORP"),
        ("贵州茅台", "贵州茅台酒股份有限公司"),
        ("600519", "贵州茅台酒股份有限公司"),
        ("kweichow moutai", "贵州茅台酒股份有限公司"),
    ] {
        let Resolution::Found(company) = directory.resolve(text) else {
            panic!("{text}: {:?}", directory.resolve(text));
        };
        assert_eq!(company.name, name, "{text}");
    }
}

#[test]
fn what_is_unknown_or_ambiguous_is_said() {
    let directory = directory();
    assert!(matches!(directory.resolve("Alpha"), Resolution::Ambiguous(both) if both.len() == 2));
    let Resolution::Unknown { near } = directory.resolve("Nvidea") else {
        panic!("a guess");
    };
    assert_eq!(near[0].name, "NVIDIA CORP");
    let Resolution::Unknown { near } = directory.resolve("ZZZZ") else {
        panic!("a guess");
    };
    assert!(near.is_empty());
    assert!(matches!(directory.resolve(""), Resolution::Unknown { .. }));
}

#[test]
fn real_submissions_name_the_company_and_its_filings() {
    for (file, name, sic, year_end) in [
        ("AAPL", "Apple Inc.", 3571, (9, 27)),
        ("NVDA", "NVIDIA CORP", 3674, (1, 26)),
    ] {
        let Some(bytes) = bytes(&format!("sec/submissions/{file}.json")) else {
            return;
        };
        let read = read_submissions(&bytes).expect("submissions");
        assert_eq!(read.company.name, name);
        assert_eq!(read.company.tickers, [file]);
        assert_eq!(read.company.sic, Some(sic));
        assert_eq!(read.company.fiscal_year_end, Some(year_end));
        assert!(read.filings.len() >= 1000);
        let annual = read
            .filings
            .iter()
            .find(|filing| filing.form == "10-K")
            .expect("a 10-K");
        assert!(annual.report_date.is_some_and(|end| end < annual.filed));
    }
}

#[test]
fn the_kind_of_business_has_a_reason() {
    let filed = |concepts: &[&str]| {
        book(
            concepts
                .iter()
                .map(|c| fact(c, "2024-12-31", "1", "10-K", "2025-02-01"))
                .collect(),
        )
    };
    for (concepts, sic, sector) in [
        (
            &["Deposits", "InterestIncomeExpenseNet"][..],
            None,
            Sector::Bank,
        ),
        (&["Deposits"], None, Sector::General),
        (
            &["PremiumsEarnedNet", "UnearnedPremiums"],
            None,
            Sector::Insurer,
        ),
        // an insurer that owns a bank is an insurer, and the other way round
        (
            &[
                "Deposits",
                "NoninterestIncome",
                "PremiumsEarnedNet",
                "UnearnedPremiums",
            ],
            Some(6331),
            Sector::Insurer,
        ),
        (
            &[
                "Deposits",
                "NoninterestIncome",
                "PremiumsEarnedNet",
                "UnearnedPremiums",
            ],
            Some(6022),
            Sector::Bank,
        ),
        (&["Assets"], Some(6798), Sector::Reit),
        (&["Assets"], Some(3674), Sector::Cyclical),
        (&["Assets"], Some(2834), Sector::General),
        (&["Assets"], Some(7372), Sector::General),
    ] {
        let mut book = filed(concepts);
        book.company.sic = sic;
        let hint = book.as_of(day("2025-03-01")).sector();
        assert_eq!(hint.sector, sector, "{concepts:?} {sic:?}");
        assert!(!hint.english.is_empty() && !hint.chinese.is_empty());
    }
    for (name, sector) in [
        ("JPM_trimmed", Sector::Bank),
        ("WMT_trimmed", Sector::General),
        ("SNOW", Sector::General),
        ("AAPL_2025-03", Sector::General),
    ] {
        let Some(book) = real(name) else { return };
        let hint = book.as_of(book.last_filed().expect("facts")).sector();
        assert_eq!(hint.sector, sector, "{name}: {}", hint.english);
    }
}
