//! Numbers and periods of a claim against the evidence.

mod align;
mod bind;
mod book;
mod citable;
mod company;
mod counted;
mod course;
mod derive;
mod desk;
mod exempt;
mod expected;
mod grid;
mod named;
mod overlay;
mod ratio;
mod reading;
mod reason;
mod recorded;
mod said;
mod search;
mod spoken;
mod stretch;
mod value;
mod when;
mod words;

pub(crate) use book::Page;
pub use book::SourceReading;
pub(crate) use citable::citable;
pub(crate) use derive::{later, matches, printed, same_unit, signed_amount};
pub(crate) use desk::check;
pub(crate) use reading::{PeriodMark, Reading, read};
pub(crate) use reason::{reason, shown, unit_text};
pub(crate) use stretch::names_month;
pub(crate) use value::{Difference, Place, Value};
pub(crate) use when::{Kept, PeriodFit, fit_of};
pub(crate) use words::{is_han, tokens};
