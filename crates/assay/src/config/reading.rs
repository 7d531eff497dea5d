use std::num::NonZero;
use std::time::Duration;

use assay_engine::{DocumentLimits, ReadLimits};

use super::Settings;

impl Settings {
    /// What the reading of one document may take.
    pub(crate) fn read_limits(&self) -> anyhow::Result<ReadLimits> {
        let megabytes: u64 = self.number("read.memory_mb")?;
        let limits = ReadLimits {
            document: DocumentLimits {
                pages: self.number("read.max_pages")?,
                text_megabytes: self.number("read.max_text_mb")?,
            },
            memory_bytes: megabytes << 20,
            ..ReadLimits::default()
        };
        Ok(limits.with_cpu(Duration::from_secs(self.number("read.cpu_seconds")?)))
    }

    /// Files that are read at once: as many as the machine has processors, where nobody says.
    pub(crate) fn files_at_once(&self) -> anyhow::Result<usize> {
        let stated: Option<usize> = self.optional("read.at_once")?;
        let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
        Ok(stated.unwrap_or_else(processors))
    }
}
