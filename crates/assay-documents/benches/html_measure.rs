//! Pages and filings: is the main content found, is every tagged figure read, and how fast.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use assay_documents::{main_content as content_of, read_document};
use assay_domain::{Date, Decimal, TaggedFact};
use assay_measure::{Figure, Measured, cpu_time, data_file, data_folder};

/// Pages are read this often for their speed: the clock ticks a hundred times a second.
const ROUNDS: usize = 20;
/// Pages below this score are named on standard error.
const WEAK: f64 = 0.9;

/// How much of the expected text of each page is in what was read, and how much of what was read is
/// expected: F1 over the bags of their words (a run of letters and digits, or one Chinese or Japanese
/// character), averaged over the pages.
pub(crate) fn main_content() -> Result<Measured> {
    let pages = match pages()? {
        Ok(pages) => pages,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut scores = Vec::new();
    for (name, folder) in &pages {
        let source = fs::read_to_string(folder.join("source.html"))?;
        let expected = fs::read_to_string(folder.join("expected.html"))?;
        let found = content_of(&source).with_context(|| name.clone())?.text;
        let (precision, recall) = agreement(&words(&found), &words(&text_of(&expected)));
        let f1 = if precision + recall > 0.0 {
            2.0 * precision * recall / (precision + recall)
        } else {
            0.0
        };
        scores.push(f1);
        if f1 < WEAK {
            writeln!(
                std::io::stderr(),
                "{name}: F1 {f1:.3}, precision {precision:.3}, recall {recall:.3}"
            )?;
        }
    }
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let figure = Figure::new(
        "HTML main content, F1 x 100",
        100.0 * mean,
        "",
        scores.len(),
    );
    Ok(Measured::Figures(vec![figure.at_least(99.0)]))
}

/// Megabytes of HTML whose main content is read in a second of processor time.
pub(crate) fn speed() -> Result<Measured> {
    let pages = match pages()? {
        Ok(pages) => pages,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let sources: Vec<String> = pages
        .values()
        .map(|folder| fs::read_to_string(folder.join("source.html")))
        .collect::<Result<_, _>>()?;
    let bytes: usize = sources.iter().map(String::len).sum();
    let start = cpu_time()?;
    for _ in 0..ROUNDS {
        for source in &sources {
            std::hint::black_box(content_of(source)?);
        }
    }
    let seconds = (cpu_time()? - start).as_secs_f64();
    let rate = (ROUNDS * bytes) as f64 / 1e6 / seconds;
    let mut figures = vec![
        Figure::new("HTML main content, speed", rate, "MB/CPU-s", sources.len()).at_least(10.0),
    ];
    if let Ok(folder) = data_folder("sec/filings") {
        figures.push(filing_speed(&folder)?);
    }
    Ok(Measured::Figures(figures))
}

fn filing_speed(folder: &Path) -> Result<Figure> {
    let mut filings = Vec::new();
    for entry in fs::read_dir(folder)? {
        filings.push(fs::read(entry?.path())?);
    }
    let bytes: usize = filings.iter().map(Vec::len).sum();
    let start = cpu_time()?;
    for _ in 0..ROUNDS {
        for filing in &filings {
            std::hint::black_box(read_document("filing.htm", filing)?);
        }
    }
    let seconds = (cpu_time()? - start).as_secs_f64();
    let rate = (ROUNDS * bytes) as f64 / 1e6 / seconds;
    let name = "inline-XBRL filings with facts and hidden text, speed";
    Ok(Figure::new(name, rate, "MB/CPU-s", filings.len()))
}

/// Folders of pages by their names.
fn pages() -> Result<Result<BTreeMap<String, PathBuf>, String>> {
    let folder = match data_folder("html") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.join("source.html").try_exists()? {
            let name = path.file_name().unwrap_or_default();
            pages.insert(name.to_string_lossy().into_owned(), path.clone());
        }
    }
    Ok(Ok(pages))
}

/// The text of an expected page: it is clean and small, so tags are all there is to take out.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        let (tag, content) = part.split_once('>').unwrap_or(("", part));
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next();
        let inline = [
            "a", "b", "i", "em", "strong", "span", "code", "sup", "sub", "u", "abbr",
        ];
        if !name.is_some_and(|name| inline.contains(&name)) {
            text.push(' ');
        }
        text.push_str(content);
    }
    let named = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    named
        .iter()
        .fold(text, |text, (name, sign)| text.replace(name, sign))
}

