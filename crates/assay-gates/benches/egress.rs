//! What the egress gate finds, what it finds wrongly, and how fast.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use assay_gates::{Personal, PersonalKind, personal_data, secrets};
use assay_measure::{Figure, Measured, Measurement, cpu_time, data_file, data_folder};
use serde_json::Value;

pub(crate) const MEASUREMENTS: [Measurement; 2] = [("pii", pii), ("egress-speed", egress_speed)];

/// Kinds of the sentences' labels that have a pattern, and what the gate calls them. Names, places,
/// dates, ages, titles and addresses of houses and sites have none.
const KINDS: [(&str, PersonalKind); 7] = [
    ("CREDIT_CARD", PersonalKind::PaymentCard),
    ("EMAIL_ADDRESS", PersonalKind::Email),
    ("IBAN_CODE", PersonalKind::Iban),
    ("IP_ADDRESS", PersonalKind::IpAddress),
    ("PHONE_NUMBER", PersonalKind::Phone),
    ("US_DRIVER_LICENSE", PersonalKind::DriverLicence),
    ("US_SSN", PersonalKind::UsSocialSecurity),
];
const SENTENCES: [&str; 2] = [
    "pii/presidio_generated_small.json",
    "pii/presidio_synth_500.json",
];

fn pii() -> Result<Measured> {
    let mut figures = Vec::new();
    match sentences().and_then(|found| Ok((found, chinese()?, filings()?))) {
        Err(reason) => return Ok(Measured::Skipped(reason)),
        Ok((sentences, chinese, filings)) => {
            figures.extend(english_figures(&sentences)?);
            figures.extend(chinese_figures(&chinese)?);
            figures.extend(filing_figures(&filings));
            figures.extend(planted_figures(&filings));
        }
    }
    Ok(Measured::Figures(figures))
}

fn sentences() -> Result<Vec<String>, String> {
    SENTENCES
        .iter()
        .map(|name| read(&data_file(name)?))
        .collect()
}

fn chinese() -> Result<String, String> {
    read(&data_file("pii/zh_ids.jsonl")?)
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[derive(Default)]
struct Tally {
    labelled: usize,
    found: usize,
}

fn english_figures(files: &[String]) -> Result<Vec<Figure>> {
    let mut kinds: BTreeMap<&str, Tally> = BTreeMap::new();
    let (mut reported, mut right) = (0, 0);
    for file in files {
        let rows: Vec<Value> = serde_json::from_str(file).context("labelled sentences")?;
        for row in &rows {
            let text = row
                .get("full_text")
                .and_then(Value::as_str)
                .context("full_text")?;
            let found = personal_data(text);
            let labels = labels(row, text)?;
            for label in &labels {
                let tally = kinds.entry(label.name).or_default();
                tally.labelled += 1;
                tally.found += usize::from(found.iter().any(|one| label.is_covered_by(one)));
            }
            reported += found.len();
            right += found
                .iter()
                .filter(|one| labels.iter().any(|label| label.touches(one)))
                .count();
        }
    }
    let labelled = kinds.values().map(|tally| tally.labelled).sum();
    let found = kinds.values().map(|tally| tally.found).sum();
    let mut figures = vec![
        Figure::share("pii: recall over kinds with a pattern", found, labelled).at_least(78.0),
        Figure::share("pii: precision over all kinds reported", right, reported).at_least(93.0),
    ];
    for (name, tally) in kinds {
        let name = format!("pii: recall of {name}");
        figures.push(Figure::share(name, tally.found, tally.labelled));
    }
    Ok(figures)
}

struct Label {
    name: &'static str,
    kind: PersonalKind,
    start: usize,
    end: usize,
}

impl Label {
    /// All of it is taken out, under its own name.
    fn is_covered_by(&self, one: &Personal) -> bool {
        one.kind == self.kind && one.start <= self.start && self.end <= one.end
    }

    fn touches(&self, one: &Personal) -> bool {
        one.kind == self.kind && one.start < self.end && self.start < one.end
    }
}

/// Labels count characters; findings count bytes.
fn labels(row: &Value, text: &str) -> Result<Vec<Label>> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let place = |value: Option<&Value>| -> Result<usize> {
        let at = value.and_then(Value::as_u64).context("a position")?;
        Ok(places.get(at as usize).copied().unwrap_or(text.len()))
    };
    let spans = row
        .get("spans")
        .and_then(Value::as_array)
        .context("spans")?;
    let mut labels = Vec::new();
    for span in spans {
        let name = span
            .get("entity_type")
            .and_then(Value::as_str)
            .context("entity_type")?;
        if let Some((name, kind)) = KINDS.iter().find(|(known, _)| *known == name) {
            labels.push(Label {
                name,
                kind: *kind,
                start: place(span.get("start_position"))?,
                end: place(span.get("end_position"))?,
            });
        }
    }
    Ok(labels)
}

