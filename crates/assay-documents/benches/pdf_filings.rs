//! Filings as PDF: are all read, is known whose they are, and do the figures of their statements
//! stand with their labels, years and unit.
//!
//! Whether a figure stands in its row is judged by another program's view of the page: `pdftotext
//! -layout`, where it is installed. Its rows are compared with ours, figure by figure.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context as _, Result};
use assay_documents::{Parsed, read_document, split};
use assay_domain::{Place, Tier, Timestamp};
use assay_measure::{Figure, Measured, cpu_time, data_folder, peak_memory};
use regex::Regex;

/// Figures of a page that make it a statement, under a statement's title.
const LEAST_FIGURES: usize = 25;
/// Lines of a page above which its title stands.
const TOP_LINES: usize = 14;
/// Lines of prose on a page that shows more than a statement.
const MOST_PROSE: usize = 15;

pub(crate) fn filings() -> Result<Measured> {
    let folder = match data_folder("pdf/filings") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut read = Vec::new();
    let start = cpu_time()?;
    for path in &paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match read_document(&name, &fs::read(path)?) {
            Ok(parsed) => read.push((path, parsed)),
            Err(error) => writeln!(std::io::stderr(), "{name}: {error}")?,
        }
    }
    let seconds = (cpu_time()? - start).as_secs_f64();
    let pages: usize = read.iter().map(|(_, parsed)| pages_of(parsed).len()).sum();
    let known = read
        .iter()
        .filter(|(path, parsed)| is_identified(path, parsed));
    let mut figures = vec![
        Figure::share("PDF filings read", read.len(), paths.len()).at_least(100.0),
        Figure::share(
            "PDF filings with company, form and period",
            known.count(),
            paths.len(),
        )
        .at_least(100.0),
        Figure::new("PDF filings", pages as f64 / seconds, "pages/CPU-s", pages).at_least(200.0),
        Figure::new(
            "PDF filings, most memory",
            peak_memory()? as f64 / 1e6,
            "MB",
            paths.len(),
        ),
    ];
    figures.extend(rows(&read)?);
    figures.extend(pieces(&read)?);
    Ok(Measured::Figures(figures))
}

/// The name of the file is a witness that knows nothing of the cover: company and year of both agree.
fn is_identified(path: &Path, parsed: &Parsed) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let called = letters(stem.split('_').next().unwrap_or_default());
    let entity = letters(parsed.subject.entity.as_deref().unwrap_or_default());
    let year = parsed.subject.period_end.map(|end| end.year().to_string());
    entity.contains(&called)
        && parsed.subject.form.is_some()
        && year.is_some_and(|year| stem.contains(&year))
        && !parsed.title.to_uppercase().starts_with("UNITED STATES")
}

/// Texts of pages with their numbers.
fn pages_of(parsed: &Parsed) -> Vec<(u32, &str)> {
    let marks = parsed.places.iter().filter_map(|mark| match mark.place {
        Place::Page(page) => Some((page, mark.start)),
        _ => None,
    });
    let marks: Vec<(u32, usize)> = marks.collect();
    let ends = marks.iter().skip(1).map(|(_, start)| *start);
    let ends = ends.chain([parsed.text.len()]);
    let texts = marks.iter().zip(ends);
    texts
        .filter_map(|((page, start), end)| Some((*page, parsed.text.get(*start..end)?)))
        .collect()
}

fn figures_in(line: &str) -> Vec<String> {
    let found = FIGURE.find_iter(line).map(|found| {
        let digits = found.as_str().chars();
        digits.filter(|c| c.is_ascii_digit() || *c == '.').collect()
    });
    found.collect()
}

