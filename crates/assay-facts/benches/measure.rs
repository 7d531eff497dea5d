//! What the reading of filed facts promises, measured on real companies.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use assay_domain::{Date, Decimal, Language, Timestamp};
use assay_facts::{Basis, Book, CheckId, DataPackage, Length, PackageRequest, read_companyfacts};
use assay_measure::{Figure, Measured, cpu_time, data_folder};

fn main() -> Result<()> {
    assay_measure::run(&[
        ("facts-speed", speed),
        ("facts-changes", changes),
        ("facts-fourth-quarters", fourth_quarters),
        ("facts-identities", identities),
        ("facts-oracles", oracles),
    ])
}

/// Name and bytes of each company, or why there is none.
type Files = Result<Vec<(String, Vec<u8>)>, String>;

fn files() -> Result<Files> {
    let folder: PathBuf = match data_folder("sec/companyfacts") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        found.push((name.unwrap_or_default(), fs::read(&path)?));
    }
    found.sort();
    Ok(Ok(found))
}

fn book(bytes: &[u8]) -> Result<Book> {
    let (company, facts) = read_companyfacts(bytes)?;
    let mut book = Book::new(company);
    book.add(facts);
    Ok(book)
}

fn package(bytes: &[u8]) -> Result<DataPackage> {
    let book = book(bytes)?;
    let day = book.last_filed().context("no facts")?;
    let request = PackageRequest::everything(Timestamp::UNIX_EPOCH, Language::En);
    Ok(book.as_of(day).analyse().package(&request))
}

