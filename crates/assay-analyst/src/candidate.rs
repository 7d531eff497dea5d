use std::collections::BTreeSet;

use assay_domain::{Date, Evidence, Language, Tier};
use assay_figures::{
    Above, Block, Part, above_each, blocks, carried_header, cut, is_section_row, key_and_value,
    sentences, states_unit, table, unit_note,
};

use crate::relevance::{Rarity, Terms};
use crate::substance::{
    counts_something, is_a_rule, is_about_the_text, is_bookkeeping, is_generality,
    leans_on_context, names_something,
};

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
    /// Hedged, and without a figure: what might happen to anybody.
    is_generality: bool,
    names_something: bool,
    leans_on_context: bool,
    is_bookkeeping: bool,
    /// How something is always done, and by nobody in particular.
    is_a_rule: bool,
    counts_something: bool,
    /// Place among all that can be quoted, in the order of the texts.
    pub(crate) place: usize,
    numbers: BTreeSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QuoteForm {
    Sentence,
    /// A row of a table with the header line that explains it.
    Row {
        header: String,
        /// What the row is about: its label and, where that says more, the part of the table.
        about: String,
    },
}

const LONGEST: usize = 600;

pub(crate) fn candidates(evidence: &[Evidence]) -> Vec<Candidate<'_>> {
    let mut found: Vec<Candidate<'_>> = Vec::new();
    let newest = evidence.iter().filter_map(|item| item.as_of).max();
    for ((rank, item), above) in evidence.iter().enumerate().zip(above_each(evidence)) {
        for (form, text) in quotable(&item.quote, &item.headings, above) {
            let mut candidate = Candidate::new(item, rank, form, text);
            candidate.recency = recency(item.as_of, newest);
            candidate.place = found.len();
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

fn quotable(quote: &str, headings: &[String], above: Above) -> Vec<(QuoteForm, String)> {
    let mut found = Vec::new();
    let carried = carried_header(headings);
    let plain = headings.iter().filter(|heading| !heading.starts_with('|'));
    let noted = plain.rev().find_map(|heading| unit_note(heading));
    let mut unit = unit_note(&above.caption).or(noted);
    for (place, block) in blocks(quote).into_iter().enumerate() {
        match block {
            Block::Prose(range) => {
                for sentence in sentences(quote, range) {
                    unit = unit_note(cut(quote, sentence.clone())).or(unit);
                    let text = closed_up(cut(quote, sentence));
                    if is_a_sentence(&text) {
                        found.push((QuoteForm::Sentence, text));
                    }
                }
            }
            Block::Record(range) => {
                let text = closed_up(cut(quote, range));
                if !is_data_row(&text) {
                    found.push((QuoteForm::Sentence, text));
                }
            }
            Block::Table(rows) => {
                let carried = if place == 0 { carried.as_slice() } else { &[] };
                found.extend(table_rows(quote, &rows, carried, unit, &above.part));
            }
            Block::Heading(_) | Block::Label(_) => {}
        }
    }
    // A forged mark in a source must not become a citation.
    found.retain(|(_, text)| !text.contains("[[") && !is_about_the_text(text));
    found
}

/// Rows that say something, each with the header that explains it: the part of the table it stands in,
/// the unit, and the columns. A row that is not fully explained is not quoted.
fn table_rows(
    quote: &str,
    lines: &[std::ops::Range<usize>],
    carried: &[&str],
    unit: Option<&str>,
    part: &Part,
) -> Vec<(QuoteForm, String)> {
    let table = table(quote, lines, carried);
    let names: Vec<&str> = table
        .columns
        .columns
        .iter()
        .map(|c| c.name.as_str())
        .collect();
    let Some((corner, others)) = names.split_first() else {
        return Vec::new();
    };
    if others.is_empty() || others.iter().any(|name| name.is_empty()) {
        return Vec::new();
    }
    let note = table.columns.note.trim_matches(['(', ')']);
    let in_header = unit_note(corner).is_some() || !note.is_empty();
    let unit = unit.filter(|_| !in_header).unwrap_or(note);
    let stated = names.iter().any(|name| states_unit(name)) || !unit.is_empty();
    let over_time = table.columns.has_periods();
    let mut part = Part::above(&table, part);
    let mut found = Vec::new();
    for row in &table.rows {
        part = part.at(quote, row);
        let line = cut(quote, row.range.clone());
        let is_whole_row = row.cells.len() == names.len()
            && !is_section_row(quote, row)
            && line.starts_with('|')
            && line.ends_with('|');
        let shown = is_whole_row
            && (stated || !over_time || !is_amounts_only(line))
            && (part != Part::Unseen || first_cell(line).to_lowercase().starts_with("total"));
        if shown {
            let of_part = match &part {
                Part::Named(name) => name.as_str(),
                Part::None | Part::Unseen => "",
            };
            let named = [*corner, of_part]
                .into_iter()
                .filter(|text| !text.is_empty());
            let named = named.collect::<Vec<_>>().join(", ");
            let first = match (named.is_empty(), unit.is_empty()) {
                (_, true) => named.clone(),
                (true, false) => unit.to_owned(),
                (false, false) => format!("{named} ({unit})"),
            };
            let header = format!("| {first} | {} |", others.join(" | "));
            let about = if part.is_other_measure() {
                of_part.to_owned()
            } else {
                format!("{named} {}", first_cell(line))
            };
            found.push((QuoteForm::Row { header, about }, line.to_owned()));
        }
        part = part.after(quote, row);
    }
    found
}

/// Amounts beside which nothing says whether they are dollars or millions of them.
fn is_amounts_only(row: &str) -> bool {
    let mut cells = row.split('|').skip(2).map(str::trim);
    cells.any(|cell| {
        let is_amount = cell.contains(',') || cell.contains(['$', '€', '£', '¥']);
        let is_plain = cell
            .chars()
            .all(|c| c.is_ascii_digit() || ",.()$€£¥-−— ".contains(c));
        is_amount && is_plain && !cell.contains('.')
    })
}

/// A record of several numbers is for computing, not for reading.
fn is_data_row(record: &str) -> bool {
    let values = record
        .split([';', '；'])
        .filter_map(|part| Some(key_and_value(part)?.1));
    let is_number = |value: &&str| value.starts_with(|c: char| c.is_ascii_digit());
    values.filter(is_number).count() >= 3
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
    let finished = text.ends_with(['.', '!', '。', '！', '；', '”', '"', ')', '）']);
    // A small letter at the beginning: the rest of it stands in another passage.
    let begun = text.starts_with(|c: char| {
        (c.is_alphanumeric() && !c.is_lowercase()) || "“‘\"'(（《「$€£¥@".contains(c)
    });
    let is_code = text.contains("{\"") || text.contains("\": ");
    long_enough && characters <= LONGEST && finished && begun && !is_code
}

impl<'a> Candidate<'a> {
    fn new(evidence: &'a Evidence, rank: usize, form: QuoteForm, text: String) -> Self {
        let about = match &form {
            QuoteForm::Sentence => text.clone(),
            QuoteForm::Row { about, .. } => about.clone(),
        };
        let is_sentence = form == QuoteForm::Sentence;
        Self {
            terms: Terms::of(&about),
            headings: Terms::of(&evidence.headings.join(" ")),
            numbers: numbers_of(&text),
            recency: 0,
            is_generality: is_sentence && is_generality(&text),
            names_something: is_sentence && names_something(&text),
            leans_on_context: is_sentence && leans_on_context(&text),
            is_bookkeeping: is_sentence && is_bookkeeping(&text),
            is_a_rule: is_sentence && Language::of_text(&text) == Language::En && is_a_rule(&text),
            counts_something: !is_sentence || counts_something(&text),
            place: 0,
            evidence,
            rank,
            form,
            text,
        }
    }

    /// How well this answers `wanted`, of which `asked` counts twice; 0 is not at all. What might
    /// happen answers only questions about risks.
    pub(crate) fn score(
        &self,
        wanted: &Terms,
        asked: &Terms,
        rarity: &Rarity,
        language: Language,
    ) -> usize {
        let own =
            wanted.weighted_score(&self.terms, rarity) + asked.weighted_score(&self.terms, rarity);
        let above = wanted.match_score(&self.headings);
        let measures = matches!(self.form, QuoteForm::Row { .. })
            || self.text.contains(['%', '$', '€', '£', '¥', '元']);
        let asks_for_risks = wanted.has_idea("risk");
        if (own == 0 && (above == 0 || !measures)) || (self.is_generality && !asks_for_risks) {
            return 0;
        }
        let trust = match self.evidence.tier {
            Tier::A => 6,
            Tier::B => 4,
            Tier::C => 2,
            Tier::D => 0,
        };
        let figures = if self.counts_something { 12 } else { 0 };
        let names = if self.names_something { 6 } else { 0 };
        let whole = if self.leans_on_context { 0 } else { 10 };
        let place = 6_usize.saturating_sub(self.rank);
        let readable = if Language::of_text(&self.text) == language {
            20
        } else {
            0
        };
        let bonus = trust + figures + names + whole + place + readable + self.recency;
        let score = own * 8 + above * 3 + bonus;
        let is_vague = !self.names_something && self.numbers.is_empty();
        let is_risk = self.terms.has_idea("risk") && !asks_for_risks && is_vague;
        let is_asked = asked.match_score(&self.terms) > 0;
        let off_topic = (self.is_bookkeeping && !is_asked) || is_risk;
        match (
            off_topic,
            self.is_a_rule || (self.is_generality && !self.names_something),
        ) {
            (true, _) => score / 3,
            (false, true) => score / 2,
            (false, false) => score,
        }
    }

    /// Says the same as `other`: nearly the same words and exactly the same numbers.
    fn repeats(&self, other: &Candidate<'_>) -> bool {
        self.text == other.text
            || (self.numbers == other.numbers && self.terms.is_nearly(&other.terms))
    }
}

fn first_cell(row: &str) -> &str {
    row.split('|')
        .map(str::trim)
        .find(|cell| !cell.is_empty())
        .unwrap_or_default()
}

fn numbers_of(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
        .map(|token| token.trim_matches(['.', ',']))
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}
