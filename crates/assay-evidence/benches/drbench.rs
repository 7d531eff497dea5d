use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use assay_domain::{Document, DocumentId, Passage};
use assay_evidence::{Filter, Index};
use assay_measure::{Figure, Measured, data_folder};
use serde::Deserialize;

use crate::corpus;

/// Passages that an analyst looks at for one question.
pub(crate) const LOOKED_AT: usize = 10;

/// A way to find passages for a question.
pub(crate) trait Ranking {
    /// Before the questions of a task, the documents of its environment.
    fn take(&mut self, documents: &[(Document, String)]) -> Result<()>;

    /// The best passages for a question, best first, at most [`LOOKED_AT`].
    fn best(&mut self, question: &str) -> Result<Vec<Passage>>;
}

/// As the library searches.
#[derive(Default)]
struct FullText {
    index: Option<Index>,
}

impl Ranking for FullText {
    fn take(&mut self, documents: &[(Document, String)]) -> Result<()> {
        let index = Index::in_memory()?;
        index.add(documents.to_vec(), 1)?;
        self.index = Some(index);
        Ok(())
    }

    fn best(&mut self, question: &str) -> Result<Vec<Passage>> {
        let index = self.index.as_ref().context("no documents were taken")?;
        let hits = index.search(question, &Filter::default(), LOOKED_AT)?;
        Ok(hits.into_iter().map(|hit| hit.passage).collect())
    }
}

#[derive(Deserialize)]
struct Evaluation {
    dr_report_evaluation_qa: Vec<Fact>,
}

#[derive(Deserialize)]
struct Fact {
    /// What a person would ask to learn the fact; may be empty.
    question: String,
    answer: String,
    qa_type: String,
    /// Absent for facts of the web.
    #[serde(default)]
    supporting_file_paths: Vec<String>,
}

#[derive(Deserialize)]
struct Environment {
    env_files: Vec<EnvironmentFile>,
}

#[derive(Deserialize)]
struct EnvironmentFile {
    source: String,
    destination: String,
}

#[derive(Deserialize)]
struct Task {
    dr_question: String,
}

#[derive(Default)]
struct Counts {
    facts: usize,
    files: usize,
    first: usize,
    insights: usize,
    insight_files: usize,
    passages: usize,
    with_passage: usize,
    unread: usize,
}

/// Whether the file of a fact is among the files of the best ten passages.
///
/// For each task an index is made of all the files of its environment (`config/env.json`: reports,
/// slides, sheets, mail and chat, those of the facts and those that lead astray, and no other file of
/// the folder). Each fact of `config/eval.json` that names a source file is one query: its own
/// sub-question as it stands, or the task's question where it has none. Nothing of the answer is in
/// the query. A file that cannot be read counts as not found.
///
/// `passage recall` asks more: one of the ten passages must be of the source file and hold the
/// answer, that is all of the answer's figures that stand anywhere in that file's passages and half of
/// its other words. Answers that no single passage of their file holds by that rule (they are put in
/// other words there) are left out of it, and how many are in is its n.
pub(crate) fn drbench() -> Result<Measured> {
    ranked_by("drbench", &mut FullText::default())
}

/// The figures of [`drbench`] for any way to find passages.
pub(crate) fn ranked_by(name: &str, ranking: &mut dyn Ranking) -> Result<Measured> {
    let folder = match data_folder("drbench") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let entries = fs::read_dir(folder)?;
    let mut tasks: Vec<_> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    tasks.sort();
    let mut counts = Counts::default();
    for task in &tasks {
        measure_task(task, ranking, &mut counts)
            .with_context(|| format!("task {}", task.display()))?;
    }
    Ok(Measured::Figures(vec![
        Figure::share(
            format!("{name}: file of the fact in the best 10"),
            counts.files,
            counts.facts,
        )
        .at_least(90.0),
        Figure::share(
            format!("{name}: of which facts to report"),
            counts.insight_files,
            counts.insights,
        ),
        Figure::share(
            format!("{name}: file of the fact in the best 1"),
            counts.first,
            counts.facts,
        ),
        Figure::share(
            format!("{name}: passage recall@10"),
            counts.passages,
            counts.with_passage,
        ),
        Figure::new(
            format!("{name}: files not read"),
            counts.unread as f64,
            "files",
            tasks.len(),
        ),
    ]))
}