fn words(text: &str) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    let mut word = String::new();
    for c in text.to_lowercase().chars().chain([' ']) {
        let is_sign = matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
        if c.is_alphanumeric() && !is_sign {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            *words.entry(std::mem::take(&mut word)).or_insert(0) += 1;
        }
        if is_sign {
            *words.entry(c.to_string()).or_insert(0) += 1;
        }
    }
    words
}

/// Precision and recall. Two empty texts agree.
fn agreement(found: &BTreeMap<String, usize>, expected: &BTreeMap<String, usize>) -> (f64, f64) {
    let common: usize = found
        .iter()
        .map(|(word, count)| (*count).min(expected.get(word).copied().unwrap_or(0)))
        .sum();
    let share = |words: &BTreeMap<String, usize>| {
        let all: usize = words.values().sum();
        if all == 0 {
            1.0
        } else {
            common as f64 / all as f64
        }
    };
    (share(found), share(expected))
}

/// Filings of which the data folder also has the regulator's own reading.
const COMPARED: [(&str, &str, &str); 2] = [
    (
        "sec/filings/aapl-10-k-2024-11-01.html",
        "sec/companyfacts/AAPL_2025-03.json",
        "2024-11-01",
    ),
    (
        "sec/filings/nvda-10-k-2025-02-26.html",
        "sec/companyfacts/NVDA_2025-03.json",
        "2025-02-26",
    ),
];

/// Tagged figures against the regulator's own reading of the same filing, which has those of the
/// whole company and of the common taxonomies.
pub(crate) fn ixbrl() -> Result<Measured> {
    let mut read = 0;
    let mut shown = 0;
    let mut compared = 0;
    let mut equal = 0;
    for (filing, facts, filed) in COMPARED {
        let (filing, facts) = match (data_file(filing), data_file(facts)) {
            (Ok(filing), Ok(facts)) => (filing, facts),
            (Err(reason), _) | (_, Err(reason)) => return Ok(Measured::Skipped(reason)),
        };
        let parsed = read_document("filing.htm", &fs::read(filing)?)?;
        read += parsed.facts.len();
        shown += parsed.facts.iter().filter(|f| f.shown_at.is_some()).count();
        let expected = regulator_facts(&fs::read_to_string(facts)?, filed)?;
        let found: BTreeMap<Key, Decimal> = parsed
            .facts
            .iter()
            .filter(|fact| fact.dimensions.is_empty())
            .map(|fact| (key(fact), fact.value))
            .collect();
        for (key, value) in &expected {
            compared += 1;
            match found.get(key) {
                Some(mine) if mine == value => equal += 1,
                mine => writeln!(std::io::stderr(), "{key:?}: {value} there, {mine:?} here")?,
            }
        }
    }
    Ok(Measured::Figures(vec![
        Figure::share("tagged figures equal to the regulator's", equal, compared).at_least(99.9),
        Figure::new("tagged figures read", read as f64, "", COMPARED.len()),
        Figure::share("tagged figures with their place in the text", shown, read),
    ]))
}

type Key = (String, String, Option<Date>, Date);

fn key(fact: &TaggedFact) -> Key {
    (
        fact.concept.clone(),
        fact.unit.clone(),
        fact.start,
        fact.end,
    )
}

/// What the regulator's file has of the filing of that day.
fn regulator_facts(json: &str, filed: &str) -> Result<BTreeMap<Key, Decimal>> {
    let file: serde_json::Value = serde_json::from_str(json)?;
    let mut facts = BTreeMap::new();
    let objects = |value: Option<&serde_json::Value>| -> Vec<(String, serde_json::Value)> {
        let entries = value.and_then(serde_json::Value::as_object);
        let entries = entries.into_iter().flatten();
        entries.map(|(k, v)| (k.clone(), v.clone())).collect()
    };
    for (taxonomy, concepts) in objects(file.get("facts")) {
        for (concept, about) in objects(Some(&concepts)) {
            for (unit, values) in objects(about.get("units")) {
                for value in values.as_array().into_iter().flatten() {
                    let text = |name: &str| value.get(name).and_then(serde_json::Value::as_str);
                    if text("filed") != Some(filed) || text("form") != Some("10-K") {
                        continue;
                    }
                    let start = text("start").map(str::parse).transpose()?;
                    let end = text("end").context("a fact without an end")?.parse()?;
                    let number = value.get("val").context("a fact without a value")?;
                    let number = number.to_string();
                    let number = Decimal::from_scientific(&number).or_else(|_| number.parse())?;
                    let key = (format!("{taxonomy}:{concept}"), unit.clone(), start, end);
                    facts.insert(key, number);
                }
            }
        }
    }
    Ok(facts)
}