fn chinese_figures(rows: &str) -> Result<Vec<Figure>> {
    let mut good = Tally::default();
    let mut decoys = Tally::default();
    for row in rows.lines().filter(|row| !row.is_empty()) {
        let row: Value = serde_json::from_str(row).context("a row with a number")?;
        let text = row.get("text").and_then(Value::as_str).context("text")?;
        let value = row.get("value").and_then(Value::as_str).context("value")?;
        let kind = row.get("type").and_then(Value::as_str).context("type")?;
        let found = personal_data(text);
        let is_found = found
            .iter()
            .any(|one| text.get(one.start..one.end) == Some(value));
        let touched = |one: &Personal| {
            let there = text.get(one.start..one.end).unwrap_or_default();
            there.contains(value) || value.contains(there)
        };
        if kind.ends_with("_BAD") {
            decoys.labelled += 1;
            decoys.found += usize::from(found.iter().any(touched));
        } else {
            good.labelled += 1;
            good.found += usize::from(is_found);
        }
    }
    Ok(vec![
        Figure::share("pii: recall of Chinese numbers", good.found, good.labelled).at_least(99.0),
        Figure::new(
            "pii: Chinese decoys with a wrong check digit accepted",
            decoys.found as f64,
            "",
            decoys.labelled,
        )
        .at_most(0.0),
    ])
}

/// The texts of the filings by file name, annual reports first to be told apart by it.
fn filings() -> Result<BTreeMap<String, String>, String> {
    let folder = data_folder("sec/filings")?;
    let entries = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut texts = BTreeMap::new();
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().unwrap_or_default().display().to_string();
        texts.insert(name, without_tags(&read(&path)?));
    }
    Ok(texts)
}

fn filing_figures(filings: &BTreeMap<String, String>) -> Vec<Figure> {
    let annual: Vec<&String> = filings
        .iter()
        .filter(|(name, _)| name.contains("10-k"))
        .map(|(_, text)| text)
        .collect();
    let n = annual.len();
    let per_report = |hits: usize| hits as f64 / n.max(1) as f64;
    let personal: usize = annual.iter().map(|text| personal_data(text).len()).sum();
    let distinct: usize = annual
        .iter()
        .map(|text| {
            let found = personal_data(text);
            let values = found.iter().map(|one| text.get(one.start..one.end));
            values.collect::<BTreeSet<_>>().len()
        })
        .sum();
    let secret: usize = annual.iter().map(|text| secrets(text).len()).sum();
    vec![
        Figure::new("pii: hits in a 10-K", per_report(personal), "", n).at_most(1.0),
        Figure::new(
            "pii: different values hit in a 10-K",
            per_report(distinct),
            "",
            n,
        ),
        Figure::new("secrets: hits in a 10-K", per_report(secret), "", n).at_most(1.0),
    ]
}

/// Numbers put into paragraphs of filings: half of them as they should be, half with a wrong check
/// digit.
const PLANTED: usize = 2_000;

fn planted_figures(filings: &BTreeMap<String, String>) -> Vec<Figure> {
    let long = |paragraph: &&str| paragraph.len() > 200;
    let paragraphs = filings
        .values()
        .flat_map(|text| text.split('\n').filter(long));
    let mut paragraphs: Vec<&str> = paragraphs.collect();
    paragraphs.truncate(PLANTED);
    let (mut found, mut accepted, mut good, mut bad) = (0, 0, 0, 0);
    let mut random = Random(20_240_131);
    for at in 0..PLANTED {
        let Some(paragraph) = paragraphs.get(at % paragraphs.len().max(1)) else {
            break;
        };
        let is_right = at % 2 == 0;
        let number = planted_number(at / 2 % 4, is_right, &mut random);
        let place = paragraph.len() / 2;
        let place = paragraph.floor_char_boundary(place);
        let (before, after) = paragraph.split_at(place);
        let text = format!("{before} {number} {after}");
        let is_found = personal_data(&text)
            .iter()
            .any(|one| one.start < place + 1 + number.len() && place < one.end);
        if is_right {
            good += 1;
            found += usize::from(is_found);
        } else {
            bad += 1;
            accepted += usize::from(is_found);
        }
    }
    vec![
        Figure::share("pii: planted in filings and found", found, good).at_least(99.0),
        Figure::new(
            "pii: planted with a wrong check digit and accepted",
            accepted as f64,
            "",
            bad,
        )
        .at_most(0.0),
    ]
}

