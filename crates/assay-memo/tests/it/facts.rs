//! A made-up company of five fiscal years.

use std::sync::Arc;

use assay_domain::{Date, Decimal, Language, Timestamp};
use assay_facts::{
    Book, Change, Company, DataPackage, Fact, PackageRequest, Period, Publisher, Scope, SectorHint,
};

pub(crate) fn day(text: &str) -> Date {
    text.parse().expect("a day")
}

pub(crate) fn number(text: &str) -> Decimal {
    text.parse().expect("a number")
}

pub(crate) struct Filed {
    pub(crate) company: Company,
    pub(crate) sector: SectorHint,
    pub(crate) package: DataPackage,
    pub(crate) changes: Vec<Change>,
}

pub(crate) fn filed(book: &Book, as_of: Date, language: Language) -> Filed {
    let view = book.as_of(as_of);
    let request = PackageRequest::everything(Timestamp::UNIX_EPOCH, language);
    Filed {
        company: book.company.clone(),
        sector: view.sector(),
        package: view.analyse().package(&request),
        changes: view.changes(),
    }
}

fn fact(concept: &str, unit: &str, period: Period, value: Decimal, filed: &str) -> Fact {
    let year = filed.get(2..4).unwrap_or("00");
    Fact {
        concept: Arc::from(format!("us-gaap:{concept}")),
        unit: Arc::from(unit),
        period,
        value,
        form: Arc::from("10-K"),
        accession: Arc::from(format!("0000123456-{year}-000010")),
        filed: day(filed),
        source: Arc::from("sec:companyfacts"),
        publisher: Publisher::Filing,
        tier: Publisher::Filing.tier(),
        scope: Scope::Consolidated,
        decimals: None,
    }
}

/// Flows as shares of revenue, in thousandths.
const FLOWS: &[(&str, i64)] = &[
    ("GrossProfit", 600),
    ("OperatingIncomeLoss", 250),
    (
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
        240,
    ),
    ("IncomeTaxExpenseBenefit", 50),
    ("NetIncomeLoss", 190),
    ("NetCashProvidedByUsedInOperatingActivities", 220),
    ("PaymentsToAcquirePropertyPlantAndEquipment", 60),
    ("DepreciationDepletionAndAmortization", 40),
];
const BALANCES: &[(&str, i64)] = &[
    ("Assets", 1500),
    ("LiabilitiesAndStockholdersEquity", 1500),
    ("StockholdersEquity", 700),
    ("CashAndCashEquivalentsAtCarryingValue", 200),
    ("LongTermDebtNoncurrent", 150),
    ("DebtCurrent", 20),
    ("AccountsReceivableNetCurrent", 120),
    ("InventoryNet", 60),
    ("AccountsPayableCurrent", 80),
];

pub(crate) fn sample() -> Book {
    let mut company = Company::named("Sample Corp");
    company.cik = Some(123_456);
    company.tickers = vec!["SMPL".to_owned()];
    let mut book = Book::new(company);
    let mut facts = Vec::new();
    let revenues = [1_000_i64, 1_100, 1_250, 1_400, 1_600];
    for (revenue, year) in revenues.into_iter().zip(2021..) {
        let revenue = Decimal::from(revenue) * Decimal::from(1_000_000);
        let (start, end) = (day(&format!("{year}-01-01")), day(&format!("{year}-12-31")));
        let filed = format!("{}-02-20", year + 1);
        let of = |thousandths: i64| revenue * Decimal::new(thousandths, 3);
        let flow = Period::duration(start, end);
        facts.push(fact("Revenues", "USD", flow, revenue, &filed));
        for (concept, share) in FLOWS {
            facts.push(fact(concept, "USD", flow, of(*share), &filed));
        }
        for (concept, share) in BALANCES {
            facts.push(fact(
                concept,
                "USD",
                Period::instant(end),
                of(*share),
                &filed,
            ));
        }
        let shares = Decimal::from(100_000_000);
        facts.push(fact(
            "WeightedAverageNumberOfDilutedSharesOutstanding",
            "shares",
            flow,
            shares,
            &filed,
        ));
        let eps = (of(190) / shares).round_dp(2);
        facts.push(fact(
            "EarningsPerShareDiluted",
            "USD/shares",
            flow,
            eps,
            &filed,
        ));
        // The next annual report states last year's revenue a little differently.
        if year == 2024 {
            facts.push(fact("Revenues", "USD", flow, of(1010), "2026-02-20"));
        }
    }
    book.add(facts);
    book
}
