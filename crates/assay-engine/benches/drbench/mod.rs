//! Open questions of an enterprise over its reports, slides, sheets, mail and chat: what of the facts
//! that a person should learn stands in the offline report.

mod stated;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use assay_answer::frame;
use assay_domain::{
    DocumentId, Event, Evidence, Language, Request, RunId, RunSettings, Section, cited_evidence,
};
use assay_engine::{
    Brains, Engine, Library, NewRun, Notices, OutputFormat, Researchers, RunRecord, SystemClock,
};
use assay_measure::{Figure, Measured, Scratch, data_folder};
use assay_plan::profiles::{ANSWER, DEEP};
use assay_store::Store;
use assay_testkit::run_settings;
use serde::Deserialize;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use stated::{Fact, Text};

/// Set to a folder to have the reports written there, each with what it states and lacks.
const REPORTS: &str = "ASSAY_MEASURE_REPORTS";

#[derive(Deserialize)]
struct Task {
    dr_question: String,
}

#[derive(Deserialize)]
struct Environment {
    env_files: Vec<EnvironmentFile>,
}

#[derive(Deserialize)]
struct EnvironmentFile {
    source: String,
    qa_type: String,
}

#[derive(Deserialize)]
struct Evaluation {
    dr_report_evaluation_qa: Vec<Wanted>,
}

#[derive(Deserialize)]
struct Wanted {
    answer: String,
    qa_type: String,
    /// Absent for facts of the web.
    #[serde(default)]
    supporting_file_paths: Vec<String>,
}

#[derive(Default)]
struct Tally {
    facts: usize,
    stated: usize,
    distractors: usize,
    strayed: usize,
    cited: usize,
    relevant: usize,
    unanswered: usize,
    words: Vec<usize>,
}

/// What an offline report tells of the facts of each task.
///
/// The files of a task's environment (`config/env.json`) are ingested into a library of their own and
/// its question is run as `assay research` runs it: no model, no web, no choice of depth. Each fact of
/// `config/eval.json` that rests on a file of the environment is looked for in the report by the rule
/// of [`Fact::is_in`], and counts where the report cites that file too: `insight` facts should be
/// there, `distractor` facts should not. A file counts as cited where a sentence of the report cites a
/// passage of it, and as relevant where the environment calls it a file of an insight.
pub(crate) fn drbench_reports() -> Result<Measured> {
    let folder = match data_folder("drbench") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut tasks: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
    tasks.sort();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let scratch = Scratch::new("drbench-reports")?;
    let mut tally = Tally::default();
    for (number, task) in tasks.iter().enumerate() {
        let home = scratch.path().join(number.to_string());
        let asked = Asked::of(task)?;
        let report = asked.report(&runtime, &home)?;
        asked.score(&report, &mut tally)?;
    }
    Ok(Measured::Figures(figures(&tally, tasks.len())))
}

fn figures(tally: &Tally, tasks: usize) -> Vec<Figure> {
    let mut words = tally.words.clone();
    words.sort_unstable();
    let median = words.get(words.len() / 2).copied().unwrap_or_default();
    let longest = words.last().copied().unwrap_or_default();
    vec![
        Figure::share(
            "drbench: key facts in the report",
            tally.stated,
            tally.facts,
        )
        .at_least(50.0),
        Figure::share("drbench: cited files relevant", tally.relevant, tally.cited).at_least(80.0),
        Figure::share(
            "drbench: distractor facts in the report",
            tally.strayed,
            tally.distractors,
        )
        .at_most(3.0),
        Figure::new(
            "drbench: reports that say nothing",
            tally.unanswered as f64,
            "reports",
            tasks,
        ),
        Figure::new(
            "drbench: median length of a report",
            median as f64,
            "words",
            tasks,
        ),
        Figure::new("drbench: longest report", longest as f64, "words", tasks).at_most(700.0),
    ]
}

/// A task as it was read.
struct Asked {
    name: String,
    question: String,
    files: Vec<PathBuf>,
    /// Names of the files that hold what a report should tell.
    insights: BTreeSet<String>,
    facts: Vec<Wanted>,
}

/// What came of it.
struct Report {
    /// Empty where the run has none.
    text: String,
    /// Names of the files that it cites.
    cited: BTreeSet<String>,
    /// What was read of each file, by its name.
    read: BTreeMap<String, String>,
}

impl Asked {
    fn of(folder: &Path) -> Result<Self> {
        let environment: Environment = json(&folder.join("config/env.json"))?;
        let evaluation: Evaluation = json(&folder.join("config/eval.json"))?;
        let (mut files, mut insights) = (Vec::new(), BTreeSet::new());
        for file in environment.env_files {
            let (_, inside) = file
                .source
                .split_once("/files/")
                .context("a file outside")?;
            let path = folder.join("files").join(inside);
            if file.qa_type == "insight" {
                insights.insert(name_of(&path));
            }
            files.push(path);
        }
        let mut facts = evaluation.dr_report_evaluation_qa;
        facts.retain(|fact| !fact.supporting_file_paths.is_empty());
        Ok(Self {
            name: name_of(folder),
            question: json::<Task>(&folder.join("dr_question.json"))?.dr_question,
            files,
            insights,
            facts,
        })
    }

