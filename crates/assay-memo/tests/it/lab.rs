//! Real companies, where their facts are on this machine.

use std::io::Write as _;

use assay_facts::{Book, read_companyfacts};

pub(crate) fn real(name: &str, ticker: &str) -> Option<Book> {
    let path = match assay_measure::data_file(&format!("sec/companyfacts/{name}.json")) {
        Ok(path) => path,
        Err(reason) => {
            assert!(
                std::env::var_os("ASSAY_REQUIRE_LABS").is_none_or(|set| set != "1"),
                "ASSAY_REQUIRE_LABS is 1 and {reason}"
            );
            writeln!(std::io::stderr(), "skipped: {reason}").expect("standard error takes a line");
            return None;
        }
    };
    let bytes = std::fs::read(path).expect("a readable file");
    let (mut company, facts) = read_companyfacts(&bytes).expect("companyfacts");
    company.tickers = vec![ticker.to_owned()];
    let mut book = Book::new(company);
    book.add(facts);
    Some(book)
}
