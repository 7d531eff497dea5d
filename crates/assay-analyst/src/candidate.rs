use std::collections::BTreeSet;

use assay_domain::{Date, Evidence, Language, Tier};

use crate::embedded::cut;
use crate::prose::is_rule;
use crate::relevance::Terms;
use crate::sentence::{Block, blocks, carried_header, sentences};

/// Something of the evidence that can be quoted.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<'a> {
    pub(crate) evidence: &'a Evidence,
    /// Place of the evidence in the list that was given, best first.
    pub(crate) rank: usize,
    pub(crate) form: QuoteForm,
    /// Blanks and line breaks closed up; otherwise verbatim.
    pub(crate) text: String,
    pub(crate) terms: Terms,
    headings: Terms,
    /// More for what is said in the newest year of the evidence.
    recency: usize,
    numbers: BTreeSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QuoteForm {
    Sentence,
    /// A row of a table with the header line that explains it.
    Row {
        header: String,
    },
}

const LONGEST: usize = 600;

pub(crate) fn candidates(evidence: &[Evidence]) -> Vec<Candidate<'_>> {
    let mut found: Vec<Candidate<'_>> = Vec::new();
    let newest = evidence.iter().filter_map(|item| item.as_of).max();
    for (rank, item) in evidence.iter().enumerate() {
        for (form, text) in quotable(&item.quote, carried_header(&item.headings)) {
            let mut candidate = Candidate::new(item, rank, form, text);
            candidate.recency = recency(item.as_of, newest);
            if !found.iter().any(|known| known.repeats(&candidate)) {
                found.push(candidate);
            }
        }
    }
    found
}

fn recency(date: Option<Date>, newest: Option<Date>) -> usize {
    match (date, newest) {
        (Some(date), Some(newest)) if date.year() == newest.year() => 8,
        (Some(date), Some(newest)) if date.year() + 1 == newest.year() => 4,
        _ => 0,
    }
}

fn quotable(quote: &str, carried: Option<&str>) -> Vec<(QuoteForm, String)> {
    let mut found = Vec::new();
    for block in blocks(quote) {
        match block {
            Block::Prose(range) => {
                for sentence in sentences(quote, range) {
                    let text = closed_up(cut(quote, sentence));
                    if is_a_sentence(&text) {
                        found.push((QuoteForm::Sentence, text));
                    }
                }
            }
            Block::Record(range) => {
                found.push((QuoteForm::Sentence, closed_up(cut(quote, range))));
            }
            Block::Table(rows) => found.extend(table_rows(quote, &rows, carried)),
            Block::Heading(_) | Block::Label(_) => {}
        }
    }
    // A forged mark in a source must not become a citation.
    found.retain(|(_, text)| !text.contains("[["));
    found
}

fn table_rows(
    quote: &str,
    rows: &[std::ops::Range<usize>],
    carried: Option<&str>,
) -> Vec<(QuoteForm, String)> {
    let lines: Vec<&str> = rows.iter().map(|row| cut(quote, row.clone())).collect();
    let has_own = lines.get(1).is_some_and(|line| is_rule(line));
    let header = if has_own {
        lines.first().copied()
    } else {
        carried
    };
    let width = |line: &str| line.matches('|').count();
    lines
        .iter()
        .skip(if has_own { 2 } else { 0 })
        .filter(|line| !is_rule(line))
        .map(|line| {
            let closed = line.starts_with('|') && line.ends_with('|');
            let form = match header {
                Some(header) if closed && width(line) == width(header) => QuoteForm::Row {
                    header: header.to_owned(),
                },
                _ => QuoteForm::Sentence,
            };
            (form, (*line).to_owned())
        })
        .collect()
}

fn closed_up(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_a_sentence(text: &str) -> bool {
    let characters = text.chars().count();
    let chinese = text.chars().any(|c| matches!(c, '\u{4e00}'..='\u{9fff}'));
    let long_enough = if chinese {
        characters >= 10
    } else {
        text.split_whitespace().count() >= 5
    };
    let finished = text.ends_with(['.', '!', '。', '！', ';', '；', '”', '"', ')', '）']);
    long_enough && characters <= LONGEST && finished
}

impl<'a> Candidate<'a> {
    fn new(evidence: &'a Evidence, rank: usize, form: QuoteForm, text: String) -> Self {
        let about = match &form {
            QuoteForm::Sentence => text.clone(),
            QuoteForm::Row { header } => format!("{header} {text}"),
        };
        Self {
            terms: Terms::of(&about),
            headings: Terms::of(&evidence.headings.join(" ")),
            numbers: numbers_of(&text),
            recency: 0,
            evidence,
            rank,
            form,
            text,
        }
    }

    /// How well this answers `wanted`; 0 is not at all.
    pub(crate) fn score(&self, wanted: &Terms, language: Language) -> usize {
        let own = wanted.match_score(&self.terms);
        let above = wanted.match_score(&self.headings);
        let measures = matches!(self.form, QuoteForm::Row { .. })
            || self.text.contains(['%', '$', '€', '£', '¥', '元']);
        if own == 0 && (above == 0 || !measures) {
            return 0;
        }
        let trust = match self.evidence.tier {
            Tier::A => 6,
            Tier::B => 4,
            Tier::C => 2,
            Tier::D => 0,
        };
        let figures = if self.numbers.is_empty() { 0 } else { 8 };
        let place = 6_usize.saturating_sub(self.rank);
        let readable = if Language::of_text(&self.text) == language {
            10
        } else {
            0
        };
        own * 10 + above * 3 + trust + figures + place + readable + self.recency
    }

    /// Says the same as `other`: nearly the same words and exactly the same numbers.
    fn repeats(&self, other: &Candidate<'_>) -> bool {
        self.text == other.text
            || (self.numbers == other.numbers && self.terms.is_nearly(&other.terms))
    }
}

fn numbers_of(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .map(|token| token.trim_matches(['.', ',']))
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}
