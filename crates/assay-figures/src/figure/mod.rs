//! Numbers with what makes them mean something: subject, unit, scale, sign and period.
//!
//! A figure is bound to a subject or a period only where the text binds it. Everything that compares
//! or computes asks for both, so an unsure binding costs a calculation, never a wrong one.

mod cell;
mod columns;
mod label;
mod listed;
mod number;
mod part;
mod period;
mod printed;
mod spelled;
mod subject;
mod table;
mod when;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::Decimal;

pub use number::{Bound, Number, Scale, Unit, currency_of};
pub use period::{Period, Span};

use crate::embedded::cut;
use crate::lexicon::Metric;
use crate::scan::Needles;
use crate::sentence::{Block, blocks, carried_header, sentences};
use listed::{Listed, listed};

pub use cell::{first_currency, value_of};
pub use columns::{Column, Columns, is_note_number};
pub use label::{UnitHint, states_unit, unit_hint, unit_note};
pub use part::{Above, Part, above_each};
pub use period::{PeriodSpan, periods};
pub use spelled::number_word;
pub use table::{Row, Table, is_section_row, is_unit_row, record_figures, table};
pub use words::stem;

/// A number in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub subject: Subject,
    /// As printed, with its sign, before the scale is applied. A fall is negative.
    pub value: Decimal,
    pub unit: Unit,
    pub scale: Scale,
    pub period: Option<Period>,
    pub bound: Bound,
    pub basis: Basis,
    pub form: Form,
    /// As printed, with its unit.
    pub raw: String,
    /// Bytes of the text that was given.
    pub range: Range<usize>,
}

/// What a figure measures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// Whose figure it is, where the sentence says so.
    pub entity: Option<String>,
    pub metric: Option<&'static Metric>,
    /// The figure is a change of the metric, not its level.
    pub is_change: bool,
    /// Words that narrow the metric (`vision`, `motion`, `organic`). Figures with different
    /// qualifiers are never compared.
    pub qualifiers: BTreeSet<String>,
    /// The narrowing words as printed, for display.
    pub detail: String,
}

/// Whether a figure happened or is hoped for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    Actual,
    Forecast,
}

/// Where a figure was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Prose,
    Table,
}

impl Figure {
    /// The value in single units: `4.61 billion` is 4 610 000 000. `None` on overflow.
    pub fn amount(&self) -> Option<Decimal> {
        self.value.checked_mul(self.scale.factor())
    }

    /// Half of the last printed digit, in single units: how far a rounded figure may be from the
    /// exact one.
    pub fn rounding(&self) -> Option<Decimal> {
        let half_digit = Decimal::new(5, self.value.scale().checked_add(1)?);
        half_digit.checked_mul(self.scale.factor())
    }
}

/// The figures of a text, in order.
pub fn figures(text: &str) -> Vec<Figure> {
    figures_under(text, &[], &Above::default(), None)
}

/// As [`figures`], with the headings above the text, which name units, metrics and columns for its
/// tables, with what holds where it begins, and with the currency of its document.
pub fn figures_under(
    text: &str,
    headings: &[String],
    above: &Above,
    currency: Option<&'static str>,
) -> Vec<Figure> {
    let mut found = Vec::new();
    let carried = carried_header(headings);
    let own = Above::of(headings).caption;
    let mut above = above.clone();
    for (place, block) in blocks(text).into_iter().enumerate() {
        match block {
            Block::Prose(range) => {
                let mut last = 0..0;
                for sentence in sentences(text, range.clone()) {
                    found.extend(sentence_figures(text, sentence.clone()));
                    last = sentence;
                }
                above.caption = format!("{own} {}", cut(text, last));
            }
            Block::Table(rows) => {
                let around = table::Surroundings {
                    carried: if place == 0 { &carried } else { &[] },
                    above: &above,
                    currency,
                };
                found.extend(table::table_figures(text, &rows, around));
            }
            Block::Record(range) => found.extend(table::record_figures(text, range)),
            Block::Label(range) | Block::Heading(range) => {
                above.caption = format!("{} {}", above.caption, cut(text, range));
            }
        }
    }
    found
}

/// The figures of one sentence, whatever kind of block it stands in; ranges are those of `text`.
pub fn sentence_figures(text: &str, range: Range<usize>) -> Vec<Figure> {
    let sentence = cut(text, range.clone());
    if !may_have_figures(sentence) {
        return Vec::new();
    }
    sentence_figures_among(text, range, &period::periods(sentence))
}

/// Whether a text has digits or words that numbers are made of.
pub fn may_have_figures(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit()) || spelled::may_spell(text)
}

/// As [`sentence_figures`], where the periods of the sentence are known.
pub fn sentence_figures_among(
    text: &str,
    range: Range<usize>,
    periods: &[PeriodSpan],
) -> Vec<Figure> {
    let sentence = cut(text, range.clone());
    let numbers = number::numbers(sentence, periods);
    if numbers.is_empty() {
        return Vec::new();
    }
    let lists = listed(sentence, &numbers, periods);
    let bound_periods = when::bind(sentence, &numbers, periods);
    let basis = basis_of(sentence);
    let subjects = subject::bind(sentence, &numbers, periods);
    numbers
        .into_iter()
        .zip(bound_periods.into_iter().zip(lists))
        .zip(subjects)
        .map(|((number, (period, list)), bound)| Figure {
            value: if bound.is_fall {
                -number.value.abs()
            } else {
                number.value
            },
            subject: match list {
                Listed::Unclear => Subject::default(),
                Listed::No | Listed::At(_) => bound.subject,
            },
            unit: number.unit,
            scale: number.scale,
            period: match list {
                Listed::No => period,
                Listed::At(listed) => Some(listed),
                Listed::Unclear => None,
            },
            bound: number.bound,
            basis,
            form: Form::Prose,
            raw: cut(sentence, number.range.clone()).trim().to_owned(),
            range: range.start + number.range.start..range.start + number.range.end,
        })
        .collect()
}

static FORECAST_WORDS: assay_domain::WordList = assay_domain::word_list!("figure/forecast_words");

static FORECASTS: LazyLock<Needles> = LazyLock::new(|| Needles::of(FORECAST_WORDS.iter().copied()));

fn basis_of(sentence: &str) -> Basis {
    if FORECASTS.is_any_in(sentence) {
        Basis::Forecast
    } else {
        Basis::Actual
    }
}
