use std::time::Duration;

use assay_engine::MAX_DOCUMENT_BYTES;

/// How long the server waits for a client, and how much it takes from one. The defaults are those of
/// the program.
#[derive(Clone, Debug)]
pub struct Limits {
    /// From connecting, or from the last answer, to a whole request head.
    pub head: Duration,
    /// A whole JSON body.
    pub json: Duration,
    /// A file that stands still on its way.
    pub file_piece: Duration,
    /// A whole file.
    pub file: Duration,
    /// The largest file that is taken in, in bytes.
    pub largest_file: u64,
    /// How long a client may leave what it was sent lying before it is given up. It can come back
    /// and go on where it was.
    pub write: Duration,
    /// How often a comment shows that a stream lives.
    pub heartbeat: Duration,
    /// What a collector of traces may take.
    pub collector: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(20),
            json: Duration::from_secs(10),
            file_piece: Duration::from_secs(15),
            file: Duration::from_secs(15 * 60),
            // what would be refused once it is here need not come
            largest_file: MAX_DOCUMENT_BYTES as u64,
            write: Duration::from_secs(90),
            heartbeat: Duration::from_secs(15),
            collector: Duration::from_secs(10),
        }
    }
}
