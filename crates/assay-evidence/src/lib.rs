//! Documents in: reading, passages, full-text index and search.
//!
//! Bytes become canonical text ([`read_document`]), the text is cut into passages whose ids name
//! their exact byte range ([`split`]), and [`Index`] finds passages again in English and Chinese.
//! The index is a cache: it carries the sequence number of the library it reflects, and a damaged
//! one is set aside and built anew.
//!
//! Nothing here journals, judges content or knows the store; the engine joins the parts.

mod date;
mod front_matter;
mod index;
mod read;
mod split;
mod tier;

pub use index::{Hit, Index, IndexError, Opened, RebuildError};
pub use read::{MAX_DOCUMENT_BYTES, Parsed, ReadError, read_document};
pub use split::split;
pub use tier::{TierRule, TierRules, tier_of, tier_of_document};
