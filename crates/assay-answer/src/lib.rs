//! From a question to its answer, with no model.
//!
//! [`frame`] reads what is asked: of whom, which figure or topic, of which period, in which form.
//! [`answer`] puts together what covers it: filed figures first, computed where the question asks for
//! more than one of them, then the sentences and rows of passages that are on the same subject and the
//! same predicate. What nothing covers is said to be missing, with what is nearest; nothing else is
//! written beside it.

mod answer;
mod asking;
mod filed;
mod frame;
mod kindred;
mod known;
mod measure;
mod passage;
mod printed;
mod spelling;

pub use answer::{Answer, Given, Said, answer, documents_about, is_touched};
pub use filed::{Filed, FiledFigure};
pub use frame::{Before, Frame, Kind, Wanted, When, follow_up, frame};
pub use known::{Known, KnownCompany};
pub use measure::{Measure, Operand};
pub use passage::Passage;
