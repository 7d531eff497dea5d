//! Sentences as real documents print them, each cited to its own passage.

use std::path::Path;
use std::rc::Rc;

use anyhow::Result;
use assay_documents::{read_document, split};
use assay_domain::{EvidenceId, Tier, Timestamp};
use assay_figures::{Block, blocks, sentences};

use super::mutate::{Draw, has_numeral};
use super::tables::Report;
use super::{Case, Passage};

const FROM_EACH_FILING: usize = 300;
const FROM_REPORTS: usize = 900;

pub(crate) fn of_filings(folder: &Path) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for passages in passages_of_filings(folder)? {
        let found = passages
            .iter()
            .flat_map(|passage| of_passage("filing", passage))
            .collect();
        cases.extend(Draw::seeded(7).sample(found, FROM_EACH_FILING));
    }
    Ok(cases)
}

/// The passages of each filing.
pub(crate) fn passages_of_filings(folder: &Path) -> Result<Vec<Vec<Rc<Passage>>>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    paths.iter().map(|path| passages(path)).collect()
}

fn passages(path: &Path) -> Result<Vec<Rc<Passage>>> {
    let bytes = std::fs::read(path)?;
    let name = path.display().to_string();
    let parsed = read_document(&name, &bytes)?;
    let document = parsed.record(&name, &bytes, Tier::A, Timestamp::UNIX_EPOCH);
    let passages = split(&document, &parsed.text).into_iter();
    Ok(passages
        .map(|passage| {
            Rc::new(Passage {
                id: EvidenceId::of_passage(&passage.id),
                text: passage.text,
                headings: passage.headings,
                title: document.title.clone(),
                subject: document.subject.clone(),
            })
        })
        .collect())
}

pub(crate) fn of_reports(reports: &[Report]) -> Vec<Case> {
    let all = reports
        .iter()
        .flat_map(|report| of_passage("paragraph", &report.passage));
    Draw::seeded(11).sample(all.collect(), FROM_REPORTS)
}

/// The sentences of running text that have a number.
fn of_passage(group: &'static str, passage: &Rc<Passage>) -> Vec<Case> {
    let mut found = Vec::new();
    for block in blocks(&passage.text) {
        let Block::Prose(range) = block else {
            continue;
        };
        for sentence in sentences(&passage.text, range) {
            let text = passage.text.get(sentence).unwrap_or_default();
            if has_numeral(text) && text.split_whitespace().count() >= 5 {
                found.push(Case {
                    group,
                    text: text.to_owned(),
                    passage: Rc::clone(passage),
                    cell: None,
                });
            }
        }
    }
    found
}
