//! The built-in documents of `assay demo`, written for it; their README says what is planted where.

use assay_domain::{Language, Tier};

macro_rules! samples {
    ($($tier:ident $path:literal),* $(,)?) => {
        &[$(($path, Tier::$tier, include_bytes!(concat!("../../../samples/", $path)))),*]
    };
}

/// Path below `samples/`, tier and bytes of each document. They were written for this program, which
/// therefore knows what each stands for.
pub(crate) const DOCUMENTS: &[(&str, Tier, &[u8])] = samples![
    A "companyfacts/VLSS.json",
    A "filings/annual-report-fy2024.md",
    B "ir/earnings-call-q4-2024.txt",
    B "ir/results-fy2023-release.md",
    C "news/pressure-sensor-market.html",
    C "news/suzhou-plant.zh.md",
    C "prices/VLSS.csv",
    C "research/sector-note.md",
    B "vendor/customers-and-suppliers.json",
    B "vendor/quarterly-results.csv",
    D "web/investor-forum.html",
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
