use std::path::PathBuf;

use assay_engine::{Destination, EngineError};
use assay_store::Store;
use clap::Args;

/// A folder beside the home for the files of a report.
#[derive(Debug, Args, Default)]
pub(crate) struct AlsoWritten {
    /// Where to write report.md, report.html and log.md.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// With --out: replace files there that Assay did not write.
    #[arg(long, requires = "out")]
    force: bool,
}

impl AlsoWritten {
    /// The folder, unless it holds something of the user's that would be overwritten.
    pub(crate) fn destination(self, store: &Store) -> Result<Option<Destination>, EngineError> {
        let Some(folder) = self.out else {
            return Ok(None);
        };
        let destination = Destination {
            folder,
            force: self.force,
        };
        destination.refuse_foreign(store)?;
        Ok(Some(destination))
    }
}
