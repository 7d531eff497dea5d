use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};

use anyhow::{Context as _, Result};
use assay_documents::{read_document, split};
use assay_domain::{Document, Language, Passage, Tier, Timestamp};
use assay_ecosystem::{Graph, Source, Subject, UpdatePolicy, extract};
use assay_measure::{Figure, Measured, cpu_time, data_folder};

/// What a person who reads the filings finds stated of named companies and products: file, relation,
/// id of the other node.
const STATED: &str = include_str!("stated.txt");
/// The clock ticks a hundred times a second.
const ROUNDS: usize = 20;

pub(crate) fn measure() -> Result<Measured> {
    let folder = match data_folder("sec/filings") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut paths: Vec<_> = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    paths.sort_by_key(fs::DirEntry::path);
    let stated: BTreeSet<&str> = STATED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let mut found: BTreeSet<String> = BTreeSet::new();
    let (mut quotes, mut verbatim, mut bytes) = (0, 0, 0);
    let mut seconds = 0.0;
    let mut out = io::stderr().lock();
    for entry in paths {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (subject, document, text) = read(&name, &fs::read(entry.path())?)?;
        let passages = split(&document, &text);
        let source = source(&document, &passages)?;
        let start = cpu_time()?;
        for _ in 1..ROUNDS {
            std::hint::black_box(extract(&subject, &source)?);
        }
        let relations = extract(&subject, &source)?;
        seconds += (cpu_time()? - start).as_secs_f64();
        bytes += passages
            .iter()
            .map(|passage| passage.text.len())
            .sum::<usize>()
            * ROUNDS;
        let mut graph = Graph::new(&subject);
        graph.merge(relations, &UpdatePolicy::standard(Language::En));
        for edge in &graph.edges {
            let other = graph.other(edge).context("an edge has two ends")?;
            found.insert(format!("{name} {} {}", edge.kind.name(), other.id));
            writeln!(
                out,
                "{name} {} {} [{}]",
                edge.kind.name(),
                other.name,
                edge.label
            )?;
            for evidence in &edge.evidence {
                quotes += 1;
                let passage = passages.iter().find(|one| one.id == evidence.passage);
                verbatim +=
                    usize::from(passage.is_some_and(|one| one.text.contains(&evidence.quote)));
                writeln!(out, "    {}", evidence.quote)?;
            }
        }
    }
    let right = compare(&mut out, &stated, &found)?;
    Ok(Measured::Figures(vec![
        Figure::share("edges of filings that are right", right, found.len()).at_least(98.0),
        Figure::share("stated relations of filings found", right, stated.len()),
        Figure::share(
            "edge quotations verbatim in their passage",
            verbatim,
            quotes,
        )
        .at_least(100.0),
        Figure::new(
            "relations from text",
            bytes as f64 / 1e6 / seconds,
            "MB/CPU-s",
            ROUNDS,
        ),
    ]))
}

/// How many of the relations found are stated; the differences are named.
fn compare(
    out: &mut impl Write,
    stated: &BTreeSet<&str>,
    found: &BTreeSet<String>,
) -> Result<usize> {
    let is_stated = |line: &&String| stated.contains(line.as_str());
    for line in found.iter().filter(|line| !is_stated(line)) {
        writeln!(out, "not stated: {line}")?;
    }
    for line in stated.iter().filter(|line| !found.contains(**line)) {
        writeln!(out, "missed: {line}")?;
    }
    Ok(found.iter().filter(is_stated).count())
}

fn source<'a>(document: &Document, passages: &'a [Passage]) -> Result<Source<'a>> {
    Ok(Source {
        passages,
        date: document.date.context("a filing has a date")?,
        tier: Tier::A,
        is_own: true,
    })
}

fn read(name: &str, bytes: &[u8]) -> Result<(Subject, Document, String)> {
    let parsed = read_document(name, bytes)?;
    let entity = parsed
        .subject
        .entity
        .clone()
        .context("a filing names its company")?;
    let ticker = name.split('-').next().map(str::to_uppercase);
    let subject = Subject {
        names: vec![entity],
        ticker,
    };
    let document = parsed.record(name, bytes, Tier::A, Timestamp::UNIX_EPOCH);
    Ok((subject, document, parsed.text))
}
