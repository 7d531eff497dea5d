//! What an offline research costs over a large library.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use assay_answer::frame;
use assay_domain::{Language, Request};
use assay_engine::{Arrival, Brains, Engine, Library, NewRun, Notices, Researchers, SystemClock};
use assay_measure::{Figure, Measured, Scratch, children_cpu_time, data_folder};
use assay_plan::profiles::{ANSWER, DEEP};
use assay_store::Store;
use assay_testkit::run_settings;
use tokio_util::sync::CancellationToken;

use crate::runtime;

const PASSAGES: usize = 60_000;
/// Processor time of one research, in seconds.
const TARGET: f64 = 1.0;
/// What is asked, and what for: a figure of one company, a matter of many sides, a research section by
/// section.
const QUESTIONS: [(&str, &str); 3] = [
    ("look-up", "What was the gross margin of Applevar7 in 2024?"),
    (
        "open question",
        "How can a manufacturer of vehicles and chips prepare its supply chain, factories and staff for export controls, tariffs and shortages of components while keeping gross margin?",
    ),
    (
        "sections",
        "Analyse the competitive landscape of electric vehicles",
    ),
];

/// Processor time of a process that researches one question without a model, from its start to its
/// end, on a home with 60,000 passages: filings under other names in each round, so that every company
/// is in few of them.
pub(crate) fn research() -> Result<Measured> {
    let folder = match data_folder("sec/filings") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let scratch = Scratch::new("library")?;
    let passages = runtime()?.block_on(fill(scratch.path(), &folder))?;
    let mut figures = Vec::new();
    for (name, question) in QUESTIONS {
        let seconds = spent(scratch.path(), question)?;
        let name = format!("research-60k, {name}");
        figures.push(Figure::new(name, seconds, "CPU s", passages).at_most(TARGET));
    }
    Ok(Measured::Figures(figures))
}

/// Brings filings in until there are enough passages; how many.
async fn fill(home: &Path, folder: &Path) -> Result<usize> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
    paths.sort();
    let filings: Vec<String> = paths
        .iter()
        .map(fs::read_to_string)
        .collect::<Result<_, _>>()?;
    ensure!(!filings.is_empty(), "no filings in {}", folder.display());
    let library = Library::new(Store::open(home)?);
    let mut passages = 0;
    for round in 0.. {
        for (number, filing) in filings.iter().enumerate() {
            if passages >= PASSAGES {
                // the index is brought up to date by whoever ingests, and not by who asks
                library.rebuild_index()?;
                return Ok(passages);
            }
            let text = renamed(filing, round);
            let name = format!("{round}-{number}.html");
            let ingested = library.bring_in(Arrival::given(&name, text.as_bytes()), &SystemClock);
            passages += ingested.await?.passages;
        }
    }
    Ok(passages)
}

/// A filing of another company: another name, and every common word of a kind made another, so that
/// no two rounds say the same.
fn renamed(filing: &str, round: usize) -> String {
    let mut text = filing.to_owned();
    for name in ["Apple", "Tesla", "NVIDIA"] {
        text = text.replace(name, &format!("{name}var{round}"));
    }
    for word in ["our", "including", "other", "related"] {
        text = text.replace(&format!(" {word} "), &format!(" {word} c{round} "));
    }
    text
}

/// Processor time of a process for one question, in seconds.
fn spent(home: &Path, question: &str) -> Result<f64> {
    let before = children_cpu_time()?;
    let status = Command::new(std::env::current_exe()?)
        .args(["research", question])
        .arg(home)
        .stdin(Stdio::null())
        .status()
        .context("cannot start a process of its own")?;
    ensure!(status.success(), "the research failed ({status})");
    Ok((children_cpu_time()? - before).as_secs_f64())
}

/// In the process that [`spent`] starts: one run, from the question to its report, with the steps that
/// the command line would choose.
pub(crate) async fn run(question: &str, home: &Path) -> Result<()> {
    let store = Store::open(home)?;
    let library = Library::new(store.clone());
    let frame = frame(question, Language::En, &library.companies()?.known()?);
    let mut settings = run_settings();
    settings.profile = if frame.wants_research() {
        DEEP.chosen()
    } else {
        ANSWER.chosen()
    };
    let researchers = Researchers::new(Brains::new(Vec::new()), library);
    let engine = Engine::new(store, Arc::new(SystemClock), Arc::new(researchers));
    let run = engine
        .create(NewRun {
            request: Request {
                question: question.to_owned(),
                research_type: None,
            },
            settings,
            plan: None,
            understood: None,
            assumptions: Vec::new(),
            reuse: None,
        })
        .await?;
    let stop = CancellationToken::new();
    let end = engine.drive(&run, Notices::nobody(), &stop).await?;
    end.context("the run stayed open")?;
    Ok(())
}
