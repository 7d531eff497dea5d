use std::collections::BTreeSet;
use std::ops::Range;

use assay_domain::{ClaimKind, EvidenceId, QualityNote, cited_evidence, find_pair};
use assay_figures::{Block, blocks, cut, is_rule, sentences};

/// A factual sentence of a section and the evidence it cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftClaim {
    /// Without citation marks.
    pub text: String,
    pub evidence_ids: Vec<EvidenceId>,
    pub kind: ClaimKind,
}

/// Characters below which a section is called short.
const SHORT: usize = 300;

/// Advice about a section's text, whoever wrote it.
pub fn quality_notes(markdown: &str) -> Vec<QualityNote> {
    let mut notes = Vec::new();
    let plain = without_marks(markdown);
    let characters = plain.trim().chars().count();
    if characters < SHORT {
        notes.push(QualityNote::Short { characters });
    }
    if !has_figure(&plain) {
        notes.push(QualityNote::NoFigures);
    }
    notes
}

/// A sentence or table row where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenSentence {
    /// Bytes of the text, citation marks included.
    pub range: Range<usize>,
    /// `None` where it only connects, announces or asks.
    pub claim: Option<DraftClaim>,
}

/// Every sentence and table row of a text, in its order.
pub fn written_sentences(markdown: &str) -> Vec<WrittenSentence> {
    let ranges = sentence_ranges(markdown).into_iter();
    let written = ranges.map(|range| {
        let sentence = cut(markdown, range.clone());
        let evidence_ids = distinct(cited_evidence(sentence));
        // What cites always says something about the world.
        let is_claim = !evidence_ids.is_empty() || asserts(sentence);
        let claim = is_claim.then(|| DraftClaim {
            text: without_marks(sentence),
            evidence_ids,
            kind: ClaimKind::Written,
        });
        WrittenSentence { range, claim }
    });
    written.collect()
}

/// Headings, and sentences that only connect, announce or ask: what a text says without stating it.
pub fn connecting_texts(markdown: &str) -> Vec<&str> {
    let headings = blocks(markdown)
        .into_iter()
        .filter_map(|block| match block {
            Block::Heading(range) => Some(range),
            _ => None,
        });
    let written = written_sentences(markdown).into_iter();
    let connecting = written.filter(|sentence| sentence.claim.is_none());
    let ranges = headings.chain(connecting.map(|sentence| sentence.range));
    ranges.map(|range| cut(markdown, range)).collect()
}

/// The assertions of a section, sentence by sentence and table row by table row. What is said
/// twice, on the same evidence, is one assertion.
pub fn claims_of(markdown: &str) -> Vec<DraftClaim> {
    let mut seen = BTreeSet::new();
    let mut written = written_sentences(markdown);
    written.retain(|sentence| seen.insert(cut(markdown, sentence.range.clone())));
    let claims = written.into_iter().filter_map(|sentence| sentence.claim);
    claims.collect()
}

/// Every sentence and table row of a section, with its citation marks.
pub(crate) fn cited_sentences(markdown: &str) -> Vec<&str> {
    let ranges = sentence_ranges(markdown).into_iter();
    ranges.map(|range| cut(markdown, range)).collect()
}

fn sentence_ranges(markdown: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for block in blocks(markdown) {
        match block {
            Block::Heading(_) => {}
            Block::Prose(range) => found.extend(sentences(markdown, range)),
            Block::Record(range) | Block::Label(range) => found.push(range),
            Block::Table(rows) => {
                let has_header = rows
                    .get(1)
                    .is_some_and(|row| is_rule(cut(markdown, row.clone())));
                let body = rows.into_iter().skip(usize::from(has_header));
                found.extend(body.filter(|row| !is_rule(cut(markdown, row.clone()))));
            }
        }
    }
    found
}

/// Where a remark about each sentence or row would stand: the sentence without its citation marks,
/// and the place, in bytes.
pub fn remark_places(markdown: &str) -> Vec<(String, usize)> {
    let places = sentence_ranges(markdown).into_iter().map(|range| {
        let sentence = cut(markdown, range.clone());
        let trimmed = sentence.trim_end();
        let row = trimmed.strip_suffix('|');
        let row = row.filter(|_| trimmed.trim_start().starts_with('|'));
        let kept = row.unwrap_or_else(|| before_full_stop(trimmed)).trim_end();
        (without_marks(sentence), range.start + kept.len())
    });
    places.collect()
}

