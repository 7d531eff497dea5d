//! Memo, watchlist card, hypothesis list, conflict and error report as one document tree.
//!
//! [`compose`] takes a [`Dossier`], everything that a run found, and writes the document that the
//! decision of the gates allows. Every number in it leads to an entry that says what it is, how it
//! was computed and where it comes from; a number without one is an error and no document.
//! [`workbook`] is the valuation with live formulas, and [`hypothesis_list`] and its siblings are
//! the same findings for programs.

mod amount;
mod card;
mod compose;
mod conflict;
mod disclosure;
mod dossier;
mod error;
mod failure;
mod header;
mod hypotheses;
mod line_title;
mod memo;
mod notes;
mod numbers;
mod page;
mod pictures;
mod points;
mod wire;
mod words;
mod workbook;

pub use compose::compose;
pub use dossier::{Dossier, PeerPrice, Quote};
pub use error::MemoError;
pub use pictures::ecosystem_picture;
pub use wire::{
    ConflictEntry, ConflictList, ConflictValue, ErrorList, HypothesisEntry, HypothesisList,
    MissingEntry, Trigger, WatchlistCard, conflict_list, error_list, hypothesis_list,
    watchlist_card,
};
pub use workbook::workbook;
