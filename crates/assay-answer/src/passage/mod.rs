//! What passages say, sentence by sentence and row by row, held against what is asked.

mod candidate;
mod choose;
mod fit;
mod nearby;
mod unit;

pub use candidate::Passage;
pub(crate) use candidate::{Candidate, candidates};
pub(crate) use choose::{Asked, Chosen, best_cover, choose, figure_of, nearest};
pub(crate) use fit::{cause_in, is_of, is_part_of_a_whole};
