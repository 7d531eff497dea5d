//! Numbers in English and Chinese text and tables, with what makes them mean something: subject,
//! unit, scale, sign and period.
//!
//! [`figures`] reads a text. A number is bound to a subject or a period only where the text binds
//! it; everything that compares or computes asks for both, so an unsure binding costs a calculation,
//! never a wrong one. Below it are the parts that a reader of tables or of sentences needs by
//! themselves: [`blocks`], [`sentences`], [`table`], [`periods`], [`measures_in`].

mod bilingual;
mod companies;
mod direction;
mod embedded;
mod figure;
mod lexicon;
mod scan;
mod sentence;

pub use bilingual::english_names;
pub use companies::{COMPANIES, companies_in_han, company_names};
pub use direction::{
    Direction, direction_at_end_of_han, direction_behind, direction_in_han, direction_word,
};
pub use embedded::{cut, data, pattern};
pub use figure::{
    Above, Basis, Bound, Column, Columns, Figure, Form, Number, Part, Period, PeriodSpan, Row,
    Scale, Span, Subject, Table, Unit, UnitHint, above_each, currency_of, figures, figures_under,
    first_currency, is_note_number, is_section_row, is_unit_row, may_have_figures, number_word,
    periods, record_figures, sentence_figures, sentence_figures_among, states_unit, stem, table,
    unit_hint, unit_note, value_of,
};
pub use lexicon::{
    Measure, Metric, MetricClass, MetricSpan, ideas_in, measures_in, metric, metrics_in, place_of,
    sole_metric, word_for,
};
pub use scan::{Needles, WordSet, strip_ending};
pub use sentence::{Block, blocks, carried_header, is_rule, key_and_value, sentences};
