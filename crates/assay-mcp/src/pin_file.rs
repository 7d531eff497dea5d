use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::McpError;
use crate::pins::Pins;
use crate::tool::ListedTool;

/// `mcp-pins.json` in the Assay home. It is read afresh for each use, because another process may
/// have approved something.
#[derive(Debug)]
pub(crate) struct PinStore {
    path: PathBuf,
}

impl PinStore {
    pub(crate) fn in_home(home: &Path) -> Self {
        Self {
            path: home.join("mcp-pins.json"),
        }
    }

    /// No file means that nothing was ever approved.
    pub(crate) fn read(&self) -> Result<Pins, McpError> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Pins::none()),
            Err(source) => return Err(self.disk(source)),
        };
        Pins::parse(&text).map_err(|problem| McpError::Pins {
            path: self.path.clone(),
            problem,
        })
    }

    /// Approves the tools, whatever other processes approve at the same time.
    pub(crate) fn approve(&self, server: &str, tools: &[ListedTool]) -> Result<Pins, McpError> {
        let lock = self.path.with_extension("lock");
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(lock)
            .map_err(|source| self.disk(source))?;
        lock.lock().map_err(|source| self.disk(source))?;
        let mut pins = self.read()?;
        pins.approve(server, tools);
        self.write(&pins).map_err(|source| self.disk(source))?;
        Ok(pins)
    }

    /// Written aside, flushed and renamed: the file is the old one or the new one, never a part.
    fn write(&self, pins: &Pins) -> io::Result<()> {
        let temporary = self
            .path
            .with_extension(format!("{}.tmp", std::process::id()));
        let written = (|| {
            let mut file = File::create(&temporary)?;
            file.write_all(pins.to_text()?.as_bytes())?;
            file.sync_all()?;
            fs::rename(&temporary, &self.path)?;
            match self.path.parent() {
                Some(folder) => File::open(folder)?.sync_all(),
                None => Ok(()),
            }
        })();
        if written.is_err() {
            // Of no use to anybody; the first error is the one to tell.
            drop(fs::remove_file(&temporary));
        }
        written
    }

    fn disk(&self, source: io::Error) -> McpError {
        McpError::Disk {
            path: self.path.clone(),
            source,
        }
    }
}