/// A linear congruential generator, the same numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % limit
    }

    fn digits(&mut self, count: usize) -> String {
        (0..count).map(|_| self.below(10).to_string()).collect()
    }
}

fn planted_number(kind: usize, is_right: bool, random: &mut Random) -> String {
    let off = if is_right {
        0
    } else {
        1 + random.below(8) as u32
    };
    match kind {
        0 => {
            let first = format!("4{}", random.digits(14));
            format!("card {first}{}", (luhn(&first) + off) % 10)
        }
        1 => {
            let first = format!("622{}", random.digits(15));
            format!("{first}{}", (luhn(&first) + off) % 10)
        }
        2 => {
            let account = random.digits(18);
            let check = 98 - remainder(&format!("{account}131400"));
            format!("DE{:02}{account}", (check - 2 + off) % 97 + 2)
        }
        _ => {
            let day = 1 + random.below(28);
            let first = format!(
                "440308198{}06{day:02}{}",
                random.below(10),
                random.digits(3)
            );
            let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
            let sum: u32 = first
                .bytes()
                .zip(weights)
                .map(|(b, w)| u32::from(b - b'0') * w)
                .sum();
            let check = (12 - sum % 11 + off) % 11;
            let check = if check == 10 {
                "X".to_owned()
            } else {
                check.to_string()
            };
            format!("{first}{check}")
        }
    }
}

/// The check digit of a card whose other digits are these.
fn luhn(first: &str) -> u32 {
    let doubled = |(at, byte): (usize, u8)| {
        let digit = u32::from(byte - b'0');
        if at % 2 == 0 {
            digit * 2 / 10 + digit * 2 % 10
        } else {
            digit
        }
    };
    (10 - first.bytes().rev().enumerate().map(doubled).sum::<u32>() % 10) % 10
}

/// A long decimal number modulo 97.
fn remainder(number: &str) -> u32 {
    number
        .bytes()
        .fold(0, |rest, byte| (rest * 10 + u32::from(byte - b'0')) % 97)
}

/// Blocks become lines; character references stay, the gate resolves them.
fn without_tags(page: &str) -> String {
    let mut text = String::with_capacity(page.len() / 4);
    for part in page.split('<') {
        let (tag, rest) = part.split_once('>').unwrap_or(("", part));
        let blocks = ["/div", "/p", "/td", "br", "/tr"];
        let is_block = blocks.iter().any(|block| tag.starts_with(block));
        text.push_str(if is_block { "\n" } else { "" });
        text.push_str(rest);
    }
    text
}

/// As many passes as make the coarse clock of the system exact to one part in a hundred.
const PASSES: usize = 60;

fn egress_speed() -> Result<Measured> {
    let texts = match filings().and_then(|found| Ok((found, chinese()?))) {
        Ok((filings, chinese)) => {
            let mut texts: Vec<String> = filings.into_values().collect();
            let rows = chinese
                .lines()
                .filter_map(|row| serde_json::from_str::<Value>(row).ok());
            let rows = rows.filter_map(|row| Some(row.get("text")?.as_str()?.to_owned()));
            texts.push(rows.collect::<Vec<String>>().join("\n\n"));
            texts
        }
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut figures = Vec::new();
    let bytes: usize = texts.iter().map(String::len).sum();
    // The first call builds the tables.
    let mut hits: usize = texts.iter().map(|text| scan(text)).sum();
    let start = cpu_time()?;
    for _ in 0..PASSES {
        hits += texts.iter().map(|text| scan(text)).sum::<usize>();
    }
    let seconds = (cpu_time()? - start).as_secs_f64();
    let megabytes = (bytes * PASSES) as f64 / 1e6;
    anyhow::ensure!(hits > 0, "the scan found nothing at all");
    let name = "egress-speed: personal data and secrets, MB a CPU second";
    figures.push(Figure::new(name, megabytes / seconds, "MB/s", PASSES).at_least(50.0));
    Ok(Measured::Figures(figures))
}

fn scan(text: &str) -> usize {
    personal_data(text).len() + secrets(text).len()
}