/// Processor time from bytes to the whole package, several rounds for the grain of the clock.
fn speed() -> Result<Measured> {
    const ROUNDS: u32 = 20;
    let files = match files()? {
        Ok(files) => files,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut figures = Vec::new();
    for (name, bytes) in &files {
        let before = cpu_time()?;
        let mut points = 0;
        for _ in 0..ROUNDS {
            points = package(bytes)?.data_points.len();
        }
        let spent = (cpu_time()? - before) / ROUNDS;
        let milliseconds = spent.as_secs_f64() * 1000.0;
        let before = cpu_time()?;
        for _ in 0..ROUNDS {
            drop(book(bytes)?);
        }
        let reading = (cpu_time()? - before).as_secs_f64() * 1000.0 / f64::from(ROUNDS);
        figures.push(Figure::new(
            format!("{name}: of it reading"),
            reading,
            "ms",
            bytes.len(),
        ));
        figures.push(
            Figure::new(
                format!("{name}: bytes to data points"),
                milliseconds,
                "ms",
                points,
            )
            .at_most(150.0),
        );
    }
    Ok(Measured::Figures(figures))
}

fn changes() -> Result<Measured> {
    let files = match files()? {
        Ok(files) => files,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut all = 0;
    for (_, bytes) in &files {
        for change in book(bytes)?.changes() {
            *counts.entry(change.class.code()).or_default() += 1;
            all += 1;
        }
    }
    let mut figures: Vec<Figure> = counts
        .iter()
        .map(|(class, count)| {
            Figure::new(
                format!("changed values: {class}"),
                *count as f64,
                "values",
                all,
            )
        })
        .collect();
    let unexplained = counts.get("UNEXPLAINED").copied().unwrap_or(0);
    figures.push(Figure::share(
        "changed values explained",
        all - unexplained,
        all,
    ));
    Ok(Measured::Figures(figures))
}

/// Q4 = FY - 9M against the discrete fourth quarter, wherever a filing states all three.
fn fourth_quarters() -> Result<Measured> {
    let files = match files()? {
        Ok(files) => files,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let (mut equal, mut all) = (0, 0);
    for (_, bytes) in &files {
        let full = book(bytes)?;
        let day = full.last_filed().context("no facts")?;
        let stated = full.as_of(day).analyse();
        // The same company without any discrete fourth quarter.
        let year_ends: Vec<Date> = stated
            .history("net_income", Basis::Fy)
            .iter()
            .map(|p| p.0)
            .collect();
        let mut without = Book::new(full.company.clone());
        without.add(
            full.facts()
                .iter()
                .filter(|fact| {
                    fact.period.length() != Length::Quarter || !year_ends.contains(&fact.period.end)
                })
                .cloned()
                .collect(),
        );
        let derived = without.as_of(day).analyse();
        for metric in [
            "revenue",
            "net_income",
            "gross_profit",
            "operating_income",
            "income_tax",
        ] {
            for (end, value) in stated.history(metric, Basis::Q) {
                let is_stated = stated.is_derived(metric, Basis::Q, end).is_ok_and(|is| !is);
                if !is_stated || !year_ends.contains(&end) {
                    continue;
                }
                if let Ok(computed) = derived.value(metric, Basis::Q, end) {
                    all += 1;
                    let slack = derived
                        .rounding_error(metric, Basis::Q, end)
                        .and_then(|a| Ok(a + stated.rounding_error(metric, Basis::Q, end)?));
                    equal += usize::from(slack.is_ok_and(|by| (computed - value).abs() <= by));
                }
            }
        }
    }
    Ok(Measured::Figures(vec![
        Figure::share("derived fourth quarters equal to stated ones", equal, all).at_least(97.0),
    ]))
}

fn identities() -> Result<Measured> {
    let files = match files()? {
        Ok(files) => files,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut counts: BTreeMap<CheckId, (usize, usize)> = BTreeMap::new();
    for (_, bytes) in &files {
        let book = book(bytes)?;
        let day = book.last_filed().context("no facts")?;
        for checked in book.as_of(day).analyse().checks() {
            let count = counts.entry(checked.check.id).or_default();
            count.0 += usize::from(checked.check.pass);
            count.1 += 1;
        }
    }
    let figures = counts
        .iter()
        .map(|(id, (passed, all))| Figure::share(format!("identity {id:?} holds"), *passed, *all));
    Ok(Measured::Figures(figures.collect()))
}

type Oracle = (
    &'static str,
    &'static str,
    &'static str,
    Basis,
    &'static str,
    i64,
);

/// Figures that anybody can look up in the filings: company, as-of day, metric, basis, end, value.
const ORACLES: &[Oracle] = &[
    (
        "AAPL",
        "2010-01-24",
        "revenue",
        Basis::Fy,
        "2008-09-27",
        32_479_000_000,
    ),
    (
        "AAPL",
        "2010-01-25",
        "revenue",
        Basis::Fy,
        "2008-09-27",
        37_491_000_000,
    ),
    (
        "AAPL",
        "2010-01-24",
        "net_income",
        Basis::Fy,
        "2008-09-27",
        4_834_000_000,
    ),
    (
        "AAPL",
        "2010-01-25",
        "net_income",
        Basis::Fy,
        "2008-09-27",
        6_119_000_000,
    ),
    (
        "AAPL",
        "2010-01-24",
        "total_assets",
        Basis::Instant,
        "2008-09-27",
        39_572_000_000,
    ),
    (
        "AAPL",
        "2010-01-25",
        "total_assets",
        Basis::Instant,
        "2008-09-27",
        36_171_000_000,
    ),
    (
        "NVDA",
        "2024-12-01",
        "capex",
        Basis::NineMonths,
        "2024-10-27",
        2_159_000_000,
    ),
    (
        "NVDA",
        "2024-12-01",
        "revenue",
        Basis::Ttm,
        "2024-10-27",
        113_269_000_000,
    ),
    (
        "NVDA",
        "2013-01-01",
        "diluted_shares",
        Basis::Q,
        "2011-07-31",
        613_934_000,
    ),
];

fn oracles() -> Result<Measured> {
    let files = match files()? {
        Ok(files) => files,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut held = 0;
    for (ticker, as_of, metric, basis, end, value) in ORACLES {
        let bytes = files
            .iter()
            .find(|(name, _)| name.starts_with(ticker))
            .map(|(_, bytes)| bytes)
            .with_context(|| format!("no facts of {ticker}"))?;
        let (as_of, end): (Date, Date) = (as_of.parse()?, end.parse()?);
        let found = book(bytes)?
            .as_of(as_of)
            .analyse()
            .value(metric, *basis, end);
        held += usize::from(found == Ok(Decimal::from(*value)));
    }
    Ok(Measured::Figures(vec![
        Figure::share("oracles that hold", held, ORACLES.len()).at_least(100.0),
    ]))
}
