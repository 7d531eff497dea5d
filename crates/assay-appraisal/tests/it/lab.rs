//! Companies for tests: made up where a case is wanted, real where the data lies beside the project.

use std::io::Write as _;
use std::sync::Arc;

use assay_appraisal::{Dossier, MarketFigure, MarketFigures, Quote};
use assay_domain::{Date, Decimal, Language, Timestamp};
use assay_facts::{
    Book, Company, Fact, PackageRequest, Period, Publisher, Scope, read_companyfacts,
};
use assay_gates::{Safety, SafetyCheck};

pub(crate) fn day(text: &str) -> Date {
    text.parse().expect("a date")
}

pub(crate) fn dec(text: &str) -> Decimal {
    text.parse().expect("a number")
}

pub(crate) fn real(name: &str) -> Option<Book> {
    let bytes = bytes(&format!("sec/companyfacts/{name}.json"))?;
    let (company, facts) = read_companyfacts(&bytes).expect("companyfacts");
    let mut book = Book::new(company);
    book.add(facts);
    Some(book)
}

/// A file of the data beside the project, where it is on this machine.
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

pub(crate) fn dossier_on(book: &Book, on: Date, language: Language) -> Dossier {
    let view = book.as_of(on);
    let analysis = view.analyse();
    let request = PackageRequest::everything(Timestamp::UNIX_EPOCH, language);
    Dossier::new(analysis.package(&request), &view, language)
}

pub(crate) fn dossier(book: &Book, language: Language) -> Dossier {
    dossier_on(book, book.last_filed().expect("facts"), language)
}

pub(crate) fn passed() -> Safety {
    Safety {
        executable_actions: Vec::new(),
        check: SafetyCheck::Passed,
    }
}

pub(crate) fn market(on: Date) -> MarketFigures {
    let figure = |value: &str, source: &str| {
        Some(MarketFigure {
            value: dec(value),
            as_of: on,
            source: source.to_owned(),
        })
    };
    MarketFigures {
        risk_free: figure("0.043", "10-year government bond"),
        equity_risk_premium: figure("0.045", "a published table of premiums by country"),
        beta: figure("1.2", "5 years, monthly, against a broad index"),
        cost_of_debt: figure("0.052", "yield of its bonds"),
        marginal_tax: figure("0.25", "federal and state"),
        exit_multiple: figure("14", "median of the industry"),
        ..MarketFigures::default()
    }
}

pub(crate) fn quote(close: &str, currency: &str, on: Date) -> Quote {
    Quote::new("TEST", dec(close), currency, on, "a table of prices")
}

/// A fact of `concept` for `start..end` or `end`.
pub(crate) fn fact(concept: &str, unit: &str, period: &str, value: Decimal, filed: &str) -> Fact {
    let period = match period.split_once("..") {
        Some((start, end)) => Period::duration(day(start), day(end)),
        None => Period::instant(day(period)),
    };
    let form = if concept.starts_with("ifrs-full") {
        "20-F"
    } else {
        "10-K"
    };
    Fact {
        concept: Arc::from(concept),
        unit: Arc::from(unit),
        period,
        value,
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

pub(crate) const FLOWS: &[(&str, &str, i64)] = &[
    ("Revenues", "Revenue", 1000),
    ("CostOfRevenue", "CostOfSales", 600),
    (
        "OperatingIncomeLoss",
        "ProfitLossFromOperatingActivities",
        200,
    ),
    (
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
        "ProfitLossBeforeTax",
        190,
    ),
    (
        "IncomeTaxExpenseBenefit",
        "IncomeTaxExpenseContinuingOperations",
        40,
    ),
    (
        "NetIncomeLoss",
        "ProfitLossAttributableToOwnersOfParent",
        150,
    ),
    (
        "NetCashProvidedByUsedInOperatingActivities",
        "CashFlowsFromUsedInOperatingActivities",
        220,
    ),
    (
        "PaymentsToAcquirePropertyPlantAndEquipment",
        "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
        60,
    ),
    (
        "DepreciationDepletionAndAmortization",
        "AdjustmentsForDepreciationAndAmortisationExpense",
        50,
    ),
];
pub(crate) const BALANCES: &[(&str, &str, i64)] = &[
    ("Assets", "Assets", 1500),
    (
        "LiabilitiesAndStockholdersEquity",
        "EquityAndLiabilities",
        1500,
    ),
    ("Liabilities", "Liabilities", 700),
    (
        "StockholdersEquity",
        "EquityAttributableToOwnersOfParent",
        800,
    ),
    (
        "CashAndCashEquivalentsAtCarryingValue",
        "CashAndCashEquivalents",
        180,
    ),
    ("AssetsCurrent", "CurrentAssets", 500),
    ("LiabilitiesCurrent", "CurrentLiabilities", 300),
    ("LongTermDebtNoncurrent", "LongtermBorrowings", 250),
];

/// A company with round figures that grows by a tenth a year, in millions.
pub(crate) fn sample(years: &[i16], currency: &str, is_ifrs: bool) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut scale = Decimal::from(1_000_000);
    for year in years {
        let filed = format!("{}-02-20", year + 1);
        let name = |gaap: &str, ifrs: &str| {
            if is_ifrs {
                format!("ifrs-full:{ifrs}")
            } else {
                format!("us-gaap:{gaap}")
            }
        };
        for (gaap, ifrs, amount) in FLOWS {
            let period = format!("{year}-01-01..{year}-12-31");
            let value = Decimal::from(*amount) * scale;
            facts.push(fact(&name(gaap, ifrs), currency, &period, value, &filed));
        }
        for (gaap, ifrs, amount) in BALANCES {
            let value = Decimal::from(*amount) * scale;
            facts.push(fact(
                &name(gaap, ifrs),
                currency,
                &format!("{year}-12-31"),
                value,
                &filed,
            ));
        }
        let shares = name(
            "WeightedAverageNumberOfDilutedSharesOutstanding",
            "AdjustedWeightedAverageShares",
        );
        let period = format!("{year}-01-01..{year}-12-31");
        facts.push(fact(&shares, "shares", &period, dec("100000000"), &filed));
        scale *= dec("1.1");
    }
    facts
}

pub(crate) fn book(facts: Vec<Fact>) -> Book {
    let mut book = Book::new(Company::named("Sample Corp"));
    book.add(facts);
    book
}
