//! The labelled questions, asked offline and held against their gold facts.

mod facts;
mod pages;
mod recorded;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use assay_domain::Language;
use assay_engine::{Library, SystemClock, ask};
use assay_measure::{Figure, Measured, Scratch, data_file, data_folder};
use assay_store::Store;
use serde::Deserialize;

pub(crate) use pages::page_recall;
pub(crate) use recorded::recorded_answers;

use facts::{Fact, beginning, plain, says_no, words};

/// A reader reads the beginning: words of it that count.
const FIRST: f64 = 200.0;

#[derive(Deserialize)]
struct Question {
    kind: String,
    library: Vec<String>,
    question: String,
    #[serde(default)]
    previous: Option<String>,
    must_have: Vec<Fact>,
    must_not_have: Vec<Fact>,
}

impl Question {
    fn is_unanswerable(&self) -> bool {
        matches!(self.kind.as_str(), "not_in_library" | "off_topic")
    }

    fn asked(&self) -> String {
        match &self.previous {
            Some(previous) => format!("{previous} {}", self.question),
            None => self.question.clone(),
        }
    }
}

#[derive(Default)]
struct Tally {
    questions: usize,
    facts: usize,
    found: usize,
    misleading: usize,
    abstained: usize,
    words: Vec<usize>,
}

pub(crate) fn labelled_questions() -> Result<Measured> {
    let file = match data_file("questions/questions_dev.jsonl") {
        Ok(file) => file,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let root = match data_folder(".") {
        Ok(root) => root,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let questions: Vec<Question> = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let scratch = Scratch::new("questions")?;
    let mut libraries: BTreeMap<Vec<String>, Library> = BTreeMap::new();
    let mut by_kind: BTreeMap<String, Tally> = BTreeMap::new();
    for question in &questions {
        if !libraries.contains_key(&question.library) {
            let home = scratch.path().join(libraries.len().to_string());
            let library = ingested(&home, &root, &question.library)?;
            libraries.insert(question.library.clone(), library);
        }
        let library = libraries.get(&question.library).context("no library")?;
        let tally = by_kind.entry(question.kind.clone()).or_default();
        score(question, &answered(library, &question.asked())?, tally)?;
    }
    Ok(Measured::Figures(figures(&by_kind)))
}

fn answered(library: &Library, question: &str) -> Result<String> {
    let language = Language::of_text(question);
    let asked = ask(library, question, language, "2026-11-15".parse()?)?;
    Ok(if asked.markdown.trim().is_empty() {
        asked.missing.join(" ")
    } else {
        asked.markdown
    })
}

fn score(question: &Question, answer: &str, tally: &mut Tally) -> Result<()> {
    let shown = plain(answer);
    let head = beginning(&shown, FIRST);
    tally.questions += 1;
    tally.words.push(words(&shown));
    let mut found = 0;
    for fact in &question.must_have {
        found += usize::from(fact.is_in(head)?);
    }
    tally.facts += question.must_have.len();
    tally.found += found;
    let mut misleads = false;
    for fact in &question.must_not_have {
        let counts = question.is_unanswerable() || fact.is_wording() || found == 0;
        misleads |= counts && fact.is_in(head)?;
    }
    tally.misleading += usize::from(misleads);
    tally.abstained += usize::from(says_no(head) && !misleads);
    Ok(())
}

fn figures(by_kind: &BTreeMap<String, Tally>) -> Vec<Figure> {
    let mut figures = Vec::new();
    let (mut misleading, mut all, mut abstained, mut unanswerable) = (0, 0, 0, 0);
    for (kind, tally) in by_kind {
        all += tally.questions;
        misleading += tally.misleading;
        if matches!(kind.as_str(), "not_in_library" | "off_topic") {
            abstained += tally.abstained;
            unanswerable += tally.questions;
            continue;
        }
        let target = if kind == "lookup" { 80.0 } else { 60.0 };
        let name = format!("facts in the first 200 words, {kind}");
        figures.push(Figure::share(name, tally.found, tally.facts).at_least(target));
        if kind == "lookup" {
            let mut words = tally.words.clone();
            words.sort_unstable();
            let median = words.get(words.len() / 2).copied().unwrap_or_default();
            let median = u32::try_from(median).map_or(f64::MAX, f64::from);
            let name = "median length of a look-up, words";
            figures.push(Figure::new(name, median, "words", tally.questions).at_most(150.0));
        }
    }
    figures.push(Figure::share("misleading", misleading, all).at_most(2.0));
    figures.push(
        Figure::share("abstained where nothing is known", abstained, unanswerable).at_least(95.0),
    );
    figures
}

/// A home with the documents of a library, without answer keys and text doubles.
fn ingested(home: &Path, root: &Path, library: &[String]) -> Result<Library> {
    let mut files: Vec<PathBuf> = Vec::new();
    for item in library {
        collect(&root.join(item), true, &mut files)?;
    }
    files.sort();
    let ingested = Library::new(Store::open(home)?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(ingested.ingest(&files, None, &SystemClock, &|_| {}))?;
    Ok(ingested)
}

const KEPT: [&str; 9] = [
    "html", "htm", "pdf", "docx", "pptx", "xlsx", "jsonl", "json", "eml",
];
const DROPPED: [&str; 3] = ["qa_dict.json", "file_dict.json", "README.md"];

fn collect(path: &Path, is_named: bool, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
            collect(&entry?.path(), false, files)?;
        }
        return Ok(());
    }
    let text =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().to_lowercase();
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let is_document =
        KEPT.contains(&text(path.extension()).as_str()) && !DROPPED.contains(&name.as_str());
    if is_named || is_document {
        files.push(path.to_owned());
    }
    Ok(())
}
