//! The built-in documents of `assay demo`, written for it; their README says what is planted where.

use assay_domain::Language;

macro_rules! samples {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../../../samples/", $path)))),*]
    };
}

/// Path below `samples/` and bytes of each document.
pub(crate) const DOCUMENTS: &[(&str, &[u8])] = samples![
    "companyfacts/VLSS.json",
    "filings/annual-report-fy2024.md",
    "ir/earnings-call-q4-2024.txt",
    "ir/results-fy2023-release.md",
    "news/pressure-sensor-market.html",
    "news/suzhou-plant.zh.md",
    "prices/VLSS.csv",
    "research/sector-note.md",
    "vendor/customers-and-suppliers.json",
    "vendor/quarterly-results.csv",
    "web/investor-forum.html",
];

/// Rates, premium and beta of the sample company.
pub(crate) const MARKET: &str = include_str!("../../../samples/market.json");
/// The sample company, and the day on which the demo judges it.
pub(crate) const COMPANY: &str = "VLSS";
pub(crate) const JUDGED_ON: &str = "2025-03-31";

pub(crate) fn plan(language: Language) -> &'static str {
    language.pick(
        include_str!("../../../samples/plan.json"),
        include_str!("../../../samples/plan.zh.json"),
    )
}

pub(crate) fn question(language: Language) -> &'static str {
    language.pick(
        include_str!("../../../samples/question.txt"),
        include_str!("../../../samples/question.zh.txt"),
    )
}