/// The figures of statement pages: how many stand in the row in which `pdftotext` shows them, and how
/// many in a row with any words.
fn rows(read: &[(&PathBuf, Parsed)]) -> Result<Vec<Figure>> {
    let (mut all, mut in_row, mut with_words) = (0, 0, 0);
    for (path, parsed) in read {
        let shown = Command::new("pdftotext")
            .arg("-layout")
            .arg(path)
            .arg("-")
            .output();
        let Ok(shown) = shown else {
            writeln!(
                std::io::stderr(),
                "pdftotext is not installed: rows are not compared"
            )?;
            return Ok(Vec::new());
        };
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let ours = pages_of(parsed);
        for (place, page) in shown.split('\u{c}').enumerate() {
            if !is_statement(page) {
                continue;
            }
            let number = u32::try_from(place + 1).context("too many pages")?;
            let text = ours.iter().find(|(page, _)| *page == number);
            let lines: Vec<(BTreeSet<String>, String)> = text
                .map_or("", |(_, text)| text)
                .lines()
                .map(|line| {
                    (
                        figures_in(&line.replace('|', " ")).into_iter().collect(),
                        line.to_lowercase(),
                    )
                })
                .collect();
            for line in page.lines() {
                let words = label_of(line);
                for figure in figures_in(line).iter().filter(|f| !is_year(f)) {
                    all += 1;
                    let holding = lines.iter().filter(|(figures, _)| figures.contains(figure));
                    let said = |line: &str| words.iter().filter(|w| line.contains(*w)).count();
                    let mut holding = holding
                        .map(|(_, line)| line.as_str())
                        .filter(|l| WORD.is_match(l))
                        .peekable();
                    with_words += usize::from(holding.peek().is_some());
                    in_row += usize::from(holding.any(|line| 2 * said(line) >= words.len()));
                }
            }
        }
    }
    Ok(vec![
        Figure::share(
            "figures of statements in the row of their label",
            in_row,
            all,
        )
        .at_least(95.0),
        Figure::share("figures of statements in a row with words", with_words, all),
    ])
}

/// What a row is called: its words up to the first wide gap.
fn label_of(line: &str) -> Vec<String> {
    let label = line.trim().split("  ").next().unwrap_or_default();
    let label = label.split('$').next().unwrap_or_default().to_lowercase();
    WORD.find_iter(&label)
        .map(|word| word.as_str().to_owned())
        .collect()
}

fn is_year(figure: &str) -> bool {
    figure.len() == 4 && (figure.starts_with("19") || figure.starts_with("20"))
}

fn is_statement(page: &str) -> bool {
    let lines: Vec<&str> = page
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let titled = lines.iter().take(TOP_LINES).any(|line| {
        let line = line.trim();
        line.len() < 110 && TITLE.is_match(line) && !SENTENCE.is_match(line) && !line.ends_with('.')
    });
    let count: usize = lines.iter().map(|line| figures_in(line).len()).sum();
    let is_prose =
        |line: &&&str| line.split_whitespace().count() > 14 && figures_in(line).len() < 2;
    titled && count >= LEAST_FIGURES && lines.iter().filter(is_prose).count() <= MOST_PROSE
}

/// Pieces of statements that say their years and their unit, by themselves or in what they carry.
fn pieces(read: &[(&PathBuf, Parsed)]) -> Result<Vec<Figure>> {
    let (mut all, mut dated, mut with_unit) = (0, 0, 0);
    for (path, parsed) in read {
        let document = parsed.record("a.pdf", b"", Tier::D, Timestamp::UNIX_EPOCH);
        for piece in split(&document, &parsed.text) {
            let is_row = |line: &&str| line.starts_with('|') && !figures_in(line).is_empty();
            let titled = piece.headings.iter().any(|heading| {
                let is_row = heading.starts_with('|');
                !is_row
                    && TITLE.is_match(heading)
                    && !SENTENCE.is_match(heading)
                    && heading.len() < 110
            });
            if !titled || piece.text.lines().filter(is_row).count() < 2 {
                continue;
            }
            all += 1;
            let said = piece.headings.join("\n") + "\n" + &piece.text;
            let (has_years, has_unit) = (YEAR.is_match(&said), UNIT.is_match(&said));
            dated += usize::from(has_years);
            with_unit += usize::from(has_unit);
            if !(has_years && has_unit) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let row = piece.text.lines().find(is_row).unwrap_or_default();
                writeln!(
                    std::io::stderr(),
                    "{name}: {:?}: {row}",
                    piece.headings.last()
                )?;
            }
        }
    }
    Ok(vec![
        Figure::share("pieces of statements with years", dated, all).at_least(99.0),
        Figure::share("pieces of statements with a unit", with_unit, all).at_least(99.0),
    ])
}

static FIGURE: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\b\d{2,3}\b|\b\d{4}\b"));
static WORD: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)\p{Alphabetic}{3,}"));
static YEAR: LazyLock<Regex> = LazyLock::new(|| compiled(r"\b(?:19|20)\d\d\b"));
static UNIT: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)millions?|thousands?|billions?"));
static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)(?:consolidated|condensed)?\s*(?:statements? of (?:consolidated )?(?:comprehensive |net )?(?:income|operations|earnings|cash flows|financial position|comprehensive|changes|equity|stockholders|shareholders|shareowners|common stock)|balance sheets?|income statements?)",
    )
});
/// Words of a line that speaks of a statement.
static SENTENCE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\b(?:our|the|see|in|on|note|item|notes|schedule|information|off)\b|\d{2,}\s*$")
});

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which each measurement compiles"
)]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}