    /// Runs the question in a home of its own.
    fn report(&self, runtime: &Runtime, home: &Path) -> Result<Report> {
        let store = Store::open(home)?;
        let library = Library::new(store.clone());
        runtime.block_on(library.ingest(&self.files, None, &SystemClock, &|_| {}))?;
        let language = Language::of_text(&self.question);
        let mut settings = run_settings();
        settings.language = language;
        let frame = frame(&self.question, language, &library.companies()?.known()?);
        settings.profile = if frame.wants_research() {
            DEEP.chosen()
        } else {
            ANSWER.chosen()
        };
        let read = read(&store, &library)?;
        let names = names(&library)?;
        let run = self.driven(runtime, &store, library, settings)?;
        let record = RunRecord::load(&store, &run)?;
        Ok(Report {
            // a run that found nothing has no report
            text: record.report(OutputFormat::Markdown).unwrap_or_default(),
            cited: cited(&store, &record, &names)?,
            read,
        })
    }

    /// Creates the run and drives it to its end.
    fn driven(
        &self,
        runtime: &Runtime,
        store: &Store,
        library: Library,
        settings: RunSettings,
    ) -> Result<RunId> {
        let researchers = Researchers::new(Brains::new(Vec::new()), library);
        let engine = Engine::new(store.clone(), Arc::new(SystemClock), Arc::new(researchers));
        let run = runtime.block_on(engine.create(NewRun {
            request: Request {
                question: self.question.clone(),
                research_type: None,
            },
            settings,
            plan: None,
            understood: None,
            assumptions: Vec::new(),
            reuse: None,
        }))?;
        let stop = CancellationToken::new();
        let end = engine.drive(&run, Notices::nobody(), &stop);
        runtime.block_on(end)?.context("the run stayed open")?;
        Ok(run)
    }

    fn score(&self, report: &Report, tally: &mut Tally) -> Result<()> {
        let text = Text::of(&report.text);
        let mut told = String::new();
        for wanted in &self.facts {
            let fact = Fact::of(&wanted.answer, &report.source_of(wanted));
            let is_stated = report.cites(wanted) && fact.is_in(&text);
            let (all, found) = match wanted.qa_type.as_str() {
                "insight" => (&mut tally.facts, &mut tally.stated),
                _ => (&mut tally.distractors, &mut tally.strayed),
            };
            *all += 1;
            *found += usize::from(is_stated);
            let files = wanted.supporting_file_paths.join(", ");
            told += &format!(
                "{is_stated} {} {files}: {}\n",
                wanted.qa_type, wanted.answer
            );
        }
        let is_relevant = |name: &&String| self.insights.contains(*name);
        tally.cited += report.cited.len();
        tally.relevant += report.cited.iter().filter(is_relevant).count();
        for name in &report.cited {
            told += &format!("cited {} {name}\n", self.insights.contains(name));
        }
        tally.unanswered += usize::from(report.text.is_empty());
        tally.words.push(text.words());
        if let Some(folder) = std::env::var_os(REPORTS) {
            let file = Path::new(&folder).join(format!("{}.md", self.name));
            fs::write(file, format!("{}\n\n{told}", report.text))?;
        }
        Ok(())
    }
}

impl Report {
    /// Whether it cites a file that a fact rests on: the same words about something else are no fact.
    fn cites(&self, wanted: &Wanted) -> bool {
        let mut files = wanted.supporting_file_paths.iter();
        files.any(|file| self.cited.contains(&name_of(Path::new(file))))
    }

    /// What was read of the files that a fact rests on.
    fn source_of(&self, wanted: &Wanted) -> String {
        let files = wanted.supporting_file_paths.iter();
        let names = files.map(|file| name_of(Path::new(file)));
        let texts = names.filter_map(|name| self.read.get(&name).cloned());
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// The text of each file as the library keeps it, with its title; files of one name together.
fn read(store: &Store, library: &Library) -> Result<BTreeMap<String, String>> {
    let mut read: BTreeMap<String, String> = BTreeMap::new();
    for document in library.documents()? {
        let text = store.blobs().get_text(&document.text)?;
        let name = name_of(Path::new(&document.origin));
        let known = read.entry(name).or_default();
        known.push_str(&format!("{}\n{text}\n", document.title));
    }
    Ok(read)
}

/// The files behind the citations of a report's sections.
fn cited(
    store: &Store,
    record: &RunRecord<'_>,
    names: &BTreeMap<DocumentId, String>,
) -> Result<BTreeSet<String>> {
    let mut evidence: BTreeMap<_, &Evidence> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for envelope in record.journal() {
        match &envelope.event {
            Event::EvidenceAttached { evidence: item } => {
                evidence.insert(item.id.clone(), item);
            }
            Event::ArtifactWritten { artifact, body, .. }
                if artifact.kind() == Some(assay_domain::ArtifactKind::Section) =>
            {
                let section: Section = serde_json::from_str(&store.text_of(body)?)?;
                ids.extend(cited_evidence(&section.markdown));
            }
            _ => {}
        }
    }
    let documents = ids.iter().filter_map(|id| evidence.get(id));
    let files = documents.filter_map(|item| names.get(&item.document));
    Ok(files.cloned().collect())
}

/// The names of a library's files.
fn names(library: &Library) -> Result<BTreeMap<DocumentId, String>> {
    let documents = library.documents()?.into_iter();
    let named = documents.map(|document| {
        let name = name_of(Path::new(&document.origin));
        (document.id, name)
    });
    Ok(named.collect())
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}
