use std::io;

/// Why an operation was not performed. The files are as they were.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    #[error("`{path}` cannot be used: {why}; name files by a path inside the workspace")]
    Path { path: String, why: &'static str },
    #[error("there is no `{path}` in the workspace; list the folder to see what is there")]
    Missing { path: String },
    #[error("`{path}` exists already; write to it with mode overwrite or append")]
    Exists { path: String },
    #[error("`{path}` is {what}; only plain files and folders of the workspace can be used")]
    NotPlain { path: String, what: &'static str },
    #[error("`{path}` is not empty; delete what is in it first")]
    NotEmpty { path: String },
    #[error("`{path}` is not text in UTF-8")]
    NotText { path: String },
    #[error("`{path}` has {has} lines; line {asked} does not exist")]
    NoSuchLine {
        path: String,
        has: usize,
        asked: usize,
    },
    #[error("`{path}` has no heading `{heading}`; its headings: {}", .headings.join(", "))]
    NoSuchHeading {
        path: String,
        heading: String,
        headings: Vec<String>,
    },
    #[error(
        "{what}: {asked} is over the limit of {limit}; write less, or delete what is not needed"
    )]
    Quota {
        what: &'static str,
        asked: u64,
        limit: u64,
    },
    #[error("`{pattern}` is not a regular expression that can be used: {why}")]
    Pattern { pattern: String, why: String },
    #[error("no stream `{id}` is open; begin one with stream_read_file")]
    NoSuchStream { id: String },
    #[error("the disk does not let `{path}` be used: {cause}")]
    Disk { path: String, cause: io::Error },
}

impl WorkspaceError {
    /// Whether the machine is in trouble, and not the instruction wrong.
    pub fn is_disk(&self) -> bool {
        matches!(self, Self::Disk { .. })
    }
}
