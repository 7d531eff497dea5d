//! The claim check: what a written text says, held against the evidence that it cites. No model is
//! asked, and nothing is accepted because it looks alike.
//!
//! [`prove`] decides about a whole sentence: it stands if its figures are covered by figures that it
//! names, or recomputed from them, and if its names and words stand in one statement of the evidence
//! with the same negation, certainty, width, direction, cause and time. [`confirm`] holds a sentence
//! against the span in which a verifier found it.
//!
//! Below them, [`check_claim`] takes a sentence apart into its numbers and periods. Each must be in a cited
//! passage with the same unit, scale, sign, currency and period, under the same row, column, metric
//! and company; or be that value rounded to the digits printed; or follow by arithmetic that the
//! sentence announces or that was recorded with it. Where the passage leaves something open, nothing
//! is held against the claim unless another number of the passage contradicts it.
//!
//! [`agreed_pairs`] holds sentences of one text against each other.
//!
//! [`check_quotation`] finds a quotation in its source word for word, and [`recompute`] follows a
//! formula to the figure that was printed.

mod apart;
mod bearing;
mod beyond;
mod check;
mod formula;
mod meaning;
mod names;
mod numeral;
mod operand;
mod proof;
mod quote;
mod reckon;
mod reckoned;
mod settle;
mod silence;
mod whole;
mod wording;

pub use beyond::words_beyond;
pub use check::{
    CheckedNumeral, CitableValue, ClaimText, ClaimVerdict, Exemption, FORMULA_MARK, Finding, Place,
    Problem, ProblemKind, ReadSource, Source, check_claim, citable_values,
};
pub use formula::{
    FormulaError, FormulaVerdict, evaluate, evaluate_over, recompute, recompute_over, recount,
};
pub use meaning::{Meaning, MeaningKind, meanings, meanings_with_ideas};
pub use names::names;
pub use numeral::SourceReading;
pub use proof::{Proof, Span, Standing, confirm, prove};
pub use quote::{
    Alteration, MIN_PART_WORDS, Quotation, QuotationStyle, QuotationWeight, QuoteVerdict,
    check_quotation, check_quote, quotations,
};
pub use reckoned::is_reckoned;
pub use whole::{AgreedPairs, NamedPairs, Sentence, agreed_pairs, are_at_odds, says_no_more};
pub use wording::{WordProblem, Wording};
