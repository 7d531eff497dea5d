//! What an appraisal promises, measured on real companies.

#[path = "../tests/it/faults.rs"]
mod faults;
#[path = "../tests/it/plant.rs"]
mod plant;

use anyhow::{Context as _, Result};
use assay_appraisal::{
    Dossier, Ground, MarketFigure, MarketFigures, Quote, Thesis, measure, thesis,
    valuation_request, verify,
};
use assay_domain::{Date, Decimal, Language, Timestamp};
use assay_facts::{Book, PackageRequest, read_companyfacts};
use assay_gates::{RuleSet, Safety, SafetyCheck, decide};
use assay_measure::{Figure, Measured, cpu_time, data_folder};
use assay_valuation::{Outcome, value};

fn main() -> Result<()> {
    assay_measure::run(&[
        ("appraisal-speed", speed),
        ("appraisal-planted-figures", planted),
        ("appraisal-fault-matrix", matrix),
    ])
}

type Files = std::result::Result<Vec<(String, Vec<u8>)>, String>;

fn files() -> Result<Files> {
    let folder = match data_folder("sec/companyfacts") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        found.push((name.unwrap_or_default(), std::fs::read(&path)?));
    }
    found.sort();
    Ok(Ok(found))
}

fn book(bytes: &[u8]) -> Result<(Book, Date)> {
    let (company, facts) = read_companyfacts(bytes)?;
    let mut book = Book::new(company);
    book.add(facts);
    let on = book.last_filed().context("no facts")?;
    Ok((book, on))
}

fn dossier(book: &Book, on: Date, language: Language) -> Dossier {
    let view = book.as_of(on);
    let request = PackageRequest::everything(Timestamp::UNIX_EPOCH, language);
    Dossier::new(view.analyse().package(&request), &view, language)
}

fn market(on: Date) -> MarketFigures {
    let figure = |value: i64, places: u32| {
        Some(MarketFigure {
            value: Decimal::new(value, places),
            as_of: on,
            source: "set for the measurement".to_owned(),
        })
    };
    MarketFigures {
        risk_free: figure(43, 3),
        equity_risk_premium: figure(45, 3),
        beta: figure(12, 1),
        cost_of_debt: figure(52, 3),
        marginal_tax: figure(25, 2),
        exit_multiple: figure(14, 0),
        ..MarketFigures::default()
    }
}

struct Run {
    dossier: Dossier,
    written: Thesis,
    outcome: Outcome,
}

/// From the book to the thesis with its valuation, as an offline memo needs it.
fn appraise(book: &Book, on: Date, language: Language, rules: &RuleSet) -> Result<Run> {
    let dossier = dossier(book, on, language);
    let first = thesis(&dossier, &[], &[], None);
    let safety = Safety {
        executable_actions: Vec::new(),
        check: SafetyCheck::Passed,
    };
    let decision = decide(&measure(&first, &dossier, &[], &[], safety), rules);
    anyhow::ensure!(!decision.metrics.is_empty(), "nothing was measured");
    let price = Quote::new(
        "ANY",
        Decimal::new(100, 0),
        "USD",
        on,
        "set for the measurement",
    );
    let made = valuation_request(&dossier, Some(&price), &market(on), &[])?;
    let outcome = value(&made.request, Timestamp::UNIX_EPOCH)?;
    let written = thesis(&dossier, &[], &[], Some(&outcome));
    Ok(Run {
        dossier,
        written,
        outcome,
    })
}

/// Processor time, several rounds for the grain of the clock.
fn speed() -> Result<Measured> {
    const ROUNDS: u32 = 5;
    let files = match files()? {
        Ok(files) => files,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let rules = RuleSet::defaults()?;
    let mut figures = Vec::new();
    for (name, bytes) in &files {
        let (book, on) = book(bytes)?;
        let before = cpu_time()?;
        let mut claims = 0;
        for _ in 0..ROUNDS {
            claims = appraise(&book, on, Language::En, &rules)?
                .written
                .claims
                .len();
        }
        let spent = (cpu_time()? - before) / ROUNDS;
        let milliseconds = spent.as_secs_f64() * 1000.0;
        let title = format!("{name}: facts to thesis, measure and valuation");
        figures.push(Figure::new(title, milliseconds, "ms", claims).at_most(3000.0));
    }
    Ok(Measured::Figures(figures))
}

/// False figures, scales, signs, ids and periods planted in sound theses, and the sound ones.
fn planted() -> Result<Measured> {
    const PLANTS: u64 = 2_000;
    let files = match files()? {
        Ok(files) => files,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let rules = RuleSet::defaults()?;
    let (mut all, mut found, mut sentences, mut rejected) = (0, 0, 0, 0);
    for (_, bytes) in &files {
        let (book, on) = book(bytes)?;
        for language in [Language::En, Language::Zh] {
            let run = appraise(&book, on, language, &rules)?;
            let ground = Ground {
                package: run.dossier.package(),
                outcome: Some(&run.outcome),
                passages: &[],
                findings: &[],
            };
            let written = &run.written;
            sentences += written.claims.len() + written.mechanisms.len() + written.drivers.len();
            rejected += verify(written, &ground).len();
            for seed in 0..PLANTS {
                if let Some((false_one, _)) = plant::plant(written, ground.package, seed) {
                    all += 1;
                    found += usize::from(!verify(&false_one, &ground).is_empty());
                }
            }
        }
    }
    Ok(Measured::Figures(vec![
        Figure::share("planted figures found", found, all).at_least(100.0),
        Figure::share("sound sentences rejected", rejected, sentences).at_most(1.0),
    ]))
}

fn matrix() -> Result<Measured> {
    let files = match files()? {
        Ok(files) => files,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let rules = RuleSet::defaults()?;
    let mut books = Vec::new();
    for (_, bytes) in &files {
        books.push(book(bytes)?);
    }
    let mut figures = Vec::new();
    let mut all_right = 0;
    for fault in faults::FAULTS {
        let is_right = |(book, on): &&(Book, Date)| {
            let decision = faults::decision(book, *on, fault, &rules);
            decision.verdict == fault.verdict
                && decision.output_type == fault.output
                && faults::spoke(&decision, fault.rule)
        };
        let right = books.iter().filter(is_right).count();
        all_right += right;
        let figure = Figure::share(fault.name, right, books.len());
        figures.push(figure.at_least(100.0));
    }
    let cells = faults::FAULTS.len() * books.len();
    let all = Figure::share("cells of the fault matrix as expected", all_right, cells);
    figures.push(all.at_least(100.0));
    Ok(Measured::Figures(figures))
}
