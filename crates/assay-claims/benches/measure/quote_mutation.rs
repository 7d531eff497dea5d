//! Sentences of filings and annual reports as quotations: with typographic noise each must be found,
//! changed in its words none may be.

#[path = "chinese.rs"]
mod chinese;
#[path = "mutants.rs"]
mod mutants;
#[path = "noise.rs"]
mod noise;
#[path = "sentences.rs"]
mod sentences;

use std::collections::BTreeMap;

use anyhow::Result;
use assay_claims::{QuoteVerdict, check_quote, quotations};
use assay_measure::{Figure, Measured, data_file, data_folder};

use mutants::mutants;
use noise::noisy;
use sentences::{Sentence, of_filings, of_reports};

/// Sentences from each kind of source.
const SENTENCES: usize = 1_000;
/// Failures that are printed in full.
const EXAMPLES: usize = 20;

#[derive(Default)]
struct Tally {
    hits: usize,
    all: usize,
}

impl Tally {
    fn count(&mut self, hit: bool) {
        self.all += 1;
        self.hits += usize::from(hit);
    }
}

pub(super) fn measure() -> Result<Measured> {
    let (filings, reports) = match (data_folder("sec/filings"), data_file("qa/tatqa_dev.json")) {
        (Ok(filings), Ok(reports)) => (filings, reports),
        (Err(reason), _) | (_, Err(reason)) => return Ok(Measured::Skipped(reason)),
    };
    let mut sentences = of_filings(&filings, SENTENCES)?;
    sentences.extend(of_reports(&reports, SENTENCES)?);
    let mut figures = vec![Figure::new(
        "quoted sentences",
        sentences.len() as f64,
        "sentences",
        sentences.len(),
    )];
    figures.extend(false_alarms(&sentences));
    figures.extend(caught(&sentences));
    figures.extend(chinese::measure()?);
    Ok(Measured::Figures(figures))
}

fn is_verbatim(quote: &str, source: &str) -> bool {
    matches!(check_quote(quote, &[source]), QuoteVerdict::Verbatim { .. })
}

fn false_alarms(sentences: &[Sentence]) -> Vec<Figure> {
    let mut alarms = Tally::default();
    let mut missed = Tally::default();
    let mut examples = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        for (kind, quote) in noisy(&sentence.text, at) {
            let alarm = !is_verbatim(&quote, &sentence.source);
            alarms.count(alarm);
            if alarm {
                examples.push(format!("false alarm, {kind}: {quote}"));
            }
        }
        let inner = sentence.text.replace(['“', '”', '"'], "’");
        let prose = format!("The company’s report says: “{inner}” [[ev_1]].");
        let found = quotations(&prose);
        let whole = matches!(found.as_slice(), [one] if one.text == inner.trim());
        missed.count(!whole);
    }
    let mut figures = vec![
        Figure::share("false alarms on noisy originals", alarms.hits, alarms.all).at_most(0.5),
        Figure::share("quotations not found in prose", missed.hits, missed.all).at_most(0.5),
    ];
    let shown = examples.into_iter().take(EXAMPLES);
    figures.extend(shown.map(|line| Figure::new(line, 1.0, "false alarm", 1)));
    figures
}

fn caught(sentences: &[Sentence]) -> Vec<Figure> {
    let mut kinds: BTreeMap<&'static str, Tally> = BTreeMap::new();
    let mut examples = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        // Far enough away to come from another page or report.
        let other = sentences.get((at + sentences.len() / 3) % sentences.len());
        for mutant in mutants(sentence, other.unwrap_or(sentence), at) {
            let caught = !is_verbatim(&mutant.quote, &mutant.source);
            kinds.entry(mutant.kind).or_default().count(caught);
            if !caught {
                examples.push(format!("missed, {}: {}", mutant.kind, mutant.quote));
            }
        }
    }
    shares("quotation mutants caught", &kinds, examples)
}

/// The share of all kinds together, of each kind, and what was missed.
fn shares(name: &str, kinds: &BTreeMap<&'static str, Tally>, missed: Vec<String>) -> Vec<Figure> {
    let hits = kinds.values().map(|tally| tally.hits).sum();
    let all = kinds.values().map(|tally| tally.all).sum();
    let kinds_name = format!("{name}: kinds");
    let mut figures = vec![
        Figure::share(name, hits, all).at_least(99.9),
        Figure::new(kinds_name, kinds.len() as f64, "kinds", kinds.len()).at_least(10.0),
    ];
    for (kind, tally) in kinds {
        figures.push(Figure::share(
            format!("{name}: {kind}"),
            tally.hits,
            tally.all,
        ));
    }
    let shown = missed.into_iter().take(EXAMPLES);
    figures.extend(shown.map(|line| Figure::new(line, 1.0, "missed", 1)));
    figures
}
