use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use assay_measure::{Figure, Measured, Scratch, data_file, data_folder, peak_memory_of, sibling};
use serde_json::Value;

const BYTES: usize = 1_000_000_000;
const MEGABYTE: f64 = 1e6;
/// The peak only ever grows: what is missed is what the last look was too early for.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
const TARGET: f64 = 500.0;
const LAST_LINES: usize = 5;

/// The most memory that `assay ingest` takes for 1 GB of text in some 2,400 files: English filings
/// without their markup and Chinese posts in equal bytes. In each file the commonest words are made
/// others, so that no file is a copy of another. What the process is made of is counted whole: its
/// own memory and the mapped files of the index.
pub(crate) fn memory() -> Result<Measured> {
    let assay = sibling("assay")?;
    if !assay.try_exists()? {
        return Ok(Measured::Skipped(
            "the release build of assay is not beside this program".to_owned(),
        ));
    }
    let found = data_folder("sec/filings")
        .and_then(|folder| Ok((folder, data_file("social/weibo_cctv_2020-01.jsonl")?)));
    let (folder, posts) = match found {
        Ok(found) => found,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let scratch = Scratch::new("ingest")?;
    let (documents, home) = (
        scratch.path().join("documents"),
        scratch.path().join("home"),
    );
    let files = write_documents(&filings(&folder)?, &posts_of(&posts)?, &documents)?;
    let begun = Instant::now();
    let peak = ingest(&assay, &home, &documents, files)?;
    Ok(Measured::Figures(vec![
        Figure::new("ingest-1gb-memory", peak as f64 / MEGABYTE, "MB", files).at_most(TARGET),
        Figure::new("ingest-1gb-time", begun.elapsed().as_secs_f64(), "s", files),
    ]))
}

/// Runs the program to its end; the most memory that was ever resident in it, in bytes. A program that
/// left files out was spared their memory, and has failed.
fn ingest(assay: &Path, home: &Path, documents: &Path, files: usize) -> Result<u64> {
    let (done, said) = (home.with_extension("json"), home.with_extension("stderr"));
    let mut child = Command::new(assay)
        .args(["--json", "ingest"])
        .arg(documents)
        .env("ASSAY_HOME", home)
        .stdin(Stdio::null())
        .stdout(File::create(&done)?)
        .stderr(File::create(&said)?)
        .spawn()
        .with_context(|| format!("cannot start {}", assay.display()))?;
    let peak = watch(&mut child);
    if peak.is_err() {
        child.kill()?;
    }
    let status = child.wait()?;
    let peak = peak?;
    if !status.success() {
        let said = fs::read_to_string(&said)?;
        bail!("assay ingest failed ({status}): {}", last_lines(&said));
    }
    let done: Value = serde_json::from_str(&fs::read_to_string(&done)?)?;
    let count = |part: &str| done.get(part).and_then(Value::as_array).map(Vec::len);
    if count("ingested") != Some(files) || count("refused") != Some(0) {
        let (came_in, refused) = (count("ingested"), count("refused"));
        bail!("of {files} files {came_in:?} came in and {refused:?} were refused");
    }
    Ok(peak)
}

/// What the program said in the end is the reason why it stopped.
fn last_lines(said: &str) -> String {
    let lines: Vec<&str> = said.lines().rev().take(LAST_LINES).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join("; ")
}

fn watch(child: &mut Child) -> Result<u64> {
    let mut peak = 0;
    while child.try_wait()?.is_none() {
        // A process that has just ended has no figures any more.
        if let Some(now) = peak_memory_of(child.id())? {
            peak = now;
        }
        std::thread::sleep(BETWEEN_LOOKS);
    }
    Ok(peak)
}

fn write_documents(filings: &[String], posts: &str, folder: &Path) -> Result<usize> {
    fs::create_dir_all(folder)?;
    let (mut english, mut chinese) = (0, 0);
    let mut number = 0;
    while english + chinese < BYTES {
        let text = if english <= chinese {
            let filing = filings.get(number % filings.len().max(1));
            let text = varied(filing.context("no filings")?, number);
            english += text.len();
            text
        } else {
            let text = posts.replace('，', &format!("第{number}，"));
            chinese += text.len();
            text
        };
        fs::write(folder.join(format!("{number:05}.txt")), text)?;
        number += 1;
    }
    Ok(number)
}

/// Few runs of five words hold none of these.
fn varied(text: &str, number: usize) -> String {
    let words = ["the", "of", "and", "to", "in"];
    words.iter().fold(text.to_owned(), |text, word| {
        text.replace(&format!(" {word} "), &format!(" {word}{number} "))
    })
}

fn filings(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    let read = |path: &PathBuf| {
        let page = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Ok(without_markup(&page))
    };
    paths.iter().map(read).collect()
}

/// The text between the tags of a page, its blocks apart.
fn without_markup(page: &str) -> String {
    let mut text = String::new();
    for piece in page.split('<') {
        let (tag, said) = piece.split_once('>').unwrap_or_default();
        if ["/p", "/div", "/tr"].contains(&tag) && !text.ends_with("\n\n") {
            text.push_str("\n\n");
        }
        let said = said.trim();
        if !said.is_empty() {
            text.push_str(said);
            text.push(' ');
        }
    }
    text
}

fn posts_of(file: &Path) -> Result<String> {
    let mut text = String::new();
    for line in fs::read_to_string(file)?.lines() {
        let post: Value = serde_json::from_str(line)?;
        let content = post.get("weibo_content").and_then(Value::as_str);
        text.push_str(content.context("a post without text")?);
        text.push_str("\n\n");
    }
    Ok(text)
}
