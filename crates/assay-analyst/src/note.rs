use assay_domain::{ClaimKind, Evidence, EvidenceId, citation};
use assay_figures::{Block, blocks, cut, sentences};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DraftClaim;
use crate::prose::claims_of;
use crate::relevance::Terms;
use crate::section::SectionDraft;

/// Notes that one dimension of a research brings at most.
const MOST_NOTES: usize = 12;
/// Characters of a passage that is quoted where no one sentence of it stands out.
const LONGEST_QUOTE: usize = 400;

/// What was found about one thing, and the words that say so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    pub topic: String,
    pub summary: String,
    pub evidence: Vec<Quoted>,
}

/// Words of a passage, and how far its source is trusted, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Quoted {
    pub id: EvidenceId,
    pub quote: String,
    pub confidence: f64,
}

impl Note {
    /// The marks by which a text cites what the note rests on.
    pub fn citations(&self) -> String {
        self.evidence
            .iter()
            .map(|quoted| citation(&quoted.id))
            .collect()
    }

    /// As much as the best of its sources.
    pub fn confidence(&self) -> f64 {
        let all = self.evidence.iter().map(|quoted| quoted.confidence);
        all.fold(0.0, f64::max)
    }
}

/// The notes that a section of quotations and arithmetic amounts to.
pub fn notes_of(
    draft: &SectionDraft,
    evidence: &[Evidence],
    trust: impl Fn(&Evidence) -> f64,
) -> Vec<Note> {
    let mut notes = Vec::new();
    for (heading, text) in parts(&draft.title, &draft.markdown) {
        let topic = if is_name(heading) {
            heading
        } else {
            &draft.title
        };
        for claim in claims_of(text) {
            let quoted: Vec<Quoted> = claim
                .evidence_ids
                .iter()
                .filter_map(|id| evidence.iter().find(|item| item.id == *id))
                .map(|item| Quoted {
                    id: item.id.clone(),
                    quote: fitting_quote(&item.quote, &claim.text),
                    confidence: trust(item),
                })
                .collect();
            if !quoted.is_empty() {
                notes.push(Note {
                    topic: topic.to_owned(),
                    summary: statement(&claim.text, text),
                    evidence: quoted,
                });
            }
        }
    }
    notes.truncate(MOST_NOTES);
    notes
}

/// The parts of a section under their headings; what stands before the first has the title.
fn parts<'a>(title: &'a str, markdown: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut parts = Vec::new();
    let mut rest = markdown;
    let mut topic = title;
    loop {
        let next = if rest.starts_with("### ") {
            Some(0)
        } else {
            rest.find("\n### ").map(|at| at + 1)
        };
        let Some(at) = next else {
            parts.push((topic, rest));
            return parts;
        };
        parts.push((topic, rest.get(..at).unwrap_or_default()));
        let heading = rest.get(at + "### ".len()..).unwrap_or_default();
        (topic, rest) = heading.split_once('\n').unwrap_or((heading, ""));
    }
}

/// Words that begin a question, or a heading that says how sentences were made.
static NO_NAMES: assay_domain::WordList = assay_domain::word_list!("note/no_names");

fn is_name(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    !NO_NAMES.iter().any(|word| heading.starts_with(word))
}

/// What a sentence says, without the marks of quotation and the name of its source behind it; a
/// row of a table with its column's headings.
fn statement(claim: &str, part: &str) -> String {
    if claim.starts_with('|') {
        return row(claim, part).unwrap_or_else(|| claim.to_owned());
    }
    let quoted = claim
        .strip_prefix('“')
        .and_then(|rest| rest.rsplit_once('”'))
        .filter(|(_, behind)| {
            behind.trim().is_empty() || behind.trim_start().starts_with(['(', '（'])
        });
    quoted.map_or(claim, |(said, _)| said).to_owned()
}

fn row(claim: &str, part: &str) -> Option<String> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
        inner
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let values = cells(claim);
    let label = values.first()?;
    let lines: Vec<&str> = part.lines().collect();
    let at = lines
        .iter()
        .position(|line| line.starts_with('|') && cells(line).get(..2) == values.get(..2))?;
    let rule = lines
        .get(..at)?
        .iter()
        .rposition(|line| line.starts_with("| ---"))?;
    let headings = cells(lines.get(rule.checked_sub(1)?)?);
    // the last column names the source
    let shown = values.len().saturating_sub(1);
    let figures: Vec<String> = values
        .iter()
        .zip(&headings)
        .take(shown)
        .skip(1)
        .map(|(value, heading)| format!("{value} ({heading})"))
        .collect();
    let of = headings.first()?;
    Some(format!("{label}, {of}: {}", figures.join(", ")))
}

/// The sentence of a passage that has most in common with a claim, word by word as it stands there.
fn fitting_quote(passage: &str, claim: &str) -> String {
    if passage.contains(claim) {
        return claim.to_owned();
    }
    let wanted = Terms::of(claim);
    let mut best: Option<(usize, &str)> = None;
    for block in blocks(passage) {
        let ranges = match block {
            Block::Prose(range) => sentences(passage, range),
            Block::Record(range) | Block::Label(range) => vec![range],
            Block::Table(rows) => rows,
            Block::Heading(_) => continue,
        };
        for range in ranges {
            let sentence = cut(passage, range).trim();
            let score = wanted.match_score(&Terms::of(sentence));
            if score > best.map_or(0, |(score, _)| score) {
                best = Some((score, sentence));
            }
        }
    }
    match best {
        Some((_, sentence)) => sentence.to_owned(),
        None => passage.chars().take(LONGEST_QUOTE).collect(),
    }
}

/// Notes as a section that cites what they rest on, each topic under its heading.
pub fn section_of(notes: &[Note]) -> String {
    let mut markdown = String::new();
    let mut topics: Vec<&str> = Vec::new();
    for note in notes {
        if !topics.contains(&note.topic.as_str()) {
            topics.push(&note.topic);
        }
    }
    for topic in topics {
        markdown.push_str(&format!("### {topic}\n\n"));
        for note in notes.iter().filter(|note| note.topic == topic) {
            markdown.push_str(&format!("- {} {}\n", note.summary, note.citations()));
        }
        markdown.push('\n');
    }
    markdown.trim_end().to_owned()
}

/// Whether words that a writer added to a note are borne out can only be said of whole sentences.
pub fn claim_of(note: &Note) -> DraftClaim {
    DraftClaim {
        text: note.summary.clone(),
        evidence_ids: note
            .evidence
            .iter()
            .map(|quoted| quoted.id.clone())
            .collect(),
        kind: ClaimKind::Written,
    }
}
