use std::collections::BTreeMap;

use assay_domain::{Date, Evidence, EvidenceId, Language, Tier, cited_ids, find_pair};

use crate::document::Inline;

/// A line of the list of sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceEntry {
    /// The `n` of `[n]`: 1, 2, 3 … in order of first citation.
    pub number: usize,
    pub evidence: EvidenceId,
    /// The document's title.
    pub source: String,
    pub origin: String,
    /// Where a person finds it: page, slide, sheet or item, then the headings.
    pub headings: Vec<String>,
    pub tier: Tier,
    pub as_of: Option<Date>,
    pub quote: String,
}

/// Gives out citation numbers in the order in which evidence is first cited.
pub(crate) struct Citations<'a> {
    language: Language,
    evidence: &'a BTreeMap<EvidenceId, Evidence>,
    numbers: BTreeMap<EvidenceId, usize>,
    sources: Vec<SourceEntry>,
    unresolved: Vec<String>,
}

impl<'a> Citations<'a> {
    pub(crate) fn new(language: Language, evidence: &'a BTreeMap<EvidenceId, Evidence>) -> Self {
        Self {
            language,
            evidence,
            numbers: BTreeMap::new(),
            sources: Vec::new(),
            unresolved: Vec::new(),
        }
    }

    /// The citation of the id that stands inside a mark.
    pub(crate) fn cite(&mut self, id: &str) -> Inline {
        let id = EvidenceId::new(id);
        if let Some(number) = self.numbers.get(&id) {
            return Inline::Cite(vec![*number]);
        }
        let Some(evidence) = self.evidence.get(&id) else {
            let text = id.as_str().to_owned();
            if !self.unresolved.contains(&text) {
                self.unresolved.push(text.clone());
            }
            return Inline::Unresolved(text);
        };
        let number = self.sources.len() + 1;
        self.sources.push(entry(number, evidence, self.language));
        self.numbers.insert(id, number);
        Inline::Cite(vec![number])
    }

    pub(crate) fn sources(&self) -> &[SourceEntry] {
        &self.sources
    }

    pub(crate) fn unresolved(&self) -> &[String] {
        &self.unresolved
    }

    pub(crate) fn into_parts(self) -> (Vec<SourceEntry>, Vec<String>) {
        (self.sources, self.unresolved)
    }
}

fn entry(number: usize, evidence: &Evidence, language: Language) -> SourceEntry {
    SourceEntry {
        number,
        evidence: evidence.id.clone(),
        source: evidence.source.clone(),
        origin: evidence.origin.clone(),
        headings: evidence
            .place
            .iter()
            .map(|place| place.text(language))
            .chain(shown_headings(evidence))
            .collect(),
        tier: evidence.tier,
        as_of: evidence.as_of,
        quote: evidence.quote.clone(),
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    Text(&'t str),
    /// What stands between the double brackets.
    Mark(&'t str),
}

/// Longest inside of a mark that is meant as a citation but is no id.
const LONGEST_MALFORMED: usize = 80;

/// Cuts `text` at its citation marks. A mark that begins like an id but is none, such as
/// `[[ev_1, ev_2]]`, is a mark too: it will not resolve, and the reader is told.
pub(crate) fn split_marks(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut done = 0;
    let mut from = 0;
    while let Some(open) = text.get(from..).and_then(|rest| find_pair(rest, '[')) {
        let open = from + open;
        let inside_from = open + 2;
        match inside_of_mark(text, inside_from) {
            Some(inside) => {
                push_text(&mut pieces, text.get(done..open));
                pieces.push(Piece::Mark(inside));
                done = inside_from + inside.len() + 2;
                from = done;
            }
            None => from = open + 1,
        }
    }
    push_text(&mut pieces, text.get(done..));
    pieces
}

fn push_text<'t>(pieces: &mut Vec<Piece<'t>>, text: Option<&'t str>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        pieces.push(Piece::Text(text));
    }
}

fn inside_of_mark(text: &str, from: usize) -> Option<&str> {
    let rest = text.get(from..).filter(|rest| rest.starts_with("ev_"))?;
    let inside = rest.get(..find_pair(rest, ']')?)?;
    let mark = text.get(from.checked_sub(2)?..from + inside.len() + 2)?;
    let is_id = cited_ids(mark).next().is_some();
    let is_meant = inside.len() <= LONGEST_MALFORMED && !inside.contains(['[', ']', '\n']);
    (is_id || is_meant).then_some(inside)
}

/// The headings that tell a reader something: not the title again, and not a table's header row,
/// which a passage cut from a table carries as its last heading.
fn shown_headings(evidence: &Evidence) -> Vec<String> {
    let told = |heading: &&String| **heading != evidence.source && !heading.starts_with('|');
    evidence.headings.iter().filter(told).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::{Piece, split_marks};

    #[test]
    fn marks_are_cut_out_and_other_brackets_stay() {
        use Piece::{Mark, Text};
        for (text, expected) in [
            ("a[[ev_1]]b", vec![Text("a"), Mark("ev_1"), Text("b")]),
            ("[[[ev_1]]]", vec![Text("["), Mark("ev_1"), Text("]")]),
            ("[[x]] [[ev_1", vec![Text("[[x]] [[ev_1")]),
            ("[[x [[ev_1]]", vec![Text("[[x "), Mark("ev_1")]),
            ("[[ev_1, ev_2]]", vec![Mark("ev_1, ev_2")]),
            ("[[ev_]]", vec![Mark("ev_")]),
            ("", vec![]),
        ] {
            assert_eq!(split_marks(text), expected, "{text}");
        }
    }
}
