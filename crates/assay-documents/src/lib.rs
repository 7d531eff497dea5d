//! Documents in: bytes become canonical text ([`read_document`]), and the text is cut into passages
//! whose ids name their exact byte range ([`split`]).
//!
//! Everything here is a pure function over bytes that nobody vouches for: no I/O, no clock. A parser
//! may still run out of stack, memory or time on a hostile file, so the engine runs it in a child
//! process with limits. Nothing here judges content.

mod date;
mod front_matter;
mod protocol;
mod read;
mod sketch;
mod split;
mod tier;

pub use protocol::{
    MAX_REPLY_BYTES, ProtocolError, decode_reply, decode_request, encode_reply, encode_request,
};
pub use read::{
    DocumentLimits, Extent, FACTS_FORM, Gap, Link, MAX_DOCUMENT_BYTES, MainContent, Parsed,
    ReadError, SUBMISSIONS_FORM, facts_filed_by, links, main_content, read_document,
    read_document_within,
};
pub use sketch::{Sketch, SketchBook};
pub use split::{Stretch, split, stretches};
pub use tier::{TierRule, TierRules, graded};
