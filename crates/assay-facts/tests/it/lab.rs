//! Facts for tests: made up where a case is wanted, real where the data lies beside the project.

use std::io::Write as _;
use std::sync::Arc;

use assay_domain::{Date, Decimal, Language, Timestamp};
use assay_facts::{
    Analysis, Book, Company, DataPoint, Fact, PackageRequest, Period, Publisher, Scope,
    read_companyfacts,
};

pub(crate) fn day(text: &str) -> Date {
    text.parse().expect("a date")
}

pub(crate) fn dec(text: &str) -> Decimal {
    text.parse().expect("a number")
}

/// A fact from short words: concept, `start..end` or `end`, value, form, filing day.
pub(crate) fn fact(concept: &str, period: &str, value: &str, form: &str, filed: &str) -> Fact {
    let unit = if concept.contains("SharesOutstanding") || concept.contains("NumberOfShare") {
        "shares"
    } else if concept.contains("EarningsPerShare") {
        "USD/shares"
    } else if concept.contains("SplitConversion") {
        "pure"
    } else {
        "USD"
    };
    in_unit(concept, unit, period, value, form, filed)
}

pub(crate) fn in_unit(
    concept: &str,
    unit: &str,
    period: &str,
    value: &str,
    form: &str,
    filed: &str,
) -> Fact {
    let period = match period.split_once("..") {
        Some((start, end)) => Period::duration(day(start), day(end)),
        None => Period::instant(day(period)),
    };
    let concept = if concept.contains(':') {
        concept.to_owned()
    } else {
        format!("us-gaap:{concept}")
    };
    Fact {
        concept: Arc::from(concept),
        unit: Arc::from(unit),
        period,
        value: dec(value),
        form: Arc::from(form),
        accession: Arc::from(format!("{form}-{filed}")),
        filed: day(filed),
        source: Arc::from("sec:companyfacts"),
        publisher: Publisher::Filing,
        tier: Publisher::Filing.tier(),
        scope: Scope::Consolidated,
        decimals: None,
    }
}

pub(crate) fn book(facts: Vec<Fact>) -> Book {
    let mut book = Book::new(Company::named("Sample Corp"));
    book.add(facts);
    book
}

pub(crate) fn request() -> PackageRequest {
    PackageRequest::everything(Timestamp::UNIX_EPOCH, Language::En)
}

/// The only point of a metric on a basis for a period end.
pub(crate) fn point(analysis: &Analysis<'_>, metric: &str, basis: &str, end: &str) -> DataPoint {
    let basis = assay_facts::Basis::parse(basis).expect("a basis");
    let request = PackageRequest {
        metrics: Some(vec![metric.to_owned()]),
        bases: Some(vec![basis]),
        ..request()
    };
    let points = analysis.points(&request);
    let found = points
        .into_iter()
        .find(|point| point.as_of_date == day(end));
    found.expect("a point")
}

/// A real company, where its facts are on this machine.
pub(crate) fn real(name: &str) -> Option<Book> {
    let bytes = bytes(&format!("sec/companyfacts/{name}.json"))?;
    let (company, facts) = read_companyfacts(&bytes).expect("companyfacts");
    let mut book = Book::new(company);
    book.add(facts);
    Some(book)
}

pub(crate) fn bytes(name: &str) -> Option<Vec<u8>> {
    match assay_measure::data_file(name) {
        Ok(path) => Some(std::fs::read(path).expect("a readable file")),
        Err(reason) => {
            assert!(
                std::env::var_os("ASSAY_REQUIRE_LABS").is_none_or(|set| set != "1"),
                "ASSAY_REQUIRE_LABS is 1 and {reason}"
            );
            writeln!(std::io::stderr(), "skipped: {reason}").expect("standard error takes a line");
            None
        }
    }
}
