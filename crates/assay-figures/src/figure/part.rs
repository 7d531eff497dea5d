use assay_domain::Evidence;

use super::label::Context;
use super::table::{Row, Table, is_section_row, table};
use crate::embedded::cut;
use crate::lexicon::{Measure, measures_in};
use crate::sentence::{Block, blocks, carried_header, sentences};

/// The part of a table that a row stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Part {
    #[default]
    None,
    /// The table goes on from text that is not at hand, so the part it is in may have begun there.
    Unseen,
    /// `Automotive segment`, as printed.
    Named(String),
}

/// Headings of cash flow statements, which narrow nothing.
static STRUCTURAL: assay_domain::WordList = assay_domain::word_list!("figure/part/structural");

/// Lines of a statement of income that stand in no part of it.
const RESULTS: [&str; 3] = ["gross_profit", "operating_income", "net_income"];

fn label_of<'t>(text: &'t str, row: &Row) -> &'t str {
    row.cells.first().map_or("", |cell| cut(text, cell.clone()))
}

impl Part {
    /// The part that the first row of a table stands in; `before` is what is known of the text before
    /// it, should the table have begun there.
    pub fn above(table: &Table, before: &Self) -> Self {
        match &table.part {
            Some(label) => Self::labelled(label),
            None if table.is_continued => before.clone(),
            None => Self::None,
        }
    }

    fn labelled(label: &str) -> Self {
        Self::Named(label.trim_end_matches([':', '：']).to_owned())
    }

    /// The part that a row stands in. `Net income` ends the part `Operating expenses`, but not
    /// `Automotive segment`.
    pub fn at(self, text: &str, row: &Row) -> Self {
        let is_result = |label: &str| {
            matches!(measures_in(label).first(), Some(Measure::Known(span))
                if span.range.start == 0 && RESULTS.contains(&span.metric.id.as_str()))
        };
        match &self {
            Self::Named(name)
                if !measures_in(name).is_empty() && is_result(label_of(text, row)) =>
            {
                Self::None
            }
            Self::Named(_) | Self::Unseen | Self::None => self,
        }
    }

    /// Whether the rows of this part are amounts of something that is no metric, such as costs.
    pub fn is_other_measure(&self) -> bool {
        match self {
            Self::Named(name) => {
                matches!(measures_in(name).as_slice(), [Measure::Other(_), ..])
            }
            Self::Unseen | Self::None => false,
        }
    }

    /// The part after a row of a table.
    pub fn after(self, text: &str, row: &Row) -> Self {
        let label = label_of(text, row);
        if is_section_row(text, row) {
            return Self::labelled(label);
        }
        match self {
            // `Total revenues` ends the part `Revenues`.
            Self::Named(name)
                if label.to_lowercase() == format!("total {}", name.to_lowercase()) =>
            {
                Self::None
            }
            other => other,
        }
    }

    /// Where the metric of a row in this part comes from, and what narrows it.
    pub(super) fn context<'s>(&'s self, above: &'s str) -> Context<'s> {
        match self {
            Self::None => Context::Above(above),
            Self::Unseen => Context::Unseen(above),
            Self::Named(name) => {
                let lower = name.to_lowercase();
                if lower.contains("change") || lower.contains("adjustment") {
                    return Context::WholesOnly;
                }
                if STRUCTURAL.iter().any(|words| lower.contains(words)) {
                    return Context::OwnOnly;
                }
                match measures_in(name).as_slice() {
                    [Measure::Known(_)] => Context::Above(name),
                    [] => Context::Within(name),
                    _ => Context::WholesOnly,
                }
            }
        }
    }
}

/// What holds at the beginning of a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Above {
    /// Headings, and the sentence above the table that the passage continues.
    pub caption: String,
    pub part: Part,
}

impl Above {
    pub fn of(headings: &[String]) -> Self {
        let is_continued = !carried_header(headings).is_empty();
        let carried = headings
            .iter()
            .rev()
            .take_while(|line| line.starts_with('|'));
        let plain = headings.len() - carried.count();
        let plain: Vec<&str> = headings.iter().take(plain).map(String::as_str).collect();
        Self {
            caption: plain.join(" "),
            part: if is_continued {
                Part::Unseen
            } else {
                Part::None
            },
        }
    }

    /// What holds at the end of a passage, for the one that goes on with its last table.
    fn after(self, text: &str, headings: &[String]) -> Self {
        let headings_only = Self::of(headings).caption;
        let carried = carried_header(headings);
        let Self {
            mut caption,
            mut part,
        } = self;
        for (place, block) in blocks(text).into_iter().enumerate() {
            match block {
                Block::Prose(range) => {
                    let last = sentences(text, range).pop().unwrap_or_default();
                    caption = format!("{headings_only} {}", cut(text, last));
                }
                Block::Table(lines) => {
                    let carried: &[&str] = if place == 0 { &carried } else { &[] };
                    let table = table(text, &lines, carried);
                    part = Part::above(&table, &part);
                    for row in &table.rows {
                        part = part.at(text, row).after(text, row);
                    }
                }
                Block::Record(_) => {}
                Block::Label(range) | Block::Heading(range) => {
                    caption = format!("{caption} {}", cut(text, range));
                }
            }
        }
        Self { caption, part }
    }
}

/// What holds at the beginning of each passage: where a passage goes on with a table and the passage
/// before it is at hand, all that was said there above the table.
pub fn above_each(evidence: &[Evidence]) -> Vec<Above> {
    let mut above: Vec<Above> = evidence
        .iter()
        .map(|item| Above::of(&item.headings))
        .collect();
    let place_of = |place: &usize| {
        let item = evidence.get(*place)?;
        let (_, range) = item.passage.parts()?;
        Some((item.document.as_str(), range.start, range.end))
    };
    let mut order: Vec<usize> = (0..evidence.len()).collect();
    order.sort_by_key(place_of);
    for pair in order.windows(2) {
        let &[before, this] = pair else {
            continue;
        };
        let follows = match (place_of(&before), place_of(&this)) {
            (Some((left, _, end)), Some((right, start, _))) => {
                left == right && (end..=end + WIDEST_GAP).contains(&start)
            }
            _ => false,
        };
        if let (true, Some(item), Some(slot)) = (follows, evidence.get(before), above.get(this))
            && slot.part == Part::Unseen
        {
            let state = above.get(before).cloned().unwrap_or_default();
            let state = state.after(&item.quote, &item.headings);
            if let Some(slot) = above.get_mut(this) {
                *slot = state;
            }
        }
    }
    above
}

/// Blanks and line breaks between two passages of one table, in bytes.
const WIDEST_GAP: usize = 2;
