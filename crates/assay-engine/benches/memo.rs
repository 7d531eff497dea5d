//! A company judged offline from ingested facts.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use assay_domain::{Event, Investment, Request, ResearchType, RunId, RunSettings};
use assay_engine::{Brains, Engine, Library, NewRun, Notices, Researchers, SystemClock};
use assay_measure::{Figure, Measured, Scratch, cpu_time, data_folder, peak_memory};
use assay_store::Store;
use serde_json::json;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// Company, the day it is judged on, and what the reader gets.
const CASES: [(&str, &str, &str); 6] = [
    ("AAPL", "2025-03-02", "memo"),
    ("NVDA", "2025-03-01", "memo"),
    ("SNOW", "2025-06-15", "watchlist_card"),
    ("JPM", "2026-05-20", "memo"),
    ("WMT", "2026-06-10", "memo"),
    ("TSLA", "2025-08-01", "watchlist_card"),
];
const SECONDS: f64 = 3.0;
/// Memory that one judgement may take.
const MEGABYTES: f64 = 300.0;
/// The company and day of the judgement whose memory is measured.
const JUDGED: (&str, &str) = ("NVDA", "2025-03-01");
/// Names the home of a child process that makes one judgement and tells its memory.
const CHILD_HOME: &str = "ASSAY_MEASURE_MEMO_HOME";

/// From the question to the document on disk, in processor seconds, for each company at hand; and the
/// most memory that the process took, ingest included.
pub(crate) fn offline_memo() -> Result<Measured> {
    let folder = match data_folder("sec") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let runtime = runtime()?;
    let scratch = Scratch::new("offline-memo")?;
    let store = Store::open(scratch.path())?;
    let library = Library::new(store.clone());
    runtime.block_on(library.ingest(&[folder], None, &SystemClock, &|_| {}))?;
    let engine = engine(&store);
    let mut figures = Vec::new();
    let mut right = 0;
    for (company, day, expected) in CASES {
        let start = cpu_time()?;
        let run = judged(&runtime, &engine, company, day)?;
        let seconds = (cpu_time()? - start).as_secs_f64();
        let name = format!("offline judgement of {company}");
        figures.push(Figure::new(name, seconds, "CPU seconds", 1).at_most(SECONDS));
        right += usize::from(kind_of(&store, &run)? == expected);
    }
    figures.push(Figure::share("documents of the right kind", right, CASES.len()).at_least(100.0));
    let megabytes = peak_memory()? as f64 / 1e6;
    let name = "memory of all six in one process, ingest included";
    figures.push(Figure::new(name, megabytes, "MB", 1));
    Ok(Measured::Figures(figures))
}

/// The most memory of a process that makes one judgement in a home where all facts are ingested.
pub(crate) fn memo_memory() -> Result<Measured> {
    let folder = match data_folder("sec") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let scratch = Scratch::new("memo-memory")?;
    {
        let library = Library::new(Store::open(scratch.path())?);
        runtime()?.block_on(library.ingest(&[folder], None, &SystemClock, &|_| {}))?;
    }
    let child = Command::new(std::env::current_exe()?)
        .env(CHILD_HOME, scratch.path())
        .output()?;
    let told = String::from_utf8_lossy(&child.stdout).into_owned();
    let bytes: u64 = told.trim().parse().with_context(|| {
        let error = String::from_utf8_lossy(&child.stderr).into_owned();
        format!("the child told `{told}`: {error}")
    })?;
    let (company, _) = JUDGED;
    let name = format!("memory of one offline memo of {company}");
    let figure = Figure::new(name, bytes as f64 / 1e6, "MB", 1);
    Ok(Measured::Figures(vec![figure.at_most(MEGABYTES)]))
}

/// In the child of [`memo_memory`]: one memo, then the peak of this process in bytes. `None` in any
/// other process.
pub(crate) fn as_child() -> Result<Option<u64>> {
    let Some(home) = std::env::var_os(CHILD_HOME) else {
        return Ok(None);
    };
    let store = Store::open(Path::new(&home))?;
    let engine = engine(&store);
    let (company, day) = JUDGED;
    let run = judged(&runtime()?, &engine, company, day)?;
    let kind = kind_of(&store, &run)?;
    ensure!(kind == "memo", "{company} ended in a {kind}, not a memo");
    peak_memory().map(Some)
}

fn runtime() -> Result<Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    Ok(runtime)
}

fn engine(store: &Store) -> Engine {
    let library = Library::new(store.clone());
    let researchers = Researchers::new(Brains::new(Vec::new()), library);
    Engine::new(store.clone(), Arc::new(SystemClock), Arc::new(researchers))
}

/// Creates a run and drives it to its end.
fn judged(runtime: &Runtime, engine: &Engine, company: &str, day: &str) -> Result<RunId> {
    let run = runtime.block_on(engine.create(new_run(company, day)?))?;
    let stop = CancellationToken::new();
    let end = engine.drive(&run, Notices::nobody(), &stop);
    runtime.block_on(end)?.context("the run stayed open")?;
    Ok(run)
}

/// The kind of document that a run delivered.
fn kind_of(store: &Store, run: &RunId) -> Result<String> {
    let journal = store.load(run, 0)?;
    let body = journal
        .iter()
        .rev()
        .find_map(|envelope| match &envelope.event {
            Event::ArtifactWritten { artifact, body, .. }
                if artifact.to_string() == "final_output" =>
            {
                Some(body)
            }
            _ => None,
        });
    let text = store.text_of(body.context("no document")?)?;
    let output: serde_json::Value = serde_json::from_str(&text)?;
    let kind = output.get("output_type").and_then(|kind| kind.as_str());
    Ok(kind.unwrap_or_default().to_owned())
}

fn new_run(company: &str, day: &str) -> Result<NewRun> {
    let mut settings: RunSettings = serde_json::from_value(json!({
        "language": "en", "models": {},
        "sampling": {"temperature": 0.3, "top_p": 0.85},
        "concurrency": 6, "section_length": {"min": 400, "max": 900},
        "budget": {"max_tokens": null, "max_cost": null, "reserve_percent": 20},
        "max_steps": 8, "max_attempts": 2, "stream": false, "tool_mode": "native",
        "max_output_tokens": 3000, "stand_in": true,
    }))?;
    let figure =
        |value: &str| json!({"value": value, "as_of": day, "source": "stated for the measurement"});
    let mut market = json!({
        "risk_free": figure("0.043"), "equity_risk_premium": figure("0.045"),
        "beta": figure("1.1"), "cost_of_debt": figure("0.05"), "marginal_tax": figure("0.25"),
    });
    if company == "TSLA" {
        // without them nothing can be valued, and the reader is told
        market = json!({});
    }
    let investment: Investment = serde_json::from_value(json!({
        "company": company, "as_of": day, "market": market,
        "price": {"value": "150", "currency": "USD", "as_of": day, "source": "stated for the measurement"},
    }))?;
    settings.investment = Some(Box::new(investment));
    Ok(NewRun {
        request: Request {
            question: format!("What is {company} worth?"),
            research_type: Some(ResearchType::Company),
        },
        settings,
        plan: None,
        understood: None,
        assumptions: Vec::new(),
        reuse: None,
    })
}
