//! Gates: pure rules over domain data, one rule a file.
//!
//! [`ingest`] judges text that comes from outside before anything else reads it. Each rule has a
//! code, a file `src/rules/g0xx_*.rs`, a page `docs/codes/G-0xx.md` and a case file
//! `tests/cases/g0xx.txt`. A rule reads text and returns spans: it asks no model, and nothing that
//! the text says can change the verdict. Detection is one layer; that a document's text cannot reach
//! a tool is promised elsewhere.

mod ingest;
mod normal;
mod rules;
mod widen;

pub use ingest::{IngestDecision, ingest};
pub use rules::RULE_CODES;
