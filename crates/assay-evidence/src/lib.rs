//! Finding evidence: the full-text index over passages, in English and Chinese.
//!
//! [`Index`] is a cache: it carries the sequence number of the library it reflects, and a damaged
//! one is set aside and built anew. Nothing here journals, judges content or knows the store; the
//! engine joins the parts.

mod index;

pub use index::{
    Days, ExplainedExpansion, ExplainedHit, ExplainedWord, Explanation, FieldPart, Filter, Hit,
    Index, IndexError, Opened, RebuildError, ScorePart, delete_damaged,
};
