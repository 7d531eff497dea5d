//! What the check of a section costs: twenty sentences, each held against the same eight passages of
//! a filing, which are read once for all of them. And what the proof of a labelled sentence costs once
//! the passages that it cites are read.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::rc::Rc;

use anyhow::Result;
use assay_claims::{ClaimText, ReadSource, Source, check_claim, prove, quotations};
use assay_figures::{Block, blocks, sentences};
use assay_measure::{Figure, Measured, data_folder, middle_round};
use serde_json::Value;

use crate::labelled::{self, Documents};
use crate::numeral::Passage;
use crate::numeral::prose::passages_of_filings;

const PASSAGES: usize = 8;
const SENTENCES: usize = 20;
/// Words of a passage.
const LENGTH: std::ops::RangeInclusive<usize> = 100..=200;

struct Section {
    passages: Vec<Rc<Passage>>,
    claims: Vec<String>,
}

pub(crate) fn measure() -> Result<Measured> {
    let folder = match data_folder("sec/filings") {
        Ok(folder) => folder,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let mut sections: Vec<Section> = Vec::new();
    for filing in passages_of_filings(&folder)? {
        sections.extend(sections_of(&filing));
    }
    anyhow::ensure!(
        !sections.is_empty(),
        "no filing has {PASSAGES} passages of prose"
    );
    let seconds = middle_round(|| sections.iter().for_each(check))?;
    let checked = sections.len() * SENTENCES;
    let name = "check-speed: CPU per checked sentence, reading the passages included";
    let each = Figure::new(name, seconds * 1e6 / checked as f64, "µs", checked);
    let mut figures = vec![each.at_most(60.0)];
    if let Ok(path) = labelled::file() {
        figures.push(proof_speed(&path)?);
    }
    Ok(Measured::Figures(figures))
}

fn proof_speed(path: &Path) -> Result<Figure> {
    let text = std::fs::read_to_string(path)?;
    let rows = text.lines().map(serde_json::from_str::<Value>);
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let mut documents = Documents::new();
    for row in &rows {
        labelled::cut_passages(row, &mut documents)?;
    }
    let read: BTreeMap<&str, Vec<ReadSource<'_>>> = documents
        .iter()
        .map(|(id, cut)| (id.as_str(), cut.sources().collect()))
        .collect();
    let mut claims: Vec<(&str, Vec<&ReadSource<'_>>)> = Vec::new();
    for row in &rows {
        let cites = labelled::listed_ids(row)?;
        let cited = cites.into_iter().filter_map(|id| read.get(id)).flatten();
        claims.push((labelled::field(row, "sentence")?, cited.collect()));
    }
    let prove_all = || {
        for (text, sources) in &claims {
            let formula = None;
            black_box(prove(&ClaimText { text, formula }, sources));
        }
    };
    // the first round reads the passages
    prove_all();
    let seconds = middle_round(prove_all)?;
    let name = "check-speed: CPU per proven sentence, its passages read before";
    let each = Figure::new(
        name,
        seconds * 1e6 / claims.len() as f64,
        "µs",
        claims.len(),
    );
    Ok(each.at_most(200.0))
}

/// Sections of passages that follow each other, with sentences from all of them.
fn sections_of(filing: &[Rc<Passage>]) -> Vec<Section> {
    let long: Vec<Rc<Passage>> = filing
        .iter()
        .filter(|passage| LENGTH.contains(&passage.text.split_whitespace().count()))
        .map(Rc::clone)
        .collect();
    let mut found = Vec::new();
    for passages in long.chunks_exact(PASSAGES) {
        let mut claims: Vec<String> = Vec::new();
        for passage in passages {
            let text = passage.text.as_str();
            for block in blocks(text) {
                if let Block::Prose(range) = block {
                    let cuts = sentences(text, range).into_iter();
                    claims.extend(cuts.filter_map(|cut| Some(text.get(cut)?.to_owned())));
                }
            }
        }
        let step = (claims.len() / SENTENCES).max(1);
        let claims: Vec<String> = claims.into_iter().step_by(step).take(SENTENCES).collect();
        if claims.len() == SENTENCES {
            let passages = passages.to_vec();
            found.push(Section { passages, claims });
        }
    }
    found
}

fn check(section: &Section) {
    let sources: Vec<ReadSource<'_>> = section
        .passages
        .iter()
        .map(|passage| {
            ReadSource::of(Source {
                evidence: &passage.id,
                text: &passage.text,
                headings: &passage.headings,
                title: &passage.title,
                origin: "filing.html",
                as_of: None,
                subject: None,
            })
        })
        .collect();
    let sources: Vec<&ReadSource<'_>> = sources.iter().collect();
    for text in &section.claims {
        black_box(quotations(text));
        let claim = ClaimText {
            text,
            formula: None,
        };
        black_box(check_claim(&claim, &sources));
    }
}