fn measure_task(task: &Path, ranking: &mut dyn Ranking, counts: &mut Counts) -> Result<()> {
    let evaluation: Evaluation = json(&task.join("config/eval.json"))?;
    let environment: Environment = json(&task.join("config/env.json"))?;
    let question = json::<Task>(&task.join("dr_question.json"))?.dr_question;
    let mut documents: Vec<(Document, String)> = Vec::new();
    let mut by_name: BTreeMap<&str, DocumentId> = BTreeMap::new();
    for file in &environment.env_files {
        let (_, inside) = file
            .source
            .split_once("/files/")
            .context("a file outside")?;
        match corpus::read(&task.join("files").join(inside)) {
            Ok((document, text)) => {
                by_name.insert(&file.destination, document.id.clone());
                documents.push((document, text));
            }
            Err(_) => counts.unread += 1,
        }
    }
    ranking.take(&documents)?;
    for fact in &evaluation.dr_report_evaluation_qa {
        if fact.supporting_file_paths.is_empty() {
            continue;
        }
        let sources = fact.supporting_file_paths.iter();
        let sources: BTreeSet<&DocumentId> = sources
            .filter_map(|name| by_name.get(name.as_str()))
            .collect();
        let query = if fact.question.trim().is_empty() {
            &question
        } else {
            &fact.question
        };
        let best = ranking.best(query)?;
        let is_source = |passage: &&Passage| sources.contains(&passage.document);
        let is_found = best.iter().any(|passage| is_source(&passage));
        counts.facts += 1;
        counts.files += usize::from(is_found);
        counts.first += usize::from(best.first().is_some_and(|passage| is_source(&passage)));
        if fact.qa_type == "insight" {
            counts.insights += 1;
            counts.insight_files += usize::from(is_found);
        }
        let of_sources = documents
            .iter()
            .filter(|(document, _)| sources.contains(&document.id));
        let passages: Vec<String> = of_sources
            .flat_map(|(document, text)| assay_documents::split(document, text))
            .map(|passage| passage.text)
            .collect();
        let wanted = Wanted::of(&fact.answer, &passages);
        if passages.iter().any(|text| wanted.is_in(text)) {
            counts.with_passage += 1;
            let mut found = best.iter().filter(is_source);
            counts.passages += usize::from(found.any(|passage| wanted.is_in(&passage.text)));
        }
    }
    Ok(())
}

/// What a passage must hold to be the one that states a fact.
struct Wanted {
    figures: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Wanted {
    fn of(answer: &str, passages: &[String]) -> Self {
        let stated: BTreeSet<String> = passages.iter().flat_map(|text| words(text)).collect();
        let (figures, words): (BTreeSet<String>, BTreeSet<String>) =
            words(answer).partition(|word| word.contains(|c: char| c.is_ascii_digit()));
        Self {
            figures: figures.intersection(&stated).cloned().collect(),
            words: words.into_iter().filter(|word| word.len() > 3).collect(),
        }
    }

    fn is_in(&self, text: &str) -> bool {
        let held: BTreeSet<String> = words(text).collect();
        let words = self.words.intersection(&held).count();
        self.figures.is_subset(&held) && 2 * words >= self.words.len()
    }
}

/// Lower-case words; figures without thousands separators.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == ','))
        .map(|word| {
            word.trim_matches(['.', ','])
                .replace(',', "")
                .to_lowercase()
        })
        .filter(|word| !word.is_empty())
}

fn json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}
