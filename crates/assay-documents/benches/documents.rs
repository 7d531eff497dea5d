//! The readers over real documents.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use assay_documents::{Parsed, ReadError, read_document};
use assay_domain::Place;
use assay_measure::{Figure, Measured, cpu_time, data_folder};

/// Every file of the research tasks is read, and every small or broken PDF read or refused for a
/// reason that a user can act on.
pub(crate) fn documents() -> Result<Measured> {
    let (tasks, pdfs) = match (data_folder("drbench"), data_folder("pdf")) {
        (Ok(tasks), Ok(pdfs)) => (tasks, pdfs),
        (Err(reason), _) | (_, Err(reason)) => return Ok(Measured::Skipped(reason)),
    };
    let mut figures = Vec::new();
    let mut table = Table::default();
    let mut files = Vec::new();
    for task in folders(&tasks)? {
        files_below(&task.join("files"), &mut files)?;
    }
    let mut read = 0;
    for path in &files {
        let outcome = outcome(path)?;
        read += usize::from(outcome.is_ok());
        table.add("drbench", path, &outcome);
    }
    figures.push(Figure::share("documents of tasks read", read, files.len()).at_least(100.0));

    let mut files = Vec::new();
    files_below(&pdfs, &mut files)?;
    let mut read = 0;
    for path in &files {
        let outcome = outcome(path)?;
        read += usize::from(outcome.is_ok());
        table.add("pdf", path, &outcome);
    }
    figures.push(Figure::share(
        "broken and odd PDF files read",
        read,
        files.len(),
    ));
    table.print()?;
    Ok(Measured::Figures(figures))
}

fn outcome(path: &Path) -> Result<Result<Parsed, ReadError>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.to_string_lossy();
    Ok(read_document(&name, &bytes))
}

/// What became of the files, by folder and extension; each refusal by name.
#[derive(Default)]
struct Table {
    rows: BTreeMap<(String, String), (usize, usize, usize)>,
    refused: Vec<String>,
}

impl Table {
    fn add(&mut self, folder: &str, path: &Path, outcome: &Result<Parsed, ReadError>) {
        let extension = path.extension().map(|e| e.to_string_lossy().into_owned());
        let key = (folder.to_owned(), extension.unwrap_or_default());
        let (read, refused, bytes) = self.rows.entry(key).or_default();
        match outcome {
            Ok(parsed) => {
                *read += 1;
                *bytes += parsed.text.len();
            }
            Err(error) => {
                *refused += 1;
                let name = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                self.refused.push(format!("{folder}/{name}: {error}"));
            }
        }
    }

    fn print(&self) -> Result<()> {
        let mut out = io::stderr().lock();
        writeln!(
            out,
            "{:<10}{:<8}{:>6}{:>9}{:>12}",
            "folder", "kind", "read", "refused", "text bytes"
        )?;
        for ((folder, extension), (read, refused, bytes)) in &self.rows {
            writeln!(
                out,
                "{folder:<10}{extension:<8}{read:>6}{refused:>9}{bytes:>12}"
            )?;
        }
        for line in &self.refused {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }
}

/// Pages of text a second of processor time, over all PDF files at hand that can be read.
pub(crate) fn pdf_speed() -> Result<Measured> {
    /// Shorter runs are within the tick of the clock.
    const LEAST: Duration = Duration::from_secs(3);
    let (tasks, pdfs) = match (data_folder("drbench"), data_folder("pdf")) {
        (Ok(tasks), Ok(pdfs)) => (tasks, pdfs),
        (Err(reason), _) | (_, Err(reason)) => return Ok(Measured::Skipped(reason)),
    };
    let mut files = Vec::new();
    files_below(&tasks, &mut files)?;
    files_below(&pdfs, &mut files)?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pdf"));
    let mut documents = Vec::new();
    for path in files {
        let bytes = fs::read(&path)?;
        if let Ok(parsed) = read_document("a.pdf", &bytes) {
            documents.push((bytes, pages(&parsed)));
        }
    }
    let count: usize = documents.iter().map(|(_, pages)| pages).sum();
    let start = cpu_time()?;
    let mut rounds = 0;
    while cpu_time()? - start < LEAST {
        for (bytes, _) in &documents {
            read_document("a.pdf", bytes)?;
        }
        rounds += 1;
    }
    let seconds = (cpu_time()? - start).as_secs_f64();
    let speed = (count * rounds) as f64 / seconds;
    Ok(Measured::Figures(vec![
        Figure::new("PDF text", speed, "pages/CPU-s", count).at_least(200.0),
    ]))
}

/// Pages with text on them.
fn pages(parsed: &Parsed) -> usize {
    let is_page = |place: &Place| matches!(place, Place::Page(_));
    parsed
        .places
        .iter()
        .filter(|mark| is_page(&mark.place))
        .count()
}

fn folders(parent: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(parent)? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?
    {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