/// A sentence up to its full stop: what stood behind it would belong to the next sentence. Citations
/// may follow the stop.
fn before_full_stop(sentence: &str) -> &str {
    let mut bare = sentence;
    while let Some(start) = bare.strip_suffix("]]").and_then(|cut| cut.rfind("[[")) {
        bare = cut(bare, 0..start).trim_end();
    }
    let open = bare.trim_end_matches(['.', '!', '?', '。', '！', '？']);
    if open.len() < bare.len() {
        open
    } else {
        sentence
    }
}

static TRANSITIONS: assay_domain::WordList = assay_domain::word_list!("prose/transitions");

/// In characters.
const LONGEST_TRANSITION: usize = 16;

/// Whether a sentence that cites nothing says something about the world.
fn asserts(sentence: &str) -> bool {
    let text = without_marks(sentence);
    let plain = text.trim_matches(|c: char| matches!(c, '*' | '_' | '#' | '>' | ' '));
    let figure = has_figure(plain);
    let announces = plain.ends_with([':', '：']) && !figure;
    let asks = plain.ends_with(['?', '？']);
    let transition = !figure && is_transition(plain);
    let bold_title = text.trim().starts_with("**") && text.trim().ends_with("**") && !figure;
    !(announces || asks || transition || bold_title || is_too_short(plain, figure))
}

fn is_transition(text: &str) -> bool {
    let start = text.chars().take(LONGEST_TRANSITION);
    let lower: String = start.flat_map(char::to_lowercase).collect();
    TRANSITIONS.iter().any(|words| lower.starts_with(words))
}

fn is_too_short(text: &str, has_figure: bool) -> bool {
    let words = text.split_whitespace().count();
    let characters = text.chars().filter(|c| c.is_alphanumeric()).count();
    let chinese = text.chars().any(|c| matches!(c, '\u{4e00}'..='\u{9fff}'));
    !has_figure && (characters < 5 || (!chinese && words < 3))
}

/// Whether a text without citation marks has a number that is more than a year or a list number.
fn has_figure(text: &str) -> bool {
    text.lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .any(|line| {
            let line = line.trim_start();
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let listed = digits > 0 && line.get(digits..).is_some_and(|t| t.starts_with(". "));
            let content = if listed {
                cut(line, digits..line.len())
            } else {
                line
            };
            content
                .split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '-')))
                .map(|token| token.trim_matches(['.', ',', '-']))
                .any(|token| token.starts_with(|c: char| c.is_ascii_digit()) && !is_date(token))
        })
}

fn is_date(token: &str) -> bool {
    let year = token.get(..4).unwrap_or_default();
    let is_year = year.bytes().all(|b| b.is_ascii_digit())
        && (year.starts_with("19") || year.starts_with("20"))
        && year.len() == 4;
    is_year && (token.len() == 4 || token.get(4..5) == Some("-"))
}

/// The text with `[[ev_…]]` marks taken out and the blanks before them closed.
pub(crate) fn without_marks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = split_at_pair(rest, '[') {
        let Some((id, tail)) = split_at_pair(after, ']') else {
            break;
        };
        if id.starts_with("ev_") && !id.contains(char::is_whitespace) {
            plain.push_str(before.trim_end_matches(' '));
            rest = tail;
        } else {
            plain.push_str(before);
            plain.push_str("[[");
            rest = after;
        }
    }
    plain.push_str(rest);
    plain
}

/// What stands before and behind the first pair of a bracket.
fn split_at_pair(text: &str, bracket: char) -> Option<(&str, &str)> {
    let at = find_pair(text, bracket)?;
    Some((text.get(..at)?, text.get(at + 2 * bracket.len_utf8()..)?))
}

pub(crate) fn distinct(ids: Vec<EvidenceId>) -> Vec<EvidenceId> {
    let mut kept: Vec<EvidenceId> = Vec::new();
    for id in ids {
        if !kept.contains(&id) {
            kept.push(id);
        }
    }
    kept
}
