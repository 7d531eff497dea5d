use std::fmt;

use assay_domain::Timestamp;

use super::DataKind;

/// A file as a source gave it, ready to be taken in.
#[derive(Clone, PartialEq, Eq)]
pub struct Fetched {
    pub kind: DataKind,
    /// Where it can be had again. A key that was sent is not part of it.
    pub url: String,
    /// A file name whose extension says what the bytes are, and whose beginning says whose they are.
    pub name: String,
    pub bytes: Vec<u8>,
    pub retrieved_at: Timestamp,
}

/// Counts what a log should not be filled with.
impl fmt::Debug for Fetched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fetched")
            .field("kind", &self.kind)
            .field("url", &self.url)
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .field("retrieved_at", &self.retrieved_at)
            .finish()
    }
}
