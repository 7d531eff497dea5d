/// How much a workspace may hold, and how much of it one reply shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Bytes of all files together.
    pub total_bytes: u64,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Files and folders together.
    pub entries: u64,
    /// Names in a path.
    pub depth: usize,
    /// Bytes of one name.
    pub name_bytes: usize,
    /// Characters of a file that one reply holds; what is longer becomes a stream.
    pub reply_characters: usize,
    /// Lines or names that a search or a list returns.
    pub reply_items: usize,
}

impl Default for Quota {
    fn default() -> Self {
        Self {
            total_bytes: 64 << 20,
            file_bytes: 4 << 20,
            entries: 2_000,
            depth: 6,
            name_bytes: 200,
            reply_characters: 12_000,
            reply_items: 100,
        }
    }
}
